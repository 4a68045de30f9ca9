"""Players' entropy for the shuffle: first a pledge, then the entropy itself.

If entropy were published directly, the last player could choose the order. Each player therefore first publishes a
hash. It binds the operator's commitment, so that it was made after it and for this shoe alone, and the player's name,
so that a pledge cannot be copied and opened with another player's entropy. Entropy is at least 16 bytes: a guessable
value is not secret, and a player who knows all others' values could choose their own to suit.

Contributions are used in the order of names, never in the order of arrival, which could be manipulated.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from punto.fair.preimage import FairError, digest, need_distinct, need_hash, need_name

LEAST_ENTROPY, MOST_ENTROPY = 16, 64  # bytes


@dataclass(frozen=True, slots=True)
class Contribution:
    """A player's revealed entropy."""

    player: str
    entropy: bytes

    def __post_init__(self) -> None:
        need_name("player name", self.player)
        if not LEAST_ENTROPY <= len(self.entropy) <= MOST_ENTROPY:
            size = len(self.entropy)
            raise FairError(
                f"invalid entropy of {self.player}: {size} bytes, expected {LEAST_ENTROPY} to {MOST_ENTROPY}"
            )


@dataclass(frozen=True, slots=True)
class Pledge:
    """A player's hashed entropy, published before any is revealed."""

    player: str
    hash: bytes

    def __post_init__(self) -> None:
        need_name("player name", self.player)
        need_hash(f"pledge of {self.player}", self.hash)


@dataclass(frozen=True, slots=True)
class Gathered:
    """The entropy used in the shuffle, and the players who pledged but did not reveal."""

    contributions: tuple[Contribution, ...]
    silent: tuple[str, ...]


def pledge(commitment: bytes, contribution: Contribution) -> Pledge:
    """Hash a player's entropy for the shoe that the operator has committed to."""
    need_hash("commitment", commitment)
    hashed = digest("pledge", commitment, contribution.player, contribution.entropy)
    return Pledge(contribution.player, hashed)


def opens(commitment: bytes, pledged: Pledge, contribution: Contribution) -> bool:
    """Return whether this is the entropy that was pledged."""
    return pledge(commitment, contribution) == pledged


def gather(commitment: bytes, pledges: Iterable[Pledge], shown: Iterable[Contribution]) -> Gathered:
    """Return the contributions that open a pledge, and the names of players whose pledge was not opened.

    A contribution that opens no pledge is ignored, so that no player can hold up the table.
    """
    pledged = sorted(pledges, key=lambda each: each.player)
    need_distinct("pledge of", [each.player for each in pledged])
    opened = {pledge(commitment, each): each for each in shown}
    contributions = tuple(opened[each] for each in pledged if each in opened)
    return Gathered(contributions, tuple(each.player for each in pledged if each not in opened))
