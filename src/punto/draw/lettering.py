"""Text widths and line breaks.

A drawing cannot query a font, and must look right in each of those it names. Widths are therefore estimated from the
wider ones among them.
"""

from __future__ import annotations

from collections.abc import Iterable

from punto.draw import svg
from punto.draw.palette import CREAM

SMALLEST = 11.5  # smaller text is illegible on a sheet 1440 px wide

_NARROW = frozenset("iljtfrI.,:;'’‘|()[]!/· -")
_WIDE = frozenset("mwMWQ@%&—…")
SPACING = 0.14  # of capitals in a heading, in em


def width_of(words: str, size: float, spacing: float = 0) -> float:
    """Estimate the width of a line, with ``spacing`` em between its letters."""
    return size * sum(_em(letter) + spacing for letter in words)


def _em(letter: str) -> float:
    if ord(letter) > 0x2E7F:  # East Asian characters are square
        return 1.02
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE:
        return 0.92
    return 0.7 if letter.isupper() else 0.59


def words_in(text: str) -> list[str]:
    """Return the unbreakable words of a text; a number stays with the word before it.

    >>> words_in("Dragon 7 Insurance")
    ['Dragon 7', 'Insurance']
    """
    words: list[str] = []
    for word in text.split():
        if words and word.isdecimal():
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Break a text into lines of at most ``width``; a wider single word is a line of its own."""
    lines: list[str] = []
    for word in words_in(text):
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def balanced(text: str, width: float, size: float) -> list[str]:
    """Break a text into as few lines of similar length."""
    lines = wrapped(text, width, size)
    for share in range(95, 40, -5):
        closer = wrapped(text, width * share / 100, size)
        if len(closer) > len(lines):
            break
        lines = closer
    return lines


def size_to_fit(words: str, width: float, most: float, spacing: float = 0, least: float = SMALLEST) -> float:
    """Return the largest size, up to ``most``, at which a line does not exceed ``width``."""
    return max(least, min(most, width / max(width_of(words, 1, spacing), 1e-9)))


def line(
    words: str, x: float, y: float, size: float, *, within: float | None = None, **attributes: str | float | None
) -> str:
    """Draw a centered line; condense it if it is wider than ``within``."""
    squeeze: dict[str, str | float | None] = {}
    if within is not None and width_of(words, size) > within:
        squeeze = {"textLength": within, "lengthAdjust": "spacingAndGlyphs"}
    return svg.text(words, x, y, size, **({"text_anchor": "middle"} | squeeze | attributes))


def heading(words: str, most: float, width: float, colour: str = CREAM, anchor: str = "middle") -> tuple[float, str]:
    """Draw spaced serif capitals, as large as ``width`` allows; return their size and the drawing."""
    capitals = words.upper()
    size = size_to_fit(capitals, width, most, SPACING)
    too_wide = width_of(capitals, size, SPACING) > width + 0.5
    written = svg.text(
        capitals,
        0,
        0,
        size,
        text_anchor=anchor,
        fill=colour,
        font_family=svg.SERIF,
        letter_spacing=None if too_wide else f"{SPACING}em",
        textLength=width if too_wide else None,
        lengthAdjust="spacingAndGlyphs" if too_wide else None,
    )
    return size, written


def widest(lines: Iterable[str], size: float) -> float:
    """Return the width of the widest line."""
    return max((width_of(words, size) for words in lines), default=0)
