"""A table that is open, without a store: it decides, and takes for true what somebody else has stored.

A command goes through three steps. ``decide`` asks the table, and nobody else. ``join`` asks the machines beside it,
and knows then all that has to be stored. When that is stored, ``take`` makes it the table's state. Between the second
and the third nothing has happened yet: whatever goes wrong there, the table is as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from punto.houserules import HouseRules
from punto.log.opening import Open, rules_of, stream_of
from punto.log.partners import Partner, joined
from punto.log.record import LogError, Record
from punto.log.store import Write
from punto.table import Outcome, Refusal, TableState, after, carry_out
from punto.table.commands import AnyCommand


class Decided(NamedTuple):
    """What a command brings to the table, before anybody beside it was asked."""

    command: AnyCommand
    outcome: Outcome


class Prepared(NamedTuple):
    """All that a command brings: to be stored, and then to be taken for true."""

    command: Open | AnyCommand
    outcome: Outcome
    writes: tuple[Write, ...]  # the table's first; none where nothing has changed

    @property
    def beside(self) -> tuple[Write, ...]:
        """What goes to other streams."""
        return self.writes[1:]


@dataclass
class Game:
    """A table that is open."""

    rules: HouseRules
    state: TableState
    at: int  # when it was last written to: time does not run backwards in a log
    partners: tuple[Partner, ...] = ()  # the machines beside the table
    stream: str = field(init=False)

    def __post_init__(self) -> None:
        self.stream = stream_of(self.rules)

    def prepare(self, command: AnyCommand) -> Prepared | Refusal:
        """Decide a command, here and beside; nothing is changed."""
        decided = self.decide(command)
        return decided if isinstance(decided, Refusal) else self.join(decided)

    def decide(self, command: AnyCommand) -> Decided | Refusal:
        """Let the table decide."""
        stamped = command if command.at >= self.at else replace(command, at=self.at)
        outcome = carry_out(self.rules, self.state, stamped)
        return outcome if isinstance(outcome, Refusal) else Decided(stamped, outcome)

    def touches(self, decided: Decided) -> tuple[str, ...]:
        """Name the streams beside the table's that a command brings something to."""
        command, outcome = decided
        named = {partner.touches(self.state, command, outcome.events) for partner in self.partners}
        return tuple(sorted(named - {""}))

    def join(self, decided: Decided) -> Prepared | Refusal:
        """Let the machines beside the table decide what follows for them."""
        command, outcome = decided
        more = joined(self.partners, self.state, command, outcome.events)
        if isinstance(more, Refusal):
            return more
        if more.events:
            outcome = Outcome(outcome.events + more.events, after(outcome.state, more.events))
        return self.prepared(command, outcome, more.writes)

    def prepared(self, command: Open | AnyCommand, outcome: Outcome, beside: tuple[Write, ...] = ()) -> Prepared:
        """Say what is to be stored; what brings no events is nothing to store."""
        own = Write(self.stream, self.state.version, command, outcome.events)
        return Prepared(command, outcome, (own, *beside) if outcome.events else ())

    def take(self, prepared: Prepared) -> None:
        """Take for true what has been stored."""
        if prepared.writes:
            self.state, self.at = prepared.outcome.state, prepared.command.at


def replayed(stream: str, records: Iterable[Record]) -> Game:
    """Play a table's records again: the same state, to the byte."""
    rules, state, at = None, TableState(), 0
    for record in records:
        batch = record.batch
        if isinstance(batch.command, Open):
            rules = rules_of(batch.command)
        state, at = after(state, batch.events), batch.command.at
    if rules is None:
        raise LogError(f"{stream} was never opened")
    return Game(rules, state, at)
