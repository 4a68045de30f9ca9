"""Participants: the sender of each command, and dealers who act in a seat's name."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from punto.core.roles import Duty, Role
from punto.record import duties
from punto.rules.house_rules import HouseRules
from punto.server.outbox import PASSER_BY, Key
from punto.table import Due, TableState
from punto.table.commands import AnyCommand, Perform, Sit, Turn, Wager
from punto.table.due import due_now
from punto.views.picture import seat_of
from punto.views.views import Viewer

# ---------------------------------------------------------------- callers

# Callers: who somebody is to a table, what they see of it, and in which roles they may act at it.

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


class Participant(msgspec.Struct, frozen=True, kw_only=True):
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


ANONYMOUS = Participant()


# ---------------------------------------------------------------- for seats

# Speaking for seats: at a table of wood the person at the desk enters what players do.
#
# There are no screens at its seats. Whoever deals gives the commands of players and of the curator, each in the name of
# the seat that it is about, since a seat's acts are its player's; a walk-in is given a pseudonym with the seat. The id
# of such a command begins with ``desk-`` and the pseudonym of who entered it, and nobody else may use such an id: so
# the log says of every act whose it was and who keyed it in.

PREFIX = duties.DESK
WALK_IN = "walk-in-"
AT_HAND = 256  # commands whose names are remembered


class ProxyCommands:
    """Whoever deals at one table, and in whose names they have spoken lately."""

    def __init__(self) -> None:
        self._spoken: dict[str, str] = {}

    def entered(
        self, rules: HouseRules, state: TableState, caller: Participant, command: AnyCommand
    ) -> AnyCommand | None:
        """Return a command as it is entered for a seat; nothing where it needs a wallet, which only its owner opens.

        A command that is sent again is in the name that it had, whoever sits there by now.
        """
        if getattr(command, "transfer", ""):
            return None
        ident = f"{PREFIX}{caller.who}-{command.id}"
        who = self._spoken.get(ident)
        if who is None:
            seat = seat_meant(rules, state, command)
            who = walk_in(ident) if isinstance(command, Sit) else state.seated.get(seat or 0, "")
            self._note(ident, who)
        if isinstance(command, Wager) and command.coupon and not command.coupon_number:
            command = replace(command, coupon_seen_by=caller.who)  # the entry confirms the paper coupon
        return replace(command, id=ident, who=who)

    def _note(self, ident: str, who: str) -> None:
        while len(self._spoken) >= AT_HAND:
            del self._spoken[next(iter(self._spoken))]
        self._spoken[ident] = who


def walk_in(ident: str) -> str:
    """Return the pseudonym of somebody who walks in; the same when the same command is sent again.

    >>> walk_in("desk-p-1-sit")
    'walk-in-794145d0'
    """
    return WALK_IN + sha256(ident.encode()).hexdigest()[:8]


def seat_meant(rules: HouseRules, state: TableState, command: AnyCommand) -> int | None:
    """Return the seat that a command is about: the curator's, one that it names, or one that is to do it."""
    if command.by is Role.CURATOR:
        return state.curator
    named: int | None = getattr(command, "seat", None)
    if named is not None:
        return named
    acts = (act for act in due_now(rules, state) if act.by is Role.PLAYER and act.seat)
    return next((act.seat for act in acts if _is_meant(act, command)), None)


def _is_meant(act: Due, command: AnyCommand) -> bool:
    if not isinstance(command, act.command):
        return False
    if isinstance(command, Perform):
        return act.step == command.step
    places = command.faces.keys() if isinstance(command, Turn) else {getattr(command, "place", "")}
    return not places.isdisjoint(act.places)
