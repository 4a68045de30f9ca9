"""Parameters of a floor that can change while it runs, each with its bounds; every change is an event.

The administrator's parameters are integers, listed here. The floor's are of several kinds with many names: suspensions
(``switch/table/MB-7``), whether a table is open (``table/MB-7``), and posted limits (``limits/MB-7/banker``). A floor
parameter at its default is not stored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Parameter(NamedTuple):
    """Integer with bounds."""

    default: int
    least: int
    most: int
    about: str

    def fits(self, text: str) -> bool:
        """Return whether a text is such an integer in canonical form."""
        return (
            text.isascii() and text.isdigit() and str(int(text[:20])) == text and self.least <= int(text) <= self.most
        )


PARAMETERS: Mapping[str, Parameter] = MappingProxyType(
    {
        "large-win": Parameter(1_000_000, 1, 10**11, "win in one coup, in cents, from which it is recorded"),
        "alone": Parameter(100_000, 0, 10**11, "cents that one floorperson may move by hand; above, a second approves"),
        "idle-minutes": Parameter(30, 1, 24 * 60, "minutes of inactivity before a user is logged out"),
        "coupon-alone": Parameter(
            10_000, 0, 10**8, "cents in coupons one person may issue to a player per day without countersignature"
        ),
        "session-hours": Parameter(12, 1, 7 * 24, "maximum length of a session in hours"),
    }
)


class Kind(NamedTuple):
    """Kind of parameter set by the floor: its default and its other values."""

    default: str
    others: re.Pattern[str]
    about: str


LONGEST = 200  # characters of a name
FLOORS: Mapping[str, Kind] = MappingProxyType(
    {
        "switch/": Kind("on", re.compile("off"), "suspends the floor, a table or a player"),
        "table/": Kind("open", re.compile("closed"), "closes a table"),
        "limits/": Kind(
            "filed", re.compile("[1-9][0-9]{0,11}-[1-9][0-9]{0,11}"), "minimum and maximum of a wager, cents"
        ),
    }
)


def floors(name: str) -> Kind | None:
    """Return the kind of a floor parameter, or None.

    >>> floors("limits/MB-7/banker").default
    'filed'
    """
    if len(name) > LONGEST or not name.isprintable():
        return None
    return next((kind for begins, kind in FLOORS.items() if name.startswith(begins) and name != begins), None)


def default_of(name: str) -> str:
    """Return a parameter's default."""
    kind = floors(name)
    return kind.default if kind else str(PARAMETERS[name].default)


def changed(parameters: Mapping[str, str], name: str, after: str) -> dict[str, str]:
    """Return the parameters after a change; a floor parameter back at its default is removed."""
    others = {each: text for each, text in parameters.items() if each != name}
    return others if floors(name) and after == default_of(name) else {**others, name: after}


def value(parameters: Mapping[str, str], name: str) -> int:
    """Return a parameter's current value."""
    return int(parameters[name]) if name in parameters else PARAMETERS[name].default


def large_win(parameters: Mapping[str, str]) -> int:
    """Return the cents from which a win is large."""
    return value(parameters, "large-win")
