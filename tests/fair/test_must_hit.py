"""Must Hit: a trigger between base and ceiling, and a winner among those who wagered."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.fair import FairError, MustHit, commit_trigger, trigger, verify_trigger, winner
from tests.fair.shoes import names, numbers, seeds

SEED = bytes(range(32))
RUN = MustHit("royal-9", 7, base=50_000, ceiling=100_000)
amounts = st.lists(numbers, min_size=2, max_size=2).map(sorted)
runs = st.builds(lambda meter, reset, ends: MustHit(meter, reset, *ends), names, numbers, amounts)


@given(seeds, runs)
def test_the_trigger_lies_between_base_and_ceiling_and_verifies(seed: bytes, run: MustHit) -> None:
    drawn = trigger(seed, run)
    assert run.base <= drawn <= run.ceiling
    assert verify_trigger(seed, run, commit_trigger(seed, run), drawn) is None


def test_both_ends_are_drawn() -> None:
    found = Counter(trigger(SEED, MustHit("royal-9", reset, base=10, ceiling=14)) for reset in range(300))
    assert sorted(found) == [10, 11, 12, 13, 14]


def test_base_and_ceiling_may_be_one() -> None:
    assert trigger(SEED, MustHit("royal-9", 1, base=10, ceiling=10)) == 10


@pytest.mark.parametrize(
    "run",
    [
        MustHit("royal-8", 7, 50_000, 100_000),
        MustHit("royal-9", 8, 50_000, 100_000),
        MustHit("royal-9", 7, 49_999, 100_000),
        MustHit("royal-9", 7, 50_000, 100_001),
    ],
)
def test_another_run_is_found(run: MustHit) -> None:
    commitment = commit_trigger(SEED, RUN)
    assert str(verify_trigger(SEED, run, commitment, trigger(SEED, RUN))).startswith("commitment:")


def test_another_trigger_is_found() -> None:
    drawn = trigger(SEED, RUN)
    fault = verify_trigger(SEED, RUN, commit_trigger(SEED, RUN), drawn + 1)
    assert fault == f"trigger: the seed gives {drawn}, but {drawn + 1} was published"


def test_another_seed_is_found() -> None:
    assert verify_trigger(bytes(32), RUN, commit_trigger(SEED, RUN), trigger(bytes(32), RUN)) is not None


@given(seeds, runs, names, st.sets(names, min_size=1, max_size=8))
def test_the_winner_is_one_of_them_in_whatever_order(seed: bytes, run: MustHit, coup: str, entrants: set[str]) -> None:
    one_way = sorted(entrants)
    assert winner(seed, run, coup, one_way) == winner(seed, run, coup, one_way[::-1])
    assert winner(seed, run, coup, one_way) in entrants


def test_everybody_can_win() -> None:
    seats = [f"seat {number}" for number in range(1, 8)]
    assert {winner(SEED, RUN, f"MB-7/1/{coup}", seats) for coup in range(100)} == set(seats)


REFUSED = [
    (lambda: MustHit("", 1, 1, 2), "invalid meter name"),
    (lambda: MustHit("royal-9", -1, 1, 2), "invalid reset number"),
    (lambda: MustHit("royal-9", 1, -1, 2), "invalid base -1"),
    (lambda: MustHit("royal-9", 1, 3, 2), "invalid ceiling 2: expected 3"),
    (lambda: trigger(b"", RUN), "invalid seed of 0 bytes: expected 32"),
    (lambda: commit_trigger(b"", RUN), "invalid seed of 0 bytes: expected 32"),
    (lambda: winner(b"", RUN, "1", ["seat 1"]), "invalid seed of 0 bytes: expected 32"),
    (lambda: winner(SEED, RUN, "1", []), "no entrants"),
    (lambda: winner(SEED, RUN, "", ["seat 1"]), "invalid coup name"),
    (lambda: winner(SEED, RUN, "1", [""]), "invalid entrant name"),
    (lambda: winner(SEED, RUN, "1", ["seat 1", "seat 1"]), "duplicate entrant 'seat 1'"),
    (lambda: verify_trigger(SEED, RUN, b"", 1), "invalid commitment"),
]


@pytest.mark.parametrize("attempt, words", REFUSED, ids=[words for _, words in REFUSED])
def test_bad_input_is_refused(attempt: object, words: str) -> None:
    assert callable(attempt)
    with pytest.raises(FairError, match=words):
        attempt()
