"""Exact counts of coups by class, in ordered six-card deals.

Every count is of *six-card deals*: a coup that ends after four cards stands for all the deals that begin with them. The
counts of all classes therefore sum to n(n-1)(n-2)(n-3)(n-4)(n-5), and probabilities need no weights.

Counting has two stages. First the *openings*: the first two cards of each hand, over the 91 kinds of two ranks for
either hand, grouped by value and by whether they pair. Then, for each of the 3,025 openings by value, the coup's
*endings*: the third cards required by the tableau. Cards already known (a coup in progress) are fixed and removed from
the shoe.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product
from math import perm
from typing import NamedTuple

from punto.core.cards import VALUES, Card, Composition
from punto.core.coup import CoupClass
from punto.core.tableau import NONE, banker_draws, player_draws
from punto.odds.known import CARDS_IN_A_DEAL, NOTHING, Known, unseen

Hand = tuple[int, ...]  # first two cards of a hand, by kind; fewer if not all are known
Two = tuple[int, int]  # two-card point counts, the Player's Hand first
Hands = tuple[int, int, int, int]  # values of the first four cards: the Player's two, the Banker's two
Pairs = tuple[bool, bool]  # whether the first two cards pair by rank: Player's Hand, Banker's Hand
Openings = Mapping[Hands, Mapping[Pairs, int]]
Thirds = tuple[int, int]  # values of the Player's and the Banker's third card, or NONE


class Branch(NamedTuple):
    """An opening by value: its ways by pairs, and the endings after it."""

    hands: Hands
    weights: Mapping[Pairs, int]
    endings: Mapping[Thirds, int]  # with their numbers of ways

    @property
    def counts(self) -> Two:
        """Two-card point counts, the Player's Hand first."""
        return _counts(self.hands)


@dataclass(frozen=True)
class Counts:
    """Ordered deals by class of coup: the full view, and two smaller ones."""

    deals: int
    branches: tuple[Branch, ...]

    def __repr__(self) -> str:
        return f"<Counts of {self.deals:,} ordered deals>"

    @cached_property
    def classes(self) -> Mapping[CoupClass, int]:
        """All classes that can occur."""
        table: defaultdict[tuple[Two, Pairs], dict[Thirds, int]] = defaultdict(dict)
        for branch in self.branches:
            for pairs, weight in branch.weights.items():
                _add(table[branch.counts, pairs], branch.endings, weight)
        return {
            CoupClass(*two, *thirds, *pairs): number
            for (two, pairs), row in table.items()
            for thirds, number in row.items()
        }

    @cached_property
    def points(self) -> Mapping[CoupClass, int]:
        """Classes without pairs, for wagers on points alone: a quarter as many."""
        table: defaultdict[Two, dict[Thirds, int]] = defaultdict(dict)
        for branch in self.branches:
            _add(table[branch.counts], branch.endings, sum(branch.weights.values()))
        return {CoupClass(*two, *thirds): number for two, row in table.items() for thirds, number in row.items()}

    @cached_property
    def openings(self) -> Mapping[CoupClass, int]:
        """Classes after four cards, for wagers settled then."""
        table: defaultdict[Two, Counter[Pairs]] = defaultdict(Counter)
        for branch in self.branches:
            table[branch.counts].update(branch.weights)
        follow = self.deals // sum(
            row.total() for row in table.values()
        )  # each opening begins the same number of deals
        return {
            CoupClass(*two, NONE, NONE, *pairs): weight * follow
            for two, row in table.items()
            for pairs, weight in row.items()
        }


def _add(row: dict[Thirds, int], endings: Mapping[Thirds, int], weight: int) -> None:
    for thirds, ways in endings.items():
        row[thirds] = row.get(thirds, 0) + weight * ways


def count_classes(shoe: Composition, known: Known = NOTHING) -> Counts:
    """Count every class of coup that a shoe can produce, given the known cards.

    >>> count_classes(Composition.decks(8)).deals
    4998398275503360
    """
    left = unseen(shoe, known)
    deals = perm(left.total, CARDS_IN_A_DEAL - len(known.all))
    return Counts(deals, branches(shoe, known, _openings(left, known)))


@cache
def count_infinite() -> Counts:
    """Count every class of coup of infinitely many decks: 13**6 equally likely deals by rank, drawn with replacement.

    >>> count_infinite().deals
    4826809
    """
    table: defaultdict[Hands, Counter[Pairs]] = defaultdict(Counter)
    for p1, p2, b1, b2 in product(range(13), repeat=4):
        table[VALUES[p1], VALUES[p2], VALUES[b1], VALUES[b2]][p1 == p2, b1 == b2] += 1
    values = [VALUES.count(value) for value in range(10)]

    def after(hands: Hands) -> dict[Thirds, int]:
        player, banker = _counts(hands)
        drawn, thirds = _draw(values, player_draws(player, banker), ())
        found: dict[Thirds, int] = {}
        for third, ways in thirds:
            also, lasts = _draw(values, banker_draws(player, banker, third), ())
            found |= {(third, last): ways * more * 13 ** (2 - drawn - also) for last, more in lasts}
        return found

    return Counts(13**6, tuple(Branch(hands, weights, after(hands)) for hands, weights in table.items()))


def branches(shoe: Composition, known: Known, openings: Openings) -> tuple[Branch, ...]:
    """Extend openings, however weighted, to their endings."""
    end = _Endings(shoe, known)
    return tuple(Branch(hands, weights, end.after(hands)) for hands, weights in openings.items())


# ---------------------------------------------------------------- the first four cards


def first_four(numbers: Sequence[int], player: Hand = (), banker: Hand = ()) -> Iterator[tuple[Hand, Hand, int]]:
    """Yield all first two cards of both hands by kind, with their number of orders.

    ``numbers`` are the shoe's counts of each kind (ranks, or single cards). ``player`` and ``banker`` are kinds of
    known cards, which come first in their hands and are no longer in the shoe.

    >>> list(first_four([1, 3], player=(0, 0)))
    [((0, 0), (0, 1), 6), ((0, 0), (1, 1), 6)]
    """
    for one, ways in _two(numbers, player):
        left = list(numbers)
        for kind in one[len(player) :]:
            left[kind] -= 1
        for other, more in _two(left, banker):
            yield one, other, ways * more


def _two(numbers: Sequence[int], seen: Hand) -> Iterator[tuple[Hand, int]]:
    present = [kind for kind, number in enumerate(numbers) if number]
    if len(seen) == 2:
        yield seen, 1
    elif seen:
        for kind in present:
            yield (*seen, kind), numbers[kind]
    else:
        for one, other in combinations(present, 2):
            yield (one, other), 2 * numbers[one] * numbers[other]
        for kind in present:
            if numbers[kind] > 1:
                yield (kind, kind), numbers[kind] * (numbers[kind] - 1)


def _openings(left: Composition, known: Known) -> Openings:
    """Count the first two cards of each hand, by value and by whether they pair."""
    table: defaultdict[Hands, Counter[Pairs]] = defaultdict(Counter)
    for (p1, p2), (b1, b2), ways in first_four(left.ranks, _ranks(known.player[:2]), _ranks(known.banker[:2])):
        hands = VALUES[p1], VALUES[p2], VALUES[b1], VALUES[b2]
        table[hands][p1 == p2, b1 == b2] += ways
    return table


def _ranks(hand: Sequence[Card]) -> Hand:
    return tuple(card.rank - 1 for card in hand)


def _counts(hands: Hands) -> Two:
    return (hands[0] + hands[1]) % 10, (hands[2] + hands[3]) % 10


# ---------------------------------------------------------------- third cards


class _Endings:
    """Endings of a coup after its first four cards; cards not drawn stand for any that remain."""

    def __init__(self, shoe: Composition, known: Known) -> None:
        self.player, self.banker = ([card.value for card in hand[2:]] for hand in known)
        self.values = [*shoe.values, 0]  # the last entry: cards of the value NONE
        for card in known.thirds:
            self.values[card.value] -= 1
        open_cards = 4 + len(known.thirds)
        spare = CARDS_IN_A_DEAL - open_cards  # cards of the deal still to come, some of which may be drawn
        self.fill = [perm(shoe.total - open_cards - drawn, spare - drawn) for drawn in range(spare + 1)]

    def after(self, hands: Hands) -> dict[Thirds, int]:
        """Return every ending with its number of ways, after the values of the first four cards."""
        left = self.values.copy()
        for value in hands:
            left[value] -= 1
        player, banker = _counts(hands)
        found: dict[Thirds, int] = {}
        drawn, thirds = _draw(left, player_draws(player, banker), self.player)
        for third, ways in thirds:
            left[third] -= drawn
            also, lasts = _draw(left, banker_draws(player, banker, third), self.banker)
            ways_so_far = ways * self.fill[drawn + also]
            for last, more in lasts:
                found[third, last] = ways_so_far * more
            left[third] += drawn
        return found


def _draw(left: Sequence[int], draws: bool, seen: Sequence[int]) -> tuple[int, list[tuple[int, int]]]:
    """Return how many cards a draw takes from the shoe, and the possible values of a third card with their ways."""
    if not draws:
        return 0, [(NONE, 1)]
    if seen:
        return 0, [(seen[0], 1)]
    return 1, [(value, number) for value, number in enumerate(left) if number]
