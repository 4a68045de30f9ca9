"""Did each person hold the duty they acted under? Asked of the floor's journal, where an export holds it.

Duties are granted and revoked in the stream ``house/floor``; a table's commands say in which role a person acted. A
change of duties takes effect on every connection within a second, and processes have clocks of their own: so a record
is a fault where its actor did not hold the duty at any moment from a second before it to a second after it.

Three kinds of actors hold no duty. Punto itself deals, keeps cards and moves money as ``house``, ``keeper`` and
``system``. What the house does in a seat's name (``lapse-``, ``closing-``) is no act of the player. Where the desk
speaks for a seat (``desk-``), the dealer who entered it is asked about, and not the seat. On a demo floor the duties
of guests are granted in the journal like any others, and are checked alike.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from punto.core.roles import Duty, Role
from punto.people import administration
from punto.people.administration.messages import DutyGranted, DutyRevoked, PersonDisabled, PersonEnabled
from punto.people.administration.state import PLAYER, ROLES
from punto.record.chain import Batch
from punto.record.opening import Open
from punto.record.parse import LogEntry, LogFault

JOURNAL = "house/floor"
WITHIN = 1000  # milliseconds in which a change of duties takes effect everywhere
ITSELF = re.compile(r"house(-[0-9]+)?|keeper|system")  # numbered where a document asks for different people
DESK = "desk-"  # begins the id of what a dealer enters for a seat, before the dealer's pseudonym
LAPSE, CLOSING = "lapse-", "closing-"  # begin the id of what the house does in a seat's name
DUTIES: Mapping[Role, Duty] = MappingProxyType(
    {role: duty for duty, role in ROLES.items()} | {Role.CURATOR: Duty.PLAYER}
)
_CHANGES = (DutyGranted, DutyRevoked, PersonDisabled, PersonEnabled)
Held = tuple[int, frozenset[Duty]]


class Duties:
    """Who held which duties, and when, as the journal of an export says."""

    def __init__(self, batches: Iterable[Batch]) -> None:
        self.known = False  # the export holds the journal
        self._held: dict[str, list[Held]] = {}
        state = administration.State()
        for batch in batches:
            if batch.stream == JOURNAL:
                self.known = True
                for event in batch.events:
                    state = self._after(state, event)

    def _after(self, state: administration.State, event: Any) -> administration.State:
        if not isinstance(event, _CHANGES):
            return state
        state = administration.evolve(state, event)
        held = frozenset[Duty]() if event.person in state.disabled else state.duties_of(event.person)
        self._held.setdefault(event.person, []).append((state.at, held))
        return state

    def held(self, person: str, duty: Duty, at: int) -> bool:
        """Say whether a person held a duty at a moment, give or take a second; who was granted none plays."""
        changes = self._held.get(person, [])
        first = bisect_right(changes, at - WITHIN, key=lambda one: one[0])
        last = bisect_right(changes, at + WITHIN, key=lambda one: one[0])
        before = changes[first - 1][1] if first else PLAYER
        return duty in before or any(duty in held for _, held in changes[first:last])

    def faults(self, entries: Iterable[LogEntry]) -> Iterator[LogFault]:
        """Return every record of a table or a meter whose actor did not hold the duty it needs."""
        for line, _, batch in entries if self.known else ():
            if batch.stream.startswith(("table/", "progressive/")):
                for person, duty in actors(batch.command):
                    if not self.held(person, duty, batch.command.at):
                        words = f"{person} did not hold the duty {duty} when this was done"
                        yield LogFault("duties", line, words, batch.n, batch.stream)


def actors(command: Any) -> Iterator[tuple[str, Duty]]:
    """Return who acted in a command, each with the duty that it needs; nobody where Punto itself did."""
    if command.id.startswith(DESK):  # its pseudonym is "p-" or "g-" and a word without hyphens
        yield "-".join(command.id.removeprefix(DESK).split("-")[:2]), Duty.DEALER
    elif isinstance(command, Open):
        if not ITSELF.fullmatch(command.who):
            yield command.who, Duty.FLOOR
    elif command.by in DUTIES and not ITSELF.fullmatch(command.who) and not command.id.startswith((LAPSE, CLOSING)):
        yield command.who, DUTIES[command.by]
        if getattr(command, "approved_by", ""):
            yield command.approved_by, DUTIES[command.by]
