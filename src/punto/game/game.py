"""An open table: decide a command, append its events with those of linked machines, adopt the next state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from punto.game.coupon_link import Coupons
from punto.game.linked_machines import LinkedMachine, joined
from punto.game.progressive_link import ProgressiveLink
from punto.game.wallet_link import WalletLinks
from punto.record.chain import LogError, Record
from punto.record.opening import Open, opening, rules_of, stream_of
from punto.record.store import Store, Write
from punto.record.vault import Vault
from punto.rules.house_rules import HouseRules
from punto.table import Outcome, Refusal, TableState, after, carry_out
from punto.table.commands import AnyCommand
from punto.table.events import AnyEvent

# ---------------------------------------------------------------- game

# A table that is open, without a store: it decides, and takes for true what somebody else has stored.
#
# A command goes through three steps. ``decide`` asks the table, and nobody else. ``join`` asks the machines beside it,
# and knows then all that has to be stored. When that is stored, ``take`` makes it the table's state. Between the second
# and the third nothing has happened yet: whatever goes wrong there, the table is as it was.


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
    partners: tuple[LinkedMachine, ...] = ()  # the machines beside the table
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


# ---------------------------------------------------------------- session

# A session at a table: commands are decided, stored, and only then answered.
#
# An accepted command answers again as it did when it comes again, and does nothing; a refused one is decided anew. Ids
# are each person's own, so nobody can use up somebody else's. Whoever runs a table over a store that answers at once
# runs it through here; a live floor, whose store takes its time, through ``punto.floor``.


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
        self, store: Store, rules: HouseRules, state: TableState, at: int, partners: tuple[LinkedMachine, ...] = ()
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


# ---------------------------------------------------------------- linked

# Opening a table with the machines beside it, and resuming one: its meters, its coupon book, and wallets, if any.


def open_table(
    store: Store, command: Open, vault: Vault, purses: WalletLinks | None = None
) -> tuple[Session, Accepted]:
    """Open a table and link it to the progressive that its command names; nothing is written where that will not do."""
    links: tuple[Write, ...] = ()
    partners: list[LinkedMachine] = [purses] if purses else []
    if command.progressive:
        meters = ProgressiveLink.of(store, rules := rules_of(command), command.progressive, vault)
        links = meters.link(rules.table, command.who, command.at)
        partners.append(meters)
    if command.coupon_book:
        partners.append(Coupons(store, command.coupon_book))
    session, accepted = Session.open(store, command)
    session.partners = tuple(partners)
    _append(store, links)
    return session, replace(accepted, beside=links)


def resume_table(store: Store, stream: str, vault: Vault, purses: WalletLinks | None = None) -> Session:
    """Take a table up where its log ends, and finish linking it where that was cut short."""
    session = Session.resume(store, stream)
    partners: list[LinkedMachine] = [purses] if purses else []
    if session.state.progressive:
        meters = ProgressiveLink.of(store, session.rules, session.state.progressive, vault)
        _append(store, meters.link(session.rules.table, "house", session.at))
        partners.append(meters)
    if session.state.coupon_book:
        partners.append(Coupons(store, session.state.coupon_book))
    session.partners = tuple(partners)
    return session


def _append(store: Store, writes: tuple[Write, ...]) -> None:
    for write in writes:
        store.append([write])
