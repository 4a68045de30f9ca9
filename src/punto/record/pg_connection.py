"""Connections to PostgreSQL, opened on demand and reopened after a loss, and the locks of a floor in its database.

Work on a connection may be repeated after a loss, so it must be idempotent; a sender whose request may have been
applied without a reply keeps track of it.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
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


# ---------------------------------------------------------------- locks

LOCK = 0x70756E74  # "punt"; together with the schema it identifies the floor within a database
HOLDERS = """
SELECT pg_terminate_backend(pid) FROM pg_locks
WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND pid <> pg_backend_pid()
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND classid = $1::bigint::oid AND objid = (hashtext(current_schema())::bigint & 4294967295)::oid
"""


class SessionLocks:
    """The locks of one process, held by a session: on the floor, exclusive or shared, and on its own number.

    They end with the process or its network connection. Others see by the second lock that a process is gone.
    """

    def __init__(self, url: str, *, shared: bool) -> None:
        self.url, self.shared = url, shared
        self._connection: asyncpg.Connection | None = None
        self._lost: Callable[[], None] = lambda: None

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Register a callback for the loss of the session with its locks."""
        self._lost = tell

    @property
    def held(self) -> bool:
        """Whether the session is open."""
        return self._connection is not None and not self._connection.is_closed()

    async def take(self, process: int) -> bool:
        """Take both locks; return False if another process has the floor."""
        try:
            async with asyncio.timeout(30):
                connection = await self._session()
                asked = f"SELECT pg_try_advisory_lock{'_shared' if self.shared else ''}($1, hashtext(current_schema()))"
                if not await connection.fetchval(asked, LOCK):
                    return False
                await connection.execute("SELECT pg_advisory_lock($1)", process)
        except (*LOST, asyncpg.PostgresError, ValueError) as error:
            raise translated(error, self.url) from None
        return True

    async def dead(self, processes: Iterable[int]) -> list[int]:
        """Return the processes whose own lock is free."""
        asked = "SELECT process FROM unnest($1::bigint[]) AS process WHERE pg_try_advisory_xact_lock(process)"
        return [process for (process,) in await (await self._session()).fetch(asked, list(processes))]

    async def expel(self) -> None:
        """End the sessions that hold the lock of the floor."""
        await (await self._session()).execute(HOLDERS, LOCK)

    def release(self) -> None:
        """End the session."""
        self._lost = lambda: None
        if self._connection is not None:
            self._connection.terminate()

    async def _session(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await lock_session(self.url)
            self._connection.add_termination_listener(lambda connection: self._lost())
        return self._connection
