"""Verification of a log: everything is recomputed, from the file alone.

- **file**: every line is one that an export writes; header and end agree with the lines between them.
- **chain**: each record follows from the previous one in its stream; none is missing, repeated, moved or changed.
- **replay**: each table is opened again under the submission and the rulebook in its log, every command is decided
  again, and brings the events that the log has.
- **money** and **settlement**: see ``punto.verification.log_checks``; for linked meters, wallets and coupons,
  ``punto.verification.linked_streams``.
- **fairness**: see ``punto.verification.fair_checks``; a physical shoe has nothing to prove.
- **duties**: see ``punto.record.duties``; only if the export has the floor's journal.
- **witness**: see ``punto.verification.witnessed``; only if checkpoints of the floor are given.

A table under a document without an audit is verified like any other, but its settlements are not reported as checked:
the report says that there is no audit for this document.

Each check goes as far as it can and names the first record that fails. Events of a log that another version of Punto
wrote may lack a field that was added later; that is noted, and does not count as a fault.

A chain without a secret proves that a log is consistent, not who wrote it: a person who can rewrite the whole file can
chain it again. That is why floors send checkpoints to witnesses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, get_args

import msgspec

from punto.core.cards import wrong_type
from punto.library import Library
from punto.record.amending import Amend, amended_rules, amendment
from punto.record.chain import Batch, difference
from punto.record.duties import Duties
from punto.record.export import Check, Last, LogEntry, LogFault, ParsedLog, ends, read
from punto.record.opening import Open, opening, rulebook_of, rules_of, running, stream_of
from punto.rules.house_rules import HouseRules
from punto.table import Refusal, TableState, decide, evolve
from punto.table.events import AnyEvent
from punto.verification.approvals import approval_faults
from punto.verification.fair_checks import Fairness
from punto.verification.linked_streams import LinkedStreams, own_events
from punto.verification.log_checks import EXAMINERS, Audited, LogCheck, ReplayStep
from punto.verification.witnessed import Witnessed

CHECKS: tuple[Check, ...] = tuple(check for check in get_args(Check) if check != "witness")  # from the file alone


@dataclass(frozen=True)
class Report:
    """The result of a verification: the first fault of each check, and notes."""

    records: int
    events: int
    streams: Mapping[str, Last]
    faults: Mapping[Check, LogFault]
    made: frozenset[Check]  # the checks that had something to check
    notes: tuple[str, ...]
    unaudited: bool = False  # a table was played under a document without an audit

    @property
    def whole(self) -> bool:
        """Whether every check passed."""
        return not self.faults


def verify(
    data: bytes,
    examiners: Sequence[Callable[[], LogCheck]] = (*EXAMINERS, Fairness),
    library: Library | None = None,
    witnessed: Witnessed | None = None,
) -> Report:
    """Verify an exported log; the result is a report for any input.

    The log contains its rulebook: the library is used only for audits, and for editions to compare with. ``witnessed``
    is what others kept of the floor, to compare the log with.
    """
    if not isinstance(data, bytes):
        raise wrong_type(data, "the bytes of a log, like Path('log.jsonl').read_bytes()")
    found = read(data)
    replay = _Replay(examiners, LinkedStreams(entry.batch for entry in found.entries), library or Library())
    replay.play(found.entries)
    duties = Duties(entry.batch for entry in found.entries)
    faults: dict[Check, LogFault] = {}
    every = [*found.faults, *replay.faults, *replay.beside.faults, *duties.faults(found.entries)]
    every += approval_faults(found.entries)
    every += witnessed.faults(found) if witnessed else ()
    for fault in sorted(every, key=lambda fault: fault.line):
        faults.setdefault(fault.check, fault)
    return Report(
        records=found.records,
        events=sum(len(entry.batch.events) for entry in found.entries),
        streams=ends(entry.record for entry in found.entries),
        faults=faults,
        made=frozenset(_made(found, replay, duties, witnessed)),
        notes=tuple(dict.fromkeys([*_notes(found), *replay.notes, *(witnessed.notes if witnessed else ())])),
        unaudited=replay.unaudited,
    )


def _made(found: ParsedLog, replay: _Replay, duties: Duties, witnessed: Witnessed | None) -> Iterator[Check]:
    yield "file"
    if witnessed:
        yield "witness"
    if found.entries:
        yield from ("chain", "replay")
        yield from (*replay.checks, *replay.beside.checks)
        if duties.known:
            yield "duties"


def _notes(found: ParsedLog) -> Iterator[str]:
    if not found.entries:
        yield "there is no record that could be played"


# ---------------------------------------------------------------- replay


@dataclass
class _Table:
    """A table, as far as its log has been replayed."""

    examiners: list[LogCheck]
    rules: HouseRules | None = None
    punto: str = ""  # the version that opened it
    state: TableState = field(default_factory=TableState)
    at: int = 0
    line: int = 0  # of its last record
    commands: set[tuple[str, str]] = field(default_factory=set)
    stuck: bool = False  # its state could not follow an event; the rest is not checked


class _Replay:
    def __init__(self, examiners: Sequence[Callable[[], LogCheck]], beside: LinkedStreams, library: Library) -> None:
        self.make = [partial(Audited, library) if make is Audited else make for make in examiners]
        self.beside, self.library = beside, library
        self.checks: set[Check] = set()  # those that had something to check
        self.tables: dict[str, _Table] = {}
        self.faults: list[LogFault] = []
        self.notes: list[str] = []
        self.less = Counter[str]()  # events that lack later fields, by the version that wrote them
        self.running = running()
        self.unaudited = False

    def play(self, entries: Iterable[LogEntry]) -> None:
        for line, _, batch in entries:
            if not batch.stream.startswith("table/"):
                self.beside.play(line, batch)
                continue
            table = self.tables.setdefault(batch.stream, _Table([make() for make in self.make]))
            if table.stuck:
                continue
            try:
                self._batch(table, line, batch)
            except Exception as error:  # a state that cannot follow its events, for whatever reason
                table.stuck = True
                words = f"the table cannot be played on from here: {type(error).__name__}: {error}"
                self.faults.append(LogFault("replay", line, words, batch.n, batch.stream))
            table.line = line
        self.beside.end()
        for stream, table in self.tables.items():
            for examiner in table.examiners:
                self.faults += (LogFault(examiner.check, table.line, words, stream=stream) for words in examiner.end())
                if isinstance(examiner, Fairness | Audited):
                    self.notes += (f"{stream}: {words}" for words in examiner.notes())
                if not isinstance(examiner, Fairness) or examiner.made:
                    self.checks.add(examiner.check)
                self.unaudited |= isinstance(examiner, Audited) and bool(examiner.unknown)
        if self.unaudited:  # lines and postings agree, but there is no second copy of that document
            self.checks.discard("settlement")
        for punto, number in self.less.items():
            self.notes.append(f"{number} events of Punto {punto} say less than those of Punto {self.running} would")

    def _batch(self, table: _Table, line: int, batch: Batch) -> None:
        for n, words in self._decided(table, batch):
            self.faults.append(LogFault("replay", line, words, n, batch.stream))
        self.beside.table(line, batch, table.rules, table.state)
        for n, event in batch.numbered:
            if table.rules is not None:
                self._examine(table, line, batch.stream, ReplayStep(table.rules, n, table.state, event))
            table.state = evolve(table.state, event)

    def _examine(self, table: _Table, line: int, stream: str, moment: ReplayStep) -> None:
        for examiner in table.examiners:
            for words in examiner.see(moment):
                self.faults.append(LogFault(examiner.check, line, words, moment.n, stream))

    def _decided(self, table: _Table, batch: Batch) -> Iterator[tuple[int, str]]:
        """Decide a command again; report where the log differs."""
        command = batch.command
        if table.state.version != batch.n - 1:
            yield batch.n, f"event {table.state.version + 1} is due"
        if command.at < table.at:
            yield batch.n, f"time runs backwards: {command.at} after {table.at}"
        if (command.who, command.id) in table.commands:
            yield batch.n, f"command {command.id!r} of {command.who!r} was accepted before"
        table.at = max(table.at, command.at)
        table.commands.add((command.who, command.id))
        if isinstance(command, Open):
            table.rules = self._opened(command)
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

    def _opened(self, command: Open) -> HouseRules:
        book = rulebook_of(command)
        if book.digest not in {edition.digest for edition in self.library.found(book.id).editions}:
            self.notes.append(f"the log brings its own {book.id}, not the one of this Punto: sha256 {book.digest}")
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
