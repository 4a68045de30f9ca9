"""The streams that tables share: meters that several tables feed, and the wallets of those who sit at them.

Machines beside a table read their streams from here, where what the store has is at hand. A stream is held by one
writer of this process at a time, from its decision until that is stored, so that tables of one process never come into
each other's way. Another process may: then the append is a conflict, the stream is read on, and it is decided again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from punto.log.record import Record
from punto.store.durable import Durable

TakeUp = Callable[[str], Awaitable[tuple[int, list[Record]]]]
AT_HAND = 1000  # shared streams that are kept in memory; a wallet beyond them is read again when it is needed


@dataclass
class _Stream:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    fresh: list[Record] = field(default_factory=list)  # read from the store, and not yet by its machine
    version: int = -1  # as far as it was read from the store; not at all yet
    held: int = 0  # by how many, or awaited


class Beside:
    """The shared streams of a floor, as a reader for their machines.

    ``take_up`` brings a machine to its checkpoint; it returns that version, and what came after it.
    """

    def __init__(self, store: Durable, take_up: TakeUp, forgotten: Callable[[str], None]) -> None:
        self._store, self._take_up, self._forgotten = store, take_up, forgotten
        self._streams: dict[str, _Stream] = {}

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Return what has come to a stream since its machine read it."""
        kept = self._streams[stream]
        fresh, kept.fresh = kept.fresh, []
        return (record for record in fresh if record.last > after)

    @asynccontextmanager
    async def held(self, streams: Iterable[str]) -> AsyncIterator[None]:
        """Hold some streams, read as far as they go; always in the order of their names."""
        async with AsyncExitStack() as stack:
            for name in sorted(streams):
                await stack.enter_async_context(self._holding(name))
            yield

    @asynccontextmanager
    async def _holding(self, name: str) -> AsyncIterator[None]:
        kept = self._streams.setdefault(name, _Stream())
        kept.held += 1
        try:
            async with kept.lock:
                if kept.version < 0:
                    version, records = await self._take_up(name)
                    kept.version = version
                    self._take(kept, records)
                yield
        finally:
            kept.held -= 1
            self._forget()

    async def catch_up(self, streams: Iterable[str]) -> None:
        """Read on what somebody else has written."""
        for name in streams:
            kept = self._streams[name]
            self._take(kept, await self._store.read(name, kept.version))

    def put(self, records: Iterable[Record]) -> None:
        """Take what was just appended to streams that are held."""
        for record in records:
            self._take(self._streams[record.stream], [record])

    def _take(self, kept: _Stream, records: list[Record]) -> None:
        kept.fresh += records
        if records:
            kept.version = records[-1].last

    def _forget(self) -> None:
        """Let go of the wallet that came first, where there are many: nothing here grows with a floor's age."""
        if len(self._streams) <= AT_HAND:
            return
        for name, kept in self._streams.items():
            if not kept.held and name.startswith("wallet/"):
                del self._streams[name]
                self._forgotten(name)
                return
