"""The Merkle tree of a floor, stored next to its log and extended behind it.

A leaf is a record: its stream, the number of its first event and its hash. Leaves are in the order of positions, which
is the order of an export. A record is given its leaf after its append, by one reader, so that appending costs nothing;
once given it never changes, also if the record is pruned.

Leaves are stored in tiles of 256, as documents, and the roots of full tiles in rows of 256. Whichever process is first
to extend a tile has extended it; another one gets a ``Conflict`` and reads the tree again. A process that is killed
between two documents leaves a tree that is shorter or longer by some leaves, and never another one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple, Protocol

from punto.anchor import merkle
from punto.record.store import Place

TILE = 256  # leaves of a tile, and tiles of a row
LEVEL = 8  # of the root of a tile
LEAVES, ROOTS = "tree", "tree-roots"  # kinds of documents
ENTRY = 8 + merkle.SIZE  # bytes: a position and a hash
MOST = 1024  # records read in one request
MOST_TILES = 64  # read tiles that are remembered


class Shelf(Protocol):
    """The part of a store that a tree needs."""

    async def sequence(self, after: int, most: int) -> list[Place]:
        """Return records after a position, in their final order."""

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        """Store a document over version ``before``."""

    async def shelf(self, kind: str, key: str) -> tuple[int, bytes] | None:
        """Return a document with its version, or None."""

    async def shelved(self, kind: str) -> list[tuple[str, int, bytes]]:
        """Return the documents of a kind, sorted by key."""


class DamagedTree(ValueError):
    """The stored tree is not whole, or not what it was."""


class Entry(NamedTuple):
    """A leaf as it is stored: the position of its record, and its hash; or a full tile: its first position and root."""

    position: int
    hash: bytes


def leaf_of(stream: str, n: int, hashed: str) -> bytes:
    """Return what a leaf is made of: the record's stream, the number of its first event, and its hash."""
    return f"punto-leaf/1\n{stream}\n{n}\n{hashed}\n".encode()


def entry_of(place: Place) -> Entry:
    """Return the leaf of a record."""
    return Entry(place.position, merkle.leaf_hash(leaf_of(place.stream, place.n, place.hash)))


def _key(number: int) -> str:
    return f"{number:012d}"


def _body(entries: Iterable[Entry]) -> bytes:
    return b"".join(entry.position.to_bytes(8) + entry.hash for entry in entries)


def _entries(body: bytes) -> list[Entry]:
    if len(body) % ENTRY or len(body) > TILE * ENTRY:
        raise DamagedTree("a tile of the Merkle tree is damaged")
    parts = (body[at : at + ENTRY] for at in range(0, len(body), ENTRY))
    return [Entry(int.from_bytes(part[:8]), part[8:]) for part in parts]


class Tree:
    """The stored tree, as far as this process has read or extended it."""

    def __init__(self, store: Shelf) -> None:
        self._store = store
        self._full: list[Entry] = []  # full tiles
        self._row_version = 0  # of the last row of roots
        self._open: list[Entry] = []  # leaves of the last tile
        self._open_version = 0
        self._tiles: dict[int, list[Entry]] = {}
        self._nodes: dict[tuple[int, int], bytes] = {}  # above the tiles

    @classmethod
    async def read(cls, store: Shelf) -> Tree:
        """Read the tree of a store. Raises ``DamagedTree``."""
        tree = cls(store)
        for number, (key, version, body) in enumerate(await store.shelved(ROOTS)):
            if key != _key(number) or len(tree._full) != number * TILE:
                raise DamagedTree("a row of the Merkle tree is missing")
            tree._full += _entries(body)
            tree._row_version = version
        await tree._read_open()
        return tree

    async def _read_open(self) -> None:
        kept = await self._store.shelf(LEAVES, _key(len(self._full)))
        self._open_version, body = kept or (0, b"")
        self._open = _entries(body)

    @property
    def size(self) -> int:
        """Number of leaves."""
        return len(self._full) * TILE + len(self._open)

    @property
    def position(self) -> int:
        """Position of the last leaf's record; 0 if there is none."""
        return self._open[-1].position if self._open else self._tail_of_full

    @property
    def _tail_of_full(self) -> int:
        tile = self._tiles.get(len(self._full) - 1)
        return tile[-1].position if tile else 0

    # ------------------------------------------------------------ growth

    async def grow(self) -> list[Place]:
        """Give a leaf to every record that has none; return these records. Raises ``Conflict``."""
        if not self._open and self._full:
            await self.load([len(self._full) * TILE - 1])  # the position of the last leaf
        grown: list[Place] = []
        while places := await self._store.sequence(self.position, MOST):
            for place in places:
                if len(self._open) == TILE:
                    await self._close_tile()
                self._open.append(entry_of(place))
            grown += places
            await self._keep_open()
            if len(places) < MOST:
                break
        return grown

    async def _keep_open(self) -> None:
        body = _body(self._open)
        self._open_version = await self._store.shelve(LEAVES, _key(len(self._full)), body, self._open_version)

    async def _close_tile(self) -> None:
        """Store the last tile, which is full, and its root."""
        await self._keep_open()
        number = len(self._full)
        self._tiles[number] = self._open
        self._full.append(Entry(self._open[0].position, merkle.subtree([entry.hash for entry in self._open])))
        row, within = divmod(number, TILE)
        before = self._row_version if within else 0
        self._row_version = await self._store.shelve(ROOTS, _key(row), _body(self._full[row * TILE :]), before)
        self._open, self._open_version = [], 0
        if len(self._tiles) > MOST_TILES:
            self._tiles = {number: self._tiles[number]}

    # ------------------------------------------------------------ proofs

    async def load(self, leaves: Iterable[int]) -> None:
        """Read the tiles of some leaves, for what is computed next."""
        if len(self._tiles) > MOST_TILES:
            self._tiles.clear()
        for number in {leaf // TILE for leaf in leaves}:
            if number < len(self._full) and number not in self._tiles:
                kept = await self._store.shelf(LEAVES, _key(number))
                tile = _entries(kept[1]) if kept else []
                if len(tile) != TILE or merkle.subtree([entry.hash for entry in tile]) != self._full[number].hash:
                    raise DamagedTree(f"tile {number} of the Merkle tree is damaged")
                self._tiles[number] = tile

    def node(self, level: int, index: int) -> bytes:
        """Return the hash of a complete subtree; the tiles of its leaves must be loaded if it is within one."""
        if level < LEVEL:
            first = index << level
            tile = self._open if first // TILE == len(self._full) else self._tiles[first // TILE]
            return merkle.subtree([entry.hash for entry in tile[first % TILE : first % TILE + (1 << level)]])
        if level == LEVEL and index < len(self._full):
            return self._full[index].hash
        if level == LEVEL:  # the last tile, full and not closed yet
            return merkle.subtree([entry.hash for entry in self._open])
        if (level, index) not in self._nodes:
            pair = self.node(level - 1, 2 * index), self.node(level - 1, 2 * index + 1)
            self._nodes[level, index] = merkle.node_hash(*pair)
        return self._nodes[level, index]

    async def root(self, size: int) -> bytes:
        """Return the root of the first leaves."""
        await self.load([size - 1] if size else [])
        return merkle.root(self.node, size)

    async def inclusion(self, index: int, size: int) -> list[bytes]:
        """Return the proof that a leaf is among the first leaves."""
        await self.load([index, size - 1])
        return merkle.inclusion(self.node, index, size)

    async def consistency(self, old: int, size: int) -> list[bytes]:
        """Return the proof that the first ``old`` leaves are a beginning of the first ``size``."""
        await self.load([leaf for leaf in (old - 1, size - 1) if leaf >= 0])
        return merkle.consistency(self.node, old, size)

    async def indexes_of(self, positions: Iterable[int]) -> list[int]:
        """Return the numbers of the leaves at ascending positions, without those that have none."""
        begins = [tile.position for tile in (*self._full, *self._open[:1])]
        found: list[int] = []
        for number, group in groupby(positions, lambda position: bisect_right(begins, position) - 1):
            if number < 0:
                continue
            await self.load([number * TILE])
            tile = self._open if number == len(self._full) else self._tiles[number]
            within = {entry.position: place for place, entry in enumerate(tile)}
            found += [number * TILE + within[position] for position in group if position in within]
        return found

    async def index_of(self, place: Place) -> int | None:
        """Return the number of the leaf of a record, or None if it has none yet."""
        for index in await self.indexes_of([place.position]):
            if self.node(0, index) == entry_of(place).hash:
                return index
        return None
