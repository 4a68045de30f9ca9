"""The generator: HMAC-SHA-256 of 0, 1, 2 … under a key, and whole numbers drawn from it without bias.

Every number uses the next bytes of the stream, at once and in order, and no byte is used twice. To draw one of ``n``
values, take the fewest bits that can count them and draw again while they count too far. Nothing is divided and no
remainder is taken, so no value is likelier than another. In a shoe of eight decks about three draws in ten are thrown
away: enough that a verifier which forgets to do so finds out with the first cards.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from itertools import count

from punto.fair.preimage import HASH, FairError, keyed, need_seed

BLOCK = HASH  # bytes


def blocks(key: bytes) -> Iterator[bytes]:
    """Give the generator's output under a key, block by block, without end."""
    for number in count():
        yield hmac.digest(key, number.to_bytes(8, "big"), "sha256")


def raw(seed: bytes) -> Iterator[bytes]:
    """Give the generator's output as a laboratory tests it: before any scaling.

    >>> next(raw(bytes(32))).hex()[:16]
    'ef1e9354eded59ef'
    """
    need_seed(seed)
    return blocks(keyed(seed, "raw"))


class Stream:
    """Whole numbers from blocks of random bytes."""

    __slots__ = ("_blocks", "_left")

    def __init__(self, source: Iterable[bytes]) -> None:
        self._blocks = iter(source)
        self._left = b""

    @classmethod
    def keyed(cls, key: bytes) -> Stream:
        """Return the generator under a key."""
        return cls(blocks(key))

    def take(self, size: int) -> bytes:
        """Return the next bytes."""
        while len(self._left) < size:
            block = next(self._blocks, b"")
            if not block:
                raise FairError("the stream has run dry")
            self._left += block
        taken, self._left = self._left[:size], self._left[size:]
        return taken

    def below(self, limit: int) -> int:
        """Draw one of 0 to ``limit - 1``, each as likely as the other."""
        if limit < 1:
            raise FairError(f"there is nothing to draw from {limit} values")
        bits = (limit - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            value = int.from_bytes(self.take(size), "big") >> (8 * size - bits)
            if value < limit:
                return value
