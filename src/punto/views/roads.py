"""The five roads of a shoe: a baccarat table's record of outcomes.

The **bead plate** is every outcome, downward in columns of six. The **big road** has a column for each run of one
winner. A tie opens no column: it is counted on the newest cell, and ties before the first decision wait for the first
cell.

The three **derived roads** measure how regular the big road is. Each looks k columns back (big eye boy 1, small road 2,
cockroach pig 3) and marks the new cell red if the columns agree, blue if they do not:

- A cell below the top of its column is blue only in the row just past the end of the column k back. Within that
  column it is red, and so it is further down: both the cell and the one above it are then missing over there.
- A cell that opens a column compares the column before it with the one k further back: red if they have the same
  length.
- If that other column does not exist, there is no mark.

Only the length of a column counts, never how it is drawn. As drawn, a column is six rows deep, and where the bottom or
another column blocks it, it turns right: the dragon tail (``bend``). The derived roads are drawn in the same way, with
a column for each run of a color.

The next mark therefore depends on the lengths of four columns and nothing older, and ``Roads`` keeps only these and a
link to the previous roads: an outcome costs the same at the end of a shoe as at its beginning.

Roads belong to one shoe. Start each new shoe with ``Roads()``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, NamedTuple

from punto.core.cards import wrong_type

Outcome = Literal["B", "P", "T"]
Decision = Literal["B", "P"]
Mark = Literal["r", "b"]
Marks = tuple[Mark | None, Mark | None, Mark | None]
Road = Literal["big-eye", "small", "cockroach"]

DERIVED: tuple[Road, Road, Road] = ("big-eye", "small", "cockroach")  # they look 1, 2 and 3 columns back
ROWS = 6
NO_MARKS: Marks = (None, None, None)
_LETTERS: dict[str, Outcome] = {"B": "B", "P": "P", "T": "T"}
_WINDOW = 4  # columns that can still affect a mark


class RoadsError(ValueError):
    """Invalid outcome."""


class Column(NamedTuple):
    """A run of one winner or color, with the ties counted on each of its cells."""

    of: str
    ties: tuple[int, ...]


class Cell(NamedTuple):
    """A mark of a road with its drawn position, counted from 0."""

    column: int
    row: int
    mark: str
    ties: int = 0


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Roads:
    """Roads of a shoe so far: ``Roads()`` at first, then the results of ``after``.

    >>> roads = Roads.of("BBPPPBPBB")
    >>> roads.big_eye, roads.small, roads.cockroach
    ('rbbbrb', 'bbb', 'br')
    >>> roads.after("P") == Roads.of("BBPPPBPBBP")
    True
    """

    before: Roads | None = None
    outcome: Outcome | None = None
    winner: Decision | None = None  # of the open column
    lengths: tuple[int, ...] = ()  # of the newest four columns of the big road
    marks: Marks = NO_MARKS  # marks added by the newest outcome to each derived road

    @classmethod
    def of(cls, outcomes: str) -> Roads:
        """Return the roads of a shoe written ``BBPTP``; spaces and letter case are ignored."""
        if not isinstance(outcomes, str):
            raise wrong_type(outcomes, "outcomes as text, like 'BBPTP'")
        roads = cls()
        for place, letter in enumerate("".join(outcomes.split()), 1):
            roads = roads.after(_read(letter, place))
        return roads

    def after(self, outcome: Outcome) -> Roads:
        """Return the roads with one more outcome; these are unchanged."""
        if outcome not in _LETTERS:
            raise RoadsError(f"invalid outcome {outcome!r}: use B, P or T")
        if outcome == "T":
            return Roads(self, outcome, self.winner, self.lengths)
        if outcome == self.winner:
            lengths = (*self.lengths[:-1], self.lengths[-1] + 1)
            marks = _marks(_going_on, lengths)
        else:
            lengths = (*self.lengths, 1)
            marks = _marks(_turning, lengths)
        return Roads(self, outcome, outcome, lengths[-_WINDOW:], marks)

    def ask(self, winner: Decision) -> Marks:
        """Return the mark of each derived road if this hand won next; None for no mark."""
        return self.after(winner).marks

    @property
    def outcomes(self) -> str:
        """All outcomes, in order."""
        return "".join(step.outcome or "" for step in self._steps())

    @property
    def bead(self) -> tuple[str, ...]:
        """The columns of the bead plate."""
        outcomes = self.outcomes
        return tuple(outcomes[start : start + ROWS] for start in range(0, len(outcomes), ROWS))

    @property
    def columns(self) -> tuple[Column, ...]:
        """Columns of the big road, each as long as its run."""
        runs: list[tuple[str, list[int]]] = []
        waiting = 0
        for outcome in self.outcomes:
            if outcome == "T" and runs:
                runs[-1][1][-1] += 1
            elif outcome == "T":
                waiting += 1
            elif runs and runs[-1][0] == outcome:
                runs[-1][1].append(0)
            else:
                runs.append((outcome, [waiting]))
                waiting = 0
        return tuple(Column(winner, tuple(ties)) for winner, ties in runs)

    @property
    def derived(self) -> tuple[str, str, str]:
        """The marks of big eye boy, small road and cockroach pig, in order: ``r`` for red, ``b`` for blue."""
        added = [step.marks for step in self._steps()]
        return _road(added, 0), _road(added, 1), _road(added, 2)

    @property
    def big_eye(self) -> str:
        """The marks of the big eye boy."""
        return self.derived[0]

    @property
    def small(self) -> str:
        """The marks of the small road."""
        return self.derived[1]

    @property
    def cockroach(self) -> str:
        """The marks of the cockroach pig."""
        return self.derived[2]

    @property
    def waiting(self) -> int:
        """The ties before the first decision, while there is none."""
        return 0 if self.winner else len(self.outcomes)

    def big_cells(self, *, drop_again: bool = False) -> tuple[Cell, ...]:
        """Return the big road as drawn, in the order of the coups."""
        return bend(self.columns, drop_again=drop_again)

    def derived_cells(self, road: Road, *, drop_again: bool = False) -> tuple[Cell, ...]:
        """Return a derived road as drawn, in the order of the coups."""
        marks = self.derived[DERIVED.index(road)]
        runs = (Column(colour, (0,) * len([*run])) for colour, run in groupby(marks))
        return bend(runs, drop_again=drop_again)

    def drawn_cells(self, *, drop_again: bool = False) -> tuple[Cell, ...]:
        """Return the big road as displayed: ties that wait for the first decision are a mark of their own."""
        waiting = (Cell(0, 0, "T", self.waiting),) if self.waiting else ()
        return self.big_cells(drop_again=drop_again) or waiting

    def document(self, *, drop_again: bool = False) -> dict[str, Any]:
        """Return the roads as their JSON document."""
        return {
            "bead": [list(column) for column in self.bead],
            "big": [
                {"column": cell.column, "row": cell.row, "winner": cell.mark, "ties": cell.ties}
                for cell in self.big_cells(drop_again=drop_again)
            ],
            **dict(zip(DERIVED, self.derived, strict=True)),
            "ask": {"B": list(self.ask("B")), "P": list(self.ask("P"))},
        }

    def text(self, width: int = 80, *, drop_again: bool = False) -> str:
        """Return the roads as grids of letters; each shows its last columns if not all fit."""
        bead = [Cell(*divmod(place, ROWS), outcome) for place, outcome in enumerate(self.outcomes)]
        beads = _grid("Bead plate", bead, 28, 2)
        above = _beside(beads, _grid("Big road", self.drawn_cells(drop_again=drop_again), max(width - 30, 10), 2))
        titles = dict(zip(DERIVED, ("Big eye boy", "Small road", "Cockroach pig"), strict=True))
        third = max((width - 4) // 3, 13)
        drawn = {road: self.derived_cells(road, drop_again=drop_again) for road in DERIVED}
        below = _beside(*(_grid(titles[road], drawn[road], third, 1) for road in DERIVED))
        return "\n\n".join(("\n".join(above), "\n".join(below), _asked(self)))

    def _steps(self) -> list[Roads]:
        """Return the roads after each outcome."""
        steps: list[Roads] = []
        roads = self
        while roads.before is not None:
            steps.append(roads)
            roads = roads.before
        return steps[::-1]

    # Compared, hashed and copied by their outcomes, which determine the rest: following the links would recurse as deep
    # as a shoe is long.
    def __eq__(self, other: object) -> bool:
        return self.outcomes == other.outcomes if isinstance(other, Roads) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.outcomes)

    def __reduce__(self) -> tuple[Callable[[str], Roads], tuple[str]]:
        return Roads.of, (self.outcomes,)

    def __repr__(self) -> str:
        return f"Roads.of({self.outcomes!r})"

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        from punto.draw.roads import paper_svg  # imported here, because drawing is above folds in the layers

        return paper_svg(self)


def bend(columns: Iterable[Column], *, drop_again: bool = False) -> tuple[Cell, ...]:
    """Lay out columns six rows deep.

    A column goes down until the bottom or an occupied cell is below it, and then right. It stays in the row it turned
    in, even in the topmost, unless it may ``drop_again`` where the cell below is free. The next column begins at the
    next free place of the top row. The cell to the right is always free: a column begins above every older tail, and
    tails only go right or down, so that one cannot get under another without crossing it.
    """
    taken: set[tuple[int, int]] = set()
    cells: list[Cell] = []
    top = 0
    for mark, ties in columns:
        while (top, 0) in taken:
            top += 1
        column, row, turned = top, -1, False
        for count in ties:
            free = row + 1 < ROWS and (column, row + 1) not in taken
            if free and (drop_again or not turned):
                row += 1
            else:
                column, turned = column + 1, True
            taken.add((column, row))
            cells.append(Cell(column, row, mark, count))
        top += 1
    return tuple(cells)


def first_column(cells: Sequence[Cell], shown: int) -> int:
    """Return the first column to show: the last ones, but always including the newest cell.

    A long tail can leave the newest cell behind the last columns.
    """
    if not cells:
        return 0
    used = max(cell.column for cell in cells) + 1
    return min(max(0, used - shown), cells[-1].column)


# ---------------------------------------------------------------- marks


def _marks(rule: Callable[[tuple[int, ...], int], Mark | None], lengths: tuple[int, ...]) -> Marks:
    return rule(lengths, 1), rule(lengths, 2), rule(lengths, 3)


def _going_on(lengths: tuple[int, ...], back: int) -> Mark | None:
    """Return the mark of a cell that extended the newest column."""
    if len(lengths) <= back:
        return None
    return "b" if lengths[-1] == lengths[-1 - back] + 1 else "r"


def _turning(lengths: tuple[int, ...], back: int) -> Mark | None:
    """Return the mark of a cell that opened the newest column, by the column that it closed."""
    if len(lengths) < back + 2:
        return None
    return "r" if lengths[-2] == lengths[-2 - back] else "b"


def _road(added: Iterable[Marks], index: int) -> str:
    return "".join(marks[index] or "" for marks in added)


def _read(letter: str, place: int) -> Outcome:
    outcome = _LETTERS.get(letter.upper())
    if outcome is None:
        raise RoadsError(f"invalid outcome {letter!r} at {place}: use B for Banker, P for Player, T for a tie")
    return outcome


# ---------------------------------------------------------------- text


def _grid(title: str, cells: Sequence[Cell], width: int, wide: int) -> list[str]:
    """Format a road as lines of equal length; a cell is ``wide`` letters, the second of which counts ties."""
    shown = width // wide
    first = first_column(cells, shown)
    rows = [["."] * shown for _ in range(ROWS)]
    for cell in cells:
        if first <= cell.column < first + shown:
            count = "" if not cell.ties else str(cell.ties) if cell.ties < 10 else "+"
            rows[cell.row][cell.column - first] = cell.mark + count
    lines = ("".join(mark.ljust(wide) for mark in row) for row in rows)
    return [line.ljust(width) for line in (title, *lines)]


def _beside(*grids: list[str]) -> list[str]:
    return ["  ".join(lines).rstrip() for lines in zip(*grids, strict=True)]


def _asked(roads: Roads) -> str:
    lines = ["Ask        big eye  small  cockroach"]
    for words, marks in (("if Banker", roads.ask("B")), ("if Player", roads.ask("P"))):
        eye, small, cockroach = (mark or "-" for mark in marks)
        lines.append(f"{words:11}{eye:9}{small:7}{cockroach}")
    return "\n".join(lines)
