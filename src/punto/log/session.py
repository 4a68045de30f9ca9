"""A session at a table: commands are decided, stored, and only then answered.

An accepted command answers again as it did when it comes again, and does nothing; a refused one is decided anew. Ids
are each person's own, so nobody can use up somebody else's. Whoever runs a table over a store that answers at once runs
it through here; a live floor, whose store takes its time, through ``punto.floor``.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from punto.houserules import HouseRules
from punto.log.game import Game, Prepared, replayed
from punto.log.opening import Open, opening, rules_of
from punto.log.partners import Partner
from punto.log.record import Record
from punto.log.store import Store, Write
from punto.table import Outcome, Refusal, TableState, after
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


def again(known: Record) -> Accepted:
    """Answer a command as it was answered before."""
    batch = known.batch
    return Accepted(batch.n, batch.events, again=True)


class Session(Game):
    """A table that is open, and the log it writes."""

    def __init__(
        self, store: Store, rules: HouseRules, state: TableState, at: int, partners: tuple[Partner, ...] = ()
    ) -> None:
        super().__init__(rules, state, at, partners)
        self.store = store

    @classmethod
    def open(cls, store: Store, command: Open) -> tuple[Session, Accepted]:
        """Open a table that has no log yet; raise ``Unlawful`` where its submission has findings."""
        rules = rules_of(command)
        session = cls(store, rules, TableState(), command.at)
        events = opening(rules, command)
        return session, session._store(session.prepared(command, Outcome(events, after(session.state, events))))

    @classmethod
    def resume(cls, store: Store, stream: str) -> Session:
        """Take up a table where its log ends: the same state, to the byte."""
        game = replayed(stream, store.read(stream))
        return cls(store, game.rules, game.state, game.at)

    def do(self, command: AnyCommand) -> Accepted | Refusal:
        """Answer a command: as before where it was accepted before, otherwise by deciding it."""
        known = self.store.find(self.stream, command.who, command.id)
        if known is not None:
            return again(known)
        prepared = self.prepare(command)
        return prepared if isinstance(prepared, Refusal) else self._store(prepared)

    def _store(self, prepared: Prepared) -> Accepted:
        """Store events, then take them for true. What the state cannot follow is never stored."""
        n = self.state.version + 1
        if prepared.writes:
            self.store.append(prepared.writes)
            self.take(prepared)
        return Accepted(n, prepared.outcome.events, beside=prepared.beside)
