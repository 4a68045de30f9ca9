"""Snapshots: what a table had come to at some version, so that a long log need not be played again to go on.

A snapshot is nothing but a shortcut. It lies on the shelf, may be missing or old, and what came after it is played on
top of it; the log alone is the truth, and a test compares the two.
"""

from __future__ import annotations

import msgspec

from punto.log.game import Game, replayed
from punto.log.opening import Open, rules_of
from punto.log.record import LogError
from punto.log.store import Conflict
from punto.store.durable import Durable
from punto.table import TableState, after

KIND = "snapshot"


class Snapshot(msgspec.Struct, frozen=True):
    """A table at a version."""

    opening: Open
    at: int
    hash: str  # of the record that it stands behind
    state: TableState


async def keep(store: Durable, stream: str, snapshot: Snapshot) -> None:
    """Put a snapshot in the place of the last one."""
    known = await store.shelf(KIND, stream)
    try:
        await store.shelve(KIND, stream, msgspec.json.encode(snapshot), known[0] if known else 0)
    except Conflict:  # whoever was faster has one that is as good
        return


async def resume(store: Durable, stream: str) -> tuple[Game, Open]:
    """Take up a table where its log ends, from the last snapshot that fits this log."""
    known = await store.shelf(KIND, stream)
    snapshot = _read(known[1]) if known else None
    if snapshot is not None:
        later = await store.read(stream, max(0, snapshot.state.version - 1))  # with the record that it stands behind
        if later and later[0].hash == snapshot.hash:
            game = Game(rules_of(snapshot.opening), snapshot.state, snapshot.at)
            for record in later[1:]:
                batch = record.batch
                game.state, game.at = after(game.state, batch.events), batch.command.at
            return game, snapshot.opening
    records = await store.read(stream)
    game = replayed(stream, records)
    opening = next(batch.command for batch in (record.batch for record in records) if isinstance(batch.command, Open))
    return game, opening


def _read(body: bytes) -> Snapshot | None:
    """Read a snapshot; one that an earlier version of this program wrote otherwise is none."""
    try:
        return msgspec.json.decode(body, type=Snapshot)
    except (msgspec.DecodeError, LogError):
        return None
