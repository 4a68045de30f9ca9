"""What meters return: at their seeds, in the long run, and where a wager is fair."""

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from punto.core.cards import Composition
from punto.odds import WagerOdds, sheet
from punto.report.meters import MustHitOdds, Progressive, progressive, seeds_of
from punto.rules.house_rules import Meter
from tests.report.sheets import rules

EIGHT = Composition.decks(8)
SHIPPED = ("ma-midi-squeeze", "ma-mini-ez-royal", "ma-baccarat-royal", "ma-midi-multilevel-royal")


@cache
def found(name: str) -> tuple[WagerOdds, Progressive]:
    house = rules(name)
    odds = sheet(EIGHT, [house.wager("royal-9")])["royal-9"]
    answer = progressive(house, EIGHT, odds)
    assert answer is not None
    return odds, answer


@pytest.mark.parametrize("name", SHIPPED)
def test_the_return_at_seed_is_that_of_the_odds(name: str) -> None:
    odds, answer = found(name)
    assert answer.at_seed == 1 + odds.at(seeds_of(answer.royal), answer.royal.stake).ev


@pytest.mark.parametrize("name", SHIPPED)
def test_a_meter_at_break_even_leaves_nothing_to_the_house(name: str) -> None:
    odds, answer = found(name)
    for one in answer.meters:
        assert one.break_even is not None
        in_millionths = 1_000_000  # so that the fraction of a cent counts
        meters = {key: seed * in_millionths for key, seed in seeds_of(answer.royal).items()}
        meters[one.meter.key] = round(one.break_even * in_millionths)
        assert abs(odds.at(meters, answer.royal.stake * in_millionths).ev) < Fraction(1, 10**9)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_long_run_is_fixed_awards_seeds_and_contributions(name: str) -> None:
    _, answer = found(name)
    meters = sum((one.long_run for one in answer.meters), Fraction(0))
    must = answer.must_hit.long_run if answer.must_hit else 0
    assert answer.long_run == answer.fixed + meters + must
    assert answer.at_seed < answer.long_run < 1


def test_chairs_without_a_combination_stand_apart() -> None:
    _, answer = found("ma-baccarat-royal")
    assert [one.seats for one in answer.seats] == [tuple(range(1, 10)), tuple(range(10, 15))]
    assert answer.seats[0].at_seed == answer.at_seed > answer.seats[1].at_seed
    assert [one.seats for one in found("ma-mini-ez-royal")[1].seats] == [tuple(range(1, 7))]


def test_a_share_of_a_meter_changes_nothing_in_the_long_run() -> None:
    """A meter that is taken whole one time in 50, and by a tenth one time in 10: a million stakes of 100."""
    chance, rounds, seed, rate = Random(1), 1_000_000, 1_000.0, 0.09
    meter, paid = seed, 0.0
    for _ in range(rounds):
        draw = chance.random()
        if draw < 0.02:
            paid, meter = paid + meter, seed
        elif draw < 0.12:
            paid, meter = paid + meter / 10, meter * 0.9
        meter += 100 * rate
    assert paid / rounds / 100 == pytest.approx(rate + 0.02 * seed / 100, rel=0.01)


def test_must_hit_returns_all_triggers_over_all_contributions() -> None:
    must = MustHitOdds(Meter("must-hit", 500_00, Fraction(2, 100), ceiling=1_000_00), 1_000_00)
    triggers = range(500_00, 1_000_00 + 1)
    stakes = sum(trigger - 500_00 for trigger in triggers) / Fraction(2, 100)
    assert must.long_run == sum(triggers) / stakes
    assert must.wagers * len(triggers) == stakes
