"""Figures of a PAR sheet: frequency and return of results, and the narrowing of the hold.

Floats are used for positions only; every printed number comes from the exact value.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, log10, sqrt

from punto.draw import svg
from punto.draw.fittings import category_words
from punto.draw.lettering import size_to_fit
from punto.draw.plot import round_step
from punto.draw.svg import BRASS_DEEP, CLOTHS, INK, INK_FAINT, SHEET, SHEET_LINE
from punto.report.numerals import likely, percent
from punto.report.par import LEVELS, ROUNDS, Par, WagerSheet
from punto.wagers.wager import Verdict

_GREEN = CLOTHS["green"]
_WIDTH = 720
_LETTER = 12.0


# ---------------------------------------------------------------- the paytable

_NAMES, _FIRST, _SECOND, _BAR = 196, 208, 476, 150  # right edge of names; left edges and length of the bars
_ROW, _TOP = 21, 26


def paytable_svg(par: Par, one: WagerSheet) -> str:
    """Draw the lines of a paytable as bars: probability, and return per unit."""
    height = _TOP + _ROW * len(one.lines) + 8
    most = max(line.probability for line in one.lines)
    richest = max(line.returns for line in one.lines) or Fraction(1)
    parts = [
        svg.text("probability", _FIRST, 16, _LETTER, fill=INK_FAINT),
        svg.text("returns, of a unit staked", _SECOND, 16, _LETTER, fill=INK_FAINT),
    ]
    for row, line in enumerate(one.lines):
        y = _TOP + row * _ROW
        name = category_words(line.result.category)
        size = size_to_fit(name, _NAMES, _LETTER, least=9)
        colour = {Verdict.WIN: _GREEN.light, Verdict.PUSH: BRASS_DEEP, Verdict.LOSE: INK_FAINT}[line.result.verdict]
        parts.append(svg.text(name, _NAMES, y + 13, size, text_anchor="end", fill=INK))
        parts.append(_bar(_FIRST, y, line.probability / most, colour, likely(line.probability)))
        parts.append(_bar(_SECOND, y, line.returns / richest, colour, percent(line.returns)))
    label = f"{one.title}: probability and return of {len(one.lines)} results"
    return svg.drawing(_WIDTH, height, *parts, label=label)


def _bar(x: float, y: float, share: Fraction, colour: str, words: str) -> str:
    length = _BAR * float(share)
    base = svg.element("path", d=f"M{svg.points(x, y)}v18", stroke=INK_FAINT, stroke_width=0.8)
    bar = svg.element("rect", x=x, y=y + 2, width=max(length, 0.6), height=14, fill=colour) if share else ""
    return bar + base + svg.text(words, x + length + 6, y + 13, _LETTER - 1, fill=INK)


# ---------------------------------------------------------------- the hold

_LEFT, _RIGHT, _UP, _DOWN = 66, 656, 8, 174  # of the field
_HEIGHT = 210
_STEPS = 48


class _Field:
    """Scales: logarithm of rounds horizontally, hold vertically."""

    def __init__(self, one: WagerSheet) -> None:
        self.edge = float(one.edge)
        self.deviation = float(one.spread.deviation)
        self.first, self.last = log10(ROUNDS[0]), log10(ROUNDS[-1])
        widest = float(max(LEVELS.values())) * self.deviation / sqrt(ROUNDS[0]) * 1.06
        self.low, self.high = self.edge - widest, min(1, self.edge + widest)

    def x(self, power: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (power - self.first) / (self.last - self.first)

    def y(self, hold: float) -> float:
        return _DOWN - (_DOWN - _UP) * (hold - self.low) / (self.high - self.low)

    def band(self, wide: float) -> str:
        """Return the outline of a band, its upper edge first."""
        powers = [self.first + (self.last - self.first) * step / _STEPS for step in range(_STEPS + 1)]
        reach = [(power, wide * self.deviation / sqrt(10**power)) for power in powers]
        above = [svg.points(self.x(power), self.y(min(1, self.edge + far))) for power, far in reach]
        below = [svg.points(self.x(power), self.y(self.edge - far)) for power, far in reversed(reach)]
        return f"M{'L'.join((*above, *below))}Z"


def hold_svg(one: WagerSheet) -> str:
    """Draw the bands of the hold narrowing around the edge."""
    field = _Field(one)
    bands = [
        svg.element("path", d=field.band(float(wide)), fill=_GREEN.light, fill_opacity=0.16, data_band=level)
        for level, wide in sorted(LEVELS.items(), reverse=True)
    ]
    label = f"{one.title}: bands of the hold from {ROUNDS[0]:,} to {ROUNDS[-1]:,} rounds"
    return svg.drawing(
        _WIDTH, _HEIGHT, _ground(field), *bands, _edge(field, one), _levels(field), _axes(field), label=label
    )


def _ticks(field: _Field) -> tuple[float, list[int]]:
    step = round_step((field.high - field.low) / 6)
    return step, list(range(ceil(field.low / step), floor(field.high / step) + 1))


def _ground(field: _Field) -> str:
    step, ticks = _ticks(field)
    sheet = svg.element("rect", x=_LEFT, y=_UP, width=_RIGHT - _LEFT, height=_DOWN - _UP, fill=SHEET)
    across = "".join(f"M{_LEFT} {svg.number(field.y(tick * step))}H{_RIGHT}" for tick in ticks)
    up = "".join(f"M{svg.number(field.x(log10(rounds)))} {_UP}V{_DOWN}" for rounds in ROUNDS)
    return sheet + svg.element("path", d=across + up, stroke=SHEET_LINE, fill="none")


def _edge(field: _Field, one: WagerSheet) -> str:
    y = field.y(field.edge)
    line = svg.element("path", d=f"M{_LEFT} {svg.number(y)}H{_RIGHT}", stroke=_GREEN.deep, stroke_width=1.6)
    words = svg.text(percent(one.edge, 3), _RIGHT + 6, y + 4, 11, fill=_GREEN.deep, font_weight="600")
    return line + words


def _levels(field: _Field) -> str:
    """Label the bands inside their upper edges, where they are widest."""
    power = field.first + 0.12
    parts, inner = [], 0.0
    for level, wide in sorted(LEVELS.items()):
        outer = float(wide) * field.deviation / sqrt(10**power)
        y = field.y(field.edge + (inner + outer) / 2 if inner else field.edge + outer * 0.72)
        parts.append(svg.text(f"{level}%", field.x(power) + 4, y + 4, 10.5, fill=_GREEN.deep))
        inner = outer
    return "".join(parts)


def _axes(field: _Field) -> str:
    step, ticks = _ticks(field)
    places = max(0, -floor(log10(step * 100)))
    holds = [
        svg.text(
            percent(Fraction(tick) * Fraction(str(step)), places),
            _LEFT - 8, field.y(tick * step) + 4, 11, text_anchor="end", fill=INK_FAINT,
        )
        for tick in ticks
    ]  # fmt: skip
    zero = ""
    if field.low <= 0 <= field.high:
        line = f"M{_LEFT} {svg.number(field.y(0))}H{_RIGHT}"
        zero = svg.element("path", d=line, stroke=INK_FAINT, stroke_width=0.9, stroke_dasharray="3 3")
    rounds = [
        svg.text(f"{number:,}", field.x(log10(number)), _DOWN + 16, 11, text_anchor="middle", fill=INK_FAINT)
        for number in ROUNDS
    ]
    middle = (_LEFT + _RIGHT) / 2
    names = svg.text("rounds", middle, _DOWN + 30, 11, text_anchor="middle", fill=INK_FAINT)
    return zero + "".join((*holds, *rounds, names))
