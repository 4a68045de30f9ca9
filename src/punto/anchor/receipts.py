"""Receipts, which prove that a record is in the tree, and the places of the records of an export.

A receipt is a C2SP tlog-proof: the leaf, its number, the hashes that lead from it to the root, and a checkpoint.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from punto.anchor import merkle, notes
from punto.anchor.notes import NUMBER, Checkpoint, NoteError
from punto.anchor.tree import DamagedTree, Tree, leaf_of
from punto.record.chain import Record
from punto.record.durable import Durable
from punto.record.export import Leaves
from punto.record.store import Place

log = logging.getLogger(__name__)
PROOF = "c2sp.org/tlog-proof@v1"
ALL = 1 << 31
MOST_PROOF = 63  # hashes


class Receipt(NamedTuple):
    """A proof that a record is covered by a checkpoint."""

    leaf: bytes
    number: int  # of the leaf
    proof: tuple[bytes, ...]
    checkpoint: Checkpoint

    @property
    def text(self) -> str:
        """The receipt as it is written."""
        lines = [
            PROOF,
            f"extra {notes.base64_of(self.leaf)}",
            f"index {self.number}",
            *map(notes.base64_of, self.proof),
        ]
        return "\n".join([*lines, "", self.checkpoint.note])

    @property
    def holds(self) -> bool:
        """Whether the leaf is in the tree of the checkpoint."""
        made, checkpoint = merkle.leaf_hash(self.leaf), self.checkpoint
        return merkle.included(made, self.number, checkpoint.size, self.proof, checkpoint.root)


def parse(text: str) -> Receipt:
    """Parse a receipt. Raises ``NoteError``."""
    head, _, note = text.partition("\n\n")
    first, *lines = head.split("\n")
    values = [line.partition(" ")[2] for line in lines[:2]]
    if first != PROOF or [line.partition(" ")[0] for line in lines[:2]] != ["extra", "index"]:
        raise NoteError(f"a receipt begins with the lines {PROOF}, extra and index")
    if not NUMBER.fullmatch(values[1]) or len(lines) > 2 + MOST_PROOF:
        raise NoteError("invalid index or proof of a receipt")
    proof = tuple(notes.bytes_of(line, merkle.SIZE) for line in lines[2:])
    return Receipt(notes.bytes_of(values[0]), int(values[1]), proof, notes.parse(note))


async def receipt(tree: Tree, checkpoint: Checkpoint, place: Place) -> Receipt | None:
    """Return the receipt of a record, or None if the checkpoint does not cover it."""
    index = await tree.index_of(place)
    if index is None or index >= checkpoint.size:
        return None
    proof = await tree.inclusion(index, checkpoint.size)
    return Receipt(leaf_of(place.stream, place.n, place.hash), index, tuple(proof), checkpoint)


# ---------------------------------------------------------------- exports


class Exported:
    """The leaves of exports; created before the records are read, so that these contain all that it knows."""

    def __init__(self, store: Durable, tree: Tree) -> None:
        self._store, self._tree = store, tree

    @classmethod
    async def of(cls, store: Durable) -> Exported:
        """Read the tree of a store; the log of a damaged one is exported all the same."""
        try:
            return cls(store, await Tree.read(store))
        except DamagedTree as error:
            log.warning("export without its places in the tree: %s", error)
            return cls(store, Tree(store))

    async def leaves(self, records: Sequence[Record]) -> Leaves | None:
        """Return where records are in the tree; None if they are its first leaves, or if the tree is damaged."""
        try:
            return await self._leaves(records)
        except DamagedTree as error:
            log.warning("export without its places in the tree: %s", error)
            return None

    async def _leaves(self, records: Sequence[Record]) -> Leaves | None:
        size, wanted = self._tree.size, {(record.stream, record.n) for record in records}
        places = await self._store.sequence(0, ALL) if size else []
        positions = [place.position for place in places if (place.stream, place.n) in wanted]
        runs = _runs(await self._tree.indexes_of(positions))
        if runs in ([], [(0, size)]):
            return None
        hashes: list[bytes] = []
        for first, end in gaps(runs, size):
            await self._tree.load([first, end - 1])
            hashes += [self._tree.node(*part) for part in merkle.complete_parts(first, end)]
        return Leaves(size=size, runs=tuple(runs), hashes=tuple(one.hex() for one in hashes))


def _runs(indexes: Sequence[int]) -> list[tuple[int, int]]:
    """Return ascending numbers as runs: the first, and how many."""
    found: list[tuple[int, int]] = []
    for index in indexes:
        if found and sum(found[-1]) == index:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((index, 1))
    return found


def gaps(runs: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of leaves between runs, each as first and end."""
    edges = chain([(0, 0)], runs, [(size, 0)])
    for (first, count), (following, _) in pairwise(edges):
        if first + count < following:
            yield first + count, following
