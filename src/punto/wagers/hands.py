"""Hands by all that wagers on cards can ask of them.

There are 52 to the power of six deals, and far fewer *sorts* of hands: hands of one sort give the same answers.
``punto.wagers.both_hands`` says what every two of them come to.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from punto.core.cards import DECK, Card
from punto.core.tableau import NONE, banker_draws, player_draws
from punto.wagers.cards import CardTable, Question, Reading, every_question, questions
from punto.wagers.facts import FACTS, Test, When
from punto.wagers.openings import OpeningTable
from punto.wagers.wager import Wager, WagerError

T = TypeVar("T", bound=Hashable)

_PLAYER_ONLY = {"player", "player-third", "player-cards"}  # of the finished coup, and without the Banker's third card


class Base(NamedTuple):
    """The points of a hand: count of the first two cards, value of the third or NONE, whether the first two pair."""

    two: int = 0
    third: int = NONE
    pair: bool = False


class Sort(NamedTuple):
    """All that wagers can ask of a hand: its points, and answers by number."""

    base: Base
    answers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Opened:
    """A wager on the first four cards beside one on single cards, at a seat."""

    wager: Wager
    seat: int

    @property
    def stand_ins(self) -> Mapping[Card, Card]:
        """The card that stands for each: all that the wager does not tell apart are one blank."""
        tells = self.wager.tells
        blank = next((card for card in DECK if card not in tells), DECK[0])
        return {card: card if card in tells else blank for card in DECK}


@dataclass(frozen=True, eq=False)
class Classed:
    """Wagers on the class of coup beside one on single cards."""

    wagers: tuple[Wager, ...]


Table = CardTable | Opened | Classed


class Condition(NamedTuple):
    """A condition by the numbers of what it asks."""

    asked: tuple[int, ...]
    any: tuple[Condition, ...]
    never: Condition | None


class Asked:
    """One question to the hands of one side: its answers, numbered as they are met."""

    def __init__(
        self, of: Callable[[Sequence[Card]], Hashable], places: Sequence[int], told: Sequence[Hashable]
    ) -> None:
        numbers: dict[Hashable, int] = {}
        self._of, self._places = of, places
        self._reads = [numbers.setdefault(each, len(numbers)) for each in told]  # by kind of card
        self.values: list[Hashable] = []
        self.numbers: dict[Hashable, int] = {}
        self.most = 0  # answers that are not too many; 0 for no limit
        self._known: dict[tuple[int, ...], int] = {}

    def answer(self, drawn: Sequence[int], cards: Sequence[Card]) -> int:
        """Return the number of the answer for a hand, by kinds of cards."""
        reads = self._reads
        key = tuple([reads[drawn[place]] for place in self._places if place < len(drawn)])
        found = self._known.get(key)
        if found is None:
            value = self._of([cards[kind] for kind in drawn])
            found = self._known[key] = self.numbers.setdefault(value, len(self.values))
            if found == len(self.values):
                self.values.append(value)
                if 0 < self.most < len(self.values):
                    raise WagerError("cards of both hands with too many cases: name fewer cards")
        return found


class Side:
    """The sorts of one hand: 0 for the Player's, 1 for the Banker's."""

    def __init__(self, grid: Grid, hand: int) -> None:
        self.grid, self.hand = grid, hand
        self.asked = {number: made for number, one in enumerate(grid.asked) if (made := self._asked(one))}
        self.places = {number: place for place, number in enumerate(self.asked)}
        self.numbers: dict[Sort, int] = {}
        self.of_suits = [isinstance(one := grid.asked[number], Question) and set(one.reads) <= {"suit", "color"}
                         for number in self.asked]  # fmt: skip
        self._values = [(card.value, card.rank if grid.pairs else card) for card in grid.cards]
        self._highest = 6 if hand else 5  # count on which a third card may be drawn

    def _asked(self, one: Test | Question | Opened) -> Asked | None:
        if isinstance(one, Opened):
            stands = one.stand_ins
            told: list[Hashable] = [stands[card] for card in self.grid.cards]
            return Asked(lambda cards: tuple(sorted(stands[card] for card in cards[:2])), (0, 1), told)
        if isinstance(one, Test) or self.hand not in one.hands:
            return None

        def of(cards: Sequence[Card]) -> Hashable:
            return one.alone(cards) if len(one.hands) == 1 else one.part(self.hand, cards)

        places = [place - 3 * self.hand for place in one.places if place // 3 == self.hand]
        return Asked(of, places, [tuple(_READ[each](card) for each in one.reads) for card in self.grid.cards])

    def sort(self, drawn: Sequence[int]) -> int:
        """Return the number of the sort of a hand, by kinds of cards; -1 for one that ends no coup."""
        sort = self.sort_of(drawn)
        return -1 if sort is None else self.numbers.setdefault(sort, len(self.numbers))

    def sort_of(self, drawn: Sequence[int]) -> Sort | None:
        """Return the sort of a hand, by kinds of cards; None for one that ends no coup."""
        base = _NO_POINTS
        if self.grid.points:
            (one, rank), (other, same) = self._values[drawn[0]], self._values[drawn[1]]
            two = (one + other) % 10
            if len(drawn) > 2 and two > self._highest:
                return None
            third = self._values[drawn[2]][0] if len(drawn) > 2 else NONE
            base = Base(two, third, self.grid.pairs and rank == same)
        return Sort(base, self._answers(drawn))

    def _answers(self, drawn: Sequence[int]) -> tuple[int, ...]:
        cards = self.grid.cards
        return tuple([each.answer(drawn, cards) for each in self.asked.values()])

    def asks(self, size: int) -> int:
        """Return how many answers must be found to meet all hands of a size, at most."""
        return 0 if self.grid.apart else len(self.asked) * self.grid.number(size, len(self.grid.kinds))

    def meet_all(self, size: int) -> None:
        """Meet every sort of hands of a size: where no question reads rank and suit of one card, both apart."""
        grid = self.grid
        if grid.apart:
            numbers = list({kind[0]: at for at, kind in enumerate(grid.kinds)}.values())
            suits = list({kind[1]: at for at, kind in enumerate(grid.kinds)}.values())
            suited = {self._answers(hand) for hand in grid.hands(size, suits)}
        else:
            numbers, suited = list(range(len(grid.kinds))), set[tuple[int, ...]]()
        for sort in {found for hand in grid.hands(size, numbers) if (found := self.sort_of(hand))}:
            for answers in suited or (sort.answers,):
                both = zip(self.of_suits, answers, sort.answers, strict=True)
                mixed = Sort(sort.base, tuple(suit if of_suit else number for of_suit, suit, number in both))
                self.numbers.setdefault(mixed, len(self.numbers))


_NO_POINTS = Base()
_READ: Mapping[Reading, Callable[[Card], int]] = MappingProxyType(
    {
        "value": lambda card: card.value,
        "rank": lambda card: card.rank,
        "suit": lambda card: card.suit,
        "color": lambda card: card.suit in (1, 2),
    }
)


class Grid:
    """Wagers on single cards and others beside them, and what each two sorts of hands bring to all of them."""

    def __init__(self, *tables: Table) -> None:
        self.tables = tables
        on_cards = [condition for one in self.tables if isinstance(one, CardTable) for condition, _ in one.lines]
        opened = [one for one in self.tables if isinstance(one, Opened)]
        others = [wager for one in self.tables if isinstance(one, Classed) for wager in one.wagers]
        asked = list(dict.fromkeys(every_question(on_cards)))
        self.asked: list[Test | Question | Opened] = [*asked, *opened]
        self._numbers = {one: number for number, one in enumerate(self.asked)}
        of_cards = [one for one in asked if isinstance(one, Question)]
        tests = [FACTS[one.fact] for one in asked if isinstance(one, Test)]
        final = {one.fact for one in asked if isinstance(one, Test) and FACTS[one.fact].reads == "final"}
        places = {place for one in of_cards for place in one.places}
        late = any(one.settles == "after-result" for one in others)
        self.thirds = (
            bool(final) or late or 2 in places or 5 in places,
            bool(final - _PLAYER_ONLY) or late or 5 in places,
        )
        self.points = bool(tests or others or self.thirds[0])
        self.pairs = any(fact.reads == "pairs" for fact in tests) or any(one.pairs for one in others)
        self.ordered = any((place in one.places) != (place + 1 in one.places) or "order" in one.measure
                           for one in of_cards for place in (0, 3))  # fmt: skip
        reads = {reading for one in of_cards for reading in one.reads}
        self.by_rank = self.pairs or "rank" in reads
        self.by_suit, self.by_color = "suit" in reads, "color" in reads
        self.by_value = self.points or "value" in reads
        self.tells = frozenset(card for one in opened for card in one.wager.tells)
        self.sizes = tuple((2, 3) if third else (2,) for third in self.thirds)
        self.kinds = list(dict.fromkeys(map(self.kind, DECK)))
        self.cards = [next(card for card in DECK if self.kind(card) == kind) for kind in self.kinds]
        self.apart = not opened and all(len({each in ("suit", "color") for each in one.reads}) == 1 for one in of_cards)
        self.sides = Side(self, 0), Side(self, 1)

    def kind(self, card: Card) -> tuple[int, int, int]:
        """Return what the wagers can tell of a card; cards of one kind are alike to them."""
        number = card.rank if self.by_rank else card.value if self.by_value else 0
        suit = card.suit if self.by_suit else int(card.suit in (1, 2)) if self.by_color else 0
        return number, suit, card + 1 if card in self.tells else 0

    def most_answers(self, number: int, hand: int, parts: int) -> int:
        """Return how many answers a hand may have, so that those of both are compared in so many parts; 0 for any."""
        asked = self.asked[number]
        if not isinstance(asked, Question) or asked.equal or len(asked.hands) < 2:
            return 0
        return parts // max(1, len(self.sides[1 - hand].asked[number].values))

    def compiled(self, condition: When) -> Condition:
        """Return a condition by the numbers of what it asks."""
        never = self.compiled(condition.never) if condition.never else None
        return Condition(
            tuple(self._numbers[one] for one in questions(condition)), tuple(map(self.compiled, condition.any)), never
        )

    def valid(self, player: Base, banker: Base) -> bool:
        """Return whether two hands complete a coup by the third-card rules."""
        if self.thirds[0] and (player.third != NONE) != player_draws(player.two, banker.two):
            return False
        draws = self.thirds[1] and banker_draws(player.two, banker.two, player.third)
        return not self.thirds[1] or (banker.third != NONE) == draws

    def number(self, size: int, kinds: int) -> int:
        """Return the number of hands of a size by kind."""
        return (kinds**2 if self.ordered else kinds * (kinds + 1) // 2) * int(kinds ** (size - 2))

    def hands(self, size: int, kinds: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield all hands of a size by kind; of two orders of the first two cards one, if both are alike."""
        two = product(kinds, repeat=2) if self.ordered else combinations_with_replacement(kinds, 2)
        return (first + third for first, third in product(two, product(kinds, repeat=size - 2)))


def table_of(wager: Wager, seat: int = 1) -> Table:
    """Return a wager as a table of a grid, for the combinations of a seat."""
    if isinstance(wager.on_cards, CardTable):
        return wager.on_cards
    if isinstance(wager.on_opening, OpeningTable) and wager.on_opening.royal is None:
        return CardTable(wager.on_opening.lines)
    return Opened(wager, seat) if wager.on_opening is not None else Classed((wager,))
