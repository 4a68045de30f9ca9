"""Appending to streams: what every store promises, and how several appends become one transaction.

``append`` takes what one command brought to each of the streams it touched, and commits all of it or nothing. A writer
says at which version it saw each stream; where another writer was first, nothing is written. Nothing is ever changed or
taken away.

A group commit combines pending appends. Both databases share this code, which touches neither. A group keeps the order
of requests, so that two appends to one stream may share a group; a conflicting append is rejected alone.

A writer remembers the head of every stream that the database has confirmed to it, and each append moves the heads in
the same transaction, only from the remembered position. A database that lacks a confirmed record has gone back in time:
a lagging standby was promoted, or an old copy was restored. Nothing may be appended to it.
"""

from __future__ import annotations

from asyncio import Future
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple, Protocol

import msgspec

from punto.record.chain import GENESIS, Batch, LogError, LoggedCommand, LoggedEvent, Record, chain, digest

MOST_WRITES = 256  # per append
MOST_ROWS = 1024  # per transaction
MOST_HEADS = 20_000  # streams whose heads are remembered; beyond that, the oldest are dropped
PRUNED = "pruned"  # kind of the documents that record pruned streams


class Conflict(ValueError):
    """Error for a stale version, or for a command that is already in the stream; nothing was written."""


class Write(msgspec.Struct, frozen=True):
    """The events of a command in one stream, after the version that the writer saw."""

    stream: str
    expected: int  # 0 for a new stream
    command: LoggedCommand
    events: tuple[LoggedEvent, ...]


class Head(NamedTuple):
    """The end of a stream: its version and its last hash. The defaults are those of a new stream."""

    version: int = 0
    hash: str = GENESIS


def head(record: Record | None) -> Head:
    """Return the end of a stream after its last record."""
    return Head() if record is None else Head(record.last, record.hash)


def follow(write: Write, end: Head) -> Record:
    """Return the record of a write. Raises ``Conflict`` if its stream is not at the expected version."""
    if end.version != write.expected:
        raise Conflict(f"{write.stream} is at version {end.version}, not {write.expected}")
    return chain(Batch(write.stream, end.version + 1, write.command, write.events), end.hash)


LOST = "; records were lost, as when a database goes back in time and is written on"


def broken(record: Record, end: Head) -> str:
    """Return why a record does not follow from the previous one of its stream, or ""."""
    due = end.version + 1
    if record.n < due:
        return f"event {due} is due here: this record is a repetition, or stands in the wrong place"
    if record.n > due:
        missing = f"event {due} is" if record.n == due + 1 else f"events {due} to {record.n - 1} are"
        return f"{missing} missing before it"
    if record.hash != digest(end.hash, record.body):
        return "its hash does not follow from its bytes and the record before it: one of them was changed"
    return ""


def taken(write: Write) -> Conflict:
    """Return the conflict for a command that is already in the stream."""
    return Conflict(f"{write.stream} has taken command {write.command.id!r} of {write.command.who!r} already")


def one_each(writes: Iterable[Write]) -> tuple[Write, ...]:
    """Return the writes of one append. Raises ``Conflict`` if it names a stream twice."""
    asked = tuple(writes)
    if len(asked) > 1 and len({write.stream for write in asked}) < len(asked):
        raise Conflict("one append names a stream twice")
    return asked


class Reader(Protocol):
    """A reader of the records of a stream."""

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Return the records of a stream with events after a version, in order."""


class Store(Reader, Protocol):
    """A synchronous log in memory."""

    def append(self, writes: Iterable[Write]) -> tuple[Record, ...]:
        """Append to several streams atomically. Raises ``Conflict`` if a version is stale."""

    def last(self, stream: str) -> Record | None:
        """Return the last record of a stream, or None."""

    def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return the record of a command in a stream, by its sender and id, or None."""

    def records(self) -> Iterator[Record]:
        """Return the records of all streams, in the order of appending.

        Those of one append are adjacent, in the given order, as verification expects.
        """


# ---------------------------------------------------------------- group commit


class Place(NamedTuple):
    """The place of a record among all records of a database."""

    position: int
    stream: str
    n: int
    hash: str


class Tip(NamedTuple):
    """Head of a stream as stored in the database."""

    version: int = 0
    hash: str = GENESIS
    epoch: int = 0

    @property
    def head(self) -> Head:
        """Position at which the stream ends."""
        return Head(self.version, self.hash)


class Move(NamedTuple):
    """Head of a stream before and after a group, in the argument order of the SQLite statement."""

    to_version: int
    to_hash: str
    of: str
    from_version: int
    from_hash: str
    from_epoch: int


# A row of the table ``records``: position, append (the position of its first record), stream, n, last, who, command,
# body, hash.
Row = tuple[int, int, str, int, int, str, str, bytes, str]


@dataclass(eq=False)
class AppendRequest:
    """An append request awaiting its result."""

    writes: tuple[Write, ...]
    answer: Future[tuple[Record, ...]]
    tried: tuple[Record, ...] = ()  # records sent to the database whose outcome is not known yet

    def done(self, records: tuple[Record, ...]) -> None:
        """Deliver the records, unless the caller has stopped waiting."""
        if not self.answer.done():
            self.answer.set_result(records)

    def failed(self, error: Exception) -> None:
        """Deliver the error, unless the caller has stopped waiting."""
        if not self.answer.done():
            self.answer.set_exception(error)


@dataclass
class AppendGroup:
    """Result of combining append requests."""

    made: list[tuple[AppendRequest, tuple[Record, ...]]] = field(default_factory=list)
    refused: list[tuple[AppendRequest, Exception]] = field(default_factory=list)
    begins: dict[str, Tip] = field(default_factory=dict)  # heads of the growing streams before the group
    ends: dict[str, Tip] = field(default_factory=dict)

    @property
    def moves(self) -> list[Move]:
        """Heads that move, sorted by name so that two processes moving the same heads cannot deadlock."""
        return [Move(end.version, end.hash, name, *self.begins[name]) for name, end in sorted(self.ends.items())]

    def rows(self, base: int = 0) -> list[Row]:
        """Return the rows to write, in order, with positions from ``base``."""
        found: list[Row] = []
        position = base
        for ask, records in self.made:
            first = position
            for write, record in zip(ask.writes, records, strict=True):
                found.append(row_of(record, write.command, position, first))
                position += 1
        return found


def limited(writes: Iterable[Write]) -> tuple[Write, ...]:
    """Return the writes of one append; raise ``LogError`` unless there are 1 to ``MOST_WRITES``, one per stream."""
    asked = one_each(writes)
    if not 0 < len(asked) <= MOST_WRITES:
        raise LogError(f"invalid append of {len(asked)} writes: expected 1 to {MOST_WRITES}")
    return asked


def lay(asks: Sequence[AppendRequest], heads: Mapping[str, Tip]) -> AppendGroup:
    """Combine append requests in order. ``heads`` must contain every stream they name."""
    group = AppendGroup()
    for ask in asks:
        try:
            tips = [group.ends.get(write.stream, heads[write.stream]) for write in ask.writes]
            records = tuple([follow(write, tip.head) for write, tip in zip(ask.writes, tips, strict=True)])
        except Exception as error:  # a conflict or an invalid write; the other requests are unaffected
            group.refused.append((ask, error))
            continue
        group.made.append((ask, records))
        for record, tip in zip(records, tips, strict=True):
            group.begins.setdefault(record.stream, tip)
            group.ends[record.stream] = Tip(record.last, record.hash, tip.epoch)
    return group


def conflicting(group: AppendGroup) -> set[str]:
    """Return the streams of requests rejected for a stale version."""
    return {write.stream for ask, error in group.refused if isinstance(error, Conflict) for write in ask.writes}


def ahead(group: AppendGroup, heads: Mapping[str, Tip]) -> Iterator[Write]:
    """Yield the rejected writes whose writer saw events that are beyond the head of their stream."""
    for ask, error in group.refused:
        if isinstance(error, Conflict):
            yield from (write for write in ask.writes if write.expected > heads[write.stream].version)


def row_of(record: Record, command: LoggedCommand, position: int, first: int) -> Row:
    """Return the row of a record."""
    stream, n, last = record.stream, record.n, record.last
    return position, first, stream, n, last, command.who, command.id, record.body, record.hash


def adopted(records: Iterable[Record]) -> Iterator[list[tuple[Record, LoggedCommand]]]:
    """Yield imported records in batches of one transaction; raise ``LogError`` if one does not follow the last."""
    ends: dict[str, Head] = {}
    part: list[tuple[Record, LoggedCommand]] = []
    for record in records:
        if words := broken(record, ends.get(record.stream, Head())):
            raise LogError(f"{record.stream}: the record of event {record.n} does not follow: {words}")
        ends[record.stream] = Head(record.last, record.hash)
        part.append((record, record.batch.command))
        if len(part) == MOST_ROWS:
            yield part
            part = []
    if part:
        yield part


def tips_of(parts: Iterable[Iterable[tuple[Record, LoggedCommand]]]) -> dict[str, Tip]:
    """Return the heads of imported streams."""
    return {record.stream: Tip(record.last, record.hash) for part in parts for record, _ in part}


class StreamHeads(dict[str, Tip]):
    """Heads that the database has confirmed to this process. A failed append removes none of them."""

    def note(self, tips: Mapping[str, Tip]) -> None:
        """Remember heads; beyond ``MOST_HEADS``, the oldest are dropped."""
        for stream, tip in tips.items():
            self.pop(stream, None)
            self[stream] = tip
        if len(self) > MOST_HEADS:
            for stream in list(islice(self, MOST_HEADS // 2)):
                del self[stream]

    def drop(self, streams: Iterable[str]) -> None:
        """Drop the heads of streams that were pruned."""
        for stream in streams:
            self.pop(stream, None)


def streams_of(asks: Iterable[AppendRequest]) -> set[str]:
    """Return the streams named by some requests."""
    return {write.stream for ask in asks for write in ask.writes}


def is_pruned(note: bytes | None, tip: Tip) -> bool:
    """Return whether a prune note covers this head of a stream."""
    if note is None:
        return False
    found = msgspec.json.decode(note)
    return bool(found["n"] > tip.version or (found["n"], found["hash"]) == tip.head)


def went_back(stream: str, known: Tip, found: Tip) -> str:
    """Return the error message for a stream whose database has gone back in time."""
    there = f"ends at event {found.version}" if found.version <= known.version else f"has another event {known.version}"
    at_hash = f", hash {found.hash[:12]}" if found.version else ""
    return (
        f"the database has gone back in time: {stream} had event {known.version}, hash {known.hash[:12]}, but now "
        f"{there}{at_hash}; writing is disabled: restore the right database and restart the floor"
    )


def behind(stream: str, version: int, found: Tip) -> str:
    """Return the error message for a stream that continues after its head."""
    return (
        f"{stream} has event {version}, but its head is at event {found.version}: an earlier version of Punto wrote to "
        "this database after it was migrated; writing is disabled: restore the backup from before the migration"
    )


def moved(stream: str, end: Head) -> Conflict:
    """Return the conflict for a stream that has grown since its export."""
    return Conflict(f"{stream} no longer ends at version {end.version}")
