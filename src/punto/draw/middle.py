"""The area between the seats and the dealer: places for the hands, and the operator's name."""

from __future__ import annotations

from punto.draw import svg
from punto.draw.betting_areas import area
from punto.draw.lettering import heading, pip
from punto.draw.notices import marked
from punto.rules.house_rules import HouseRules

_HANDS = (("player-hand", "Player’s Hand"), ("banker-hand", "Banker’s Hand"))
_APART = 24.0


def hands_width(card: float) -> float:
    """Return the width of both areas together, for a card width."""
    return 2 * _box(card)[0] + _APART


def _box(card: float) -> tuple[float, float]:
    """Return the size of a hand's area: two cards upright and one sideways, with its name below."""
    return 3.4 * card + 58, 1.4 * card + 34


def hands(rules: HouseRules, middle: float, top: float, card: float) -> str:
    """Draw the areas of the two hands around ``middle``, the Player's at the players' left."""
    lefts = (middle - _APART / 2 - _box(card)[0], middle + _APART / 2)
    drawn = []
    for (key, words), left in zip(_HANDS, lefts, strict=True):
        found = rules.layout.area(key)
        section = found.cite.section if found else ""
        drawn.append(area(key, words, section, _hand(words, left, top, card, third_left=left < middle)))
    return "".join(drawn)


def _hand(words: str, left: float, top: float, card: float, *, third_left: bool) -> str:
    """Draw an area and, faintly, the places of its cards: two upright, the third sideways on the outer side."""
    wide, high = _box(card)
    deep, y = 1.4 * card, top + 10
    start = left + (wide - 2 * card - deep - 18) / 2
    pair = start + deep + 12 if third_left else start
    third = start if third_left else start + 2 * card + 6 + 12
    places = (
        (pair, y, card, deep),
        (pair + card + 6, y, card, deep),
        (third, y + (deep - card) / 2, deep, card),
    )
    marks = [
        svg.element(
            "rect", x=x, y=y, width=across, height=down, rx=3, fill="none",
            stroke=svg.LINE, stroke_opacity=0.38, stroke_dasharray="3 3",
        )
        for x, y, across, down in places
    ]  # fmt: skip
    frame = svg.element(
        "rect", x=left, y=top, width=wide, height=high, rx=5, fill="none",
        stroke=svg.LINE, stroke_width=1.3, stroke_opacity=0.85,
    )  # fmt: skip
    name = heading(words, 13, wide - 20)[1]
    return frame + "".join(marks) + svg.moved(left + wide / 2, top + high - 8, name)


def operator(rules: HouseRules, middle: float, y: float, width: float, most: float) -> str:
    """Print the operator's name above a fine rule."""
    if not rules.layout.operator:
        return ""
    size, name = heading(rules.layout.operator, most, width)
    at = y + size * 0.3 + 9
    rule = f"M{svg.points(middle - 120, at)}H{svg.number(middle - 14)}M{svg.points(middle + 14, at)}"
    rule += f"H{svg.number(middle + 120)}"
    drawn = (
        svg.moved(middle, y, name)
        + svg.element("path", d=rule, stroke=svg.BRASS, stroke_opacity=0.8)
        + pip(1, middle, at, 13, svg.BRASS)
    )
    found = rules.layout.notice("name-or-logo")
    return marked(found, drawn) if found else svg.element("g", svg.title(rules.layout.operator), drawn)
