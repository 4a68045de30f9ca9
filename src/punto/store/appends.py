"""Appends that wait, laid into one transaction: who is refused, which rows are written, where the streams end then.

This is what both databases share, and it touches neither. A group is laid in the order in which it was asked, so that
two appends to one stream may stand in one group; whoever does not fit is refused alone.
"""

from __future__ import annotations

from asyncio import Future
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from punto.log.record import LogError, LoggedCommand, Record, digest
from punto.log.store import Conflict, Head, Write, follow, one_each
from punto.store.durable import MOST_WRITES

MOST_ROWS = 1024  # of one transaction
MOST_HEADS = 20_000  # streams whose ends are remembered; a floor with more of them asks the database again


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
    ends: dict[str, Head] = field(default_factory=dict)  # of the streams that grow

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


def lay(asks: Sequence[Ask], heads: Mapping[str, Head]) -> Group:
    """Lay appends one behind the other. ``heads`` knows every stream they name."""
    group = Group()
    for ask in asks:
        try:
            records = tuple([follow(write, group.ends.get(write.stream, heads[write.stream])) for write in ask.writes])
        except Exception as error:  # a conflict, or what cannot be written at all; nobody else suffers for it
            group.refused.append((ask, error))
            continue
        group.made.append((ask, records))
        for record in records:
            group.ends[record.stream] = Head(record.last, record.hash)
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
        end = ends.get(record.stream, Head())
        if record.n != end.version + 1 or record.hash != digest(end.hash, record.body):
            raise LogError(f"{record.stream}: the record of event {record.n} does not follow event {end.version}")
        ends[record.stream] = Head(record.last, record.hash)
        part.append((record, record.batch.command))
        if len(part) == MOST_ROWS:
            yield part
            part = []
    if part:
        yield part


class Heads(dict[str, Head]):
    """Where streams end, as far as it is remembered."""

    def unknown(self, asks: Iterable[Ask]) -> set[str]:
        """Return the streams of some appends whose ends have to be looked up."""
        if len(self) > MOST_HEADS:
            self.clear()
        return {write.stream for ask in asks for write in ask.writes} - self.keys()


def moved(stream: str, end: Head) -> Conflict:
    """Say that a stream does not end any more where it was exported."""
    return Conflict(f"{stream} does not end at version {end.version} any more")
