"""What players add to the shuffle: first a pledge, then the entropy itself.

If entropy came in the open, whoever spoke last could choose the order. So each player first publishes a hash. It binds
the house's commitment, so that it was made after that and for this shoe alone, and the player's name, so that nobody
can copy another's pledge and open it with the other's words. Entropy is at least 16 bytes: a word that can be guessed
is no secret, and who knows all the others' may choose his own to suit.

The contributions are used in the order of the names, never in the order of arrival, which somebody could choose.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from punto.fair.preimage import FairError, digest, need_distinct, need_hash, need_name

LEAST_ENTROPY, MOST_ENTROPY = 16, 64  # bytes


@dataclass(frozen=True, slots=True)
class Contribution:
    """A player's entropy, in the open."""

    player: str
    entropy: bytes

    def __post_init__(self) -> None:
        need_name("a player's name", self.player)
        if not LEAST_ENTROPY <= len(self.entropy) <= MOST_ENTROPY:
            size = len(self.entropy)
            raise FairError(f"{self.player}'s entropy has {size} bytes: {LEAST_ENTROPY} to {MOST_ENTROPY} are right")


@dataclass(frozen=True, slots=True)
class Pledge:
    """A player's entropy, hashed: published before anybody shows theirs."""

    player: str
    hash: bytes

    def __post_init__(self) -> None:
        need_name("a player's name", self.player)
        need_hash(f"{self.player}'s pledge", self.hash)


@dataclass(frozen=True, slots=True)
class Gathered:
    """The entropy that goes into the shuffle, and the names of those who pledged and did not reveal."""

    contributions: tuple[Contribution, ...]
    silent: tuple[str, ...]


def pledge(commitment: bytes, contribution: Contribution) -> Pledge:
    """Hash a player's entropy for the shoe that the house has committed to."""
    need_hash("a commitment", commitment)
    hashed = digest("pledge", commitment, contribution.player, contribution.entropy)
    return Pledge(contribution.player, hashed)


def opens(commitment: bytes, pledged: Pledge, contribution: Contribution) -> bool:
    """Say whether this is the entropy that was pledged."""
    return pledge(commitment, contribution) == pledged


def gather(commitment: bytes, pledges: Iterable[Pledge], shown: Iterable[Contribution]) -> Gathered:
    """Take what opens a pledge; name who pledged and showed nothing that does.

    Nobody can hold up the table: what opens no pledge is passed over.
    """
    pledged = sorted(pledges, key=lambda each: each.player)
    need_distinct("a pledge of", [each.player for each in pledged])
    opened = {pledge(commitment, each): each for each in shown}
    contributions = tuple(opened[each] for each in pledged if each in opened)
    return Gathered(contributions, tuple(each.player for each in pledged if each not in opened))
