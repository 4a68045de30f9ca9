"""Cards as boxes of characters: small ones for the felt, large ones with their pips to squeeze."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from punto.apps.terminal.look import BACK, BACK_LINE, INK, RED_SUIT, SHEET, SHEET_LINE
from punto.apps.terminal.view import View
from punto.core.cards import RANKS, SYMBOLS, Card

WIDTH, HEIGHT = 7, 5
_EDGE = Style(color=SHEET_LINE, bgcolor=SHEET)
_BACK = Style(color=BACK_LINE, bgcolor=BACK)


def ink(card: Card) -> Style:
    """Return the ink of a card's suit on its paper."""
    return Style(color=RED_SUIT if card.suit in (1, 2) else INK, bgcolor=SHEET, bold=True)


def small(face: str | None) -> list[Text]:
    """Draw a card of the felt, line by line: its face, or its back where nobody has seen it."""
    if face is None:
        inside = [Text(f"│{'▚' * (WIDTH - 2)}│", _BACK) for _ in range(HEIGHT - 2)]
        return [Text(f"╭{'─' * 5}╮", _BACK), *inside, Text(f"╰{'─' * 5}╯", _BACK)]
    card = Card.of(face)
    rank, sign = RANKS[card.rank - 1], SYMBOLS[card.suit]
    middle = (rank.ljust(5), sign.center(5), rank.rjust(5))
    lines = [Text.assemble(("│", _EDGE), (text, ink(card)), ("│", _EDGE)) for text in middle]
    return [Text(f"╭{'─' * 5}╮", _EDGE), *lines, Text(f"╰{'─' * 5}╯", _EDGE)]


def empty(felt: str, line: str) -> list[Text]:
    """Draw the place of a card that has not come."""
    style = Style(color=line, bgcolor=felt, dim=True)
    return [Text("┌ ─ ─ ┐", style), *(Text("       ", style) for _ in range(3)), Text("└ ─ ─ ┘", style)]


# ---------------------------------------------------------------- large, with pips

LARGE_WIDTH, LARGE_HEIGHT = 17, 11
_LEFT, _MIDDLE, _RIGHT = 4, 8, 12
_SIDES = (_LEFT, _RIGHT)
# Where the pips are, as on a printed card: row and column.
_ROWS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((5, _MIDDLE),),
    2: ((2, _MIDDLE), (8, _MIDDLE)),
    3: ((2, _MIDDLE), (5, _MIDDLE), (8, _MIDDLE)),
    4: tuple((row, side) for row in (2, 8) for side in _SIDES),
    5: (*((row, side) for row in (2, 8) for side in _SIDES), (5, _MIDDLE)),
    6: tuple((row, side) for row in (2, 5, 8) for side in _SIDES),
    7: (*((row, side) for row in (2, 5, 8) for side in _SIDES), (3, _MIDDLE)),
    8: (*((row, side) for row in (2, 5, 8) for side in _SIDES), (3, _MIDDLE), (7, _MIDDLE)),
    9: (*((row, side) for row in (2, 4, 6, 8) for side in _SIDES), (5, _MIDDLE)),
    10: (*((row, side) for row in (2, 4, 6, 8) for side in _SIDES), (3, _MIDDLE), (7, _MIDDLE)),
}


def large(card: Card, *, index: bool) -> list[str]:
    """Draw a card's face; without its index, which a thumb covers while it is squeezed."""
    inner = LARGE_WIDTH - 2
    grid = [list(f"╭{'─' * inner}╮"), *(list(f"│{' ' * inner}│") for _ in range(9)), list(f"╰{'─' * inner}╯")]
    sign = SYMBOLS[card.suit]
    if card.rank > 10:
        _court(grid, RANKS[card.rank - 1], sign)
    for row, column in _ROWS.get(card.rank, ()):
        grid[row][column] = sign
    if index:
        name = RANKS[card.rank - 1]
        grid[1][2 : 2 + len(name)] = name
        grid[-2][-2 - len(name) : -2] = name
    return ["".join(row) for row in grid]


def _court(grid: list[list[str]], rank: str, sign: str) -> None:
    """A picture is known by its frame before anything else of it is."""
    frame = ["┌─────────┐", *["│         │"] * 5, "└─────────┘"]
    for row, text in enumerate(frame, 2):
        grid[row][3:14] = text
    grid[3][5] = grid[7][11] = sign
    grid[5][_MIDDLE] = rank


def peeled(card: Card | None, rows: int, columns: int) -> Text:
    """Draw a card of which some rows from below, or some columns from the left, are lifted off the table."""
    rows, columns = min(max(rows, 0), LARGE_HEIGHT), min(max(columns, 0), LARGE_WIDTH)
    whole = rows >= LARGE_HEIGHT or columns >= LARGE_WIDTH
    face = large(card, index=whole) if card is not None else [" " * LARGE_WIDTH] * LARGE_HEIGHT
    front = ink(card) if card is not None else _BACK
    drawn = Text()
    for row in range(LARGE_HEIGHT):
        for column in range(LARGE_WIDTH):
            seen = whole or row >= LARGE_HEIGHT - rows or column < columns
            edge = row in (0, LARGE_HEIGHT - 1) or column in (0, LARGE_WIDTH - 1)
            mark = face[row][column]
            drawn.append(mark if seen else _back(row, column), (_EDGE if edge else front) if seen else _BACK)
        drawn.append("\n" if row < LARGE_HEIGHT - 1 else "")
    return drawn


def _back(row: int, column: int) -> str:
    last, end = LARGE_HEIGHT - 1, LARGE_WIDTH - 1
    corners = {(0, 0): "╭", (0, end): "╮", (last, 0): "╰", (last, end): "╯"}
    if (row, column) in corners:
        return corners[row, column]
    return "─" if row in (0, last) else "│" if column in (0, end) else "▚"


# ---------------------------------------------------------------- drawn

# A widget that is drawn from the view, and only when what it shows has changed.


class DrawnWidget(Static):
    """Part of the table."""

    _seen: Hashable = None

    def show(self, view: View) -> None:
        """Draw it, if need be."""
        raise NotImplementedError

    def draw(self, of: Hashable, make: Callable[[], RenderableType], *, layout: bool = False) -> None:
        """Draw it anew where what it is drawn of, or its size, is not what it was; ``layout`` if it may grow."""
        seen = of, self.size
        if seen != self._seen:
            self._seen = seen
            self.update(make(), layout=layout)
