"""A relay: a spectator of a floor that forwards what it receives, in the same protocol, to many others.

There is one connection to the floor for each table watched here. A relay knows no rules and sees what any spectator
sees, so that nothing must be masked again. HTTP requests are forwarded anonymously, and responses are cached for a
moment. Relays can be chained.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from punto.client import Floor, FloorError, Table
from punto.client.messages import Welcome
from punto.server.endpoints import JSON, HTTPError, encoded, page_routes
from punto.server.limits import Limits, ServerLimits
from punto.server.messages import SHUT, Pong, Said, declined, message
from punto.server.outbox import DIRECT, Outbox
from punto.server.security import LOOPBACK, SecurityHeaders, foreign

AT_HAND = 256  # cached messages with events since the last picture
KEPT_SECONDS = 1.0  # lifetime of a cached HTTP response
MOST_KEPT = 500
IDLE_SECONDS = 60.0  # after which a table without spectators is disconnected
CLOSING = "the relay is closing"
_SAID = msgspec.json.Decoder(Said)


class Channel:
    """One table of the floor, and its spectators here."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: set[Outbox] = set()
        self.left = time.monotonic()  # when the last spectator left
        self.ready = asyncio.Event()
        self._welcome: Mapping[str, Any] = {}
        self._ahead = 0  # the floor's clock minus ours, in milliseconds
        self._events: deque[tuple[int, int, bytes]] = deque(maxlen=2 * AT_HAND)  # first, last, message
        self._latest: dict[str, bytes] = {}  # timer, meters, posted limits

    def now(self) -> int:
        """Return the floor's time."""
        return round(time.time() * 1000) + self._ahead

    async def follow(self) -> None:
        """Forward messages of the floor as long as it is connected."""
        async with self.table:
            async for heard in self.table:
                data = message(heard.kind, heard.body)
                if heard.kind == "welcome":
                    self._welcomed(heard.body)
                elif heard.kind == "events":
                    body = heard.body
                    self._events.append((body["n"], body["n"] + len(body["events"]) - 1, data))
                    self._tell(data)
                    if len(self._events) >= AT_HAND:
                        await self._look()
                elif heard.kind in ("timer", "meters", "posted"):
                    self._latest[heard.kind] = data
                    self._tell(data)

    def _welcomed(self, body: Welcome) -> None:
        self._ahead = body["now"] - round(time.time() * 1000)
        if body.get("picture"):
            self._welcome = body
            self._events.clear()
            self.ready.set()

    async def _look(self) -> None:
        """Get a new picture, and drop earlier messages."""
        with suppress(FloorError, OSError):
            picture = await self.table.look()
            self._welcome = {**self._welcome, "picture": picture, "version": picture["version"]}
            while self._events and self._events[0][1] <= picture["version"]:
                self._events.popleft()

    def _tell(self, data: bytes) -> None:
        for line in self.lines:
            line.push(data)

    def join(self, line: Outbox, since: int | None) -> None:
        """Welcome a spectator as the floor would."""
        picture = self._welcome["picture"]["version"]
        at_hand = since is not None and bool(self._events) and self._events[0][0] - 1 <= since <= self._events[-1][1]
        welcome = {**self._welcome, "now": self.now()}
        if at_hand:
            del welcome["picture"]
        line.push(message("welcome", welcome))
        begin = since if at_hand and since is not None else picture
        for _, last, data in self._events:
            if last > begin:
                line.push(data)
        for data in self._latest.values():
            line.push(data)
        self.lines.add(line)

    def leave(self, line: Outbox) -> None:
        """Remove a spectator."""
        self.lines.discard(line)
        self.left = time.monotonic()


class Relay:
    """A forwarded floor."""

    def __init__(self, url: str, settings: ServerLimits) -> None:
        self.floor = Floor(url)
        self.limits = Limits(settings, lambda: round(time.monotonic() * 1000))
        self.channels: dict[str, Channel] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._kept: dict[str, tuple[float, Response]] = {}

    async def channel(self, name: str) -> Channel:
        """Return the channel of a table, opened on demand. Raises ``HTTPError``."""
        channel = self.channels.get(name)
        if channel is None:
            channel = self.channels[name] = Channel(self.floor.table(name, listen=True))
            self._tasks[name] = asyncio.create_task(self._follow(name, channel))
        ready = asyncio.create_task(channel.ready.wait())
        await asyncio.wait({ready, self._tasks[name]}, timeout=10, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if not channel.ready.is_set():
            raise HTTPError(404, "no-such-table", "The floor does not show such a table.")
        return channel

    async def _follow(self, name: str, channel: Channel) -> None:
        try:
            await channel.follow()
        except (FloorError, OSError):
            pass
        finally:
            for line in channel.lines:
                line.finish(SHUT if channel.table.why == SHUT else "the floor does not answer")
            self.channels.pop(name, None)
            self._tasks.pop(name, None)

    async def sweep(self) -> None:
        """Disconnect tables without spectators, in an endless loop."""
        while True:
            await asyncio.sleep(IDLE_SECONDS / 4)
            for name, channel in list(self.channels.items()):
                if not channel.lines and time.monotonic() - channel.left > IDLE_SECONDS:
                    self._tasks[name].cancel()

    async def say_goodbye(self) -> None:
        """End every connection."""
        for channel in self.channels.values():
            for line in channel.lines:
                line.finish(CLOSING)
        await asyncio.sleep(0.05)

    async def close(self) -> None:
        """Disconnect from the floor."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---------------------------------------------------------------- by HTTP

    async def passed_on(self, path: str) -> Response:
        """Return the floor's public response, at most a moment old."""
        kept = self._kept.get(path)
        if kept is not None and time.monotonic() - kept[0] < KEPT_SECONDS:
            return kept[1]
        try:
            status, media, body = await asyncio.to_thread(self.floor.fetch, path)
        except OSError:
            raise HTTPError(503, "no-floor", "The floor does not answer.") from None
        response = Response(body, status, media_type=media, headers={"cache-control": "no-store"})
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[path] = time.monotonic(), response
        return response


async def _question(request: Request) -> Response:
    relay: Relay = request.app.state.relay
    address = request.client.host if request.client else ""
    try:
        if request.method != "GET":
            raise HTTPError(403, "relay", f"This relay only shows; the floor itself is at {relay.floor.url}")
        if wait := relay.limits.wait("questions", address):
            raise HTTPError(429, "too-many", "Too many questions; ask again later.", {"wait": wait})
        path, query = request.scope["raw_path"].decode("ascii"), request.scope["query_string"].decode("ascii")
        return await relay.passed_on(f"{path}?{query}" if query else path)
    except HTTPError as problem:
        return Response(encoded(problem), problem.status, media_type=JSON)


async def _socket(websocket: WebSocket) -> None:
    relay: Relay = websocket.app.state.relay
    address = websocket.client.host if websocket.client else ""
    since = websocket.query_params.get("since", "")
    try:
        if foreign(websocket):
            raise HTTPError(403, "foreign-origin", "A page of another site may not open a line here.")
        if relay.limits.full(address):
            raise HTTPError(429, "too-many", "Too many lines; come again later.")
        channel = await relay.channel(websocket.path_params["table"])
    except HTTPError as problem:
        await websocket.send_denial_response(Response(encoded(problem), problem.status, media_type=JSON))
        return
    relay.limits.open(address)
    line = Outbox(websocket.scope["extensions"].get(DIRECT))
    try:
        await websocket.accept()
        channel.join(line, int(since) if since.isascii() and since.isdigit() and len(since) <= 15 else None)
        await _hold(relay, channel, websocket, line)
    finally:
        channel.leave(line)
        relay.limits.close(address)
    with suppress(RuntimeError, OSError, WebSocketDisconnect):
        await websocket.close(1001 if line.why else 1000, line.why)


async def _hold(relay: Relay, channel: Channel, websocket: WebSocket, line: Outbox) -> None:
    async def send(data: bytes) -> None:
        await websocket.send({"type": "websocket.send", "text": data.decode()})

    async def listen() -> None:
        while (received := await websocket.receive())["type"] != "websocket.disconnect":
            _heard(relay, channel, line, received, str(id(line)))

    tasks = [asyncio.create_task(line.pour(send)), asyncio.create_task(listen())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _heard(relay: Relay, channel: Channel, line: Outbox, received: Any, key: str) -> None:
    if relay.limits.wait("messages", key):
        line.drop("too many messages")
        return
    try:
        said = _SAID.decode(received.get("text") or received.get("bytes") or b"")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        line.push(declined("", "malformed"))
        return
    if isinstance(said.ping, int):
        line.push(message("pong", Pong(ping=said.ping, now=channel.now())))
    else:
        line.push(declined("", "spectator"))


def relay_application(relay: Relay, hosts: tuple[str, ...] = LOOPBACK) -> SecurityHeaders:
    """Return the application of a relay."""
    shown = ("/api/floor", "/api/tables", "/api/tables/{rest:path}", "/api/rulebooks", "/api/odds", "/openapi.json")
    routes: list[BaseRoute] = [
        WebSocketRoute("/api/tables/{table}/live", _socket),
        *(Route(path, _question, methods=["GET", "POST"]) for path in shown),
        Route("/api/{rest:path}", _question, methods=["POST"]),
        *page_routes(),
    ]
    app = Starlette(routes=routes)
    app.state.relay = relay
    return SecurityHeaders(app, hosts)


@asynccontextmanager
async def relayed(url: str, settings: ServerLimits | None = None) -> AsyncIterator[Relay]:
    """Connect a relay to a floor."""
    relay = Relay(url, settings or ServerLimits())
    await relay.floor.get("/api/floor")
    sweeping = asyncio.create_task(relay.sweep())
    try:
        yield relay
    finally:
        sweeping.cancel()
        await relay.close()
