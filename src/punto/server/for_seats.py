"""Speaking for seats: at a table of wood the person at the desk enters what players do.

There are no screens at its seats. Whoever deals gives the commands of players and of the curator, each in the name of
the seat that it is about, since a seat's acts are its player's; a walk-in is given a pseudonym with the seat. The id of
such a command begins with ``desk-`` and the pseudonym of who entered it, and nobody else may use such an id: so the log
says of every act whose it was and who keyed it in.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec.structs import replace

from punto.houserules import HouseRules
from punto.log import duties
from punto.roles import Role
from punto.server.callers import Caller
from punto.table import Due, TableState
from punto.table.commands import AnyCommand, Perform, Sit, Turn, Wager
from punto.table.due import course

PREFIX = duties.DESK
WALK_IN = "walk-in-"
AT_HAND = 256  # commands whose names are remembered


class Desk:
    """Whoever deals at one table, and in whose names they have spoken lately."""

    def __init__(self) -> None:
        self._spoken: dict[str, str] = {}

    def entered(self, rules: HouseRules, state: TableState, caller: Caller, command: AnyCommand) -> AnyCommand | None:
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
    acts = (act for act in course(rules, state) if act.by is Role.PLAYER and act.seat)
    return next((act.seat for act in acts if _is_meant(act, command)), None)


def _is_meant(act: Due, command: AnyCommand) -> bool:
    if not isinstance(command, act.command):
        return False
    if isinstance(command, Perform):
        return act.step == command.step
    places = command.faces.keys() if isinstance(command, Turn) else {getattr(command, "place", "")}
    return not places.isdisjoint(act.places)
