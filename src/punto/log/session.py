"""A session at a table: commands are decided, stored, and only then answered.

An accepted command answers again as it did when it comes again, and does nothing; a refused one is decided anew. Ids
are each person's own, so nobody can use up somebody else's. Whoever runs a table, in a live floor or from a transcript,
runs it through here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from punto.houserules import HouseRules
from punto.log.opening import Open, opening, rules_of, stream_of
from punto.log.partners import Partner, joined
from punto.log.record import LogError
from punto.log.store import Store, Write
from punto.table import Outcome, Refusal, TableState, after, carry_out
from punto.table.commands import AnyCommand
from punto.table.events import AnyEvent


class Accepted(msgspec.Struct, frozen=True):
    """What a command brought: its events, the number of the first, and whether it had brought them before."""

    n: int
    events: tuple[AnyEvent, ...]
    again: bool = False
    beside: tuple[Write, ...] = ()  # what it brought to other streams, in the same append

    @property
    def numbered(self) -> Iterator[tuple[int, AnyEvent]]:
        """The events with their numbers."""
        return enumerate(self.events, self.n)


@dataclass
class Session:
    """A table that is open, and the log it writes."""

    store: Store
    rules: HouseRules
    state: TableState
    at: int  # when it was last written to: time does not run backwards in a log
    partners: tuple[Partner, ...] = ()  # the machines beside the table, in the same store
    stream: str = field(init=False)

    def __post_init__(self) -> None:
        self.stream = stream_of(self.rules)

    @classmethod
    def open(cls, store: Store, command: Open) -> tuple[Session, Accepted]:
        """Open a table that has no log yet; raise ``Unlawful`` where its submission has findings."""
        rules = rules_of(command)
        session = cls(store, rules, TableState(), command.at)
        events = opening(rules, command)
        return session, session._write(command, Outcome(events, after(session.state, events)))

    @classmethod
    def resume(cls, store: Store, stream: str) -> Session:
        """Take up a table where its log ends: the same state, to the byte."""
        rules, state, at = None, TableState(), 0
        for record in store.read(stream):
            batch = record.batch
            if isinstance(batch.command, Open):
                rules = rules_of(batch.command)
            state, at = after(state, batch.events), batch.command.at
        if rules is None:
            raise LogError(f"{stream} was never opened")
        return cls(store, rules, state, at)

    def do(self, command: AnyCommand) -> Accepted | Refusal:
        """Answer a command: as before where it was accepted before, otherwise by deciding it."""
        known = self.store.find(self.stream, command.who, command.id)
        if known is not None:
            batch = known.batch
            return Accepted(batch.n, batch.events, again=True)
        stamped = command if command.at >= self.at else replace(command, at=self.at)
        outcome = carry_out(self.rules, self.state, stamped)
        if isinstance(outcome, Refusal):
            return outcome
        more = joined(self.partners, self.state, stamped, outcome.events)
        if isinstance(more, Refusal):
            return more
        if more.events:
            outcome = Outcome(outcome.events + more.events, after(outcome.state, more.events))
        return self._write(stamped, outcome, more.writes)

    def _write(self, command: Open | AnyCommand, outcome: Outcome, beside: tuple[Write, ...] = ()) -> Accepted:
        """Store events, then take them for true. What the state cannot follow is never stored."""
        version = self.state.version
        if outcome.events:
            self.store.append((Write(self.stream, version, command, outcome.events), *beside))
            self.state, self.at = outcome.state, command.at
        return Accepted(version + 1, outcome.events, beside=beside)
