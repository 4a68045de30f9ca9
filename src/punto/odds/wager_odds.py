"""Odds of one wager: the deals of each of its results, and exact fractions derived from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from punto.core.money import Cents
from punto.odds.known import OddsError
from punto.wagers.wager import Result, Verdict, Wager


class ResultOdds(NamedTuple):
    """One result of a wager and the number of deals that produce it."""

    result: Result
    deals: int


class Ride(NamedTuple):
    """Expected value of one unit on House Money when its payout rides, excluding the main wagers' own stakes."""

    ev: Fraction  # always riding
    best: Fraction  # riding when that is worth more than taking it


RIDES = {  # descriptions of the keys of ``WagerOdds.ride``
    "player": "on the Player",
    "banker": "on the Banker",
    "either": "on the better hand, both main wagers held",
}


@dataclass(frozen=True, slots=True)
class WagerOdds:
    """Odds of one wager."""

    wager: Wager
    deals: int
    lines: tuple[ResultOdds, ...]  # in printed order
    rate: Fraction  # vigorish
    ride: Mapping[str, Ride] = field(default_factory=dict)  # of House Money's payout: "player", "banker", "either"

    @classmethod
    def of(cls, wager: Wager, deals: int, tally: Mapping[str, int], rate: Fraction) -> WagerOdds:
        """Combine the results of a wager with the deals of each category."""
        names = [result.category for result in wager.results]
        if len(set(names)) < len(names):
            raise OddsError(f"duplicate result of {wager.key}: it has {', '.join(names)}")
        if sum(tally[name] for name in names if name in tally) != deals:
            raise OddsError(f"unlisted result of {wager.key}: it lists {', '.join(names)}")
        return cls(
            wager, deals, tuple(ResultOdds(result, tally.get(result.category, 0)) for result in wager.results), rate
        )

    def __repr__(self) -> str:
        if self.meters:
            return f"<WagerOdds {self.wager.key}: pays meters ({', '.join(self.meters)})>"
        return f"<WagerOdds {self.wager.key}: house edge {float(self.edge):.4%}, SD {self.sd:.4f}>"

    def probability(self, category: str) -> Fraction:
        """Return the probability of a result, by its category."""
        for result, deals in self.lines:
            if result.category == category:
                return Fraction(deals, self.deals)
        names = ", ".join(result.category for result, _ in self.lines)
        raise OddsError(f"unknown result {category!r} of {self.wager.key}: use {names}")

    @property
    def meters(self) -> tuple[str, ...]:
        """Meters paid by some result, in printed order."""
        names = (line.result.pays for line in self.lines)
        return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))

    @property
    def gains(self) -> dict[str, Fraction]:
        """Net win of one unit by category; raises ``OddsError`` until meter amounts are set, see ``at``."""
        if self.meters:
            raise OddsError(f"{self.wager.key} pays meters: set the amounts of {', '.join(self.meters)}")
        return {result.category: self.wager.net(result, self.rate) for result, _ in self.lines}

    @property
    def ev(self) -> Fraction:
        """Expected value of one unit staked; usually negative."""
        return self._moment(1)

    @property
    def edge(self) -> Fraction:
        """House edge: the negated expected value."""
        return -self.ev

    @property
    def edge_decided(self) -> Fraction:
        """House edge per wager that is decided: won or lost, not pushed."""
        pushed = sum(deals for result, deals in self.lines if result.verdict is Verdict.PUSH)
        return self.edge * self.deals / (self.deals - pushed) if pushed < self.deals else Fraction(0)

    @property
    def variance(self) -> Fraction:
        """Variance of the net win of one unit."""
        return self._moment(2) - self.ev**2

    @property
    def sd(self) -> float:
        """Standard deviation of the net win of one unit."""
        return sqrt(self.variance)

    def _moment(self, power: int) -> Fraction:
        gains = self.gains
        return sum((deals * gains[result.category] ** power for result, deals in self.lines), Fraction(0)) / self.deals

    def at(self, meters: Mapping[str, Cents], stake: Cents | None = None) -> WagerOdds:
        """Return the odds with the meters' amounts set, in cents; the stake is the wager's own unless it is given.

        A share of a meter is exact here; the table rounds it down to whole cents.
        """
        stake = self.wager.stake if stake is None else stake
        missing = [name for name in self.meters if name not in meters]
        if missing:
            raise OddsError(f"missing amount for the meter {missing[0]!r}")
        if stake <= 0:
            raise OddsError(f"invalid stake of {stake} cents: a meter needs a positive stake")

        def filled(result: Result) -> Result:
            if not isinstance(result.pays, str):
                return result
            return Result(result.verdict, result.category, meters[result.pays] * result.share / stake)

        return replace(self, lines=tuple(ResultOdds(filled(result), deals) for result, deals in self.lines))

    def break_even(self, meter: str, meters: Mapping[str, Cents], stake: Cents | None = None) -> Fraction:
        """Return the amount of one meter, in cents, at which the wager is fair with the others as given."""
        stake = self.wager.stake if stake is None else stake
        if meter not in self.meters:
            raise OddsError(f"unknown meter {meter!r} of {self.wager.key}: use {', '.join(self.meters) or 'none'}")
        base = self.at({**meters, meter: 0}, stake).ev
        gain = self.at({**meters, meter: stake}, stake).ev - base  # return per stake's worth of meter
        if not gain:
            raise OddsError(f"the meter {meter!r} cannot be won from this shoe")
        return -base / gain * stake

    def _repr_html_(self) -> str:
        from punto.draw.notebook import wager_html  # imported here, because drawing is above odds in the layers

        return wager_html(self)
