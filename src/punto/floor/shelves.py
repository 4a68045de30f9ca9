"""What a floor keeps beside its logs: how each table is driven, which are closed, and who keeps them."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from punto.floor.setup import Setup
from punto.log.store import Conflict
from punto.store.durable import Durable

OPEN, CLOSED = "table", "closed"  # how a table is driven, and how one was that is kept no more
OWNER = "owner"  # the address of the process that keeps a table


class Shelves:
    """The documents of a floor."""

    def __init__(self, store: Durable) -> None:
        self._store = store

    async def tables(self) -> list[tuple[str, bytes]]:
        """Return all tables that are to be kept, each with how it is driven, unread."""
        return [(name, body) for name, _, body in await self._store.shelved(OPEN)]

    async def closed(self) -> list[str]:
        """Return the tables that were closed."""
        return sorted(name for name, _, _ in await self._store.shelved(CLOSED))

    async def open(self, name: str, setup: Setup) -> None:
        """Note how a table is driven that is kept from now on."""
        await self._put(OPEN, name, msgspec.json.encode(setup))
        await self._store.erase(CLOSED, name)

    async def close(self, name: str) -> None:
        """Note that a table is kept no more, and how it was driven."""
        known = await self._store.shelf(OPEN, name)
        await self._put(CLOSED, name, known[1] if known else msgspec.json.encode(Setup()))
        await self._store.erase(OPEN, name)

    async def setup(self, name: str) -> Setup | None:
        """Return how a table was driven that is closed."""
        known = await self._store.shelf(CLOSED, name)
        return msgspec.json.decode(known[1], type=Setup) if known else None

    async def owned(self, name: str, address: str) -> None:
        """Note who keeps a table."""
        with suppress(Conflict):
            await self._put(OWNER, name, address.encode())

    async def owner(self, name: str) -> str:
        """Return the address of the process that keeps a table, as far as it is known."""
        known = await self._store.shelf(OWNER, name)
        return known[1].decode() if known else ""

    async def _put(self, kind: str, name: str, body: bytes) -> None:
        known = await self._store.shelf(kind, name)
        await self._store.shelve(kind, name, body, known[0] if known else 0)
