"""One wager, from the socket to the record: the modules that it enters, counted on a running floor.

A floor is served on a real port from a new SQLite file. A registered player, who has bought chips from a wallet, sits
at a virtual table and sends one wager. From the bytes on the socket to the stored record, and on to the reply, every
call of a function of the package is noted in all threads. `python -m tools.wager_path` prints the modules in order.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from importlib.resources import files
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

import websockets

import punto
from punto.accounts import LoginResult
from punto.core.roles import Role
from punto.floor import Floor, Pace, Setup, TableActor
from punto.record.chain import Record
from punto.record.sqlite import SqliteStore, migrated
from punto.record.store import Write
from punto.server.live_floor import LiveFloor, ServerOptions
from punto.server.serving import address_of, bound, server_of
from punto.wallet.messages import Begin, Kind, Open, Post

PACKAGE = f"{Path(punto.__file__).parent}/"
TABLE = "md-mini-payout"  # a shipped submission
PASSWORD = "three old cards"
SEAT, BUY_IN, STAKE = 3, 500_00, 100_00
STILL = Setup(
    pace=Pace(bets=600_000, beat=0, prepare=0, choice=0, round=0)
)  # bets stay open: the dealer does nothing in between
PATIENCE = 20  # seconds
JSON = "--json"

Walk = Mapping[str, Sequence[str]]  # each module with its functions, in the order in which they are entered


class Walked(NamedTuple):
    """Functions that a wager enters until it is stored, and until its sender has the reply."""

    stored: Walk
    replied: Walk


class Counter:
    """Functions of the package that are called, in all threads, while it counts."""

    def __init__(self) -> None:
        self.counting = False
        self.entered: dict[str, dict[str, None]] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Note a call."""
        if self.counting and event == "call" and (code := frame.f_code).co_filename.startswith(PACKAGE):
            module = code.co_filename.removeprefix(PACKAGE).removesuffix(".py").removesuffix("/__init__")
            self.entered.setdefault(module, {})[code.co_qualname] = None

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Hear of the calls of this thread, and of all that are started here."""
        sys.setprofile(self)
        threading.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def walk(self) -> Walk:
        """Return what was entered until now."""
        return {module: tuple(functions) for module, functions in self.entered.items()}


class CountedStore(SqliteStore):
    """A store that says what was entered until an append was durable."""

    def __init__(self, path: str, counter: Counter) -> None:
        migrated(path, PATIENCE)
        super().__init__(path, PATIENCE)
        self.counter = counter
        self.stored: Walk = {}

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        """Append, and look at the counter."""
        records = await super().append(writes)
        if self.counter.counting:
            self.stored = self.counter.walk()
        return records


async def walked() -> Walked:
    """Send one wager at a running floor, and return what it enters."""
    counter = Counter()
    every_time = patch("punto.server.socket.CHECK", 0)  # look at the session with this message, not every 15 seconds
    with tempfile.TemporaryDirectory() as folder, counter.installed(), every_time:
        store = CountedStore(f"{folder}/floor.db", counter)
        async with _served(store) as (live, desk, url):
            token = await _player(live)
            address = f"{url.replace('http', 'ws')}api/tables/{desk.table}/live"
            bearer = {"authorization": f"Bearer {token}"}
            async with websockets.connect(address, additional_headers=bearer, compression=None) as socket:
                await _do(socket, "sit", do="sit", seat=SEAT, **{"buy-in": BUY_IN})
                while desk.state.phase != "betting" or desk.room.clock.now() < desk.game.at + 100:
                    await asyncio.sleep(0.01)
                coup = desk.state.coup
                counter.counting = True
                await _do(socket, "bet", do="wagers", coup=coup, seat=SEAT, stakes={"banker": STAKE})
                counter.counting = False
    return Walked(store.stored, counter.walk())


@asynccontextmanager
async def _served(store: SqliteStore) -> AsyncIterator[tuple[LiveFloor, TableActor, str]]:
    """Serve a floor with one table; without the tasks that look round every second."""
    house = await Floor.open(store)
    live = await LiveFloor.open(house, ServerOptions())
    text = files("punto").joinpath("submissions", f"{TABLE}.toml").read_text(encoding="utf-8")
    desk = await house.open_table(text, STILL, virtual=True)
    await live.keep(desk)
    listening, server = bound("127.0.0.1", 0), server_of(live)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        while not server.started:
            await asyncio.sleep(0.005)
        yield live, desk, address_of(listening)
    finally:
        server.should_exit = True
        await serving
        await live.close()
        await house.stop()


async def _player(live: LiveFloor) -> str:
    """Return the token of a player whose wallet holds enough."""
    await live.people.register("Zoe Lee", PASSWORD)
    admitted = await live.people.login("Zoe Lee", PASSWORD)
    if not isinstance(admitted, LoginResult):
        raise TypeError(admitted)
    who, at = admitted.person.who, live.clock()
    house: dict[str, Any] = {"by": Role.SYSTEM, "who": "house", "at": at}
    for command in (
        Open(id="open", owner=who, **house),
        Begin(id="begin", by=Role.PLAYER, who=who, at=at, transfer="t", kind=Kind.DEPOSIT, cents=BUY_IN, place="bank"),
        Post(id="post", transfer="t", **house),
    ):
        await live.house.machines.wallet_do(who, command)
    return admitted.token


async def _do(socket: websockets.ClientConnection, ident: str, **fields: object) -> None:
    """Send a command and wait until it is accepted."""
    await socket.send(json.dumps({"do": {"id": ident, **fields}}))
    async with asyncio.timeout(PATIENCE):
        while True:
            message = json.loads(await socket.recv())
            if "accepted" in message:
                return
            if "refused" in message:
                raise RuntimeError(message)


def in_fresh_process() -> Walked:
    """Return what one wager enters in a process whose caches are empty."""
    command = [sys.executable, "-m", __name__, JSON]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    return Walked(*json.loads(done.stdout))


def main(asked: list[str]) -> None:
    """Print what one wager enters."""
    stored, replied = asyncio.run(walked())
    if JSON in asked:
        print(json.dumps((stored, replied)))
        return
    for number, (module, functions) in enumerate(stored.items(), 1):
        print(f"{number:3} {module}: {', '.join(functions)}")
    print("then, to the reply:")
    for module, functions in replied.items():
        if module not in stored:
            print(f"    {module}: {', '.join(functions)}")
    print(f"{len(stored)} modules to the record, {len(replied)} to the reply")


if __name__ == "__main__":
    main(sys.argv[1:])
