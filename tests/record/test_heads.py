"""Heads: every append compares and moves them, so a database that has gone back in time is never written on."""

import asyncio
import sqlite3
from contextlib import closing

import asyncpg
import msgspec
import pytest
from sqlalchemy import create_engine
from sqlalchemy.ext.asyncio import create_async_engine

from punto.floor import Floor, Setup
from punto.record import migrations
from punto.record.archive import archive, prune, restore
from punto.record.chain import LogError, Record
from punto.record.checkpoints import resume, save
from punto.record.durable import Durable, StoreError, WentBack, open_store
from punto.record.leases import lease_of
from punto.record.memory import MemoryDurable, MemoryStore
from punto.record.sqlite import SQL
from punto.record.store import MOST_HEADS, PRUNED, Conflict, Move, StreamHeads, Tip, is_pruned
from punto.verification.verify import verify
from tests.game.sessions import one_coup
from tests.record.postgres_server import Server
from tests.record.test_durable import everything, tell
from tests.record.test_store import TWO, write

LATER = 10**15
VERSION = f"SELECT version_num FROM {migrations.VERSION_TABLE}"


async def execute(url: str, *statements: str) -> list[tuple[object, ...]]:
    """Do something in a database behind the back of a store; return the rows of the last statement."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as file:
            return [tuple(row) for statement in statements for row in file.execute(statement)]
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for statement in statements for row in await connection.fetch(statement)]
    finally:
        await connection.close()


async def heads(url: str) -> dict[str, tuple[object, ...]]:
    rows = await execute(url, "SELECT stream, version, hash, epoch FROM heads ORDER BY stream")
    return {str(stream): tuple(tip) for stream, *tip in rows}


def ends(records: list[Record]) -> dict[str, tuple[object, ...]]:
    return {record.stream: (record.last, record.hash, 0) for record in records}


# ---------------------------------------------------------------- from version 1


def at_version_1(connection: object) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations.FOLDER))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "1")


async def made_by_version_1(url: str, records: list[Record]) -> None:
    """Make a database as version 1 did, with some records in it."""
    if url.startswith("sqlite"):
        engine = create_engine(url)
        with engine.begin() as connection:
            at_version_1(connection)
        engine.dispose()
    else:
        there = create_async_engine("postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url))
        async with there.begin() as begun:
            await begun.run_sync(at_version_1)
        await there.dispose()
        await execute(url, "SELECT nextval('records_position')")
    for position, record in enumerate(records, 1):
        await insert(url, position, record)


async def insert(url: str, position: int, record: Record) -> None:
    """Insert a record as version 1 did, without moving a head."""
    command, quoted = record.batch.command, "x'{}'" if url.startswith("sqlite") else "'\\x{}'"
    values = f"{position}, {position}, '{record.stream}', {record.n}, {record.last}, '{command.who}', '{command.id}'"
    body = quoted.format(record.body.hex())
    await execute(url, f"INSERT INTO records VALUES ({values}, {body}, '{record.hash}')")


def test_a_database_of_version_1_is_brought_up_with_a_head_for_every_stream(lasting: str) -> None:
    plain = MemoryStore()
    for writes in ([write("a", 0, "1", TWO)], [write("b", 0, "1"), write("a", 2, "2")], [write("a", 3, "3", TWO)]):
        plain.append(writes)
    asyncio.run(made_by_version_1(lasting, list(plain.records())))

    async def story(store: Durable) -> None:
        assert await everything(store) == list(plain.records())
        assert await heads(lasting) == ends(list(plain.records()))
        assert await store.append([write("a", 5, "4")]) == plain.append([write("a", 5, "4")])
        with pytest.raises(Conflict, match="at version 1, not 0"):
            await store.append([write("b", 0, "2")])

    tell(lasting, story)
    assert asyncio.run(execute(lasting, VERSION)) == [(migrations.HEAD,)]


def test_a_database_that_a_floor_is_using_is_not_migrated(lasting: str) -> None:
    plain = MemoryStore()
    plain.append([write("a", 0, "1")])
    asyncio.run(made_by_version_1(lasting, list(plain.records())))

    async def story() -> None:
        floor = lease_of(MemoryDurable(), lasting)  # the floor of the earlier version; it has no leases
        assert floor is not None
        assert await floor.locks.take(1)
        with pytest.raises(StoreError, match="stop it before this version migrates it"):
            await open_store(lasting, patience=9)
        assert await execute(lasting, VERSION) == [("1",)]
        floor.locks.release()
        await (await open_store(lasting, patience=9)).close()
        assert await execute(lasting, VERSION) == [(migrations.HEAD,)]

    asyncio.run(story())


def test_a_stream_that_goes_on_after_its_head_stops_the_writer_instead_of_conflicting_without_end(lasting: str) -> None:
    """As when an earlier version, which knows no heads, writes to a database after its migration."""
    plain = MemoryStore()
    plain.append([write("a", 0, "1")])
    plain.append([write("a", 1, "2")])

    async def story(store: Durable) -> None:
        first, second = plain.records()
        await store.append([write("a", 0, "1")])
        await insert(lasting, 9, second)
        assert await store.read(first.stream) == [first, second]
        for _ in range(2):
            with pytest.raises(WentBack, match="has event 2, but its head is at event 1: an earlier version"):
                await store.append([write("a", 2, "3")])
        assert "head" in store.halted

    tell(lasting, story)


# ---------------------------------------------------------------- in order


def test_heads_are_where_streams_end(lasting: str) -> None:
    async def story(store: Durable) -> None:
        await store.append([write("a", 0, "1", TWO)])
        await asyncio.gather(
            *(store.append([write(name, at, str(at + 1))]) for name, at in (("b", 0), ("a", 2), ("b", 1)))
        )
        with pytest.raises(Conflict):
            await store.append([write("c", 0, "1"), write("b", 1, "9")])
        records = await everything(store)
        assert await heads(lasting) == ends(records)
        text = (await archive(store, "0")).encode()
        assert await prune(store, text, LATER) == ["table/a", "table/b"]
        assert await heads(lasting) == {}
        await store.append([write("a", 0, "1")])  # a stream that was taken away begins anew
        await store.adopt([record for record in records if record.stream == "table/b"])
        await store.append([write("b", 2, "3")])
        assert await heads(lasting) == ends(await everything(store))

    tell(lasting, story)


def test_what_another_process_appends_or_prunes_is_not_going_back(lasting: str) -> None:
    async def story(store: Durable) -> None:
        other = await open_store(lasting, patience=9)
        for name in "ab":
            await store.append([write(name, 0, "1")])
        await other.append([write("a", 1, "2", TWO)])
        with pytest.raises(Conflict, match="at version 3, not 1"):
            await store.append([write("a", 1, "mine")])
        await store.append([write("a", 3, "4")])
        text = (await archive(other, "0")).encode()
        assert await prune(other, text, LATER) == ["table/a", "table/b"]
        await store.append([write("c", 0, "1")])
        with pytest.raises(Conflict, match="at version 0, not 4"):
            await store.append([write("a", 4, "5")])
        assert store.halted == ""
        await other.close()

    tell(lasting, story)


def test_two_processes_move_the_same_heads_and_neither_waits_for_ever(lasting: str) -> None:
    """Tables of two processes share their meters: each append names a table of its own and the same two meters."""

    async def appended(store: Durable, name: str, meters: list[str]) -> None:
        done = 0
        while done < 30:
            seen = {meter: await store.last(f"table/{meter}") for meter in meters}
            shared = [write(m, last.last if last else 0, f"{name}{done}", who=name) for m, last in seen.items()]
            try:
                await store.append([write(name, done, str(done)), *shared])
                done += 1
            except Conflict:
                continue

    async def story(store: Durable) -> None:
        other = await open_store(lasting, patience=9)
        async with asyncio.timeout(60):
            await asyncio.gather(appended(store, "x", ["m", "n"]), appended(other, "y", ["n", "m"]))
        MemoryStore(await everything(store))
        assert await heads(lasting) == ends(await everything(other))
        await other.close()

    tell(lasting, story)


# ---------------------------------------------------------------- back in time

BACK = {
    "shorter": (
        "DELETE FROM records WHERE stream = 'table/a' AND n > 1",
        "UPDATE heads SET version = 1, hash = (SELECT hash FROM records WHERE stream = 'table/a')"
        " WHERE stream = 'table/a'",
    ),
    "another": (
        "UPDATE records SET hash = 'other' WHERE stream = 'table/a' AND n = 3",
        "UPDATE heads SET hash = 'other' WHERE stream = 'table/a'",
    ),
    "longer": (
        "UPDATE records SET hash = 'other', last = 4 WHERE stream = 'table/a' AND n = 3",
        "UPDATE heads SET hash = 'other', version = 4 WHERE stream = 'table/a'",
    ),
    "none": ("DELETE FROM records WHERE stream = 'table/a'", "DELETE FROM heads WHERE stream = 'table/a'"),
}
NOW = {
    "shorter": "ends at event 1, hash ",
    "another": "ends at event 3, hash other",
    "longer": "has another event 3, hash other",
    "none": "ends at event 0;",
}


@pytest.mark.parametrize("kind", BACK)
def test_a_database_that_went_back_is_written_to_no_more(lasting: str, kind: str) -> None:
    """The other stream lost nothing, and yet nothing is appended to it either, once the loss is known."""

    async def story(store: Durable) -> None:
        for version in range(3):
            await store.append([write("a", version, str(version)), write("b", version, str(version))])
        await execute(lasting, *BACK[kind])
        left = await everything(store)
        with pytest.raises(WentBack, match=r"gone back in time: table/a had event 3, hash \w{12}, but now ") as caught:
            await store.append([write("a", 3, "3")])
        assert NOW[kind] in str(caught.value)
        assert "\n" not in str(caught.value)
        assert store.halted == str(caught.value)
        for work in (
            store.append([write("b", 3, "3")]),
            store.append([write("c", 0, "0")]),
            store.shelve("name", "ann", b"Ann", 0),
            store.seal("shoe/1"),
            store.erase("name", "ann"),
            store.adopt([]),
            store.prune({}),
        ):
            with pytest.raises(WentBack):
                await work
        assert await everything(store) == left
        assert await store.shelf("name", "ann") is None

    tell(lasting, story)


def test_a_head_of_another_epoch_refuses_the_statement_itself(server: Server) -> None:
    """Nothing of an append is written where one head does not fit; then the head is known, and the next one fits."""
    url = server.schema()

    async def story(store: Durable) -> None:
        await store.append([write("a", 0, "1"), write("b", 0, "1")])
        before = await everything(store)
        await execute(url, "UPDATE heads SET epoch = 1 WHERE stream = 'table/b'")
        with pytest.raises(Conflict, match="another process wrote first to table/a or a stream written with it"):
            await store.append([write("a", 1, "2"), write("b", 1, "2")])
        assert await everything(store) == before
        assert await heads(url) == {**ends(before), "table/b": (1, before[1].hash, 1)}
        await store.append([write("a", 1, "2"), write("b", 1, "2")])
        assert [tip[2] for tip in (await heads(url)).values()] == [0, 1]

    tell(url, story)


def test_a_standby_that_lost_nothing_is_gone_on_with_once_it_is_promoted() -> None:
    """Before that it refuses, and the store does not take it for a database that went back."""
    server = Server()

    async def story(store: Durable) -> None:
        await store.append([write("a", 0, "1")])
        standby = await asyncio.to_thread(server.standby)
        await asyncio.to_thread(server.stop)
        server.data = standby
        await asyncio.to_thread(server.start)
        with pytest.raises(StoreError, match="the server is a standby; nothing was written"):
            await store.append([write("a", 1, "2")])
        assert store.halted == ""
        await asyncio.to_thread(server.run, "pg_ctl", "promote", "-w", "-s", "-D", standby)
        await store.append([write("a", 1, "2")])
        assert len(await everything(store)) == 2

    try:
        tell(server.database(), story)
    finally:
        server.end()


# ---------------------------------------------------------------- a gap that is there already

GAP = "events 9 to 10 are missing before it; records were lost, as when a database goes back in time and is written on"


def test_a_stream_with_a_gap_says_where_and_why_in_a_line(lasting: str, caplog: pytest.LogCaptureFixture) -> None:
    """Once as the floor resumes the table, once as its export is verified."""

    async def story(store: Durable) -> None:
        await restore(store, one_coup())
        await store.shelve("table", "MB-7", msgspec.json.encode(Setup()), 0)
        await execute(lasting, "DELETE FROM records WHERE stream = 'table/MB-7' AND n IN (9, 10)")
        line = f"table/MB-7 cannot be resumed at the record of event 11: {GAP}"
        with pytest.raises(LogError) as caught:
            await resume(store, "table/MB-7")
        assert str(caught.value) == line
        house = await Floor.open(store)
        assert house.unopened == {"MB-7": line}
        (said,) = [record for record in caplog.records if record.name == "punto.floor.table_registry"]
        assert (said.getMessage(), said.exc_info) == (f"table MB-7 cannot be taken up: {line}", None)
        await house.stop()
        report = verify((await archive(store, "0")).encode())
        assert not report.whole
        assert str(report.faults["chain"]) == f"line 10, table/MB-7 event 11: {GAP}"

    tell(lasting, story)


def test_a_gap_after_a_checkpoint_is_found(lasting: str) -> None:
    async def story(store: Durable) -> None:
        await restore(store, one_coup())
        found = await resume(store, "table/MB-7")
        records = await store.read("table/MB-7")
        await save(store, records[7], found.state, found.opening)
        assert (await resume(store, "table/MB-7")).kept == 8
        await execute(lasting, "DELETE FROM records WHERE stream = 'table/MB-7' AND n IN (9, 10)")
        with pytest.raises(LogError, match="at the record of event 11: events 9 to 10 are missing"):
            await resume(store, "table/MB-7")

    tell(lasting, story)


# ---------------------------------------------------------------- what is remembered


def test_a_move_is_in_the_order_of_its_statement() -> None:
    assert SQL["move head"].text.startswith("UPDATE heads")
    assert SQL["move head"].arguments(**{name: name for name in Move._fields}) == Move._fields


def test_the_heads_written_last_are_remembered() -> None:
    heads = StreamHeads()
    heads.note({f"s{n}": Tip(n) for n in range(MOST_HEADS)})
    heads.note({"s0": Tip(7)})
    heads.note({"new": Tip(1)})
    assert len(heads) == MOST_HEADS + 1 - MOST_HEADS // 2
    assert heads["s0"] == Tip(7)
    assert "s1" not in heads


def test_a_note_covers_what_was_taken_away() -> None:
    note = b'{"n":5,"hash":"aa","export":"x"}'
    assert [is_pruned(note, Tip(n, h)) for n, h in ((4, "bb"), (5, "aa"), (5, "bb"), (6, "aa"))] == [
        True,
        True,
        False,
        False,
    ]
    assert not is_pruned(None, Tip(1))
    assert PRUNED == "pruned"
