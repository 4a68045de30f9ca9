"""What is hashed: fields in an order, each with its length before it.

Two different things must never be the same bytes. So every input of a hash begins with the version and a label that is
used for nothing else, and every field stands behind its own length: ``("ab", "c")`` and ``("a", "bc")`` differ, and so
do a pledge and a commitment over the same text.

>>> preimage("card", 7).hex(" ", 4)
'0000000c 70756e74 6f2d6661 69722f31 00000004 63617264 00000008 00000000 00000007'
"""

from __future__ import annotations

import hashlib
import hmac

VERSION = "punto-fair/1"
HASH = 32  # bytes of a SHA-256, and of a seed
MOST_NUMBER = 2**63 - 1
MOST_TEXT = 200  # bytes of a name

Field = str | bytes | int


class FairError(ValueError):
    """Something that is no seed, no shoe, no card position …; its one line says what."""


def preimage(label: str, *fields: Field) -> bytes:
    """Return the bytes that are hashed: text in UTF-8, numbers in 8 bytes, a length of 4 bytes before each field."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in map(_bytes, (VERSION, label, *fields)))


def digest(label: str, *fields: Field) -> bytes:
    """Hash what anybody may know, or what hides behind its own entropy."""
    return hashlib.sha256(preimage(label, *fields)).digest()


def keyed(key: bytes, label: str, *fields: Field) -> bytes:
    """Derive 32 bytes that say nothing about the key, nor about what else is derived from it."""
    return hmac.digest(key, preimage(label, *fields), "sha256")


def _bytes(field: Field) -> bytes:
    if isinstance(field, str):
        return field.encode()
    return field if isinstance(field, bytes) else field.to_bytes(8, "big")


# ---------------------------------------------------------------- what may stand in a field


def need_seed(seed: bytes) -> None:
    """Refuse what is no seed."""
    if len(seed) != HASH:
        raise FairError(f"a seed has {HASH} bytes, not {len(seed)}")


def need_hash(what: str, value: bytes) -> None:
    """Refuse what is no hash."""
    if len(value) != HASH:
        raise FairError(f"{what} is a hash of {HASH} bytes, not of {len(value)}")


def need_number(what: str, value: int, least: int = 0, most: int = MOST_NUMBER) -> None:
    """Refuse a number outside its range."""
    if not least <= value <= most:
        raise FairError(f"{what} is {value}: it runs from {least} to {most}")


def need_name(what: str, value: str) -> None:
    """Refuse a name that is empty, too long, or no text."""
    try:
        size = len(value.encode())
    except UnicodeEncodeError:
        raise FairError(f"{what} {value!r} cannot be written in UTF-8") from None
    if not 1 <= size <= MOST_TEXT:
        raise FairError(f"{what} has {size} bytes in UTF-8: it may have 1 to {MOST_TEXT}")


def need_distinct(what: str, names: list[str]) -> None:
    """Refuse a name that is there twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise FairError(f"{what} {name!r} is there twice")
        seen.add(name)
