"""No allowed word of a rulebook leaves a table stuck, nor do several changes: a sample here, all in the soak."""

import pytest

from punto.core.bounded import toml
from punto.law.rulebook import text_of
from tests.walk.random_books import bases, random_book, tried
from tests.walk.rounds import Rounds
from tests.walk.swaps import outcome, outcome_of, sample, written


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", ["ma-mini", "md-mini", "ma-baccarat", "punto-open"])
def test_a_sample_of_swapped_words_is_found_or_played(rulebook: str) -> None:
    outcomes = list[str]()
    for swap in sample(rulebook, 40, seed=7):
        outcomes.append(outcome(swap, coups=2))
        assert outcomes[-1] in {"finding", "played", "unlawful"}
        if len(outcomes) >= 8 and {"finding", "played"} <= set(outcomes):
            return
    raise AssertionError(f"of {len(outcomes)} swaps none was played, or none found: {set(outcomes)}")


@pytest.mark.slow
def test_a_sample_of_random_books_is_found_or_played() -> None:
    assert {"finding", "played"} <= {tried(number) for number in range(16)} <= {"finding", "played", "unlawful"}


def test_a_random_book_is_the_same_from_the_same_number() -> None:
    assert random_book(7) == random_book(7)
    assert random_book(7).changes != random_book(8).changes
    assert len({book.base.name for book in map(random_book, range(30))}) > len(bases()) / 2


@pytest.mark.parametrize("number", range(len(bases())), ids=[base.name for base in bases()])
def test_every_book_that_is_changed_is_sound_and_is_written_as_it_was(number: int) -> None:
    base = bases()[number]
    assert toml(written(toml(base.text))) == toml(base.text)
    assert outcome_of(base.name, toml(base.text), base.submissions, coups=1) == "played"


def test_a_stuck_table_says_where_it_stands_and_what_is_due() -> None:
    table = Rounds("md-mini-payout", 1, text_of("md-mini"))
    with pytest.raises(
        AssertionError, match=r"^md-mini-payout: nobody; coup 1, preparing, .*, due: perform inspect by"
    ):
        table.stuck("nobody")
