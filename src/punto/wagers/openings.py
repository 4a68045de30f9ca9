"""Wagers on the first four cards with their suits: pairs of one suit, Royal 9s, combinations posted at a seat.

Two-card hands are grouped into *kinds*, by everything that a condition can ask. There are few kinds, so that each pair
of them is decided once and cached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from punto.core.cards import DECK, SUITS, Card, count, rank_of
from punto.core.coup import Opening
from punto.core.tableau import natural
from punto.wagers.facts import When
from punto.wagers.wager import LOSE, Result, WagerError

Pair = tuple[Card, Card]
Combinations = Mapping[int, tuple[Pair, ...]]  # seat -> its pairs, the main one first


class Royal(NamedTuple):
    """A Royal 9: one of these faces with a card of this rank."""

    faces: frozenset[int]
    beside: int


class Kind(NamedTuple):
    """Everything that a condition can ask about the two cards of a hand."""

    royal: bool
    suited: bool  # a Royal 9 of one suit
    posted: int  # 2 for the first combination of the seat, 1 for another one of the seat, else 0
    elsewhere: bool  # the first combination of another seat
    pair: int  # the rank of a pair, or 0
    twin: bool  # a pair of one suit
    two: int  # the point count


class OpeningResult(NamedTuple):
    """An opening in the form that conditions read."""

    player: Kind
    banker: Kind
    same: bool  # the same two cards in both hands


_FACTS: Mapping[str, Callable[[OpeningResult], int]] = MappingProxyType(
    {
        "player-two": lambda told: told.player.two,
        "banker-two": lambda told: told.banker.two,
        "player-natural": lambda told: natural(told.player.two),
        "banker-natural": lambda told: natural(told.banker.two),
        "player-pair": lambda told: bool(told.player.pair),
        "banker-pair": lambda told: bool(told.banker.pair),
        "pairs": lambda told: bool(told.player.pair) + bool(told.banker.pair),
        "same-pair": lambda told: bool(told.player.pair) and told.player.pair == told.banker.pair,
        "player-suited-pair": lambda told: told.player.twin,
        "banker-suited-pair": lambda told: told.banker.twin,
        "suited-pairs": lambda told: told.player.twin + told.banker.twin,
        "identical": lambda told: told.same,
        "royals": lambda told: told.player.royal + told.banker.royal,
        "suited-royals": lambda told: told.player.suited + told.banker.suited,
        "player-posted": lambda told: told.player.posted,
        "banker-posted": lambda told: told.banker.posted,
        "posted-elsewhere": lambda told: told.same and told.player.elsewhere,
    }
)


def _fits(condition: When, told: OpeningResult) -> bool:
    return (
        all(_FACTS[fact](told) in allowed for fact, allowed in condition.tests)
        and (not condition.any or any(_fits(each, told) for each in condition.any))
        and not (condition.never and _fits(condition.never, told))
    )


_ROYAL = {"royals", "suited-royals", "player-posted", "banker-posted", "posted-elsewhere"}


def _royal_only(condition: When) -> bool:
    """Return whether a condition distinguishes only the cards of Royal 9s; a posted hand is one."""
    names = set(condition.facts())
    return names <= _ROYAL or (names - _ROYAL == {"identical"} and "player-posted" in names and not condition.any)


class OpeningTable:
    """The results of a wager on the opening, by the kinds of both hands."""

    def __init__(self, lines: tuple[tuple[When, Result], ...], royal: Royal | None, posted: Combinations) -> None:
        self.lines, self.royal, self.posted = lines, royal, posted
        self._own = {seat: [frozenset(pair) for pair in pairs] for seat, pairs in posted.items()}
        self.kind = cache(self._kind_of)  # of a hand, at a seat
        self.of = cache(self._decided)  # the result of two kinds

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OpeningTable):
            return NotImplemented
        return (self.lines, self.royal, self.posted) == (other.lines, other.royal, other.posted)

    def __hash__(self) -> int:
        return hash((self.lines, self.royal))

    def __call__(self, opening: Opening, seat: int) -> Result:
        """Return the result of an opening for a seat."""
        player, banker = opening
        same = player == banker or player == banker[::-1]
        return self.of(self.kind(player, seat), self.kind(banker, seat), same=same)

    @property
    def tells(self) -> tuple[Card, ...]:
        """The cards that the wager distinguishes; all others are equivalent."""
        if self.royal is None or not all(_royal_only(condition) for condition, _ in self.lines):
            return DECK
        ranks = {*self.royal.faces, self.royal.beside}
        return tuple(card for card in DECK if card.rank in ranks)

    def reached(self) -> set[int]:
        """Return the numbers of the lines that decide some opening, by trying every two kinds of hands."""
        kinds = {self._kind_of((one, other), 0) for one in DECK for other in DECK[one:]}
        every = (
            OpeningResult(p, b, same) for p in kinds for b in kinds for same in ((False, True) if p == b else (False,))
        )
        return {self._line(told) for told in every}

    def _decided(self, player: Kind, banker: Kind, *, same: bool) -> Result:
        number = self._line(OpeningResult(player, banker, same))
        return LOSE if number < 0 else self.lines[number][1]

    def _line(self, told: OpeningResult) -> int:
        return next((number for number, (condition, _) in enumerate(self.lines) if _fits(condition, told)), -1)

    def _kind_of(self, hand: Pair, seat: int) -> Kind:
        one, other = hand
        cards, ranks, suited = frozenset(hand), {one.rank, other.rank}, one.suit == other.suit
        royal = self.royal is not None and self.royal.beside in ranks and not self.royal.faces.isdisjoint(ranks)
        own = self._own.get(seat, [])
        others = (pairs[0] for owner, pairs in self._own.items() if owner != seat and pairs)
        pair = one.rank if len(ranks) == 1 else 0
        return Kind(
            royal=royal,
            suited=royal and suited,
            posted=2 if cards in own[:1] else int(cards in own),
            elsewhere=cards in others,
            pair=pair,
            twin=bool(pair) and suited,
            two=count(hand),
        )


# ---------------------------------------------------------------- combinations


UNSUITED = tuple(f"{king}9{nine}" for king in "schd" for nine in "hdsc" if king != nine)  # all twelve King-9s


def chairs(posted: Iterable[str], faces: Iterable[str]) -> Combinations:
    """Parse the combinations posted at each chair, ``s9h``: each of the faces in spades with the nine of hearts."""
    ranks = [rank_of(face) for face in faces]
    return {chair: tuple(_pair(text, face) for face in ranks) for chair, text in enumerate(posted, 1)}


def king_9s(posted: Iterable[str]) -> Combinations:
    """Parse the Personal King-9 of each seat, ``s9h`` for the King of spades with the nine of hearts."""
    return chairs(posted, ("K",))


def _pair(text: str, face: int) -> Pair:
    if len(text) != 3 or text[1] != "9" or text[0] not in SUITS or text[2] not in SUITS:
        raise WagerError(f"invalid combination {text!r}: use the face card's suit, 9, the nine's suit, like s9h")
    return _card(face, text[0]), _card(rank_of("9"), text[2])


def _card(rank: int, suit: str) -> Card:
    return Card(SUITS.index(suit) * 13 + rank - 1)
