"""Parameters of a floor that can be changed while it runs, each with its bounds; every change is an event."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Parameter(NamedTuple):
    """A whole number with its bounds."""

    default: int
    least: int
    most: int
    about: str

    def fits(self, text: str) -> bool:
        """Say whether a text is such a number, written as one is."""
        return (
            text.isascii() and text.isdigit() and str(int(text[:20])) == text and self.least <= int(text) <= self.most
        )


PARAMETERS: Mapping[str, Parameter] = MappingProxyType(
    {
        "large-win": Parameter(1_000_000, 1, 10**11, "cents won in one coup that are noted"),
        "idle-minutes": Parameter(30, 1, 24 * 60, "minutes after which somebody who does nothing is logged out"),
        "session-hours": Parameter(12, 1, 7 * 24, "hours after which everybody logs in again"),
    }
)


def value(parameters: Mapping[str, str], name: str) -> int:
    """Return what a parameter is at present."""
    return int(parameters[name]) if name in parameters else PARAMETERS[name].default


def large_win(parameters: Mapping[str, str]) -> int:
    """Return from how many cents on a win is large."""
    return value(parameters, "large-win")
