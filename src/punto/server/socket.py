"""A table's socket: somebody comes, hears what happens, and says what they do.

Two tasks for each line: one sends what waits in its queue, one reads and answers messages one after the other. While a
command is decided nothing more is read, so nobody can pile up commands. Every message is weighed before it is read: its
size by the protocol, its rate here.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from itertools import count
from typing import Any

import msgspec
import structlog
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from punto.core.roles import Duty
from punto.floor import QueueFull, TableUnavailable
from punto.floor.table_registry import peeked
from punto.people.responsible_play.machine import PLAYING
from punto.server.cage import by_hand
from punto.server.channels import Listener, TableChannel
from punto.server.commands import Malformed, read_command
from punto.server.endpoints import JSON, HTTPError, encoded
from punto.server.live_floor import CHANGED, LiveFloor
from punto.server.messages import Bye, Moved, Pong, Said, declined, message, refused, taken
from punto.server.outbox import DIRECT, Direct, Outbox
from punto.server.participants import Participant
from punto.server.security import foreign, token_of
from punto.server.wallets import cashless, from_wallet
from punto.table import Refusal
from punto.table.commands import AnyCommand

log = structlog.get_logger("punto.socket")
_SAID = msgspec.json.Decoder(Said)
_NUMBERS = count(1)
CHECK = 15_000  # milliseconds after which a session is looked at again


class TableSocket:
    """One line: who is on it, and what was said."""

    def __init__(
        self, live: LiveFloor, room: TableChannel, caller: Participant, address: str, direct: Direct | None
    ) -> None:
        self.live, self.room, self.caller, self.address = live, room, caller, address
        self.key = str(next(_NUMBERS))
        self.line = Outbox(direct)
        self.listener: Listener | None = None
        self.malformed = self.beyond = 0
        self._checked = live.clock()
        self._account = b""

    # ---------------------------------------------------------------- hearing and saying

    async def hold(self, websocket: WebSocket, since: int | None) -> None:
        """Hold the line until either side ends it."""

        async def send(data: bytes) -> None:
            await websocket.send({"type": "websocket.send", "text": data.decode()})

        self.listener = await self.room.join(self.caller, self.line, since)
        if not self.live.holds(self.caller):  # it changed while the connection was opened
            self.line.drop(CHANGED)
        await self._tell_account()
        pouring = asyncio.create_task(self.line.pour(send))
        listening = asyncio.create_task(self._listen(websocket))
        try:
            await asyncio.wait({pouring, listening}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.leave(self.listener)
            for task in (pouring, listening):
                task.cancel()
            results = await asyncio.gather(pouring, listening, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect | OSError | RuntimeError):
                log.error("a line failed", error=type(result).__name__, exc_info=result)

    async def _listen(self, websocket: WebSocket) -> None:
        while not self.line.why:
            received = await websocket.receive()
            if received["type"] == "websocket.disconnect":
                return
            given = received.get("text") or received.get("bytes") or b""
            await self._heard(given if isinstance(given, bytes) else given.encode())
        await asyncio.sleep(3600)  # the last message goes out; whoever pours ends it

    async def _heard(self, data: bytes) -> None:
        if self.live.limits.wait("messages", self.key) or self.live.limits.wait("address", self.address):
            self.beyond += 1
            if self.beyond > self.live.terms.limits.refused:
                self.line.drop("too many messages")
            else:
                self.line.push(declined("", "too-many"))
            return
        try:
            said = _SAID.decode(data)
            await self._answer(said)
        except (Malformed, msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self.malformed += 1
            if self.malformed > self.live.terms.limits.malformed:
                self.line.drop("malformed messages")
            else:
                self.line.push(declined(getattr(error, "ident", ""), "malformed", what=str(error)[:200]))

    async def _answer(self, said: Said) -> None:
        given = [name for name in said.__struct_fields__ if getattr(said, name) is not msgspec.UNSET]
        if len(given) != 1:
            raise Malformed("a message has one key: do, peek or ping")
        if isinstance(said.ping, int):
            self.line.push(message("pong", Pong(ping=said.ping, now=self.live.clock())))
        elif isinstance(said.peek, tuple) and await self._still_entrusted():
            self.line.push(message("peek", await peeked(self.room.desk, self.caller.who, said.peek)))
        elif isinstance(said.do, msgspec.Raw):
            await self._command(said.do)

    # ---------------------------------------------------------------- commands

    async def _command(self, given: msgspec.Raw) -> None:
        if not await self._still_entrusted():
            return
        read = read_command(given, self.caller, self.room, self.live.clock())
        if isinstance(read, HTTPError):
            self.line.push(declined(str(read.detail.get("id", "")), read.code))
            return
        if not await self._still_there():
            return
        if self.listener is not None:
            self.listener.spoken = self.live.clock()
        begun = time.perf_counter()
        answer, data = await self._decided(*read)
        self.live.figures.answered.observe(time.perf_counter() - begun)
        self.live.figures.commands.labels(read.command.__struct_config__.tag, answer).inc()
        self.line.push(data)
        await self._tell_account()

    async def _decided(self, ident: str, command: AnyCommand) -> tuple[str, bytes]:
        """Return how a command was answered, in a word and as a message."""
        clash = self.room.clash(self.caller, command)
        if clash is not None:
            return "duties-clash", declined(ident, "duties-clash", what=clash.why)
        reason = by_hand(self.live, self.room.desk.state, command)
        if reason:
            return reason, declined(ident, reason)
        if not self.live.terms.demo:
            if cashless(command):
                return "no-cash", declined(ident, "no-cash")
            command = await from_wallet(self.live.house, self.room.desk, command)
        if not isinstance(command, PLAYING):
            return await self._asked(ident, command)
        async with self.live.own.turn(command.who):
            own = await self.live.own.may(command.who, command)
            if own is not None:
                return "own-limit", declined(ident, "responsible-play", what=own.words, own=own.reason)
            return await self._asked(ident, command)

    async def _asked(self, ident: str, command: AnyCommand) -> tuple[str, bytes]:
        """Ask the table."""
        try:
            answer = await self.room.desk.do(command)
        except QueueFull:
            return "busy", declined(ident, "busy")
        except TableUnavailable:
            reason = "stopped" if self.live.house.store.halted else "not-kept-here"
            return "gone", declined(ident, reason)
        except Exception as error:
            log.error("a command failed", do=command.__struct_config__.tag, error=type(error).__name__, exc_info=error)
            return "fault", declined(ident, "fault")
        if isinstance(answer, Refusal):
            self.live.attempts.note(self.room.desk, command, answer, self.live.clock())
            return str(answer.reason), refused(ident, answer, self.caller.is_house)
        return "accepted", taken(ident, answer)

    async def _still_entrusted(self) -> bool:
        """Read the journal up to now: a change of the caller's duties ends the connection before the command counts."""
        if self.caller.who:
            await self.live.people.journal.catch_up()
        return not self.line.why

    async def _still_there(self) -> bool:
        """Look now and then whether a session still holds; where it does not, the line ends."""
        if not self.caller.token or self.live.clock() - self._checked < CHECK:
            return True
        self._checked = self.live.clock()
        try:
            await self.live.caller(self.caller.token)
        except HTTPError as problem:
            self.line.drop(problem.code)
            return False
        return True

    async def _tell_account(self) -> None:
        """Tell somebody how they stand, where that has changed."""
        if Duty.PLAYER in self.caller.duties:
            told = message("account", await self.live.account(self.caller.who))
            if told != self._account:
                self._account = told
                self.line.push(told)


async def live_socket(websocket: WebSocket) -> None:
    """Open a line to a table, unless there is a reason not to."""
    live: LiveFloor = websocket.app.state.live
    address = websocket.client.host if websocket.client else ""
    try:
        room, caller, since = await _admitted(live, websocket, address)
    except HTTPError as problem:
        url = await live.elsewhere(websocket.path_params["table"]) if problem.code == "no-such-table" else ""
        if url:
            await _send_on(websocket, url)
            return
        live.figures.questions.labels("/api/tables/{table}/live", str(problem.status)).inc()
        await websocket.send_denial_response(Response(encoded(problem), problem.status, media_type=JSON))
        return
    live.limits.open(address)
    conversation = TableSocket(live, room, caller, address, websocket.scope["extensions"].get(DIRECT))
    try:
        await websocket.accept()
        await conversation.hold(websocket, since)
    finally:
        live.limits.close(address)
        why = conversation.line.why
        live.figures.dropped.labels(why or "gone").inc()
    with suppress(RuntimeError, OSError, WebSocketDisconnect):
        await websocket.close(1001 if why else 1000, why)


async def _send_on(websocket: WebSocket, url: str) -> None:
    """Say where a table is kept."""
    await websocket.accept()
    for data in (message("moved", Moved(url=url)), message("bye", Bye(why="moved"))):
        await websocket.send({"type": "websocket.send", "text": data.decode()})
    await websocket.close(1001, "moved")


async def _admitted(
    live: LiveFloor, websocket: WebSocket, address: str
) -> tuple[TableChannel, Participant, int | None]:
    if foreign(websocket, live.terms.origins):
        raise HTTPError(403, "foreign-origin", "A page of another site may not open a line here.")
    if live.closing:
        raise HTTPError(503, "closing", "The floor is closing.")
    if live.limits.full(address) or live.limits.wait("questions", address):
        raise HTTPError(429, "too-many", "Too many lines; come again later.")
    room = live.room(websocket.path_params["table"])
    given: Any = websocket.query_params.get("since")
    if given is not None and not (given.isascii() and given.isdigit() and len(given) <= 15):
        raise HTTPError(400, "bad-query", "since is the number of an event")
    return room, await live.caller(token_of(websocket)), None if given is None else int(given)
