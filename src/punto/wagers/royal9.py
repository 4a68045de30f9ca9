"""Royal 9: a nine with a face card in the first two cards, and the seat's own combinations.

Two kinds. *Progressive* (ma-midi 12(i), ma-mini 12(i)): each seat has one unsuited King-9. *Multi-Level* (ma-baccarat
13(i), ma-midi-multilevel 12(i)): each chair has King, Queen and Jack of one suit with a nine of another. The first line
of the printed table that fits pays, once (reading 4). Awards are amounts for the fixed stake, which is not returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from punto.cards import SUITS, Card, rank_of
from punto.coup import Opening
from punto.law.schema.definitions import RoyalNine
from punto.law.schema.wagers import (
    Chairs,
    MultilevelHand,
    MultilevelLine,
    ProgressiveHand,
    ProgressiveHands,
    ProgressiveLine,
    RoyalFact,
)
from punto.rulebook import Rulebook, RulebookError
from punto.wagers.wager import LOSE, Result, Verdict, Wager

Pair = tuple[Card, Card]  # face card, nine
Combinations = Mapping[int, tuple[Pair, ...]]  # seat -> its pairs, King first

MAIN = ("player", "banker", "ez-banker", "tie")
NINE, KING = rank_of("9"), rank_of("K")


class Kind(NamedTuple):
    """What a two-card hand is to Royal 9."""

    royal: bool
    suited: bool
    pair: frozenset[Card]


OpeningCondition = Callable[[Kind, Kind, int], bool]  # Player's Hand, Banker's Hand, seat
OpeningFact = RoyalFact | Literal["exact-match", "any-two"]


class Royals:
    """What counts as a Royal 9 at this table: the questions its printed lines ask of an opening."""

    def __init__(self, defined: RoyalNine, combinations: Combinations) -> None:
        self.faces = frozenset(map(rank_of, defined.faces))
        self.nine = NINE
        self.own = {seat: frozenset(map(frozenset, pairs)) for seat, pairs in combinations.items()}
        self.kings = {seat: frozenset(pairs[0]) for seat, pairs in combinations.items()}

    @property
    def tells(self) -> tuple[Card, ...]:
        """The cards that matter; all others are alike."""
        return tuple(card for card in map(Card, range(52)) if card.rank in self.faces or card.rank == self.nine)

    def kind(self, hand: Pair) -> Kind:
        """Return what a hand is to Royal 9, in either order of its cards."""
        ranks = {hand[0].rank, hand[1].rank}
        royal = self.nine in ranks and not self.faces.isdisjoint(ranks)
        return Kind(royal, royal and hand[0].suit == hand[1].suit, frozenset(hand))

    def conditions(self) -> dict[OpeningFact, OpeningCondition]:
        """Name the questions as the rulebooks do."""
        return {
            "both-personal": lambda p, b, seat: p.pair == b.pair == self.kings.get(seat),
            "banker-personal": lambda p, b, seat: b.pair == self.kings.get(seat),
            "player-personal": lambda p, b, seat: p.pair == self.kings.get(seat),
            "both-of-another-seat": self._another,
            "exact-match": lambda p, b, seat: self._posted(p, b, seat) and p.pair == b.pair,
            "any-two": lambda p, b, seat: self._posted(p, b, seat) and p.pair != b.pair,
            "both-suited": lambda p, b, _: p.suited and b.suited,
            "both-royal": lambda p, b, _: p.royal and b.royal,
            "any-suited": lambda p, b, _: p.suited or b.suited,
            "any-royal": lambda p, b, _: p.royal or b.royal,
        }

    def _posted(self, player: Kind, banker: Kind, seat: int) -> bool:
        """Both hands are combinations posted at the seat."""
        posted = self.own.get(seat, frozenset())
        return player.pair in posted and banker.pair in posted

    def _another(self, player: Kind, banker: Kind, seat: int) -> bool:
        """Both hands are the King-9 of one other seat, whoever wagers there."""
        others = (king for other, king in self.kings.items() if other != seat)
        return player.royal and player.pair == banker.pair and player.pair in others


def progressive(book: Rulebook, combinations: Combinations) -> Wager:
    """Royal 9 Progressive: Star, Spade and Heart meters and fixed awards."""
    law, defined = book.law.royal9.progressive, book.law.def_.royal_9
    if law is None or defined is None:
        raise RulebookError(f"{book.id} has no Royal 9 Progressive")
    facts, stake = _facts(law.hands), law.terms.stake_cents
    return _royal_9(defined, combinations, [(facts[line.hand], _result(line, stake)) for line in law.paytable.lines])


def _facts(hands: ProgressiveHands) -> dict[ProgressiveHand, RoyalFact]:
    """Return what each line of the Progressive table asks."""
    return {
        "star": hands.star,
        "spade": hands.spade,
        "heart": hands.heart,
        "other-identical": hands.other_identical,
        "suited-royal-9-both": hands.suited_royal_9_both,
        "royal-9-both": hands.royal_9_both,
        "suited-royal-9": hands.suited_royal_9,
        "royal-9": hands.royal_9,
    }


# The names the Multi-Level table prints, as questions.
_PRINTED: dict[MultilevelHand, OpeningFact] = {
    "exact-match": "exact-match",
    "any-two": "any-two",
    "banker-k9": "banker-personal",
    "player-k9": "player-personal",
    "suited-royal-9-both": "both-suited",
    "royal-9-both": "both-royal",
    "suited-royal-9": "any-suited",
    "royal-9": "any-royal",
}
_MULTILEVEL: Mapping[MultilevelHand, OpeningFact] = MappingProxyType(_PRINTED)


def multilevel(book: Rulebook, combinations: Combinations | None = None) -> Wager:
    """Royal 9 Multi-Level: the Major and the two King-9 meters, and fixed awards."""
    law, defined = book.law.royal9.multilevel, book.law.def_.royal_9
    if law is None or defined is None:
        raise RulebookError(f"{book.id} has no Royal 9 Multi-Level")
    stake = law.terms.stake_cents
    table = [(_MULTILEVEL[line.hand], _result(line, stake)) for line in law.paytables.lines]
    return _royal_9(defined, combinations or chairs(law.chairs), table)


def _royal_9(defined: RoyalNine, combinations: Combinations, table: Iterable[tuple[OpeningFact, Result]]) -> Wager:
    royals = Royals(defined, combinations)
    conditions = royals.conditions()
    lines = [(conditions[name], result) for name, result in table]

    kind = cache(royals.kind)

    def on_opening(opening: Opening, seat: int) -> Result:
        player, banker = kind(opening.player), kind(opening.banker)
        for condition, result in lines:
            if condition(player, banker, seat):
                return result
        return LOSE

    return Wager(
        key="royal-9",
        title="Royal 9",
        section=defined.section,
        results=(*(result for _, result in lines), LOSE),
        on_opening=on_opening,
        needs=MAIN,
        for_one=True,
        tells=royals.tells,
    )


def _result(line: ProgressiveLine | MultilevelLine, stake: int) -> Result:
    """Return the award of a line: a meter or a part of it, or cents for the stake."""
    if line.meter is None:
        return Result(Verdict.WIN, line.hand, Fraction(line.award_cents or 0, stake))
    percent = line.percent if isinstance(line, MultilevelLine) else None
    return Result(Verdict.WIN, line.hand, line.meter, Fraction(percent or 100, 100))


def chairs(printed: Chairs) -> Combinations:
    """Return the combinations the document posts at each chair (ma-baccarat 13(i) Table 2)."""
    faces = [rank_of(face) for face in printed.faces]
    return {chair: tuple(_pair(text, face) for face in faces) for chair, text in enumerate(printed.chairs, 1)}


def king_9s(posted: Iterable[str]) -> Combinations:
    """Read the Personal King-9 of each seat, ``s9h`` for the King of spades with the nine of hearts."""
    return {seat: (_pair(text, KING),) for seat, text in enumerate(posted, 1)}


UNSUITED = tuple(f"{king}9{nine}" for king in "schd" for nine in "hdsc" if king != nine)  # all twelve there are


def _pair(text: str, face: int) -> Pair:
    if len(text) != 3 or text[1] != "9" or text[0] not in SUITS or text[2] not in SUITS:
        raise RulebookError(f"{text!r} is no combination: write the face card's suit, 9, the nine's suit, like s9h")
    return _card(face, text[0]), _card(NINE, text[2])


def _card(rank: int, suit: str) -> Card:
    return Card(SUITS.index(suit) * 13 + rank - 1)
