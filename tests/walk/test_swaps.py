"""No allowed word of a rulebook leaves a table stuck; a sample here, all of them in the soak."""

import random

import pytest

from tests.walk.swaps import outcome, swaps


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", ["ma-mini", "md-mini", "ma-baccarat"])
def test_a_sample_of_swapped_words_is_found_or_played(rulebook: str) -> None:
    sample = random.Random(7).sample(list(swaps(rulebook)), 30)
    outcomes = [outcome(swap, coups=2) for swap in sample]
    assert set(outcomes) <= {"finding", "played", "unlawful"}
    assert {"finding", "played"} <= set(outcomes)
