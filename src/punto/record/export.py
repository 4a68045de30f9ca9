"""A log as a file: JSON lines that state what they are, and that show when one of them is missing.

    {"header":{"format":"punto-log/1","punto":"0.1.0","tables":[…]}}
    {"hash":"<64 hexadecimal digits>","record":<the bytes that are hashed>}
    …
    {"end":{"records":31,"streams":{"table/MB-7":{"n":50,"hash":"…"}},"sha256":"…"}}

Each record is one line, in the order of appending, with streams interleaved. The bytes of a record are at a fixed
offset of their line, so that any program can hash them without encoding JSON. The end counts the records, has the last
hash of each stream, and hashes every byte before it.

Reading returns what can be read, and every fault of form and chain. It raises on no bytes from outside. A fault names
its line and, where there is one, the event; the chain is followed again after a break, so that what comes after it can
still be examined.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from punto.core.bounded import MOST_FILE, OutOfBounds, measured
from punto.record.chain import FORMAT, Batch, LogError, Record, decode
from punto.record.memory import MemoryStore
from punto.record.opening import Open, rulebook_of, rules_of
from punto.record.store import LOST, Head, Store, broken, head

BEFORE_HASH, BEFORE_BODY, AFTER_BODY = b'{"hash":"', b'","record":', b"}"
MOST_RECORD = 4 * 1024 * 1024  # bytes of the line of a record
MOST_FRAME = MOST_FILE  # bytes of header and end, which name every table and every stream
BODY = len(BEFORE_HASH) + 64 + len(BEFORE_BODY)  # offset of the bytes of a record


class _Line(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """A line, or a part of one."""


class Opened(_Line, frozen=True, kw_only=True):
    """A table of the log, and the law under which it was opened."""

    stream: str
    rulebook: str
    rulebook_digest: str  # of its text
    digest: str  # of rulebook and submission together, as in the opening event
    n: int  # number of the event that opened it


class Leaves(_Line, frozen=True, kw_only=True):
    """Places of a file's records in the floor's Merkle tree, if it has not all of them."""

    size: int  # leaves of the tree
    runs: tuple[tuple[int, int], ...]  # first leaf and number of the records that are together in it, in their order
    hashes: tuple[str, ...]  # of the complete subtrees between them, as large as possible, from the left


class Header(_Line, frozen=True, kw_only=True, omit_defaults=True):
    """The first line: format and tables."""

    format: str
    punto: str  # the version that wrote the file
    tables: tuple[Opened, ...]
    leaves: Leaves | None = None  # None: the records are the first leaves


class Last(_Line, frozen=True, kw_only=True):
    """The end of a stream."""

    n: int
    hash: str


class End(_Line, frozen=True, kw_only=True):
    """The last line: counts and hashes of everything before it."""

    records: int
    streams: dict[str, Last]
    sha256: str  # of every byte of the file before this line


class _HeaderLine(_Line, frozen=True, kw_only=True):
    header: Header


class _EndLine(_Line, frozen=True, kw_only=True):
    end: End


class Hashed(NamedTuple):
    """A line of a record: its hash as written, and the bytes to be hashed."""

    hash: str
    body: bytes


# ---------------------------------------------------------------- encoding


def export(store: Store, punto: str) -> str:
    """Return a whole log as JSON lines; ``punto`` is the version that writes it."""
    return exported(tuple(store.records()), punto)


def exported(records: Sequence[Record], punto: str, leaves: Leaves | None = None) -> str:
    """Return records as JSON lines, in the order of appending."""
    first = replace(header((record.batch for record in records), punto), leaves=leaves)
    lines = [msgspec.json.encode(_HeaderLine(header=first)), *map(line_of, records)]
    text = b"".join(line + b"\n" for line in lines)
    end = End(records=len(records), streams=ends(records), sha256=hashlib.sha256(text).hexdigest())
    return (text + msgspec.json.encode(_EndLine(end=end)) + b"\n").decode()


def line_of(record: Record) -> bytes:
    """Return the line of a record, without its newline."""
    return BEFORE_HASH + record.hash.encode() + BEFORE_BODY + record.body + AFTER_BODY


def header(batches: Iterable[Batch], punto: str) -> Header:
    """Return the header of some records."""
    return Header(format=FORMAT, punto=punto, tables=tuple(_tables(batches)))


def _tables(batches: Iterable[Batch]) -> Iterator[Opened]:
    for batch in batches:
        command = batch.command
        if isinstance(command, Open):
            book = rulebook_of(command)
            yield Opened(
                stream=batch.stream,
                rulebook=book.id,
                rulebook_digest=book.digest,
                digest=rules_of(command).digest,
                n=batch.n,
            )


def ends(records: Iterable[Record]) -> dict[str, Last]:
    """Return the end of each stream, sorted by name."""
    last = {record.stream: Last(n=record.last, hash=record.hash) for record in records}
    return dict(sorted(last.items()))


# ---------------------------------------------------------------- decoding


def read_line(line: bytes) -> Header | Hashed | End:
    """Decode a line without its newline. Raises ``LogError`` for a line that no export writes."""
    try:
        measured(line, MOST_RECORD if line.startswith(BEFORE_HASH) else MOST_FRAME)
    except OutOfBounds as error:
        raise LogError(f"this is too long for a line: {error}") from None
    if line.startswith(BEFORE_HASH):
        hashed, body = line[len(BEFORE_HASH) : BODY - len(BEFORE_BODY)], line[BODY : -len(AFTER_BODY)]
        written = BEFORE_HASH + hashed + BEFORE_BODY + body + AFTER_BODY
        if line != written or not _is_hash(hashed):
            raise LogError("invalid line: expected a hash and a record")
        return Hashed(hashed.decode(), body)
    kind: type[_HeaderLine] | type[_EndLine] = _EndLine if line.startswith(b'{"end":') else _HeaderLine
    read: Any = _decoded(line, kind)
    if msgspec.json.encode(read) != line:
        raise LogError("this line is not as an export writes it")
    found: Header | End = read.end if kind is _EndLine else read.header
    return found


def _decoded(line: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise LogError(f"invalid line of a log: {error}") from None


def _is_hash(text: bytes) -> bool:
    return len(text) == 64 and not text.strip(b"0123456789abcdef")


# ---------------------------------------------------------------- reading a log back


Check = Literal["file", "chain", "replay", "money", "settlement", "fairness", "duties", "witness"]


class LogFault(NamedTuple):
    """A fault: the check, the line, the event, and what is wrong."""

    check: Check
    line: int
    words: str
    n: int | None = None
    stream: str = ""

    def __str__(self) -> str:
        event = "" if self.n is None else f", {self.stream} event {self.n}" if self.stream else f", event {self.n}"
        return f"line {self.line}{event}: {self.words}"


class LogEntry(NamedTuple):
    """A parsed record, and its line number."""

    line: int
    record: Record
    batch: Batch


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
    """Parse a file, and check its chain."""
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
    """Load an exported log into a store in memory. Raises ``LogError`` if it is corrupt."""
    found = read(data)
    if found.faults:
        raise LogError(str(min(found.faults, key=lambda fault: fault.line)))
    return MemoryStore(entry.record for entry in found.entries)


def _take(found: ParsedLog, number: int, read: Header | Hashed | End) -> None:
    """Add a line to its place: the header first, the end last, records between."""
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
    except Exception as error:  # a submission or rulebook under which no table can be opened
        yield LogFault("file", 1, f"the tables of the header cannot be compared: {error}")
        return
    if replace(due, leaves=said.leaves) != said:
        yield LogFault("file", 1, "the header names other tables than the log has")


# ---------------------------------------------------------------- chain


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
    """Return whether the events missing before a record are elsewhere in the file, or nowhere."""
    others = (entry.record for entry in entries if entry.record.stream == record.stream)
    elsewhere = any(end.version < other.n < record.n for other in others)
    return ", or it stands in the wrong place" if elsewhere else LOST
