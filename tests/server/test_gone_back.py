"""A floor whose database goes back in time under it: it stops, says why, writes nothing, and resumes the right one."""

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from punto.floor import Published, Setup
from punto.record.chain import Record
from punto.record.durable import open_store
from tests.floor.floors import leased, proved
from tests.record.postgres_server import Server
from tests.server.floors import QUICK, TABLE, Open, floor, on_line, run, until

STREAM = f"table/{TABLE}"
PLAYING = Setup(players=2, pace=QUICK)
FILES = ("", "-wal", "-shm")


class Standby:
    """PostgreSQL: a streaming standby that lags is promoted in the place of its primary."""

    def __init__(self, folder: Path) -> None:
        self.server = Server()
        self.url, self.primary = self.server.database(), self.server.data

    def save(self) -> None:
        self.older = self.server.standby()

    def go_back(self) -> None:
        self.server.become(self.older)

    def come_back(self) -> None:
        self.server.become(self.primary)

    def end(self) -> None:
        self.server.end()


class Restored:
    """SQLite: an older copy is restored into the file, in one transaction; before it, what is there is saved."""

    def __init__(self, folder: Path) -> None:
        self.path, self.older, self.right = folder / "floor.db", folder / "older.db", folder / "right.db"
        self.url = f"sqlite:///{self.path}"

    def save(self) -> None:
        self._copy(self.path, self.older)

    def go_back(self) -> None:
        with closing(sqlite3.connect(self.path, timeout=20, isolation_level=None)) as file:
            file.execute("ATTACH ? AS older", [str(self.older)])
            file.execute("BEGIN IMMEDIATE")  # nothing is written between the copy and the restore
            self._copy(self.path, self.right)
            for table in ("records", "heads", "vault", "shelf"):
                file.execute(f"DELETE FROM main.{table}")
                file.execute(f"INSERT INTO main.{table} SELECT * FROM older.{table}")
            file.execute("COMMIT")

    def come_back(self) -> None:
        self._copy(self.right, self.path)

    def end(self) -> None:
        pass

    def _copy(self, one: Path, other: Path) -> None:
        with closing(sqlite3.connect(one)) as source, closing(sqlite3.connect(other, timeout=20)) as target:
            source.backup(target)


class Replaced(Restored):
    """SQLite: an older copy is put in the place of the file."""

    def go_back(self) -> None:
        self._rename(self.path, self.right)
        os.replace(self.older, self.path)

    def come_back(self) -> None:
        self.path.unlink()
        self._rename(self.right, self.path)

    def _rename(self, one: Path, other: Path) -> None:
        for end in FILES:
            if Path(f"{one}{end}").exists():
                os.replace(f"{one}{end}", f"{other}{end}")


@pytest.fixture(params=[Standby, Restored, Replaced], ids=lambda kind: kind.__name__)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    found = request.param(tmp_path)
    try:
        yield found
    finally:
        found.end()


class Told(dict[int, str]):
    """Every record of a table that was shown, by the number of its first event."""

    def note(self, published: Published) -> None:
        self[published.record.n] = published.record.hash


async def stored(url: str) -> list[Record]:
    store = await open_store(url)
    try:
        return [record async for record in store.records()]
    finally:
        await store.close()


async def more(house: Open, told: Told, records: int) -> None:
    """Wait until so many records more were shown."""
    goal = len(told) + records
    await until(lambda: len(told) >= goal)
    assert house.live.house.desks[TABLE].open


async def gone_back(database: Any, shared: bool = False) -> Told:
    """Serve a floor, let its database go back, and see that it stops; return what was shown."""
    told = Told()
    store = await open_store(database.url, patience=10)
    owners = leased(store, database.url, "one") if shared else None
    async with floor("md-mini-payout", setup=PLAYING, store=store, owners=owners) as house:
        house.live.house.desks[TABLE].watch(told.note)
        token = await house.guest()
        await more(house, told, 10)
        await asyncio.to_thread(database.save)
        await more(house, told, 10)
        async with on_line(house, token=token) as line:
            await line.until("welcome")
            await asyncio.to_thread(database.go_back)
            left = await stored(database.url)
            await until(lambda: bool(store.halted))
            if not shared:
                await line.until(lambda message: message.get("posted", {}).get("disabled", False))
        async with on_line(house, token=token) as line:
            answer = await line.do("sit-1", do="sit", seat=5, buy_in=100_00)
            assert answer["refused"]["reason"] == "stopped"
        assert not any(desk.open for desk in house.live.house.desks.values())
        async with house.http() as client:
            health = await client.get("/healthz")
            guest = await client.post("/api/guest")
        assert health.status_code == 503
        assert store.halted in health.json()["error"]["words"]
        assert "restore the right database" in store.halted
        assert (guest.status_code, guest.json()["error"]["code"]) == (503, "stopped")
        await asyncio.sleep(1.5)  # tables would be taken up again by now
        assert await stored(database.url) == left
        assert max(told) > max(record.n for record in left if record.stream == STREAM)
    await store.close()
    assert await stored(database.url) == left  # not even that it was stopped
    return told


async def resumed(database: Any, told: Told) -> None:
    """Bring the restore the right database, start again, and see that all that was shown is there."""
    await asyncio.to_thread(database.come_back)
    store = await open_store(database.url)
    async with floor(store=store) as house:
        async with house.http() as client:
            assert (await client.get("/healthz")).status_code == 200
        fresh = Told()
        house.live.house.desks[TABLE].watch(fresh.note)
        await more(house, fresh, 5)
    kept = {record.n: record.hash for record in await store.read(STREAM)}
    assert told.items() <= kept.items()
    assert (await proved(store)).whole
    await store.close()


def test_a_floor_whose_database_goes_back_stops_and_resumes_the_right_one(
    database: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        told = await gone_back(database)
        await resumed(database, told)

    run(play)
    assert any("every table stops: " in record.getMessage() for record in caplog.records)


def test_one_of_several_processes_stops_too(tmp_path: Path) -> None:
    database = Standby(tmp_path)

    async def play() -> None:
        told = await gone_back(database, shared=True)
        await resumed(database, told)

    try:
        run(play)
    finally:
        database.end()
