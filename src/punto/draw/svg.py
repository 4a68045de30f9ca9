"""A small vocabulary for writing SVG.

Every drawing is a pure function that returns text. Numbers are rounded to two decimals, which is finer than any
screen or plotter shows, so that the same values give the same bytes everywhere; text and attribute values are
escaped here and nowhere else.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

NAMESPACE = "http://www.w3.org/2000/svg"

# System fonts only: a drawing that fetches a font is no longer a drawing of its values alone.
SANS = (
    "Inter, 'SF Pro Text', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', "
    "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'DejaVu Sans Condensed', sans-serif"
)
SERIF = (
    "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', P052, 'Noto Serif', 'Songti SC', "
    "'Noto Serif CJK SC', Georgia, serif"
)

_ENTITIES = {'"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}  # a parser would turn bare ones into spaces
# Characters that no XML document may hold, even escaped.
_FORBIDDEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)), "\ufffd")


def number(value: float) -> str:
    """Write a number with at most two decimals.

    >>> number(2.0), number(1 / 3), number(-0.001)
    ('2', '0.33', '0')
    """
    rounded = round(value, 2) + 0.0  # turns -0.0 into 0.0
    return f"{rounded:.2f}".rstrip("0").rstrip(".")


def points(*values: float) -> str:
    """Write numbers for a path or a transform, separated by spaces."""
    return " ".join(map(number, values))


def quoted(text: str) -> str:
    """Escape text for a place between tags or inside an attribute."""
    return escape(text.translate(_FORBIDDEN), _ENTITIES)


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """Write an element; ``data_area`` becomes ``data-area``, ``class_`` ``class``, and None leaves an attribute out.

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
    """Write a line of text with its baseline at ``(x, y)``."""
    return element("text", quoted(words), x=x, y=y, font_size=size, **attributes)


def title(words: str) -> str:
    """Write what a pointer or a screen reader is told about the element around it."""
    return element("title", quoted(words))


def moved(x: float, y: float, *children: str, turn: float = 0, scale: float = 1) -> str:
    """Write a group that is shifted, then turned by degrees, then scaled."""
    transform = f"translate({points(x, y)})"
    if turn:
        transform += f" rotate({number(turn)})"
    if scale != 1:
        transform += f" scale({round(scale, 4):g})"
    return element("g", *children, transform=transform)


def drawing(
    width: float, height: float, *children: str, label: str, across: str | None = None, down: str | None = None
) -> str:
    """Write a whole SVG document with its own namespace and a name; ``across`` and ``down`` are its size on paper."""
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
