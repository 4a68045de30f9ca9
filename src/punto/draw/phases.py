"""Diagram of a table's phases, drawn from the table of transitions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from math import hypot
from textwrap import wrap
from typing import NamedTuple

from punto.draw import svg
from punto.draw.svg import BRASS_DEEP, CLOTHS, CREAM, INK, INK_FAINT, PAPER, SHEET, SHEET_LINE
from punto.table.phases import TRANSITIONS, Phase, Transition

_WIDTH, _HEIGHT = 1120, 660
_WIDE, _HIGH = 138, 54  # of a phase
_APART = 17  # between two opposite arrows
_LETTER = 13.0
_COUP = (484, 56, 620, 548)  # frame around the phases of a coup: left, top, width, height
_AT: dict[Phase, tuple[float, float]] = {
    Phase.CLOSED: (120, 130),
    Phase.PREPARING: (120, 330),
    Phase.IDLE: (120, 530),
    Phase.BETTING: (380, 330),
    Phase.DEALING: (610, 130),
    Phase.TURNING: (960, 130),
    Phase.HOUSE_MONEY: (960, 330),
    Phase.DRAWING: (960, 530),
    Phase.PAYING: (610, 530),
}

_OTHER_SIDE = {(Phase.BETTING, Phase.IDLE)}  # labels placed left of the arrow, where there is room


class Way(NamedTuple):
    """An arrow from one phase to another: its ends, and the place of its label."""

    x1: float
    y1: float
    x2: float
    y2: float
    words_x: float
    words_y: float


def phases_svg() -> str:
    """Draw the phases and the transitions between them."""
    voids = [one for one in TRANSITIONS if _is_void(one)]
    ways = [_way(one) for one in TRANSITIONS if not _is_void(one)]
    return svg.drawing(
        _WIDTH,
        _HEIGHT,
        _arrowhead(),
        svg.element("rect", width=_WIDTH, height=_HEIGHT, rx=12, fill=PAPER, stroke=SHEET_LINE),
        svg.text("The phases of a table", 28, 46, 24, font_family=svg.SERIF, font_weight=600, fill=INK),
        _coup_frame(),
        *ways,
        _void(voids),
        *(_box(phase) for phase in Phase),
        label="The phases of a table, and what leads from one to the next",
    )


def _is_void(transition: Transition) -> bool:
    return "voided" in transition.reads


def _arrowhead() -> str:
    head = svg.element("path", d="M0 0L9 4.5L0 9Z", fill=INK)
    marker = svg.element("marker", head, id="to", markerWidth=9, markerHeight=9, refX=8, refY=4.5, orient="auto")
    return svg.element("defs", marker)


def _coup_frame() -> str:
    left, top, width, height = _COUP
    frame = svg.element(
        "rect", x=left, y=top, width=width, height=height, rx=16, fill=SHEET, stroke=SHEET_LINE, stroke_dasharray="3 5"
    )
    return frame + svg.text("a coup", left + width - 18, top + 26, 15, fill=BRASS_DEEP, text_anchor="end")


def _box(phase: Phase) -> str:
    x, y = _AT[phase]
    inside = phase in (Phase.CLOSED, Phase.PREPARING, Phase.IDLE)
    fill, ink = (SHEET, INK) if inside else (CLOTHS["green"].middle, CREAM)
    rect = svg.element(
        "rect", x=x - _WIDE / 2, y=y - _HIGH / 2, width=_WIDE, height=_HIGH, rx=10, fill=fill, stroke=INK
    )
    words = svg.text(phase.value.replace("-", " "), x, y + 6, 17, text_anchor="middle", font_weight=600, fill=ink)
    return svg.element("g", rect, words, data_phase=phase.value)


def _way(transition: Transition) -> str:
    way = _between(transition)
    line = svg.element(
        "line", x1=way.x1, y1=way.y1, x2=way.x2, y2=way.y2, stroke=INK, stroke_width=1.5, marker_end="url(#to)"
    )
    anchor = "middle" if abs(way.y2 - way.y1) < 1 else "start" if way.words_x >= (way.x1 + way.x2) / 2 else "end"
    words = _words(transition.when, way.words_x, way.words_y, anchor)
    return svg.element("g", svg.title(f"{transition.before} to {transition.after}: {transition.when}"), line, words)


def _between(transition: Transition) -> Way:
    """Return the arrow between two phases; of two opposite ones, each keeps to its right."""
    (ax, ay), (bx, by) = _AT[transition.before], _AT[transition.after]
    length = hypot(bx - ax, by - ay)
    dx, dy = (bx - ax) / length, (by - ay) / length
    back = any(one.before is transition.after and one.after is transition.before for one in TRANSITIONS)
    side = _APART if back else 0
    ax, ay, bx, by = (ax - dy * side, ay + dx * side, bx - dy * side, by + dx * side)
    gap = min(_WIDE / 2 / abs(dx) if dx else length, _HIGH / 2 / abs(dy) if dy else length) + 5
    off = -10 if (transition.before, transition.after) in _OTHER_SIDE else 10
    x, y = (ax + bx) / 2 - dy * off, (ay + by) / 2 + dx * off
    return Way(ax + dx * gap, ay + dy * gap, bx - dx * gap, by - dy * gap, x, y)


def _words(when: str, x: float, y: float, anchor: str) -> str:
    lines = wrap(when, 17 if anchor != "middle" else 22)
    first = y + (0 if anchor == "middle" else -(len(lines) - 1) * 8 + 4)
    above = anchor == "middle" and y < _nearest_row(y)
    start = first - (len(lines) - 1) * 16 - 2 if above else first + (12 if anchor == "middle" else 0)
    return "".join(
        svg.text(line, x, start + 16 * row, _LETTER, text_anchor=anchor, fill=INK_FAINT)
        for row, line in enumerate(lines)
    )


def _nearest_row(y: float) -> float:
    return min((place[1] for place in _AT.values()), key=lambda row: abs(row - y))


def _void(voids: Iterable[Transition]) -> str:
    """Draw all transitions back to betting from within a coup as one arrow."""
    for (when, after), _ in groupby(voids, key=lambda one: (one.when, one.after)):
        x, y = _AT[after]
        left = _COUP[0] + 120
        line = svg.element(
            "line", x1=left, y1=y, x2=x + _WIDE / 2 + 5, y2=y, stroke=INK, stroke_width=1.5, stroke_dasharray="6 5",
            marker_end="url(#to)",
        )  # fmt: skip
        words = svg.text(f"from anywhere: {when}", left + 8, y + 4.5, _LETTER, fill=INK_FAINT)
        return svg.element("g", line, words)
    return ""
