"""The scorecard: five roads in text. Shape before colour: letters, rings with a centre or without, leaning strokes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.style import Style
from rich.text import Text

from punto.apps.terminal import wording
from punto.apps.terminal.look import INK_OF, PAPER, PAPER_QUIET, SHEET, SHEET_LINE
from punto.views.roads import DERIVED, ROWS, Cell, Decision, Road, Roads, first_column

BEAD = {"B": "B", "P": "P", "T": "T"}
BIG = {"B": "○", "P": "◉"}
SIGNS: Mapping[Road, Mapping[str, str]] = {
    "big-eye": {"r": "○", "b": "◉"},
    "small": {"r": "●", "b": "◆"},
    "cockroach": {"r": "╱", "b": "╲"},
}
ASK: tuple[tuple[str, Decision], ...] = ((wording.IF_BANKER, "B"), (wording.IF_PLAYER, "P"))
_GRID = Style(color=SHEET_LINE, bgcolor=SHEET)
BEAD_COLUMNS, ASK_WIDTH = 12, 17


def scorecard(roads: Roads, width: int, height: int) -> Text:
    """Draw as much of the roads as there is room for; the newest columns are always there."""
    bead = [Cell(*divmod(place, ROWS), outcome) for place, outcome in enumerate(roads.outcomes)]
    titled, derived = height > ROWS, height > 2 * ROWS
    across = min(BEAD_COLUMNS * (2 if width > 130 else 1), width // 5)
    big = (width - 2 * across - 2 - (0 if derived else ASK_WIDTH + 2)) // 2
    above = [
        _road(wording.BEAD, bead, across, BEAD, titled),
        _road(wording.BIG, roads.big_cells(), big, BIG, titled),
    ]
    if not derived:
        return _joined([*above, _asked(roads, titled)])
    third = (width - ASK_WIDTH - 6) // 6
    below = [_road(wording.ROADS[road], roads.derived_cells(road), third, SIGNS[road], True) for road in DERIVED]
    gap = [Text("")] if height > 2 * (ROWS + 1) else []
    return Text("\n").join([_joined(above), *gap, _joined([*below, _asked(roads, True)])])


def _road(title: str, cells: Sequence[Cell], columns: int, signs: Mapping[str, str], titled: bool) -> list[Text]:
    """Draw a road, two characters a cell; of the second, a figure counts ties."""
    first = first_column(cells, columns)
    found = {(cell.row, cell.column - first): cell for cell in cells}
    newest = cells[-1] if cells else None
    rows = [_row([found.get((row, column)) for column in range(columns)], signs, newest) for row in range(ROWS)]
    head = Text(title.ljust(2 * columns)[: 2 * columns], PAPER_QUIET)
    return [head, *rows] if titled else rows


def _row(cells: Iterable[Cell | None], signs: Mapping[str, str], newest: Cell | None) -> Text:
    drawn = Text(style=PAPER)
    for cell in cells:
        if cell is None:
            drawn.append("· ", _GRID)
            continue
        style = Style(color=INK_OF[cell.mark], bgcolor=SHEET, bold=True, underline=cell is newest)
        drawn.append(signs[cell.mark], style)
        tied = "" if not cell.ties else str(cell.ties) if cell.ties < 10 else "+"
        drawn.append(tied or " ", Style(color=INK_OF["T"], bgcolor=SHEET, bold=True))
    return drawn


def _asked(roads: Roads, titled: bool) -> list[Text]:
    """Say what the next mark of each derived road would be."""
    lines = [Text(wording.ASK.ljust(ASK_WIDTH), PAPER_QUIET)] if titled else []
    for asks, winner in ASK:
        line = Text(asks.ljust(11), Style(color=INK_OF[winner], bgcolor=SHEET))
        for road, mark in zip(DERIVED, roads.ask(winner), strict=True):
            sign, ink = (SIGNS[road][mark], INK_OF[mark]) if mark else ("–", SHEET_LINE)
            line.append(f"{sign} ", Style(color=ink, bgcolor=SHEET, bold=True))
        lines.append(line)
    return [*lines, *(Text(" " * ASK_WIDTH) for _ in range(ROWS + titled - len(lines)))]


def _joined(roads: Sequence[list[Text]]) -> Text:
    return Text("\n").join(Text("  ").join(row) for row in zip(*roads, strict=True))
