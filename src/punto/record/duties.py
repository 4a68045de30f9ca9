"""Check of duties: each person had the duty of the role in which they acted, by the floor's journal of an export.

Duties are granted and revoked in the stream ``house/floor``; a table's commands name the role in which a person acted.
A change of duties takes effect on every connection within a second, and processes have their own clocks. So a record is
a fault if its actor did not have the duty at any time from one second before it to one second after it.

Three kinds of actors need no duty. Punto itself deals, runs virtual shoes and moves money as ``house``, ``keeper`` and
``system``, but corrects nothing, moves no money by hand and issues no coupon. Acts of the house in a seat's name
(``lapse-``, ``closing-``) are not acts of the player. For acts that a dealer enters for a seat (``desk-``), the dealer
is checked instead of the seat. Such an id does not exempt an actor in another role. On a demo floor the duties of
guests are granted in the journal and checked like any others.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from punto.core.roles import Duty, Rank, Role
from punto.coupon.messages import Cancel, Countersign, Issue
from punto.people import administration
from punto.people.administration.messages import DutyGranted, DutyRevoked, PersonDisabled, PersonEnabled
from punto.people.administration.state import PLAYER, ROLES
from punto.record.chain import Batch
from punto.record.export import LogEntry, LogFault
from punto.record.opening import Open
from punto.table.commands import Adjust, AssignFloor, Correct, Fill, LetStand

JOURNAL = "house/floor"
WITHIN = 1000  # milliseconds in which a change of duties takes effect everywhere
ITSELF = re.compile(r"house(-[0-9]+)?|keeper|system")  # numbered if a document requires different people
DESK = "desk-"  # prefix of the id of a dealer's entry for a seat, before the dealer's pseudonym
APPROVED = "approved-"  # prefix of the id of a table's command for a proposal of the journal
LAPSE, CLOSING = "lapse-", "closing-"  # prefixes of the ids of acts of the house in a seat's name
DUTIES: Mapping[Role, Duty] = MappingProxyType(
    {role: duty for duty, role in ROLES.items()} | {Role.CURATOR: Duty.PLAYER}
)
BY_HAND = (Adjust, Fill, Correct, LetStand, Issue, Countersign, Cancel)  # acts of people alone
_CHANGES = (DutyGranted, DutyRevoked, PersonDisabled, PersonEnabled)


class Held(NamedTuple):
    """The duties and the rank that a person held from a time on."""

    at: int
    duties: frozenset[Duty]
    rank: Rank | None


class Duties:
    """The duties of each person over time, from the journal of an export."""

    def __init__(self, batches: Iterable[Batch] = ()) -> None:
        self.known = False  # whether the export has the journal
        self._held: dict[str, list[Held]] = {}
        self._state = administration.State()
        for batch in batches:
            self.note(batch)

    def note(self, batch: Batch) -> None:
        """Note what a record of the journal changes; those of other streams change nothing."""
        if batch.stream == JOURNAL:
            self.known = True
            for event in batch.events:
                if isinstance(event, _CHANGES):
                    self._changed(event)

    def _changed(self, event: Any) -> None:
        state = self._state = administration.evolve(self._state, event)
        duties = frozenset[Duty]() if event.person in state.disabled else state.duties_of(event.person)
        held = Held(state.at, duties, state.rank_of(event.person) if duties else None)
        self._held.setdefault(event.person, []).append(held)

    def held(self, person: str, duty: Duty, at: int) -> bool:
        """Return whether a person had a duty within a second of a time; a person without any grant is a player."""
        return any(duty in one.duties for one in self._about(person, at))

    def ranked(self, person: str, rank: Rank, at: int) -> bool:
        """Return whether a floorperson had a rank within a second of a time."""
        return any(one.rank is rank for one in self._about(person, at))

    def _about(self, person: str, at: int) -> list[Held]:
        """Return everything that a person held from a second before a time to a second after it."""
        changes = self._held.get(person, [])
        first = bisect_right(changes, at - WITHIN, key=lambda one: one.at)
        last = bisect_right(changes, at + WITHIN, key=lambda one: one.at)
        return changes[first - 1 : last] if first else [Held(0, PLAYER, None), *changes[:last]]

    def faults(self, entries: Iterable[LogEntry]) -> Iterator[LogFault]:
        """Return the fault of every record of a table, meter or coupon book whose actor lacked the duty."""
        for line, _, batch in entries if self.known else ():
            if batch.stream.startswith(("table/", "progressive/", "coupon/", "filings/", "inventory/")):
                for person, duty in actors(batch.command):
                    if not self.held(person, duty, batch.command.at):
                        words = f"{person} did not hold the duty {duty} when this was done"
                        yield LogFault("duties", line, words, batch.n, batch.stream)
                for person, rank in ranks(batch.command):
                    if not self.ranked(person, rank, batch.command.at):
                        words = f"{person} did not have the rank of a {rank} when this was done"
                        yield LogFault("duties", line, words, batch.n, batch.stream)


def actors(command: Any) -> Iterator[tuple[str, Duty]]:
    """Return the actors of a command, each with the required duty; none if Punto itself acted."""
    for_seat = command.by in (Role.PLAYER, Role.CURATOR)
    if for_seat and command.id.startswith(DESK):  # a pseudonym is "p-" or "g-" and a word without hyphens
        yield "-".join(command.id.removeprefix(DESK).split("-")[:2]), Duty.DEALER
    elif isinstance(command, Open):
        if not ITSELF.fullmatch(command.who):
            yield command.who, Duty.FLOOR
    elif for_seat and command.id.startswith((LAPSE, CLOSING)):
        return
    elif isinstance(command.by, Duty) and not ITSELF.fullmatch(command.who):
        yield command.who, command.by
    elif command.by in DUTIES and (isinstance(command, BY_HAND) or not ITSELF.fullmatch(command.who)):
        yield command.who, DUTIES[command.by]
        if getattr(command, "approved_by", ""):
            yield command.approved_by, DUTIES[command.by]
        if isinstance(command, AssignFloor) and command.whom:
            yield command.whom, Duty.FLOOR
    witness = getattr(command, "witness", None)
    if witness is not None:
        yield witness.who, witness.duty


def ranks(command: Any) -> Iterator[tuple[str, Rank]]:
    """Return the people of a command who acted by their rank: its sender, and the second person who signed it."""
    rank, witness = getattr(command, "rank", None), getattr(command, "witness", None)
    if rank is not None and not ITSELF.fullmatch(command.who):
        yield command.who, rank
    if witness is not None and witness.rank is not None:
        yield witness.who, witness.rank
