"""Checkpoints of folded state, so that resuming reads only later records.

They are stored as documents and are only a cache. A checkpoint that is missing, corrupt, of another engine or of
another log is ignored, and the whole log is read. Of a table the latest is kept, and for every shoe the state at the
end of its last coup, from which the next shoe can be replayed much later. A continuous shoe has chapters instead, each
of ``CHAPTER`` coups.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, get_args, get_origin

import msgspec

from punto.record.amending import Amend, amended_rules
from punto.record.chain import LogError, Record, decode, engine_digest
from punto.record.durable import ALL, Durable
from punto.record.opening import Open, rules_of
from punto.record.store import LOST, Conflict, Head, broken, head
from punto.rules.house_rules import HouseRules
from punto.table import TableState, after

log = logging.getLogger(__name__)
State = TypeVar("State")
TABLE, SHOE, METERS, BOOKS, JOURNAL = "snapshot", "shoe", "meters", "books", "journal"  # document kinds
COUPONS, FILINGS = "coupons", "filings"  # likewise
engine = cache(engine_digest)
DIGEST = 32  # length in bytes of the digest that precedes the body


class Shelf(Protocol):
    """Part of a store that checkpoints need."""

    async def read(self, stream: str, after: int = 0, most: int = ALL) -> list[Record]:
        """Return the records of a stream after a version."""

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        """Store a document over version ``before``."""

    async def shelf(self, kind: str, key: str) -> tuple[int, bytes] | None:
        """Return a document with its version, or None."""

    async def erase(self, kind: str, key: str) -> None:
        """Erase a document."""


class _Header(NamedTuple):
    """Identity of a checkpoint."""

    engine: str  # digest of the engine that wrote the state
    version: int  # of the stream, including the record
    hash: str  # of the record
    at: int  # milliseconds, time of the record


class ResumedState(NamedTuple, Generic[State]):
    """A resumed machine: its checkpoint state, or None to start from the beginning, and the records after it."""

    state: State | None
    version: int
    at: int
    records: list[Record]


async def keep(store: Shelf, kind: str, last: Record, state: object, part: str = "") -> None:
    """Store the state of a stream after a record; one checkpoint per kind and stream, or per named part of it.

    A concurrent checkpoint of another process is as good. Failures are only logged: the next resume then reads more
    records.
    """
    header = _Header(engine(), last.last, last.hash, last.batch.command.at)
    try:
        body = msgspec.msgpack.encode((header, state))
        there = await store.shelf(kind, last.stream + part)
        await store.shelve(kind, last.stream + part, sha256(body).digest() + body, there[0] if there else 0)
    except Conflict:
        return
    except Exception:
        log.exception("%s: checkpoint failed", last.stream)


async def take_up(
    store: Shelf, kind: str, stream: str, state: type[State], most: int = ALL, part: str = ""
) -> ResumedState[State]:
    """Resume a stream: the state of its checkpoint, and up to ``most`` records after it.

    Raises ``LogError`` if these records have a gap or one does not follow from its predecessor.
    """
    found = _read(await store.shelf(kind, stream + part), state)
    if found is not None:
        header, kept = found
        records = await store.read(stream, header.version - 1, most + 1)
        if records and (records[0].last, records[0].hash) == (header.version, header.hash):
            return ResumedState(kept, header.version, header.at, _whole(records[1:], head(records[0])))
    return ResumedState(None, 0, 0, _whole(await store.read(stream, 0, most), Head()))


def _whole(records: list[Record], end: Head) -> list[Record]:
    """Return the records if each follows from its predecessor; raise ``LogError`` at the first that does not."""
    for record in records:
        if words := broken(record, end):
            why = LOST if record.n > end.version + 1 else ""
            raise LogError(f"{record.stream} cannot be resumed at the record of event {record.n}: {words}{why}")
        end = head(record)
    return records


async def forget(store: Shelf, stream: str, parts: Iterable[str]) -> None:
    """Erase the checkpoints of a removed stream and of its parts."""
    for kind in (TABLE, METERS, COUPONS, FILINGS, BOOKS, JOURNAL):
        await store.erase(kind, stream)
    for part in parts:
        await store.erase(SHOE, stream + part)


def _counter(kind: Any, value: Any) -> Any:
    """Decode a ``Counter``, which msgspec does not support."""
    if get_origin(kind) is Counter:
        return Counter(msgspec.convert(value, dict[get_args(kind)[0], int]))  # type: ignore[misc]
    raise NotImplementedError(kind)


def _read(document: tuple[int, bytes] | None, state: type[State]) -> tuple[_Header, State] | None:
    body = document[1] if document else b""
    if sha256(body[DIGEST:]).digest() != body[:DIGEST]:
        return None
    try:
        found: Any = msgspec.msgpack.decode(body[DIGEST:], type=tuple[_Header, state], dec_hook=_counter)  # type: ignore[valid-type]
    except msgspec.DecodeError:
        return None
    return found if found[0].engine == engine() else None


# ---------------------------------------------------------------- tables

CHAPTER = 100  # coups
NEAR = 4  # chapters searched, backward from the last
MANY = 2_000  # records; a reader of this many stores a snapshot, so that they are not read again


class Snapshot(NamedTuple):
    """State of a table after a record."""

    opening: bytes  # record that opened the table
    state: TableState
    amended: bytes = b""  # record of its last amendment, if any


class Resumed(NamedTuple):
    """A table resumed from its log."""

    rules: HouseRules
    state: TableState
    at: int
    opening: bytes
    kept: int  # version of the snapshot
    read: int  # number of records read after it
    amended: bytes = b""  # record of its last amendment, if any


def part_of(shoe: int, chapter: int = 0) -> str:
    """Return the part of a table's stream that ends with a shoe, or before a chapter of the following shoe."""
    return f"/{shoe}.{chapter}" if chapter else f"/{shoe}"


def chapter_of(state: TableState) -> int:
    """Return the chapter of a continuous shoe that begins here; 0 if none does, or for the first."""
    chapter, within = divmod(state.coup - state.shoe_began, CHAPTER)
    return chapter if state.continuous and not within else 0


async def save(store: Durable, last: Record, state: TableState, opening: bytes, amended: bytes = b"") -> None:
    """Store a table's state after its last record."""
    await keep(store, TABLE, last, Snapshot(opening, state, amended))


async def save_shoe(store: Durable, last: Record, state: TableState, shoe: int, chapter: int = 0) -> None:
    """Store a table's state at the end of a shoe's or chapter's last coup, within or at the end of the record."""
    await keep(store, SHOE, last, state, part_of(shoe, chapter))


async def before_shoe(store: Durable, stream: str, shoe: int, number: int = 1) -> TableState | None:
    """Return the state at the end of the previous shoe, or of a chapter before a coup; None if not stored."""
    near = (number - 1) // CHAPTER
    for chapter in dict.fromkeys((*range(near, max(near - NEAR, 0), -1), 0)):
        found = await take_up(store, SHOE, stream, TableState, 0, part_of(shoe - 1, chapter))
        if found.state is not None:
            return found.state
    return None


async def resume(store: Durable, stream: str) -> Resumed:
    """Resume a table from its log; raise ``LogError`` if it was never opened."""
    found = await take_up(store, TABLE, stream, Snapshot)
    opening, state, amended = found.state or Snapshot(b"", TableState())
    at = found.at
    for record in found.records:
        batch = record.batch
        if isinstance(batch.command, Open):
            opening = record.body
        elif isinstance(batch.command, Amend):
            amended = record.body
        state, at = after(state, batch.events), batch.command.at
    if not opening:
        raise LogError(f"{stream} was never opened")
    if len(found.records) >= MANY:
        await save(store, found.records[-1], state, opening, amended)
    rules = amended_rules(decode(amended).command) if amended else rules_of(decode(opening).command)
    return Resumed(rules, state, at, opening, found.version, len(found.records), amended)
