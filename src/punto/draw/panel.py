"""Printed tables of odds, on the felt or on a sign."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from punto.draw import palette, svg
from punto.draw.lettering import SPACING, heading, widest, width_of
from punto.draw.paytable import Paytable

_ROW, _HEAD, _SIZE, _TITLE = 15.5, 24.0, 12.0, 13.0
_GAP = 22.0  # between words and odds
_BETWEEN = 16.0  # between panels of one column


@dataclass(frozen=True, slots=True)
class Inks:
    """Colors of a printed table."""

    title: str
    text: str
    line: str


ON_FELT = Inks(palette.CREAM, palette.FAINT, palette.LINE)
ON_PAPER = Inks(palette.INK, palette.INK_FAINT, palette.BRASS_DEEP)


@dataclass(frozen=True, slots=True)
class Panel:
    """A printed table and its size."""

    table: Paytable

    @property
    def width(self) -> float:
        """Width of its widest line."""
        rows = widest((words + odds for words, odds in self.table.lines), _SIZE) + _GAP
        head = width_of(self.table.title.upper(), _TITLE, SPACING)
        note = _GAP + width_of(self.table.note, _SIZE) if self.table.note else 0
        return max(rows, head + note, 140)

    @property
    def height(self) -> float:
        """Total height of its lines."""
        return _HEAD + _ROW * len(self.table.lines)

    def drawn(self, x: float, y: float, inks: Inks = ON_FELT) -> str:
        """Draw the panel with its upper left corner at ``(x, y)``."""
        width = self.width
        note = svg.text(self.table.note, width, 12, _SIZE, text_anchor="end", fill=inks.text)
        return svg.moved(
            x,
            y,
            svg.title(f"{self.table.title}: payout odds"),
            svg.moved(0, 12, heading(self.table.title, _TITLE, width, inks.title, "start")[1]),
            note if self.table.note else "",
            svg.element("path", d=f"M0 18.5H{svg.number(width)}", stroke=inks.line, stroke_opacity=0.7),
            *(self._row(place, width, inks) for place in range(len(self.table.lines))),
        )

    def _row(self, place: int, width: float, inks: Inks) -> str:
        words, odds = self.table.lines[place]
        y = _HEAD + _ROW * place + 11
        return svg.text(words, 0, y, _SIZE, fill=inks.text) + svg.text(
            odds, width, y, _SIZE, fill=inks.title, text_anchor="end"
        )


@dataclass(frozen=True, slots=True)
class Column:
    """A column of panels."""

    panels: tuple[Panel, ...]

    @property
    def width(self) -> float:
        """Width of its widest panel."""
        return max(panel.width for panel in self.panels)

    @property
    def height(self) -> float:
        """Height of its panels with the space between them."""
        return sum(panel.height + _BETWEEN for panel in self.panels) - _BETWEEN

    def drawn(self, x: float, y: float, inks: Inks = ON_FELT) -> str:
        """Draw the column with its upper left corner at ``(x, y)``."""
        drawn = []
        for panel in self.panels:
            drawn.append(panel.drawn(x, y, inks))
            y += panel.height + _BETWEEN
        return "".join(drawn)


def columns(tables: Iterable[Paytable], height: float) -> list[Column]:
    """Stack panels into columns no higher than ``height``, the tallest first; widest column first."""
    stacks: list[Column] = []
    for panel in sorted(map(Panel, tables), key=lambda panel: -panel.height):
        for place, stack in enumerate(stacks):
            if stack.height + _BETWEEN + panel.height <= height:
                stacks[place] = Column((*stack.panels, panel))
                break
        else:
            stacks.append(Column((panel,)))
    return sorted(stacks, key=lambda column: -column.width)


def beside(stacks: Sequence[Column], x: float, y: float, inks: Inks = ON_FELT, gap: float = 34) -> str:
    """Draw columns from left to right."""
    drawn = []
    for column in stacks:
        drawn.append(column.drawn(x, y, inks))
        x += column.width + gap
    return "".join(drawn)


def across(stacks: Sequence[Column], gap: float = 34) -> float:
    """Return the total width of columns next to each other."""
    return sum(column.width + gap for column in stacks) - gap if stacks else 0
