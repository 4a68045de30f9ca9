"""Callers: who somebody is to a table, what they see of it, and in which roles they may act at it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from punto.folds.picture import seat_of
from punto.folds.views import Viewer
from punto.roles import Duty, Role
from punto.server.told import PASSER_BY, Key
from punto.table import Due, TableState
from punto.table.commands import Sit

SEATED = frozenset({Role.PLAYER, Role.CURATOR})  # who sits at a table
# In which roles of a table a duty lets somebody act. An auditor and an administrator act at no table.
ROLES: Mapping[Duty, frozenset[Role]] = MappingProxyType(
    {
        Duty.PLAYER: SEATED,
        Duty.DEALER: frozenset({Role.DEALER}),
        Duty.FLOOR: frozenset({Role.FLOOR}),
        Duty.SURVEILLANCE: frozenset({Role.SURVEILLANCE}),
    }
)
# What a duty sees of every table, the widest view first; players see as their seats do.
SIGHTS: Mapping[Duty, Viewer] = MappingProxyType(
    {
        Duty.AUDITOR: Viewer.AUDITOR,
        Duty.SURVEILLANCE: Viewer.SURVEILLANCE,
        Duty.FLOOR: Viewer.FLOOR,
        Duty.DEALER: Viewer.DEALER,
    }
)
_FIRST = (Duty.FLOOR, Duty.DEALER, Duty.SURVEILLANCE, Duty.PLAYER)  # in which role somebody acts who does not say


class Caller(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who asks: a person who is logged in, or a passer-by."""

    who: str = ""  # the pseudonym; nobody's for a passer-by
    name: str = ""
    duties: frozenset[Duty] = frozenset()
    guest: bool = False
    token: str = ""

    @property
    def roles(self) -> frozenset[Role]:
        """The roles in which this person may act at a table."""
        return frozenset().union(*(ROLES.get(duty, frozenset()) for duty in self.duties))

    @property
    def role(self) -> str:
        """The role of somebody who names none: what a welcome says."""
        return next((str(duty) for duty in _FIRST if duty in self.duties), self.sight or "spectator")

    @property
    def sight(self) -> Viewer | None:
        """What this person sees of every table by duty."""
        return next((viewer for duty, viewer in SIGHTS.items() if duty in self.duties), None)

    @property
    def is_house(self) -> bool:
        """Whether somebody is of the house."""
        return self.sight is not None

    def sees(self, state: TableState) -> Key:
        """Return how somebody looks at a table now: by duty, from a seat, or in passing."""
        if self.sight is not None:
            return self.sight, None
        seat = seat_of(state, self.who)
        return PASSER_BY if seat is None else (Viewer.PLAYER, seat)

    def speaks_for_seats(self, state: TableState) -> bool:
        """Whether somebody enters what players do: who deals at a table of wood, and does not sit there."""
        return state.fair is None and Duty.DEALER in self.duties and seat_of(state, self.who) is None

    def acts_as(self, named: object, state: TableState) -> Role | None:
        """Return the role in which somebody acts: the one named, if it is theirs here, or the one they have."""
        if named is None:
            return next((role for duty in _FIRST if duty in self.duties for role in (Role(duty),)), None)
        roles = self.roles | SEATED if self.speaks_for_seats(state) else self.roles
        return next((role for role in roles if role == named), None)

    def may(self, act: Due, state: TableState) -> bool:
        """Whether something expected is expected of this person, or of a seat that this person speaks for."""
        if act.by in SEATED and self.speaks_for_seats(state):
            return True
        if act.by not in self.roles:
            return False
        if act.by not in SEATED:
            return True
        seat = seat_of(state, self.who)
        if act.by is Role.CURATOR:
            return seat is not None and seat == state.curator
        sits = act.command is Sit
        return sits if seat is None else act.seat in (None, seat) and not sits


ANONYMOUS = Caller()
