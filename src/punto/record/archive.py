"""Export, import and retention; pruning removes only exported streams.

Streams ever written in one append belong to one *family* (tables, the meters they feed, wallets). A family is exported
and pruned as a whole, because a part of it could not be verified.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from hashlib import sha256

import msgspec

from punto.record import checkpoints
from punto.record.chain import Record
from punto.record.checkpoints import CHAPTER, part_of
from punto.record.durable import Durable, StoreError
from punto.record.duties import JOURNAL
from punto.record.export import Leaves, exported
from punto.record.log_reader import load
from punto.record.store import PRUNED, Head, head
from punto.table.events import CoupEnded, CoupVoided, ShoeEnded

LeavesOf = Callable[[Sequence[Record]], Awaitable[Leaves | None]]  # where records are in the floor's Merkle tree


async def archive(store: Durable, punto: str, table: str = "", leaves_of: LeavesOf | None = None) -> str:
    """Export a log as JSON lines: all of it, or one table with its family."""
    stream = f"table/{table}" if table else ""
    if stream and await store.last(stream) is None:
        raise StoreError(f"unknown table {table!r}: not in this database")
    wanted = family(stream, await store.pairs()) if stream else set()
    records = [record async for record in store.records() if not wanted or record.stream in wanted]
    return exported(records, punto, await leaves_of(records) if leaves_of else None)


async def restore(store: Durable, data: bytes) -> int:
    """Import an exported log into streams that do not exist yet; return the number of records."""
    records = tuple(load(data).records())
    if records:
        await store.adopt(records)
    return len(records)


async def prune(store: Durable, data: bytes, before: int) -> list[str]:
    """Remove the families of an export that are unchanged and were last written before a time; return the streams.

    A document records each removed stream: its last position, and the file that contains it.
    """
    log = load(data)
    ends = {record.stream: head(record) for record in log.records()}
    old = {stream for stream in ends if (last := log.last(stream)) and last.batch.command.at < before}
    here = {stream: head(await store.last(stream)) for stream in old}
    same = {stream for stream in old if here[stream] == ends[stream]}
    pairs = await store.pairs()
    chosen = sorted(stream for stream in same if family(stream, pairs) <= same)
    for stream in chosen:
        await _note(store, stream, ends[stream], sha256(data).hexdigest())
    if chosen:
        await store.prune({stream: ends[stream] for stream in chosen})
        for stream in chosen:
            await checkpoints.forget(store, stream, parts_of(log.read(stream)))
    return chosen


def parts_of(records: Iterable[Record]) -> Iterator[str]:
    """Yield the parts of a table's stream that may have snapshots."""
    shoe = coups = 0
    for event in (event for record in records for event in record.batch.events):
        if isinstance(event, ShoeEnded):
            shoe, coups = event.shoe, 0
            yield part_of(shoe)
        elif isinstance(event, CoupEnded | CoupVoided):
            coups += 1
            if coups % CHAPTER == 0:
                yield part_of(shoe, coups // CHAPTER)


async def _note(store: Durable, stream: str, end: Head, file: str) -> None:
    there = await store.shelf(PRUNED, stream)
    body = msgspec.json.encode({"n": end.version, "hash": end.hash, "export": file})
    await store.shelve(PRUNED, stream, body, there[0] if there else 0)


def family(stream: str, pairs: Iterable[tuple[str, str]]) -> set[str]:
    """Return a stream's family: the streams written together with it, transitively.

    The administration stream is written together with every wallet that received cash, and belongs to no family.

    >>> sorted(family("a", [("a", "b"), ("c", "b"), ("d", "e")]))
    ['a', 'b', 'c']
    """
    beside: dict[str, set[str]] = {}
    for one, other in pairs:
        if JOURNAL in (one, other):
            continue
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    found, new = {stream}, [stream]
    while new:
        more = beside.get(new.pop(), set()) - found
        found |= more
        new += more
    return found
