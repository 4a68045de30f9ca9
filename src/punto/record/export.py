"""A log as a file: JSON lines that state what they are, and that show when one of them is missing.

    {"header":{"format":"punto-log/1","punto":"0.1.0","tables":[…]}}
    {"hash":"<64 hexadecimal digits>","record":<the bytes that are hashed>}
    …
    {"end":{"records":31,"streams":{"table/MB-7":{"n":50,"hash":"…"}},"sha256":"…"}}

Each record is one line, in the order of appending, with streams interleaved. The bytes of a record are at a fixed
offset of their line, so that any program can hash them without encoding JSON. The end counts the records, has the last
hash of each stream, and hashes every byte before it.

``punto.record.log_reader`` reads such a file back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any, BinaryIO, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from punto.core.bounded import MOST_FILE, OutOfBounds, measured
from punto.record.chain import FORMAT, Batch, LogError, Record
from punto.record.opening import Open, rulebook_of, rules_of
from punto.record.store import Store

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
    file = BytesIO()
    log = LogWriter(file, replace(header((record.batch for record in records), punto), leaves=leaves))
    for record in records:
        log.add(record)
    log.end()
    return file.getvalue().decode()


class LogWriter:
    """A log that is written record by record, as they are appended."""

    def __init__(self, file: BinaryIO, header: Header) -> None:
        self.records = 0
        self._file, self._hash, self._ends = file, hashlib.sha256(), dict[str, Last]()
        self._write(msgspec.json.encode(_HeaderLine(header=header)))

    def add(self, record: Record) -> None:
        """Write a record."""
        self._write(line_of(record))
        self._ends[record.stream] = Last(n=record.last, hash=record.hash)
        self.records += 1

    def end(self) -> None:
        """Write the last line."""
        streams = dict(sorted(self._ends.items()))
        end = End(records=self.records, streams=streams, sha256=self._hash.hexdigest())
        self._write(msgspec.json.encode(_EndLine(end=end)))

    def _write(self, line: bytes) -> None:
        line += b"\n"
        self._hash.update(line)
        self._file.write(line)


def line_of(record: Record) -> bytes:
    """Return the line of a record, without its newline."""
    return BEFORE_HASH + record.hash.encode() + BEFORE_BODY + record.body + AFTER_BODY


def header(batches: Iterable[Batch], punto: str) -> Header:
    """Return the header of some records."""
    return Header(format=FORMAT, punto=punto, tables=tuple(tables_of(batches)))


def tables_of(batches: Iterable[Batch]) -> Iterator[Opened]:
    """Yield the tables that are opened."""
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
