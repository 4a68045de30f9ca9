"""Preimages: ordered fields, each preceded by its length; and the generator whose key is a hash of one.

Two different inputs must never encode to the same bytes. Every hash input therefore begins with the version and a label
used for nothing else, and every field follows its own length: ``("ab", "c")`` and ``("a", "bc")`` differ, and so do a
pledge and a commitment over the same text.

>>> preimage("card", 7).hex(" ", 4)
'0000000c 70756e74 6f2d6661 69722f31 00000004 63617264 00000008 00000000 00000007'

The generator is HMAC-SHA-256 of 0, 1, 2 … under a key. Every number consumes the next bytes of the stream in order, and
no byte is used twice. To draw one of ``n`` values, take the fewest bits that can represent them and redraw while the
result is too large. It needs neither division nor remainder, so all values are equally likely. In an eight-deck shoe
about three draws in ten are rejected, so a verifier that omits the rejection fails within the first cards.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator
from itertools import count

VERSION = "punto-fair/1"
BEACON_VERSION = "punto-fair/2"  # of the commitment and the key of a shoe with a public beacon
HASH = 32  # bytes of a SHA-256, and of a seed
MOST_NUMBER = 2**63 - 1
MOST_TEXT = 200  # bytes of a name

Field = str | bytes | int


class FairError(ValueError):
    """Invalid input to the fairness protocol, such as a seed, shoe or position; the message is one line."""


def preimage(label: str, *fields: Field, version: str = VERSION) -> bytes:
    """Return the bytes to hash: text in UTF-8, numbers in 8 bytes, each field after its length in 4 bytes."""
    return (_BEGUN if version == VERSION else _part(version)) + b"".join([_part(field) for field in (label, *fields)])


def digest(label: str, *fields: Field, version: str = VERSION) -> bytes:
    """Hash public fields, or fields hidden by their own entropy."""
    return hashlib.sha256(preimage(label, *fields, version=version)).digest()


def keyed(key: bytes, label: str, *fields: Field, version: str = VERSION) -> bytes:
    """Derive 32 bytes that reveal nothing about the key or about other values derived from it."""
    return hmac.digest(key, preimage(label, *fields, version=version), "sha256")


def authenticator(key: bytes) -> Callable[[bytes], bytes]:
    """Return HMAC-SHA-256 under one key, for many short messages: both of its hashes have begun with the key.

    >>> authenticator(bytes(32))(b"salt") == hmac.digest(bytes(32), b"salt", "sha256")
    True
    """
    padded = (
        key.ljust(_SHA_BLOCK, b"\0")
        if len(key) <= _SHA_BLOCK
        else hashlib.sha256(key).digest().ljust(_SHA_BLOCK, b"\0")
    )
    inner = hashlib.sha256(padded.translate(_INNER)).copy
    outer = hashlib.sha256(padded.translate(_OUTER)).copy

    def of(message: bytes) -> bytes:
        first, second = inner(), outer()
        first.update(message)
        second.update(first.digest())
        return second.digest()

    return of


_SHA_BLOCK = 64  # bytes that SHA-256 takes at a time
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def _part(field: Field) -> bytes:
    """Return a field after its length."""
    if isinstance(field, int):
        return b"\0\0\0\x08" + field.to_bytes(8, "big")
    data = field if isinstance(field, bytes) else field.encode()
    return len(data).to_bytes(4, "big") + data


_BEGUN = _part(VERSION)


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


# ---------------------------------------------------------------- the generator


BLOCK = HASH  # bytes


def blocks(key: bytes) -> Iterator[bytes]:
    """Yield the generator's output under a key, block by block, without end."""
    block = authenticator(key)
    for number in count():
        yield block(number.to_bytes(8, "big"))


def raw(seed: bytes) -> Iterator[bytes]:
    """Yield the generator's output before any scaling, as a laboratory tests it.

    >>> next(raw(bytes(32))).hex()[:16]
    'ef1e9354eded59ef'
    """
    need_seed(seed)
    return blocks(keyed(seed, "raw"))


class Stream:
    """Integers from blocks of random bytes."""

    __slots__ = ("_at", "_blocks", "_left")

    def __init__(self, source: Iterable[bytes]) -> None:
        self._blocks = iter(source)
        self._left, self._at = b"", 0  # bytes, and how many of them are used

    @classmethod
    def keyed(cls, key: bytes) -> Stream:
        """Return the generator under a key."""
        return cls(blocks(key))

    def take(self, size: int) -> bytes:
        """Return the next bytes; raise ``FairError`` at the end of a finite stream."""
        end = self._at + size
        while len(self._left) < end:
            block = next(self._blocks, b"")
            if not block:
                raise FairError("the stream is exhausted")
            self._left, self._at, end = self._left[self._at :] + block, 0, end - self._at
        taken, self._at = self._left[self._at : end], end
        return taken

    def below(self, limit: int) -> int:
        """Draw an integer from 0 to ``limit - 1``, each with equal probability."""
        if limit < 1:
            raise FairError(f"invalid limit {limit}: draw from at least one value")
        bits = (limit - 1).bit_length()
        size = (bits + 7) // 8
        unused = 8 * size - bits
        while True:
            end = self._at + size
            if end <= len(self._left):
                taken, self._at = self._left[self._at : end], end
            else:
                taken = self.take(size)
            value = int.from_bytes(taken, "big") >> unused
            if value < limit:
                return value

    def each_below(self, limit: int) -> Iterator[int]:
        """Draw an integer below this limit, then one below each smaller limit down to 2, as ``below`` does.

        >>> source, other = Stream.keyed(bytes(32)), Stream.keyed(bytes(32))
        >>> list(source.each_below(300)) == [other.below(limit) for limit in range(300, 1, -1)]
        True
        """
        left, at = self._left, self._at
        for most in range(limit, 1, -1):
            bits = (most - 1).bit_length()
            size = (bits + 7) // 8
            unused = 8 * size - bits
            value = most
            while value >= most:
                if len(left) - at < size:
                    left, at = left[at:] + next(self._blocks), 0
                value = (left[at] if size == 1 else int.from_bytes(left[at : at + size], "big")) >> unused
                at += size
            self._left, self._at = left, at
            yield value
