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

A log is read twice, line after line, in constant memory: first for what its replay needs to know in advance, then for
the replay itself. Tables whose records do not depend on each other are replayed in as many processes as there are
workers; each reads the whole file and passes over the lines of the others.

A chain without a secret proves that a log is consistent, not who wrote it: a person who can rewrite the whole file can
chain it again. That is why floors send checkpoints to witnesses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pickle import PicklingError
from typing import get_args

from punto.core.cards import wrong_type
from punto.fair.beacon import CHAINS, Chain
from punto.library import Library
from punto.record.export import Check, Last, LogFault
from punto.record.log_reader import Frame, LogSource, Scan, frame_faults, together
from punto.record.opening import running
from punto.verification.fair_checks import Fairness
from punto.verification.linked_streams import LinkedStreams
from punto.verification.log_checks import EXAMINERS
from punto.verification.replay import Faults, Make, Replay
from punto.verification.seen import Seen
from punto.verification.survey import Survey
from punto.verification.witnessed import Witnessed

CHECKS: tuple[Check, ...] = tuple(check for check in get_args(Check) if check != "witness")  # from the file alone
EVERY: tuple[Make, ...] = (*EXAMINERS, Fairness)
Progress = Callable[[int, int], object]  # records done, and all of them
LEAST = 10_000  # records that are worth a process
STEP = 500  # records between two reports of progress


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


def knowing(chain: Chain | None) -> Sequence[Make]:
    """Return every check, with the keys of one more public beacon."""
    return EVERY if chain is None else (*EXAMINERS, partial(Fairness, (*CHAINS, chain)))


def verify(
    data: bytes, examiners: Sequence[Make] = EVERY, library: Library | None = None, witnessed: Witnessed | None = None
) -> Report:
    """Verify an exported log; the result is a report for any input.

    The log contains its rulebook: the library is used only for audits, and for editions to compare with. ``witnessed``
    is what others kept of the floor, to compare the log with.
    """
    if not isinstance(data, bytes):
        raise wrong_type(data, "the bytes of a log, like Path('log.jsonl').read_bytes()")
    return verify_log(LogSource(data), examiners, library, witnessed)


def verify_log(
    source: LogSource,
    examiners: Sequence[Make] = EVERY,
    library: Library | None = None,
    witnessed: Witnessed | None = None,
    workers: int = 1,
    progress: Progress = lambda done, total: None,
) -> Report:
    """Verify a log of any length in constant memory, with some workers if it is a file."""
    survey = Survey.of(source)
    most = min(workers, survey.streams.total() // LEAST) if source.path is not None else 1
    parts = survey.parts(most) if most > 1 else []
    job = _Job(source, survey, tuple(examiners), library or Library())
    found = _shared(job, parts, progress) if len(parts) > 1 else [job.replayed(None, rest=True, progress=progress)]
    return _report(job, found, witnessed)


# ---------------------------------------------------------------- parts of a log


@dataclass
class _Part:
    """The result of one part: everything that a report is made of."""

    frame: Frame = field(default_factory=Frame)
    faults: Faults = field(default_factory=Faults)
    checks: set[Check] = field(default_factory=set)
    notes: list[tuple[int, str]] = field(default_factory=list)
    last: list[tuple[int, str]] = field(default_factory=list)
    less: Counter[str] = field(default_factory=Counter)
    unaudited: bool = False
    done: set[str] = field(default_factory=set)  # proposals that were carried out


@dataclass(frozen=True)
class _Job:
    """The common input of all parts."""

    source: LogSource
    survey: Survey
    examiners: tuple[Make, ...]
    library: Library

    def replayed(
        self, streams: frozenset[str] | None, *, rest: bool, progress: Progress = lambda done, total: None
    ) -> _Part:
        """Replay some streams, or all; the part with the rest also examines header, end and hash of the file."""
        survey, seen = self.survey, Seen()
        beside = LinkedStreams(survey.linked(), survey.lots, survey.thresholds, seen)
        replay = Replay(self.examiners, beside, self.library, seen)
        scan = Scan(self.source, streams, rest=rest)
        total, done = survey.streams.total(), 0
        for entry in scan:
            if entry is None:
                beside.overdue()  # the next record of the file is not the one that must follow
                continue
            replay.play(entry)
            if survey.duties.known:
                replay.faults.add(*survey.duties.faults((entry,)), *survey.approvals.faults(entry))
            done += 1
            if not done % STEP:
                progress(done, total)
        replay.end()
        replay.faults.add(*scan.frame.faults)
        return _Part(
            scan.frame,
            replay.faults,
            {*replay.checks, *beside.checks},
            replay.notes,
            replay.last,
            replay.less,
            replay.unaudited,
            survey.approvals.done,
        )


def _report(job: _Job, parts: Sequence[_Part], witnessed: Witnessed | None) -> Report:
    """Return the report of all parts; the first one had the rest of the file."""
    frame, faults, survey = together(part.frame for part in parts), Faults(), job.survey
    done = {name for part in parts for name in part.done}
    for part in parts:
        faults.add(*part.faults.first.values())
    faults.add(*frame_faults(frame), *survey.approvals.undone(frame.ends, done), *survey.posts.faults)
    if witnessed:
        faults.add(*witnessed.faults(job.source, frame.last or 1))
    unaudited = any(part.unaudited for part in parts)
    return Report(
        records=frame.records,
        events=frame.events,
        streams=frame.ends,
        faults=dict(sorted(faults.first.items(), key=lambda fault: fault[1].line)),
        made=frozenset(_made(frame, parts, unaudited, survey, witnessed)),
        notes=tuple(dict.fromkeys([*_notes(frame, parts), *(witnessed.notes if witnessed else ())])),
        unaudited=unaudited,
    )


def _made(
    frame: Frame, parts: Sequence[_Part], unaudited: bool, survey: Survey, witnessed: Witnessed | None
) -> Iterator[Check]:
    yield "file"
    if witnessed:
        yield "witness"
    if frame.ends:
        yield from ("chain", "replay")
        checks = {check for part in parts for check in part.checks}
        # Without an audit, lines and postings agree, but there is no second copy of that document.
        yield from checks - {"settlement"} if unaudited else checks
        if survey.duties.known:
            yield "duties"


def _notes(frame: Frame, parts: Sequence[_Part]) -> Iterator[str]:
    """Yield the notes of all parts in the order of the file."""
    if not frame.ends:
        yield "there is no record that could be played"
    for kind in ([note for part in parts for note in part.notes], [note for part in parts for note in part.last]):
        yield from (words for _, words in sorted(kind, key=lambda note: note[0]))
    less = sum((part.less for part in parts), Counter[str]())
    for punto, number in less.items():
        yield f"{number} events of Punto {punto} say less than those of Punto {running()} would"


# ---------------------------------------------------------------- workers


def _shared(job: _Job, parts: Sequence[frozenset[str]], progress: Progress) -> list[_Part]:
    """Replay each part in a process of its own; all of them in this one if a process cannot run to its end."""
    context = get_context("spawn")
    workers: list[tuple[BaseProcess, Connection]] = []
    try:
        for part in (frozenset[str](), *parts):  # the first one has header, end, and the hash of all bytes
            here, there = context.Pipe(duplex=False)
            worker = context.Process(target=_work, args=(job, part, there), daemon=True)
            workers.append((worker, here))
            worker.start()
            there.close()
        found = list(_results([here for _, here in workers], job.survey.streams.total(), progress))
        return sorted(found, key=lambda part: not part.frame.lines)
    except (OSError, EOFError, PicklingError):
        return [job.replayed(None, rest=True, progress=progress)]
    finally:
        for process, here in workers:
            here.close()
            if process.pid is not None:
                process.terminate()
                process.join()


def _results(workers: list[Connection], total: int, progress: Progress) -> Iterator[_Part]:
    """Yield the result of each worker as it finishes. Raises ``EOFError`` if one of them dies."""
    done, working = 0, list(workers)
    while working:
        for ready in wait(working):
            told = ready.recv() if isinstance(ready, Connection) else None
            if isinstance(told, _Part):
                yield told
                working = [one for one in working if one is not ready]
            else:
                done += told or 0
                progress(done, total)


def _work(job: _Job, streams: frozenset[str], there: Connection) -> None:
    """Replay a part in a worker: send how many more records are done, and at last the result."""
    there.send(job.replayed(streams, rest=not streams, progress=lambda done, total: there.send(STEP)))
