"""Replay of linked machines: each award was made by a meter, each buy-in was paid.

Every command of a progressive, a wallet, a coupon book, the floor's journal or a player's self-limits is decided again.
A Must Hit uses the seed that a hit has revealed; if its seed is still secret, only its commitment is known, and the
check is that it has not passed its ceiling. The command that follows from a table's record is derived again: it must be
in the very next record, and its awards must be in the table's record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from punto import coupon, fair, filings, inventory, progressive, wallet
from punto.core.posting import RACK
from punto.coupon import messages as coupon_commands
from punto.filings.messages import Enforce, TakeOption
from punto.game import progressive_link
from punto.game.filings_link import STREAM as REGISTER
from punto.game.filings_link import asked_of_register
from punto.game.inventory_link import inventory_stream, slip_asked
from punto.game.linked_machines import asked_at_cage, book_of, coupon_asked, wallet_asked, wallet_stream
from punto.inventory.messages import Confirm, Count
from punto.people import administration, responsible_play
from punto.people.administration.messages import ParameterChanged
from punto.progressive import messages as c
from punto.progressive import messages as e
from punto.record.chain import Batch, difference
from punto.record.duties import JOURNAL
from punto.record.export import Check, LogFault
from punto.record.opening import Open
from punto.rules.house_rules import HouseRules
from punto.table import TableState
from punto.table.events import AwardPaid
from punto.verification.seen import Seen
from punto.wallet.messages import CAGE, Carry

ASKED_BY_A_TABLE = (
    c.Settle,
    c.Reverse,
    c.EndRound,
    Carry,
    coupon_commands.Lay,
    coupon_commands.Settle,
    Enforce,
    TakeOption,
    Confirm,
)
LOOSEST = wallet.Terms(most_pending=10**9)  # operators' limits only refuse, and refusals are not in the log
ROOMS = {
    "progressive": progressive,
    "wallet": wallet,
    "coupon": coupon,
    "filings": filings,
    "inventory": inventory,
    "house": administration,
    "care": responsible_play,
}
MOST_RACKS = 1_000  # records of a table between what a count refers to and the count
ALONE = "coupon-alone"  # the parameter: an issue above it needs a countersignature
SECRET = bytes(32)  # stands for a seed that is not revealed yet


def own_events(batch: Batch) -> tuple[Any, ...]:
    """Return the events that the table decided itself: all but the awards at the end."""
    own = len(batch.events)
    while own and isinstance(batch.events[own - 1], AwardPaid):
        own -= 1
    return batch.events[:own]


class Remembered:
    """The draws of a Must Hit as its log has them: revealed seeds, else commitments."""

    MustHit = fair.MustHit

    def __init__(self) -> None:
        self.seeds: dict[int, bytes] = {}
        self.commitments: dict[int, bytes] = {}

    def note(self, event: Any) -> None:
        """Note an event of the progressive."""
        if isinstance(event, e.MustHitArmed):
            self.commitments.setdefault(event.run, _bytes(event.commitment))
        elif isinstance(event, e.MustHitWon):
            self.seeds.setdefault(event.run, _bytes(event.seed))

    def secrets(self, run: int) -> progressive.Secrets:
        """Return the seeds of a run and of the next, or placeholders."""
        return progressive.Secrets(self.seeds.get(run, SECRET), self.seeds.get(run + 1, SECRET))

    def commit_trigger(self, seed: bytes, run: fair.MustHit) -> bytes:
        """Return the commitment to a seed; the published one if the seed is secret."""
        if run.reset in self.seeds:
            return fair.commit_trigger(seed, run)
        return self.commitments.get(run.reset, b"")

    def trigger(self, seed: bytes, run: fair.MustHit) -> int:
        """Return the amount at which the meter must hit; its ceiling if the seed is secret."""
        return fair.trigger(seed, run) if run.reset in self.seeds else run.ceiling

    def winner(self, seed: bytes, run: fair.MustHit, coup: str, entrants: Iterable[str]) -> str:
        """Draw the winner."""
        return fair.winner(seed, run, coup, entrants)


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


@dataclass
class _Machine:
    """A stream, as far as it has been replayed."""

    state: Any
    lots: Remembered
    at: int = 0
    stuck: bool = False

    def secrets(self, terms: progressive.Terms) -> progressive.Secrets:
        return self.lots.secrets(self.state.runs.get(terms.must_hit.meter.key, 0) if terms.must_hit else 0)


@dataclass
class _Due:
    """A record that must follow a table's record."""

    line: int
    n: int
    table: str
    stream: str
    command: Any


class LinkedStreams:
    """The progressives, wallets and coupon books of a log."""

    def __init__(
        self, streams: Iterable[str], lots: Mapping[str, Remembered], thresholds: frozenset[int], seen: Seen
    ) -> None:
        self.machines = {
            stream: _Machine(_room(stream).State(), lots.get(stream, Remembered()))
            for stream in streams
            if not stream.startswith("table/")
        }
        self.thresholds, self.seen = thresholds, seen
        self.terms: dict[tuple[str, str], progressive.Terms] = {}  # by stream and table
        self.racks: dict[str, dict[int, int]] = {}  # of tables with an inventory: cents by recent event
        self.faults: list[LogFault] = []
        self.checks: set[Check] = set()
        self.due: list[_Due] = []  # in the order in which they follow the table's record

    def _fault(self, check: Check, line: int, words: str, batch: Batch) -> None:
        self.faults.append(LogFault(check, line, words, batch.n, batch.stream))

    # ------------------------------------------------------------ tables

    def table(self, line: int, batch: Batch, rules: HouseRules | None, before: TableState) -> None:
        """Check a table's record: derive what follows from it for linked machines."""
        self.overdue()
        if rules is None:
            return
        command, own = batch.command, own_events(batch)
        self._counted(batch, before)
        slip = slip_asked(rules.table, command)
        if slip is not None:
            self._expect(line, batch, inventory_stream(rules.table), slip)
        asked = asked_of_register(rules, command)
        if asked is not None:
            self._expect(line, batch, REGISTER, asked)
        if isinstance(command, Open):
            self._linked(command, rules)
            return
        paid = batch.events[len(own) :]
        due: tuple[AwardPaid, ...] = ()
        if before.progressive:
            due = self._asked_meters(line, batch, before)
        if paid != due:
            self._fault("settlement", line, _awards_differ(due, paid), batch)
        carry = wallet_asked(before, command, own)
        if carry is not None:
            self._expect(line, batch, wallet_stream(carry.who), carry)
        laid = coupon_asked(before, command, own)
        if laid is not None:
            self._expect(line, batch, book_of(before), laid)

    def _counted(self, batch: Batch, before: TableState) -> None:
        """Keep what is in the rack after a record, for the counts of the tray that follow."""
        table = batch.stream.partition("/")[2]
        if inventory_stream(table) not in self.machines:
            return
        moved = (one for event in batch.events for one in event.postings)
        change = sum(one.cents * ((one.credit == RACK) - (one.debit == RACK)) for one in moved)
        kept = self.racks.setdefault(table, {})
        kept[batch.last] = before.accounts.get(RACK, 0) + change
        if len(kept) > MOST_RACKS:
            del kept[next(iter(kept))]

    def _linked(self, command: Open, rules: HouseRules) -> None:
        stream = progressive_link.stream_of(command.progressive)
        machine = self.machines.get(stream)
        if command.progressive:
            lots = machine.lots if machine else Remembered()
            self.terms[stream, rules.table] = progressive.terms_of(rules, command.progressive, lots)

    def _asked_meters(self, line: int, batch: Batch, before: TableState) -> tuple[AwardPaid, ...]:
        """Ask the progressive again; return the awards that it makes."""
        stream = progressive_link.stream_of(before.progressive)
        terms, machine = self.terms[stream, before.table], self.machines.get(stream)
        ask = progressive_link.asked(terms, before, batch.command, own_events(batch))
        if ask is None:
            return ()
        if machine is None or machine.stuck:
            self._fault("settlement", line, f"{stream} cannot be followed to here", batch)
            return ()
        decision = progressive.decide(terms, machine.state, ask, machine.secrets(terms))
        if isinstance(decision, progressive.Refusal):
            self._fault("replay", line, f"the meters refuse what follows from this: {decision.reason}", batch)
            return ()
        if decision:
            self._expect(line, batch, stream, ask)
        return progressive_link.awards(before.coup, decision)

    def _expect(self, line: int, batch: Batch, stream: str, command: Any) -> None:
        at = self.machines[stream].at if stream in self.machines else 0
        self.due.append(_Due(line, batch.n, batch.stream, stream, replace(command, at=max(command.at, at))))

    def overdue(self) -> None:
        """Report the records that should have followed a table's record."""
        missing, self.due = self.due, []
        for due in missing:
            words = f"{due.stream} has nothing of what follows from this: its record is missing right behind"
            self.faults.append(LogFault("settlement", due.line, words, due.n, due.table))

    # ------------------------------------------------------------ linked machines

    def play(self, line: int, batch: Batch) -> None:
        """Replay a record of a linked machine."""
        machine = self.machines[batch.stream]
        if machine.stuck:
            return
        try:
            self._paired(line, batch)
            self._decided(line, batch, machine)
            evolve = _room(batch.stream).evolve
            for event in batch.events:
                self._fair(line, batch, machine, event)
                machine.state = evolve(machine.state, event)
            self._whole(line, batch, machine)
            self._cash(line, batch)
        except Exception as error:  # a state that cannot follow its events, for whatever reason
            machine.stuck = True
            self._fault("replay", line, f"this cannot be played on from here: {type(error).__name__}: {error}", batch)

    def _paired(self, line: int, batch: Batch) -> None:
        """Check that a command which follows from one at a table is in the next record, and is the right one."""
        if self.due and self.due[0].stream == batch.stream:
            due = self.due.pop(0).command
            where = difference(msgspec.to_builtins(batch.command), msgspec.to_builtins(due))
            if where is not None:
                self._fault("settlement", line, f"the table's record before asks for another command: {where}", batch)
            return
        self.overdue()
        if isinstance(batch.command, ASKED_BY_A_TABLE) and not self._of_the_cage(batch.command):
            self._fault("settlement", line, "no record of a table or the journal right before asks for this", batch)

    def _cash(self, line: int, batch: Batch) -> None:
        """Expect the wallet's part of cash that the journal moved, if the export has that wallet."""
        carry = asked_at_cage(batch.events)
        if carry is not None and wallet_stream(carry.who) in self.machines:
            self._expect(line, batch, wallet_stream(carry.who), carry)

    def _of_the_cage(self, command: Any) -> bool:
        """Return whether a record follows from the floor's journal, and the export does not contain it."""
        return isinstance(command, Carry) and command.place == CAGE and JOURNAL not in self.machines

    def _decided(self, line: int, batch: Batch, machine: _Machine) -> None:
        command, state = batch.command, machine.state
        for wrong, words in (
            (state.version != batch.n - 1, f"event {state.version + 1} is due"),
            (command.at < machine.at, f"time runs backwards: {command.at} after {machine.at}"),
            (
                self.seen.again(batch.stream, command.who, command.id),
                f"command {command.id!r} of {command.who!r} was accepted before",
            ),
        ):
            if wrong:
                self._fault("replay", line, words, batch)
        machine.at = max(machine.at, command.at)
        if isinstance(command, coupon_commands.Issue) and self.thresholds and command.alone not in self.thresholds:
            self._fault("replay", line, f"alone: the floor's parameter {ALONE} was never {command.alone}", batch)
        if isinstance(command, Count):
            rack = self.racks.get(batch.stream.partition("/")[2], {}).get(command.version)
            if rack != command.rack:
                self._fault("money", line, f"rack: the table held {rack} cents there, not {command.rack}", batch)
        decision: Any
        if _is_progressive(batch.stream):
            terms = self._terms(batch)
            if terms is None:
                self._fault("replay", line, "no table of this log feeds these meters", batch)
                return
            decision = progressive.decide(terms, state, command, machine.secrets(terms))
        elif _room(batch.stream) is wallet:
            decision = wallet.decide(LOOSEST, state, command)
        else:
            decision = _room(batch.stream).decide(state, command)
        words = _compared(batch.events, decision)
        if words:
            self._fault("replay", line, words, batch)

    def _terms(self, batch: Batch) -> progressive.Terms | None:
        """Return the terms for deciding a command, of the table that it names or of the first; or None."""
        table = getattr(batch.command, "table", None)
        known = (terms for (stream, name), terms in self.terms.items() if stream == batch.stream)
        return self.terms.get((batch.stream, table)) if table is not None else next(known, None)

    def _fair(self, line: int, batch: Batch, machine: _Machine, event: Any) -> None:
        """Check a Must Hit that was won against the commitment of its run."""
        if not isinstance(event, e.MustHitWon):
            return
        self.checks.add("fairness")
        armed = machine.state.armed
        if armed is None or armed.run != event.run:
            self._fault("fairness", line, f"run {event.run} of {event.meter} was never committed to", batch)
            return
        run = fair.MustHit(f"{machine.state.name}/{event.meter}", armed.run, armed.base, armed.ceiling)
        words = fair.verify_trigger(_bytes(event.seed), run, _bytes(armed.commitment), event.trigger)
        if words:
            self._fault("fairness", line, f"Must Hit: {words}", batch)

    def _whole(self, line: int, batch: Batch, machine: _Machine) -> None:
        """Check that every micro-cent of a progressive is in a pot."""
        terms = self._terms(batch) if _is_progressive(batch.stream) else None
        for words in progressive.faults(terms, machine.state) if terms else ():
            self._fault("money", line, words, batch)

    def end(self) -> None:
        """Report what is still open at the end of the log."""
        self.overdue()


def threshold(event: Any) -> int | None:
    """Return the value that an event of the journal gives the countersignature threshold, or None.

    The value at a given time is not determined: an issue and a change of the parameter are in two streams.
    """
    return int(event.after) if isinstance(event, ParameterChanged) and event.name == ALONE else None


def _room(stream: str) -> Any:
    """Return the machine of a stream: its state, its ``decide`` and ``evolve``."""
    return ROOMS[stream.partition("/")[0]]


def _is_progressive(stream: str) -> bool:
    return stream.startswith("progressive/")


def _compared(logged: tuple[Any, ...], decision: Any) -> str:
    """Return how events differ from those decided again, or ""."""
    if not isinstance(decision, tuple):
        return f"the command is refused when it is decided again: {decision.reason}"
    for said, due in zip(logged, decision, strict=False):
        where = difference(msgspec.to_builtins(said), msgspec.to_builtins(due))
        if where is not None:
            return f"{said.__struct_config__.tag}: {where} comes out otherwise when it is decided again"
    return "" if len(logged) == len(decision) else f"the command brings {len(decision)} events, not {len(logged)}"


def _awards_differ(due: tuple[AwardPaid, ...], paid: tuple[Any, ...]) -> str:
    """Return how the awards that were paid differ from those that the meters made, or ""."""
    for one, other in zip(due, paid, strict=False):
        where = difference(msgspec.to_builtins(one), msgspec.to_builtins(other))
        if where is not None:
            words = f"the {one.meter} award of seat {one.seat} is {one.cents} cents by its meter"
            return f"{words}, and is paid otherwise: {where}"
    if len(due) > len(paid):
        missing = due[len(paid)]
        return f"the {missing.meter} award of seat {missing.seat}, {missing.cents} cents by its meter, is not paid"
    more = paid[len(due)]
    return f"{more.cents} cents are paid to seat {more.seat} as an award that no meter made"
