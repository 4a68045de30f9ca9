"""Felt of a midi or mini table: one fan of up to nine equal seats, the dealer at its straight side."""

from __future__ import annotations

from math import asin, degrees, sqrt

from punto.draw import svg
from punto.draw.bands import Depths, bands_of, seat_svg
from punto.draw.betting_areas import Column, across, beside, columns, odds_on_felt
from punto.draw.coup import Fan
from punto.draw.fittings import INVENTORY, along_edge, has_rack, inventory, paytables
from punto.draw.notices import PITCH, arched, hands, hands_width, inscribed, lines_of, operator
from punto.draw.svg import LEFT, MIDDLE, TOP, WIDTH, Ground
from punto.rules.house_rules import HouseRules

HEIGHT = 700.0
RADIUS = 1750.0  # of the players' edge
CENTRE = TOP + HEIGHT - RADIUS
ROOM = Depths(depth=412, edge=20, tie=88, hand=118, vigorish=28, sides=210, row=42, title=12)
WIDEST = 8.0  # degrees; few seats are not stretched
CARD = 42.0  # real size on a cloth of 84 inches
_HANDS_TOP = TOP + 30


def mini_table(rules: HouseRules) -> Ground:
    """Lay out a table of one to nine seats."""
    fan = seats_of(rules)
    slices = fan.slices()
    bands = bands_of(rules, slices[1], ROOM)
    notices = [(found, lines_of(rules, found, 900)) for found in inscribed(rules)]
    radius = bands.inner - 14 - PITCH * sum(len(lines) for _, lines in notices)
    low, high = CENTRE + radius, _HANDS_TOP + 1.4 * CARD + 34
    drawn = [hands(rules, MIDDLE, _HANDS_TOP, CARD), operator(rules, MIDDLE, (low + high) / 2 + 8, 540, 38)]
    for found, lines in notices:
        radius += PITCH * len(lines)
        drawn.append(arched(found, lines, fan, radius))
    drawn += [_panels(rules)] if odds_on_felt(rules) else []
    drawn += [seat_svg(rules, seat, cell, bands) for seat, cell in slices.items()]
    fittings = rules.layout.fittings
    stands = inventory(fittings, MIDDLE, TOP - (62 if has_rack(fittings) else 36)) + along_edge(
        fittings, MIDDLE, TOP, WIDTH / 2, INVENTORY / 2 + 40
    )
    return Ground(outline, HEIGHT, "".join(drawn), stands, 84)


def seats_of(rules: HouseRules) -> Fan:
    """Return the fan of the seats, seat 1 at the left as players see it."""
    half = degrees(asin((WIDTH / 2 - 30) / (RADIUS - ROOM.edge)))
    half = min(half, WIDEST * rules.seats / 2)
    return Fan(MIDDLE, CENTRE, RADIUS, -half, half, 1, rules.seats)


def outline(inset: float) -> str:
    """Draw the cloth's edge, ``inset`` units inside it: straight at the dealer, an arc at the players."""
    left, right, top = LEFT + inset, LEFT + WIDTH - inset, TOP + inset
    radius, round_ = RADIUS - inset, 26.0 - inset / 2
    low = CENTRE + sqrt(radius**2 - (WIDTH / 2 - inset) ** 2)
    lower = CENTRE + sqrt(radius**2 - (WIDTH / 2 - inset - round_) ** 2)
    p = svg.points
    return (
        f"M{p(left, top + round_)}Q{p(left, top, left + round_, top)}H{svg.number(right - round_)}"
        f"Q{p(right, top, right, top + round_)}V{svg.number(low - round_)}Q{p(right, low, right - round_, lower)}"
        f"A{p(radius, radius)} 0 0 1 {p(left + round_, lower)}Q{p(left, low, left, low - round_)}Z"
    )


def _panels(rules: HouseRules) -> str:
    """Place the paytables left and right of the hands, each column where more space is left."""
    left: list[Column] = []
    right: list[Column] = []
    for column in columns(paytables(rules), 170):
        (right if across(right) <= across(left) else left).append(column)
    inner = hands_width(CARD) / 2
    room = WIDTH / 2 - 24 - inner  # between the hands and the cloth's edge
    middles = (MIDDLE - inner - room / 2, MIDDLE + inner + room / 2)
    return "".join(
        beside(side, middle - across(side) / 2, _HANDS_TOP) for side, middle in zip((left, right), middles, strict=True)
    )
