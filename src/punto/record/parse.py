"""Reading an exported log, whatever became of it: what can be read, and every fault of its form and of its chain.

Nothing here raises on bytes from outside. A fault names its line and, where there is one, the event; the chain is
followed again after a break, so that what comes after it can still be looked at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from punto.record.chain import FORMAT, Batch, LogError, Record, decode
from punto.record.export import End, Hashed, Header, header, read_line
from punto.record.memory import MemoryStore
from punto.record.store import LOST, Head, broken, head

Check = Literal["file", "chain", "replay", "money", "settlement", "fairness", "duties"]


class LogFault(NamedTuple):
    """One thing that does not hold: what was looked at, in which line, at which event, and what is wrong."""

    check: Check
    line: int
    words: str
    n: int | None = None
    stream: str = ""

    def __str__(self) -> str:
        event = "" if self.n is None else f", {self.stream} event {self.n}" if self.stream else f", event {self.n}"
        return f"line {self.line}{event}: {self.words}"


class LogEntry(NamedTuple):
    """A record that could be read, and its line."""

    line: int
    record: Record
    batch: Batch


@dataclass
class ParsedLog:
    """What was found in a file."""

    header: Header | None = None
    end: End | None = None
    entries: list[LogEntry] = field(default_factory=list)
    records: int = 0  # lines that hold a record, readable or not
    faults: list[LogFault] = field(default_factory=list)


def read(data: bytes) -> ParsedLog:
    """Read a file, and follow its chain."""
    found = ParsedLog()
    *lines, rest = data.split(b"\n")
    if rest:
        lines.append(rest)
        found.faults.append(LogFault("file", len(lines), "this line does not end: the file was cut off, or added to"))
    for number, line in enumerate(lines, 1):
        try:
            _take(found, number, read_line(line))
        except LogError as error:
            found.faults.append(LogFault("file", number, str(error)))
    found.faults += _faults_of_frame(found, data, lines)
    found.faults += _faults_of_chain(found.entries)
    return found


def load(data: bytes) -> MemoryStore:
    """Read an exported log into a store in memory; one that is not whole raises ``LogError``."""
    found = read(data)
    if found.faults:
        raise LogError(str(min(found.faults, key=lambda fault: fault.line)))
    return MemoryStore(entry.record for entry in found.entries)


def _take(found: ParsedLog, number: int, read: Header | Hashed | End) -> None:
    """Take a line to its place: the header first, the end last, records between."""
    if found.end is not None:
        raise LogError("something comes after the end")
    if isinstance(read, Header) != (number == 1):
        raise LogError("the header belongs in the first line, and nowhere else")
    if isinstance(read, Header):
        found.header = read
        if read.format != FORMAT:
            raise LogError(f"this log is written as {read.format!r}; this reads {FORMAT!r}")
    elif isinstance(read, End):
        found.end = read
    else:
        found.records += 1
        batch = decode(read.body)
        record = Record(batch.stream, batch.n, batch.last, read.body, read.hash)
        found.entries.append(LogEntry(number, record, batch))


# ---------------------------------------------------------------- header and end


def _faults_of_frame(found: ParsedLog, data: bytes, lines: list[bytes]) -> Iterator[LogFault]:
    if not lines:
        yield LogFault("file", 1, "there is nothing here")
    elif found.end is None:
        words = f"the end is missing: the log was cut off after {found.records} records, or its end was taken away"
        yield LogFault("file", len(lines), words)
    else:
        yield from (LogFault("file", len(lines), words) for words in _faults_of_end(found, found.end, data))
    if found.header is not None and not found.faults:
        yield from _faults_of_header(found, found.header)


def _faults_of_end(found: ParsedLog, end: End, data: bytes) -> Iterator[str]:
    if end.records != found.records:
        yield f"the end counts {end.records} records; there are {found.records}"
    last = {entry.record.stream: entry.record for entry in found.entries}
    for stream in sorted({*last, *end.streams}):
        said, record = end.streams.get(stream), last.get(stream)
        if said is None or record is None or (said.n, said.hash) != (record.last, record.hash):
            yield f"the end names another last record of {stream} than the log has"
    before = data[: data.rstrip(b"\n").rfind(b"\n") + 1]
    if hashlib.sha256(before).hexdigest() != end.sha256:
        yield "the bytes before the end are not those that it hashes"


def _faults_of_header(found: ParsedLog, said: Header) -> Iterator[LogFault]:
    try:
        due = header((entry.batch for entry in found.entries), said.punto)
    except Exception as error:  # a submission or a rulebook that no table can be opened under
        yield LogFault("file", 1, f"the tables of the header cannot be compared: {error}")
        return
    if due != said:
        yield LogFault("file", 1, "the header names other tables than the log has")


# ---------------------------------------------------------------- the chain


def _faults_of_chain(entries: list[LogEntry]) -> Iterator[LogFault]:
    ends: dict[str, Head] = {}
    for line, record, _ in entries:
        end = ends.get(record.stream, Head())
        if words := broken(record, end):
            if record.n > end.version + 1:
                words += _whereabouts(entries, record, end)
            yield LogFault("chain", line, words, record.n, record.stream)
        ends[record.stream] = head(record)


def _whereabouts(entries: list[LogEntry], record: Record, end: Head) -> str:
    """Say what became of the events that are missing before a record: they stand elsewhere, or nowhere."""
    others = (entry.record for entry in entries if entry.record.stream == record.stream)
    elsewhere = any(end.version < other.n < record.n for other in others)
    return ", or it stands in the wrong place" if elsewhere else LOST
