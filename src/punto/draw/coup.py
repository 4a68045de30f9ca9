"""Seats as slices of a fan.

Both kinds of table are fans. A midi or mini table is one with its center far behind the dealer; each end of the big
table is one around its own middle. Angles are in degrees from straight down and rise counterclockwise seen from above,
as seat numbers do. Print for a seat is rotated to be upright for its player.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin

from punto.core.cards import Card, wrong_type
from punto.core.coup import Coup
from punto.draw import card, svg

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Cell:
    """Part of a ring: between two radii and two angles around ``(x, y)``."""

    x: float
    y: float
    inner: float
    outer: float
    start: float
    stop: float

    @property
    def middle(self) -> float:
        """Middle angle."""
        return (self.start + self.stop) / 2

    @property
    def depth(self) -> float:
        """Depth of the cell, from the dealer's side to the player's."""
        return self.outer - self.inner

    def at(self, radius: float, angle: float) -> Point:
        """Return a point by radius and angle."""
        return self.x + radius * sin(radians(angle)), self.y + radius * cos(radians(angle))

    def width(self, share: float = 0.3) -> float:
        """Return the straight width of the cell at a fraction of its depth."""
        radius = self.inner + share * self.depth
        return 2 * radius * sin(radians((self.stop - self.start) / 2))

    def path(self, gap: float = 1.5) -> str:
        """Return the cell's outline, inset by ``gap`` on all sides."""
        near, far = self.inner + gap, self.outer - gap
        at_near, at_far = (gap / radians(1) / radius for radius in (near, far))
        bend = 1 if self.stop - self.start > 180 else 0
        return (
            f"M{self._pen(near, self.start + at_near)}"
            f"A{svg.points(near, near)} 0 {bend} 0 {self._pen(near, self.stop - at_near)}"
            f"L{self._pen(far, self.stop - at_far)}"
            f"A{svg.points(far, far)} 0 {bend} 1 {self._pen(far, self.start + at_far)}Z"
        )

    def _pen(self, radius: float, angle: float) -> str:
        return svg.points(*self.at(radius, angle))

    def printed(self, *children: str, share: float = 0.5) -> str:
        """Place drawings at the cell's middle, upright for its player."""
        return svg.moved(*self.at(self.inner + share * self.depth, self.middle), *children, turn=-self.middle)

    def row(self, number: int) -> list[Cell]:
        """Divide the cell into equal cells side by side."""
        step = (self.stop - self.start) / number
        return [
            replace(self, start=self.start + place * step, stop=self.start + (place + 1) * step)
            for place in range(number)
        ]

    def between(self, inner: float, outer: float) -> Cell:
        """Return the same slice between two other radii."""
        return replace(self, inner=inner, outer=outer)

    def narrowed(self, width: float) -> Cell:
        """Return the middle of the cell, at most ``width`` wide."""
        half = min((self.stop - self.start) / 2, width / 2 / radians(1) / self.inner)
        return replace(self, start=self.middle - half, stop=self.middle + half)


@dataclass(frozen=True, slots=True)
class Fan:
    """Equal slices between two angles, one for each seat from ``first`` on."""

    x: float
    y: float
    radius: float  # of the players' edge
    start: float
    stop: float
    first: int
    seats: int

    def slices(self) -> dict[int, Cell]:
        """Return each seat's slice, from the center to the edge."""
        whole = Cell(self.x, self.y, 0, self.radius, self.start, self.stop)
        return dict(enumerate(whole.row(self.seats), self.first))


# ---------------------------------------------------------------- coup

# A finished coup on felt: the notebook display of a ``Coup``.
#
# Hands lie as on a table seen by the players: the Player's Hand at the left, third cards sideways on the outer side.
# The counts are between the hands, the winner's ringed in brass.

_WIDTH, _HEIGHT = 804, 236
_CARD, _DEEP, _TOP = 80.0, 112.0, 62.0
_GAP, _THIRD = 8.0, 12.0
_MIDDLE = _WIDTH / 2
_INNER = 90.0  # from the middle to the nearest card
_ENDINGS = {"natural": "natural", "stood": "both hands stood", "drawn": ""}


def coup_svg(coup: Coup) -> str:
    """Draw a finished coup as a whole picture."""
    if not isinstance(coup, Coup):
        raise wrong_type(coup, "a coup, like punto.play('4h Kd 2c 3s 9d')")
    words = headline(coup)
    outline = f"M14 1H{_WIDTH - 14}Q{_WIDTH - 1} 1 {_WIDTH - 1} 14V{_HEIGHT - 14}Q{_WIDTH - 1} {_HEIGHT - 1} "
    outline += f"{_WIDTH - 14} {_HEIGHT - 1}H14Q1 {_HEIGHT - 1} 1 {_HEIGHT - 14}V14Q1 1 14 1Z"
    return svg.drawing(
        _WIDTH,
        _HEIGHT,
        card.symbols(dict.fromkeys(coup.dealt), prefix="coup"),
        svg.cloth_defs(svg.CLOTHS["green"], "coup-felt"),
        svg.cloth(outline, "coup-felt"),
        _hand(coup.player, "Player’s Hand", left=True),
        _hand(coup.banker, "Banker’s Hand", left=False),
        _counts(coup),
        svg.text(words, _MIDDLE, 210, 22, text_anchor="middle", fill=svg.CREAM, font_family=svg.SERIF),
        label=f"{words}: {coup}",
    )


def headline(coup: Coup) -> str:
    """Describe the end of a coup: ``Banker wins, 8 over 1``."""
    player, banker = coup.points
    if coup.winner == "tie":
        words = f"Tie hand, {player} all"
    else:
        words = f"{coup.winner.capitalize()} wins, {max(player, banker)} over {min(player, banker)}"
    return f"{words} · {_ENDINGS[coup.ended]}" if _ENDINGS[coup.ended] else words


def _hand(cards: tuple[Card, ...], name: str, *, left: bool) -> str:
    """Lay two cards side by side, the first nearer the edge of the Player's side, and a third sideways."""
    start = _MIDDLE - _INNER - 2 * _CARD - _GAP if left else _MIDDLE + _INNER
    laid = [_laid(face, start + place * (_CARD + _GAP)) for place, face in enumerate(cards[:2])]
    if len(cards) == 3:
        outer = start - _THIRD - _DEEP if left else start + 2 * _CARD + _GAP + _THIRD
        laid.append(_laid(cards[2], outer, sideways=True))
    heading = svg.text(
        name.upper(), start + _CARD + _GAP / 2, 38, 12.5,
        text_anchor="middle", fill=svg.CREAM, font_family=svg.SERIF, letter_spacing="0.16em",
    )  # fmt: skip
    return svg.element("g", svg.title(f"{name}: {' '.join(face.symbol for face in cards)}"), heading, *laid)


def _laid(face: Card, x: float, *, sideways: bool = False) -> str:
    """Draw a card with a faint shadow."""
    y = _TOP + (_DEEP - _CARD) / 2 if sideways else _TOP
    wide, deep = (_DEEP, _CARD) if sideways else (_CARD, _DEEP)
    shadow = svg.element("rect", x=x, y=y + 2, width=wide, height=deep, rx=5, fill="#000", opacity=0.28)
    return shadow + card.lay(face, x, y, _CARD, sideways=sideways, prefix="coup")


def _counts(coup: Coup) -> str:
    player, banker = coup.points
    both = coup.winner == "tie"
    return _count(_MIDDLE - 38, player, "Player", svg.PLAYER, wins=both or coup.winner == "player") + _count(
        _MIDDLE + 38, banker, "Banker", svg.BANKER, wins=both or coup.winner == "banker"
    )


def _count(x: float, points: int, name: str, fill: str, *, wins: bool) -> str:
    y = _TOP + 47
    ring = svg.element("circle", cx=x, cy=y, r=32.5, fill="none", stroke=svg.BRASS, stroke_width=3)
    figure = {"text_anchor": "middle", "fill": "#fff", "font_weight": "640"}
    return svg.element(
        "g",
        svg.title(f"{name} {points}{', wins' if wins else ''}"),
        svg.element("circle", cx=x, cy=y, r=28, fill=fill, stroke="#fff", stroke_opacity=0.25),
        svg.text(str(points), x, y + 10.5, 30, **figure),
        svg.text(name, x, y + 53, 12, text_anchor="middle", fill=svg.FAINT),
        ring if wins else "",
    )
