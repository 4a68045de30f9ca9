"""A client of a running floor, for programs: watch a table, sit down, play.

    import punto

    async with punto.connect("http://127.0.0.1:8080") as floor:
        async with floor.table("MB-7") as table:
            await table.do("sit", seat=3, buy_in=50_000)
            async for kind, body in table:
                if kind == "timer" and body["closes"]:
                    await table.do("wagers", seat=3, stakes={"banker": 10_000})

A line that is lost is taken up again, from the last event that was seen; where a table has moved to an address that
does not answer, at the first address or another one that was heard of. A command that was under way then is sent once
more with the same id, so that it is done once. What is heard is as ``docs/protocol.md`` says, as plain values.
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

from punto.bounded import MOST_FILE, json_value

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

SECONDS = 30.0  # for an answer by HTTP
SHORTEST, LONGEST = 0.1, 5.0  # seconds between two tries to take up a line
MOST_WAITING = 1_000  # messages that nobody has read yet; then the line waits, and the floor may drop it
MOST_FRAME = 4 << 20
ASTRAY = 8  # tries in a row without a welcome, after a table has moved, before it is given up
OVER = ("logged out", "no-session", "disabled", "table closed")  # goodbyes after which there is no coming back


class FloorError(Exception):
    """The floor does not do what was asked; its words say why."""

    def __init__(self, status: int, code: str, words: str) -> None:
        super().__init__(words)
        self.status, self.code = status, code


class Refused(Exception):
    """A command was refused: why, by which section, and what would be right."""

    def __init__(self, reason: str, words: str, section: str = "", detail: dict[str, Any] | None = None) -> None:
        super().__init__(words)
        self.reason, self.section, self.detail = reason, section, detail or {}


@asynccontextmanager
async def connect(
    url: str, *, token: str = "", name: str = "", password: str = "", guest: bool = False
) -> AsyncIterator[Floor]:
    """Come to a floor: to look on, with a token, by name and password, or as a guest."""
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
    """A floor, asked by HTTP."""

    def __init__(self, url: str, token: str = "") -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{url!r} is no address of a floor: it begins with http or https")
        self.url, self.token = f"{parts.scheme}://{parts.netloc}", token
        self.known = [self.url]  # every address of this floor that was heard of, the first one first

    def at(self, url: str) -> Floor:
        """Return the same floor at another address, which is known from now on. Raises ValueError."""
        floor = Floor(url, self.token)
        floor.known = self.known
        if floor.url not in self.known:
            self.known.append(floor.url)
        return floor

    def elsewhere(self) -> Floor:
        """Return the same floor at the next address that is known; at this one where there is no other."""
        return self.at(self.known[(self.known.index(self.url) + 1) % len(self.known)])

    async def tables(self) -> list[dict[str, Any]]:
        """Return the lobby."""
        found: list[dict[str, Any]] = (await self.get("/api/tables"))["tables"]
        return found

    async def get(self, path: str) -> dict[str, Any]:
        """Ask for something."""
        return await self.ask("GET", path)

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Ask something of the floor; raise ``FloorError`` where it refuses."""
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
        """Return status, media type and body of an answer, whatever they are; beside the event loop."""
        try:
            with self._opened(path, None, self._bearer(), "GET") as answer:
                return answer.status, answer.headers.get("content-type", ""), answer.read()
        except HTTPError as error:
            return error.code, error.headers.get("content-type", ""), error.read()

    def _opened(self, path: str, data: bytes | None, headers: dict[str, str], method: str) -> Any:
        """Open an answer; a question that changes nothing is asked at every address that is known until one answers."""
        others = [url for url in self.known if url != self.url] if method == "GET" else []
        reason: object = ""
        for url in [self.url, *others]:
            try:
                return urlopen(Request(url + path, data, headers, method=method), timeout=SECONDS)
            except HTTPError:
                raise
            except URLError as error:
                reason = error.reason
        raise ConnectionError(f"{self.url} does not answer: {reason}")

    def table(self, name: str, since: int | None = None, *, listen: bool = False) -> Table:
        """Return a line to a table, to be entered with ``async with``; from an event on, or as the table stands.

        What is heard before somebody begins to read it is passed over, unless they said that they will ``listen``.
        """
        return Table(self, name, since, listen=listen)

    def _bearer(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}


def _error(status: int, body: bytes) -> FloorError:
    try:
        fault = json_value(body)["error"]
        return FloorError(status, fault["code"], fault["words"])
    except (ValueError, KeyError, TypeError):
        return FloorError(status, "refused", f"the floor answers with {status}")


class Table:
    """A line to a table, which is taken up again when it is lost."""

    def __init__(self, floor: Floor, name: str, since: int | None = None, *, listen: bool = False) -> None:
        self.floor, self.name = floor, name
        self.version = since or 0  # the last event that was heard of
        self.you: dict[str, Any] = {}
        self.picture: dict[str, Any] = {}  # as it was when it was last sent
        self.expected: list[dict[str, Any]] = []
        self.timer: dict[str, Any] = {}
        self.account: dict[str, Any] = {}
        self.meters: dict[str, int] = {}
        self.why = ""  # the last goodbye
        self.lines = 0  # how often a line was opened
        self.welcomes = 0  # and how often the table was found there
        self._since = since
        self._socket: ClientConnection | None = None
        self._under_way: dict[str, tuple[str, asyncio.Future[dict[str, Any]]]] = {}
        self._heard: asyncio.Queue[tuple[str, Any] | None] = asyncio.Queue(MOST_WAITING)
        self._wanted = listen  # somebody reads what is heard
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
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # ---------------------------------------------------------------- hearing

    def __aiter__(self) -> AsyncIterator[tuple[str, Any]]:
        self._wanted = True
        return self._messages()

    async def _messages(self) -> AsyncIterator[tuple[str, Any]]:
        while (heard := await self._heard.get()) is not None:
            yield heard
        if self._task is not None and self._task.done() and not self._task.cancelled():
            await self._task

    async def look(self) -> dict[str, Any]:
        """Return the table as it stands now."""
        picture: dict[str, Any] = (await self.floor.get(f"/api/tables/{quote(self.name, safe='')}/picture"))["picture"]
        return picture

    async def free_seats(self) -> list[int]:
        """Return the seats that are free now. Names are hidden from spectators, so ``taken`` is what to go by."""
        return [place["seat"] for place in (await self.look())["seats"] if not place.get("taken")]

    # ---------------------------------------------------------------- doing

    async def do(self, do: str, ident: str = "", **fields: Any) -> dict[str, Any]:
        """Give a command and return what it came to; raise ``Refused`` where it is refused."""
        ident = ident or secrets.token_hex(8)
        command = {"do": do, "id": ident, **{name.replace("_", "-"): value for name, value in fields.items()}}
        text = json.dumps({"do": command})
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._under_way[ident] = text, answer
        try:
            await self._send(text)
            return await answer
        finally:
            self._under_way.pop(ident, None)

    async def peek(self, *places: str) -> None:
        """Ask for cards that this seat holds; the answer is heard as ``peek``."""
        await self._send(json.dumps({"peek": places}))

    async def ping(self, number: int = 0) -> None:
        """Ask whether the line is alive; the answer is heard as ``pong``."""
        await self._send(json.dumps({"ping": number}))

    async def _send(self, text: str) -> None:
        """Send now; where the line is lost just then, whoever takes it up again sends what is under way."""
        from websockets.exceptions import ConnectionClosed

        if self._task is not None and self._task.done():
            await self._task
            raise ConnectionError(self.why or "the line is closed")
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(text)

    # ---------------------------------------------------------------- the line

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
                    if self.floor.url == address:  # it was not sent on
                        self.floor = self.floor.elsewhere()
                await asyncio.sleep(pause)
        finally:
            self._end()

    async def _tried(self) -> FloorError | OSError | None:
        """Hold a line until it is lost; return why there was none."""
        try:
            await self._line()
        except (FloorError, OSError) as fault:
            return fault
        return None

    def _given_up(self, fault: FloorError | OSError, failed: int) -> bool:
        """Whether there is no use in trying again.

        A line that was once held is tried for ever. A table that has moved may be at none of its addresses for a
        moment, until a process takes it up that had not kept it.
        """
        patience = ASTRAY if len(self.floor.known) > 1 else 1
        if isinstance(fault, FloorError):
            return fault.status != 404 or failed >= patience
        return not self.welcomes and failed >= patience

    def _end(self) -> None:
        for _, answer in self._under_way.values():
            if not answer.done():
                answer.set_exception(ConnectionError(self.why or "the line is closed"))
        with suppress(asyncio.QueueFull):
            self._heard.put_nowait(None)

    async def _line(self) -> None:
        """Hold one line until it is lost."""
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
                with suppress(ValueError):  # no address: the next one that is known is tried
                    self.floor = self.floor.at(body["url"])
            case "bye":
                self.why = body["why"]
        if self._wanted:
            await self._heard.put((kind, body))

    def _answer(self, kind: str, body: dict[str, Any]) -> None:
        _, answer = self._under_way.get(body["id"], ("", None))
        if answer is None or answer.done():
            return
        if kind == "accepted":
            answer.set_result(body)
        else:
            refusal = Refused(body["reason"], body["words"], body.get("section", ""), body.get("detail"))
            answer.set_exception(refusal)
