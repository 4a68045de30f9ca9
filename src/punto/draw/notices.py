"""Notices for the players: inscribed on the felt, or on a sign next to it."""

from __future__ import annotations

from punto.draw import palette, svg
from punto.draw.lettering import balanced, line, widest
from punto.draw.panel import ON_PAPER, across, beside, columns
from punto.draw.paytable import everything, single_odds
from punto.houserules import HouseRules, Notice

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
        line(text, wide / 2, 43 + _LEADING * place, _SIZE, within=wide - 40, fill=palette.INK, font_family=svg.SERIF)
        for place, text in enumerate(lines)
    ]
    return _card(wide, high) + "".join(texts), wide, high


def _odds_sign(rules: HouseRules) -> tuple[str, float, float]:
    stacks = columns(everything(rules), 170)
    wide, high = across(stacks) + 64, max(column.height for column in stacks) + 54
    return _card(wide, high) + beside(stacks, 32, 28, ON_PAPER), wide, high


def _card(wide: float, high: float) -> str:
    """Draw a card with a thin double frame."""
    edge = svg.element(
        "rect", width=wide, height=high, rx=6, fill=palette.SHEET, stroke=palette.SHEET_LINE, stroke_width=1.5
    )
    frame = {"x": 6, "y": 6, "width": wide - 12, "height": high - 12}
    return edge + svg.element("rect", **frame, rx=3, fill="none", stroke=palette.BRASS_DEEP, stroke_opacity=0.7)
