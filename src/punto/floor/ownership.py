"""Who owns a table, where several processes keep one floor on one PostgreSQL.

A session of the database holds an advisory lock for each table that its process keeps. When the process dies, however
it dies, the database ends the session and the locks with it, and another process may take the table over. Where its
host or its network is lost, TCP keep-alives end the session within seconds. The lock only says who should write; what
keeps two from writing is the head of the stream. A process whose session was lost must take it that its tables are
others' by now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import asyncpg


class Ownership(Protocol):
    """Whoever says which tables this process keeps."""

    shared: bool  # whether other processes may keep tables of this floor

    async def own(self, table: str) -> bool:
        """Say whether the table is this process's from now on; it is not where another has it."""

    async def disown(self, table: str) -> None:
        """Leave the table to others."""

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Say whom to tell when all tables are lost at once."""

    async def close(self) -> None:
        """Leave all tables to others."""


class SingleProcess:
    """The only process: every table is its own."""

    shared = False

    async def own(self, table: str) -> bool:
        """Say yes."""
        return True

    async def disown(self, table: str) -> None:
        """There is nobody to leave it to."""

    def when_lost(self, tell: Callable[[], None]) -> None:
        """It is never lost."""

    async def close(self) -> None:
        """Nothing is held."""


class LockSession:
    """One of several processes, with a session of its own in PostgreSQL."""

    shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: asyncpg.Connection | None = None
        self._one = asyncio.Lock()
        self._tell: Callable[[], None] = lambda: None

    async def own(self, table: str) -> bool:
        """Take the lock of a table, if nobody has it."""
        async with self._one:
            return bool(await (await self._connected()).fetchval("SELECT pg_try_advisory_lock($1)", lock_of(table)))

    async def disown(self, table: str) -> None:
        """Give the lock of a table back; one that was lost is given back already."""
        async with self._one:
            if self._connection is not None and not self._connection.is_closed():
                await self._connection.execute("SELECT pg_advisory_unlock($1)", lock_of(table))

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Tell somebody when the session is lost, and all its locks with it."""
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
    """Number the lock of a table: 63 bits of a hash, the same in every process."""
    return int.from_bytes(sha256(f"punto table {table}".encode()).digest()[:8], "big") >> 1
