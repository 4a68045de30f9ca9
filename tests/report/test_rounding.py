"""The rounding of vigorish: its effect at a stake, and the stake at which it is worst."""

from fractions import Fraction
from functools import cache

import pytest

from punto.core.cards import Composition
from punto.odds import WagerOdds, sheet
from punto.report.numerals import Rounding, rounding
from punto.rules.house_rules import HouseRules
from tests.report.sheets import rules

PAYOUT = "md-mini-payout"  # up to 25 cents, with the payout; chips of a dollar, from $15 on


@cache
def banker() -> WagerOdds:
    return sheet(Composition.decks(6), rules(PAYOUT).wagers)["banker"]


def effect(house: HouseRules) -> Rounding:
    found = rounding(house, banker())
    assert found is not None
    return found


def test_sixteen_dollars_cost_a_quarter_more_often() -> None:
    """5% of $16 is 80 cents, and a dollar is taken."""
    stakes = {one.stake: one for one in effect(rules(PAYOUT)).stakes}
    assert stakes[1600].owed == 80
    assert stakes[1600].taken == 100
    assert stakes[1600].edge == banker().edge + banker().probability("win") * Fraction(20, 1600)
    assert stakes[1500].edge == stakes[300_000].edge == banker().edge


def flat(stake: int, unit: int) -> Fraction:
    """The edge at a stake, once more, in whole cents."""
    taken = -(-stake * 5 // (100 * unit)) * unit if unit > 1 else stake * 5 // 100
    win, lose = banker().probability("win"), banker().probability("lose")
    return (lose * stake - win * (stake - taken)) / stake


@pytest.mark.parametrize("least, chip, most", [(15_00, 100, 300_00), (20_00, 25, 90_00), (1_00, 1, 40_00)])
@pytest.mark.parametrize("how, unit", [("quarter", 25), ("exact", 1)])
def test_the_worst_is_the_worst_of_all_stakes(least: int, chip: int, most: int, how: str, unit: int) -> None:
    house = rules(
        PAYOUT,
        ("smallest-chip = 100", f"smallest-chip = {chip}"),
        ("minimum = 15_00", f"minimum = {least}"),
        ("maximum = 3_000_00", f"maximum = {most}"),
        ('rounding = "quarter"', f'rounding = "{how}"'),
    )
    found = effect(house)
    edges = {stake: flat(stake, unit) for stake in range(least, most + 1, chip)}
    assert all(one.edge == edges[one.stake] for one in found.stakes)
    furthest = max(abs(edge - banker().edge) for edge in edges.values())
    assert abs(found.worst.edge - banker().edge) == furthest
    assert found.worst.stake == min(stake for stake, edge in edges.items() if abs(edge - banker().edge) == furthest)


def test_an_ez_table_takes_none() -> None:
    house = rules("md-mini-ez")
    odds = sheet(Composition.decks(8), house.wagers)["ez-banker"]
    assert rounding(house, odds) is None
