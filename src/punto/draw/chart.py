"""Charts: lines, bands, bars, marks with errors, and tables of cells, in the style of the hold's picture.

A chart is a value; ``chart_svg`` draws it. Scales are derived from its content. Each part is distinguished by stroke or
mark, not by color alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from punto.draw import svg
from punto.draw.lettering import size_to_fit, width_of
from punto.draw.plot import HEIGHT, LETTER, MARGIN, SMALL, WIDTH, Field, ground, paper, round_numbers, rule
from punto.draw.svg import BANKER, BRASS_DEEP, CLOTHS, INK, INK_FAINT, PLAYER

Pair = tuple[float, float]

GREEN = CLOTHS["green"].light
COLOURS = {"ink": INK, "green": GREEN, "player": PLAYER, "banker": BANKER, "brass": BRASS_DEEP, "faint": INK_FAINT}
_RIGHT, _TOP = WIDTH - 40, 150
_AIR = 0.05
_TICKS = 8


def plain(value: float) -> str:
    """Format a number, with a minus sign.

    >>> plain(-2.0), plain(0.25), plain(1200.0)
    ('−2', '0.25', '1,200')
    """
    return f"{value:,.10g}".replace("-", "−")


def percent(value: float) -> str:
    """Format a fraction as a percentage.

    >>> percent(-0.012)
    '−1.2%'
    """
    return f"{100 * value:,.6g}%".replace("-", "−")


@dataclass(frozen=True, slots=True)
class Axis:
    """One direction of a chart: numbers, or names at 0, 1, 2 …"""

    words: str
    write: Callable[[float], str] = plain
    names: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Points joined by a line."""

    name: str
    points: Sequence[Pair]
    colour: str = "ink"
    dash: str | None = None


@dataclass(frozen=True, slots=True)
class Band:
    """Area between two lines over the same places."""

    name: str
    below: Sequence[Pair]
    above: Sequence[Pair]
    colour: str = "green"


@dataclass(frozen=True, slots=True)
class Bars:
    """Upright bars."""

    name: str
    points: Sequence[Pair]
    width: float = 0.8  # in units of the axis
    colour: str = "green"


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks with optional errors, vertical or horizontal."""

    name: str
    points: Sequence[Pair]
    errors: Sequence[float] = ()
    colour: str = "ink"
    hollow: bool = False
    along: bool = False


@dataclass(frozen=True, slots=True)
class Cells:
    """A square around each point, colored or not, with a word in it."""

    name: str
    points: Sequence[Pair]
    words: Sequence[str]
    colour: str = "green"


Part = Line | Band | Bars | Marks | Cells


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of a study."""

    title: str
    below: str  # below the title
    x: Axis
    y: Axis
    parts: tuple[Part, ...]
    foot: str = ""
    height: float = HEIGHT

    def _repr_svg_(self) -> str:
        return chart_svg(self)


def chart_svg(chart: Chart) -> str:
    """Draw a chart."""
    field = _field(chart)
    across = _numbers(chart.y, field.low, field.high)
    down = _numbers(chart.x, field.first, field.last)
    return svg.drawing(
        WIDTH,
        chart.height,
        paper(chart.height),
        svg.text(chart.title, MARGIN, 48, 24, font_weight="600", fill=INK, font_family=svg.SERIF),
        svg.text(chart.below, MARGIN, 70, size_to_fit(chart.below, WIDTH - 2 * MARGIN, LETTER), fill=INK_FAINT),
        rule(90.5),
        _legend(chart),
        _sheet(chart, field, across, down),
        _zero(chart, field),
        *(_drawn(part, field) for part in chart.parts),
        _axes(chart, field, across, down),
        svg.text(chart.foot, field.left, chart.height - 24, SMALL, fill=INK_FAINT) if chart.foot else "",
        label=f"{chart.title}: {chart.below}",
    )


# ---------------------------------------------------------------- scales


def _field(chart: Chart) -> Field:
    first, last = _span(chart.x, chain.from_iterable(_reach(part, 0) for part in chart.parts))
    low, high = _span(chart.y, chain.from_iterable(_reach(part, 1) for part in chart.parts))
    labels = chart.y.names or [chart.y.write(at) for at in _numbers(chart.y, low, high)]
    left = max(64.0, MARGIN + 16 + max(width_of(words, LETTER) for words in labels))
    return Field(left, _RIGHT, _TOP, chart.height - 80, first, last, low, high)


def _span(axis: Axis, values: Iterable[float]) -> Pair:
    """Return the ends of an axis: its names, given bounds, or slightly beyond its values."""
    if axis.names:
        return -0.6, len(axis.names) - 0.4
    found = list(values)
    low, high = min(found), max(found)
    air = (high - low or 1) * _AIR
    return low - air if axis.low is None else axis.low, high + air if axis.high is None else axis.high


def _reach(part: Part, way: int) -> Iterable[float]:
    """Return the values of a part, horizontal (0) or vertical (1), that the scale must include."""
    if isinstance(part, Band):
        return [point[way] for point in (*part.below, *part.above)]
    values = [point[way] for point in part.points]
    if isinstance(part, Bars):
        return [0.0, *values] if way else [min(values) - part.width / 2, max(values) + part.width / 2]
    if isinstance(part, Marks) and part.errors and part.along == (way == 0):
        return [value + sign * error for value, error in zip(values, part.errors, strict=True) for sign in (1, -1)]
    return values


def _numbers(axis: Axis, low: float, high: float) -> list[float]:
    return [float(place) for place in range(len(axis.names))] or round_numbers(low, high, _TICKS)


# ---------------------------------------------------------------- parts


def _drawn(part: Part, field: Field) -> str:
    colour = COLOURS[part.colour]
    if isinstance(part, Line):
        return _stroke(f"M{'L'.join(_at(field, part.points))}", colour, part.dash)
    if isinstance(part, Band):
        outline = f"M{'L'.join(_at(field, part.above))}L{'L'.join(reversed(_at(field, part.below)))}Z"
        return svg.element("path", d=outline, fill=colour, fill_opacity=0.15)
    if isinstance(part, Bars):
        return "".join(_bar(field, part, point) for point in part.points)
    if isinstance(part, Cells):
        return "".join(_cell(field, part, *pair) for pair in zip(part.points, part.words, strict=True))
    errors = part.errors or [0.0] * len(part.points)
    return "".join(_mark(field, part, *pair) for pair in zip(part.points, errors, strict=True))


def _at(field: Field, points: Sequence[Pair]) -> list[str]:
    return [svg.points(field.x(x), field.y(y)) for x, y in points]


def _stroke(line: str, colour: str, dash: str | None) -> str:
    return svg.element(
        "path", d=line, fill="none", stroke=colour, stroke_width=1.8, stroke_dasharray=dash, stroke_linejoin="round"
    )


def _bar(field: Field, part: Bars, point: Pair) -> str:
    x, top = point
    left, right = field.x(x - part.width / 2), field.x(x + part.width / 2)
    ends = sorted((field.y(0), field.y(top)))
    return svg.element(
        "rect", x=left, y=ends[0], width=right - left, height=ends[1] - ends[0],
        fill=COLOURS[part.colour], fill_opacity=0.6,
    )  # fmt: skip


def _mark(field: Field, part: Marks, point: Pair, error: float) -> str:
    colour = COLOURS[part.colour]
    (x, y), drawn = point, ""
    if error:
        ends = [(x - error, y), (x + error, y)] if part.along else [(x, y - error), (x, y + error)]
        drawn = _stroke(f"M{'L'.join(_at(field, ends))}", colour, None)
    return drawn + _dot(field.x(x), field.y(y), colour, part.hollow)


def _dot(x: float, y: float, colour: str, hollow: bool) -> str:
    fill = "none" if hollow else colour
    return svg.element("circle", cx=x, cy=y, r=5.5 if hollow else 4, fill=fill, stroke=colour, stroke_width=1.6)


def _cell(field: Field, part: Cells, point: Pair, words: str) -> str:
    (x, y), colour = point, COLOURS[part.colour]
    left, top = field.x(x - 0.47), field.y(y + 0.47)
    wide, high = field.x(x + 0.47) - left, field.y(y - 0.47) - top
    size = size_to_fit(words, wide - 6, SMALL)
    return svg.element("rect", x=left, y=top, width=wide, height=high, fill=colour, fill_opacity=0.2) + svg.text(
        words, field.x(x), field.y(y) + 4, size, text_anchor="middle", fill=INK
    )


# ---------------------------------------------------------------- words


def _legend(chart: Chart) -> str:
    parts, x, y = [], float(MARGIN), 120.0
    for place, part in enumerate(chart.parts):
        if part.name:
            layers = sum(isinstance(each, Band) for each in chart.parts[:place]) if isinstance(part, Band) else 0
            parts += [_swatch(part, x, y - 4.5) * (1 + layers), svg.text(part.name, x + 34, y, LETTER, fill=INK)]
            x += 34 + width_of(part.name, LETTER) + 28
    return "".join(parts)


def _swatch(part: Part, x: float, y: float) -> str:
    colour = COLOURS[part.colour]
    if isinstance(part, Line):
        return _stroke(f"M{svg.points(x, y)}h26", colour, part.dash)
    if isinstance(part, Marks):
        line = _stroke(f"M{svg.points(x + 3, y)}h20", colour, None) if part.errors else ""
        return line + _dot(x + 13, y, colour, part.hollow)
    opacity = 0.6 if isinstance(part, Bars) else 0.2
    return svg.element("rect", x=x, y=y - 7, width=26, height=14, fill=colour, fill_opacity=opacity)


def _sheet(chart: Chart, field: Field, across: Sequence[float], down: Sequence[float]) -> str:
    """Draw the grid: lines at numbers, or at names in one direction; none behind cells."""
    if chart.x.names and chart.y.names:
        return ground(field, ())
    return ground(field, across, down if chart.x.names else ())


def _zero(chart: Chart, field: Field) -> str:
    """Draw the zero line, if it is inside."""
    lines = ""
    if field.low < 0 < field.high and not chart.y.names:
        lines += f"M{svg.number(field.left)} {svg.number(field.y(0))}H{svg.number(field.right)}"
    if field.first < 0 < field.last and not chart.x.names:
        lines += f"M{svg.number(field.x(0))} {svg.number(field.top)}V{svg.number(field.bottom)}"
    return svg.element("path", d=lines, stroke=INK_FAINT, stroke_width=1.2) if lines else ""


def _axes(chart: Chart, field: Field, across: Sequence[float], down: Sequence[float]) -> str:
    up = chart.y.names or [chart.y.write(at) for at in across]
    along = chart.x.names or [chart.x.write(at) for at in down]
    wide = (field.right - field.left) / max(1, len(along))
    size = min(size_to_fit(words, wide, LETTER) for words in along)
    amounts = [
        svg.text(words, field.left - 12, field.y(at) + 4.5, LETTER, text_anchor="end", fill=INK_FAINT)
        for words, at in zip(up, across, strict=True)
    ]
    places = [
        svg.text(words, field.x(at), field.bottom + 20, size, text_anchor="middle", fill=INK_FAINT)
        for words, at in zip(along, down, strict=True)
    ]
    names = svg.text(chart.x.words, field.right, field.bottom + 40, LETTER, text_anchor="end", fill=INK_FAINT)
    names += svg.text(chart.y.words, field.left, field.top - 9, SMALL, fill=INK_FAINT)
    return "".join((*amounts, *places, names))
