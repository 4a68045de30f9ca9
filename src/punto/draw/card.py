"""Card faces and backs, 250 by 350: the proportions of a real card.

The designs are our own: pips in the usual places, a crown over a figure for the court, an engraver's rosette behind it.
Everything but the corner marks is point-symmetric, and the corners are rotations of each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Literal

from punto.core.cards import RANKS, SUIT_NAMES, Card
from punto.draw import svg
from punto.draw.lettering import INKS, figure, pip

WIDTH, HEIGHT = 250, 350
Batch = Literal["ink", "oxblood"]  # two batches of cards differ by their backs

GOLD = "#b98a2c"
PAPER, EDGE = "#fffdf7", "#cfc7b2"
_BACKS: dict[Batch, tuple[str, str]] = {"ink": ("#22344f", "#dfd6bd"), "oxblood": ("#6b1f2a", "#ead9bd")}

_LEFT, _CENTRE, _RIGHT = 85.0, 125.0, 165.0
_TOP, _MIDDLE, _BOTTOM = 72.0, 175.0, 278.0
_CORNERS = tuple((x, y) for y in (_TOP, _BOTTOM) for x in (_LEFT, _RIGHT))
_WAIST = ((_LEFT, _MIDDLE), (_RIGHT, _MIDDLE))
_THIRDS = tuple((x, y) for y in (140.7, 209.3) for x in (_LEFT, _RIGHT))
_HEART = ((_CENTRE, _MIDDLE),)
_PLACES: tuple[tuple[tuple[float, float], ...], ...] = (  # of the pips, by rank - 1
    _HEART,
    ((_CENTRE, _TOP), (_CENTRE, _BOTTOM)),
    ((_CENTRE, _TOP), *_HEART, (_CENTRE, _BOTTOM)),
    _CORNERS,
    (*_CORNERS, *_HEART),
    (*_CORNERS, *_WAIST),
    (*_CORNERS, *_WAIST, (_CENTRE, 123.5)),
    (*_CORNERS, *_WAIST, (_CENTRE, 123.5), (_CENTRE, 226.5)),
    (*_CORNERS, *_THIRDS, *_HEART),
    (*_CORNERS, *_THIRDS, (_CENTRE, 106.3), (_CENTRE, 243.7)),
)

# Each stands on y = 0, centered on x = 0, about 62 wide: solid shapes, dots (x, y, radius), and a band's dashes.
_CROWNS: dict[int, tuple[str, tuple[tuple[float, float, float], ...], str]] = {
    11: (
        "M-30 0V-8H30V0ZM-27 -10C-27 -26 -14 -33 2 -33C16 -33 27 -25 27 -10Z"
        "M10 -26C16 -46 32 -52 44 -48C38 -44 37 -38 32 -33C27 -28 20 -27 10 -26Z",
        (),
        "",
    ),
    12: (
        "M-29 0V-7H29V0ZM-29 -9C-33 -18 -34 -24 -34 -30C-26 -22 -20 -20 -17 -36C-11 -22 -5 -22 0 -42"
        "C5 -22 11 -22 17 -36C20 -20 26 -22 34 -30C34 -24 33 -18 29 -9Z",
        ((-35, -33, 3.6), (-17, -40, 3.6), (0, -46, 4.2), (17, -40, 3.6), (35, -33, 3.6)),
        "2.4 5.2",
    ),
    13: (
        "M-31 0V-7H31V0ZM-31 -9L-35 -31L-18 -18L0 -38L18 -18L35 -31L31 -9Z"
        "M-2 -53H2V-49H6.5V-45H2V-36H-2V-45H-6.5V-49H-2Z",
        ((-35, -34, 3.6), (35, -34, 3.6)),
        "5 4.6",
    ),
}


def card_svg(card: Card) -> str:
    """Draw a card's face as a whole picture."""
    return svg.drawing(WIDTH, HEIGHT, face(card), label=name_of(card))


def back_svg(batch: Batch = "ink") -> str:
    """Draw a card's back as a whole picture."""
    return svg.drawing(WIDTH, HEIGHT, back(batch), label="the back of a card")


def name_of(card: Card) -> str:
    """Return a card in words: ``king of spades``."""
    words = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
    return f"{words.get(card.rank, RANKS[card.rank - 1])} of {SUIT_NAMES[card.suit]}"


def symbols(cards: Iterable[Card], batches: Iterable[Batch] = (), prefix: str = "card") -> str:
    """Define faces and backs once each, for repeated use by ``lay``.

    Two drawings on one page need different prefixes only if their cards are drawn differently.
    """
    bodies = {str(card): face(card) for card in cards} | {f"back-{batch}": back(batch) for batch in batches}
    return svg.element(
        "defs",
        *(
            svg.element("symbol", body, id=f"{prefix}-{name}", viewBox=f"0 0 {WIDTH} {HEIGHT}")
            for name, body in bodies.items()
        ),
    )


def lay(card: Card | Batch, x: float, y: float, width: float, *, sideways: bool = False, prefix: str = "card") -> str:
    """Place a defined face or back with its upper left corner at ``(x, y)``."""
    name = str(card) if isinstance(card, Card) else f"back-{card}"
    height = width * HEIGHT / WIDTH
    used = svg.element("use", href=f"#{prefix}-{name}", width=width, height=height)
    return svg.moved(x + height, y, used, turn=90) if sideways else svg.moved(x, y, used)


def face(card: Card) -> str:
    """Draw a face into a box of 250 by 350."""
    middle = _court(card) if card.rank > 10 else _pips(card)
    corner = _corner(card)
    return _blank() + middle + corner + _turned(corner)


def back(batch: Batch = "ink") -> str:
    """Draw a back into a box of 250 by 350; it looks the same upside down."""
    base, line = _BACKS[batch]
    starts = range(18 - 18 * 14, 18 + 30 * 14, 14)
    lattice = "".join(f"M{x} 18L{x + 314} 332M{x} 332L{x + 314} 18" for x in starts)
    frame = {"x": 18, "y": 18, "width": 214, "height": 314}
    return "".join(
        (
            _blank(),
            svg.element("rect", x=13, y=13, width=224, height=324, rx=8, fill=base),
            svg.element(
                "svg", svg.element("path", d=lattice, stroke=line, opacity=0.42), viewBox="18 18 214 314", **frame
            ),
            svg.element("rect", **frame, rx=5, fill="none", stroke=line, stroke_width=1.4, opacity=0.85),
            svg.element("circle", cx=125, cy=175, r=50, fill=base, stroke=line, stroke_width=1.4),
            rosette(125, 175, 36, 8, 12, line, 1),
            svg.element("circle", cx=125, cy=175, r=17, fill=base, stroke=line, stroke_width=1.2),
            pip(1, 125, 175, 22, line),
        )
    )


def rosette(
    x: float, y: float, radius: float, wave: float, petals: int, colour: str, width: float, copies: int = 3
) -> str:
    """Draw closed waves around a point, each slightly rotated, like an engraving."""
    return "".join(
        svg.element(
            "path", d=_wave(x, y, radius, wave, petals, 2 * pi * copy / copies),
            fill="none", stroke=colour, stroke_width=width,
        )
        for copy in range(copies)
    )  # fmt: skip


def _wave(x: float, y: float, radius: float, wave: float, petals: int, phase: float) -> str:
    around = (2 * pi * step / 180 for step in range(180))
    spots = ((angle, radius + wave * cos(petals * angle + phase)) for angle in around)
    return "M" + "L".join(svg.points(x + far * cos(angle), y + far * sin(angle)) for angle, far in spots) + "Z"


def _blank() -> str:
    return svg.element("rect", x=1, y=1, width=248, height=348, rx=15, fill=PAPER, stroke=EDGE, stroke_width=1.5)


def _turned(drawn: str) -> str:
    return svg.element("g", drawn, transform="rotate(180 125 175)")


def _corner(card: Card) -> str:
    height = 44
    width = 60 * height / 84
    colour = INKS[card.suit]
    return figure(card.rank, 29 - width / 2, 17, height, colour, 10) + pip(card.suit, 29, 80, 28)


def _pips(card: Card) -> str:
    spade_ace = card.rank == 1 and card.suit == 3
    size = 132 if spade_ace else 92 if card.rank == 1 else 45
    drawn = "".join(pip(card.suit, x, y, size, turned=y > _MIDDLE) for x, y in _PLACES[card.rank - 1])
    if spade_ace:  # by custom, the maker's mark goes on this card
        drawn += svg.element("g", rosette(125, 180, 19, 6, 10, "#e9dcb6", 0.9), opacity=0.9)
    return drawn


def _court(card: Card) -> str:
    colour, pale = INKS[card.suit], "#e9c9bd" if card.suit in (1, 2) else "#cfd3da"
    half = "".join(
        (
            svg.moved(125, 101, _crown(card.rank, colour), scale=0.8),
            figure(card.rank, 125 - 18.6, 107, 52, colour, 10.5),
            pip(card.suit, 73, 64, 25),
        )
    )
    engraving = rosette(125, 175, 58, 14, 12, pale, 0.9, 4) + rosette(125, 175, 100, 18, 18, pale, 0.8)
    window = {"x": 57, "y": 45, "width": 136, "height": 260}
    return "".join(
        (
            svg.element(
                "rect", x=52, y=40, width=146, height=270, rx=5, fill="#fdfaf1", stroke=colour, stroke_width=1.6
            ),
            svg.element(
                "rect", x=56.5, y=44.5, width=137, height=261, rx=2.5, fill="none", stroke=GOLD, stroke_width=1.2
            ),
            svg.element("svg", engraving, viewBox="57 45 136 260", opacity=0.75, **window),
            half,
            _turned(half),
            svg.element("path", d="M57 175H193", stroke=GOLD, stroke_width=1.2),
            svg.element("path", d="M57 171.5H193M57 178.5H193", stroke=colour, stroke_width=0.7),
        )
    )


def _crown(rank: int, colour: str) -> str:
    solid, dots, dashes = _CROWNS[rank]
    drawn = svg.element("path", d=solid, fill=GOLD)
    drawn += "".join(svg.element("circle", cx=x, cy=y, r=radius, fill=GOLD) for x, y, radius in dots)
    if rank == 11:  # the shaft of the feather
        drawn += svg.element("path", d="M13 -28C20 -37 29 -43 38 -46", stroke=colour, stroke_width=1.8, fill="none")
    return drawn + svg.element(
        "path", d="M-24 -3.5H24", stroke=colour, stroke_width=2.4, stroke_dasharray=dashes or None
    )
