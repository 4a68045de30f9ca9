"""A browser as the network sees it: requests over TLS, a cookie, and a connection to a table."""

import asyncio
import http.client
import json
import ssl
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

SITE = "floor.example"
CERTIFICATE = "/etc/ssl/floor.pem"
PATIENCE = 60.0  # seconds to wait for anything


@dataclass(frozen=True)
class Answer:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


def ask(
    path: str, body: object = None, *, source: str = "127.0.0.1", plain: int = 0, headers: dict[str, str] | None = None
) -> Answer:
    """Send a request to the floor through its proxy, or to a port of this machine; from one of its own addresses."""
    line = opened(source, plain)
    try:
        data = None if body is None else json.dumps(body)
        line.request("GET" if body is None else "POST", path, data, headers or {})
        got = line.getresponse()
        return Answer(got.status, {name.lower(): value for name, value in got.getheaders()}, got.read())
    finally:
        line.close()


def opened(source: str, plain: int = 0) -> http.client.HTTPConnection:
    """Open a connection, over TLS unless a port is named."""
    if plain:
        return http.client.HTTPConnection("127.0.0.1", plain, timeout=PATIENCE, source_address=(source, 0))
    trust = ssl.create_default_context(cafile=CERTIFICATE)
    return http.client.HTTPSConnection(SITE, timeout=PATIENCE, context=trust, source_address=(source, 0))


def flood(path: str, source: str, most: int) -> int:
    """Send requests over one connection, under ever new names, until one is refused; return their number."""
    line = opened(source)
    try:
        for number in range(most):
            line.request("GET", path, headers={"x-forwarded-for": f"203.0.113.{number % 250}"})
            got = line.getresponse()
            got.read()
            if got.status == 429:
                return number
            assert got.status == 200, got.status
    finally:
        line.close()
    raise AssertionError("the visitor's address was not counted")


@dataclass
class Player:
    """A player at one table, who records everything received."""

    table: str
    cookie: str = ""
    told: dict[int, list[Any]] = field(default_factory=dict)  # events, by the number of the first
    accepted: dict[str, int] = field(default_factory=dict)  # commands, and their position in the log
    settled: int = 0
    lines: int = 0
    seat: int = 3
    stake: int = 0
    buy_in: int = 0
    _seated: bool = False
    _bets: int = 0

    async def play(self, coups: int) -> None:
        """Sit down, bet on every coup, and reconnect after every lost connection, until so many coups are settled."""
        goal = self.settled + coups
        async with asyncio.timeout(5 * PATIENCE):
            while self.settled < goal:
                try:
                    await self._line(goal)
                except (OSError, ConnectionClosed, InvalidStatus, WebSocketException, TimeoutError):
                    await asyncio.sleep(0.2)  # the floor is restarting

    async def _line(self, goal: int) -> None:
        since = f"?since={max(n + len(events) - 1 for n, events in self.told.items())}" if self.told else ""
        trust = ssl.create_default_context(cafile=CERTIFICATE)
        headers = {"cookie": self.cookie, "origin": f"https://{SITE}"}
        place = f"wss://{SITE}/api/tables/{self.table}/live{since}"
        async with connect(place, ssl=trust, additional_headers=headers, compression=None, open_timeout=5) as line:
            self.lines += 1
            if not self._seated:
                await self._say(line, "sit", seat=self.seat, **{"buy-in": self.buy_in})
            async for text in line:
                ((kind, body),) = json.loads(text).items()
                self._hear(kind, body)
                if self.settled >= goal:
                    return
                if kind == "timer" and body.get("closes") and self._seated:
                    self._bets += 1
                    await self._say(line, "wagers", seat=self.seat, stakes={"banker": self.stake})

    async def _say(self, line: Any, do: str, **fields: Any) -> None:
        ident = f"{do}-{self._bets}"
        await line.send(json.dumps({"do": {"do": do, "id": ident, **fields}}))

    def _hear(self, kind: str, body: Any) -> None:
        if kind == "events":
            known = self.told.setdefault(body["n"], body["events"])
            assert known == body["events"], f"event {body['n']} was told differently"
            self.settled += sum(event["event"].startswith("coup-settled") for event in body["events"])
        elif kind == "accepted":
            n = self.accepted.setdefault(body["id"], body["n"])
            assert n == body["n"], f"{body['id']} was answered differently"
        elif kind == "refused" and body["id"].startswith("sit-"):
            raise AssertionError(f"the seat was refused: {body}")
        if kind == "accepted" and body["id"].startswith("sit-"):
            self._seated = True
