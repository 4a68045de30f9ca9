"""Serving the application on a port, until a shutdown that closes all connections in order."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import lru_cache
from itertools import count
from typing import Any

import h11
import structlog
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from punto.anchor.anchoring import Anchor
from punto.floor import Floor
from punto.floor.ownership import Ownership
from punto.game.virtual_shoe import Beacon
from punto.library import Library
from punto.record.durable import Durable
from punto.server.app import application
from punto.server.live_floor import LiveFloor, ServerOptions
from punto.server.outbox import DIRECT
from punto.server.security import App

BACKLOG = 2048
ABANDONED_SECONDS = 10.0  # seconds to wait for a closed connection whose peer does not read
PING_SECONDS = 20.0
QUESTION_SECONDS = 20.0  # seconds for a whole request, from the first byte to the last
SHUTDOWN_SECONDS = 5
TIDY_SECONDS = 60
CHECKPOINT_SECONDS = 60
JOURNAL_SECONDS = 0.2  # between two reads of the journal: a change of duties takes effect everywhere within a second

log = structlog.get_logger("punto.serving")


class TimedConnection(H11Protocol):
    """A connection with a timeout for requests: a silent or too slow client is disconnected."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start waiting for a request."""
        super().connection_made(transport)
        self._waiting = self.loop.call_later(QUESTION_SECONDS, self._let_go)

    def on_response_complete(self) -> None:
        """Start waiting for the next request."""
        self._waiting.cancel()
        self._waiting = self.loop.call_later(QUESTION_SECONDS, self._let_go)
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._waiting.cancel()
        super().connection_lost(exc)

    def _let_go(self) -> None:
        """Close the connection, unless a request is being answered or it is a WebSocket."""
        if self.transport.get_protocol() is self and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.transport.abort()


class Connection(WebSocketsSansIOProtocol):
    """A WebSocket that can be written synchronously, and is not held open by a peer who reads nothing."""

    async def run_asgi(self) -> None:
        """Answer, and then close."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[DIRECT] = self.direct
        await super().run_asgi()
        self.loop.call_later(ABANDONED_SECONDS, self.transport.abort)

    def direct(self, data: bytes) -> bool:
        """Send a message without waiting; return False if that is not possible now."""
        if not self.handshake_complete or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(framed(data))
        return True

    async def send(self, message: Any) -> None:
        """Send; a completed refusal counts as a completed handshake, which would be missed otherwise."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True


@lru_cache(maxsize=4)  # the same message goes to a thousand connections
def framed(data: bytes) -> bytes:
    """Return the frame of a server's text message: unfragmented, not masked, not compressed (RFC 6455, 5.2)."""
    size = len(data)
    if size < 126:
        return struct.pack("!BB", 0x81, size) + data
    if size < 1 << 16:
        return struct.pack("!BBH", 0x81, 126, size) + data
    return struct.pack("!BBQ", 0x81, 127, size) + data


class Server(uvicorn.Server):
    """A server that notifies its clients before it stops."""

    def __init__(
        self, config: uvicorn.Config, farewell: Callable[[], Awaitable[None]], opened: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._farewell, self._opened = farewell, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start answering, and report it."""
        await super().startup(sockets)
        self._opened()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle a stop signal without passing it on: the floor is still to be closed."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Notify the clients, then stop."""
        await self._farewell()
        await super().shutdown(sockets)


def configured(app: App, *, frame: int, proxies: str = "") -> uvicorn.Config:
    """Return the server configuration: no compression, short client frames, pings."""
    return uvicorn.Config(
        app,
        http=TimedConnection,
        ws=Connection,
        ws_max_size=frame,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        backlog=BACKLOG,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        h11_max_incomplete_event_size=32 * 1024,
    )


def bound(host: str, port: int) -> socket.socket:
    """Open a port; 0 for any free one. Raises ``ValueError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(
        family, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # set explicitly, or small messages wait for others
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise ValueError(f"{host}:{port} cannot be opened: {error.strerror or error}") from None
    listening.set_inheritable(True)
    return listening


def address_of(listening: socket.socket) -> str:
    """Return the URL of a port for a browser on this machine."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


@asynccontextmanager
async def live_floor(
    store: Durable,
    terms: ServerOptions,
    owners: Ownership | None = None,
    address: str = "",
    library: Library | None = None,
    anchor: Anchor | None = None,
    beacon: Beacon | None = None,
) -> AsyncIterator[LiveFloor]:
    """Open the floor of a store, and close it in order; one of several processes has owners and an address."""
    house = await Floor.open(store, owners=owners, address=address, library=library, beacon=beacon)
    try:
        live = await LiveFloor.open(house, terms, anchor)
        beside = [
            asyncio.create_task(_tidy(live)),
            asyncio.create_task(_again(TIDY_SECONDS, live.keep_books)),
            asyncio.create_task(_again(JOURNAL_SECONDS, live.people.journal.catch_up)),
            asyncio.create_task(_again(0, lambda: _anchored(live))),
        ]
        try:
            yield live
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await live.close()
    finally:
        await house.stop()
        if anchor is not None and not store.halted:
            try:
                await anchor.checkpoint(house.clock.now() // 1000)
            except Exception as error:  # the next start makes it
                log.error("no last checkpoint", error=type(error).__name__, exc_info=error)


async def _anchored(live: LiveFloor) -> None:
    """Make a checkpoint every minute, and when a table was closed."""
    with suppress(TimeoutError):
        async with asyncio.timeout(CHECKPOINT_SECONDS):
            await live.anchor.due.wait()
    await live.anchor.checkpoint(live.clock() // 1000)


async def _tidy(live: LiveFloor) -> None:
    """Maintain the floor: check every second, and clean up every minute, one after the other."""
    seconds = count(1)

    async def tidy() -> None:
        await live.look_round()
        if next(seconds) % TIDY_SECONDS == 0:
            await live.tidy()

    await _again(1, tidy)


async def _again(seconds: float, work: Callable[[], Awaitable[Any]]) -> None:
    """Repeat work in an endless loop; a failure is retried."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception as error:
            log.error("tidying failed", error=type(error).__name__, exc_info=error)


def server_of(live: LiveFloor, *, proxies: str = "", opened: Callable[[], None] = lambda: None) -> Server:
    """Return the server of a live floor; ``opened`` is called when it answers."""
    config = configured(application(live), frame=live.terms.limits.frame, proxies=proxies)
    return Server(config, live.say_goodbye, opened)


def log_as_json(level: str = "info") -> None:
    """Log JSON lines to standard error; they contain no user, address or token."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
            foreign_pre_chain=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.processors.format_exc_info,
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
