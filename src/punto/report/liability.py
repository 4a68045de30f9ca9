"""Greatest liability: the most that the house can have to pay in one round at the posted limits of a submission.

Every seat stakes the most on every wager that wins, and nothing on the others. Wagers on points and pairs are added
coup by coup; one that reads suits or single cards counts with its best line in any coup, and a payout that may ride
as if it rode and won even money, so that the sum is then an upper bound. Awards of meters are not in it: the meters
hold the money for them.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import NamedTuple

from punto.core.money import Cents
from punto.odds import Sheet
from punto.rules.house_rules import HouseRules
from punto.wagers.wager import Result, Verdict, Wager


class Liability(NamedTuple):
    """The most that wagers can win in one round, in cents, stakes not counted."""

    wagers: dict[str, Cents]  # of all seats
    table: Cents
    exact: bool  # False: an upper bound


def liability(rules: HouseRules, sheet: Sheet) -> Liability:
    """Return the greatest liability of a table."""
    staked = {wager.key: rules.seats * rules.limits[wager.key].most for wager in rules.wagers}
    rates = {key: odds.rate for key, odds in sheet.wagers.items()}

    def pays(wager: Wager, result: Result) -> Fraction:
        if result.verdict is not Verdict.WIN or isinstance(result.pays, str):
            return Fraction(0)
        twice = 1 + rules.house_money_portion if wager.rides else 1
        return max(Fraction(0), wager.net(result, rates[wager.key])) * staked[wager.key] * twice

    best = {wager.key: max((pays(wager, one) for one in wager.results), default=Fraction(0)) for wager in rules.wagers}
    on_class = [(wager, wager.on_class) for wager in rules.wagers if wager.on_class is not None]
    others = [wager for wager in rules.wagers if wager.on_class is None]
    most = max(sum((pays(wager, of(coup)) for wager, of in on_class), Fraction(0)) for coup in sheet.counts.classes)
    table = floor(most + sum((best[wager.key] for wager in others), Fraction(0)))
    exact = not others and not any(wager.rides for wager in rules.wagers)
    return Liability({key: floor(cents) for key, cents in best.items()}, table, exact)
