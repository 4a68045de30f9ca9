"""Seats as slices of a fan.

Both kinds of table are fans. A midi or mini table is one with its center far behind the dealer; each end of the big
table is one around its own middle. Angles are in degrees from straight down and rise counterclockwise seen from above,
as seat numbers do. Print for a seat is rotated to be upright for its player.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin

from punto.draw import svg

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
