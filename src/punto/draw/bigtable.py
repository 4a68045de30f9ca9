"""Felt of the big table: two lobes of seats, the dealer calling the game on one side, the other dealers opposite.

Seat 1 is at the calling dealer's right; numbers rise counterclockwise around the left lobe as drawn, then around the
right one, without gaps. The vigorish boxes lie in a grid before the dealers, who keep the marker buttons.
"""

from __future__ import annotations

from math import ceil, radians, tan

from punto.draw import svg
from punto.draw.bands import Depths, bands_of, seat_svg
from punto.draw.betting_areas import across, area, beside, columns, odds_on_felt
from punto.draw.coup import Cell, Fan
from punto.draw.fittings import along_edge, inventory, paytables
from punto.draw.lettering import line
from punto.draw.notices import PITCH, hands, inscribed, lines_of, operator, straight
from punto.draw.svg import LEFT, MIDDLE, TOP, WIDTH, Ground
from punto.rules.house_rules import HouseRules

RADIUS = 400.0
HEIGHT = 2 * RADIUS
CENTRE = TOP + RADIUS
PAST = 22.0  # degrees by which a lobe's seats extend beyond the vertical, toward the middle
WAIST = 84.0  # how far the cloth narrows at the dealers
ROOM = Depths(depth=290, edge=19, tie=60, hand=80, vigorish=0, sides=158, row=37, title=11.5)
CARD = 27.0
_LOBES = (LEFT + RADIUS, LEFT + WIDTH - RADIUS)


def big_table(rules: HouseRules) -> Ground:
    """Lay out a table of ten to fourteen seats."""
    slices = {seat: cell for fan in lobes(rules) for seat, cell in fan.slices().items()}
    narrowest = min(slices.values(), key=lambda cell: cell.stop - cell.start)
    bands = bands_of(rules, narrowest, ROOM)
    seats = "".join(seat_svg(rules, seat, cell, bands) for seat, cell in slices.items())
    return Ground(outline, HEIGHT, _middle(rules) + seats, _people(rules), 144)


def lobes(rules: HouseRules) -> tuple[Fan, Fan]:
    """Return the two fans of seats: half of them left of the calling dealer as drawn, half right."""
    left = ceil(rules.seats / 2)
    return (
        Fan(_LOBES[0], CENTRE, RADIUS, -180 - PAST, PAST, 1, left),
        Fan(_LOBES[1], CENTRE, RADIUS, -PAST, 180 + PAST, left + 1, rules.seats - left),
    )


def outline(inset: float) -> str:
    """Draw the cloth's edge, ``inset`` units inside it: two lobes with a narrow waist."""
    radius, turn = RADIUS - inset, PAST + 4
    left, right = (Cell(x, CENTRE, 0, radius, 0, 0) for x in _LOBES)
    p = svg.points
    upper, lower = TOP + WAIST + inset, TOP + HEIGHT - WAIST - inset
    (ax, ay), (bx, by) = left.at(radius, -180 - turn), left.at(radius, turn)
    (cx, cy), (dx, dy) = right.at(radius, -turn), right.at(radius, 180 + turn)
    on = 60.0  # length along a lobe's tangent before the cloth bends in
    slope = on * tan(radians(turn))
    return (
        f"M{p(ax, ay)}A{p(radius, radius)} 0 1 0 {p(bx, by)}"
        f"C{p(bx + on, by - slope, MIDDLE - 80, lower, MIDDLE, lower)}"
        f"S{p(cx - on, cy - slope, cx, cy)}A{p(radius, radius)} 0 1 0 {p(dx, dy)}"
        f"C{p(dx - on, dy + slope, MIDDLE + 80, upper, MIDDLE, upper)}S{p(ax + on, ay + slope, ax, ay)}Z"
    )


def _middle(rules: HouseRules) -> str:
    """Print the area between the lobes, from the calling dealer to the others."""
    stacks = columns(paytables(rules), 170)[::-1] if odds_on_felt(rules) else []
    name_at = TOP + 234 if stacks else CENTRE - 12
    drawn = [hands(rules, MIDDLE, TOP + 118, CARD), operator(rules, MIDDLE, name_at, 400 if stacks else 560, 34)]
    y = name_at + 48
    for found in inscribed(rules):
        lines = lines_of(rules, found, 500)
        drawn.append(straight(found, lines, MIDDLE, y))
        y += PITCH * len(lines)
    drawn.append(beside(stacks, MIDDLE - across(stacks) / 2, max(y, CENTRE - 72)))
    if rules.layout.area("vigorish"):
        drawn.append(_boxes(rules))
    return "".join(drawn)


def _boxes(rules: HouseRules) -> str:
    """Draw the vigorish boxes in two rows before the dealers."""
    columns_ = ceil(rules.seats / 2)
    wide, deep = 48.0, 32.0
    left, top = MIDDLE - columns_ * (wide + 6) / 2 + 3, TOP + HEIGHT - WAIST - 150
    found = rules.layout.area("vigorish")
    drawn = []
    for seat in range(1, rules.seats + 1):
        row, column = divmod(seat - 1, columns_)
        x, y = left + column * (wide + 6), top + row * (deep + 6)
        box = svg.element(
            "rect", x=x, y=y, width=wide, height=deep, rx=3, fill="none", stroke=svg.LINE, stroke_opacity=0.7
        )
        number = line(str(seat), x + wide / 2, y + 21.5, 16, fill=svg.CREAM, font_family=svg.SERIF)
        drawn.append(area("vigorish", "Vigorish box", found.cite.section if found else "", box, number, seat=seat))
    return "".join(drawn)


def _people(rules: HouseRules) -> str:
    """Label the positions of dealers and players, and outline their equipment."""
    below = TOP + HEIGHT - WAIST
    names = (("Caller", 0.0, TOP + WAIST - 22), ("Dealer", -60.0, below + 34), ("Dealer", 60.0, below + 34))
    fittings = rules.layout.fittings
    return (
        along_edge(fittings, MIDDLE, TOP, 420, 40)
        + inventory(fittings, MIDDLE, below + 48)
        + "".join(line(name, MIDDLE + x, y, 13, fill=svg.INK_FAINT) for name, x, y in names)
    )
