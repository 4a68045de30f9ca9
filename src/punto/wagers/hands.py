"""Hands by all that a wager on cards can ask of them, and the line that each two of them come to.

There are 52 to the power of six deals, and far fewer *sorts* of hands: hands of one sort give the same answers. A grid
holds the line of every two sorts, found with one number per row whose bits are the columns.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeVar

from punto.core.cards import DECK, Card
from punto.core.coup import CoupClass
from punto.core.tableau import NONE, banker_draws, player_draws
from punto.wagers.cards import Question, every_question, questions
from punto.wagers.facts import FACTS, Test, When, value_of
from punto.wagers.wager import WagerError

MOST_PARTS = 4_000_000  # pairs of contributions to one question: some seconds
_PLAYER_ONLY = {"player", "player-third", "player-cards"}  # of the finished coup, and without the Banker's third card


class Base(NamedTuple):
    """The points of a hand: count of the first two cards, value of the third or NONE, whether the first two pair."""

    two: int = 0
    third: int = NONE
    pair: bool = False


class Sort(NamedTuple):
    """All that the conditions of a wager can ask of a hand."""

    size: int
    base: Base
    answers: tuple[Hashable, ...]


class Grid:
    """Conditions on both hands, and which of them decides each two sorts of hands."""

    def __init__(self, conditions: Sequence[When]) -> None:
        self.conditions = tuple(conditions)
        asked = list(dict.fromkeys(every_question(self.conditions)))
        self.questions = [one for one in asked if isinstance(one, Question)]
        tests = [one for one in asked if isinstance(one, Test)]
        places = {place for one in self.questions for place in one.places}
        final = {test.fact for test in tests if FACTS[test.fact].reads == "final"}
        self.thirds = (bool(final) or 2 in places or 5 in places, bool(final - _PLAYER_ONLY) or 5 in places)
        self.points = bool(tests) or self.thirds[0]
        self.pairs = any(FACTS[test.fact].reads == "pairs" for test in tests)
        self.ordered = any((place in one.places) != (place + 1 in one.places) or "order" in one.measure
                           for one in self.questions for place in (0, 3))  # fmt: skip
        reads = {reading for one in self.questions for reading in one.reads}
        self.by_rank = self.pairs or "rank" in reads
        self.by_suit, self.by_color = "suit" in reads, "color" in reads
        self.by_value = self.points or "value" in reads
        self.sizes = tuple((2, 3) if third else (2,) for third in self.thirds)

    def kind(self, card: Card) -> tuple[int, int]:
        """Return what a wager can tell of a card; cards of one kind are alike to it."""
        number = card.rank if self.by_rank else card.value if self.by_value else 0
        return number, card.suit if self.by_suit else int(card.suit in (1, 2)) if self.by_color else 0

    def sort(self, hand: int, cards: Sequence[Card]) -> Sort:
        """Return the sort of a hand: 0 for the Player's, 1 for the Banker's."""
        base = Base()
        if self.points:
            third = cards[2].value if len(cards) > 2 else NONE
            pair = self.pairs and cards[0].rank == cards[1].rank
            base = Base((cards[0].value + cards[1].value) % 10, third, pair)
        answers = (
            one.alone(cards) if one.hands == (hand,) else one.part(hand, cards)
            for one in self.questions
            if hand in one.hands
        )
        return Sort(len(cards), base, tuple(answers))

    def valid(self, player: Base, banker: Base) -> bool:
        """Say whether two hands end a coup: third cards are drawn as the tableau says."""
        if self.thirds[0] and (player.third != NONE) != player_draws(player.two, banker.two):
            return False
        draws = self.thirds[1] and banker_draws(player.two, banker.two, player.third)
        return not self.thirds[1] or (banker.third != NONE) == draws

    def lines(self, players: Sequence[Sort], bankers: Sequence[Sort]) -> Iterator[list[int]]:
        """Yield for each sort of the Player's Hand one number per condition: the columns that it decides."""
        rows = _Rows(self, bankers)
        for player in players:
            left, found = rows.valid(player), list[int]()
            for condition in self.conditions:
                here = rows.holds(condition, player) & left
                left ^= here
                found.append(here)
            yield found

    def reached(self) -> set[int]:
        """Return the numbers of the conditions that decide some coup."""
        kinds = list({self.kind(card): card for card in reversed(DECK)}.values())
        sorts = [
            list({self.sort(hand, cards) for size in self.sizes[hand] for cards in product(kinds, repeat=size)})
            for hand in (0, 1)
        ]
        return {number for row in self.lines(*sorts) for number, here in enumerate(row) if here}


class _Rows:
    """Answers to questions for one row at a time, as bits over all columns."""

    def __init__(self, grid: Grid, bankers: Sequence[Sort]) -> None:
        self.grid = grid
        self.bases = _bits(banker.base for banker in bankers)
        self.known: dict[tuple[Hashable, ...], int] = {}
        about = [one for one in grid.questions if 1 in one.hands]
        self.parts = {one: _bits(banker.answers[number] for banker in bankers) for number, one in enumerate(about)}
        self.every = (1 << len(bankers)) - 1
        self.own = {one: number for number, one in enumerate(o for o in grid.questions if 0 in o.hands)}

    def valid(self, player: Sort) -> int:
        key = ("valid", player.base)
        if key not in self.known:
            fits = (bits for base, bits in self.bases.items() if self.grid.valid(player.base, base))
            self.known[key] = sum(fits)
        return self.known[key]

    def holds(self, condition: When, player: Sort) -> int:
        found = self.every
        for asked in questions(condition):
            found &= self._answer(asked, player)
        if condition.any:
            one = 0
            for each in condition.any:
                one |= self.holds(each, player)
            found &= one
        return found & (self.every ^ self.holds(condition.never, player)) if condition.never else found

    def _answer(self, asked: Test | Question, player: Sort) -> int:
        if isinstance(asked, Question) and asked.hands == (0,):
            return self.every if player.answers[self.own[asked]] is True else 0
        if isinstance(asked, Question) and asked.hands == (1,):
            return self.parts[asked].get(True, 0)
        own = player.base if isinstance(asked, Test) else player.answers[self.own[asked]]
        key = (asked, own)
        if key not in self.known:
            self.known[key] = self._found(asked, own)
        return self.known[key]

    def _found(self, asked: Test | Question, own: Hashable) -> int:
        if isinstance(asked, Question):
            parts = self.parts[asked]
            if len(parts) ** 2 > MOST_PARTS:
                raise WagerError(f"{asked.measure} of cards of both hands has {len(parts)} cases: name fewer cards")
            return sum(bits for part, bits in parts.items() if asked.of(own, part))
        found = 0
        if not isinstance(own, Base):
            return found
        for base, bits in self.bases.items():
            if value_of(asked.fact, _coup(own, base)) in asked.allowed:
                found |= bits
        return found


def _coup(player: Base, banker: Base) -> CoupClass:
    return CoupClass(player.two, banker.two, player.third, banker.third, player.pair, banker.pair)


T = TypeVar("T", bound=Hashable)


def _bits(values: Iterable[T]) -> dict[T, int]:
    found: dict[T, int] = {}
    for number, value in enumerate(values):
        found[value] = found.get(value, 0) | 1 << number
    return found
