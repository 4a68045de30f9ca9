"""Money that two people moved at a table: the journal's proposal and the table's act must be about the same.

A floorperson proposes an adjustment or a fill in the journal, the table carries it out under the proposal's name, and
the journal records the approval. A process may die between the last two, so that an act without its approval is
valid; an act without a proposal, or an approval without an act, is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from punto.people.administration.messages import MoneyApproved, MoneyDeclined, MoneyProposed
from punto.record.duties import APPROVED, JOURNAL
from punto.record.export import LogEntry, LogFault
from punto.table.commands import Adjust, Fill


def approval_faults(entries: Iterable[LogEntry]) -> Iterator[LogFault]:
    """Yield every act without its proposal and every approval without its act; nothing without the journal."""
    every = tuple(entries)
    journal = [(line, n, event) for line, _, one in every if one.stream == JOURNAL for n, event in one.numbered]
    streams = {one.stream for _, _, one in every}
    proposed = {event.proposal: event for _, _, event in journal if isinstance(event, MoneyProposed)}
    declined = {event.proposal for _, _, event in journal if isinstance(event, MoneyDeclined)}
    done: set[str] = set()
    for line, _, batch in every if journal else ():
        command = batch.command
        if not (isinstance(command, Adjust | Fill) and command.approved_by and batch.stream.startswith("table/")):
            continue
        name = command.id.removeprefix(APPROVED)
        made = proposed.get(name) if name != command.id else None
        done.add(name)
        if made is None:
            words = f"{command.approved_by} approved this, and the journal has no proposal of it"
        elif (f"table/{made.table}", made.who, made.cents) != (batch.stream, command.who, command.cents):
            words = f"the journal has another proposal {name}: {made.cents} cents at {made.table} by {made.who}"
        elif name in declined:
            words = f"the journal has declined the proposal {name}"
        else:
            continue
        yield LogFault("duties", line, words, batch.n, batch.stream)
    for line, n, event in journal:
        made = proposed.get(event.proposal) if isinstance(event, MoneyApproved) else None
        if made is not None and made.table and f"table/{made.table}" in streams and made.proposal not in done:
            words = f"this was approved, and table {made.table} has not done it"
            yield LogFault("duties", line, words, n, JOURNAL)
