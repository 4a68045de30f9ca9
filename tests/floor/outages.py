"""A floor whose database is taken away under it: it must go on by itself, and nothing that was promised may be lost."""

import asyncio
import os
import signal
import subprocess
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from tests.floor.floor_process import TABLES
from tests.floor.killing import Client, Killer, closed, nursery_of_floors
from tests.record.postgres_server import Server

PATIENCE_S = 120  # in which a floor must have gone on
DISK = "160m"

Trouble = Callable[[], Awaitable[object]]


@dataclass
class Sufferer(Killer):
    """One floor, or several processes that keep one, with clients who ask on whatever happens."""

    patience: float = 30  # of the floor's store, in seconds
    processes: int = 1
    pids: list[int] = field(default_factory=list)

    async def suffer(self, *troubles: Trouble, rounds: int = 1) -> dict[str, int]:
        """Let the floor play, bring trouble, let it play on; after the last it is killed, and everything looked at."""
        chance = Random(self.seed)
        clients = [Client(f"c{number}", table, chance) for number, table in enumerate((*TABLES, *TABLES))]
        nurseries = [await self._born(number) for number in range(self.processes)]
        heard = [
            asyncio.create_task(self._hear(one.stdout, clients, number))
            for number, one in enumerate(nurseries)
            if one.stdout
        ]
        asking = asyncio.create_task(self._ask([one.stdin for one in nurseries if one.stdin], clients, chance))
        await self.played(rounds)
        for trouble in troubles:
            await trouble()
            await self.played(rounds)
            self.counts["troubles"] += 1
            if self.counts["troubles"] % 10 == 0:
                print(f"  {self.counts['troubles']} troubles, {sum(self.coups.values()):,} coups", flush=True)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        for pid in self.pids:
            os.kill(pid, signal.SIGKILL)
        assert [await one for one in heard] == [-signal.SIGKILL] * self.processes  # nobody had died before
        for nursery in nurseries:
            await closed(nursery)
        return await self.check(whole=True)

    async def _born(self, number: int) -> asyncio.subprocess.Process:
        nursery = await nursery_of_floors()
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        owner = f"process-{number}" if self.processes > 1 else ""
        nursery.stdin.write(msgspec.json.encode({"life": [self.url, "", 0, owner, self.patience]}) + b"\n")
        while "open" not in (said := msgspec.json.decode(await nursery.stdout.readline())):
            pass
        self.coups |= said["open"]
        self.pids.append(said["pid"])
        return nursery

    async def played(self, rounds: int) -> None:
        """Wait until every table has played so many rounds more."""
        goal = {table: coup + rounds for table, coup in self.coups.items()}
        assert set(goal) == set(TABLES)
        await self.until(lambda: all(self.coups[table] >= coup for table, coup in goal.items()))

    async def turned_away(self) -> None:
        """Wait until somebody was told that their table is gone, and has heard nothing of what they asked."""
        before = self.counts["gone"]
        await self.until(lambda: self.counts["gone"] > before)

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not true():
                await asyncio.sleep(0.01)


# ---------------------------------------------------------------- troubles


def restarted(server: Server, mode: str) -> Trouble:
    """The database is stopped, and started again."""

    async def trouble() -> None:
        await asyncio.to_thread(server.stop, mode)
        await asyncio.to_thread(server.start)

    return trouble


def paused(server: Server, floor: Sufferer, *, given_up: bool) -> Trouble:
    """Every process of the database stands still for a while; for so long, perhaps, that the floor gives up."""

    async def trouble() -> None:
        with server.paused():
            await (floor.turned_away() if given_up else asyncio.sleep(0.5))

    return trouble


def disowned(server: Server) -> Trouble:
    """Whoever owns tables loses the session that says so."""

    async def trouble() -> None:
        statement = "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND granted"
        async with asyncio.timeout(60):
            while not int(await asyncio.to_thread(server.sql, statement, "postgres")):
                await asyncio.sleep(0.05)  # nobody owns any: those of before are still being taken up

    return trouble


def full(disk: Path, floor: Sufferer, server: Server | None = None) -> Trouble:
    """The disk of the database takes no more, until somebody makes room; a server that gave up is started again."""

    async def trouble() -> None:
        ballast = disk / "ballast"
        filling = subprocess.run(["dd", "if=/dev/zero", f"of={ballast}", "bs=64k"], check=False, capture_output=True)
        assert filling.returncode == 1, "the disk should be full"
        await floor.turned_away()
        ballast.unlink()
        if server is not None and not await asyncio.to_thread(lambda: server.runs):
            await asyncio.to_thread(server.start)

    return trouble


@contextmanager
def small_disk() -> Iterator[Path]:
    """A disk of its own that is soon full; only root can make one."""
    with tempfile.TemporaryDirectory(prefix="punto-disk-") as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=755", "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def small_server() -> Iterator[tuple[Path, Server]]:
    """A database on such a disk."""
    with small_disk() as disk:
        home = disk / "pg"
        home.mkdir()
        server = Server(home)
        yield disk, server
        server.stop("immediate")
