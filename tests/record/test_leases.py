"""Leases: one process serves a floor, or several that agree; one that hangs loses its lease and can append nothing."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from punto.record import leases
from punto.record.durable import Durable, StoreError, TakenOver, WritingDisabled, open_store
from punto.record.leases import UNCHANGED, Lease, Watch, lease_of
from tests.record.postgres_server import Server
from tests.record.test_store import write


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "BEAT", 0.2)
    monkeypatch.setattr(leases, "LOOK", 0.1)


@asynccontextmanager
async def process(url: str, address: str = "") -> AsyncIterator[tuple[Durable, Lease]]:
    """A process with a database and its lease, not begun yet."""
    store = await open_store(url, 9)
    lease = lease_of(store, url, address)
    assert lease is not None
    try:
        yield store, lease
    finally:
        await lease.end()
        await store.close()


def hang(lease: Lease) -> None:
    """Let a process hang: it keeps its locks, and counts nothing."""
    assert lease._beating is not None
    lease._beating.cancel()


async def eventually(done: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(20):
        while not await done():
            await asyncio.sleep(0.02)


def test_a_process_hangs_when_its_beat_stays_the_same_look_after_look() -> None:
    watch = Watch()
    for look in range(UNCHANGED + 1):
        hung = watch.look({1: 7, 2: look})
        assert hung == ({1: 7} if look == UNCHANGED else {})
        assert watch.answering == (look > 0)
    assert watch.look({1: 8, 2: 9}) == {}
    assert watch.look({3: 1}) == {}
    assert not watch.answering


def test_a_floor_is_served_by_one_process(lasting: str) -> None:
    async def story() -> None:
        async with process(lasting) as (_, one), process(lasting) as (store, other):
            await one.begin()
            with pytest.raises(StoreError, match="another process is serving this floor"):
                await other.begin()
            await one.end()
            await other.begin()  # it was given back
            assert list(await store.beats()) == [other.process]

    asyncio.run(story())


def test_a_lock_without_a_lease_is_waited_for_and_not_broken(lasting: str) -> None:
    """As held by a process that is still starting."""

    async def story() -> None:
        async with process(lasting) as (_, one), process(lasting) as (_, other):
            assert await one.locks.take(1)
            with pytest.raises(StoreError, match="another process is serving this floor"):
                await other.begin()

    asyncio.run(story())


def test_a_process_that_hangs_is_replaced_and_appends_nothing_when_it_wakes(lasting: str) -> None:
    lost: list[str] = []

    async def story() -> None:
        async with process(lasting) as (hanging, one), process(lasting) as (store, other):
            await one.begin(lambda: lost.append("one"))
            await hanging.append([write("a", 0, "1")])
            hang(one)
            await other.begin(lambda: lost.append("other"))
            assert list(await store.beats()) == [other.process]
            for stream, before in (("a", 1), ("new", 0)):
                with pytest.raises(WritingDisabled, match="another process has taken over this floor"):
                    await hanging.append([write(stream, before, "2")])
            assert "taken over" in hanging.halted
            await store.append([write("a", 1, "2")])
            assert [record.last for record in await store.read("table/a")] == [1, 2]
            assert not lost

    asyncio.run(story())


def test_a_process_that_wakes_without_an_append_is_told(lasting: str) -> None:
    lost = asyncio.Event()

    async def story() -> None:
        async with process(lasting) as (hanging, one), process(lasting) as (_, other):
            await one.begin()
            hang(one)
            await other.begin()
            one._beating = asyncio.create_task(one._beat(lost.set))  # it goes on where it was
            await asyncio.wait_for(lost.wait(), 20)
            assert "taken over" in hanging.halted

    asyncio.run(story())


def test_a_process_that_hung_and_was_not_replaced_goes_on(lasting: str) -> None:
    async def story() -> None:
        async with process(lasting) as (store, one):
            await one.begin()
            hang(one)
            await asyncio.sleep(1)
            await store.append([write("a", 0, "1")])
            assert await store.beat(one.process)

    asyncio.run(story())


def test_of_two_that_find_a_process_hanging_one_takes_over(lasting: str) -> None:
    async def story() -> None:
        async with process(lasting) as (_, one), process(lasting) as (_, two), process(lasting) as (store, three):
            await one.begin()
            hang(one)
            ended = await asyncio.gather(two.begin(), three.begin(), return_exceptions=True)
            assert sorted(type(each).__name__ for each in ended) == ["NoneType", "StoreError"]
            assert len(await store.beats()) == 1

    asyncio.run(story())


def test_several_processes_share_a_floor_and_free_the_tables_of_one_that_hangs(server: Server) -> None:
    async def story() -> None:
        url = server.schema()
        async with process(url, "one") as (hanging, one), process(url, "two") as (store, two):
            await one.begin()
            await two.begin()
            async with process(url) as (_, alone):
                with pytest.raises(StoreError, match="start every process with --advertise-url"):
                    await alone.begin()
            assert await hanging.own("A", one.process)
            assert not await store.own("A", two.process)
            assert await store.own("B", two.process)
            assert await store.owned() == {"A": one.process, "B": two.process}
            hang(one)

            async def freed() -> bool:
                await two.look()
                return await store.own("A", two.process)

            await eventually(freed)
            with pytest.raises(TakenOver):
                await hanging.append([write("a", 0, "1")])
            assert not hanging.halted  # it may begin another lease
            assert not await hanging.own("B", one.process)
            assert not await hanging.own("C", one.process)
            first = one.process
            await one.begin()
            assert one.process != first
            await hanging.append([write("a", 0, "1")])
            assert not await hanging.own("A", one.process)

    asyncio.run(story())


def test_a_process_whose_session_ends_is_replaced_without_waiting(server: Server) -> None:
    async def story() -> None:
        url = server.schema()
        async with process(url, "one") as (store, one), process(url, "two") as (_, two):
            lost = asyncio.Event()
            await one.begin(lost.set)
            await two.begin()
            assert await store.own("A", one.process)
            await two.locks.expel()  # ends the session of the first
            await asyncio.wait_for(lost.wait(), 20)
            await two.look()
            assert await two.store.own("A", two.process)
            assert one.process == 0

    asyncio.run(story())


def test_a_lease_of_what_does_not_exist(server: Server, tmp_path: Path) -> None:
    async def tried(url: str) -> str:
        lease = lease_of(await open_store("memory:"), url)
        assert lease is not None
        with pytest.raises(StoreError) as caught:
            await lease.begin()
        return str(caught.value)

    assert "does not exist" in asyncio.run(tried(server.url("nobodys")))
    assert "cannot open it" in asyncio.run(tried(f"sqlite:///{tmp_path}/none/floor.db"))


def test_a_floor_in_memory_has_no_lease() -> None:
    async def story() -> None:
        store = await open_store("memory:")
        assert lease_of(store, "memory:") is None
        await store.enter(1, "", alone=True)
        assert await store.own("A", 1)
        assert not await store.own("A", 2)
        assert await store.beat(1)
        assert await store.evict(1, 1)
        assert await store.own("A", 2)
        assert await store.owned() == {}  # it has no lease
        await store.disown("A", 2)
        await store.leave(2)
        assert await store.beats() == {}

    asyncio.run(story())
