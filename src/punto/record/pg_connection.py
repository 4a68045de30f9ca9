"""Connections to PostgreSQL, opened on demand and reopened after a loss, and the lock of a floor on its database.

Work on a connection may be repeated after a loss, so it must be idempotent; a sender whose request may have been
applied without a reply keeps track of it.

Two processes that both run every table would only obstruct each other: the log's key lets one of them write while the
other rereads and retries. The process that serves a floor therefore locks all of it, with a file next to SQLite's or in
a PostgreSQL session. The lock ends with its process or its network connection.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar
from urllib.parse import urlsplit

import asyncpg

from punto.record.durable import OutcomeUnknown, StoreError

T = TypeVar("T")
PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds between attempts
ATTEMPTS = 3  # minimum number that fits into the patience

# A session that holds locks must end soon after its host or network is lost, on both sides: TCP probes after two idle
# seconds, every second, and gives up after five; the default is two hours. Unix sockets need no probes.
IDLE, INTERVAL, PROBES, GIVEN_UP = 2, 1, 3, 5_000  # seconds, seconds, number, milliseconds
SETTINGS = {
    "tcp_keepalives_idle": str(IDLE),
    "tcp_keepalives_interval": str(INTERVAL),
    "tcp_keepalives_count": str(PROBES),
    "tcp_user_timeout": str(GIVEN_UP),
}
OPTIONS = {"TCP_KEEPIDLE": IDLE, "TCP_KEEPINTVL": INTERVAL, "TCP_KEEPCNT": PROBES, "TCP_USER_TIMEOUT": GIVEN_UP}

LOST = (
    OSError,
    EOFError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the driver's state is inconsistent after a session ended mid-operation
    asyncpg.OperatorInterventionError,  # shut down, crashed, starting up
    asyncpg.TooManyConnectionsError,
)


def shown(url: str) -> str:
    """Return a URL without password and query, for display."""
    try:
        parts = urlsplit(url)
        name, _, host = parts.netloc.rpartition("@")
        user = name.partition(":")[0]
        return f"{parts.scheme}://{f'{user}@{host}' if user else host}{parts.path}"
    except ValueError:
        return "postgresql"


def translated(error: BaseException, url: str) -> StoreError:
    """Translate an error of PostgreSQL or of its connection into one line."""
    if isinstance(error, asyncpg.DiskFullError):
        words = "the disk is full; nothing was written"
    elif isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        words = "it is read-only; nothing was written"
    else:
        words = (str(error) or type(error).__name__).splitlines()[0]
    return StoreError(f"{shown(url)}: {words}")


async def lock_session(url: str) -> asyncpg.Connection:
    """Open a session that holds locks for as long as its host is reachable."""
    connection = await asyncpg.connect(url, server_settings=SETTINGS)
    ours: socket.socket = connection._transport.get_extra_info("socket")
    if ours.family in (socket.AF_INET, socket.AF_INET6):
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in OPTIONS.items():
            if hasattr(socket, name):  # not every system has all of them
                ours.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    return connection


class PgConnection:
    """A connection that does one thing at a time."""

    def __init__(self, url: str, patience: float) -> None:
        self.url, self.patience = url, patience
        self.lost = 0  # number of losses
        self.connections = 0  # number of connections made
        self._connection: asyncpg.Connection | None = None
        self._one = asyncio.Lock()

    async def do(self, work: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        """Run work on the connection; repeat it after a loss until the timeout. Raises ``OutcomeUnknown`` then."""
        async with self._one:
            loop = asyncio.get_running_loop()
            end, pause = loop.time() + self.patience, PAUSE
            while True:
                try:
                    async with asyncio.timeout(self.patience / ATTEMPTS):
                        return await work(await self._connected())
                except LOST as error:
                    self.hang_up()
                    self.lost += 1
                    if loop.time() + pause > end:
                        words = str(error) or type(error).__name__
                        raise OutcomeUnknown(f"{shown(self.url)}: the connection is lost ({words})") from None
                except asyncpg.PostgresError as error:
                    raise translated(error, self.url) from None
                except asyncio.CancelledError:
                    self.hang_up()  # it is still executing work whose caller has gone
                    raise
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _connected(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self.url, timeout=self.patience)
            self.connections += 1
        return self._connection

    def hang_up(self) -> None:
        """Drop the connection immediately, whatever it is doing."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def close(self) -> None:
        """Close the connection cleanly."""
        async with self._one:
            connection, self._connection = self._connection, None
            if connection is not None and not connection.is_closed():
                try:
                    await connection.close(timeout=self.patience)
                except LOST:
                    connection.terminate()


# ---------------------------------------------------------------- lock

PATIENCE = 5.0  # seconds; by then the session of a killed process has ended
LOCK = 0x70756E74  # "punt"; together with the schema it identifies the floor within a database
TAKEN = "another process is serving this floor"
TAKEN_FILE = f"{TAKEN}; stop it, or use PostgreSQL for several processes"


@asynccontextmanager
async def custody(url: str, *, several: bool = False) -> AsyncIterator[None]:
    """Hold the lock of a floor, exclusively or shared; raise ``StoreError`` if it is not available."""
    if url.startswith("sqlite:///"):
        from punto.record.sqlite import locked  # a floor in PostgreSQL needs no SQLite

        with locked(url.removeprefix("sqlite:///"), TAKEN_FILE):
            yield
    elif url.startswith("postgres"):
        connection = await _session(url, "_shared" if several else "")
        try:
            yield
        finally:
            connection.terminate()
    else:
        yield


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
    raise StoreError(f"{shown(url)}: {TAKEN}; to share a floor, start every process with --advertise-url")
