"""Common parts of plots: the sheet, the field with its scales, and round numbers for grid lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor, log10, sqrt
from typing import NamedTuple

from punto.core.money import dollars
from punto.draw import svg
from punto.draw.lettering import size_to_fit
from punto.draw.svg import BRASS_DEEP, CLOTHS, INK, INK_FAINT, PAPER, SHEET, SHEET_LINE
from punto.views.figures import Figures, Point

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


# ---------------------------------------------------------------- plot

# Plot of the hold: a table's win by coup, against the theoretical win and its standard deviations.
#
# The bands are one, two and three standard deviations wide on either side. They are exact at every coup: they include
# the covariances of stakes on one coup. Lines are distinguished by stroke, not by color alone.

_LEFT, _RIGHT, _TOP, _BOTTOM = 104, 1048, 150, 520  # of the field
_GREEN = CLOTHS["green"]
_BANDS = (3, 2, 1)  # standard deviations, the widest first
_TICKS, _AIR = 8, 0.06  # maximum number of grid lines, approximately; and the margin above and below
_FACT = 124  # width of a figure at the top


class Place(NamedTuple):
    """Standing of a table, in dollars."""

    won: float
    due: float
    sd: float


def hold_svg(table: str, points: Sequence[Point], figures: Figures) -> str:
    """Draw a table's win against its theoretical win."""
    places = [Place(0, 0, 0), *map(_place, points)]
    field, ticks = _scaled(places)
    coups = "one coup" if len(points) == 1 else f"{len(points):,} coups"
    label = f"Table {table}, {coups}: won {_money(figures.tally.win)}, theoretical win {_money(figures.theoretical)}"
    return svg.drawing(
        WIDTH,
        HEIGHT,
        paper(),
        svg.text(f"Table {table}", MARGIN, 48, 24, font_weight="600", fill=INK, font_family=svg.SERIF),
        svg.text(f"Win against theory over {coups}", MARGIN, 70, LETTER, fill=INK_FAINT),
        _facts(figures),
        _legend(),
        ground(field, ticks),
        _shoes(field, points),
        _bands(field, places),
        _due(field, places),
        _won(field, places),
        _axes(field, ticks),
        _foot(),
        label=label,
    )


def _place(point: Point) -> Place:
    return Place(float(point.win) / 100, float(point.theoretical) / 100, sqrt(point.variance) / 100)


def _money(cents: float | Fraction) -> str:
    return dollars(round(cents))


# ---------------------------------------------------------------- scales


def _scaled(places: Sequence[Place]) -> tuple[Field, list[float]]:
    """Choose scales that fit all values, and round numbers for grid lines."""
    last = places[-1]
    low = min(0, last.due - 3 * last.sd, *(place.won for place in places))
    high = max(0, last.due + 3 * last.sd, *(place.won for place in places))
    air = (high - low or 1) * _AIR
    low, high = low - air, high + air
    field = Field(_LEFT, _RIGHT, _TOP, _BOTTOM, 0, max(1, len(places) - 1), low, high)
    return field, round_numbers(low, high, _TICKS)


# ---------------------------------------------------------------- the field


def _shoes(field: Field, points: Sequence[Point]) -> str:
    """Draw a line at each new shoe, and number the shoes as space permits."""
    firsts = [place for place, point in enumerate(points) if place == 0 or point.shoe != points[place - 1].shoe]
    lines = "".join(f"M{svg.number(field.x(place))} {_TOP}V{_BOTTOM}" for place in firsts[1:])
    parts = [svg.element("path", d=lines, stroke=BRASS_DEEP, stroke_opacity=0.45, stroke_dasharray="1 4", fill="none")]
    free = 0.0
    for place in firsts:
        if (x := field.x(place)) >= free:
            words = f"shoe {points[place].shoe}"
            parts.append(svg.text(words, x, _TOP - 7, 12, fill=BRASS_DEEP, data_shoe=points[place].shoe))
            free = x + 64
    return "".join(parts)


def _bands(field: Field, places: Sequence[Place]) -> str:
    parts = []
    for wide in _BANDS:
        above = _through(field, places, lambda place, wide=wide: place.due + wide * place.sd)  # type: ignore[misc]
        below = _through(field, places, lambda place, wide=wide: place.due - wide * place.sd)  # type: ignore[misc]
        outline = f"M{'L'.join(above)}L{'L'.join(reversed(below))}Z"
        parts.append(svg.element("path", d=outline, fill=_GREEN.light, fill_opacity=0.13, data_band=wide))
    return "".join(parts) + _band_names(field, places[-1])


def _band_names(field: Field, last: Place) -> str:
    """Label the bands at the right, where they are wide enough to be distinguished."""
    if abs(field.y(last.sd) - field.y(0)) < 14:
        return ""
    marks = [(sign * wide, f"{'+' if sign > 0 else '−'}{wide} SD") for wide in (1, 2, 3) for sign in (1, -1)]
    return "".join(
        svg.text(words, _RIGHT + 8, field.y(last.due + wide * last.sd) + 4, 12, fill=_GREEN.middle)
        for wide, words in marks
    )


def _due(field: Field, places: Sequence[Place]) -> str:
    line = f"M{'L'.join(_through(field, places, lambda place: place.due))}"
    return _theory(line)


def _theory(line: str) -> str:
    return svg.element("path", d=line, fill="none", stroke=_GREEN.light, stroke_width=1.8, stroke_dasharray="7 4")


def _won(field: Field, places: Sequence[Place]) -> str:
    line = f"M{'L'.join(_through(field, places, lambda place: place.won))}"
    end = svg.element("circle", cx=field.x(len(places) - 1), cy=field.y(places[-1].won), r=4.5, fill=INK)
    ring = svg.element(
        "circle", cx=field.x(len(places) - 1), cy=field.y(places[-1].won), r=7, fill="none", stroke=INK,
        stroke_opacity=0.4,
    )  # fmt: skip
    return _actual(line) + end + ring


def _actual(line: str) -> str:
    return svg.element(
        "path", d=line, fill="none", stroke=INK, stroke_width=1.8, stroke_linejoin="round", stroke_linecap="round"
    )


def _through(field: Field, places: Sequence[Place], amount: Callable[[Place], float]) -> list[str]:
    """Return the points of a line, at most one per pixel along the field."""
    stride = ceil(len(places) / (_RIGHT - _LEFT))
    chosen = [*range(0, len(places) - 1, stride), len(places) - 1]
    return [svg.points(field.x(place), field.y(amount(places[place]))) for place in chosen]


def _axes(field: Field, ticks: Sequence[float]) -> str:
    amounts = [
        svg.text(_money(tick * 100), _LEFT - 12, field.y(tick) + 4.5, LETTER, text_anchor="end", fill=INK_FAINT)
        for tick in ticks
    ]
    zero = svg.element("path", d=f"M{_LEFT} {svg.number(field.y(0))}H{_RIGHT}", stroke=INK_FAINT, stroke_width=1.2)
    step = max(1, round(round_step(field.last / 8)))
    coups = [
        svg.text(f"{number:,}", field.x(number), _BOTTOM + 20, LETTER, text_anchor="middle", fill=INK_FAINT)
        for number in range(0, int(field.last) + 1, step)
    ]
    words = svg.text("coups settled", _RIGHT, _BOTTOM + 40, LETTER, text_anchor="end", fill=INK_FAINT)
    return zero + "".join((*amounts, *coups, words))


# ---------------------------------------------------------------- words and figures


def _facts(figures: Figures) -> str:
    """Draw the figures at the upper right, the last of them at the edge."""
    hold, edge, far = figures.hold_of_handle, figures.edge, figures.deviations
    facts = (
        ("handle", _money(figures.tally.handle)),
        ("won", _money(figures.tally.win)),
        ("theoretical win", _money(figures.theoretical)),
        ("hold of handle", "–" if hold is None else f"{float(hold):.2%}".replace("-", "−")),
        ("in theory", "–" if edge is None else f"{float(edge):.2%}".replace("-", "−")),
        ("deviation", "–" if far is None else f"{far:+.2f} SD".replace("-", "−")),
    )
    parts = []
    for place, (name, value) in enumerate(facts):
        x = WIDTH - MARGIN - (len(facts) - 1 - place) * _FACT
        size = size_to_fit(value, _FACT - 10, 18)
        parts.append(svg.text(value, x, 48, size, text_anchor="end", font_weight="600", fill=INK))
        parts.append(svg.text(name, x, 68, 12, text_anchor="end", fill=INK_FAINT))
    return "".join(parts)


def _legend() -> str:
    y = 116
    swatches = [
        svg.element("rect", x=548 - wide * 8, y=y - 4 - wide * 4, width=wide * 16, height=wide * 8,
                    fill=_GREEN.light, fill_opacity=0.13)
        for wide in _BANDS
    ]  # fmt: skip
    return "".join(
        (
            rule(90.5),
            _actual(f"M{_LEFT} {y - 4}l12 -4l12 6l12 -5"),
            svg.text("win of the table", _LEFT + 46, y, LETTER, fill=INK),
            _theory(f"M{_LEFT + 200} {y - 4}h36"),
            svg.text("theoretical win", _LEFT + 246, y, LETTER, fill=INK),
            *swatches,
            svg.text("within 1, 2 and 3 standard deviations (SD)", 582, y, LETTER, fill=INK),
        )
    )


def _foot() -> str:
    words = "Of many such tables, about 68 in 100 end within 1 SD, 95 within 2, and 997 in 1,000 within 3."
    return svg.text(words, _LEFT, HEIGHT - 24, 12, fill=INK_FAINT)
