"""Replay of the records of a log: each table is opened again, and every command is decided again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from punto.library import Library
from punto.record.amending import Amend, amended_rules, amendment
from punto.record.chain import Batch, difference
from punto.record.export import Check, LogEntry, LogFault
from punto.record.opening import Open, opening, rulebook_of, rules_of, running, stream_of
from punto.rules.house_rules import HouseRules
from punto.table import Refusal, TableState, decide
from punto.table.events import AnyEvent
from punto.table.state import Draft
from punto.verification.fair_checks import Fairness
from punto.verification.linked_streams import LinkedStreams, own_events
from punto.verification.log_checks import Audited, LogCheck, ReplayStep
from punto.verification.seen import Seen

Make = Callable[[], LogCheck]


@dataclass
class _Table:
    """A table, as far as its log has been replayed."""

    examiners: list[LogCheck]
    first: int  # line of its first record
    rules: HouseRules | None = None
    punto: str = ""  # the version that opened it
    state: TableState = field(default_factory=TableState)
    at: int = 0
    line: int = 0  # of its last record
    stuck: bool = False  # its state could not follow an event; the rest is not checked


class Faults:
    """The first fault of each check."""

    def __init__(self) -> None:
        self.first: dict[Check, LogFault] = {}

    def add(self, *faults: LogFault) -> None:
        """Note faults; of two in one line, the first stays."""
        for fault in faults:
            known = self.first.get(fault.check)
            if known is None or fault.line < known.line:
                self.first[fault.check] = fault


class Replay:
    """The tables and linked machines of a part of a log."""

    def __init__(self, examiners: Sequence[Make], beside: LinkedStreams, library: Library, seen: Seen) -> None:
        self.make = [partial(Audited, library) if make is Audited else make for make in examiners]
        self.beside, self.library, self.seen = beside, library, seen
        self.checks: set[Check] = set()  # those that had something to check
        self.tables: dict[str, _Table] = {}
        self.faults = Faults()
        self.notes: list[tuple[int, str]] = []  # by line
        self.last: list[tuple[int, str]] = []  # of each table, by its first line
        self.less = Counter[str]()  # events that lack later fields, by the version that wrote them
        self.running = running()
        self.unaudited = False

    def play(self, entry: LogEntry) -> None:
        """Replay a record."""
        line, _, batch = entry
        if batch.stream.startswith("table/"):
            table = self.tables.get(batch.stream)
            if table is None:
                table = self.tables[batch.stream] = _Table([make() for make in self.make], line)
            if not table.stuck:
                self._played(table, line, batch)
        else:
            self.beside.play(line, batch)
        if self.beside.faults:
            self.faults.add(*self.beside.faults)
            self.beside.faults.clear()

    def _played(self, table: _Table, line: int, batch: Batch) -> None:
        try:
            self._batch(table, line, batch)
        except Exception as error:  # a state that cannot follow its events, for whatever reason
            table.stuck = True
            words = f"the table cannot be played on from here: {type(error).__name__}: {error}"
            self.faults.add(LogFault("replay", line, words, batch.n, batch.stream))
        table.line = line

    def end(self) -> None:
        """Report what is still open at the end of the log."""
        self.beside.end()
        self.faults.add(*self.beside.faults)
        for stream, table in self.tables.items():
            for examiner in table.examiners:
                self.faults.add(
                    *(LogFault(examiner.check, table.line, words, stream=stream) for words in examiner.end())
                )
                if isinstance(examiner, Fairness | Audited):
                    self.last += ((table.first, f"{stream}: {words}") for words in examiner.notes())
                if not isinstance(examiner, Fairness) or examiner.made:
                    self.checks.add(examiner.check)
                self.unaudited |= isinstance(examiner, Audited) and bool(examiner.unknown)

    def _batch(self, table: _Table, line: int, batch: Batch) -> None:
        for n, words in self._decided(table, batch):
            self.faults.add(LogFault("replay", line, words, n, batch.stream))
        self.beside.table(line, batch, table.rules, table.state)
        draft = Draft.of(table.state)
        for n, event in batch.numbered:
            if table.rules is not None:
                self._examine(table, line, batch.stream, ReplayStep(table.rules, n, draft, event, batch.command.at))
            draft.follow(event)
        table.state = draft.frozen()

    def _examine(self, table: _Table, line: int, stream: str, moment: ReplayStep) -> None:
        for examiner in table.examiners:
            for words in examiner.see(moment):
                self.faults.add(LogFault(examiner.check, line, words, moment.n, stream))

    def _decided(self, table: _Table, batch: Batch) -> Iterator[tuple[int, str]]:
        """Decide a command again; report where the log differs."""
        command = batch.command
        if table.state.version != batch.n - 1:
            yield batch.n, f"event {table.state.version + 1} is due"
        if command.at < table.at:
            yield batch.n, f"time runs backwards: {command.at} after {table.at}"
        if self.seen.again(batch.stream, command.who, command.id):
            yield batch.n, f"command {command.id!r} of {command.who!r} was accepted before"
        table.at = max(table.at, command.at)
        if isinstance(command, Open):
            table.rules = self._opened(table.first, command)
            if batch.stream != stream_of(table.rules):
                yield batch.n, f"table {table.rules.table} is opened in this stream"
            table.punto = command.punto
            yield from self._compared(table, batch, opening(table.rules, command))
        elif table.rules is None:
            yield batch.n, "the table was never opened"
        elif isinstance(command, Amend):
            made = amendment(table.rules, table.state, command)
            yield from self._compared(table, batch, made if isinstance(made, Refusal) else (made.event,))
            table.rules, table.punto = amended_rules(command), command.punto
        else:
            yield from self._compared(table, batch, decide(table.rules, table.state, command))

    def _compared(
        self, table: _Table, batch: Batch, decision: tuple[AnyEvent, ...] | Refusal
    ) -> Iterator[tuple[int, str]]:
        do = batch.command.__struct_config__.tag
        if isinstance(decision, Refusal):
            yield batch.n, f"the command {do!r} is refused when it is decided again: {decision.reason}"
            return
        if batch.events == decision:
            return
        own = own_events(batch)  # awards are decided by the meters: see punto.verification.linked_streams
        for (n, logged), due in zip(enumerate(own, batch.n), decision, strict=False):
            if logged == due:
                continue
            if table.punto != self.running and _says_less(logged, due):
                self.less[table.punto] += 1
                continue
            yield n, _differs(logged, due)
            return
        if len(own) != len(decision):
            shorter = batch.n + min(len(own), len(decision))
            yield shorter, f"the command {do!r} brings {len(decision)} events, not {len(own)}"

    def _opened(self, line: int, command: Open) -> HouseRules:
        book = rulebook_of(command)
        if book.digest not in {edition.digest for edition in self.library.found(book.id).editions}:
            words = f"the log brings its own {book.id}, not the one of this Punto: sha256 {book.digest}"
            self.notes.append((line, words))
        return rules_of(command)


def _says_less(logged: AnyEvent, due: AnyEvent) -> bool:
    """Return whether an event equals the other except for omitted fields, none of them money."""
    said, again = _plain(logged), _plain(due)
    more = again.keys() - said.keys()
    return not more & {"postings", "lines"} and said == {key: again[key] for key in again if key not in more}


def _differs(logged: AnyEvent, due: AnyEvent) -> str:
    said, again = _plain(logged), _plain(due)
    if said["event"] != again["event"]:
        return f"the log has {said['event']}, and {again['event']} when it is decided again"
    return f"{said['event']}: {difference(said, again)} comes out otherwise when it is decided again"


def _plain(event: AnyEvent) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))
    return plain
