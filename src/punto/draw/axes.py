"""Common parts of plots: the sheet, the field with its scales, and round numbers for grid lines."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from punto.draw import svg
from punto.draw.palette import BRASS_DEEP, PAPER, SHEET, SHEET_LINE

WIDTH, HEIGHT, MARGIN = 1120, 600, 24
LETTER, SMALL = 13.0, 12.0


class Field(NamedTuple):
    """Area of a plot on the sheet, and the values at its edges."""

    left: float
    right: float
    top: float
    bottom: float
    first: float  # horizontal
    last: float
    low: float  # vertical
    high: float

    def x(self, place: float) -> float:
        """Return the horizontal position of a value."""
        return self.left + (self.right - self.left) * (place - self.first) / (self.last - self.first)

    def y(self, amount: float) -> float:
        """Return the vertical position of a value."""
        return self.bottom - (self.bottom - self.top) * (amount - self.low) / (self.high - self.low)


def round_step(least: float) -> float:
    """Return the next larger of 1, 2 and 5 times a power of ten.

    >>> round_step(0.3), round_step(1500)
    (0.5, 2000.0)
    """
    power = 10.0 ** floor(log10(least))
    return next(unit * power for unit in (1, 2, 5, 10) if unit * power >= least)


def round_numbers(low: float, high: float, most: int) -> list[float]:
    """Return about ``most`` round numbers between two others.

    >>> round_numbers(-0.3, 1.1, 8)
    [-0.2, 0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]
    """
    step = round_step((high - low) / most)
    return [number * step for number in range(ceil(low / step), floor(high / step) + 1)]


def paper(height: float = HEIGHT) -> str:
    """Draw the sheet of a plot."""
    return svg.element("rect", x=0.5, y=0.5, width=WIDTH - 1, height=height - 1, rx=12, fill=PAPER, stroke=SHEET_LINE)


def rule(y: float) -> str:
    """Draw the line below a heading."""
    return svg.element("path", d=f"M{MARGIN} {svg.number(y)}H{WIDTH - MARGIN}", stroke=BRASS_DEEP, stroke_opacity=0.55)


def ground(field: Field, amounts: Sequence[float], places: Sequence[float] = ()) -> str:
    """Draw the sheet of a plot, with grid lines at some values."""
    across = "".join(f"M{svg.number(field.left)} {svg.number(field.y(at))}H{svg.number(field.right)}" for at in amounts)
    down = "".join(f"M{svg.number(field.x(at))} {svg.number(field.top)}V{svg.number(field.bottom)}" for at in places)
    sheet = svg.element(
        "rect", x=field.left, y=field.top, width=field.right - field.left, height=field.bottom - field.top, fill=SHEET
    )
    return sheet + svg.element("path", d=across + down, stroke=SHEET_LINE, fill="none")
