"""Theoretical win: exact means and covariances of stakes, for a full shoe under the house rules.

There are three kinds of stake. *Chips* win what their wager pays, less vigorish. A match play *coupon* wins the same,
and is worth nothing to the house when it loses. Chips that *ride* from House Money were placed with four cards face up,
so their expected value is computed from those four.

Every coup of a shoe is treated as the first one: before any card is seen, all coups of a shoe are equivalent. Wagers on
a meter are excluded, because their expected value depends on the meter, which has its own books.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Literal, NamedTuple

from punto.core.cards import Card, Composition
from punto.core.coup import CoupClass
from punto.odds.covariance import Joint
from punto.odds.exact import count_classes
from punto.odds.known import NOTHING, Known
from punto.odds.sheet import sheet
from punto.odds.wager_odds import ResultOdds, WagerOdds
from punto.rules.house_rules import HouseRules
from punto.wagers.wager import Result, Verdict

Four = tuple[str, ...]  # two of the Player's, two of the Banker's; empty if none is known


class Stake(NamedTuple):
    """Kind of stake."""

    wager: str
    kind: Literal["chips", "coupon", "ride"] = "chips"
    four: Four = ()


class _Gains(NamedTuple):
    """Net win of a unit by class of coup, as multiples of ``1 / unit``."""

    unit: int
    by_class: tuple[int, ...]


class _Moments:
    """Means over all coups that may follow some cards."""

    def __init__(self, rules: HouseRules, known: Known) -> None:
        self._rules, self._known, self._shoe = rules, known, Composition.decks(rules.shoe.decks)
        counts = count_classes(self._shoe, known)
        self._joint = Joint(self._shoe, known, counts, seat=1)
        self._odds: dict[tuple[str, bool], WagerOdds] = {}
        self._classes: Mapping[CoupClass, int] = counts.classes
        self._deals = counts.deals
        self._gains: dict[tuple[str, bool], _Gains] = {}

    def mean(self, one: Stake) -> Fraction:
        if not self._by_class(one):
            return self._counted(one).ev
        unit, gains = self._of(one)
        return Fraction(sum(map(int.__mul__, self._classes.values(), gains)), unit * self._deals)

    def product(self, one: Stake, other: Stake) -> Fraction:
        if not (self._by_class(one) and self._by_class(other)):
            return self._joint.product(self._counted(one), self._counted(other))
        (unit, gains), (unit_too, others) = self._of(one), self._of(other)
        total = sum(number * a * b for number, a, b in zip(self._classes.values(), gains, others, strict=True))
        return Fraction(total, unit * unit_too * self._deals)

    def _by_class(self, stake: Stake) -> bool:
        wager = self._rules.wager(stake.wager)
        if wager.metered:
            raise ValueError(f"no theory for {wager.key}: its expected value depends on meters")
        return wager.on_class is not None

    def _counted(self, stake: Stake) -> WagerOdds:
        """Return the odds of a stake, for pairs of which one is settled by single cards; a coupon loses nothing."""
        key = stake.wager, stake.kind == "coupon"
        if key not in self._odds:
            vigorish = self._rules.vigorish
            rate = vigorish.rate if vigorish else Fraction(0)
            odds = sheet(self._shoe, [self._rules.wager(stake.wager)], rate=rate, known=self._known)[stake.wager]
            if key[1]:
                odds = replace(odds, lines=tuple(ResultOdds(_kept(one.result), one.deals) for one in odds.lines))
            self._odds[key] = odds
        return self._odds[key]

    def _of(self, stake: Stake) -> _Gains:
        key = stake.wager, stake.kind == "coupon"
        if key not in self._gains:
            self._gains[key] = self._gained(*key)
        return self._gains[key]

    def _gained(self, key: str, coupon: bool) -> _Gains:
        wager, vigorish = self._rules.wager(key), self._rules.vigorish
        if wager.on_class is None:
            raise ValueError(f"{key} is not settled by points and pairs")
        rate = vigorish.rate if vigorish else Fraction(0)
        net = {result.category: wager.net(result, rate) for result in wager.results}
        worth = {name: max(gain, Fraction(0)) if coupon else gain for name, gain in net.items()}
        unit = lcm(*(gain.denominator for gain in worth.values()))
        units = {name: int(gain * unit) for name, gain in worth.items()}
        return _Gains(unit, tuple(units[wager.on_class(coup).category] for coup in self._classes))


def _kept(result: Result) -> Result:
    return replace(result, verdict=Verdict.PUSH) if result.verdict is Verdict.LOSE else result


class Theory:
    """Means and covariances of the house's win per cent staked, by stake; computed on demand and cached."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self._moments: dict[Four, _Moments] = {}
        self._means: dict[tuple[Stake, Four], Fraction] = {}
        self._covariances: dict[tuple[Stake, Stake], Fraction] = {}

    @cached_property
    def weighed(self) -> frozenset[str]:
        """Wagers with an edge of their own."""
        return frozenset(wager.key for wager in self.rules.wagers if not wager.metered)

    def edge(self, stake: Stake) -> Fraction:
        """Return the house's expected win per cent staked."""
        return -self._mean(stake, stake.four)

    def covariance(self, one: Stake, other: Stake) -> Fraction:
        """Return the covariance of the wins of two cents in one coup, given four cards if one of them rides."""
        key = (one, other) if one <= other else (other, one)
        if key not in self._covariances:
            four = one.four or other.four
            means = self._mean(one, four) * self._mean(other, four)
            self._covariances[key] = self._after(four).product(*key) - means
        return self._covariances[key]

    def _mean(self, stake: Stake, four: Four) -> Fraction:
        if (stake, four) not in self._means:
            self._means[stake, four] = self._after(four).mean(stake)
        return self._means[stake, four]

    def _after(self, four: Four) -> _Moments:
        if four not in self._moments:
            cards = tuple(map(Card.of, four))
            self._moments[four] = _Moments(self.rules, Known(cards[:2], cards[2:]) if cards else NOTHING)
        return self._moments[four]
