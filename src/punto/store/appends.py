"""Appends that wait, laid into one transaction: who is refused, which rows are written, where the streams end then.

This is what both databases share, and it touches neither. A group is laid in the order in which it was asked, so that
two appends to one stream may stand in one group; whoever does not fit is refused alone.

A writer remembers the head of every stream that the database has confirmed to it, and each append moves the heads in
the same transaction, only from what is remembered. A database that lacks a confirmed record has gone back in time: a
standby that lagged was promoted, or an old copy was restored. Nothing may be appended to it.
"""

from __future__ import annotations

from asyncio import Future
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

import msgspec

from punto.log.record import GENESIS, LogError, LoggedCommand, Record
from punto.log.store import Conflict, Head, Write, broken, follow, one_each
from punto.store.durable import MOST_WRITES

MOST_ROWS = 1024  # of one transaction
MOST_HEADS = 20_000  # streams whose heads are remembered; of more, those written last
PRUNED = "pruned"  # the kind of the documents that say what was taken away


class Tip(NamedTuple):
    """The head of a stream as the database keeps it."""

    version: int = 0
    hash: str = GENESIS
    epoch: int = 0

    @property
    def head(self) -> Head:
        """Where the stream ends."""
        return Head(self.version, self.hash)


class Move(NamedTuple):
    """The head of a stream before a group and after it, in the order in which the statement of SQLite takes it."""

    to_version: int
    to_hash: str
    of: str
    from_version: int
    from_hash: str
    from_epoch: int


# A line of the table ``records``: position, append (the position of its first record), stream, n, last, who, command,
# body, hash.
Row = tuple[int, int, str, int, int, str, str, bytes, str]


@dataclass(eq=False)
class Ask:
    """An append that somebody waits for."""

    writes: tuple[Write, ...]
    answer: Future[tuple[Record, ...]]
    tried: tuple[Record, ...] = ()  # what was sent to the database, while it is not known what became of it

    def done(self, records: tuple[Record, ...]) -> None:
        """Tell that it is written. Whoever has stopped waiting is not told."""
        if not self.answer.done():
            self.answer.set_result(records)

    def failed(self, error: Exception) -> None:
        """Tell that it is not written."""
        if not self.answer.done():
            self.answer.set_exception(error)


@dataclass
class Group:
    """What becomes of some appends."""

    made: list[tuple[Ask, tuple[Record, ...]]] = field(default_factory=list)
    refused: list[tuple[Ask, Exception]] = field(default_factory=list)
    begins: dict[str, Tip] = field(default_factory=dict)  # of the streams that grow
    ends: dict[str, Tip] = field(default_factory=dict)

    @property
    def moves(self) -> list[Move]:
        """The heads that move, in the order of their names: two processes that move the same never block each other."""
        return [Move(end.version, end.hash, name, *self.begins[name]) for name, end in sorted(self.ends.items())]

    def rows(self, base: int = 0) -> list[Row]:
        """Return the lines to be written, in order, from a position on."""
        found: list[Row] = []
        position = base
        for ask, records in self.made:
            first = position
            for write, record in zip(ask.writes, records, strict=True):
                found.append(row_of(record, write.command, position, first))
                position += 1
        return found


def limited(writes: Iterable[Write]) -> tuple[Write, ...]:
    """Return the writes of one append: at least one, not too many, each to another stream."""
    asked = one_each(writes)
    if not 0 < len(asked) <= MOST_WRITES:
        raise LogError(f"one append holds {len(asked)} writes; it may hold 1 to {MOST_WRITES}")
    return asked


def lay(asks: Sequence[Ask], heads: Mapping[str, Tip]) -> Group:
    """Lay appends one behind the other. ``heads`` knows every stream they name."""
    group = Group()
    for ask in asks:
        try:
            tips = [group.ends.get(write.stream, heads[write.stream]) for write in ask.writes]
            records = tuple([follow(write, tip.head) for write, tip in zip(ask.writes, tips, strict=True)])
        except Exception as error:  # a conflict, or what cannot be written at all; nobody else suffers for it
            group.refused.append((ask, error))
            continue
        group.made.append((ask, records))
        for record, tip in zip(records, tips, strict=True):
            group.begins.setdefault(record.stream, tip)
            group.ends[record.stream] = Tip(record.last, record.hash, tip.epoch)
    return group


def conflicting(group: Group) -> set[str]:
    """Return the streams of appends that were refused since a stream did not end where they say."""
    return {write.stream for ask, error in group.refused if isinstance(error, Conflict) for write in ask.writes}


def row_of(record: Record, command: LoggedCommand, position: int, first: int) -> Row:
    """Return the line of a record."""
    stream, n, last = record.stream, record.n, record.last
    return position, first, stream, n, last, command.who, command.id, record.body, record.hash


def adopted(records: Iterable[Record]) -> Iterator[list[tuple[Record, LoggedCommand]]]:
    """Return records from elsewhere, a transaction's worth at a time; each must follow from the last."""
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
    """Return the heads of streams that were taken over from elsewhere."""
    return {record.stream: Tip(record.last, record.hash) for part in parts for record, _ in part}


class Heads(dict[str, Tip]):
    """The heads that the database has confirmed to this process. A failed append takes none of them away."""

    def note(self, tips: Mapping[str, Tip]) -> None:
        """Remember heads; where there are too many, those that were noted first are dropped."""
        for stream, tip in tips.items():
            self.pop(stream, None)
            self[stream] = tip
        if len(self) > MOST_HEADS:
            for stream in list(islice(self, MOST_HEADS // 2)):
                del self[stream]

    def drop(self, streams: Iterable[str]) -> None:
        """Forget streams that were taken away in order."""
        for stream in streams:
            self.pop(stream, None)


def streams_of(asks: Iterable[Ask]) -> set[str]:
    """Return the streams that some appends name."""
    return {write.stream for ask in asks for write in ask.writes}


def is_pruned(note: bytes | None, tip: Tip) -> bool:
    """Say whether the note about a stream that was taken away covers this head of it."""
    if note is None:
        return False
    found = msgspec.json.decode(note)
    return bool(found["n"] > tip.version or (found["n"], found["hash"]) == tip.head)


def went_back(stream: str, known: Tip, found: Tip) -> str:
    """Say which stream shows that a database has gone back in time."""
    there = f"ends at event {found.version}" if found.version <= known.version else f"has another event {known.version}"
    at_hash = f", hash {found.hash[:12]}" if found.version else ""
    return (
        f"the database has gone back in time: {stream} had event {known.version}, hash {known.hash[:12]}, and now "
        f"{there}{at_hash}; nothing more is written: bring the right database back and start the floor again"
    )


def moved(stream: str, end: Head) -> Conflict:
    """Say that a stream does not end any more where it was exported."""
    return Conflict(f"{stream} does not end at version {end.version} any more")
