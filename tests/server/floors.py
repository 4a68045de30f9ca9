"""Live floors for tests: a real server on a real port, in the same process, over a store in memory."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import httpx2
import websockets
from websockets.asyncio.client import ClientConnection

from punto.accounts import LoginResult
from punto.accounts.staff import Invited, invite
from punto.anchor.anchoring import Anchor
from punto.core.roles import Duty, Role
from punto.floor import Pace, Setup
from punto.floor.ownership import Ownership
from punto.library import Library
from punto.record.durable import open_store
from punto.server.live_floor import LiveFloor, ServerOptions
from punto.server.serving import Server, address_of, bound, live_floor, server_of
from punto.table.commands import Sit, Wagers
from tests import filed

QUICK = Pace(bets=300, beat=5, prepare=5, choice=200, round=0)
PATIENCE = 20  # seconds in which anything here must come about
TABLE = "MB-7"


@dataclass
class Open:
    """A floor that is served."""

    live: LiveFloor
    url: str
    port: int
    clients: dict[str, httpx2.AsyncClient] = field(default_factory=dict)

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def http(self, token: str = "", **headers: str) -> httpx2.AsyncClient:
        bearer = {"authorization": f"Bearer {token}"} if token else {}
        return httpx2.AsyncClient(base_url=self.url, headers={**bearer, **headers}, verify=False, trust_env=False)

    async def guest(self) -> str:
        """The token of a new guest."""
        async with self.http() as client:
            answer = await client.post("/api/guest")
        assert answer.status_code == 200, answer.text
        return str(answer.json()["token"])


def submission(name: str) -> str:
    return filed.text(name)


def deaf(server: Server) -> Server:
    """Hear no signals: of several servers in one process, one that ends before a later one would leave its handlers."""
    server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
    return server


@asynccontextmanager
async def floor(
    *names: str,
    setup: Setup | None = None,
    terms: ServerOptions | None = None,
    store: Any = None,
    virtual: bool = True,
    owners: Ownership | None = None,
    port: int = 0,
    library: Library | None = None,
    anchor: Anchor | None = None,
) -> AsyncIterator[Open]:
    """Serve a floor with some shipped tables."""
    store = store or await open_store("memory:")
    listening = bound("127.0.0.1", port)
    address = address_of(listening).rstrip("/") if owners else ""
    async with live_floor(store, terms or ServerOptions(demo=True), owners, address, library, anchor) as live:
        for name in names:
            desk = await live.house.open_table(submission(name), setup or Setup(pace=QUICK), virtual=virtual)
            await live.keep(desk)
        server = deaf(server_of(live))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        url = address_of(listening)
        try:
            while not server.started:
                await asyncio.sleep(0.005)
            yield Open(live, url, int(url.rstrip("/").rpartition(":")[2]))
        finally:
            server.should_exit = True
            await serving


@dataclass
class Heard:
    """A raw client of a table's socket, which keeps every byte."""

    socket: ClientConnection
    said: list[dict[str, Any]] = field(default_factory=list)
    bytes: list[str] = field(default_factory=list)

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):  # wait_for of Python 3.11 may lose a cancellation
            text = await self.socket.recv()
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.bytes.append(text)
        self.said.append(message)
        return message

    async def until(self, fits: Callable[[dict[str, Any]], bool] | str) -> dict[str, Any]:
        """Listen until a message comes that fits; of a kind, by its name."""
        check = (lambda message: fits in message) if isinstance(fits, str) else fits
        while True:
            message = await self.next()
            if check(message):
                return message

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def do(self, ident: str, **command: Any) -> dict[str, Any]:
        """Give a command and return its answer."""
        await self.say(do={"id": ident, **{name.replace("_", "-"): value for name, value in command.items()}})
        return await self.until(
            lambda message: any(message.get(kind, {}).get("id") == ident for kind in ("accepted", "refused"))
        )

    async def phase(self, live: LiveFloor, table: str, phase: str) -> None:
        """Wait until a table is in a phase."""
        await until(lambda: live.house.desks[table].state.phase == phase)


@asynccontextmanager
async def on_line(
    floor: Open, table: str = TABLE, token: str = "", since: int | None = None, **kwargs: Any
) -> AsyncIterator[Heard]:
    """A line to a table."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    query = "" if since is None else f"?since={since}"
    async with websockets.connect(
        f"{floor.ws}/api/tables/{table}/live{query}",
        additional_headers=headers,
        compression=None,
        max_queue=None,
        **kwargs,
    ) as socket:
        yield Heard(socket)


async def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something has become true."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.005)


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a test's coroutine."""

    async def within() -> None:
        async with asyncio.timeout(3 * PATIENCE):
            await work()

    asyncio.run(within())


def admitted(answer: object) -> LoginResult:
    assert isinstance(answer, LoginResult), answer
    return answer


async def staff(floor: Open, name: str, *duties: Duty) -> str:
    """The token of somebody whom the house has named."""
    invited = await invite(floor.live.people, name, duties)
    assert isinstance(invited, Invited), invited
    came = admitted(await floor.live.people.login(name, invited.password))
    return admitted(await floor.live.people.change_password(came.token, "", f"a password of {name}")).token


@asynccontextmanager
async def busy(floor: Open, table: str = TABLE, seat: int = 1) -> AsyncIterator[None]:
    """Somebody who sits at a table and bets on every coup."""
    desk, who = floor.live.house.desks[table], f"regular-{seat}"
    await until(lambda: desk.open)
    await desk.do(Sit(id="sit", by=Role.PLAYER, who=who, at=0, seat=seat, buy_in=100_000_00))
    stakes = {"banker": desk.rules.limits["banker"].least}

    async def bet() -> None:
        while True:
            await until(lambda: desk.state.phase == "betting" and f"felt/{seat}/banker" not in desk.state.accounts, 60)
            coup = desk.state.coup
            await desk.do(Wagers(id=f"{coup}", by=Role.PLAYER, who=who, at=0, coup=coup, seat=seat, stakes=stakes))

    betting = asyncio.create_task(bet())
    try:
        yield
    finally:
        betting.cancel()
        await asyncio.gather(betting, return_exceptions=True)
