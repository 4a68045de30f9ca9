"""Parameters of a floor that can be changed while it runs, each with its bounds; every change is an event.

The administrator's are whole numbers, and named here. The floor's are of some kinds and have many names: what is
switched off (``switch/table/MB-7``), whether a table is open (``table/MB-7``), and the limits that are posted at it
(``limits/MB-7/banker``). One that is as it was at the beginning is not kept.
"""

from __future__ import annotations

import re
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
        "alone": Parameter(100_000, 0, 10**11, "cents that one floorperson moves by hand; above, a second approves"),
        "idle-minutes": Parameter(30, 1, 24 * 60, "minutes after which somebody who does nothing is logged out"),
        "coupon-alone": Parameter(
            10_000, 0, 10**8, "cents of coupons that one person issues to a player in a day without a countersignature"
        ),
        "session-hours": Parameter(12, 1, 7 * 24, "hours after which everybody logs in again"),
    }
)


class Kind(NamedTuple):
    """A kind of parameters that the floor changes: how one begins, and what else it may be."""

    default: str
    others: re.Pattern[str]
    about: str


LONGEST = 200  # signs of a name
FLOORS: Mapping[str, Kind] = MappingProxyType(
    {
        "switch/": Kind("on", re.compile("off"), "the floor, a table or a player begins nothing new"),
        "table/": Kind("open", re.compile("closed"), "a table is kept no more"),
        "limits/": Kind("filed", re.compile("[1-9][0-9]{0,11}-[1-9][0-9]{0,11}"), "least and most of a wager, cents"),
    }
)


def floors(name: str) -> Kind | None:
    """Return of which of the floor's kinds a parameter is; nothing where it is none of them.

    >>> floors("limits/MB-7/banker").default
    'filed'
    """
    if len(name) > LONGEST or not name.isprintable():
        return None
    return next((kind for begins, kind in FLOORS.items() if name.startswith(begins) and name != begins), None)


def default_of(name: str) -> str:
    """Return how a parameter begins."""
    kind = floors(name)
    return kind.default if kind else str(PARAMETERS[name].default)


def changed(parameters: Mapping[str, str], name: str, after: str) -> dict[str, str]:
    """Return the parameters after a change; of the floor's, one that is as it was at the beginning is forgotten."""
    others = {each: text for each, text in parameters.items() if each != name}
    return others if floors(name) and after == default_of(name) else {**others, name: after}


def value(parameters: Mapping[str, str], name: str) -> int:
    """Return what a parameter is at present."""
    return int(parameters[name]) if name in parameters else PARAMETERS[name].default


def large_win(parameters: Mapping[str, str]) -> int:
    """Return from how many cents on a win is large."""
    return value(parameters, "large-win")
