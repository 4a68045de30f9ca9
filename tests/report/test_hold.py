"""Bands of the hold: the levels they are named after, and the bound on how wrong they can be."""

from collections import Counter
from fractions import Fraction
from statistics import NormalDist

import pytest

from punto.core.cards import Composition
from punto.law.rulebook import load
from punto.odds import WagerOdds, sheet
from punto.report.par import LEVELS, hold, spread
from punto.wagers.book import known

SIX = sheet(Composition.decks(6), known(load("ma-mini")))


@pytest.mark.parametrize("level, wide", LEVELS.items())
def test_a_level_is_that_of_the_normal_distribution(level: int, wide: Fraction) -> None:
    assert abs(NormalDist().inv_cdf(0.5 + level / 200) - float(wide)) < 1e-11


def gained(odds: WagerOdds, rounds: int) -> dict[Fraction, float]:
    """How the sum of the gains of some rounds is distributed, by adding one round after the other."""
    gains, sums = odds.gains, {Fraction(0): 1.0}
    for _ in range(rounds):
        further: Counter[Fraction] = Counter()
        for total, chance in sums.items():
            for result, deals in odds.lines:
                further[total + gains[result.category]] += chance * (deals / odds.deals)  # type: ignore[assignment]
        sums = dict(further)
    return sums


@pytest.mark.parametrize("key", ["player", "tie", "dragon-7", "panda-8", "house-money"])
@pytest.mark.parametrize("rounds", [10, 60])
def test_the_true_level_is_within_the_bound(key: str, rounds: int) -> None:
    odds = SIX[key]
    found = hold(odds.edge, spread(odds), rounds)
    sums = gained(odds, rounds)
    for level, (low, high) in found.bands.items():
        inside = sum(chance for total, chance in sums.items() if low <= -total / rounds <= high)
        assert abs(inside - level / 100) <= found.error, (level, inside)


def test_bands_narrow_with_the_root_of_the_rounds() -> None:
    odds = SIX["player"]
    far, near = (hold(odds.edge, spread(odds), rounds) for rounds in (10_000, 1_000_000))
    for level in LEVELS:
        width, narrow = (each.bands[level][1] - each.bands[level][0] for each in (far, near))
        assert width == 10 * narrow
        assert sum(far.bands[level]) == 2 * odds.edge


def test_nobody_loses_more_than_was_staked() -> None:
    odds = SIX["house-money"]
    assert hold(odds.edge, spread(odds), 4).bands[99][1] == 1


def test_moments_are_those_of_the_results() -> None:
    odds = SIX["dragon-7"]  # two results: one number says it all
    likely = odds.probability("win")
    skew = float(1 - 2 * likely) / (float(likely) * (1 - float(likely))) ** 0.5
    assert abs(float(spread(odds).skewness) - skew) < 1e-9
    assert abs(float(spread(odds).deviation) - odds.sd) < 1e-12
