"""Lock on a floor's database, exclusive or shared; released when the process exits.

Two processes that both run every table would only obstruct each other: the log's key lets one of them write while the
other rereads and retries. The process serving a floor therefore locks all of it, with a file next to SQLite's or in a
PostgreSQL session. The lock ends with its process or its network connection.
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

PATIENCE = 5.0  # seconds; by then the session of a killed process has ended
LOCK = 0x70756E74  # "punt"; together with the schema it identifies the floor within a database
TAKEN = "another process is serving this floor"


@asynccontextmanager
async def custody(url: str, *, several: bool = False) -> AsyncIterator[None]:
    """Hold the lock of a floor, exclusively or shared; raise ``StoreError`` if it is not available."""
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
        raise StoreError(f"{path}: cannot open it: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise StoreError(f"{path}: {TAKEN}; stop it, or use PostgreSQL for several processes") from None
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
    raise StoreError(f"{shown(url)}: {TAKEN}; to share a floor, start every process with --address")
