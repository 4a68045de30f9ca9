"""Everything printed between the seats and the dealer: notices, places for the hands, and the operator's name.

On a curved table a line follows its seats phrase by phrase, each set straight and slightly rotated, because some
programs lose text on a path, and these words are required by a document.
"""

from __future__ import annotations

from math import degrees

from punto.draw import svg
from punto.draw.betting_areas import ON_PAPER, across, area, beside, columns
from punto.draw.coup import Cell, Fan
from punto.draw.fittings import everything, single_odds
from punto.draw.lettering import balanced, heading, line, pip, widest, width_of
from punto.rules.house_rules import HouseRules, Notice

SIZE = 15.0
PITCH = 23.0
_GAP = 46.0  # between phrases, with a small mark in it
_STRAIGHT = 340.0  # longer phrases break, to follow the arc


def lines_of(rules: HouseRules, found: Notice, width: float) -> list[list[str]]:
    """Break a notice into lines of phrases no wider than ``width``."""
    phrases = phrases_of(rules, found)
    if len(phrases) == 1:
        return [[words] for words in balanced(phrases[0], min(width, _STRAIGHT), SIZE)]
    lines: list[list[str]] = [[]]
    for phrase in phrases:
        if lines[-1] and _width([*lines[-1], phrase]) > width:
            lines.append([])
        lines[-1].append(phrase)
    return lines


def _width(phrases: list[str]) -> float:
    return sum(width_of(words, SIZE) + _GAP for words in phrases) - _GAP


def straight(found: Notice, lines: list[list[str]], middle: float, y: float) -> str:
    """Print a notice in straight lines, the first with its baseline at ``y``."""
    return marked(found, *(_words(" · ".join(line), middle, y + PITCH * row) for row, line in enumerate(lines)))


def arched(found: Notice, lines: list[list[str]], fan: Fan, radius: float) -> str:
    """Print a notice along arcs around a fan's center, the last line at ``radius``."""
    rows = (_arc(phrases, fan, radius - PITCH * above) for above, phrases in enumerate(reversed(lines)))
    return marked(found, *list(rows)[::-1])


def _arc(phrases: list[str], fan: Fan, radius: float) -> str:
    drawn = []
    start = -_width(phrases) / 2
    for place, words in enumerate(phrases):
        wide = width_of(words, SIZE)
        lift = wide**2 / 8 / radius  # its ends must not touch what is below the arc
        drawn.append(_turned(fan, radius - lift, start + wide / 2, _words(words, 0, 0)))
        if place + 1 < len(phrases):
            drawn.append(_turned(fan, radius, start + wide + _GAP / 2, pip(1, 0, -5, 8, svg.BRASS)))
        start += wide + _GAP
    return "".join(drawn)


def _turned(fan: Fan, radius: float, along: float, drawn: str) -> str:
    angle = degrees(along / radius)
    return Cell(fan.x, fan.y, radius, radius, angle, angle).printed(drawn)


def _words(words: str, x: float, y: float) -> str:
    return line(words, x, y, SIZE, fill=svg.CREAM, font_family=svg.SERIF, font_style="italic")


# ---------------------------------------------------------------- on the felt, or on a sign next to it

_SIZE, _LEADING = 17.0, 24.0
_WORDS = {"odds": "Payout odds", "dragon-7-push": "Dragon 7", "name-or-logo": "Operator"}


def marked(found: Notice, *children: str) -> str:
    """Mark drawings as a notice that a document requires."""
    return svg.element(
        "g",
        svg.title(f"{_WORDS[found.key]}, on the {found.place} (§ {found.cite.section})"),
        *children,
        data_notice=found.key,
        data_place=found.place,
        data_section=found.cite.section or None,
    )


def inscribed(rules: HouseRules) -> list[Notice]:
    """Return the notices inscribed as lines on the felt; the operator's name is printed large instead."""
    return [
        found
        for found in rules.layout.notices
        if found.place == "layout" and found.key != "name-or-logo" and any(phrases_of(rules, found))
    ]


def phrases_of(rules: HouseRules, found: Notice) -> list[str]:
    """Return a notice phrase by phrase; odds come from the wagers, as in the areas."""
    if found.key != "odds":
        return [found.text]
    told = [(wager.title, single_odds(rules, wager)) for wager in rules.wagers]
    return [f"{title} pays {odds}" for title, odds in told if odds]


def signs(rules: HouseRules, x: float, y: float, width: float) -> tuple[str, float]:
    """Draw the signs in rows from ``(x, y)``; return them and their lower edge."""
    drawn: list[str] = []
    left, row, bottom = x, y, y
    for found in rules.layout.notices:
        if found.place != "sign":
            continue
        body, wide, high = _odds_sign(rules) if found.key == "odds" else _text_sign(found.text)
        if left > x and left + wide > x + width:
            left, row = x, bottom + 16
        drawn.append(svg.moved(left, row, marked(found, body)))
        left, bottom = left + wide + 20, max(bottom, row + high)
    return "".join(drawn), bottom


def _text_sign(words: str) -> tuple[str, float, float]:
    lines = balanced(words, 340, _SIZE)
    wide, high = max(widest(lines, _SIZE), 160) + 64, _LEADING * len(lines) + 50
    texts = [
        line(text, wide / 2, 43 + _LEADING * place, _SIZE, within=wide - 40, fill=svg.INK, font_family=svg.SERIF)
        for place, text in enumerate(lines)
    ]
    return _card(wide, high) + "".join(texts), wide, high


def _odds_sign(rules: HouseRules) -> tuple[str, float, float]:
    stacks = columns(everything(rules), 170)
    wide, high = across(stacks) + 64, max(column.height for column in stacks) + 54
    return _card(wide, high) + beside(stacks, 32, 28, ON_PAPER), wide, high


def _card(wide: float, high: float) -> str:
    """Draw a card with a thin double frame."""
    edge = svg.element("rect", width=wide, height=high, rx=6, fill=svg.SHEET, stroke=svg.SHEET_LINE, stroke_width=1.5)
    frame = {"x": 6, "y": 6, "width": wide - 12, "height": high - 12}
    return edge + svg.element("rect", **frame, rx=3, fill="none", stroke=svg.BRASS_DEEP, stroke_opacity=0.7)


# ---------------------------------------------------------------- the middle


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
