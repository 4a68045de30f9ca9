"""Snapshots: a table on the shelf, so that taking it up again reads only what came after.

The newest is kept, and of every shoe the end of its last coup, from which the next shoe is told long after. A shoe that
never ends has chapters instead, of so many coups each.
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
NEAR = 4  # chapters that are looked for, from the last one back
MANY = 2_000  # records: whoever has read so many keeps a snapshot, so that nobody reads them again


class Snapshot(NamedTuple):
    """A table as it was after a record."""

    opening: bytes  # the record that opened the table
    state: TableState


class Resumed(NamedTuple):
    """A table as its log leaves it."""

    rules: HouseRules
    state: TableState
    at: int
    opening: bytes
    kept: int  # the version of the snapshot
    read: int  # records after it


def part_of(shoe: int, chapter: int = 0) -> str:
    """Return the part of a table's stream that ends with a shoe, or before a chapter of the shoe after it."""
    return f"/{shoe}.{chapter}" if chapter else f"/{shoe}"


def chapter_of(state: TableState) -> int:
    """Return the chapter that begins here, of a shoe that never ends; 0 where none does, or it is the first."""
    chapter, within = divmod(state.coup - state.shoe_began, CHAPTER)
    return chapter if state.continuous and not within else 0


async def save(store: Durable, last: Record, state: TableState, opening: bytes) -> None:
    """Keep a table's state after its last record."""
    await checkpoints.keep(store, checkpoints.TABLE, last, Snapshot(opening, state))


async def save_shoe(store: Durable, last: Record, state: TableState, shoe: int, chapter: int = 0) -> None:
    """Keep a table's state where the last coup of a shoe, or of a chapter, ended: within the record, or with it."""
    await checkpoints.keep(store, checkpoints.SHOE, last, state, part_of(shoe, chapter))


async def before_shoe(store: Durable, stream: str, shoe: int, number: int = 1) -> TableState | None:
    """Return the state where the shoe before ended, or a chapter before a coup began; nothing where none was kept."""
    near = (number - 1) // CHAPTER
    for chapter in dict.fromkeys((*range(near, max(near - NEAR, 0), -1), 0)):
        found = await checkpoints.take_up(store, checkpoints.SHOE, stream, TableState, 0, part_of(shoe - 1, chapter))
        if found.state is not None:
            return found.state
    return None


async def resume(store: Durable, stream: str) -> Resumed:
    """Return a table as its log leaves it."""
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
