"""A log as a file: JSON lines that say what they are, and that show when one of them is missing.

    {"header":{"format":"punto-log/1","punto":"0.1.0","tables":[…]}}
    {"hash":"<64 hexadecimal digits>","record":<the bytes that are hashed>}
    …
    {"end":{"records":31,"streams":{"table/MB-7":{"n":50,"hash":"…"}},"sha256":"…"}}

One record a line, in the order in which they were appended, streams mixed. The bytes of a record stand at a fixed place
of their line, so that a stranger can hash them without writing JSON. The end counts the records, names the last hash of
each stream, and hashes every byte before it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from punto.core.bounded import OutOfBounds, measured
from punto.record.chain import FORMAT, Batch, LogError, Record
from punto.record.opening import Open, rulebook_of, rules_of
from punto.record.store import Store

BEFORE_HASH, BEFORE_BODY, AFTER_BODY = b'{"hash":"', b'","record":', b"}"
MOST_RECORD = 4 * 1024 * 1024  # bytes of the line of a record
MOST_FRAME = 64 * 1024 * 1024  # of header and end, which name every table and every stream
BODY = len(BEFORE_HASH) + 64 + len(BEFORE_BODY)  # where the bytes of a record begin


class _Line(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """A line, or what stands in one."""


class Opened(_Line, frozen=True, kw_only=True):
    """A table of the log, and the law it was opened under."""

    stream: str
    rulebook: str
    rulebook_digest: str  # of its text
    digest: str  # of rulebook and submission together, as the opening event has it
    n: int  # the event that opened it


class Header(_Line, frozen=True, kw_only=True):
    """The first line: what this file is."""

    format: str
    punto: str  # the version that wrote the file
    tables: tuple[Opened, ...]


class Last(_Line, frozen=True, kw_only=True):
    """Where a stream ends."""

    n: int
    hash: str


class End(_Line, frozen=True, kw_only=True):
    """The last line: nothing comes after it, and nothing is missing before it."""

    records: int
    streams: dict[str, Last]
    sha256: str  # of every byte of the file before this line


class _HeaderLine(_Line, frozen=True, kw_only=True):
    header: Header


class _EndLine(_Line, frozen=True, kw_only=True):
    end: End


class Hashed(NamedTuple):
    """A line that holds a record: its hash as written, and the bytes it is said to be of."""

    hash: str
    body: bytes


# ---------------------------------------------------------------- writing


def export(store: Store, punto: str) -> str:
    """Write a whole log as JSON lines; ``punto`` is the version that does."""
    return exported(tuple(store.records()), punto)


def exported(records: Sequence[Record], punto: str) -> str:
    """Write records, in the order in which they were appended, as JSON lines."""
    first = header((record.batch for record in records), punto)
    lines = [msgspec.json.encode(_HeaderLine(header=first)), *map(line_of, records)]
    text = b"".join(line + b"\n" for line in lines)
    end = End(records=len(records), streams=ends(records), sha256=hashlib.sha256(text).hexdigest())
    return (text + msgspec.json.encode(_EndLine(end=end)) + b"\n").decode()


def line_of(record: Record) -> bytes:
    """Return the line of a record, without its newline."""
    return BEFORE_HASH + record.hash.encode() + BEFORE_BODY + record.body + AFTER_BODY


def header(batches: Iterable[Batch], punto: str) -> Header:
    """Return the header over what some records say."""
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
    """Return where each stream ends, in the order of their names."""
    last = {record.stream: Last(n=record.last, hash=record.hash) for record in records}
    return dict(sorted(last.items()))


# ---------------------------------------------------------------- reading


def read_line(line: bytes) -> Header | Hashed | End:
    """Read a line without its newline; one that no export would write raises ``LogError``."""
    try:
        measured(line, MOST_RECORD if line.startswith(BEFORE_HASH) else MOST_FRAME)
    except OutOfBounds as error:
        raise LogError(f"this is too long for a line: {error}") from None
    if line.startswith(BEFORE_HASH):
        hashed, body = line[len(BEFORE_HASH) : BODY - len(BEFORE_BODY)], line[BODY : -len(AFTER_BODY)]
        written = BEFORE_HASH + hashed + BEFORE_BODY + body + AFTER_BODY
        if line != written or not _is_hash(hashed):
            raise LogError("this is no record with its hash")
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
        raise LogError(f"this is no line of a log: {error}") from None


def _is_hash(text: bytes) -> bool:
    return len(text) == 64 and not text.strip(b"0123456789abcdef")
