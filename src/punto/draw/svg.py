"""SVG primitives.

Every drawing is a pure function that returns text. Numbers are rounded to two decimals, finer than any screen or
plotter, so that the same values give the same bytes everywhere; text and attribute values are escaped only here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal
from xml.sax.saxutils import escape

NAMESPACE = "http://www.w3.org/2000/svg"

# System fonts only: a drawing must not fetch anything.
SANS = (
    "Inter, 'SF Pro Text', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', "
    "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'DejaVu Sans Condensed', sans-serif"
)
SERIF = (
    "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', P052, 'Noto Serif', 'Songti SC', "
    "'Noto Serif CJK SC', Georgia, serif"
)

_ENTITIES = {'"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}  # a parser would turn bare ones into spaces
# Characters that XML forbids, even escaped.
_FORBIDDEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)), "\ufffd")


def number(value: float) -> str:
    """Format a number with at most two decimals.

    >>> number(2.0), number(1 / 3), number(-0.001)
    ('2', '0.33', '0')
    """
    rounded = round(value, 2) + 0.0  # turns -0.0 into 0.0
    return f"{rounded:.2f}".rstrip("0").rstrip(".")


def points(*values: float) -> str:
    """Format numbers for a path or a transform, separated by spaces."""
    return " ".join(map(number, values))


def quoted(text: str) -> str:
    """Escape text for element content or an attribute."""
    return escape(text.translate(_FORBIDDEN), _ENTITIES)


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """Return an element; ``data_area`` becomes ``data-area``, ``class_`` ``class``, and None omits an attribute.

    >>> element("g", element("path", d="M0 0"), data_seat=4)
    '<g data-seat="4"><path d="M0 0"/></g>'
    """
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            written = value if isinstance(value, str) else number(value)
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{quoted(written)}"')
    start = " ".join(parts)
    body = "".join(children)
    return f"<{start}>{body}</{name}>" if body else f"<{start}/>"


def text(words: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    """Return a line of text with its baseline at ``(x, y)``."""
    return element("text", quoted(words), x=x, y=y, font_size=size, **attributes)


def title(words: str) -> str:
    """Return a title, shown as a tooltip and read by screen readers."""
    return element("title", quoted(words))


def moved(x: float, y: float, *children: str, turn: float = 0, scale: float = 1) -> str:
    """Return a group that is translated, then rotated by degrees, then scaled."""
    transform = f"translate({points(x, y)})"
    if turn:
        transform += f" rotate({number(turn)})"
    if scale != 1:
        transform += f" scale({round(scale, 4):g})"
    return element("g", *children, transform=transform)


def drawing(
    width: float, height: float, *children: str, label: str, across: str | None = None, down: str | None = None
) -> str:
    """Return a whole SVG document with an accessible name; ``across`` and ``down`` are its size on paper."""
    return element(
        "svg",
        title(label),
        *children,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {points(width, height)}",
        width=across or number(width),
        height=down or number(height),
        role="img",
        font_family=SANS,
    )


# ---------------------------------------------------------------- palette

# Colors of drawings: felt, paper and brass.
#
# Lines and lettering have enough contrast on all three felts, so an operator may choose any of them.

LINE = "#d9cfae"  # printed lines
CREAM = "#f2ead2"  # printed lettering
FAINT = "#c9d1b8"  # odds and captions
RED_ON_FELT = "#ff9a8a"  # hearts and diamonds printed on cloth
BRASS = "#e0bd74"
BRASS_DEEP = "#a27f3a"

SHEET = "#fbf8ef"
SHEET_LINE = "#ddd5c0"
PAPER = "#f5f1e6"
INK = "#1c211e"
INK_FAINT = "#55594f"

PLAYER = "#1f4fa3"  # both carry white figures
BANKER = "#b3261e"


@dataclass(frozen=True, slots=True)
class Cloth:
    """One color of felt, from its lit center to its edge."""

    light: str
    middle: str
    deep: str


CLOTHS: dict[Literal["green", "wine", "night"], Cloth] = {
    "green": Cloth("#17584a", "#0f4a3d", "#0a382e"),
    "wine": Cloth("#6a2333", "#571a28", "#43121e"),
    "night": Cloth("#1f4069", "#173255", "#112644"),
}


def cloth_defs(cloth: Cloth, name: str) -> str:
    """Define the light (``name``) and the nap (``name``-nap) of a felt."""
    stops = ((0, cloth.light), (0.6, cloth.middle), (1, cloth.deep))
    light = element(
        "radialGradient",
        *(element("stop", offset=offset, stop_color=colour) for offset, colour in stops),
        id=name, cx=0.5, cy=0.3, r=0.85,
    )  # fmt: skip
    bright = element("path", d="M0 .5H1.6M1.5 2H3", stroke="#fff", stroke_opacity="0.035", stroke_width=0.8)
    dark = element("path", d="M0 1.5H1.2", stroke="#000", stroke_opacity=0.07, stroke_width=0.8)
    nap = element(
        "pattern", bright, dark,
        id=f"{name}-nap", width=3, height=3, patternUnits="userSpaceOnUse", patternTransform="rotate(32)",
    )  # fmt: skip
    return element("defs", light, nap)


def cloth(outline: str, name: str) -> str:
    """Draw a felt with the light and nap of ``cloth_defs``."""
    return element("path", d=outline, fill=f"url(#{name})") + element("path", d=outline, fill=f"url(#{name}-nap)")


# ---------------------------------------------------------------- ground

# A laid-out felt: the common result of both kinds of table.
#
# Drawings are 1440 units wide and the cloth 1400 of them, so that a unit is a pixel on an ordinary screen.

GROUND_SHEET = 1440.0
LEFT, TOP, WIDTH = 20.0, 78.0, 1400.0
MIDDLE = LEFT + WIDTH / 2


@dataclass(frozen=True, slots=True)
class Ground:
    """A laid-out felt."""

    outline: Callable[[float], str]  # the edge of the cloth, inset by some units
    height: float
    body: str  # printed on the cloth
    beside: str  # outlines of fittings
    inches: int  # real width of the cloth
