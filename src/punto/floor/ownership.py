"""Ownership of tables, if several processes serve one floor on one PostgreSQL.

The database says which process owns a table. It does so for as long as that process has a lease: when it dies, its host
or network is lost, or it hangs, another process takes the lease away and may take the table over. A process without its
lease cannot append, and stream heads prevent two writers in any case.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Set
from typing import Protocol

from punto.record.leases import Lease


class Ownership(Protocol):
    """The tables that this process owns."""

    shared: bool  # whether other processes may own tables of this floor

    async def own(self, table: str) -> bool:
        """Own a table; return False if another process does."""

    async def disown(self, table: str) -> None:
        """Release a table."""

    async def look(self) -> Set[str]:
        """Free the tables of processes that died or hang; return those that other processes own."""

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Register a callback for the loss of all tables."""

    async def close(self) -> None:
        """Release all tables."""


class SingleProcess:
    """Ownership of a single process: it owns every table."""

    shared = False

    async def own(self, table: str) -> bool:
        """Return True."""
        return True

    async def disown(self, table: str) -> None:
        """Do nothing: there is no other process."""

    async def look(self) -> Set[str]:
        """Return no table: there is no other process."""
        return frozenset()

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Do nothing: tables are never lost."""

    async def close(self) -> None:
        """Do nothing: there is no lease."""


class Leased:
    """Ownership by a process that has a lease on the floor's database."""

    def __init__(self, lease: Lease) -> None:
        self.lease, self.shared = lease, not lease.alone
        self._one = asyncio.Lock()
        self._tell: Callable[[], None] = lambda: None

    async def own(self, table: str) -> bool:
        """Own a table, if it is free. A process that lost its lease begins another."""
        if not self.shared:
            return True
        async with self._one:
            if not self.lease.process:
                await self.lease.begin(self._lost)
            return await self.lease.store.own(table, self.lease.process)

    async def disown(self, table: str) -> None:
        """Release a table, if it is not lost already."""
        if self.shared and self.lease.process:
            await self.lease.store.disown(table, self.lease.process)

    async def look(self) -> Set[str]:
        """Free the tables of processes that died or hang; return those that other processes own."""
        if not self.shared:
            return frozenset()
        await self.lease.look()
        owned = await self.lease.store.owned()
        return {table for table, process in owned.items() if process != self.lease.process}

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Register a callback for the loss of the lease with all tables."""
        self._tell = tell

    async def begin(self) -> None:
        """Begin the lease."""
        await self.lease.begin(self._lost)

    def _lost(self) -> None:
        self._tell()

    async def close(self) -> None:
        """End the lease."""
        self._tell = lambda: None
        await self.lease.end()
