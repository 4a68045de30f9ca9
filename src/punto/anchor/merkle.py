"""The Merkle tree of RFC 9162: hashes, proofs of inclusion and consistency, and their verification.

A tree of n leaves is split at the largest power of two below n. All functions get the hashes of *complete* subtrees,
by level and index, from ``Node``; whatever is at the right edge is computed from them. Proofs are lists of hashes,
in the order of the RFC, and are verified by its algorithms, which know nothing of how they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

EMPTY = sha256().digest()  # root of a tree without leaves
SIZE = 32  # bytes of a hash
Node = Callable[[int, int], bytes]  # level, index: hash of the leaves from index << level, 1 << level of them


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node."""
    return sha256(b"\x01" + left + right).digest()


def subtree(hashes: Sequence[bytes]) -> bytes:
    """Return the root of a complete subtree from its leaves, a power of two of them."""
    row = list(hashes)
    while len(row) > 1:
        row = [node_hash(*row[place : place + 2]) for place in range(0, len(row), 2)]
    return row[0]


def _split(size: int) -> int:
    """Return the largest power of two below a size of at least 2."""
    return 1 << ((size - 1).bit_length() - 1)


def range_hash(node: Node, first: int, end: int) -> bytes:
    """Return the hash of a range of leaves that is a subtree of some tree."""
    size = end - first
    if size & (size - 1) == 0 and first % size == 0:
        level = size.bit_length() - 1
        return node(level, first >> level)
    middle = first + _split(size)
    return node_hash(range_hash(node, first, middle), range_hash(node, middle, end))


def root(node: Node, size: int) -> bytes:
    """Return the root of the tree of the first leaves."""
    return range_hash(node, 0, size) if size else EMPTY


def inclusion(node: Node, index: int, size: int) -> list[bytes]:
    """Return the proof that a leaf is in the tree of the first leaves (2.1.3.1). Raises ``ValueError``."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not in a tree of {size}")
    path: list[bytes] = []
    first, end = 0, size
    while end - first > 1:
        middle = first + _split(end - first)
        if index < middle:
            path.append(range_hash(node, middle, end))
            end = middle
        else:
            path.append(range_hash(node, first, middle))
            first = middle
    return path[::-1]


def consistency(node: Node, old: int, size: int) -> list[bytes]:
    """Return the proof that the tree of ``old`` leaves is a beginning of this one (2.1.4.1); empty if trivial."""
    if not 0 <= old <= size:
        raise ValueError(f"a tree of {size} leaves does not contain one of {old}")
    path: list[bytes] = []
    first, end, whole = 0, size, True
    while 0 < old < end:
        middle = first + _split(end - first)
        if old <= middle:
            path.append(range_hash(node, middle, end))
            end = middle
        else:
            path.append(range_hash(node, first, middle))
            first, whole = middle, False
    if path and not whole:
        path.append(range_hash(node, first, end))
    return path[::-1]


# ---------------------------------------------------------------- verification


def included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], claimed: bytes) -> bool:
    """Return whether a proof shows that a leaf hash is in the tree with a root (2.1.3.2)."""
    if not 0 <= index < size:
        return False
    place, last, made = index, size - 1, leaf
    for step in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            made = node_hash(step, made)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            made = node_hash(made, step)
        place, last = place >> 1, last >> 1
    return last == 0 and made == claimed


def consistent(old: int, old_root: bytes, size: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Return whether a proof shows that one tree is a beginning of another (2.1.4.2)."""
    if not 0 <= old <= size:
        return False
    if old in (0, size):
        return not proof and (old_root == (new_root if old else EMPTY))
    steps = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    place, last = old - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    if not steps:
        return False
    before = after = steps[0]
    for step in steps[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            before, after = node_hash(step, before), node_hash(step, after)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            after = node_hash(after, step)
        place, last = place >> 1, last >> 1
    return last == 0 and before == old_root and after == new_root


# ---------------------------------------------------------------- growth


class Frontier:
    """The right edge of a growing tree: enough to compute its root, and to append."""

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self.size = 0
        self._peaks: list[tuple[int, bytes]] = []  # complete subtrees from the left: level, hash
        for leaf in leaves:
            self.push(leaf)

    def push(self, hashed: bytes, level: int = 0) -> None:
        """Append a leaf hash, or the hash of a complete subtree where one may begin. Raises ``ValueError``."""
        if self.size % (1 << level):
            raise ValueError(f"no subtree of {1 << level} leaves begins at leaf {self.size}")
        self.size += 1 << level
        while self._peaks and self._peaks[-1][0] == level:
            hashed = node_hash(self._peaks.pop()[1], hashed)
            level += 1
        self._peaks.append((level, hashed))

    @property
    def root(self) -> bytes:
        """Root of the tree so far."""
        if not self._peaks:
            return EMPTY
        made = self._peaks[-1][1]
        for _, peak in reversed(self._peaks[:-1]):
            made = node_hash(peak, made)
        return made


def complete_parts(first: int, end: int) -> Iterable[tuple[int, int]]:
    """Yield the complete subtrees of a range of leaves from the left, each by level and index; as large as possible."""
    while first < end:
        level = min((first & -first).bit_length() - 1 if first else end.bit_length(), (end - first).bit_length() - 1)
        yield level, first >> level
        first += 1 << level
