"""What can go wrong with a database, with processes really killed: nothing that was promised is lost or doubled."""

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from punto.record import migrations
from punto.record.durable import Durable, OutcomeUnknown, StoreError, open_store
from punto.record.postgres import PostgresStore
from punto.record.store import Conflict
from tests.record.killing import ROOT, kept, killed
from tests.record.postgres_server import Server
from tests.record.test_durable import everything, tell
from tests.record.test_store import write


def refused(url: str, *words: str, patience: float = 2) -> str:
    """Try to open an address; return the one line that says why not."""
    with pytest.raises(StoreError) as caught:
        asyncio.run(open_store(url, patience))
    line = str(caught.value)
    assert "\n" not in line
    assert all(word in line for word in words), line
    return line


# ---------------------------------------------------------------- opening


@pytest.mark.parametrize("url", ["", "floor.db", "sqlite://", "sqlite:///", "mysql://x/y", "memory", "postgresql:x"])
def test_what_is_no_address(url: str) -> None:
    refused(url, "invalid database URL")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    path.write_bytes(b"Place your bets, please.\n" * 99)
    refused(f"sqlite:///{path}", "floor.db: not a database")
    assert path.read_bytes() == b"Place your bets, please.\n" * 99


def test_a_folder_and_a_file_in_no_folder(tmp_path: Path) -> None:
    refused(f"sqlite:///{tmp_path}", "this is a folder")
    refused(f"sqlite:///{tmp_path}/none/floor.db", "cannot open it")


def test_a_database_of_something_else(tmp_path: Path) -> None:
    file = sqlite3.connect(tmp_path / "other.db")
    file.execute("CREATE TABLE songs (title TEXT)")
    file.close()
    refused(f"sqlite:///{tmp_path}/other.db", "does not belong to Punto")


def test_a_database_of_a_later_version(lasting: str) -> None:
    later = f"UPDATE {migrations.VERSION_TABLE} SET version_num = '99'"

    async def story(store: Durable) -> None:
        await store.append([write("a", 0, "1")])
        if lasting.startswith("sqlite"):
            with closing(sqlite3.connect(lasting.removeprefix("sqlite:///"), isolation_level=None)) as file:
                file.execute(later)
        else:
            connection = await asyncpg.connect(lasting)
            await connection.execute(later)
            await connection.close()

    tell(lasting, story)
    refused(lasting, "unsupported database version 99 of a later Punto")


def test_a_file_that_another_program_has_locked(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("CREATE TABLE t (x)")
        refused(f"sqlite:///{path}", "floor.db: it is locked by another process", patience=0.1)


def test_a_server_that_is_not_there(server: Server, tmp_path: Path) -> None:
    refused("postgresql://punto:hush@127.0.0.1:1/floor", "postgresql://punto@127.0.0.1:1/floor:")
    assert "hush" not in refused("postgresql://punto:hush@127.0.0.1:1/floor")
    refused(server.url("nobodys"), 'database "nobodys" does not exist')
    refused(f"postgresql:///floor?host={tmp_path}", "postgresql:///floor:")
    refused("postgresql://punto@127.0.0.1:notaport/floor", "port")


def test_a_server_that_does_not_wait_for_its_disk(server: Server) -> None:
    url = server.database()
    name = url.partition("@/")[2].partition("?")[0]
    server.sql(f"ALTER DATABASE {name} SET synchronous_commit = off", "postgres")
    refused(url, "would not be durable: synchronous_commit is off")


def test_several_processes_open_a_new_database_at_once(lasting: str) -> None:
    async def story() -> None:
        stores = await asyncio.gather(*(open_store(lasting, 9) for _ in range(4)))
        await asyncio.gather(*(store.append([write(f"t{n}", 0, "1")]) for n, store in enumerate(stores)))
        assert await stores[0].streams() == [f"table/t{n}" for n in range(4)]
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(story())


def test_the_migrations_make_the_tables_that_the_statements_know(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory
    from sqlalchemy import create_engine

    from punto.record.sqlite import migrated
    from punto.record.tables import METADATA

    assert ScriptDirectory(str(migrations.FOLDER)).get_current_head() == migrations.HEAD
    migrated(str(tmp_path / "floor.db"), 1)
    engine = create_engine(f"sqlite:///{tmp_path / 'floor.db'}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": migrations.VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


# ---------------------------------------------------------------- the disk


def test_a_file_that_somebody_else_has_locked(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'floor.db'}"

    async def story() -> None:
        store = await open_store(url, patience=0.05)
        other = sqlite3.connect(tmp_path / "floor.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked by another process; nothing was written"):
            await store.append([write("a", 0, "1")])
        other.execute("ROLLBACK")
        other.close()
        await store.append([write("a", 0, "1")])
        assert len(await everything(store)) == 1
        await store.close()

    asyncio.run(story())


FULL = """
import asyncio, json, resource, sys
from punto.record import StoreError, open_store
from tests.record.test_store import write

async def main():
    store = await open_store(sys.argv[1], 2)
    promised, words = 0, ""
    await store.append([write("a", 0, "0")])
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
    try:
        for number in range(1, 5000):
            await store.append([write("a", number, str(number) + "x" * 500), write("b", number - 1, str(number))])
            promised = number
    except StoreError as error:
        words = str(error)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    here = await store.last("table/a"), await store.last("table/b")
    await store.append([write("a", promised + 1, "after"), write("b", promised, "after")])
    print(json.dumps([promised, words, here[0].last, here[1].last]))
    await store.close()

asyncio.run(main())
"""


def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'floor.db'}"
    done = subprocess.run([sys.executable, "-c", FULL, url], cwd=ROOT, capture_output=True, text=True, check=True)
    promised, words, a, b = json.loads(done.stdout)
    assert 10 < promised < 4999
    assert "disk error" in words
    assert (a, b) == (promised + 1, promised)  # what was promised is there, and nothing of what was not


def test_a_database_that_may_not_grow(tmp_path: Path) -> None:
    async def story() -> None:
        store = await open_store(f"sqlite:///{tmp_path / 'floor.db'}", 2)
        writing = store._writer._file  # type: ignore[attr-defined]
        writing.execute("PRAGMA max_page_count = 30")
        words, number = "", 0
        while not words and number < 999:
            try:
                await store.append([write("a", number, f"{number}" + "x" * 999)])
                number += 1
            except StoreError as error:
                words = str(error)
        assert "the disk is full; nothing was written" in words
        writing.execute("PRAGMA max_page_count = 100000")
        assert len(await store.read("table/a")) == number
        await store.append([write("a", number, "at last")])
        await store.close()

    asyncio.run(story())


# ---------------------------------------------------------------- kills


def test_a_killed_process_loses_nothing_that_it_was_promised(lasting: str) -> None:
    told: list[tuple[str, int, str]] = []
    for number, lines in enumerate((20, 150)):
        told += killed(lasting, f"p{number}-", lines)
    assert kept(lasting, told) >= len(told) >= 170


def test_two_processes_want_the_same_tables(lasting: str) -> None:
    """The second process meets what the first has written at every version, and is refused each time."""
    told = killed(lasting, "same", 40)

    async def story(store: Durable) -> None:
        for stream, version, _ in told:
            with pytest.raises(Conflict):
                await store.append([write(stream.removeprefix("table/"), version - 1, "mine")])

    tell(lasting, story)
    kept(lasting, told)


# ---------------------------------------------------------------- a server that goes away


async def until(store: PostgresStore, losses: int) -> None:
    while store.lost < losses:
        await asyncio.sleep(0.01)


async def stream_of(store: Durable, name: str, number: int) -> None:
    for version in range(number):
        await store.append([write(name, version, str(version))])


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_server_that_is_restarted(server: Server, mode: str) -> None:
    async def story(store: Durable) -> None:
        appending = [asyncio.ensure_future(stream_of(store, f"t{n}", 150)) for n in range(4)]
        while store.commits < 20:
            await asyncio.sleep(0.001)
        await asyncio.to_thread(server.stop, mode)
        await asyncio.to_thread(server.start)
        await asyncio.gather(*appending)
        assert [record.n for record in await store.read("table/t3")] == list(range(1, 151))

    tell(server.schema(), story)


def test_a_server_that_is_paused_in_the_middle(server: Server) -> None:
    """The first attempt is given up and may be taken later all the same; the record is there once."""

    async def story() -> None:
        store = await PostgresStore.open(server.schema(), patience=6)
        await store.append([write("a", 0, "0"), write("b", 0, "0")])
        with server.paused():
            appending = asyncio.ensure_future(store.append([write("a", 1, "1"), write("b", 1, "1")]))
            shelving = asyncio.ensure_future(store.shelve("name", "ann", b"Ann", 0))
            await until(store, 2)
        assert [record.n for record in await appending] == [2, 2]
        assert await shelving == 1
        assert [record.n for record in await store.read("table/a")] == [1, 2]
        assert (await store.append([write("a", 2, "2")]))[0].n == 3
        await store.close()

    asyncio.run(story())


def test_a_server_that_stays_away(server: Server) -> None:
    """Nobody knows what became of the append; the database may even take it after the log was read again."""

    async def story() -> None:
        url = server.schema()
        patient, hasty = await PostgresStore.open(url, patience=9), PostgresStore(url, patience=0.6)
        await patient.append([write("a", 0, "0")])
        with server.paused():
            with pytest.raises(OutcomeUnknown, match="the connection is lost"):
                await hasty.append([write("a", 1, "1")])
            with pytest.raises(OutcomeUnknown, match="the connection is lost"):
                await hasty.last("table/a")
        versions: list[int] = []
        while not versions or versions[-1] < 3:
            last = await patient.last("table/a")
            assert last is not None
            versions.append(last.last)
            try:
                await patient.append([write("a", last.last, f"after {last.last}")])
            except Conflict:
                assert last.last == 1  # the lost append came in between, and was the first to be there
        assert [record.n for record in await patient.read("table/a")] == list(range(1, versions[-1] + 2))
        await asyncio.gather(patient.close(), hasty.close())

    asyncio.run(story())


class Wire:
    """A wire to the server that can be cut after a request has gone through and before its answer comes back."""

    def __init__(self, server: Server) -> None:
        self.server, self.cut = server, False

    async def __aenter__(self) -> str:
        self.ears = await asyncio.start_unix_server(self._carry, self.server.home / ".s.PGSQL.5433")
        return self.server.schema().replace("port=5432", "port=5433")

    async def __aexit__(self, *_: object) -> None:
        self.ears.close()

    async def _carry(self, asking: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        answering, asks = await asyncio.open_unix_connection(self.server.home / ".s.PGSQL.5432")
        there = asyncio.ensure_future(self._there(asking, asks))
        while data := await answering.read(2**16):
            if self.cut:
                self.cut = False
                break
            answers.write(data)
        there.cancel()
        for end in (answers, asks):
            end.close()

    async def _there(self, asking: asyncio.StreamReader, asks: asyncio.StreamWriter) -> None:
        while data := await asking.read(2**16):
            asks.write(data)
        asks.close()


def test_an_attempt_whose_answer_never_came(server: Server) -> None:
    """The wire is cut after the commit and before the answer: the repetition meets its own record."""

    async def story() -> None:
        wire = Wire(server)
        async with wire as url:
            store = await PostgresStore.open(url, patience=6)
            await store.append([write("a", 0, "0"), write("b", 0, "0")])  # both ends are known, the statement is ready
            wire.cut = True
            both = await asyncio.gather(store.append([write("a", 1, "1")]), store.append([write("b", 1, "1")]))
            assert [records[0].n for records in both] == [2, 2]
            assert (store.lost, store.commits) == (1, 1)  # the second commit was the lost attempt's
            assert len(await everything(store)) == 4
            with pytest.raises(Conflict):
                await store.append([write("a", 1, "1")])
            for version, name in enumerate((b"An", b"Ann", b"Anna")):
                wire.cut = name == b"Anna"
                assert await store.shelve("name", "ann", name, version) == version + 1
            assert await store.shelf("name", "ann") == (3, b"Anna")
            assert store.lost == 2
            await store.close()

    asyncio.run(story())
