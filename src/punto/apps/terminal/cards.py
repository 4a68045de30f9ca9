"""Widgets in characters: small cards for the felt, large ones with their pips to squeeze, and buttons.

A button can be clicked, and names its key as well.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text
from textual.message import Message
from textual.widgets import Static

from punto.apps.terminal.look import BACK, BACK_LINE, BRASS, CHIP_COLOURS, INK, PANEL, RED_SUIT, SHEET, SHEET_LINE
from punto.apps.terminal.view import View
from punto.apps.terminal.wording import brief
from punto.core.cards import RANKS, SYMBOLS, Card
from punto.core.money import CHIPS, Cents

WIDTH, HEIGHT = 7, 5
_EDGE = Style(color=SHEET_LINE, bgcolor=SHEET)
_BACK = Style(color=BACK_LINE, bgcolor=BACK)


def ink(card: Card) -> Style:
    """Return the color of a card's suit on its background."""
    return Style(color=RED_SUIT if card.suit in (1, 2) else INK, bgcolor=SHEET, bold=True)


def small(face: str | None) -> list[Text]:
    """Draw a small card, line by line: its face, or its back if it is face down."""
    if face is None:
        inside = [Text(f"│{'▚' * (WIDTH - 2)}│", _BACK) for _ in range(HEIGHT - 2)]
        return [Text(f"╭{'─' * 5}╮", _BACK), *inside, Text(f"╰{'─' * 5}╯", _BACK)]
    card = Card.of(face)
    rank, sign = RANKS[card.rank - 1], SYMBOLS[card.suit]
    middle = (rank.ljust(5), sign.center(5), rank.rjust(5))
    lines = [Text.assemble(("│", _EDGE), (text, ink(card)), ("│", _EDGE)) for text in middle]
    return [Text(f"╭{'─' * 5}╮", _EDGE), *lines, Text(f"╰{'─' * 5}╯", _EDGE)]


def empty(felt: str, line: str) -> list[Text]:
    """Draw an empty place of a card."""
    style = Style(color=line, bgcolor=felt, dim=True)
    return [Text("┌ ─ ─ ┐", style), *(Text("       ", style) for _ in range(3)), Text("└ ─ ─ ┘", style)]


# ---------------------------------------------------------------- large, with pips

LARGE_WIDTH, LARGE_HEIGHT = 17, 11
_LEFT, _MIDDLE, _RIGHT = 4, 8, 12
_SIDES = (_LEFT, _RIGHT)
# Positions of the pips, as on a printed card: row and column.
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
    """Draw a card's face, without its index if a thumb covers it during the squeeze."""
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
    """Draw the frame of a face card, by which it is recognized first."""
    frame = ["┌─────────┐", *["│         │"] * 5, "└─────────┘"]
    for row, text in enumerate(frame, 2):
        grid[row][3:14] = text
    grid[3][5] = grid[7][11] = sign
    grid[5][_MIDDLE] = rank


def peeled(card: Card | None, rows: int, columns: int) -> Text:
    """Draw a card of which some rows from below, or some columns from the left, are lifted."""
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


# ---------------------------------------------------------------- base of widgets


class DrawnWidget(Static):
    """A widget drawn from the view, only when what it shows has changed."""

    _seen: Hashable = None

    def show(self, view: View) -> None:
        """Draw it, if necessary."""
        raise NotImplementedError

    def draw(self, of: Hashable, make: Callable[[], RenderableType], *, layout: bool = False) -> None:
        """Redraw if its content or size has changed; ``layout`` if it may grow."""
        seen = of, self.size
        if seen != self._seen:
            self._seen = seen
            self.update(make(), layout=layout)


# ---------------------------------------------------------------- buttons


class Push(Static):
    """A text button."""

    class Pushed(Message):
        """Message that a button was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, words: str, action: str, key: str = "", *, classes: str = "") -> None:
        label = Text.assemble((f"{key} ", "bold"), words) if key else Text(words)
        super().__init__(label, classes=classes, id=f"push-{action.replace('(', '-').strip(')')}")
        self.action = action

    def on_click(self) -> None:
        """Say so."""
        self.post_message(self.Pushed(self.action))


class ChipPush(Static):
    """A chip of the picker; the selected one is between marks."""

    def __init__(self, chip: Cents) -> None:
        super().__init__(id=f"chip-{chip}")
        self.chip = chip
        self._chosen: bool | None = None

    def show(self, chosen: bool) -> None:
        """Draw it."""
        if chosen is self._chosen:
            return
        self._chosen = chosen
        ground, figure = CHIP_COLOURS[CHIPS[self.chip]]
        mark = Style(color=BRASS, bgcolor=PANEL, bold=True)
        face = Style(color=figure, bgcolor=ground, bold=True)
        left, right = ("▐", "▌") if chosen else (" ", " ")
        self.update(Text.assemble((left, mark), (f" {brief(self.chip)} ", face), (right, mark)))

    def on_click(self) -> None:
        """Choose it."""
        self.post_message(Push.Pushed(f"chip({self.chip})"))
