"""The stored tree: the tree of the records, on every database, after kills, prunes and a race of two processes."""

import asyncio
from contextlib import suppress

import pytest

from punto.anchor import merkle, tree
from punto.anchor.tree import Tree, entry_of
from punto.record.archive import archive, prune
from punto.record.durable import Durable, open_store
from punto.record.store import Conflict
from tests.record.test_store import write

MANY = 700  # records: two full tiles and a part


async def filled(store: Durable, stream: str, first: int, end: int) -> None:
    await asyncio.gather(*(store.append([write(stream, n, f"{n}")]) for n in range(first, end)))


async def expected(store: Durable) -> merkle.Frontier:
    return merkle.Frontier([entry_of(place).hash for place in await store.sequence(0, 10**6)])


def test_it_is_the_tree_of_all_records_in_every_database(url: str) -> None:
    async def tried() -> None:
        store = await open_store(url)
        grown = await Tree.read(store)
        assert (grown.size, await grown.root(0)) == (0, merkle.EMPTY)
        sizes = [0]
        for end in (1, 3, 255, 256, 257, 511, MANY):
            await filled(store, "a", sizes[-1], end)
            assert len(await grown.grow()) == end - sizes[-1]
            assert await grown.root(grown.size) == (await expected(store)).root
            sizes.append(end)
        read = await Tree.read(store)
        assert (read.size, read.position) == (MANY, grown.position)
        places = await store.sequence(0, 10**6)
        root = await read.root(MANY)
        for index in (0, 1, 255, 256, 511, 512, MANY - 1):
            assert await read.index_of(places[index]) == index
            proof = await read.inclusion(index, MANY)
            assert merkle.included(entry_of(places[index]).hash, index, MANY, proof, root)
        for old in sizes:
            proof = await read.consistency(old, MANY)
            assert merkle.consistent(old, await read.root(old), MANY, root, proof)
        assert await read.index_of(places[0]._replace(hash="0" * 64)) is None
        assert await read.index_of(places[-1]._replace(position=10**9)) is None
        await store.close()

    asyncio.run(tried())


class Killed(Exception):
    pass


class Failing:
    """A store of which the n-th document is the last that is written."""

    def __init__(self, store: Durable, left: int) -> None:
        self._store, self._left = store, left
        self.sequence, self.shelf, self.shelved = store.sequence, store.shelf, store.shelved

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        if not self._left:
            raise Killed
        self._left -= 1
        return await self._store.shelve(kind, key, body, before)


@pytest.mark.parametrize("left", range(8))
def test_a_kill_between_two_documents_leaves_the_same_tree(left: int) -> None:
    async def tried() -> None:
        store = await open_store("memory:")
        await filled(store, "a", 0, MANY)
        with suppress(Killed):  # the last of these kills comes too late
            await (await Tree.read(Failing(store, left))).grow()
        again = await Tree.read(store)
        await again.grow()
        assert again.size == MANY
        assert await again.root(MANY) == (await expected(store)).root

    asyncio.run(tried())


def test_of_two_processes_one_extends_it_and_the_other_reads_it_again() -> None:
    async def tried() -> None:
        store = await open_store("memory:")
        first, second = await Tree.read(store), await Tree.read(store)
        await filled(store, "a", 0, 300)
        await first.grow()
        with pytest.raises(Conflict):
            await second.grow()
        assert await (await Tree.read(store)).root(300) == await first.root(300)

    asyncio.run(tried())


def test_a_pruned_record_keeps_its_leaf(lasting: str) -> None:
    async def tried() -> None:
        store = await open_store(lasting)
        await filled(store, "a", 0, 20)
        await filled(store, "b", 0, 20)
        grown = await Tree.read(store)
        await grown.grow()
        root = await grown.root(40)
        await prune(store, (await archive(store, "0.1.0", "b")).encode(), 10**15)
        await filled(store, "c", 0, 5)
        later = await Tree.read(store)
        assert len(await later.grow()) == 5
        assert await later.root(40) == root
        assert merkle.consistent(40, root, 45, await later.root(45), await later.consistency(40, 45))
        await store.close()

    asyncio.run(tried())


@pytest.mark.parametrize("kind, key", [(tree.LEAVES, 0), (tree.ROOTS, 0), (tree.LEAVES, 2)])
def test_a_damaged_document_is_noticed(kind: str, key: int) -> None:
    async def tried() -> None:
        store = await open_store("memory:")
        await filled(store, "a", 0, MANY)
        await (await Tree.read(store)).grow()
        version, body = await store.shelf(kind, f"{key:012d}") or (0, b"")
        await store.shelve(kind, f"{key:012d}", body[:-1] + bytes([body[-1] ^ 1]), version)
        read = await Tree.read(store)
        try:
            wrong = await read.root(255) != merkle.EMPTY and await read.root(MANY) != (await expected(store)).root
        except ValueError as error:
            wrong = "damaged" in str(error)
        assert wrong

    asyncio.run(tried())
