"""Preimages: ordered fields, each preceded by its length.

Two different inputs must never encode to the same bytes. Every hash input therefore begins with the version and a label
used for nothing else, and every field follows its own length: ``("ab", "c")`` and ``("a", "bc")`` differ, and so do a
pledge and a commitment over the same text.

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
    """Invalid input to the fairness protocol, such as a seed, shoe or position; the message is one line."""


def preimage(label: str, *fields: Field) -> bytes:
    """Return the bytes to hash: text in UTF-8, numbers in 8 bytes, each field after its length in 4 bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in map(_bytes, (VERSION, label, *fields)))


def digest(label: str, *fields: Field) -> bytes:
    """Hash public fields, or fields hidden by their own entropy."""
    return hashlib.sha256(preimage(label, *fields)).digest()


def keyed(key: bytes, label: str, *fields: Field) -> bytes:
    """Derive 32 bytes that reveal nothing about the key or about other values derived from it."""
    return hmac.digest(key, preimage(label, *fields), "sha256")


def _bytes(field: Field) -> bytes:
    if isinstance(field, str):
        return field.encode()
    return field if isinstance(field, bytes) else field.to_bytes(8, "big")


# ---------------------------------------------------------------- validation


def need_seed(seed: bytes) -> None:
    """Raise ``FairError`` unless this is a seed."""
    if len(seed) != HASH:
        raise FairError(f"invalid seed of {len(seed)} bytes: expected {HASH}")


def need_hash(what: str, value: bytes) -> None:
    """Raise ``FairError`` unless this is a hash."""
    if len(value) != HASH:
        raise FairError(f"invalid {what} of {len(value)} bytes: expected a hash of {HASH}")


def need_number(what: str, value: int, least: int = 0, most: int = MOST_NUMBER) -> None:
    """Raise ``FairError`` if a number is out of range."""
    if not least <= value <= most:
        raise FairError(f"invalid {what} {value}: expected {least} to {most}")


def need_name(what: str, value: str) -> None:
    """Raise ``FairError`` if a name is empty, too long, or not encodable."""
    try:
        size = len(value.encode())
    except UnicodeEncodeError:
        raise FairError(f"invalid {what} {value!r}: cannot be encoded in UTF-8") from None
    if not 1 <= size <= MOST_TEXT:
        raise FairError(f"invalid {what} of {size} bytes in UTF-8: expected 1 to {MOST_TEXT}")


def need_distinct(what: str, names: list[str]) -> None:
    """Raise ``FairError`` if a name occurs twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise FairError(f"duplicate {what} {name!r}")
        seen.add(name)
