"""Ownership of tables, if several processes serve one floor on one PostgreSQL.

A database session holds an advisory lock for each table that its process owns. When the process dies, the database ends
the session with its locks, and another process may take the table over. If its host or network is lost, TCP keep-alives
end the session within seconds. The lock only says who should write; stream heads prevent two writers. A process whose
session is lost must assume that other processes own its tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import asyncpg


class Ownership(Protocol):
    """The locks of the tables that this process owns."""

    shared: bool  # whether other processes may own tables of this floor

    async def own(self, table: str) -> bool:
        """Lock a table; return False if another process owns it."""

    async def disown(self, table: str) -> None:
        """Release a table."""

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Register a callback for the loss of all locks."""

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

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Do nothing: locks are never lost."""

    async def close(self) -> None:
        """Do nothing: nothing is locked."""


class LockSession:
    """Ownership by one of several processes, with its own session in PostgreSQL."""

    shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: asyncpg.Connection | None = None
        self._one = asyncio.Lock()
        self._tell: Callable[[], None] = lambda: None

    async def own(self, table: str) -> bool:
        """Lock a table, if it is free."""
        async with self._one:
            return bool(await (await self._connected()).fetchval("SELECT pg_try_advisory_lock($1)", lock_of(table)))

    async def disown(self, table: str) -> None:
        """Release the lock of a table, if it is not lost already."""
        async with self._one:
            if self._connection is not None and not self._connection.is_closed():
                await self._connection.execute("SELECT pg_advisory_unlock($1)", lock_of(table))

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Register a callback for the loss of the session with all its locks."""
        self._tell = tell

    async def close(self) -> None:
        """End the session."""
        self._tell = lambda: None
        if self._connection is not None:
            await self._connection.close()

    async def _connected(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            from punto.record.pg_connection import lock_session  # a process that serves a floor alone needs no asyncpg

            self._connection = await lock_session(self._url)
            self._connection.add_termination_listener(lambda connection: self._tell())
        return self._connection


def lock_of(table: str) -> int:
    """Return the lock number of a table: 63 bits of a hash, the same in every process."""
    return int.from_bytes(sha256(f"punto table {table}".encode()).digest()[:8], "big") >> 1
