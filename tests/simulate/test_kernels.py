"""One plan, one set of counts: vectors, single shoes, plain Python, CUDA, threads, and any cut of the plan."""

import hashlib
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from punto.simulate import Plan, Tally, cpu, simulate
from punto.simulate.plan import by_class
from punto.simulate.stream import U32, U64, biased, key_of, open_stream, pair_of, step, step_back
from tests.simulate.kernels import CUDA, PLANS, as_library, compiler, count_by

VERIFIED = Path(__file__).with_name("verified.json")


@pytest.mark.parametrize("name", PLANS)
def test_vectors_and_single_shoes_give_the_same_counts(name: str) -> None:
    plan = PLANS[name]
    lanes = by_class(cpu.count_lanes(plan))
    assert (lanes == by_class(cpu.count_shoes(plan))).all()
    assert lanes.sum() > 5 * plan.shoes


def test_plain_python_gives_the_same_counts() -> None:
    plan = Plan(shoes=5, seed=8, decks=2)
    counts = cpu.count_part(plan)
    assert (counts == by_class(cpu.count_lanes(plan, compiled=False, lane_count=4))).all()
    assert (counts == by_class(cpu.count_shoes(plan, compiled=False))).all()


def test_the_cuda_source_gives_the_same_counts(tmp_path: Path) -> None:
    """Compiled for the processor; where there is no compiler, the source must be one that passed with one."""
    digest = hashlib.sha256(CUDA.read_bytes()).hexdigest()
    program = compiler()
    if program is not None:
        library = as_library(program, tmp_path)
        for plan in (*PLANS.values(), Plan(shoes=50, decks=9), Plan(shoes=50, decks=10), Plan(shoes=50, decks=16)):
            assert (count_by(library, plan) == cpu.count_part(plan)).all(), plan
    assert json.loads(VERIFIED.read_text()) == {"sim.cu": digest}, "write the digest of the source that passed"


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_do_not_matter(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = PLANS["eight decks"]
    monkeypatch.setattr(cpu, "PART", 100)
    tally = simulate(plan, threads)
    assert (tally.counts == cpu.count_part(plan)).all()
    assert tally.shoes == plan.shoes


def test_any_cut_of_a_plan_gives_the_same_counts() -> None:
    plan = PLANS["six decks, far shoes"]
    cuts = [0, 1, 14, 525, 600]
    parts = [replace(plan, first=plan.first + one, shoes=other - one) for one, other in pairwise(cuts)]
    assert (np.sum([cpu.count_part(part) for part in parts], axis=0) == cpu.count_part(plan)).all()


def test_another_seed_gives_other_counts() -> None:
    digests = {Tally(50, cpu.count_part(Plan(shoes=50, seed=seed))).digest for seed in range(20)}
    assert len(digests) == 20


# ---------------------------------------------------------------- streams


def test_a_step_can_be_taken_back() -> None:
    rng = np.random.default_rng(1)
    for _ in range(100):
        state = tuple(U32(word) for word in rng.integers(0, 2**32, 4))
        with np.errstate(over="ignore"):
            _, after = step(*state)
            assert step_back(*after) == state


def test_the_generator_is_xoshiro128_plus_plus() -> None:
    """The first numbers after the state 1 2 3 4, as the authors' own program prints them."""
    state, found = (U32(1), U32(2), U32(3), U32(4)), []
    with np.errstate(over="ignore"):
        for _ in range(4):
            x, state = step(*state)
            found.append(int(x))
    assert found == [641, 1573767, 3222811527, 3517856514]


def test_the_words_of_shoes_are_splitmix64() -> None:
    """SplitMix64 started at 0 gives these words, by its author's own program."""
    states = np.zeros(4, np.uint32)
    with np.errstate(over="ignore"):
        open_stream(U64(0), U64(0), states, 0, 1)
    one, two = 0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4
    assert states.tolist() == [one & 0xFFFFFFFF, one >> 32, two & 0xFFFFFFFF, two >> 32]
    assert key_of(0) == one


def test_pairs_of_cards_are_all_equally_likely() -> None:
    """With words of 10 bits instead of 32 every number can be tried: all pairs come equally often."""
    bits, n = 10, 7
    ways = n * (n - 1)
    found: dict[tuple[int, int], int] = {}
    for x in range(2**bits):
        first = x * n
        second = first % 2**bits * (n - 1)
        if second % 2**bits >= 2**bits % ways:
            pair = first >> bits, second >> bits
            found[pair] = found.get(pair, 0) + 1
    assert len(found) == ways
    assert set(found.values()) == {2**bits // ways}


def test_a_pair_is_thrown_away_where_it_would_be_biased() -> None:
    n = 416
    ways = n * (n - 1)
    bound = 2**32 % ways
    assert 0 < bound < ways
    assert [bool(biased(U32(low), U32(ways))) for low in (0, bound - 1, bound, ways, 2**32 - 1)] == [
        True,
        True,
        False,
        False,
        False,
    ]
    for x in (0, 1, 2**31, 2**32 - 1):
        one, other, low = pair_of(U32(x), U32(n))
        assert (int(one) * (n - 1) + int(other)) * 2**32 + int(low) == x * ways


def test_thrown_away_numbers_are_met_and_replaced() -> None:
    """Many shoes, so that the rare case is there: it is taken in vectors as in single shoes."""
    plan = Plan(shoes=6000, seed=21)  # some eight numbers in a hundred thousand are biased
    assert (by_class(cpu.count_lanes(plan)) == by_class(cpu.count_shoes(plan))).all()
