"""Events of virtual shoes: everything that is published, so that their cards can be verified."""

from __future__ import annotations

from punto.table.event import Event


class ShoeCommitted(Event, tag="shoe-committed/1", frozen=True, kw_only=True):
    """A virtual shoe was committed to a seed: its hash was published before any wager on it."""

    shoe: int
    commitment: str
    coup: int = 0  # of a continuous shoe, which is shuffled for every coup
    again: int = 0  # how many stacks of this shoe were discarded before a card was dealt
    out: tuple[tuple[int, int], ...] = ()  # cards on the table that are not shuffled: coup and position of each
    beacon: str = ""  # the public beacon whose coming round is in the shuffle: the hash of its chain; "": none
    round: int = 0
    round_at: int = 0  # when the round is published; neither pledges nor entropy afterward


class EntropyPledged(Event, tag="entropy-pledged/1", frozen=True, kw_only=True):
    """A player published the hash of entropy for the shuffle."""

    seat: int
    who: str
    hash: str


class EntropyCalled(Event, tag="entropy-called/1", frozen=True, kw_only=True):
    """The pledges were closed; the players who pledged may now reveal."""

    players: tuple[str, ...]


class EntropyRevealed(Event, tag="entropy-revealed/1", frozen=True, kw_only=True):
    """A player revealed the pledged entropy."""

    seat: int
    who: str
    entropy: str


class BeaconShown(Event, tag="beacon-shown/1", frozen=True, kw_only=True):
    """The round of the public beacon that the commitment named was published; its signature is in the shuffle."""

    shoe: int
    signature: str
    previous: str = ""  # the signature of the round before, in a chained scheme
    coup: int = 0


class CardsListed(Event, tag="cards-listed/1", frozen=True, kw_only=True):
    """The order of the cards was fixed by publishing the salted hash of each; players who did not reveal are named."""

    shoe: int
    hashes: tuple[str, ...]
    coup: int = 0
    silent: tuple[str, ...] = ()


class SeedRevealed(Event, tag="seed-revealed/1", frozen=True, kw_only=True):
    """The seed of a finished shoe was revealed: everything about it can be recomputed."""

    shoe: int
    seed: str
    coup: int = 0
    again: int = 0
