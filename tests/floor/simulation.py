"""A whole floor from one seed, in virtual time: tables, house players, people who send things twice, late and out of
order, wallets, linked meters, and a process that dies at any moment. Afterwards everything that anybody was told is
looked for in the log, and the log is put to the proof."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from punto.core.roles import Role
from punto.core.self_limits import DAY
from punto.coupon.messages import Issue
from punto.floor import Clock, Floor, Pace, Published, QueueFull, Setup, TableActor, TableUnavailable
from punto.game.game import Accepted
from punto.record.chain import Record
from punto.record.memory import MemoryDurable
from punto.record.store import Conflict, Write
from punto.table import Refusal
from punto.table.commands import AnyCommand
from punto.table.events import CoupEnded
from punto.table.phases import Phase
from punto.wallet.messages import Begin, Kind, Open, Post
from tests.floor.floors import ALL, ROYAL, command, proved, submission
from tests.floor.virtual import evening

FAILPOINTS = ("before commit", "after commit", "before publish")
START = 1_800_000_000_000
COUPONS, FACE = 8, 25_00  # issued to each person


class Killed(BaseException):
    """The process is dead from here on."""


class Disk(MemoryDurable):
    """What survives a process; its secrets come from the seed."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._chance = chance

    async def seal(self, name: str) -> bytes:
        known = (await self.sealed(name)).get(name)
        return known or self._vault.setdefault(name, self._chance.randbytes(32))


class Process:
    """One life of the program: it reaches the disk until it dies, at a moment of its own or at a failpoint."""

    def __init__(self, disk: Disk, chance: Random, dies: int, at: str) -> None:
        self.disk, self._chance, self._left, self._at = disk, chance, dies, at
        self.dead = asyncio.Event()
        self.commits = 0

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        self._alive()
        await asyncio.sleep(self._chance.random() * 0.02)
        self._alive()
        self._fail("before commit")
        if self._chance.random() < 0.01:
            raise Conflict("the disk says so")
        added = await self.disk.append(writes)
        self._left -= 1
        self._fail("after commit")
        await asyncio.sleep(self._chance.random() * 0.01)
        self._alive()
        return added

    def published(self, published: Published) -> None:
        self._fail("before publish")

    def _fail(self, point: str) -> None:
        if self._left <= 0 and point == self._at:
            self.dead.set()
        self._alive()

    def _alive(self) -> None:
        if self.dead.is_set():
            raise Killed

    def __getattr__(self, name: str) -> Any:  # everything else is read, sealed and shelved as it is
        self._alive()
        return getattr(self.disk, name)


@dataclass
class Promises:
    """What everybody was told."""

    hashes: dict[tuple[str, int], str] = field(default_factory=dict)  # of records that were published
    accepted: dict[tuple[str, str, str], tuple[int, int]] = field(default_factory=dict)  # number and count of events
    counts: Counter[str] = field(default_factory=Counter)

    def see(self, published: Published) -> None:
        for record in (published.record, *published.beside):
            known = self.hashes.setdefault((record.stream, record.n), record.hash)
            assert known == record.hash, f"{record.stream} {record.n} was told twice, differently"
        self.counts["published"] += 1
        self.counts["coupons"] += sum(record.stream.startswith("coupon/") for record in published.beside)
        self.counts["coups"] += sum(type(event) is CoupEnded for event in published.batch.events)

    def hear(self, desk: TableActor, asked: AnyCommand, answer: Accepted | Refusal) -> None:
        self.counts[type(answer).__name__] += 1
        if isinstance(answer, Refusal) or not answer.events:
            return
        key, said = (desk.game.stream, asked.who, asked.id), (answer.n, len(answer.events))
        assert self.accepted.setdefault(key, said) == said, f"{key} was answered twice, differently"
        self.counts["again"] += answer.again

    def kept(self, records: Iterable[Record]) -> None:
        """Everything that was promised is in the log, once."""
        log = {(record.stream, record.n): record for record in records}
        for place, hashed in self.hashes.items():
            assert log[place].hash == hashed, f"{place} was told, and is not in the log"
        commands = Counter((one.stream, one.batch.command.who, one.batch.command.id) for one in log.values())
        for (stream, who, ident), (n, count) in self.accepted.items():
            record = log[stream, n]
            assert (record.batch.command.who, record.batch.command.id) == (who, ident)
            assert record.last - record.n + 1 == count
            assert commands[stream, who, ident] == 1


class Person:
    """Somebody with a wallet who sits down somewhere, bets, and repeats everything whose answer never came."""

    def __init__(self, number: int, seed: int, promises: Promises) -> None:
        self.who, self.promises = f"p{number}", promises
        self.chance = Random(f"{seed} person {number}")
        self.unanswered: list[tuple[str, AnyCommand]] = []  # with the table
        self.sent: list[tuple[str, AnyCommand]] = []
        self.number = 0

    async def live(self, house: Floor) -> None:
        """Open the wallet, whatever became of it before; then play until the process dies."""
        system: Any = {"by": Role.SYSTEM, "who": "house", "at": house.clock.now()}
        deposit: Any = {"transfer": "first", "kind": Kind.DEPOSIT, "cents": 10_000_000_00, "place": "bank"}
        for each in (
            Open(id=f"open-{self.who}", owner=self.who, **system),
            Begin(id="deposit", by=Role.PLAYER, who=self.who, at=house.clock.now(), **deposit),
            Post(id=f"post-{self.who}", transfer="first", **system),
        ):
            await house.machines.wallet_do(self.who, each)
        await self.endow(house)
        for table, asked in self.unanswered[:]:
            await self.ask(house, table, asked)
        while True:
            await asyncio.sleep(self.chance.random() * 4)
            await self.act(house)

    async def endow(self, house: Floor) -> None:
        """Be issued coupons, each once, however often the process dies meanwhile."""
        given: Any = {"by": Role.FLOOR, "who": "flo", "at": START, "holder": self.who, "cents": FACE, "alone": 10**8}
        for number in range(COUPONS):
            ident = f"coupon-{self.who}-{number}"
            await house.machines.coupon_do(Issue(id=ident, expires=START + 300 * DAY, why="a birthday", **given))

    def coupon(self, desk: TableActor, key: str) -> dict[str, int]:
        """A coupon beside a wager: any number that was issued, also used ones and those of others."""
        if not desk.rules.match_play or key == "royal-9" or self.chance.random() < 0.3:
            return {}
        return {"coupon": FACE, "coupon_number": self.chance.randint(1, 5 * COUPONS)}

    async def act(self, house: Floor) -> None:
        table = self.chance.choice(list(house.desks))
        desk, draw = house.desks[table], self.chance.random()
        seat = next((seat for seat, who in desk.state.seated.items() if who == self.who), 0)
        if draw < 0.15 and self.sent:  # late, and out of order
            table, old = self.chance.choice(self.sent[-30:])
            await self.ask(house, table, old)
        elif not seat:
            cents = max(limit.least for limit in desk.rules.limits.values()) * 20
            seat = self.chance.randint(1, desk.rules.seats)
            await self.new(house, desk, "sit", seat=seat, buy_in=cents, transfer=f"{self.who}-{self.number}")
        elif draw < 0.2:
            await self.new(house, desk, "leave", seat=seat, transfer=f"{self.who}-{self.number}")
        elif desk.state.phase is Phase.BETTING:
            key = self.chance.choice(desk.rules.wagers).key
            staked: dict[str, Any] = {"seat": seat, "wager": key, "cents": desk.rules.limits[key].least}
            await self.new(house, desk, "wager", **staked, **self.coupon(desk, key))

    async def new(self, house: Floor, desk: TableActor, do: str, **fields: Any) -> None:
        self.number += 1
        asked = command(desk, do, self.who, f"{self.who}-{self.number}", **fields)
        self.unanswered.append((desk.table, asked))
        self.sent.append((desk.table, asked))
        times = 2 if self.chance.random() < 0.2 else 1  # at once, and again before the answer
        await asyncio.gather(*(self.ask(house, desk.table, asked) for _ in range(times)))

    async def ask(self, house: Floor, table: str, asked: AnyCommand) -> None:
        desk = house.desks[table]
        try:
            answer = await desk.do(asked)
        except (QueueFull, TableUnavailable):
            return
        self.promises.hear(desk, asked, answer)
        with suppress(ValueError):
            self.unanswered.remove((table, asked))


@dataclass
class SimulatedFloor:
    """An evening with deaths in it."""

    seed: int
    tables: int = 4
    people: int = 5
    lives: int = 5
    commits: int = 300  # of one life, at most
    names: tuple[str, ...] = ()  # of the submissions; any of them where none is named
    promises: Promises = field(default_factory=Promises)
    failures: list[str] = field(default_factory=list)

    async def play(self) -> Disk:
        chance = Random(self.seed)
        disk, now = Disk(Random(f"{self.seed} vault")), START
        people = [Person(number, self.seed, self.promises) for number in range(self.people)]
        names = [chance.choice(self.names or ALL) for _ in range(self.tables)]
        for life in range(self.lives):
            point = chance.choice((*FAILPOINTS, ""))
            process = Process(disk, chance, chance.randint(1, self.commits), point)
            work = asyncio.create_task(self._live(process, now, names, people, chance, life))
            await asyncio.wait([work, asyncio.create_task(process.dead.wait())], return_when="FIRST_COMPLETED")
            process.dead.set()
            if work.done() and not work.cancelled() and isinstance(work.exception(), Exception):
                work.result()
            await _bury()
            assert not self.failures, f"seed {self.seed}: {self.failures}"
            now += chance.choice((-5_000, 0, 60_000, 3_600_000)) + chance.randint(1, 30_000)  # clocks jump, too
        return disk

    async def _live(
        self, process: Process, now: int, names: list[str], people: list[Person], chance: Random, life: int
    ) -> None:
        house = await Floor.open(process, Clock(now))
        for number, name in enumerate(names):
            if f"T{number}" not in house.desks and await process.last(f"table/T{number}") is None:
                beat = None if number % 2 else 1_000  # act by act, or a batch at a time
                pace = Pace(bets=5_000, prepare=500, beat=beat)
                setup = Setup(players=chance.randint(0, 3), seed=self.seed, pace=pace)
                meters = f"royal-{name}" if name in ROYAL else ""
                await self._opened(house, submission(name, f"T{number}"), setup, meters)
        for desk in house.desks.values():
            desk.watch(process.published)
            desk.watch(self.promises.see)
        lives = [asyncio.create_task(person.live(house)) for person in people]
        await asyncio.sleep(chance.random() * 240)
        self.failures += [desk.failed for desk in house.desks.values() if desk.failed]
        if life % 2:  # in order, now and then
            for task in lives:
                task.cancel()
            await house.stop()

    async def _opened(self, house: Floor, text: str, setup: Setup, meters: str) -> None:
        for _ in range(20):
            with suppress(Conflict, ValueError):
                await house.open_table(text, setup, progressive=meters)
                return

    async def proof(self) -> dict[str, Any]:
        """Play, and put everything to the proof."""
        disk = await self.play()
        records = [record async for record in disk.records()]
        self.promises.kept(records)
        report = await proved(disk)
        assert report.whole, f"seed {self.seed}: {report}"
        digest = hashlib.sha256("".join(record.hash for record in records).encode()).hexdigest()
        return {"digest": digest, "records": len(records), **self.promises.counts}


async def _bury() -> None:
    """Nothing of a dead process goes on."""
    mine = asyncio.current_task()
    left = [task for task in asyncio.all_tasks() if task is not mine]
    for task in left:
        task.cancel()
    for end in await asyncio.gather(*left, return_exceptions=True):
        if isinstance(end, Exception):  # a promise that was broken, or a fault of ours; death is neither
            raise end


def simulate(seed: int, **sizes: Any) -> dict[str, Any]:
    """Play a floor from a seed; raise where anything is lost, doubled, or does not verify."""
    return evening(SimulatedFloor(seed, **sizes).proof())
