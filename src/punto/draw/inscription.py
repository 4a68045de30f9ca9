"""Notices in lettering on the cloth.

On a curved table a line follows its seats phrase by phrase, each set straight and slightly rotated, because some
programs lose text on a path, and these words are required by a document.
"""

from __future__ import annotations

from math import degrees

from punto.draw import palette, svg
from punto.draw.fan import Cell, Fan
from punto.draw.lettering import balanced, line, width_of
from punto.draw.notices import marked, phrases_of
from punto.draw.suits import pip
from punto.houserules import HouseRules, Notice

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
            drawn.append(_turned(fan, radius, start + wide + _GAP / 2, pip(1, 0, -5, 8, palette.BRASS)))
        start += wide + _GAP
    return "".join(drawn)


def _turned(fan: Fan, radius: float, along: float, drawn: str) -> str:
    angle = degrees(along / radius)
    return Cell(fan.x, fan.y, radius, radius, angle, angle).printed(drawn)


def _words(words: str, x: float, y: float) -> str:
    return line(words, x, y, SIZE, fill=palette.CREAM, font_family=svg.SERIF, font_style="italic")
