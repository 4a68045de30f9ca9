"""One connection to PostgreSQL, made when it is needed and made anew when it was lost.

What is done on a line may be begun again after a loss, so it has to be such that doing it twice does it once; whoever
sends something that may have been taken although no answer came remembers that it was sent.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import TypeVar
from urllib.parse import urlsplit

import asyncpg

from punto.store.durable import StoreError, Unknown

T = TypeVar("T")
PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds between attempts
ATTEMPTS = 3  # that fit into the patience at least

# A session that holds locks ends soon after its host or its network was lost, on both sides: TCP asks after two silent
# seconds, every second, and gives up after five; by default it would be two hours. Not asked on a Unix socket.
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
    asyncpg.InternalClientError,  # the driver lost count when a session was ended in the middle of something
    asyncpg.OperatorInterventionError,  # shut down, crashed, starting up
    asyncpg.TooManyConnectionsError,
)


def shown(url: str) -> str:
    """Return an address as it may be shown: without a password, and without what comes after the name."""
    try:
        parts = urlsplit(url)
        name, _, host = parts.netloc.rpartition("@")
        user = name.partition(":")[0]
        return f"{parts.scheme}://{f'{user}@{host}' if user else host}{parts.path}"
    except ValueError:
        return "postgresql"


def translated(error: BaseException, url: str) -> StoreError:
    """Say an error of PostgreSQL or of the way to it in one line."""
    if isinstance(error, asyncpg.DiskFullError):
        words = "the disk is full; nothing was written"
    elif isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        words = "it cannot be written to; nothing was written"
    else:
        words = (str(error) or type(error).__name__).splitlines()[0]
    return StoreError(f"{shown(url)}: {words}")


async def lock_session(url: str) -> asyncpg.Connection:
    """Open a session that is to hold locks for as long as its host is reached."""
    connection = await asyncpg.connect(url, server_settings=SETTINGS)
    ours: socket.socket = connection._transport.get_extra_info("socket")
    if ours.family in (socket.AF_INET, socket.AF_INET6):
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in OPTIONS.items():
            if hasattr(socket, name):  # not every system has all of them
                ours.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    return connection


class Line:
    """A connection on which one thing is done at a time."""

    def __init__(self, url: str, patience: float) -> None:
        self.url, self.patience = url, patience
        self.lost = 0  # how often it was
        self.connections = 0  # how often it was made
        self._connection: asyncpg.Connection | None = None
        self._one = asyncio.Lock()

    async def do(self, work: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        """Do something on the connection; begin again where it is lost, as long as there is patience."""
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
                        raise Unknown(f"{shown(self.url)}: the connection is lost ({words})") from None
                except asyncpg.PostgresError as error:
                    raise translated(error, self.url) from None
                except asyncio.CancelledError:
                    self.hang_up()  # it is in the middle of something that nobody waits for any more
                    raise
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _connected(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self.url, timeout=self.patience)
            self.connections += 1
        return self._connection

    def hang_up(self) -> None:
        """Let go of the connection at once, whatever it is doing."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def close(self) -> None:
        """Say good-bye and let go of it."""
        async with self._one:
            connection, self._connection = self._connection, None
            if connection is not None and not connection.is_closed():
                try:
                    await connection.close(timeout=self.patience)
                except LOST:
                    connection.terminate()
