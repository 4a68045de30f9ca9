"""A laid-out felt: the common result of both kinds of table.

Drawings are 1440 units wide and the cloth 1400 of them, so that a unit is a pixel on an ordinary screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

SHEET = 1440.0
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
