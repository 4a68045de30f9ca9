"""Money that two people moved at a table: the journal's proposal and the table's act must be about the same.

A floorperson proposes an adjustment or a fill in the journal, the table carries it out under the proposal's name, and
the journal records the approval. A process may die between the last two, so that an act without its approval is
valid; an act without a proposal, or an approval without an act, is not.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from punto.people.administration.messages import MoneyApproved, MoneyDeclined, MoneyProposed
from punto.record.duties import APPROVED, JOURNAL
from punto.record.export import LogEntry, LogFault
from punto.table.commands import Adjust, Fill


class Approvals:
    """The proposals of a journal, and the acts at tables that carried them out."""

    def __init__(self) -> None:
        self.known = False  # whether the log has the journal
        self.proposed: dict[str, MoneyProposed] = {}
        self.declined: set[str] = set()
        self.approved: list[tuple[int, int, str]] = []  # line, event and proposal
        self.done: set[str] = set()

    def note(self, entry: LogEntry) -> None:
        """Note a record of the journal."""
        self.known = True
        for n, event in entry.batch.numbered:
            if isinstance(event, MoneyProposed):
                self.proposed[event.proposal] = event
            elif isinstance(event, MoneyDeclined):
                self.declined.add(event.proposal)
            elif isinstance(event, MoneyApproved):
                self.approved.append((entry.line, n, event.proposal))

    def faults(self, entry: LogEntry) -> Iterator[LogFault]:
        """Yield what is wrong with an act that names a second person; nothing without the journal."""
        batch, command = entry.batch, entry.batch.command
        if not (self.known and isinstance(command, Adjust | Fill) and command.approved_by):
            return
        name = command.id.removeprefix(APPROVED)
        made = self.proposed.get(name) if name != command.id else None
        self.done.add(name)
        if made is None:
            words = f"{command.approved_by} approved this, and the journal has no proposal of it"
        elif (f"table/{made.table}", made.who, made.cents) != (batch.stream, command.who, command.cents):
            words = f"the journal has another proposal {name}: {made.cents} cents at {made.table} by {made.who}"
        elif name in self.declined:
            words = f"the journal has declined the proposal {name}"
        else:
            return
        yield LogFault("duties", entry.line, words, batch.n, batch.stream)

    def undone(self, streams: Container[str], done: Container[str]) -> Iterator[LogFault]:
        """Yield every approval without its act at a table of the log."""
        for line, n, proposal in self.approved:
            made = self.proposed.get(proposal)
            if made is not None and made.table and f"table/{made.table}" in streams and proposal not in done:
                words = f"this was approved, and table {made.table} has not done it"
                yield LogFault("duties", line, words, n, JOURNAL)
