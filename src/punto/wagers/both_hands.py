"""Results of every two hands of a coup for wagers on cards.

The results of two sorts of hands are found with one number per row whose bits are the columns. Sorts whose rows are the
same are then one *group*: what counts is not how many answers there are, but how many of them change a result.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple, TypeVar

from punto.core.coup import CoupClass, Opening
from punto.wagers.cards import CardTable
from punto.wagers.facts import Test, When, value_of
from punto.wagers.hands import Base, Classed, Condition, Grid, Opened, Sort, Table
from punto.wagers.wager import LOSE, Result, Verdict, WagerError

T = TypeVar("T", bound=Hashable)
Key = int | tuple[str, ...]  # of a line, by number, or of other wagers' results, by category
Keys = tuple[Key, ...]
MOST_PARTS = 1_000_000  # pairs of answers to one question: about a second
MOST_ASKED = 1_000_000  # answers of hands: some seconds
MOST_CELLS = 4_000_000  # pairs of groups of hands: about a second


class Groups(NamedTuple):
    """Groups of hands, and for each of the Banker's Hand those of the Player's Hand as bits, by what they come to."""

    of: tuple[list[int], list[int]]  # the group of each sort: the Player's Hand, the Banker's
    sizes: tuple[int, int]  # the number of groups
    rows: list[dict[Keys, int]]


def grouped(grid: Grid) -> Groups:
    """Return the hands met so far in groups."""
    columns = list(grid.sides[1].numbers)
    player, some = _grouped(_Rows(grid, 0, columns), list(grid.sides[0].numbers))
    banker, rows = _grouped(_Rows(grid, 1, list(some)), columns)
    return Groups((player, banker), (len(some), len(rows)), list(rows.values()))


@lru_cache(maxsize=256)  # a rulebook is checked by every command that loads it
def lines_reached(conditions: tuple[When, ...]) -> frozenset[Key]:
    """Return the numbers of the conditions that decide some coup. Raises WagerError for too many to count."""
    grid = Grid(CardTable(tuple((condition, LOSE) for condition in conditions)))
    asks = sum(side.asks(size) for side, sizes in zip(grid.sides, grid.sizes, strict=True) for size in sizes)
    if asks > MOST_ASKED:
        raise WagerError(f"{asks:,} answers of hands are too many to find: ask for fewer facts of single cards")
    for side, sizes in zip(grid.sides, grid.sizes, strict=True):
        for number in side.asked:
            side.asked[number].most = grid.most_answers(number, side.hand, MOST_PARTS)
        for size in sizes:
            side.meet_all(size)
    groups = grouped(grid)
    if prod(groups.sizes) > MOST_CELLS:
        few = "ask for fewer facts, or of fewer cards"
        raise WagerError(f"{groups.sizes[0]:,} by {groups.sizes[1]:,} groups of hands are too many to count: {few}")
    return frozenset(keys[0] for row in groups.rows for keys in row)


def _grouped(rows: _Rows, sorts: Sequence[Sort]) -> tuple[list[int], dict[Sort, dict[Keys, int]]]:
    """Return the group of each sort, and one sort of each group with its row."""
    found: dict[tuple[tuple[Keys, int], ...], int] = {}
    groups, some = list[int](), dict[Sort, dict[Keys, int]]()
    for sort in sorts:
        row = rows.row(sort)
        number = found.setdefault(tuple(row.items()), len(found))
        if number == len(some):
            some[sort] = row
        groups.append(number)
    return groups, some


class _Rows:
    """Rows of one side: the results of a sort, as bits over the sorts of the other side."""

    def __init__(self, grid: Grid, side: int, columns: Sequence[Sort]) -> None:
        self.grid, self.side = grid, side
        self.own, self.other = grid.sides[side], grid.sides[1 - side]
        self.every = (1 << len(columns)) - 1
        self.bases = _bits([sort.base for sort in columns])
        self.parts = {one: _bits([sort.answers[at] for sort in columns]) for one, at in self.other.places.items()}
        self.known: dict[Hashable, int] = {}
        self.split: dict[Hashable, dict[Key, int]] = {}
        self.tables = [self._compiled(table) for table in grid.tables]

    def row(self, sort: Sort) -> dict[Keys, int]:
        """Return the columns of each line or result, of every wager."""
        found: dict[Keys, int] = {(): self._valid(sort.base)}
        for table in self.tables:
            here = table(sort)
            found = {(*keys, key): both for keys, bits in found.items() for key, more in here.items()
                     if (both := bits & more)}  # fmt: skip
        return found

    def _valid(self, own: Base) -> int:
        if own not in self.known:
            fits = (bits for base, bits in self.bases.items() if self.grid.valid(*self._both(own, base)))
            self.known[own] = sum(fits)
        return self.known[own]

    def _both(self, own: T, other: T) -> tuple[T, T]:
        return (other, own) if self.side else (own, other)

    def _compiled(self, table: Table) -> Callable[[Sort], Mapping[Key, int]]:
        if isinstance(table, CardTable):
            conditions = [self.grid.compiled(condition) for condition, _ in table.lines]
            return lambda sort: self._lines(conditions, sort)
        if isinstance(table, Classed):
            return lambda sort: self._split(table, sort.base, lambda: self._classes(table, sort.base))
        number = self.grid.asked.index(table)
        at = self.own.places[number]
        return lambda sort: self._split(table, sort.answers[at], lambda: self._openings(table, number, sort))

    def _lines(self, conditions: Sequence[Condition], sort: Sort) -> dict[Key, int]:
        left, lines = self.every, dict[Key, int]()
        for number, condition in enumerate(conditions):
            here = self._holds(condition, sort) & left
            left ^= here
            if here:
                lines[number] = here
        return lines

    def _split(self, table: Table, own: Hashable, made: Callable[[], dict[Key, int]]) -> dict[Key, int]:
        key = id(table), own
        if key not in self.split:
            self.split[key] = made()
        return self.split[key]

    def _classes(self, table: Classed, own: Base) -> dict[Key, int]:
        found: dict[Key, int] = {}
        asked = [wager.on_class for wager in table.wagers if wager.on_class is not None]
        for base, bits in self.bases.items():
            bases = self._both(own, base)
            if self.grid.valid(*bases):
                coup = _coup(*bases)
                _note(found, [on_class(coup) for on_class in asked], bits)
        return found

    def _openings(self, one: Opened, number: int, sort: Sort) -> dict[Key, int]:
        found: dict[Key, int] = {}
        own, values = self.own.asked[number].values, self.other.asked[number].values
        hand = own[sort.answers[self.own.places[number]]]
        for each, bits in self.parts[number].items():
            if one.wager.on_opening is not None:
                opening = Opening(*self._both(hand, values[each]))  # type: ignore[arg-type]
                _note(found, [one.wager.on_opening(opening, one.seat)], bits)
        return found

    def _holds(self, condition: Condition, sort: Sort) -> int:
        found = self.every
        for number in condition.asked:
            found &= self._answer(number, sort)
            if not found:
                return 0
        if condition.any:
            one = 0
            for each in condition.any:
                one |= self._holds(each, sort)
            found &= one
        return found & ~self._holds(condition.never, sort) if condition.never else found

    def _answer(self, number: int, sort: Sort) -> int:
        at = self.own.places.get(number)
        key = number, sort.base if at is None else sort.answers[at]
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._found(number, sort)
        return found

    def _found(self, number: int, sort: Sort) -> int:
        asked = self.grid.asked[number]
        if isinstance(asked, Test):
            classes = ((_coup(*self._both(sort.base, base)), bits) for base, bits in self.bases.items())
            return sum(bits for coup, bits in classes if value_of(asked.fact, coup) in asked.allowed)
        if isinstance(asked, Opened):
            return 0
        if asked.hands == (1 - self.side,):
            values = self.other.asked[number].values
            return sum(bits for each, bits in self.parts[number].items() if values[each] is True)
        answers = self.own.asked[number].values
        own = answers[sort.answers[self.own.places[number]]]
        if asked.hands == (self.side,):
            return self.every if own is True else 0
        parts, values = self.parts[number], self.other.asked[number].values
        if asked.equal:
            return parts.get(self.other.asked[number].numbers.get(own, -1), 0)
        holds = asked.holding()
        if self.side:
            return sum(bits for each, bits in parts.items() if holds(values[each], own))
        return sum(bits for each, bits in parts.items() if holds(own, values[each]))


def _note(found: dict[Key, int], results: Sequence[Result], bits: int) -> None:
    if any(result.verdict is not Verdict.LOSE for result in results):
        key = tuple(result.category for result in results)
        found[key] = found.get(key, 0) | bits


def _coup(player: Base, banker: Base) -> CoupClass:
    return CoupClass(player.two, banker.two, player.third, banker.third, player.pair, banker.pair)


def _bits(values: Sequence[T]) -> dict[T, int]:
    """Return the places of each value as bits."""
    places: dict[T, list[int]] = {}
    for place, value in enumerate(values):
        places.setdefault(value, []).append(place)
    return {value: _number(here, len(values)) for value, here in places.items()}


def _number(places: Sequence[int], length: int) -> int:
    cells = bytearray(length // 8 + 1)
    for place in places:
        cells[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(cells, "little")
