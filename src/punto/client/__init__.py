"""Client of a running floor, for programs: watch a table, sit down, play.

    import punto

    async with punto.connect("http://127.0.0.1:8080") as floor:
        async with floor.table("MB-7") as table:
            await table.do("sit", seat=3, buy_in=50_000)
            async for message in table:
                if message.kind == "timer" and message.body["closes"]:
                    await table.do("wagers", seat=3, stakes={"banker": 10_000})

A lost connection is reopened and resumes from the last event seen. If a table has moved to an address that does not
respond, the first address and other known ones are tried. A command in progress is then sent again with the same id, so
that it is carried out once. A seated player's connection adds entropy to every shuffle of a virtual shoe by itself;
``table(…, entropy=False)`` leaves that to the program. Messages are plain values with types; ``punto.client.messages``
has them all.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from punto.client.entropy import OwnEntropy
from punto.client.messages import Account, Act, AnyMessage, Message, Taken, Timer, You
from punto.core.bounded import MOST_FILE, json_value

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

SECONDS = 30.0  # for an HTTP response
SHORTEST, LONGEST = 0.1, 5.0  # seconds between attempts to reconnect
MOST_WAITING = 1_000  # unread messages; then reading stops, and the server may drop the connection
MOST_FRAME = 4 << 20
ASTRAY = 8  # consecutive attempts without a welcome, after a table has moved, before giving up
OVER = ("logged out", "no-session", "disabled", "table closed")  # final goodbyes: the connection is not reopened


class FloorError(Exception):
    """The server rejected a request; the message says why."""

    def __init__(self, status: int, code: str, words: str) -> None:
        super().__init__(words)
        self.status, self.code = status, code


class Refused(Exception):
    """A command was refused: the reason, the section, and what is valid."""

    def __init__(self, reason: str, words: str, section: str = "", detail: dict[str, Any] | None = None) -> None:
        super().__init__(words)
        self.reason, self.section, self.detail = reason, section, detail or {}


@asynccontextmanager
async def connect(
    url: str, *, token: str = "", name: str = "", password: str = "", guest: bool = False
) -> AsyncIterator[Floor]:
    """Connect to a floor: as a spectator, with a token, by name and password, or as a guest."""
    floor = Floor(url, token)
    if name:
        floor.token = (await floor.ask("POST", "/api/login", {"name": name, "password": password}))["token"]
    elif guest:
        floor.token = (await floor.ask("POST", "/api/guest", {}))["token"]
    try:
        yield floor
    finally:
        if name and floor.token:
            with suppress(FloorError, OSError):
                await floor.ask("POST", "/api/logout", {})


class Floor:
    """A floor, accessed by HTTP."""

    def __init__(self, url: str, token: str = "") -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"invalid floor address {url!r}: it must begin with http or https")
        self.url, self.token = f"{parts.scheme}://{parts.netloc}", token
        self.known = [self.url]  # all known addresses of this floor, in the order found

    def at(self, url: str) -> Floor:
        """Return the same floor at another address, which is remembered. Raises ValueError."""
        floor = Floor(url, self.token)
        floor.known = self.known
        if floor.url not in self.known:
            self.known.append(floor.url)
        return floor

    def elsewhere(self) -> Floor:
        """Return the same floor at the next known address; at this one if there is no other."""
        return self.at(self.known[(self.known.index(self.url) + 1) % len(self.known)])

    async def tables(self) -> list[dict[str, Any]]:
        """Return the lobby."""
        found: list[dict[str, Any]] = (await self.get("/api/tables"))["tables"]
        return found

    async def get(self, path: str) -> dict[str, Any]:
        """Send a GET request; return the response."""
        return await self.ask("GET", path)

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request; raise ``FloorError`` if the server rejects it."""
        data = await asyncio.to_thread(self._ask, method, path, body)
        answer: dict[str, Any] = json_value(data, MOST_FILE)
        return answer

    def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> bytes:
        headers = {"accept": "application/json", **self._bearer()}
        data = None if body is None else json.dumps(body).encode()
        try:
            with self._opened(path, data, headers, method) as answer:
                read: bytes = answer.read(MOST_FILE + 1)
                return read
        except HTTPError as error:
            raise _error(error.code, error.read()) from None

    def fetch(self, path: str) -> tuple[int, str, bytes]:
        """Return status, media type and body of any response; runs in a thread."""
        try:
            with self._opened(path, None, self._bearer(), "GET") as answer:
                return answer.status, answer.headers.get("content-type", ""), answer.read()
        except HTTPError as error:
            return error.code, error.headers.get("content-type", ""), error.read()

    def _opened(self, path: str, data: bytes | None, headers: dict[str, str], method: str) -> Any:
        """Open a response; a safe request is tried at every known address until one responds."""
        others = [url for url in self.known if url != self.url] if method == "GET" else []
        reason: object = ""
        for url in [self.url, *others]:
            try:
                return urlopen(Request(url + path, data, headers, method=method), timeout=SECONDS)
            except HTTPError:
                raise
            except URLError as error:
                reason = error.reason
        raise ConnectionError(f"{self.url} does not respond: {reason}")

    def table(self, name: str, since: int | None = None, *, listen: bool = False, entropy: bool = True) -> Table:
        """Return a connection to a table for ``async with``, from an event number on or from the current picture.

        Messages received before reading begins are dropped, unless ``listen`` is set. At a seat it pledges and reveals
        entropy for every shuffle, unless ``entropy`` is False.
        """
        return Table(self, name, since, listen=listen, entropy=entropy)

    def _bearer(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}


def _error(status: int, body: bytes) -> FloorError:
    try:
        fault = json_value(body)["error"]
        return FloorError(status, fault["code"], fault["words"])
    except (ValueError, KeyError, TypeError):
        return FloorError(status, "refused", f"the server responded with {status}")


class Table:
    """A connection to a table, reopened when it is lost."""

    def __init__(
        self, floor: Floor, name: str, since: int | None = None, *, listen: bool = False, entropy: bool = True
    ) -> None:
        self.floor, self.name = floor, name
        self._entropy = OwnEntropy(self.do) if entropy else None
        self.version = since or 0  # last event number seen
        self.you: You = {"who": "", "role": "", "seat": None}
        self.picture: dict[str, Any] = {}  # as last received
        self.expected: list[Act] = []
        self.timer: Timer = {"closes": None, "waits": None, "now": 0}
        self.account: Account | None = None
        self.meters: dict[str, int] = {}
        self.why = ""  # last goodbye
        self.lines = 0  # number of connections opened
        self.welcomes = 0  # and of those that were welcomed
        self._since = since
        self._socket: ClientConnection | None = None
        self._under_way: dict[str, tuple[str, asyncio.Future[Taken]]] = {}
        self._heard: asyncio.Queue[AnyMessage | None] = asyncio.Queue(MOST_WAITING)
        self._wanted = listen  # messages are being read
        self._welcome = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Table:
        self._task = asyncio.create_task(self._run())
        welcome = asyncio.create_task(self._welcome.wait())
        await asyncio.wait({self._task, welcome}, return_when=asyncio.FIRST_COMPLETED)
        welcome.cancel()
        if self._task.done():
            await self._task
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._entropy is not None:
            self._entropy.stop()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # ---------------------------------------------------------------- receiving

    def __aiter__(self) -> AsyncIterator[AnyMessage]:
        self._wanted = True
        return self._messages()

    async def _messages(self) -> AsyncIterator[AnyMessage]:
        while (heard := await self._heard.get()) is not None:
            yield heard
        if self._task is not None and self._task.done() and not self._task.cancelled():
            await self._task

    async def look(self) -> dict[str, Any]:
        """Return the current picture of the table."""
        picture: dict[str, Any] = (await self.floor.get(f"/api/tables/{quote(self.name, safe='')}/picture"))["picture"]
        return picture

    async def free_seats(self) -> list[int]:
        """Return the free seats. Names are hidden from spectators, so rely on ``taken``."""
        return [place["seat"] for place in (await self.look())["seats"] if not place.get("taken")]

    # ---------------------------------------------------------------- sending

    async def do(self, do: str, ident: str = "", **fields: Any) -> Taken:
        """Give a command and return its result; raise ``Refused`` if it is refused."""
        ident = ident or secrets.token_hex(8)
        command = {"do": do, "id": ident, **{name.replace("_", "-"): value for name, value in fields.items()}}
        text = json.dumps({"do": command})
        answer: asyncio.Future[Taken] = asyncio.get_running_loop().create_future()
        self._under_way[ident] = text, answer
        try:
            await self._send(text)
            return await answer
        finally:
            self._under_way.pop(ident, None)

    async def fill(self, act: Act, ident: str = "", **holes: Any) -> Taken:
        """Give the command of an act in ``expected`` with its holes filled, and return the reply as ``do`` does."""
        return await self.do(act["command"], ident, by=act["by"], **act.get("given", {}), **holes)

    async def peek(self, *places: str) -> None:
        """Request cards that this seat holds; the response is received as ``peek``."""
        await self._send(json.dumps({"peek": places}))

    async def ping(self, number: int = 0) -> None:
        """Check that the connection is alive; the response is received as ``pong``."""
        await self._send(json.dumps({"ping": number}))

    async def _send(self, text: str) -> None:
        """Send now; if the connection is lost, the reconnecting task sends pending commands again."""
        from websockets.exceptions import ConnectionClosed

        if self._task is not None and self._task.done():
            await self._task
            raise ConnectionError(self.why or "the connection is closed")
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(text)

    # ---------------------------------------------------------------- connection

    async def _run(self) -> None:
        pause, failed = SHORTEST, 0
        try:
            while True:
                address, welcomes = self.floor.url, self.welcomes
                fault = await self._tried()
                if self.why in OVER:
                    return
                if self.welcomes > welcomes:
                    pause, failed = SHORTEST, 0
                else:
                    pause, failed = min(2 * pause, LONGEST), failed + 1
                    if fault is not None and self._given_up(fault, failed):
                        raise fault
                    if self.floor.url == address:  # not redirected
                        self.floor = self.floor.elsewhere()
                await asyncio.sleep(pause)
        finally:
            self._end()

    async def _tried(self) -> FloorError | OSError | None:
        """Hold a connection until it is lost; return why there was none, or None."""
        try:
            await self._line()
        except (FloorError, OSError) as fault:
            return fault
        return None

    def _given_up(self, fault: FloorError | OSError, failed: int) -> bool:
        """Return whether further attempts are useless.

        A connection that was once held is retried indefinitely. A table that has moved may be at none of its addresses
        for a moment, until another process resumes it.
        """
        patience = ASTRAY if len(self.floor.known) > 1 else 1
        if isinstance(fault, FloorError):
            return fault.status != 404 or failed >= patience
        return not self.welcomes and failed >= patience

    def _end(self) -> None:
        for _, answer in self._under_way.values():
            if not answer.done():
                answer.set_exception(ConnectionError(self.why or "the connection is closed"))
        with suppress(asyncio.QueueFull):
            self._heard.put_nowait(None)

    async def _line(self) -> None:
        """Hold one connection until it is lost."""
        from websockets.asyncio.client import connect as open_line
        from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

        query = "" if self._since is None else f"?since={self._since}"
        place = f"{self.floor.url.replace('http', 'ws', 1)}/api/tables/{quote(self.name, safe='')}/live{query}"
        headers = self.floor._bearer()
        try:
            async with open_line(place, additional_headers=headers, compression=None, max_size=MOST_FRAME) as socket:
                self._socket = socket
                self.lines += 1
                for text, _ in list(self._under_way.values()):
                    await socket.send(text)
                async for data in socket:
                    await self._hear(data)
        except InvalidStatus as error:
            if error.response.status_code not in (429, 503):
                raise _error(error.response.status_code, bytes(error.response.body or b"")) from None
        except ConnectionClosed:
            return
        except WebSocketException as error:
            raise ConnectionError(str(error)) from None
        finally:
            self._socket = None

    async def _hear(self, data: str | bytes) -> None:
        ((kind, body),) = json_value(data, MOST_FRAME).items()
        match kind:
            case "welcome":
                self.welcomes += 1
                self.you, self.picture = body["you"], body.get("picture") or self.picture
                if body.get("picture"):
                    self.version = self._since = body["version"]
                self._welcome.set()
            case "events":
                self.version = self._since = body["n"] + len(body["events"]) - 1
            case "expected" | "timer" | "account" | "meters":
                setattr(self, kind, body)
            case "accepted" | "refused":
                self._answer(kind, body)
            case "moved":
                with suppress(ValueError):  # not an address: the next known one is tried
                    self.floor = self.floor.at(body["url"])
            case "bye":
                self.why = body["why"]
        if self._entropy is not None:
            self._entropy.hear(kind, body, self.you)
        if self._wanted:
            await self._heard.put(Message(kind, body))

    def _answer(self, kind: str, body: Any) -> None:
        _, answer = self._under_way.get(body["id"], ("", None))
        if answer is None or answer.done():
            return
        if kind == "accepted":
            answer.set_result(body)
        else:
            refusal = Refused(body["reason"], body["words"], body.get("section", ""), body.get("detail"))
            answer.set_exception(refusal)
