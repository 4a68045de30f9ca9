"""Reading a log back: line after line from its beginning, as often as needed, in constant memory.

Reading returns what can be read, and every fault of form and chain. It raises on no bytes from outside. A fault names
its line and, where there is one, the event; the chain is followed again after a break, so that what comes after it can
still be examined.

A ``Scan`` decodes the records of some streams and passes over the lines of others, so that several processes can share
one file: each line belongs to exactly one of them. A line whose stream cannot be read from its first bytes is examined
by all, and reported by the scan that has the rest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from punto.record.chain import FORMAT, Batch, LogError, Record, decode
from punto.record.export import (
    BEFORE_HASH,
    BODY,
    MOST_FRAME,
    End,
    Hashed,
    Header,
    Last,
    LogEntry,
    LogFault,
    Opened,
    read_line,
    tables_of,
)
from punto.record.memory import MemoryStore
from punto.record.opening import Open
from punto.record.store import LOST, Head, broken, head

NAMED = b'{"stream":"'  # the first bytes of a record, as it is encoded
MOST_NAME = 300  # bytes of a stream's name
MOST_FAULTS = 100  # of one kind that a scan keeps


@dataclass(frozen=True)
class LogSource:
    """The bytes of a log, or the file that has them."""

    data: bytes = field(default=b"", repr=False)
    path: Path | None = None

    def lines(self) -> Iterator[bytes]:
        """Yield the lines with their ends; one that is too long for a log is cut."""
        with self._open() as file:
            while line := file.readline(MOST_FRAME + 2):
                yield line
                while line and not line.endswith(b"\n"):
                    line = file.readline(MOST_FRAME)

    def has_hash(self, noted: str) -> bool:
        """Return whether a record has this hash."""
        begin = BEFORE_HASH + noted.encode()
        return any(_readable(line) for line in self.lines() if line.startswith(begin))

    def _open(self) -> BinaryIO:
        return BytesIO(self.data) if self.path is None else self.path.open("rb")


def _readable(line: bytes) -> bool:
    try:
        read = read_line(line.removesuffix(b"\n"))
        return isinstance(read, Hashed) and bool(decode(read.body).events)
    except LogError:
        return False


def stream_at(line: bytes) -> str:
    """Return the stream of a record from the first bytes of its line; "" if they do not show it."""
    begin = BODY + len(NAMED)
    if line[BODY:begin] != NAMED or not line.startswith(BEFORE_HASH):
        return ""
    end = line.find(b'"', begin, begin + MOST_NAME)
    name = line[begin:end] if end > 0 else b""
    return name.decode() if name.isascii() and b"\\" not in name else ""


# ---------------------------------------------------------------- chain


@dataclass
class _Gap:
    """Events that are missing before a record: lost, or elsewhere in the file."""

    line: int
    record: Record
    words: str
    version: int  # of the stream before them
    elsewhere: bool = False

    @property
    def fault(self) -> LogFault:
        """The fault, as far as the file has been read."""
        where = ", or it stands in the wrong place" if self.elsewhere else LOST
        return LogFault("chain", self.line, self.words + where, self.record.n, self.record.stream)


@dataclass
class Chain:
    """The ends of streams, and where a record does not follow from the one before it."""

    ends: dict[str, Head] = field(default_factory=dict)
    found: list[LogFault] = field(default_factory=list)
    gaps: list[_Gap] = field(default_factory=list)

    def see(self, line: int, record: Record) -> None:
        """Follow a stream by a record."""
        end = self.ends.get(record.stream, Head())
        for gap in self.gaps:
            if gap.record.stream == record.stream and gap.version < record.n < gap.record.n:
                gap.elsewhere = True
        if (words := broken(record, end)) and len(self.found) + len(self.gaps) < MOST_FAULTS:
            if record.n > end.version + 1:
                self.gaps.append(_Gap(line, record, words, end.version))
            else:
                self.found.append(LogFault("chain", line, words, record.n, record.stream))
        self.ends[record.stream] = head(record)

    @property
    def faults(self) -> list[LogFault]:
        """The first faults, by line."""
        return sorted([*self.found, *(gap.fault for gap in self.gaps)], key=lambda fault: fault.line)


# ---------------------------------------------------------------- one pass


@dataclass
class Frame:
    """Everything of a log but its records: header and end, counts, hashes, and the faults of its form."""

    header: Header | None = None
    end: End | None = None
    lines: int = 0
    records: int = 0  # lines with a record, valid or not
    events: int = 0
    last: int = 0  # line of the last valid record
    sha256: str = ""  # of every byte before the end
    ends: dict[str, Last] = field(default_factory=dict)
    tables: list[tuple[int, Opened | str]] = field(default_factory=list)  # by line; words if it cannot be opened
    faults: list[LogFault] = field(default_factory=list)

    def fault(self, line: int, words: str) -> None:
        """Note a fault of form."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(LogFault("file", line, words))


class Scan:
    """One pass over a log; iteration yields its entries, and None for each record that is of another scan."""

    def __init__(self, source: LogSource, streams: Container[str] | None = None, *, rest: bool = True) -> None:
        self.source, self.streams, self.rest = source, streams, rest  # no streams: all
        self.frame, self.chain = Frame(), Chain()

    def __iter__(self) -> Iterator[LogEntry | None]:
        frame, streams, hashed = self.frame, self.streams, hashlib.sha256()
        for number, line in enumerate(self.source.lines(), 1):
            stream = stream_at(line)
            if streams is not None and stream and stream not in streams:
                yield None
            elif (entry := self._entry(number, line, bool(stream) or self.rest)) is not None:
                if streams is None or entry.record.stream in streams:
                    self._follow(entry)
                    yield entry
                else:
                    yield None
            if self.rest:
                frame.lines = number
                if frame.end is not None and not frame.sha256:
                    frame.sha256 = hashed.hexdigest()
                elif frame.end is None:
                    hashed.update(line)
        frame.faults += self.chain.faults
        frame.ends = {stream: Last(n=end.version, hash=end.hash) for stream, end in self.chain.ends.items()}

    def _entry(self, number: int, line: bytes, mine: bool) -> LogEntry | None:
        """Return the entry of a line with a record; note header, end, and what is wrong."""
        frame, ended = self.frame, line.endswith(b"\n")
        if not ended and mine:
            frame.fault(number, "this line does not end: the file was cut off, or added to")
        try:
            read = read_line(line[:-1] if ended else line)
            if frame.end is not None:
                raise LogError("something comes after the end")
            if isinstance(read, Header) != (number == 1):
                raise LogError("the header belongs in the first line, and nowhere else")
            if isinstance(read, Hashed):
                return self._decoded(number, read, mine)
            self._framed(read)
        except LogError as error:
            if mine:
                frame.fault(number, str(error))
        return None

    def _decoded(self, number: int, read: Hashed, mine: bool) -> LogEntry:
        self.frame.records += mine
        batch = decode(read.body)
        return LogEntry(number, Record(batch.stream, batch.n, batch.last, read.body, read.hash), batch)

    def _framed(self, read: Header | End) -> None:
        if isinstance(read, End):
            self.frame.end = read
            return
        self.frame.header = read
        if read.format != FORMAT:
            raise LogError(f"this log is written as {read.format!r}; this reads {FORMAT!r}")

    def _follow(self, entry: LogEntry) -> None:
        self.frame.events, self.frame.last = self.frame.events + len(entry.batch.events), entry.line
        self.chain.see(entry.line, entry.record)
        if isinstance(entry.batch.command, Open):
            self.frame.tables += [(entry.line, table) for table in _opened(entry.batch)]


def _opened(batch: Batch) -> Iterator[Opened | str]:
    """Return the table that a record opens; words if its submission or rulebook opens none."""
    try:
        yield from tables_of((batch,))
    except Exception as error:
        yield str(error)


# ---------------------------------------------------------------- header and end


def together(frames: Iterable[Frame]) -> Frame:
    """Return the frame of a file that several scans have shared; the first one had the rest."""
    first, *others = frames
    for frame in others:
        first.records += frame.records
        first.events += frame.events
        first.last = max(first.last, frame.last)
        first.ends |= frame.ends
        first.tables += frame.tables
        first.faults += frame.faults
    first.tables.sort(key=lambda table: table[0])
    first.faults.sort(key=lambda fault: fault.line)
    first.ends = dict(sorted(first.ends.items()))
    return first


def frame_faults(frame: Frame) -> Iterator[LogFault]:
    """Yield what is wrong with header and end, compared with the records."""
    whole = not any(fault.check == "file" for fault in frame.faults)
    found = list(_of_end(frame))
    yield from found
    if frame.header is not None and whole and not found:
        yield from _of_header(frame, frame.header)


def _of_end(frame: Frame) -> Iterator[LogFault]:
    if not frame.lines:
        yield LogFault("file", 1, "there is nothing here")
    elif frame.end is None:
        words = f"the end is missing: the log was cut off after {frame.records} records, or its end was taken away"
        yield LogFault("file", frame.lines, words)
    else:
        yield from (LogFault("file", frame.lines, words) for words in _end_differs(frame, frame.end))


def _end_differs(frame: Frame, end: End) -> Iterator[str]:
    if end.records != frame.records:
        yield f"the end counts {end.records} records; there are {frame.records}"
    for stream in sorted({*frame.ends, *end.streams}):
        if stream not in frame.ends or end.streams.get(stream) != frame.ends[stream]:
            yield f"the end names another last record of {stream} than the log has"
    if frame.sha256 != end.sha256:
        yield "the bytes before the end are not those that it hashes"


def _of_header(frame: Frame, said: Header) -> Iterator[LogFault]:
    wrong = next((table for _, table in frame.tables if isinstance(table, str)), None)
    if wrong is not None:  # a submission or rulebook under which no table can be opened
        yield LogFault("file", 1, f"the tables of the header cannot be compared: {wrong}")
        return
    tables = tuple(table for _, table in frame.tables if not isinstance(table, str))
    if Header(format=FORMAT, punto=said.punto, tables=tables, leaves=said.leaves) != said:
        yield LogFault("file", 1, "the header names other tables than the log has")


# ---------------------------------------------------------------- a log in memory


@dataclass
class ParsedLog:
    """The content of a file, with its faults."""

    header: Header | None = None
    end: End | None = None
    entries: list[LogEntry] = field(default_factory=list)
    records: int = 0  # lines with a record, valid or not
    faults: list[LogFault] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<ParsedLog of {self.records} records, {len(self.faults)} faults>"


def read(data: bytes) -> ParsedLog:
    """Parse a log, and check its chain."""
    scan = Scan(LogSource(data))
    entries = [entry for entry in scan if entry is not None]
    frame = together([scan.frame])
    faults = [*frame.faults, *frame_faults(frame)]
    return ParsedLog(
        frame.header, frame.end, entries, frame.records, sorted(faults, key=lambda fault: fault.check != "file")
    )


def load(data: bytes) -> MemoryStore:
    """Load an exported log into a store in memory. Raises ``LogError`` if it is corrupt."""
    found = read(data)
    if found.faults:
        raise LogError(str(min(found.faults, key=lambda fault: fault.line)))
    return MemoryStore(entry.record for entry in found.entries)
