"""Killing a floor again and again, while clients keep their own account of what they were promised."""

import asyncio
import os
import signal
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from punto.core.roles import Role
from punto.record.chain import Record
from punto.record.durable import open_store
from punto.table.commands import AnyCommand, Leave, Sit, Wager
from punto.table.events import CoupEnded
from tests.floor.floor_process import TABLES
from tests.floor.floors import proved
from tests.floor.simulation import FAILPOINTS

ROOT = Path(__file__).parents[2]


async def nursery_of_floors() -> asyncio.subprocess.Process:
    """A process that gives a life to a floor whenever it is asked to."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.floor.floor_process"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        limit=1 << 20,
    )


async def closed(nursery: asyncio.subprocess.Process) -> None:
    """Give no more lives."""
    assert nursery.stdin is not None
    nursery.stdin.close()
    await nursery.wait()


@dataclass
class Client:
    """Somebody outside: what they asked, and what they were told."""

    who: str
    table: str
    chance: Random
    number: int = 0
    waiting: dict[str, AnyCommand] = field(default_factory=dict)  # asked, and not answered: it is asked again
    seated: int = 0

    def asks(self, coup: int) -> AnyCommand:
        """The next command, or one whose answer never came."""
        if self.waiting and self.chance.random() < 0.5:
            return self.chance.choice(list(self.waiting.values()))
        self.number += 1
        common: Any = {"id": f"{self.who}-{self.number}", "by": Role.PLAYER, "who": self.who, "at": 0}
        command: AnyCommand
        if not self.seated:
            command = Sit(**common, seat=self.chance.randint(3, 7), buy_in=5_000_00)
        elif self.chance.random() < 0.1:
            command = Leave(**common, seat=self.seated)
        else:
            wager = self.chance.choice(("player", "banker"))
            command = Wager(**common, coup=coup, seat=self.seated, wager=wager, cents=100_00)
        self.waiting[command.id] = command
        return command

    def hears(self, said: dict[str, Any]) -> None:
        command = self.waiting.get(said["id"])
        if command is None or said.get("refused") in ("gone", "busy"):
            return
        del self.waiting[said["id"]]
        if "n" in said and isinstance(command, Sit):
            self.seated = command.seat
        elif "n" in said and isinstance(command, Leave):
            self.seated = 0


@dataclass
class Killer:
    """Starts a floor, lets clients play, kills it, and looks after each restart whether anything is missing."""

    url: str
    seed: int
    longest: float = 2.0  # seconds of a life
    promised: dict[tuple[str, int], str] = field(default_factory=dict)  # hashes of records that were told
    answers: dict[tuple[str, str, str], tuple[int, int]] = field(default_factory=dict)
    coups: dict[str, int] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    keepers: dict[str, int] = field(default_factory=dict)  # which of several processes has told of a table
    _checked: dict[str, int] = field(default_factory=dict)  # versions up to which promises were looked for

    async def run(self, kills: int, rounds: int = 0) -> dict[str, int]:
        chance = Random(self.seed)
        clients = [Client(f"c{number}", table, chance) for number, table in enumerate((*TABLES, *TABLES))]
        nursery = await nursery_of_floors()
        while self.counts["kills"] < kills or sum(self.coups.values()) - len(TABLES) < rounds:  # each plays one more
            point = chance.choice((*FAILPOINTS, "", ""))
            await self._life(nursery, chance, clients, point)
            self.counts[f"killed {point or 'at random'}"] += 1
            self.counts["kills"] += 1
            await self.check()
            if self.counts["kills"] % 50 == 0:
                print(f"  {self.counts['kills']} kills, {sum(self.coups.values()):,} coups", flush=True)
        await closed(nursery)
        return await self.check(whole=True)

    async def _life(
        self, nursery: asyncio.subprocess.Process, chance: Random, clients: list[Client], point: str
    ) -> None:
        to, lines = nursery.stdin, nursery.stdout
        assert to is not None
        assert lines is not None
        to.write(msgspec.json.encode({"life": [self.url, point, chance.randint(1, round(200 * self.longest))]}) + b"\n")
        while "open" not in (first := msgspec.json.decode(await lines.readline())):
            assert first.get("died", -9) == -9  # at a failpoint, before it was open
            if "died" in first:
                return
        self.coups |= first["open"]
        heard = asyncio.create_task(self._hear(lines, clients))
        asking = asyncio.create_task(self._ask([to], clients, chance))
        await asyncio.wait([heard], timeout=self.longest * (1 if point else chance.random()))
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        with suppress(ProcessLookupError):
            if not heard.done():
                os.kill(first["pid"], signal.SIGKILL)
        assert await heard == -signal.SIGKILL

    async def _ask(self, floors: list[asyncio.StreamWriter], clients: list[Client], chance: Random) -> None:
        while True:
            client = chance.choice(clients)
            to = floors[self.keepers.get(client.table, 0) if chance.random() < 0.8 else chance.randrange(len(floors))]
            command = client.asks(self.coups[client.table])
            for _ in range(1 + (chance.random() < 0.2)):  # now and then twice
                to.write(msgspec.json.encode([client.table, command]) + b"\n")
            await to.drain()
            await asyncio.sleep(0.005)

    async def _hear(self, lines: asyncio.StreamReader, clients: list[Client], number: int = 0) -> int:
        """Listen to one of several floors until it is dead; return how it ended."""
        while "died" not in (said := msgspec.json.decode(await lines.readline())):
            self._note(said, clients)
            if "told" in said:
                self.keepers[said["told"][0].removeprefix("table/")] = number
        return int(said["died"])

    def _note(self, said: dict[str, Any], clients: list[Client]) -> None:
        if "open" in said:
            return
        if "told" in said:
            stream, n, hashed = said["told"]
            assert self.promised.setdefault((stream, n), hashed) == hashed, f"{stream} {n} was told differently"
            self.coups[stream.removeprefix("table/")] = said["coup"]
            return
        if "n" in said and said["events"]:
            key, came = (f"table/{said['table']}", said["who"], said["id"]), (said["n"], said["events"])
            assert self.answers.setdefault(key, came) == came, f"{key} was answered differently"
            self.counts["again"] += said["again"]
        self.counts["gone"] += said.get("refused") == "gone"
        next(client for client in clients if client.who == said["who"]).hears(said)

    async def check(self, whole: bool = False) -> dict[str, int]:
        """Look for the promises of the last life in the log; at the end for all of them, and prove the log itself."""
        store = await open_store(self.url)
        try:
            since = {} if whole else self._checked
            streams = {stream for stream, _ in self.promised}
            read = [record for stream in streams for record in await store.read(stream, since.get(stream, 0))]
            log = {(record.stream, record.n): record for record in read}
            self._compare(log, since)
            self._checked |= {record.stream: record.last for record in read}
            if whole:
                report = await proved(store)
                assert report.whole, report
        finally:
            await store.close()
        coups = sum(type(event) is CoupEnded for one in read for event in one.batch.events) if whole else 0
        return {**self.counts, "records": len(log), "rounds": coups, "answers": len(self.answers)}

    def _compare(self, log: dict[tuple[str, int], Record], since: dict[str, int]) -> None:
        for (stream, n), hashed in self.promised.items():
            if n > since.get(stream, 0):
                assert (stream, n) in log, f"{stream} {n} was told, and is lost"
                assert log[stream, n].hash == hashed
        for (stream, who, ident), (n, events) in self.answers.items():
            if n > since.get(stream, 0):
                record = log[stream, n]
                command = record.batch.command
                assert (command.who, command.id) == (who, ident), f"{ident} was accepted as {stream} {n}, and is lost"
                assert record.last - record.n + 1 == events
