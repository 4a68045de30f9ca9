"""Text widths and line breaks.

A drawing cannot query a font, and must look right in each of those it names. Widths are therefore estimated from the
wider ones among them.
"""

from __future__ import annotations

from collections.abc import Iterable

from punto.core.cards import RANKS
from punto.draw import svg
from punto.draw.svg import CREAM

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


# ---------------------------------------------------------------- suits

# Suits and figures as outlines, so that a card looks the same on every system.
#
# A suit is drawn in a box of 100 by 100, a figure is a stroke in a box of 60 by 84. Both are our own drawings.

RED, BLACK = "#b9232a", "#191c22"
INKS = (BLACK, RED, RED, BLACK)  # clubs, diamonds, hearts, spades

OUTLINES = (
    "M50 4A21 21 0 0 1 66 38.5A21.5 21.5 0 1 1 54 69.5C54.5 83 59 91.5 67 97H33C41 91.5 45.5 83 46 69.5"
    "A21.5 21.5 0 1 1 34 38.5A21 21 0 0 1 50 4Z",
    "M50 3C58 21 71 37 87 50C71 63 58 79 50 97C42 79 29 63 13 50C29 37 42 21 50 3Z",
    "M50 92C24 68 5 50 5 30C5 16 16 6 29 6C39 6 46 12 50 21C54 12 61 6 71 6C84 6 95 16 95 30C95 50 76 68 50 92Z",
    "M50 4C58 25 94 41 94 64C94 77 85 85 74 85C65 85 58 81 53.5 74C54.5 85 59 92 67 97H33C41 92 45.5 85 46.5 74"
    "C42 81 35 85 26 85C15 85 6 77 6 64C6 41 42 25 50 4Z",
)

_STROKES = {
    "A": "M9 80L30 5L51 80M17 54H43M1 80H18M42 80H59",
    "2": "M8 25C8 12 17 4.5 29 4.5C42 4.5 51 13 51 25C51 43 24 56 8 79.5H53V70",
    "3": "M8 16V4.5H51L27 35C42 34 53 43 53 57C53 71 43 79.5 28 79.5C16 79.5 8 73 6 62",
    "4": "M42 80V5L4 58H58M30 80H54",
    "5": "M50 4.5H15L12 40C17 34 23 31 31 31C44 31 53 41 53 55C53 70 43 79.5 28 79.5C16 79.5 8 73 6 62",
    "6": "M49 16C46 8 39 4.5 32 4.5C15 4.5 7 22 7 47C7 68 16 79.5 30 79.5C44 79.5 53 69 53 55C53 41 44 32 31 32"
    "C18 32 8 42 7 54",
    "7": "M8 18V4.5H53C38 27 28 52 26 82",
    "8": "M30 4.5C41 4.5 48.5 12 48.5 21.5C48.5 31 41 38 30 38C19 38 11.5 31 11.5 21.5C11.5 12 19 4.5 30 4.5Z"
    "M30 38C44 38 53 46.5 53 58.5C53 71 44 79.5 30 79.5C16 79.5 7 71 7 58.5C7 46.5 16 38 30 38Z",
    "9": "M11 68C14 76 21 79.5 28 79.5C45 79.5 53 62 53 37C53 16 44 4.5 30 4.5C16 4.5 7 15 7 29C7 43 16 52 29 52"
    "C42 52 52 42 53 30",
    "10": "M10 80V5L1 15M1 80H19M43 4.5C55 4.5 60 20 60 42C60 64 55 79.5 43 79.5C31 79.5 26 64 26 42"
    "C26 20 31 4.5 43 4.5Z",
    "J": "M40 4.5V60C40 73 34 79.5 24 79.5C14 79.5 8 73 8 61M27 4.5H53",
    "Q": "M30 4.5C45 4.5 54 20 54 42C54 64 45 79.5 30 79.5C15 79.5 6 64 6 42C6 20 15 4.5 30 4.5Z"
    "M30 58C40 60 46 70 56 84",
    "K": "M14 4.5V79.5M4 4.5H24M4 79.5H24M51 4.5L14 49M27 34L52 79.5M41 4.5H59M42 79.5H60",
}
STROKES = tuple(_STROKES[name] for name in RANKS)  # by rank - 1


def figure(rank: int, x: float, y: float, height: float, colour: str, weight: float = 9.5) -> str:
    """Draw the figure of a rank with its box's upper left corner at ``(x, y)``."""
    return svg.element(
        "path",
        transform=f"translate({svg.points(x, y)}) scale({round(height / 84, 4):g})",
        d=STROKES[rank - 1],
        fill="none",
        stroke=colour,
        stroke_width=weight,
        stroke_linejoin="round",
    )


def pip(suit: int, x: float, y: float, size: float, colour: str | None = None, *, turned: bool = False) -> str:
    """Draw a suit centered on ``(x, y)``, in its own color unless another is given."""
    turn = " rotate(180)" if turned else ""
    return svg.element(
        "path",
        transform=f"translate({svg.points(x, y)}){turn} scale({round(size / 100, 4):g}) translate(-50 -50)",
        d=OUTLINES[suit],
        fill=colour or INKS[suit],
    )
