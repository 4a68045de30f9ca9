"""The order of all records of a database: final, the same as in an export, with several processes and after a prune."""

import asyncio

import pytest

from punto.record.archive import archive, prune
from punto.record.durable import Durable, open_store
from punto.record.log_reader import read
from punto.record.postgres import PostgresStore
from tests.record.test_store import write

MOST = 10_000


async def three(store: Durable) -> None:
    await store.append([write("a", 0, "1"), write("b", 0, "1")])
    await store.append([write("a", 1, "2")])


def test_it_is_the_order_of_an_export_and_is_read_in_parts(url: str) -> None:
    async def tried() -> None:
        store = await open_store(url)
        await three(store)
        places = await store.sequence(0, MOST)
        assert [(place.stream, place.n) for place in places] == [("table/a", 1), ("table/b", 1), ("table/a", 2)]
        records = [record async for record in store.records()]
        assert [place.hash for place in places] == [record.hash for record in records]
        first = await store.sequence(0, 2)
        assert [*first, *await store.sequence(first[-1].position, 2)] == places
        await store.close()

    asyncio.run(tried())


def test_no_position_is_used_again_after_the_last_records_were_pruned(url: str) -> None:
    async def tried() -> None:
        store = await open_store(url)
        await three(store)
        last = (await store.sequence(0, MOST))[-1].position
        data = (await archive(store, "0.1.0")).encode()
        assert read(data).records == 3
        assert await prune(store, data, 10**15) == ["table/a", "table/b"]
        assert await store.sequence(0, MOST) == []
        await store.append([write("c", 0, "1")])
        (place,) = await store.sequence(last, MOST)
        assert place.stream == "table/c"
        await store.close()
        store = await open_store(url) if url != "memory:" else store
        await store.append([write("c", 1, "2")])
        assert len(await store.sequence(last, MOST)) == 2
        await store.close()

    asyncio.run(tried())


def test_a_transaction_that_commits_late_is_waited_for(request: pytest.FixtureRequest) -> None:
    """A second process has a lower position and has not committed: nothing above it is final."""

    async def tried(url: str) -> None:
        store = await open_store(url)
        assert isinstance(store, PostgresStore)
        import asyncpg

        other = await asyncpg.connect(url)
        late = other.transaction()
        await late.start()
        base = await other.fetchval("SELECT nextval('records_position')")
        columns = "position, append, stream, n, last, who, command, body, hash"
        await other.execute(
            f"INSERT INTO records ({columns}) VALUES ($1, $1, 'table/late', 1, 1, 'd', '1', 'x', 'y')", base
        )
        await store.append([write("a", 0, "1")])
        assert await store.sequence(0, MOST) == []
        waiting = asyncio.create_task(store.sequence(0, MOST))
        await asyncio.sleep(0)
        await late.commit()
        assert [place.stream for place in await waiting] == ["table/late", "table/a"]
        await other.close()
        await store.close()

    asyncio.run(tried(request.getfixturevalue("server").schema()))


def test_two_processes_append_and_nothing_appears_below_what_was_read(request: pytest.FixtureRequest) -> None:
    async def tried(url: str) -> None:
        stores = [await open_store(url), await open_store(url)]
        busy = True

        async def appending(number: int) -> None:
            for version in range(60):
                await stores[number].append([write(f"{number}", version, f"{version}")])

        async def reading() -> list[int]:
            read: list[int] = []
            while busy or not read or await stores[0].sequence(read[-1], 1):
                read += [place.position for place in await stores[0].sequence(read[-1] if read else 0, 7)]
            return read

        following = asyncio.create_task(reading())
        await asyncio.gather(appending(0), appending(1))
        busy = False
        assert await following == [place.position for place in await stores[1].sequence(0, MOST)]
        for store in stores:
            await store.close()

    asyncio.run(tried(request.getfixturevalue("server").schema()))
