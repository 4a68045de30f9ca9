"""A log in memory: the promise of ``punto.log.store``, kept as long as the process."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from punto.log.record import LogError, Record, digest
from punto.log.store import Write, follow, head, one_each, taken


class MemoryStore:
    """Streams of records."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._streams: dict[str, list[Record]] = {}
        self._commands: dict[tuple[str, str, str], Record] = {}
        self._order: list[Record] = []
        for record in records:
            self._adopt(record)

    def append(self, writes: Iterable[Write]) -> tuple[Record, ...]:
        """Append to several streams, all or nothing; raise ``Conflict`` where a stream is at another version."""
        asked = one_each(writes)
        added = tuple([self._next(write) for write in asked])
        for write, record in zip(asked, added, strict=True):
            self._keep(record, write.command.who, write.command.id)
        return added

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Return the records of a stream that hold events after a version, in order."""
        kept = self._streams.get(stream, [])
        return iter(kept[bisect_right(kept, after, key=lambda record: record.last) :])

    def last(self, stream: str) -> Record | None:
        """Return the last record of a stream."""
        kept = self._streams.get(stream)
        return kept[-1] if kept else None

    def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return what somebody's command brought to a stream, by the id they gave it."""
        return self._commands.get((stream, who, ident))

    def records(self) -> Iterator[Record]:
        """Return the records of all streams, in the order in which they were appended."""
        return iter(self._order)

    def _next(self, write: Write) -> Record:
        record = follow(write, head(self.last(write.stream)))
        if (write.stream, write.command.who, write.command.id) in self._commands:
            raise taken(write)
        return record

    def _adopt(self, record: Record) -> None:
        """Take a record as it was written elsewhere, if it follows from the last."""
        end = head(self.last(record.stream))
        if record.n != end.version + 1:
            raise LogError(f"{record.stream}: event {record.n} does not follow event {end.version}")
        if record.hash != digest(end.hash, record.body):
            raise LogError(f"{record.stream}: the hash of the record of event {record.n} does not hold")
        command = record.batch.command
        if self.find(record.stream, command.who, command.id):
            raise LogError(f"{record.stream}: command {command.id!r} of {command.who!r} is there twice")
        self._keep(record, command.who, command.id)

    def _keep(self, record: Record, who: str, ident: str) -> None:
        kept = self._streams.get(record.stream)
        if kept is None:
            kept = self._streams[record.stream] = []
        kept.append(record)
        self._commands[record.stream, who, ident] = record
        self._order.append(record)
