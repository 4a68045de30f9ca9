"""An open table: decide a command, append its events with those of linked machines, adopt the next state.

A command goes through three steps. ``decide`` asks the table alone. ``join`` asks the linked machines, and then has all
that must be stored. When that is stored, ``take`` makes it the table's state. Whatever fails before the third step
leaves the table as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from punto.game.filings_link import FILED, STREAM, Register
from punto.game.inventory_link import Inventory
from punto.game.linked_machines import Coupons, LinkedMachine, WalletLinks, joined
from punto.game.progressive_link import ProgressiveLink
from punto.record.amending import Amend, amended_rules, amendment
from punto.record.chain import LogError, Record
from punto.record.opening import Open, opening, rules_of, stream_of
from punto.record.store import Store, Write
from punto.record.vault import Vault
from punto.rules.house_rules import HouseRules
from punto.table import Due, Outcome, Refusal, TableState, after, carry_out
from punto.table.commands import AnyCommand, Fill, Reason, TakeOption
from punto.table.due import due_now
from punto.table.events import AnyEvent


class Decided(NamedTuple):
    """The table's own events of a command, before linked machines are asked."""

    command: Amend | AnyCommand
    outcome: Outcome


class Prepared(NamedTuple):
    """Everything that a command writes, and the state to adopt after it is stored."""

    command: Open | Amend | AnyCommand
    outcome: Outcome
    writes: tuple[Write, ...]  # the table's first; empty if nothing changes

    @property
    def beside(self) -> tuple[Write, ...]:
        """The writes to other streams."""
        return self.writes[1:]


@dataclass
class Game:
    """An open table."""

    rules: HouseRules
    state: TableState
    at: int  # time of the last record, in milliseconds: log times never decrease
    partners: tuple[LinkedMachine, ...] = ()  # linked machines
    register: Register | None = None  # of filings, which few commands concern
    law: str = ""  # the text of its rulebook
    inventory: Inventory | None = None  # its chips by denomination, which only slips concern
    stream: str = field(init=False)
    _due: tuple[TableState, tuple[Due, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.stream = stream_of(self.rules)
        self._due = TableState(), ()  # a state that no table is in

    @property
    def _known(self) -> tuple[Due, ...] | None:
        """The acts that play waits for, if they are known for this state."""
        return self._due[1] if self._due[0] is self.state else None

    @property
    def due(self) -> tuple[Due, ...]:
        """The acts that play waits for, found once for each state."""
        if self._due[0] is not self.state:
            self._due = self.state, due_now(self.rules, self.state)
        return self._due[1]

    def prepare(self, command: Amend | AnyCommand) -> Prepared | Refusal:
        """Decide a command, including linked machines; changes nothing."""
        decided = self.decide(command)
        return decided if isinstance(decided, Refusal) else self.join(decided)

    def decide(self, command: Amend | AnyCommand) -> Decided | Refusal:
        """Decide a command at the table alone."""
        stamped = command if command.at >= self.at else replace(command, at=self.at)
        if isinstance(stamped, Amend):
            made = amendment(self.rules, self.state, stamped)
            if isinstance(made, Refusal):
                return made
            return Decided(stamped, Outcome((made.event,), after(self.state, (made.event,))))
        outcome = carry_out(self.rules, self.state, stamped, self._known)
        return outcome if isinstance(outcome, Refusal) else Decided(stamped, outcome)

    def filed(self, at: int) -> Amend | TakeOption | None:
        """Return what the register of filings asks of the table at a time; None if nothing."""
        register = self.register
        if register is None or not (register.state.notices or register.state.due):
            return None
        return register.due(self.law, self.rules, self.state, at)

    def touches(self, decided: Decided) -> tuple[str, ...]:
        """Return the other streams that a command writes to."""
        command, outcome = decided
        if isinstance(command, FILED):
            return (STREAM,) if self.register is not None else ()
        if isinstance(command, Fill) and command.slip:
            return (self.inventory.place,) if self.inventory is not None else ()
        named = {partner.touches(self.state, command, outcome.events) for partner in self.partners}
        return tuple(sorted(named - {""}))

    def join(self, decided: Decided) -> Prepared | Refusal:
        """Let the linked machines decide their part of a command."""
        command, outcome = decided
        if isinstance(command, FILED):
            beside = self.register.join(self.rules, command) if self.register is not None else ()
            return beside if isinstance(beside, Refusal) else self.prepared(command, outcome, beside)
        if isinstance(command, Fill) and command.slip:
            if self.inventory is None:
                return Refusal(Reason.NOT_ALLOWED_HERE, detail={"slip": "this table has no inventory beside it"})
            signed = self.inventory.join(command)
            return signed if isinstance(signed, Refusal) else self.prepared(command, outcome, signed)
        more = joined(self.partners, self.state, command, outcome.events)
        if isinstance(more, Refusal):
            return more
        if more.events:
            outcome = Outcome(outcome.events + more.events, after(outcome.state, more.events))
        return self.prepared(command, outcome, more.writes)

    def prepared(
        self, command: Open | Amend | AnyCommand, outcome: Outcome, beside: tuple[Write, ...] = ()
    ) -> Prepared:
        """Return what is to be stored; a command without events stores nothing."""
        own = Write(self.stream, self.state.version, command, outcome.events)
        return Prepared(command, outcome, (own, *beside) if outcome.events else ())

    def take(self, prepared: Prepared) -> None:
        """Adopt the state of what has been stored."""
        if prepared.writes:
            outcome, self.at = prepared.outcome, prepared.command.at
            if isinstance(prepared.command, Amend):
                self.rules = amended_rules(prepared.command)
            self.state = outcome.state
            if outcome.due is not None:
                self._due = outcome.state, outcome.due


def replayed(stream: str, records: Iterable[Record]) -> Game:
    """Replay a table's records; the state is the same to the byte. Raises ``LogError``."""
    rules, state, at = None, TableState(), 0
    for record in records:
        batch = record.batch
        if isinstance(batch.command, Open):
            rules = rules_of(batch.command)
        elif isinstance(batch.command, Amend):
            rules = amended_rules(batch.command)
        state, at = after(state, batch.events), batch.command.at
    if rules is None:
        raise LogError(f"{stream} was never opened")
    return Game(rules, state, at)


# ---------------------------------------------------------------- a session


class Accepted(msgspec.Struct, frozen=True):
    """The answer to a command: its events, the number of the first, and whether it is a retry."""

    n: int
    events: tuple[AnyEvent, ...]
    again: bool = False
    beside: tuple[Write, ...] = ()  # its writes to other streams, in the same append

    @property
    def numbered(self) -> Iterator[tuple[int, AnyEvent]]:
        """The events with their numbers."""
        return enumerate(self.events, self.n)


def again(known: Record) -> Accepted:
    """Return the answer that a command had when it was accepted."""
    batch = known.batch
    return Accepted(batch.n, batch.events, again=True)


class Session(Game):
    """A table that is open, and the log it writes.

    Commands are decided, stored, and only then answered. An accepted command that is sent again gets the same answer
    and has no second effect; a refused one is decided anew. Ids belong to each sender. This is for a store that answers
    immediately; a live floor runs its tables through ``punto.floor``.
    """

    def __init__(
        self, store: Store, rules: HouseRules, state: TableState, at: int, partners: tuple[LinkedMachine, ...] = ()
    ) -> None:
        super().__init__(rules, state, at, partners)
        self.store = store

    @classmethod
    def open(cls, store: Store, command: Open) -> tuple[Session, Accepted]:
        """Open a table that has no log yet. Raises ``Unlawful`` if its submission has findings."""
        rules = rules_of(command)
        session = cls(store, rules, TableState(), command.at)
        events = opening(rules, command)
        return session, session._store(session.prepared(command, Outcome(events, after(session.state, events))))

    @classmethod
    def resume(cls, store: Store, stream: str) -> Session:
        """Resume a table where its log ends; the state is the same to the byte."""
        game = replayed(stream, store.read(stream))
        return cls(store, game.rules, game.state, game.at)

    def do(self, command: AnyCommand) -> Accepted | Refusal:
        """Answer a command: a retry as before, any other by deciding it."""
        known = self.store.find(self.stream, command.who, command.id)
        if known is not None:
            return again(known)
        prepared = self.prepare(command)
        return prepared if isinstance(prepared, Refusal) else self._store(prepared)

    def _store(self, prepared: Prepared) -> Accepted:
        """Store events, then adopt them; events that the state cannot follow are never stored."""
        n = self.state.version + 1
        if prepared.writes:
            self.store.append(prepared.writes)
            self.take(prepared)
        return Accepted(n, prepared.outcome.events, beside=prepared.beside)


# ---------------------------------------------------------------- with linked machines


def open_table(
    store: Store, command: Open, vault: Vault, purses: WalletLinks | None = None
) -> tuple[Session, Accepted]:
    """Open a table and link it to the progressive that its command names; write nothing if that fails."""
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
    """Resume a table where its log ends, and complete a link that was interrupted."""
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
