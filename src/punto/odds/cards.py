"""Exact counts for wagers on ranks, suits and order of all six cards, alone and together with another wager.

Hands are summed by group, so the two hands must be counted apart although no card is in both. Inclusion and exclusion
does that: from the product of both hands' own numbers, deals in which one physical card is in both hands are
subtracted, those with two such cards are added again, and so on. A hand that contains a given set of cards is counted
with every hand, for each set of its own cards; sets are kept by kind.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from math import comb, perm
from typing import NamedTuple

from punto.core.cards import DECK, Card, Composition
from punto.odds.known import CARDS_IN_A_DEAL, NOTHING, Known, OddsError, unseen
from punto.wagers.both_hands import Key, Keys, grouped
from punto.wagers.cards import CardTable
from punto.wagers.hands import Grid, Table, table_of
from punto.wagers.wager import LOSE, Wager

Categories = tuple[str, tuple[str, ...]]  # of a wager, and of those beside it
Shared = tuple[int, ...]  # kinds of cards that are in both hands, sorted
Sums = Mapping[Shared, dict[int, int]]  # numbers of hands by group, for each set of cards in them


def count_cards(shoe: Composition, wager: Wager, known: Known = NOTHING) -> tuple[int, Counter[str]]:
    """Return the ordered deals of six cards, and how many produce each category."""
    table = wager.on_cards
    if not isinstance(table, CardTable):
        raise OddsError(f"{wager.key} is not a table of lines on cards")
    tally = Counter[str]()
    for (number,), ways in _Count(Grid(table), shoe, known).by_result().items():
        if isinstance(number, int):
            tally[table.lines[number][1].category] += ways
    left = unseen(shoe, known)
    deals = perm(left.total, CARDS_IN_A_DEAL - len(known.all))
    tally[LOSE.category] += deals - tally.total()
    return deals, tally


def count_beside(shoe: Composition, wager: Wager, beside: Table, known: Known = NOTHING) -> Mapping[Categories, int]:
    """Return the deals in which a wager does not lose, by its category and by those of the wagers beside it."""
    tally = Counter[Categories]()
    grid = Grid(table_of(wager), beside)
    for keys, ways in _Count(grid, shoe, known).by_result().items():
        first, second = (_categories(table, key) for table, key in zip(grid.tables, keys, strict=True))
        tally[first[0], second] += ways
    return tally


def _categories(table: Table, key: Key) -> tuple[str, ...]:
    if isinstance(key, int):
        return (table.lines[key][1].category,) if isinstance(table, CardTable) else ()
    return key


class _Row(NamedTuple):
    """Results of a group of the Banker's Hand with each group of the Player's, by number; 0 for a loss."""

    cells: Sequence[int]
    some: Sequence[int]  # groups with which it does not lose


class _Hand(NamedTuple):
    """A hand by kinds of cards: those drawn, in how many ways, and its sort."""

    drawn: tuple[int, ...]
    ways: int
    sort: int


class _Count:
    """A shoe by kinds of cards, and the hands that can be drawn from it."""

    def __init__(self, grid: Grid, shoe: Composition, known: Known) -> None:
        self.grid, self.left = grid, unseen(shoe, known)
        at = {kind: number for number, kind in enumerate(grid.kinds)}
        self.numbers = [0] * len(grid.kinds)
        for card in DECK:
            self.numbers[at[grid.kind(card)]] += _held(self.left, card, grid)
        self.seen = [tuple(at[grid.kind(card)] for card in hand) for hand in known]
        self.unknown = CARDS_IN_A_DEAL - len(known.all)

    def by_result(self) -> Counter[Keys]:
        """Return the ordered deals of six cards by what they come to, without those that lose."""
        hands = [{size: self._hands(hand, size) for size in self.grid.sizes[hand]} for hand in (0, 1)]
        groups = grouped(self.grid)
        keys = list(dict.fromkeys(key for row in groups.rows for key in row))
        rows = [_cells(row, keys, groups.sizes[0]) for row in groups.rows]
        live = {column for row in rows for column in row.some}, {number for number, row in enumerate(rows) if row.some}
        player, banker = (
            {size: _sums(some, groups.of[hand], live[hand]) for size, some in hands[hand].items()} for hand in (0, 1)
        )
        found = Counter[Keys]()
        for (size, own), (other, sums) in product(player.items(), banker.items()):
            used = self._open(0, size) + self._open(1, other)
            if used > self.unknown:
                continue  # a third card is known that this coup does not have
            fill = perm(self.left.total - used, self.unknown - used)
            for number, ways in self._pairs(own, sums, rows).items():
                found[keys[number - 1]] += ways * fill
        return found

    def _pairs(self, own: Sums, sums: Sums, rows: Sequence[_Row]) -> Counter[int]:
        found = Counter[int]()
        for shared, others in sums.items():
            many = own.get(shared)
            if not many:
                continue
            here = Counter[int]()
            for group, ways in others.items():
                cells, some = rows[group]
                met = Counter[int]()
                if len(some) < len(many):
                    for column in some:
                        if column in many:
                            met[cells[column]] += many[column]
                else:
                    for column, more in many.items():
                        met[cells[column]] += more
                for number, more in met.items():
                    here[number] += ways * more
            sets = 1
            for kind, times in Counter(shared).items():
                sets *= comb(self.numbers[kind], times)
            for number, ways in here.items():
                if number:
                    found[number] += -ways // sets if len(shared) % 2 else ways // sets
        return found

    def _open(self, hand: int, size: int) -> int:
        return max(0, size - len(self.seen[hand]))

    def _hands(self, hand: int, size: int) -> list[_Hand]:
        """Return the hands of a size that may end a coup."""
        seen, side = self.seen[hand][:size], self.grid.sides[hand]
        drawn = self._drawn(size - len(seen), symmetric=not self.grid.ordered and not seen)
        found = (_Hand(each, ways, side.sort(seen + each)) for each, ways in drawn)
        return [each for each in found if each.sort >= 0]

    def _drawn(self, size: int, *, symmetric: bool) -> Iterator[tuple[Shared, int]]:
        """Yield cards by kind, with the number of ways to draw them; of two orders of the first two only one."""
        numbers = self.numbers
        present = [kind for kind, number in enumerate(numbers) if number]
        if size < 2:
            yield from (((kind,), numbers[kind]) for kind in present) if size else (((), 1),)
            return
        for one, other in combinations_with_replacement(present, 2) if symmetric else product(present, repeat=2):
            ways = numbers[one] * (numbers[other] - (one == other)) << (symmetric and one != other)
            if size == 2 and ways:
                yield (one, other), ways
            for third in present if size == 3 and ways else ():
                more = numbers[third] - (third == one) - (third == other)
                if more > 0:
                    yield (one, other, third), ways * more


def _subsets(cards: Sequence[int]) -> tuple[Shared, ...]:
    """Return all sets of some of a hand's cards, as often as there are."""
    if len(cards) == 3:
        a, b, c = cards
        return (), (a,), (b,), (c,), (a, b), (a, c), (b, c), (a, b, c)
    if len(cards) == 2:
        a, b = cards
        return (), (a,), (b,), (a, b)
    return ((), *((card,) for card in cards))


def _sums(hands: Sequence[_Hand], groups: Sequence[int], live: Container[int]) -> Sums:
    """Count hands by group, once for each set of cards that may also be in the other hand."""
    alike: defaultdict[Shared, dict[int, int]] = defaultdict(dict)
    for drawn, ways, sort in hands:
        group = groups[sort]
        if group in live:
            row = alike[tuple(sorted(drawn))]
            row[group] = row.get(group, 0) + ways
    sums: defaultdict[Shared, dict[int, int]] = defaultdict(dict)
    for drawn, many in alike.items():
        for shared in _subsets(drawn):
            row = sums[shared]
            for group, ways in many.items():
                row[group] = row.get(group, 0) + ways
    return sums


def _cells(row: Mapping[Keys, int], keys: Sequence[Keys], width: int) -> _Row:
    cells = array("L", bytes(array("L").itemsize * width))
    for number, key in enumerate(keys, 1):
        text = f"{row.get(key, 0):b}"[::-1]
        column = text.find("1")
        while column >= 0:
            cells[column] = number
            column = text.find("1", column + 1)
    return _Row(cells, [column for column, cell in enumerate(cells) if cell])


def _held(left: Composition, card: Card, grid: Grid) -> int:
    if left.suited is not None:
        return left.suited[card]
    if grid.by_suit or grid.by_color or grid.tells:
        raise OddsError("a wager on suits needs the shoe by suit, not only by rank")
    return left.ranks[card.rank - 1] if card.suit == 0 else 0
