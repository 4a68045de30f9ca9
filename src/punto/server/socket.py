"""A table's socket: a client connects, receives what happens, and sends commands.

Two tasks for each connection: one sends what waits in its queue, one reads and answers messages one after the other.
While a command is decided nothing more is read, so that no client can pile up commands. Size and rate of a message are
checked before it is parsed. A command is parsed strictly and completed with who sends it, in which role, and when: a
client states none of these, and a role only as far as it is theirs.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import structlog
from msgspec.structs import replace
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from punto import accounts
from punto.core.roles import Duty, Rank, Role
from punto.floor import QueueFull, TableUnavailable
from punto.floor.table_registry import peeked
from punto.people.responsible_play.machine import PLAYING
from punto.record.duties import APPROVED, CLOSING, DESK
from punto.server.cage import by_hand, cashless, from_wallet
from punto.server.channels import Listener, TableChannel
from punto.server.endpoints import JSON, HTTPError, encoded
from punto.server.limits import MOST_ID, MOST_WORDS, unseen
from punto.server.live_floor import CHANGED, LiveFloor
from punto.server.messages import OWN_REASONS, Bye, Moved, Pong, Said, declined, message, refused, taken
from punto.server.outbox import DIRECT, Direct, Outbox
from punto.server.participants import SEATED, Participant
from punto.server.security import DEVICE, foreign, kept_cookie, token_of
from punto.table import Refusal
from punto.table.commands import AnyCommand, AssignFloor, Relieve, SignOn
from punto.table.posts import deals
from punto.views.picture import seat_of

log = structlog.get_logger("punto.socket")
_SAID = msgspec.json.Decoder(Said)
RESERVED = (DESK, CLOSING, APPROVED)  # begin ids of commands that the server makes
SERVERS: Mapping[str, str] = {  # fields that only the server writes
    "coupon-seen-by": "the server names the dealer who entered a paper coupon",
    "rank": "the server states the rank of a floorperson",
    "witness": "the server names the second person; send the token of their signature as cosign",
}
CHECK = 15_000  # milliseconds between two checks of a session


class Malformed(ValueError):
    """Error for a malformed message."""

    def __init__(self, words: str, ident: str = "") -> None:
        super().__init__(words)
        self.ident = ident


class ParsedCommand(NamedTuple):
    """A command for the table, and the id under which its client waits for the answer."""

    id: str
    command: AnyCommand


class TableSocket:
    """One connection: its user, and its messages."""

    def __init__(
        self, live: LiveFloor, room: TableChannel, caller: Participant, address: str, direct: Direct | None
    ) -> None:
        self.live, self.room, self.caller, self.address = live, room, caller, address
        self.key = str(next(live.connections))
        self.line = Outbox(direct)
        self.listener: Listener | None = None
        self.malformed = self.beyond = 0
        self._checked = live.clock()
        self._account = b""

    # ---------------------------------------------------------------- receiving and sending

    async def hold(self, websocket: WebSocket, since: int | None) -> None:
        """Serve the connection until either side ends it."""

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
        await asyncio.sleep(3600)  # the last message goes out; the sending task ends this

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
        if len(given) != 1 and given != ["do", "cosign"]:
            raise Malformed("a message has one key: do, peek or ping; and cosign may come with do")
        if isinstance(said.ping, int):
            self.line.push(message("pong", Pong(ping=said.ping, now=self.live.clock())))
        elif isinstance(said.peek, tuple) and await self._still_entrusted():
            self.line.push(message("peek", await peeked(self.room.desk, self.caller.who, said.peek)))
        elif isinstance(said.do, msgspec.Raw):
            await self._command(said.do, said.cosign if isinstance(said.cosign, str) else "")

    # ---------------------------------------------------------------- commands

    async def _command(self, given: msgspec.Raw, cosign: str = "") -> None:
        if not await self._still_entrusted():
            return
        read = read_command(given, self.caller, self.room, self.live.clock())
        if isinstance(read, HTTPError):
            self.line.push(declined(str(read.detail.get("id", "")), read.code))
            return
        if not await self._still_there():
            return
        try:
            read = await self._witnessed(read, given, cosign) if cosign else read
        except HTTPError as refusal:
            self.line.push(declined(read.id, refusal.code))
            return
        if self.listener is not None:
            self.listener.spoken = self.live.clock()
        begun = time.perf_counter()
        answer, data = await self._decided(*read)
        self.live.figures.answered.observe(time.perf_counter() - begun)
        self.live.figures.commands.labels(read.command.__struct_config__.tag, answer).inc()
        self.line.push(data)
        await self._tell_account()

    async def _witnessed(self, read: ParsedCommand, given: msgspec.Raw, cosign: str) -> ParsedCommand:
        """Return a command with the second person who signed it. Raises ``HTTPError``."""
        command, desk = read.command, self.room.desk
        place = f"table/{desk.table}"

        async def stored() -> bool:
            return await self.live.house.store.find(place, command.who, command.id) is not None

        fields = msgspec.json.decode(given)
        witness = await self.live.cosigning.witness(cosign, self.caller.who, place, fields, stored)
        if seat_of(desk.state, witness.who) is not None:
            raise HTTPError(409, "duties-clash", OWN_REASONS["duties-clash"])
        return ParsedCommand(read.id, replace(command, witness=witness))

    async def _decided(self, ident: str, command: AnyCommand) -> tuple[str, bytes]:
        """Return the outcome of a command, as a word and as a message."""
        clash = self.room.clash(self.caller, command)
        if clash is not None:
            return "duties-clash", declined(ident, "duties-clash", what=clash.why)
        reason = self._misposted(command) or await by_hand(self.live, self.room.desk, command)
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

    def _misposted(self, command: AnyCommand) -> str:
        """Return why a person may not take a post, as far as the table does not know it; "" if they may."""
        if isinstance(command, AssignFloor) and command.whom:
            known = self.live.people.journal.state
            floor = Duty.FLOOR in known.duties_of(command.whom) and command.whom not in known.disabled
            return "" if floor else "not-floor"
        if isinstance(command, SignOn | Relieve) and command.by is Role.DEALER:
            others = (desk.state for name, desk in self.live.house.desks.items() if name != self.room.desk.table)
            return "posted-elsewhere" if any(deals(state, command.who) for state in others) else ""
        return ""

    async def _asked(self, ident: str, command: AnyCommand) -> tuple[str, bytes]:
        """Give the table a command."""
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
        """Read the journal to its end: a change of the caller's duties ends the connection before the command."""
        if self.caller.who:
            await self.live.people.journal.catch_up()
        return not self.line.why

    async def _still_there(self) -> bool:
        """Check the session now and then; end the connection if it has expired."""
        if not self.caller.token or self.live.clock() - self._checked < CHECK:
            return True
        self._checked = self.live.clock()
        person = await self.live.people.person(self.caller.token)
        if isinstance(person, accounts.Refusal):
            self.line.drop(str(person.reason))
            return False
        return True

    async def _tell_account(self) -> None:
        """Send the user's account if it has changed."""
        if Duty.PLAYER in self.caller.duties:
            told = message("account", await self.live.account(self.caller.who))
            if told != self._account:
                self._account = told
                self.line.push(told)


async def live_socket(websocket: WebSocket) -> None:
    """Open a connection to a table, or refuse it."""
    live: LiveFloor = websocket.app.state.live
    address = websocket.client.host if websocket.client else ""
    try:
        room, caller, since = await _admitted(live, websocket, address)
    except HTTPError as problem:
        try:
            url = await live.elsewhere(websocket.path_params["table"]) if problem.code == "no-such-table" else ""
        except HTTPError as silent:
            problem, url = silent, ""
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
    """Send the address of a table in another process."""
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
    caller = await live.caller(token_of(websocket), kept_cookie(websocket, DEVICE))
    return room, caller, None if given is None else int(given)


# ---------------------------------------------------------------- commands as clients send them


def read_command(given: msgspec.Raw, caller: Participant, room: TableChannel, at: int) -> ParsedCommand | HTTPError:
    """Decode a command; the server sets sender and time, and the role only if the sender has it."""
    ident, fields = _read(given)
    if not caller.roles:
        return HTTPError(403, "spectator", "", {"id": ident})
    rules, state = room.desk.rules, room.desk.state
    role = caller.acts_as(fields.get("by"), state)
    if role is None:
        return HTTPError(403, "wrong-role", "", {"id": ident})
    try:
        sender = {"by": role, "who": caller.who, "at": at}
        if role is Role.FLOOR and caller.rank not in (None, Rank.FLOORPERSON):
            sender["rank"] = caller.rank
        command: AnyCommand = msgspec.convert({**fields, **sender}, AnyCommand)
    except msgspec.ValidationError as error:
        raise Malformed(str(error), ident) from None
    if role in SEATED and caller.speaks_for_seats(state):
        spoken = room.at_desk.entered(rules, state, caller, command)
        room.dealt.add(caller.who)
        return ParsedCommand(ident, spoken) if spoken else HTTPError(403, "wrong-role", "", {"id": ident})
    return ParsedCommand(ident, command)


def _read(given: msgspec.Raw) -> tuple[str, dict[str, Any]]:
    """Return the id and the fields of a command of any kind; invisible characters are refused."""
    try:
        fields = msgspec.json.decode(given, type=dict[str, Any])
    except RecursionError:
        raise Malformed("too deep") from None
    ident = fields.get("id")
    if not isinstance(ident, str) or not 1 <= len(ident) <= MOST_ID or unseen(ident):
        raise Malformed(f"id: a command has one, of 1 to {MOST_ID} signs that can be seen")
    for prefix in RESERVED:
        if ident.startswith(prefix):
            raise Malformed(f"id: none of a client begins with {prefix}", ident)
    for field, words in SERVERS.items():
        if field in fields:
            raise Malformed(f"{field}: {words}", ident)
    for text in _strings(fields):
        if len(text) > MOST_WORDS or unseen(text):
            raise Malformed(f"a text has at most {MOST_WORDS} signs, and all of them can be seen", ident)
    return ident, fields


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for name, each in value.items():
                yield name
                yield from _strings(each)
        case list():
            for each in value:
                yield from _strings(each)
