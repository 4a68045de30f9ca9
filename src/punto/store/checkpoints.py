"""Checkpoints: what a machine had come to after a record, so that taking it up reads only what came after.

They lie on the shelf. A checkpoint is a convenience and never a source. One that is missing, broken, of another engine,
or not of this log is passed over, and the whole log is read.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, get_args, get_origin

import msgspec

from punto.log.code import engine_digest
from punto.log.record import LogError, Record
from punto.log.store import LOST, Conflict, Head, broken, head
from punto.store.durable import ALL

log = logging.getLogger(__name__)
State = TypeVar("State")
TABLE, SHOE, METERS, BOOKS, JOURNAL = "snapshot", "shoe", "meters", "books", "journal"  # the kinds there are
COUPONS = "coupons"  # likewise
engine = cache(engine_digest)
DIGEST = 32  # bytes at the beginning, of those that follow


class Shelf(Protocol):
    """The part of a store that checkpoints need."""

    async def read(self, stream: str, after: int = 0, most: int = ALL) -> list[Record]:
        """Return the records of a stream after a version."""

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        """Put a document in its place."""

    async def shelf(self, kind: str, key: str) -> tuple[int, bytes] | None:
        """Return a document with its version."""

    async def erase(self, kind: str, key: str) -> None:
        """Take a document away."""


class _Header(NamedTuple):
    """Which checkpoint this is."""

    engine: str  # the digest of the engine whose state this is
    version: int  # of the stream, with the record
    hash: str  # of the record
    at: int  # when that was


class TakenUp(NamedTuple, Generic[State]):
    """A machine at its checkpoint, and what came after it; from the beginning, where there is none that is any good."""

    state: State | None
    version: int
    at: int
    records: list[Record]


async def keep(store: Shelf, kind: str, last: Record, state: object, part: str = "") -> None:
    """Keep what a stream had come to after a record: one of a kind for each stream, or for each named part of it.

    Where another process is keeping one, that is as good. Where it fails the log is read from further back, and what
    was done before stays done: so nobody hears of it but the server's own log.
    """
    header = _Header(engine(), last.last, last.hash, last.batch.command.at)
    try:
        body = msgspec.msgpack.encode((header, state))
        there = await store.shelf(kind, last.stream + part)
        await store.shelve(kind, last.stream + part, sha256(body).digest() + body, there[0] if there else 0)
    except Conflict:
        return
    except Exception:
        log.exception("%s: no checkpoint was kept", last.stream)


async def take_up(
    store: Shelf, kind: str, stream: str, state: type[State], most: int = ALL, part: str = ""
) -> TakenUp[State]:
    """Take up what a stream has come to: the state of its checkpoint, and the first so many records after it.

    Raise ``LogError`` where these records have a gap, or one of them does not follow from the one before it.
    """
    found = _read(await store.shelf(kind, stream + part), state)
    if found is not None:
        header, kept = found
        records = await store.read(stream, header.version - 1, most + 1)
        if records and (records[0].last, records[0].hash) == (header.version, header.hash):
            return TakenUp(kept, header.version, header.at, _whole(records[1:], head(records[0])))
    return TakenUp(None, 0, 0, _whole(await store.read(stream, 0, most), Head()))


def _whole(records: list[Record], end: Head) -> list[Record]:
    """Return records, each of which follows from the one before it; raise ``LogError`` at the first that does not."""
    for record in records:
        if words := broken(record, end):
            why = LOST if record.n > end.version + 1 else ""
            raise LogError(f"{record.stream} cannot be resumed at the record of event {record.n}: {words}{why}")
        end = head(record)
    return records


async def forget(store: Shelf, stream: str, parts: Iterable[str]) -> None:
    """Take away the checkpoints of a stream that is no longer here, and of its parts."""
    for kind in (TABLE, METERS, COUPONS, BOOKS, JOURNAL):
        await store.erase(kind, stream)
    for part in parts:
        await store.erase(SHOE, stream + part)


def _counter(kind: Any, value: Any) -> Any:
    """Decode a counter, which msgspec itself does not know."""
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
