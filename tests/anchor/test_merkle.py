"""The Merkle tree of RFC 9162: known roots, every proof of small trees, and that no other proof passes."""

from hashlib import sha256

import pytest

from punto.anchor import merkle

LEAVES = [merkle.leaf_hash(bytes([number])) for number in range(70)]
# The tree of Certificate Transparency's reference tests: eight leaves, and the root at each size.
DATA = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def plain(leaves: list[bytes]) -> bytes:
    """MTH as the RFC defines it, in one line per case."""
    if not leaves:
        return sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return sha256(b"\x01" + plain(leaves[:k]) + plain(leaves[k:])).digest()


def node(level: int, index: int) -> bytes:
    return plain(LEAVES[index << level : (index + 1) << level])


def test_roots_are_those_of_certificate_transparency() -> None:
    hashes = [merkle.leaf_hash(bytes.fromhex(data)) for data in DATA]
    frontier = merkle.Frontier()
    for leaf, root in zip(hashes, ROOTS, strict=True):
        frontier.push(leaf)
        assert frontier.root.hex() == root
    assert merkle.Frontier().root == merkle.EMPTY == sha256().digest()


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 8, 9, 31, 64, 70])
def test_every_leaf_is_proved_and_no_other_place_is(size: int) -> None:
    root = merkle.root(node, size)
    assert root == plain(LEAVES[:size]) == merkle.Frontier(LEAVES[:size]).root
    for index in range(size):
        proof = merkle.inclusion(node, index, size)
        assert merkle.included(LEAVES[index], index, size, proof, root)
        assert not merkle.included(LEAVES[index], (index + 1) % (size + 1), size, proof, root)
        assert not merkle.included(LEAVES[(index + 1) % 70], index, size, proof, root)
        assert not merkle.included(LEAVES[index], index, size, [*proof, root], root)
        if proof:
            assert not merkle.included(LEAVES[index], index, size, proof[:-1], root)


@pytest.mark.parametrize("size", [1, 2, 3, 6, 7, 8, 9, 20, 64, 70])
def test_every_beginning_is_proved_and_no_other_history_is(size: int) -> None:
    root, forged = merkle.root(node, size), plain([LEAVES[1], *LEAVES[1:size]])
    for old in range(size + 1):
        proof, before = merkle.consistency(node, old, size), plain(LEAVES[:old])
        assert merkle.consistent(old, before, size, root, proof)
        if old > 0:
            assert not merkle.consistent(old, before, size, forged, proof)
            assert not merkle.consistent(old, plain([LEAVES[-1], *LEAVES[1:old]]), size, root, proof)
        assert not merkle.consistent(old, before, size, root, [*proof, root])
        if proof:
            assert not merkle.consistent(old, before, size, root, proof[:-1])


def test_what_is_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="leaf 3 is not in a tree of 3"):
        merkle.inclusion(node, 3, 3)
    with pytest.raises(ValueError, match="does not contain"):
        merkle.consistency(node, 4, 3)
    assert not merkle.consistent(4, EMPTY_ROOT, 3, EMPTY_ROOT, [])
    with pytest.raises(ValueError, match="no subtree of 4 leaves begins at leaf 2"):
        merkle.Frontier(LEAVES[:2]).push(LEAVES[0], 2)


EMPTY_ROOT = merkle.EMPTY


@pytest.mark.parametrize("first, end", [(0, 1), (0, 70), (3, 4), (3, 41), (32, 64), (5, 70), (7, 7)])
def test_a_gap_is_filled_with_complete_subtrees(first: int, end: int) -> None:
    frontier = merkle.Frontier(LEAVES[:first])
    for level, index in merkle.complete_parts(first, end):
        frontier.push(node(level, index), level)
    for leaf in LEAVES[end:]:
        frontier.push(leaf)
    assert frontier.root == plain(LEAVES)
