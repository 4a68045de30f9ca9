"""Snapshots: a table's state as a document, so that resuming reads only later records.

The latest is kept, and for every shoe the state at the end of its last coup, from which the next shoe can be replayed
much later. A continuous shoe has chapters instead, each of ``CHAPTER`` coups.
"""

from __future__ import annotations

from typing import NamedTuple

from punto.houserules import HouseRules
from punto.log.opening import Open, rules_of
from punto.log.record import LogError, Record, decode
from punto.store import checkpoints
from punto.store.durable import Durable
from punto.table import TableState, after

CHAPTER = 100  # coups
NEAR = 4  # chapters searched, backward from the last
MANY = 2_000  # records; a reader of this many stores a snapshot, so that they are not read again


class Snapshot(NamedTuple):
    """State of a table after a record."""

    opening: bytes  # record that opened the table
    state: TableState


class Resumed(NamedTuple):
    """A table resumed from its log."""

    rules: HouseRules
    state: TableState
    at: int
    opening: bytes
    kept: int  # version of the snapshot
    read: int  # number of records read after it


def part_of(shoe: int, chapter: int = 0) -> str:
    """Return the part of a table's stream that ends with a shoe, or before a chapter of the following shoe."""
    return f"/{shoe}.{chapter}" if chapter else f"/{shoe}"


def chapter_of(state: TableState) -> int:
    """Return the chapter of a continuous shoe that begins here; 0 if none does, or for the first."""
    chapter, within = divmod(state.coup - state.shoe_began, CHAPTER)
    return chapter if state.continuous and not within else 0


async def save(store: Durable, last: Record, state: TableState, opening: bytes) -> None:
    """Store a table's state after its last record."""
    await checkpoints.keep(store, checkpoints.TABLE, last, Snapshot(opening, state))


async def save_shoe(store: Durable, last: Record, state: TableState, shoe: int, chapter: int = 0) -> None:
    """Store a table's state at the end of a shoe's or chapter's last coup, within or at the end of the record."""
    await checkpoints.keep(store, checkpoints.SHOE, last, state, part_of(shoe, chapter))


async def before_shoe(store: Durable, stream: str, shoe: int, number: int = 1) -> TableState | None:
    """Return the state at the end of the previous shoe, or of a chapter before a coup; None if not stored."""
    near = (number - 1) // CHAPTER
    for chapter in dict.fromkeys((*range(near, max(near - NEAR, 0), -1), 0)):
        found = await checkpoints.take_up(store, checkpoints.SHOE, stream, TableState, 0, part_of(shoe - 1, chapter))
        if found.state is not None:
            return found.state
    return None


async def resume(store: Durable, stream: str) -> Resumed:
    """Resume a table from its log; raise ``LogError`` if it was never opened."""
    found = await checkpoints.take_up(store, checkpoints.TABLE, stream, Snapshot)
    opening, state = found.state or Snapshot(b"", TableState())
    at = found.at
    for record in found.records:
        batch = record.batch
        if isinstance(batch.command, Open):
            opening = record.body
        state, at = after(state, batch.events), batch.command.at
    if not opening:
        raise LogError(f"{stream} was never opened")
    if len(found.records) >= MANY:
        await save(store, found.records[-1], state, opening)
    return Resumed(rules_of(decode(opening).command), state, at, opening, found.version, len(found.records))
