"""Participants: the sender of each command, what they see of a table, their roles at it, and dealers who act for seats.

At a physical table there are no screens at the seats, and the dealer enters the commands of players and of the curator,
each in the name of its seat, since a seat's acts are its player's; a walk-in gets a pseudonym with the seat. The id of
such a command begins with ``desk-`` and the pseudonym of the dealer, and no client may use such an id: so the log shows
of every act whose it was and who entered it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from hashlib import sha256
from operator import itemgetter
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from punto.core.roles import Duty, Rank, Role
from punto.record import duties
from punto.rules.house_rules import HouseRules
from punto.server.outbox import PASSER_BY, Key
from punto.table import Due, TableState
from punto.table.commands import AnyCommand, AssignFloor, Perform, SignOn, Sit, Turn, Wager
from punto.table.due import due_now
from punto.table.staff_events import ASSIGNED
from punto.views.picture import seat_of
from punto.views.views import Viewer

SEATED = frozenset({Role.PLAYER, Role.CURATOR})  # who sits at a table
# The roles in which a user with a duty may act at a table. An auditor and an administrator act at no table.
ROLES: Mapping[Duty, frozenset[Role]] = MappingProxyType(
    {
        Duty.PLAYER: SEATED,
        Duty.DEALER: frozenset({Role.DEALER}),
        Duty.FLOOR: frozenset({Role.FLOOR}),
        Duty.SURVEILLANCE: frozenset({Role.SURVEILLANCE}),
    }
)
# The view of every table for each duty, the widest first; players see what their seats see.
SIGHTS: Mapping[Duty, Viewer] = MappingProxyType(
    {
        Duty.AUDITOR: Viewer.AUDITOR,
        Duty.SURVEILLANCE: Viewer.SURVEILLANCE,
        Duty.FLOOR: Viewer.FLOOR,
        Duty.DEALER: Viewer.DEALER,
    }
)
_FIRST = (Duty.FLOOR, Duty.DEALER, Duty.SURVEILLANCE, Duty.PLAYER)  # precedence of roles if a command names none


class Participant(msgspec.Struct, frozen=True, kw_only=True):
    """The sender of a request: a logged-in user, or an anonymous spectator."""

    who: str = ""  # the pseudonym; "" for a spectator
    name: str = ""
    duties: frozenset[Duty] = frozenset()
    rank: Rank | None = None  # of a floorperson
    guest: bool = False
    token: str = ""

    @property
    def roles(self) -> frozenset[Role]:
        """The roles in which this user may act at a table."""
        return frozenset().union(*(ROLES.get(duty, frozenset()) for duty in self.duties))

    @property
    def role(self) -> str:
        """The default role, as in the welcome message."""
        return next((str(duty) for duty in _FIRST if duty in self.duties), self.sight or "spectator")

    @property
    def sight(self) -> Viewer | None:
        """The view of every table by duty, or None."""
        return next((viewer for duty, viewer in SIGHTS.items() if duty in self.duties), None)

    @property
    def is_house(self) -> bool:
        """Whether the user is staff."""
        return self.sight is not None

    def sees(self, state: TableState) -> Key:
        """Return the current view of a table: by duty, from a seat, or a spectator's."""
        if self.sight is not None:
            return self.sight, None
        seat = seat_of(state, self.who)
        return PASSER_BY if seat is None else (Viewer.PLAYER, seat)

    def speaks_for_seats(self, state: TableState) -> bool:
        """Return whether the user enters players' acts: a dealer at a physical shoe, not seated there."""
        return state.fair is None and Duty.DEALER in self.duties and seat_of(state, self.who) is None

    def acts_as(self, named: object, state: TableState) -> Role | None:
        """Return the role of a command: the one named, if the user has it here, or the default; or None."""
        if named is None:
            return next((role for duty in _FIRST if duty in self.duties for role in (Role(duty),)), None)
        roles = self.roles | SEATED if self.speaks_for_seats(state) else self.roles
        return next((role for role in roles if role == named), None)

    def at_post(self, act: Due, state: TableState) -> bool:
        """Return whether the user's post, or lack of one, allows an act of staff; a floorperson needs none."""
        post, _ = state.posts.get(self.who, ("", 0))
        if act.command in (SignOn, AssignFloor):
            return not post
        deals = bool(post) and post != ASSIGNED
        return deals is (act.by is Role.DEALER)


ANONYMOUS = Participant()


# ---------------------------------------------------------------- due acts

NEWCOMER = 0  # stands for the seat of an act by which a player takes one
Whose = tuple[Role, int | None]  # a role, and for players a seat, or None if any player may do it


class DueActs:
    """The due acts of a table, indexed once for all of its connections."""

    def __init__(self, acts: Iterable[Due]) -> None:
        self._by: defaultdict[Whose, list[tuple[int, Due]]] = defaultdict(list)
        for place, act in enumerate(acts):
            self._by[_whose(act)].append((place, act))

    def of(self, caller: Participant, state: TableState) -> tuple[Due, ...]:
        """Return the acts that are due from a person, or from a seat that this person speaks for, in their order."""
        found = [act for whose in self._owned(caller, state) for act in self._by.get(whose, ())]
        acts = [act for _, act in sorted(found, key=_PLACE)]
        if state.posted:
            acts = [act for act in acts if act.by not in (Role.DEALER, Role.FLOOR) or caller.at_post(act, state)]
        return tuple(acts)

    def _owned(self, caller: Participant, state: TableState) -> set[Whose]:
        seat, roles = seat_of(state, caller.who), caller.roles
        owned: set[Whose] = {(role, None) for role in roles - SEATED}
        if Role.PLAYER in roles:
            owned |= {(Role.PLAYER, NEWCOMER)} if seat is None else {(Role.PLAYER, None), (Role.PLAYER, seat)}
        if Role.CURATOR in roles and seat is not None and seat == state.curator:
            owned.add((Role.CURATOR, None))
        if caller.speaks_for_seats(state):
            owned |= {whose for whose in self._by if whose[0] in SEATED}
        return owned


_PLACE = itemgetter(0)


def _whose(act: Due) -> Whose:
    if act.by is not Role.PLAYER:
        return act.by, None
    return act.by, NEWCOMER if act.command is Sit else act.seat


# ---------------------------------------------------------------- acting for seats

PREFIX = duties.DESK
WALK_IN = "walk-in-"
AT_HAND = 256  # cached commands with their names


class ProxyCommands:
    """The entries of dealers at one table, with the names used lately."""

    def __init__(self) -> None:
        self._spoken: dict[str, str] = {}

    def entered(
        self, rules: HouseRules, state: TableState, caller: Participant, command: AnyCommand
    ) -> AnyCommand | None:
        """Return a command as entered for a seat; None if it needs a wallet, which only its owner can use.

        A command that is sent again keeps its name, even if another player sits there by now.
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
    """Return the pseudonym of a walk-in player; the same if the same command is sent again.

    >>> walk_in("desk-p-1-sit")
    'walk-in-794145d0'
    """
    return WALK_IN + sha256(ident.encode()).hexdigest()[:8]


def seat_meant(rules: HouseRules, state: TableState, command: AnyCommand) -> int | None:
    """Return the seat that a command concerns (the curator's, one that it names, or one that is to act), or None."""
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
