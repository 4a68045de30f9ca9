"""Snapshots: the state of a table on the shelf, so that taking it up again reads only what came after.

A snapshot is a convenience and never a source. One that is missing, broken, of other code, or not of this log is passed
over, and the whole log is read.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import NamedTuple

import msgspec

from punto.houserules import HouseRules
from punto.log.code import code_digest
from punto.log.opening import Open, rules_of
from punto.log.record import LogError, Record, decode
from punto.log.store import Conflict
from punto.store.durable import Durable
from punto.table import TableState, after

KIND = "snapshot"
code = cache(code_digest)
DIGEST = 32  # bytes at the beginning, of those that follow


class Snapshot(msgspec.Struct, frozen=True):
    """A table as it was after a record."""

    code: str  # the digest of the code whose state this is
    hash: str  # of the record
    at: int  # when that was
    opening: bytes  # the record that opened the table
    state: TableState


class Resumed(NamedTuple):
    """A table as its log leaves it."""

    rules: HouseRules
    state: TableState
    at: int
    opening: bytes
    read: int  # records that had to be read


async def save(store: Durable, last: Record, state: TableState, opening: bytes) -> None:
    """Keep a table's state after its last record. Where another process is keeping one, that is as good."""
    shot = Snapshot(code(), last.hash, last.batch.command.at, opening, state)
    body = msgspec.json.encode(shot)
    there = await store.shelf(KIND, last.stream)
    try:
        await store.shelve(KIND, last.stream, sha256(body).digest() + body, there[0] if there else 0)
    except Conflict:
        return


async def resume(store: Durable, stream: str) -> Resumed:
    """Return a table as its log leaves it."""
    shot = await _snapshot(store, stream)
    records = await store.read(stream, shot.state.version - 1 if shot else 0)
    if shot and not (records and (records[0].last, records[0].hash) == (shot.state.version, shot.hash)):
        shot, records = None, await store.read(stream)  # a snapshot of another log
    return _played(stream, shot, records)


def _played(stream: str, shot: Snapshot | None, records: list[Record]) -> Resumed:
    state, at, opening = (shot.state, shot.at, shot.opening) if shot else (TableState(), 0, b"")
    for record in records[1:] if shot else records:
        batch = record.batch
        if isinstance(batch.command, Open):
            opening = record.body
        state, at = after(state, batch.events), batch.command.at
    if not opening:
        raise LogError(f"{stream} was never opened")
    return Resumed(rules_of(decode(opening).command), state, at, opening, len(records))


async def _snapshot(store: Durable, stream: str) -> Snapshot | None:
    found = await store.shelf(KIND, stream)
    body = found[1] if found else b""
    if sha256(body[DIGEST:]).digest() != body[:DIGEST]:
        return None
    try:
        shot = msgspec.json.decode(body[DIGEST:], type=Snapshot)
    except msgspec.DecodeError:
        return None
    return shot if shot.code == code() else None
