"""Wagers on single cards: ranks, suits and order of all six cards of a coup, with or without its points.

A condition consists of *questions*: about the class of coup, or about some of its cards. A question about cards is a
measure (number of suits, greatest number of cards of one rank) and the permitted values. Each measure is computed from
two parts, one for each hand, so that a counter can sum over hands.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Literal, NamedTuple

from punto.core.cards import Card
from punto.core.coup import CoupClass
from punto.core.tableau import NONE
from punto.wagers.facts import FACTS, SELECTIONS, Test, When, value_of
from punto.wagers.wager import LOSE, Result

Turned = tuple[tuple[int, Card], ...]  # cards with their positions, in the order in which a condition names them
Reading = Literal["value", "rank", "color", "suit"]  # the attribute of a card that a measure reads


class Measure(NamedTuple):
    """A number computed from cards: the part of each hand, and how both parts combine."""

    reads: tuple[Reading, ...]
    part: Callable[[Turned], Hashable]
    value: Callable[..., int]
    every: bool = False  # the value is a set of bits, all of which must be permitted
    equal: bool = False  # the value is whether both contributions are the same


def _each(of: Callable[[Card], int]) -> Callable[[Turned], Hashable]:
    return lambda cards: frozenset(of(card) for _, card in cards)


def _sorted(of: Callable[[Card], int]) -> Callable[[Turned], Hashable]:
    return lambda cards: tuple(sorted(of(card) for _, card in cards))


def _number(of: Callable[[Card], bool]) -> Callable[[Turned], Hashable]:
    return lambda cards: sum(of(card) for _, card in cards)


def _in_turn(of: Callable[[Card], int]) -> Callable[[Turned], Hashable]:
    return lambda cards: tuple((turn, of(card)) for turn, card in cards)


def _different(one: frozenset[int], other: frozenset[int]) -> int:
    return len(one | other)


def _bits(one: frozenset[int], other: frozenset[int]) -> int:
    return sum(1 << each for each in one | other)


def _most(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    both = one + other
    return max(map(both.count, both), default=0)


def _ordered(one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]) -> int:
    values = [value for _, value in sorted(one + other)]
    steps = {(after > before) - (after < before) for before, after in pairwise(values)}
    return {frozenset({1}): 0, frozenset({-1}): 1, frozenset({0}): 2, frozenset(): 2}.get(frozenset(steps), 3)


def _straight(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    ranks = sorted(one + other)
    high = sorted(14 if rank == 1 else rank for rank in ranks)  # an ace is low or high
    return any(all(after == before + 1 for before, after in pairwise(run)) for run in (ranks, high))


def _rank(card: Card) -> int:
    return card.rank


def _suit(card: Card) -> int:
    return card.suit


def _red(card: Card) -> bool:
    return card.suit in (1, 2)


def _add(one: int, other: int) -> int:
    return one + other


def _pair(cards: Turned) -> int:
    (_, one), (_, other) = cards
    return one.rank if one.rank == other.rank else 0


def _twin(cards: Turned) -> bool:
    (_, one), (_, other) = cards
    return one == other


_BOTH: tuple[Reading, ...] = ("rank", "suit")
_MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        "rank": Measure(("rank",), _each(_rank), _bits, every=True),
        "suit": Measure(("suit",), _each(_suit), _bits, every=True),
        "ranks": Measure(("rank",), _each(_rank), _different),
        "suits": Measure(("suit",), _each(_suit), _different),
        "colors": Measure(("color",), _each(_red), _different),
        "same-rank": Measure(("rank",), _sorted(_rank), _most),
        "same-suit": Measure(("suit",), _sorted(_suit), _most),
        "same-card": Measure(_BOTH, _sorted(int), _most),
        "red": Measure(("color",), _number(_red), _add),
        "black": Measure(("color",), _number(lambda card: not _red(card)), _add),
        "faces": Measure(("rank",), _number(lambda card: card.rank > 10), _add),
        "points": Measure(
            ("value",), lambda cards: sum(card.value for _, card in cards) % 10, lambda p, b: (p + b) % 10
        ),
        "straight": Measure(("rank",), _sorted(_rank), _straight),
        "order": Measure(("rank",), _in_turn(_rank), _ordered),
        "points-order": Measure(("value",), _in_turn(lambda card: card.value), _ordered),
        # Facts of the first four cards.
        "suited-pair": Measure(_BOTH, lambda cards: bool(cards) and _twin(cards), _add),
        "same-pair": Measure(("rank",), _pair, lambda p, b: bool(p) and p == b),
        "identical": Measure(_BOTH, _sorted(int), lambda p, b: p == b, equal=True),
    }
)
_FOUR = (0, 1, 3, 4)
_OF_OPENINGS = {
    "player-suited-pair": ("suited-pair", (0, 1)),
    "banker-suited-pair": ("suited-pair", (3, 4)),
    "suited-pairs": ("suited-pair", _FOUR),
    "same-pair": ("same-pair", _FOUR),
    "identical": ("identical", _FOUR),
}
_HANDS = {"player-": (0, 1, 2), "banker-": (3, 4, 5), "": (0, 1, 2, 3, 4, 5)}


class Question(NamedTuple):
    """A measure of the cards at some places, and its permitted values; it fails if a required place has no card."""

    measure: str
    places: tuple[int, ...]
    required: frozenset[int]
    allowed: frozenset[int]

    @property
    def reads(self) -> tuple[Reading, ...]:
        """Return the attributes of a card that it reads; a test for red or black reads only the color."""
        reds, blacks = {1, 2} & self.allowed, {0, 3} & self.allowed
        if self.measure == "suit" and len(reds) != 1 and len(blacks) != 1:
            return ("color",)
        return _MEASURES[self.measure].reads

    @property
    def equal(self) -> bool:
        """Whether it asks for the same in both hands, and not for anything else of them."""
        return _MEASURES[self.measure].equal and self.allowed == {1}

    @property
    def hands(self) -> tuple[int, ...]:
        """Return the hands that it concerns: 0 for the Player's, 1 for the Banker's."""
        return tuple(sorted({place // 3 for place in self.places}))

    def part(self, hand: int, cards: Sequence[Card]) -> Hashable:
        """Return the part of a hand's cards; None if a required place has no card."""
        first = 3 * hand
        if any(first <= place < first + 3 and place - first >= len(cards) for place in self.required):
            return None
        turned = enumerate(self.places)
        held = ((turn, place - first) for turn, place in turned if first <= place < first + 3)
        return _MEASURES[self.measure].part(tuple((turn, cards[at]) for turn, at in held if at < len(cards)))

    def of(self, player: Hashable, banker: Hashable) -> bool:
        """Return whether it holds for the parts of both hands."""
        return self.holding()(player, banker)

    def holding(self) -> Callable[[Hashable, Hashable], bool]:
        """Return ``of`` as a function, which is faster where it is asked of many hands."""
        measure, allowed = _MEASURES[self.measure], self.allowed
        value = measure.value
        if measure.every:
            wrong = ~sum(1 << each for each in allowed)
            return lambda one, other: one is not None and other is not None and not value(one, other) & wrong
        return lambda one, other: one is not None and other is not None and value(one, other) in allowed

    def alone(self, cards: Sequence[Card]) -> bool:
        """Return whether it holds for the cards of the one hand that it concerns."""
        part = self.part(self.hands[0], cards)
        return part is not None and self.of(part, _MEASURES[self.measure].part(()))


def question_of(test: Test) -> Question | None:
    """Return the question of a fact about single cards; None for a fact of points and pairs."""
    if test.fact in _OF_OPENINGS:
        measure, places = _OF_OPENINGS[test.fact]
        return Question(measure, places, frozenset(), test.allowed)
    if FACTS[test.fact].reads != "cards":
        return None
    hand = next(hand for hand in _HANDS if test.fact.startswith(hand))
    return Question(test.fact.removeprefix(hand), _HANDS[hand], frozenset(), test.allowed)


def questions(condition: When) -> Iterator[Test | Question]:
    """Return the questions of a condition itself, without those of nested conditions."""
    for test in condition.tests:
        yield question_of(test) or test
    for cards, tests in condition.on:
        places = tuple(dict.fromkeys(place for word in cards for place in SELECTIONS[word]))
        required = frozenset(place for word in cards for place in SELECTIONS[word] if len(SELECTIONS[word]) == 1)
        for measure, allowed in tests:
            yield Question(measure, places, required, allowed)


def every_question(conditions: Iterable[When]) -> Iterator[Test | Question]:
    """Return the questions of some conditions, nested ones included."""
    for condition in conditions:
        yield from questions(condition)
        yield from every_question((*condition.any, *((condition.never,) if condition.never else ())))


@dataclass(frozen=True, slots=True)
class CardTable:
    """The results of a wager on the cards of a coup: the first line whose condition holds decides."""

    lines: tuple[tuple[When, Result], ...]

    def __call__(self, player: Sequence[Card], banker: Sequence[Card]) -> Result:
        """Return the result for the cards of both hands, two or three each."""
        coup = _class_of(player, banker)
        return next((result for condition, result in self.lines if _fits(condition, player, banker, coup)), LOSE)


def _class_of(player: Sequence[Card], banker: Sequence[Card]) -> CoupClass:
    return CoupClass(
        (player[0].value + player[1].value) % 10,
        (banker[0].value + banker[1].value) % 10,
        player[2].value if len(player) > 2 else NONE,
        banker[2].value if len(banker) > 2 else NONE,
        player[0].rank == player[1].rank,
        banker[0].rank == banker[1].rank,
    )


def _fits(condition: When, player: Sequence[Card], banker: Sequence[Card], coup: CoupClass) -> bool:
    return (
        all(_answer(asked, player, banker, coup) for asked in questions(condition))
        and (not condition.any or any(_fits(each, player, banker, coup) for each in condition.any))
        and not (condition.never and _fits(condition.never, player, banker, coup))
    )


def _answer(asked: Test | Question, player: Sequence[Card], banker: Sequence[Card], coup: CoupClass) -> bool:
    if isinstance(asked, Test):
        return value_of(asked.fact, coup) in asked.allowed
    if len(asked.hands) == 1:
        return asked.alone(banker if asked.hands[0] else player)
    return asked.of(asked.part(0, player), asked.part(1, banker))
