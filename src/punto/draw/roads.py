"""The roads as a casino displays them: five grids on a sheet, and the marks that each hand would add.

Marks are distinguished by shape as well as by color. Beads carry their letter. In rings, blue has a point in the middle
and red has none; in the discs of the small road, blue has a hole; the strokes of the cockroach pig lean apart, red
rising and blue falling. A tie is a green stroke through the ring, with a figure if there was more than one; a Player's
ring keeps its point through it. Ties before the first decision are a stroke without a ring.

With the results of the coups, bead plate and big road have more marks, distinguished by place and shape: a dot at the
upper left for a Banker pair, at the lower right for a Player pair, a bar for a natural, and a star at the upper right
for a wager that the dealer announced by name, such as Dragon 7.

Cells lie on whole pixels. A grid is of fixed size and shows its last columns, the newest cell outlined.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from punto.draw import svg
from punto.draw.svg import BANKER, INK, INK_FAINT, PAPER, PLAYER, SHEET, SHEET_LINE
from punto.views.roads import DERIVED, ROWS, Cell, Decision, Road, Roads, first_column

if TYPE_CHECKING:
    from punto.views.results import Ended

    Past = Sequence[Ended]  # the results of the same coups, where they are known

TIE = "#1b6b43"
STAR = "#8a5a00"

_INK = {"B": BANKER, "P": PLAYER, "T": TIE, "r": BANKER, "b": PLAYER}
_NAMES = {"B": "Banker", "P": "Player", "T": "Tie"}
_TITLES: dict[Road, str] = {"big-eye": "Big eye boy", "small": "Small road", "cockroach": "Cockroach pig"}

# The sheet: 14 + 35 columns above, 3 × 32 half as large below, both as wide as the predictions and the count under
# them.
_UNIT, _BEADS, _BIG, _SMALL_UNIT, _SMALL = 24, 14, 35, 12, 32
_MARGIN, _GAP = 24, 24
_ACROSS = _UNIT * (_BEADS + _BIG) + _GAP
_TOP, _MIDDLE = 40, 228
_FOOT, _FOOT_HEIGHT = 318, 48
_LEGIBLE = 14  # smallest cell with legible figures


# ---------------------------------------------------------------- whole pictures


def paper_svg(roads: Roads, past: Past = (), *, drop_again: bool = False) -> str:
    """Draw the whole sheet: bead plate, big road, derived roads, next marks, and the wins of each hand."""
    width, height = _ACROSS + 2 * _MARGIN + 1, _FOOT + _FOOT_HEIGHT + _MARGIN - 4
    parts = [
        _captioned("Bead plate", _MARGIN, _TOP, bead(roads, _BEADS, _UNIT, past)),
        _captioned(
            "Big road",
            _MARGIN + _UNIT * _BEADS + _GAP,
            _TOP,
            big(roads, _BIG, _UNIT, past, drop_again=drop_again),
        ),
    ]
    for place, road in enumerate(DERIVED):
        grid = derived(roads, road, _SMALL, _SMALL_UNIT, drop_again=drop_again)
        parts.append(_captioned(_TITLES[road], _MARGIN + place * (_SMALL * _SMALL_UNIT + _GAP), _MIDDLE, grid))
    return svg.drawing(
        width,
        height,
        svg.element("rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=12, fill=PAPER, stroke=SHEET_LINE),
        *parts,
        _asked(roads, "B", _MARGIN),
        _asked(roads, "P", _MARGIN + 236),
        svg.text(
            "Roads record past coups. They do not predict the next.", _MARGIN + 488, _FOOT + 29, 13, fill=INK_FAINT
        ),
        _counts(roads),
        label=f"Roads of {len(roads.outcomes)} coups",
    )


def bead_svg(roads: Roads, past: Past = (), *, columns: int = _BEADS, unit: int = _UNIT) -> str:
    """Draw the bead plate alone."""
    return _alone(bead(roads, columns, unit, past), "Bead plate", columns, unit)


def big_svg(roads: Roads, past: Past = (), *, columns: int = _BIG, unit: int = _UNIT, drop_again: bool = False) -> str:
    """Draw the big road alone."""
    return _alone(big(roads, columns, unit, past, drop_again=drop_again), "Big road", columns, unit)


def derived_svg(
    roads: Roads, road: Road, *, columns: int = _SMALL, unit: int = _SMALL_UNIT, drop_again: bool = False
) -> str:
    """Draw one of the derived roads alone."""
    return _alone(derived(roads, road, columns, unit, drop_again=drop_again), _TITLES[road], columns, unit)


def _alone(grid: str, label: str, columns: int, unit: int) -> str:
    return svg.drawing(columns * unit + 1, ROWS * unit + 1, grid, label=label)


# ---------------------------------------------------------------- roads


def bead(roads: Roads, columns: int, unit: int, past: Past = ()) -> str:
    """Write the bead plate as a group."""
    outcomes = roads.outcomes
    cells = [Cell(*divmod(place, ROWS), outcome) for place, outcome in enumerate(outcomes)]
    return _road("bead", f"Bead plate: {outcomes or 'empty'}", cells, columns, unit, past)


def big(roads: Roads, columns: int, unit: int, past: Past = (), *, drop_again: bool = False) -> str:
    """Write the big road as a group."""
    words = " ".join(column.of * len(column.ties) for column in roads.columns)
    decided = [one for one in past if one.outcome != "T"]
    cells = roads.drawn_cells(drop_again=drop_again)
    return _road("big", f"Big road: {words or 'empty'}", cells, columns, unit, decided)


def derived(roads: Roads, road: Road, columns: int, unit: int, *, drop_again: bool = False) -> str:
    """Write a derived road as a group."""
    cells = roads.derived_cells(road, drop_again=drop_again)
    words = "".join(cell.mark for cell in cells)
    return _road(road, f"{_TITLES[road]}: {words or 'empty'}", cells, columns, unit)


def _road(kind: str, label: str, cells: Sequence[Cell], columns: int, unit: int, past: Past = ()) -> str:
    first = first_column(cells, columns)
    found = dict(enumerate(past))
    shown = [(place, cell) for place, cell in enumerate(cells) if first <= cell.column < first + columns]
    marks = [_placed(kind, cell, cell.column - first, unit, found.get(place)) for place, cell in shown]
    newest = _outline(cells[-1], first, unit) if cells else ""
    return svg.element("g", _grid(columns, unit), *marks, newest, role="img", aria_label=label, data_road=kind)


def _grid(columns: int, unit: int) -> str:
    across, down = columns * unit, ROWS * unit
    lines = [f"M{x + 0.5} .5V{down + 0.5}" for x in range(0, across + 1, unit)]
    lines += [f"M.5 {y + 0.5}H{across + 0.5}" for y in range(0, down + 1, unit)]
    sheet = svg.element("rect", x=0.5, y=0.5, width=across, height=down, fill=SHEET)
    return sheet + svg.element("path", d="".join(lines), stroke=SHEET_LINE, fill="none", shape_rendering="crispEdges")


def _outline(cell: Cell, first: int, unit: int) -> str:
    """Frame the newest cell on the grid lines."""
    return svg.element(
        "rect",
        x=(cell.column - first) * unit + 0.5, y=cell.row * unit + 0.5, width=unit, height=unit,
        rx=unit / 12, fill="none", stroke=INK, stroke_width=1.5, data_newest=f"{cell.column} {cell.row}",
    )  # fmt: skip


def _placed(kind: str, cell: Cell, column: int, unit: int, past: Ended | None) -> str:
    x, y = (column + 0.5) * unit + 0.5, (cell.row + 0.5) * unit + 0.5
    waits = kind == "big" and cell.mark == "T"
    return svg.element(
        "g", mark(kind, cell.mark, x, y, unit, cell.ties), *(_more(kind, past, x, y, unit) if past else ()),
        data_mark=None if waits else cell.mark, data_ties=cell.ties or None,
    )  # fmt: skip


# ---------------------------------------------------------------- marks


def mark(kind: str, of: str, x: float, y: float, unit: float, ties: int = 0) -> str:
    """Draw a mark of a road with its middle at ``(x, y)``."""
    match kind:
        case "bead":
            return _bead(of, x, y, unit)
        case "big" if of == "T":
            return _ties(of, x, y, unit, ties)
        case "big":
            return _ring(of, x, y, unit, 0.36, 0.12) + (_ties(of, x, y, unit, ties) if ties else "")
        case "big-eye":
            return _ring(of, x, y, unit, 0.32, 0.15)
        case "small":
            hole = svg.element("circle", cx=x, cy=y, r=unit * 0.14, fill=SHEET)
            return svg.element("circle", cx=x, cy=y, r=unit * 0.38, fill=_INK[of]) + (hole if of == "b" else "")
        case _:
            rise = unit * (0.32 if of == "r" else -0.32)
            return _stroke(x, y, unit * 0.32, rise, _INK[of], max(1.6, unit * 0.17))


def _bead(of: str, x: float, y: float, unit: float) -> str:
    letter = svg.text(of, x, y + unit * 0.17, unit * 0.48, text_anchor="middle", font_weight="700", fill="#fff")
    return svg.element("circle", cx=x, cy=y, r=unit * 0.41, fill=_INK[of]) + letter


def _ring(of: str, x: float, y: float, unit: float, radius: float, weight: float) -> str:
    line = max(1.3, unit * weight)
    ring = svg.element("circle", cx=x, cy=y, r=unit * radius, fill="none", stroke=_INK[of], stroke_width=line)
    return ring + (_point(of, x, y, unit) if of in "Pb" else "")


def _point(of: str, x: float, y: float, unit: float) -> str:
    return svg.element("circle", cx=x, cy=y, r=unit * 0.11, fill=_INK[of])


def _ties(of: str, x: float, y: float, unit: float, ties: int) -> str:
    """Strike through a ring; if there was more than one tie, print their number at its foot."""
    parts = [_stroke(x, y, unit * 0.36, unit * 0.36, TIE, max(1.5, unit * 0.1))]
    if of == "P":
        parts += [svg.element("circle", cx=x, cy=y, r=unit * 0.19, fill=SHEET), _point(of, x, y, unit)]
    if ties > 1 and unit >= _LEGIBLE:
        parts.append(
            svg.text(
                str(ties), x + unit * 0.42, y + unit * 0.43, unit * 0.46,
                text_anchor="end", font_weight="700", fill=TIE,
                stroke=SHEET, stroke_width=unit * 0.14, paint_order="stroke", stroke_linejoin="round",
            )
        )  # fmt: skip
    return "".join(parts)


def _more(kind: str, past: Ended, x: float, y: float, unit: float) -> Iterator[str]:
    """Draw the further marks of a result."""
    bead, off = kind == "bead", unit * 0.36
    for wanted, way in ((past.banker_pair, -1), (past.player_pair, 1)):
        if wanted:
            yield svg.element(
                "circle", cx=x + way * off, cy=y + way * off, r=unit * 0.13, fill=BANKER if way < 0 else PLAYER,
                stroke=SHEET, stroke_width=unit * 0.05, data_pair="B" if way < 0 else "P",
            )  # fmt: skip
    if past.natural:
        height, ink = (unit * 0.27, "#fff") if bead else (unit * 0.19 * (past.outcome == "P"), _INK[past.outcome])
        reach, weight = unit * (0.17 if bead else 0.15), max(1.2, unit * 0.07)
        path = f"M{svg.points(x - reach, y + height)}H{svg.number(x + reach)}"
        yield svg.element("path", d=path, stroke=ink, stroke_width=weight, data_natural="1")
    if past.bonus:
        yield svg.element(
            "path", d=star(x + off, y - off, unit * 0.19), fill=STAR, stroke=SHEET, stroke_width=unit * 0.04,
            data_bonus=past.bonus,
        )  # fmt: skip


def star(x: float, y: float, radius: float) -> str:
    """Return the path of a star with five points."""
    at = [(radius if i % 2 == 0 else radius * 0.42, math.radians(36 * i - 90)) for i in range(10)]
    return "M" + "L".join(svg.points(x + far * math.cos(way), y + far * math.sin(way)) for far, way in at) + "Z"


def _stroke(x: float, y: float, reach: float, rise: float, ink: str, weight: float) -> str:
    path = f"M{svg.points(x - reach, y + rise)}L{svg.points(x + reach, y - rise)}"
    return svg.element("path", d=path, fill="none", stroke=ink, stroke_width=weight, stroke_linecap="round")


# ---------------------------------------------------------------- next marks and counts


def _captioned(words: str, x: int, y: int, grid: str) -> str:
    return svg.text(words, x, y - 8, 13, font_weight="600", fill=INK_FAINT) + svg.moved(x, y, grid)


def _asked(roads: Roads, winner: Decision, x: int) -> str:
    """Draw the mark of each derived road if this hand won next."""
    middle = _FOOT + _FOOT_HEIGHT / 2
    answers = roads.ask(winner)
    parts = [
        svg.element(
            "rect", x=x + 0.5, y=_FOOT + 0.5, width=220, height=_FOOT_HEIGHT - 1, rx=8, fill=SHEET, stroke=SHEET_LINE
        ),
        _bead(winner, x + 26, middle, 26),
        svg.text(f"If {_NAMES[winner]}", x + 46, middle + 5, 14, font_weight="600", fill=INK),
    ]
    for place, (road, answer) in enumerate(zip(DERIVED, answers, strict=True)):
        where = x + 144 + place * 28
        if answer:
            drawn = svg.element("g", mark(road, answer, where, middle, 18), data_ask=f"{winner} {road} {answer}")
        else:
            drawn = _stroke(where, middle, 4, 0, SHEET_LINE, 2)
        parts.append(drawn)
    words = ", ".join(f"{_TITLES[road]} {answer or '-'}" for road, answer in zip(DERIVED, answers, strict=True))
    return svg.element("g", *parts, role="img", aria_label=f"If {_NAMES[winner]}: {words}")


def _counts(roads: Roads) -> str:
    """Draw the number of each outcome, at the right."""
    outcomes, middle = roads.outcomes, _FOOT + _FOOT_HEIGHT / 2
    parts = []
    for place, letter in enumerate("BPT"):
        x = _MARGIN + _ACROSS - 3 * 72 + place * 72 + 18
        parts.append(_bead(letter, x, middle, 26))
        parts.append(svg.text(str(outcomes.count(letter)), x + 17, middle + 6, 16, font_weight="600", fill=INK))
    words = ", ".join(f"{_NAMES[letter]} {outcomes.count(letter)}" for letter in "BPT")
    return svg.element("g", *parts, role="img", aria_label=words)
