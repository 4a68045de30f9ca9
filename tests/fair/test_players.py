"""Players' entropy: pledged, revealed, or left out and named."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.fair import Contribution, FairError, Gathered, Pledge, Shoe, gather, opens, pledge, shuffle
from tests.fair.shoes import contributions, players, seeds

COMMITMENT = bytes(range(32))
ANN = Contribution("ann", b"a" * 16)
BOB = Contribution("bob", b"b" * 32)
CLEO = Contribution("cleo", b"c" * 64)
PLEDGES = [pledge(COMMITMENT, each) for each in (ANN, BOB, CLEO)]


def test_all_reveal() -> None:
    assert gather(COMMITMENT, PLEDGES, [CLEO, ANN, BOB]) == Gathered((ANN, BOB, CLEO), ())


def test_who_does_not_reveal_is_left_out_and_named() -> None:
    assert gather(COMMITMENT, PLEDGES, [CLEO]) == Gathered((CLEO,), ("ann", "bob"))


def test_a_reveal_that_was_not_pledged_counts_for_nothing() -> None:
    other = Contribution("bob", b"B" * 32)
    uninvited = Contribution("dan", b"d" * 32)
    assert gather(COMMITMENT, PLEDGES, [ANN, other, uninvited, CLEO]) == Gathered((ANN, CLEO), ("bob",))


def test_a_wrong_reveal_does_not_shut_out_the_right_one() -> None:
    assert gather(COMMITMENT, PLEDGES, [Contribution("ann", b"x" * 16), ANN, BOB, CLEO]).silent == ()


def test_a_pledge_cannot_be_copied() -> None:
    copied = Pledge("mallory", PLEDGES[0].hash)
    assert not opens(COMMITMENT, copied, Contribution("mallory", ANN.entropy))


def test_a_pledge_is_for_one_shoe() -> None:
    assert opens(COMMITMENT, PLEDGES[0], ANN)
    assert not opens(bytes(32), PLEDGES[0], ANN)


@given(seeds, players)
def test_the_order_of_arrival_is_nothing(seed: bytes, adding: list[Contribution]) -> None:
    shoe = Shoe("MB-7", 1, decks=1)
    stacks = {shuffle(seed, shoe, arrived).cards for arrived in list(permutations(adding))[:6]}
    assert len(stacks) == 1


@given(seeds, players, contributions, st.integers(0, 63))
def test_every_bit_of_a_players_entropy_matters(
    seed: bytes, adding: list[Contribution], one: Contribution, place: int
) -> None:
    others = [each for each in adding if each.player != one.player]
    bit = place % (8 * len(one.entropy))
    changed = bytearray(one.entropy)
    changed[bit // 8] ^= 1 << bit % 8
    shoe = Shoe("MB-7", 1, decks=1)
    orders = [
        shuffle(seed, shoe, all_of_them).cards
        for all_of_them in (others, [*others, one], [*others, Contribution(one.player, bytes(changed))])
    ]
    assert len(set(orders)) == 3


@pytest.mark.parametrize("size", [0, 15, 65])
def test_entropy_that_can_be_guessed_is_refused(size: int) -> None:
    with pytest.raises(FairError, match="16 to 64"):
        Contribution("ann", bytes(size))


def test_names_are_needed_once() -> None:
    with pytest.raises(FairError, match="duplicate pledge of 'ann'"):
        gather(COMMITMENT, [PLEDGES[0], PLEDGES[0]], [])
    with pytest.raises(FairError, match="duplicate entropy of 'ann'"):
        shuffle(bytes(32), Shoe("MB-7", 1, decks=1), [ANN, ANN])
    with pytest.raises(FairError, match="name"):
        Contribution("", b"a" * 16)


def test_hashes_have_32_bytes() -> None:
    with pytest.raises(FairError, match="invalid pledge of ann of 0 bytes: expected a hash of 32"):
        Pledge("ann", b"")
    with pytest.raises(FairError, match="invalid commitment"):
        pledge(b"", ANN)
