"""Fittings on or at a table, as faint outlines at the dealer's side.

They are not printed on the felt; the drawing shows their places, because a layout is approved with its equipment.
"""

from __future__ import annotations

from collections.abc import Iterable

from punto.draw import palette, svg
from punto.draw.lettering import line
from punto.houserules import Fitting

_NAMES = {"discards": "Discard", "drop-box": "Drop box", "tip-box": "Tip box", "markers": "Marker"}
# The dealer's hand at which a fitting is if its place does not say; the shoe is at the left one.
_HANDS = {"discards": "right", "drop-box": "left", "tip-box": "right"}
_WIDE, _DEEP = 116.0, 38.0
INVENTORY = 230.0  # drawn width of the table inventory


def along_edge(fittings: Iterable[Fitting], middle: float, edge: float, reach: float, start: float) -> str:
    """Draw fittings outside the dealer's edge, from ``start`` to ``reach`` away from its middle.

    The dealer's right is at the left, as players see it.
    """
    away = {"left": start + _WIDE / 2, "right": start + _WIDE / 2}
    drawn = []
    for fitting in fittings:
        if fitting.key == "markers":
            continue
        hand, elsewhere = hand_of(fitting), "elsewhere" in fitting.place
        far = reach - _WIDE / 2 if elsewhere else away[hand]
        away[hand] += 0 if elsewhere else _WIDE + 22
        x = middle + (far if hand == "left" else -far)
        drawn.append(marked(fitting, _outline(name_of(fitting), x - _WIDE / 2, edge - _DEEP - 8, _WIDE, _DEEP)))
    return "".join(drawn)


def inventory(fittings: Iterable[Fitting], middle: float, top: float) -> str:
    """Draw the table inventory, and marker buttons in it or in a rack before it (md-mini .02C-D)."""
    markers = next((fitting for fitting in fittings if fitting.key == "markers"), None)
    left = middle - INVENTORY / 2
    if markers and not has_rack([markers]):
        return marked(markers, _outline("Table inventory and marker buttons", left, top, INVENTORY, 28))
    drawn = svg.element(
        "g", svg.title("Table inventory container"), _outline("Table inventory", left, top, INVENTORY, 28)
    )
    return drawn + (marked(markers, _outline(name_of(markers), middle - 70, top + 32, 140, 20)) if markers else "")


def has_rack(fittings: Iterable[Fitting]) -> bool:
    """Return whether marker buttons have a rack of their own."""
    return any(fitting.key == "markers" and fitting.what != "inventory" for fitting in fittings)


def name_of(fitting: Fitting) -> str:
    """Return a fitting's name: ``Discard rack``."""
    name = _NAMES.get(fitting.key, fitting.key.replace("-", " ").capitalize())
    return f"{name} {fitting.what}".strip() if fitting.key in ("discards", "markers") else name


def hand_of(fitting: Fitting) -> str:
    """Return the dealer's hand at which a fitting is."""
    named = [word for word in fitting.place.lower().replace("-", " ").split() if word in ("left", "right")]
    return named[0] if named else _HANDS.get(fitting.key, "left")


def marked(fitting: Fitting, *children: str) -> str:
    """Mark drawings as a fitting that a document requires."""
    where = f", {fitting.place}" if fitting.place else ""
    return svg.element(
        "g",
        svg.title(f"{name_of(fitting)}{where} (§ {fitting.cite.section})"),
        *children,
        data_fitting=fitting.key,
        data_section=fitting.cite.section or None,
    )


def _outline(words: str, x: float, y: float, width: float, height: float) -> str:
    box = svg.element(
        "rect", x=x, y=y, width=width, height=height, rx=4, fill="none",
        stroke=palette.INK_FAINT, stroke_opacity=0.55, stroke_dasharray="5 3",
    )  # fmt: skip
    return box + line(words, x + width / 2, y + height / 2 + 4.2, 12, within=width - 10, fill=palette.INK_FAINT)
