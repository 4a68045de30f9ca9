"""Stores in memory, for tests, experiments and logs read from a file: the same promises, as long as the process."""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from punto.record.chain import LogError, Record, digest
from punto.record.durable import ALL, SECRET
from punto.record.store import Conflict, Head, Place, Write, follow, head, limited, moved, one_each, taken
from punto.record.vault_key import NO_KEY


class MemoryStore:
    """A synchronous log in memory."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._streams: dict[str, list[Record]] = {}
        self._commands: dict[tuple[str, str, str], Record] = {}
        self._order: list[Record] = []
        for record in records:
            self._adopt(record)

    def append(self, writes: Iterable[Write]) -> tuple[Record, ...]:
        """Append to several streams atomically. Raises ``Conflict`` if a version is stale."""
        asked = one_each(writes)
        added = tuple([self._next(write) for write in asked])
        for write, record in zip(asked, added, strict=True):
            self._keep(record, write.command.who, write.command.id)
        return added

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Return the records of a stream with events after a version, in order."""
        kept = self._streams.get(stream, [])
        return iter(kept[bisect_right(kept, after, key=lambda record: record.last) :])

    def last(self, stream: str) -> Record | None:
        """Return the last record of a stream, or None."""
        kept = self._streams.get(stream)
        return kept[-1] if kept else None

    def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return the record of a command in a stream, by its sender and id, or None."""
        return self._commands.get((stream, who, ident))

    def records(self) -> Iterator[Record]:
        """Return the records of all streams, in the order of appending."""
        return iter(self._order)

    def _next(self, write: Write) -> Record:
        record = follow(write, head(self.last(write.stream)))
        if (write.stream, write.command.who, write.command.id) in self._commands:
            raise taken(write)
        return record

    def _adopt(self, record: Record) -> None:
        """Add a record from elsewhere if it follows from the last one. Raises ``LogError``."""
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


# ---------------------------------------------------------------- for a floor


class MemoryDurable:
    """Log, secrets and documents in memory, with the same guarantees for the lifetime of the process."""

    def __init__(self) -> None:
        self.commits = 0  # each append counts as one
        self.halted = ""
        self._log = MemoryStore()
        self._pairs: set[tuple[str, str]] = set()
        self._gone = 0  # number of records that were pruned
        self._places: list[Place] = []
        self.vault_key = NO_KEY
        self._vault: dict[str, bytes] = {}
        self._shelf: dict[tuple[str, str], tuple[int, bytes]] = {}
        self._beats: dict[int, int] = {}
        self._owners: dict[str, int] = {}

    def halt(self, why: str) -> None:
        """Disable writing until the process restarts."""
        self.halted = self.halted or why

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        """Append to several streams atomically."""
        added = self._log.append(limited(writes))
        self.commits += 1
        self._number(added)
        self._pairs |= {(added[0].stream, record.stream) for record in added[1:]}
        return added

    async def read(self, stream: str, after: int = 0, most: int = ALL) -> list[Record]:
        """Return up to ``most`` records of a stream with events after a version."""
        return list(islice(self._log.read(stream, after), most))

    async def last(self, stream: str) -> Record | None:
        """Return the last record of a stream, or None."""
        return self._log.last(stream)

    async def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return the record of a command in a stream, or None."""
        return self._log.find(stream, who, ident)

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names of streams with a prefix."""
        return sorted({record.stream for record in self._log.records() if record.stream.startswith(prefix)})

    async def records(self) -> AsyncIterator[Record]:
        """Yield all records in order of appending."""
        for record in tuple(self._log.records()):
            yield record

    async def sequence(self, after: int, most: int) -> list[Place]:
        """Return up to ``most`` records after a position, in order."""
        first = bisect_right(self._places, after, key=lambda place: place.position)
        return self._places[first : first + most]

    async def place(self, stream: str, n: int) -> Place | None:
        """Return the place of the record whose first event has a number, or None."""
        return next((place for place in reversed(self._places) if (place.stream, place.n) == (stream, n)), None)

    def _number(self, records: Iterable[Record]) -> None:
        for record in records:
            position = self._gone + len(self._places) + 1
            self._places.append(Place(position, record.stream, record.n, record.hash))

    async def pairs(self) -> set[tuple[str, str]]:
        """Return pairs of streams written together."""
        return set(self._pairs)

    async def adopt(self, records: Iterable[Record]) -> None:
        """Import records into streams that do not exist yet."""
        taken = tuple(records)
        for record in taken:
            if self._log.last(record.stream) is not None:
                raise Conflict(f"{record.stream} already exists")
        self._log = MemoryStore((*self._log.records(), *taken))
        self._number(taken)
        self._pairs |= {(taken[0].stream, record.stream) for record in taken}

    async def prune(self, ends: Mapping[str, Head]) -> None:
        """Remove whole streams that still end at the given position."""
        for stream, end in ends.items():
            if head(self._log.last(stream)) != end:
                raise moved(stream, end)
        self._log = MemoryStore(record for record in self._log.records() if record.stream not in ends)
        kept = [place for place in self._places if place.stream not in ends]
        self._gone, self._places = self._gone + len(self._places) - len(kept), kept
        self._pairs = {pair for pair in self._pairs if not ends.keys() & set(pair)}

    async def seal(self, name: str) -> bytes:
        """Return the secret of a name, created on first use."""
        if name not in self._vault:
            self._vault[name] = self.vault_key.close(name, secrets.token_bytes(SECRET))
        return self.vault_key.open(name, self._vault[name])

    async def sealed(self, prefix: str) -> dict[str, bytes]:
        """Return the secrets whose names have a prefix."""
        found = (name for name in sorted(self._vault) if name.startswith(prefix))
        return {name: self.vault_key.open(name, self._vault[name]) for name in found}

    async def stored_secrets(self) -> dict[str, bytes]:
        """Return all secrets as they are stored."""
        return dict(self._vault)

    async def reseal(self, name: str, stored: bytes, before: bytes) -> bool:
        """Store a secret in another form."""
        if self._vault.get(name) != before:
            return False
        self._vault[name] = stored
        return True

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        """Store a document if it was at version ``before``."""
        version, _ = self._shelf.get((kind, key), (0, b""))
        if version != before:
            raise Conflict(f"{kind} {key} is not at version {before}")
        self._shelf[kind, key] = version + 1, body
        return version + 1

    async def shelf(self, kind: str, key: str) -> tuple[int, bytes] | None:
        """Return a document with its version, or None."""
        return self._shelf.get((kind, key))

    async def shelved(self, kind: str) -> list[tuple[str, int, bytes]]:
        """Return the documents of a kind."""
        return [(key, *kept) for (shelf, key), kept in sorted(self._shelf.items()) if shelf == kind]

    async def erase(self, kind: str, key: str) -> None:
        """Erase a document."""
        self._shelf.pop((kind, key), None)

    async def enter(self, process: int, address: str, *, alone: bool) -> None:
        """Begin a lease; no other process can take it away."""
        self._beats[process] = 0

    async def beat(self, process: int) -> bool:
        """Count up the beat of a lease."""
        self._beats[process] += 1
        return True

    async def beats(self) -> dict[int, int]:
        """Return the last beat of every lease."""
        return dict(self._beats)

    async def evict(self, process: int, beat: int) -> bool:
        """Take a lease away if it has this beat."""
        return self._beats.get(process) == beat and self._beats.pop(process) == beat

    async def leave(self, process: int) -> None:
        """End a lease."""
        self._beats.pop(process, None)

    async def own(self, table: str, process: int) -> bool:
        """Make a process the owner of a table, unless another with a lease owns it."""
        if self._owners.get(table, process) != process and self._owners[table] in self._beats:
            return False
        self._owners[table] = process
        return True

    async def owned(self) -> dict[str, int]:
        """Return the tables whose owners have a lease."""
        return {table: process for table, process in self._owners.items() if process in self._beats}

    async def disown(self, table: str, process: int) -> None:
        """Release a table."""
        if self._owners.get(table) == process:
            del self._owners[table]

    async def close(self) -> None:
        """Do nothing: no resources are held."""
