"""Custody of a floor: one process keeps it alone, or several have agreed to share it.

Two processes that both take every table for their own would only hinder each other: the key of the log lets one of them
write, and the other reads on and tries again. So whoever serves a floor holds a lock on all of it, beside the file of
SQLite or in a session of PostgreSQL. The lock ends with its process, however that ends, and with the network to it.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import asyncpg

from punto.store.durable import StoreError
from punto.store.line import LOST, lock_session, shown, translated

PATIENCE = 5.0  # seconds in which the session of a process that was just killed is over
LOCK = 0x70756E74  # "punt"; with the schema it names the floor within a database
TAKEN = "another process keeps this floor"


@asynccontextmanager
async def custody(url: str, *, several: bool = False) -> AsyncIterator[None]:
    """Hold the floor of a database, alone or with others who share it; raise ``StoreError`` where that cannot be."""
    if url.startswith("sqlite:///"):
        with _file(url.removeprefix("sqlite:///")):
            yield
    elif url.startswith("postgres"):
        connection = await _session(url, "_shared" if several else "")
        try:
            yield
        finally:
            connection.terminate()
    else:
        yield


@contextmanager
def _file(path: str) -> Iterator[None]:
    try:
        lock = os.open(f"{path}-floor", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(f"{path}: it cannot be opened: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise StoreError(f"{path}: {TAKEN}; stop that one, or use PostgreSQL for several") from None
    finally:
        os.close(lock)


async def _session(url: str, shared: str) -> asyncpg.Connection:
    try:
        async with asyncio.timeout(30):
            connection = await lock_session(url)
            for _ in range(round(4 * PATIENCE) + 1):
                asked = f"SELECT pg_try_advisory_lock{shared}($1, hashtext(current_schema()))"
                if await connection.fetchval(asked, LOCK):
                    return connection
                await asyncio.sleep(0.25)
    except (*LOST, asyncpg.PostgresError, ValueError) as error:
        raise translated(error, url) from None
    connection.terminate()
    raise StoreError(f"{shown(url)}: {TAKEN}; where several share one, each says its --address")
