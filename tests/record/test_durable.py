"""The promise of a durable store, asked of each: memory, SQLite, a real PostgreSQL."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from punto.record.chain import LogError, Record, chain
from punto.record.durable import Durable, open_store
from punto.record.memory import MemoryStore
from punto.record.store import MOST_WRITES, Conflict, Head, Write
from tests.record.test_store import ONE, TWO, write

Story = Callable[[Durable], Awaitable[None]]


def tell(url: str, *stories: Story) -> None:
    """Let each story happen in a store that was opened for it, one after the other."""

    async def happen() -> None:
        for story in stories:
            store = await open_store(url, patience=60)
            try:
                await story(store)
            finally:
                await store.close()

    asyncio.run(happen())


async def everything(store: Durable) -> list[Record]:
    return [record async for record in store.records()]


def test_a_new_store_is_empty(url: str) -> None:
    async def story(store: Durable) -> None:
        assert await everything(store) == []
        assert await store.last("table/a") is None
        assert await store.read("table/a") == []
        assert await store.find("table/a", "d1", "1") is None
        assert await store.streams() == []
        assert await store.pairs() == set()
        assert store.commits == 0

    tell(url, story)


def test_a_stream_is_read_by_pages(url: str) -> None:
    async def story(store: Durable) -> None:
        for n in range(5):
            await store.append([write("a", n, str(n + 1))])
        await store.append([write("b", 0, "1")])
        whole = await store.read("table/a")
        assert [await store.read("table/a", after, 2) for after in (0, 2, 4, 5)] == [
            whole[:2],
            whole[2:4],
            whole[4:],
            [],
        ]
        assert await store.streams() == ["table/a", "table/b"]

    tell(url, story)


def test_it_keeps_what_the_log_in_memory_keeps(url: str) -> None:
    async def story(store: Durable) -> None:
        plain = MemoryStore()
        for writes in (
            [write("a", 0, "1", TWO)],
            [write("b", 0, "1"), write("a", 2, "2")],
            [write("a", 3, "1", TWO, who="é\u4e00")],
        ):
            assert await store.append(writes) == plain.append(writes)
        assert await everything(store) == list(plain.records())
        for after in range(8):
            assert await store.read("table/a", after) == list(plain.read("table/a", after))
        assert await store.last("table/a") == plain.last("table/a")
        assert await store.find("table/a", "é\u4e00", "1") == plain.find("table/a", "é\u4e00", "1")
        assert await store.find("table/a", "nobody", "1") is None
        assert await store.streams() == ["table/a", "table/b"]
        assert await store.streams("table/b") == ["table/b"]
        assert await store.pairs() == {("table/b", "table/a")}

    tell(url, story)


@pytest.mark.parametrize(
    "bad", [write("b", 1, "2"), write("a", 0, "2"), write("a", 1, "1"), write("b", 0, "2", ())], ids=str
)
@pytest.mark.parametrize("first", [True, False])
def test_all_or_nothing(url: str, bad: Write, first: bool) -> None:
    async def story(store: Durable) -> None:
        await store.append([write("a", 0, "1")])
        before = await everything(store)
        good = write("c", 0, "9", TWO)
        with pytest.raises(ValueError, match=r"version|already|at least one event"):
            await store.append([bad, good] if first else [good, bad])
        assert await everything(store) == before
        assert await store.last("table/c") is None
        await store.append([good])

    tell(url, story)


def test_an_append_is_not_empty_not_endless_and_names_a_stream_once(url: str) -> None:
    async def story(store: Durable) -> None:
        for writes in ([], [write(str(number), 0, "1") for number in range(MOST_WRITES + 1)]):
            with pytest.raises(LogError, match="invalid append of"):
                await store.append(writes)
        with pytest.raises(Conflict, match="twice"):
            await store.append([write("a", 0, "1"), write("a", 1, "2")])
        assert len(await store.append([write(str(number), 0, "1") for number in range(MOST_WRITES)])) == MOST_WRITES

    tell(url, story)


def test_who_conflicts_is_refused_alone(url: str) -> None:
    async def story(store: Durable) -> None:
        await store.append([write("a", 0, "1")])
        answers = await asyncio.gather(
            store.append([write("b", 0, "1")]),
            store.append([write("a", 0, "2")]),  # another version
            store.append([write("a", 1, "1")]),  # a command that was taken
            store.append([write("c", 0, "1")]),
            store.append([write("d", 0, "1", ())]),  # nothing that could be written
            store.append([write("b", 1, "2")]),  # after what stands in the same group
            return_exceptions=True,
        )
        assert [isinstance(answer, tuple) for answer in answers] == [True, False, False, True, False, True]
        assert [str(answers[1]), str(answers[2])] == [
            "table/a is at version 1, not 0",
            "table/a has taken command '1' of 'd1' already",
        ]
        assert sorted(record.stream for record in await everything(store)) == [f"table/{name}" for name in "abbc"]
        assert (await store.append([write("a", 1, "3")]))[0].n == 2

    tell(url, story)


def test_many_appends_share_a_transaction(lasting: str) -> None:
    async def story(store: Durable) -> None:
        async def table(name: str) -> None:
            for number in range(5):
                await store.append([write(name, number, str(number), TWO if number == 4 else ONE)])

        await asyncio.gather(*(table(f"t{number}") for number in range(64)))
        assert len(await everything(store)) == 320
        assert store.commits < 160

    tell(lasting, story)


def test_two_who_write_to_one_stream(lasting: str) -> None:
    async def story(store: Durable) -> None:
        other = await open_store(lasting, patience=9)
        (first,) = await store.append([write("a", 0, "1")])
        (second,) = await other.append([write("a", 1, "2")])
        assert second == chain(second.batch, first.hash)
        with pytest.raises(Conflict):
            await store.append([write("a", 1, "3"), write("b", 0, "3")])
        assert await store.last("table/b") is None
        both = await asyncio.gather(
            *(one.append([write("a", 2, f"{one is other}")]) for one in (store, other)), return_exceptions=True
        )
        assert sorted(isinstance(answer, tuple) for answer in both) == [False, True]
        await other.close()

    tell(lasting, story)


def test_who_has_read_on_writes_on_where_another_has_written(lasting: str) -> None:
    async def story(store: Durable) -> None:
        other = await open_store(lasting, patience=9)
        for version, one in enumerate((store, other, store, store, other, store)):
            await one.append([write("a", version, f"{version}")])  # it knows where the stream ends, from reading it
        assert [record.n for record in await store.read("table/a")] == [1, 2, 3, 4, 5, 6]
        await other.close()

    tell(lasting, story)


def test_what_was_kept_is_there_again(lasting: str) -> None:
    kept: list[object] = []

    async def evening(store: Durable) -> None:
        await store.append([write("a", 0, "1", TWO), write("b", 0, "1")])
        await store.shelve("name", "ann", b"Ann", 0)
        kept.extend([await everything(store), await store.seal("shoe/1"), await store.pairs()])

    async def morning(store: Durable) -> None:
        assert [await everything(store), await store.seal("shoe/1"), await store.pairs()] == kept
        assert await store.shelf("name", "ann") == (1, b"Ann")
        await store.append([write("a", 2, "2")])

    tell(lasting, evening, morning)


def test_a_closed_store_says_so(lasting: str) -> None:
    async def story(store: Durable) -> None:
        waiting = [asyncio.ensure_future(store.append([write("a", number, str(number))])) for number in range(9)]
        await asyncio.sleep(0)
        await store.close()
        assert len([await one for one in waiting]) == 9  # what was asked before is finished
        with pytest.raises(ValueError, match="closed"):
            await store.append([write("a", 9, "9")])

    tell(lasting, story)


# ---------------------------------------------------------------- vault and shelf


def test_a_secret_is_made_once(url: str) -> None:
    async def story(store: Durable) -> None:
        secrets = await asyncio.gather(*(store.seal("shoe/MB-7/1") for _ in range(5)))
        assert len(secrets[0]) == 32
        assert len(set(secrets)) == 1
        other = await store.seal("shoe/MB-7/2")
        assert other != secrets[0]
        await store.seal("trigger/1")
        assert await store.sealed("shoe/") == {"shoe/MB-7/1": secrets[0], "shoe/MB-7/2": other}

    tell(url, story)


def test_a_document_has_versions(url: str) -> None:
    async def story(store: Durable) -> None:
        assert await store.shelf("name", "ann") is None
        assert await store.shelve("name", "ann", b"Ann", 0) == 1
        assert await store.shelve("name", "ann", b"", 1) == 2
        for before in (0, 1, 3):
            with pytest.raises(Conflict, match="name ann is not at version"):
                await store.shelve("name", "ann", b"Anna", before)
        assert await store.shelf("name", "ann") == (2, b"")
        await store.shelve("name", "al", b"Al", 0)
        await store.shelve("nick", "al", b"A", 0)
        assert await store.shelved("name") == [("al", 1, b"Al"), ("ann", 2, b"")]
        await store.erase("name", "ann")
        await store.erase("name", "ann")
        assert await store.shelf("name", "ann") is None
        assert await store.shelve("name", "ann", b"Ann again", 0) == 1

    tell(url, story)


# ---------------------------------------------------------------- taking over, taking away


def test_records_are_taken_over_as_they_are(url: str) -> None:
    plain = MemoryStore()
    for number in range(1100):  # more than one transaction holds
        plain.append([write("a", number, str(number))])
    plain.append([write("b", 0, "1")])
    records = list(plain.records())

    async def story(store: Durable) -> None:
        await store.append([write("c", 0, "1")])
        edited = replace(records[0], body=records[0].body.replace(b"P1", b"P2"))
        for wrong in ([edited], records[1:]):
            with pytest.raises(LogError, match=r"hold|follow"):
                await store.adopt(wrong)
        await store.adopt(records)
        assert (await everything(store))[1:] == records
        assert ("table/a", "table/b") in await store.pairs()  # what came together stays together
        with pytest.raises(Conflict, match="already"):
            await store.adopt(records)
        assert (await store.append([write("a", 1100, "next")]))[0].n == 1101

    tell(url, story)


def test_whole_streams_are_taken_away_and_nothing_else(url: str) -> None:
    async def story(store: Durable) -> None:
        (first,) = await store.append([write("a", 0, "1", TWO)])
        (other,) = await store.append([write("b", 0, "1")])
        (keep,) = await store.append([write("c", 0, "1")])
        ends = {record.stream: Head(record.last, record.hash) for record in (first, other)}
        (grown,) = await store.append([write("b", 1, "2")])
        with pytest.raises(Conflict, match="table/b no longer ends at version 1"):
            await store.prune(ends)
        assert await everything(store) == [first, other, keep, grown]
        await store.prune(ends | {"table/b": Head(grown.last, grown.hash)})
        assert await everything(store) == [keep]
        assert (await store.append([write("a", 0, "1", TWO)])) == (first,)

    tell(url, story)
