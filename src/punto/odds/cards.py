"""Exact counts for wagers on ranks, suits and order of all six cards.

Hands are summed by sort, so the two hands must be counted apart although no card is in both. Inclusion and exclusion
does that: from the product of both hands' own numbers, deals in which one physical card is in both hands are
subtracted, those with two such cards are added again, and so on. A hand that contains a given set of cards is counted
with every hand, for each set of its own cards; sets are kept by kind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from math import comb, perm

from punto.core.cards import DECK, Card, Composition
from punto.odds.known import CARDS_IN_A_DEAL, NOTHING, Known, OddsError, unseen
from punto.wagers.cards import CardTable
from punto.wagers.hands import Grid, Sort
from punto.wagers.wager import LOSE, Wager

Shared = tuple[int, ...]  # kinds of cards that are in both hands, sorted
Sums = dict[Shared, dict[int, int]]  # numbers of hands by sort, for each set of cards in them


def count_cards(shoe: Composition, wager: Wager, known: Known = NOTHING) -> tuple[int, Counter[str]]:
    """Return the ordered deals of six cards, and how many produce each category."""
    table = wager.on_cards
    if not isinstance(table, CardTable):
        raise OddsError(f"{wager.key} is not a table of lines on cards")
    grid = Grid([condition for condition, _ in table.lines])
    left = unseen(shoe, known)
    deals = perm(left.total, CARDS_IN_A_DEAL - len(known.all))
    tally = Counter[str]()
    for number, ways in _Count(grid, left, known).by_line().items():
        tally[table.lines[number][1].category] += ways
    tally[LOSE.category] += deals - tally.total()
    return deals, tally


class _Count:
    """A shoe by kinds of cards, and both hands by sort."""

    def __init__(self, grid: Grid, left: Composition, known: Known) -> None:
        self.grid, self.known, self.left = grid, known, left
        kinds = list(dict.fromkeys(grid.kind(card) for card in DECK))
        self.cards = [next(card for card in DECK if grid.kind(card) == kind) for kind in kinds]
        self.numbers = [0] * len(kinds)
        for card in DECK:
            self.numbers[kinds.index(grid.kind(card))] += _held(left, card, grid)
        self.places: tuple[dict[Sort, int], dict[Sort, int]] = ({}, {})

    def by_line(self) -> Mapping[int, int]:
        hands = [{size: self._sums(hand, size) for size in self.grid.sizes[hand]} for hand in (0, 1)]
        rows = [
            {column: number for number, here in enumerate(row) for column in _ones(here)}
            for row in self.grid.lines(list(self.places[0]), list(self.places[1]))
        ]
        found = Counter[int]()
        unknown = CARDS_IN_A_DEAL - len(self.known.all)
        for (size, own), (other, sums) in product(hands[0].items(), hands[1].items()):
            used = self._open(0, size) + self._open(1, other)
            if used > unknown:
                continue  # a third card is known that this coup does not have
            fill = perm(self.left.total - used, unknown - used)
            for number, ways in self._pairs(own, sums, rows).items():
                found[number] += ways * fill
        return found

    def _pairs(self, own: Sums, sums: Sums, rows: Sequence[Mapping[int, int]]) -> Counter[int]:
        found = Counter[int]()
        for shared, many in own.items():
            others = sums.get(shared)
            if not others:
                continue
            here = Counter[int]()
            for row, ways in many.items():
                cells = rows[row]
                if len(cells) < len(others):
                    for column, line in cells.items():
                        if column in others:
                            here[line] += ways * others[column]
                else:
                    for column, more in others.items():
                        if column in cells:
                            here[cells[column]] += ways * more
            sets = 1
            for kind, times in Counter(shared).items():
                sets *= comb(self.numbers[kind], times)
            for line, ways in here.items():
                found[line] += -ways // sets if len(shared) % 2 else ways // sets
        return found

    def _open(self, hand: int, size: int) -> int:
        return max(0, size - len(self.known[hand]))

    def _sums(self, hand: int, size: int) -> Sums:
        """Count the hands of a size by sort, once for each set of cards that may also be in the other hand."""
        seen = self.known[hand][:size]
        symmetric = not self.grid.ordered and not seen
        sums: defaultdict[Shared, dict[int, int]] = defaultdict(dict)
        present = [kind for kind, number in enumerate(self.numbers) if number]
        places = self.places[hand]
        for drawn in product(present, repeat=size - len(seen)):
            ways = 1
            if symmetric and drawn[0] != drawn[1]:
                if drawn[0] > drawn[1]:
                    continue
                ways = 2
            for index, kind in enumerate(drawn):
                ways *= self.numbers[kind] - drawn[:index].count(kind)
            if ways:
                sort = self.grid.sort(hand, (*seen, *(self.cards[kind] for kind in drawn)))
                place = places.setdefault(sort, len(places))
                turned = sorted(drawn)
                for shared in (each for few in range(len(drawn) + 1) for each in combinations(turned, few)):
                    row = sums[shared]
                    row[place] = row.get(place, 0) + ways
        return sums


def _held(left: Composition, card: Card, grid: Grid) -> int:
    if left.suited is not None:
        return left.suited[card]
    if grid.by_suit or grid.by_color:
        raise OddsError("a wager on suits needs the shoe by suit, not only by rank")
    return left.ranks[card.rank - 1] if card.suit == 0 else 0


def _ones(bits: int) -> list[int]:
    text = f"{bits:b}"[::-1]
    return [place for place, bit in enumerate(text) if bit == "1"]
