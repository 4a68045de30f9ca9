"""How one wager fares: the deals that bring each of its results, and what follows from them, as exact fractions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from punto.money import Cents
from punto.odds.known import OddsError
from punto.wagers.wager import Result, Wager


class Line(NamedTuple):
    """One result of a wager and the number of deals that bring it."""

    result: Result
    deals: int


class Ride(NamedTuple):
    """Expected value of one unit on House Money when its payout rides; the main wagers' own stakes are not in it."""

    ev: Fraction  # it always rides
    best: Fraction  # it rides where that is worth more than taking it


RIDES = {  # what the keys of ``WagerOdds.ride`` stand for
    "player": "on the Player",
    "banker": "on the Banker",
    "either": "on the better hand, both main wagers held",
}


@dataclass(frozen=True, slots=True)
class WagerOdds:
    """How one wager fares."""

    wager: Wager
    deals: int
    lines: tuple[Line, ...]  # in printed order
    rate: Fraction  # of vigorish
    ride: Mapping[str, Ride] = field(default_factory=dict)  # House Money's payout: "player", "banker", "either"

    @classmethod
    def of(cls, wager: Wager, deals: int, tally: Mapping[str, int], rate: Fraction) -> WagerOdds:
        """Put the deals of each category beside the results of a wager."""
        names = [result.category for result in wager.results]
        if len(set(names)) < len(names):
            raise OddsError(f"two results of {wager.key} have one name: there are {', '.join(names)}")
        if sum(tally[name] for name in names if name in tally) != deals:
            raise OddsError(f"{wager.key} has results that it does not list: it lists {', '.join(names)}")
        return cls(wager, deals, tuple(Line(result, tally.get(result.category, 0)) for result in wager.results), rate)

    def probability(self, category: str) -> Fraction:
        """How likely a result is, by its category."""
        for result, deals in self.lines:
            if result.category == category:
                return Fraction(deals, self.deals)
        names = ", ".join(result.category for result, _ in self.lines)
        raise OddsError(f"{self.wager.key} has no result {category!r}: there are {names}")

    @property
    def meters(self) -> tuple[str, ...]:
        """The meters that some result pays, in printed order."""
        names = (line.result.pays for line in self.lines)
        return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))

    @property
    def gains(self) -> dict[str, Fraction]:
        """What one unit gains (or loses) by each category; meters must have their amounts, see ``at``."""
        if self.meters:
            raise OddsError(f"{self.wager.key} pays meters: give the amounts of {', '.join(self.meters)}")
        return {result.category: self.wager.net(result, self.rate) for result, _ in self.lines}

    @property
    def ev(self) -> Fraction:
        """What one unit staked gains on average (less than nothing, as a rule)."""
        return self._moment(1)

    @property
    def edge(self) -> Fraction:
        """The house's edge: the expectation with its sign turned."""
        return -self.ev

    @property
    def variance(self) -> Fraction:
        """Variance of the gain of one unit."""
        return self._moment(2) - self.ev**2

    @property
    def sd(self) -> float:
        """Standard deviation of the gain of one unit."""
        return sqrt(self.variance)

    def _moment(self, power: int) -> Fraction:
        gains = self.gains
        return sum((deals * gains[result.category] ** power for result, deals in self.lines), Fraction(0)) / self.deals

    def at(self, meters: Mapping[str, Cents], stake: Cents) -> WagerOdds:
        """Return the odds with the meters' amounts put in their places.

        A share of a meter is taken exactly here; the table drops its fraction of a cent.
        """
        missing = [name for name in self.meters if name not in meters]
        if missing:
            raise OddsError(f"no amount is given for the meter {missing[0]!r}")
        if stake <= 0:
            raise OddsError(f"a stake of {stake} cents wins nothing: a meter is paid for a stake")

        def filled(result: Result) -> Result:
            if not isinstance(result.pays, str):
                return result
            return Result(result.verdict, result.category, meters[result.pays] * result.share / stake)

        return replace(self, lines=tuple(Line(filled(result), deals) for result, deals in self.lines))

    def break_even(self, meter: str, meters: Mapping[str, Cents], stake: Cents) -> Fraction:
        """Return the amount of one meter, in cents, at which the wager is fair while the others stand as given."""
        if meter not in self.meters:
            raise OddsError(f"{self.wager.key} pays no meter {meter!r}: there are {', '.join(self.meters) or 'none'}")
        base = self.at({**meters, meter: 0}, stake).ev
        gain = self.at({**meters, meter: stake}, stake).ev - base  # the return of one stake's worth of meter
        if not gain:
            raise OddsError(f"no deal of this shoe pays the meter {meter!r}")
        return -base / gain * stake

    def _repr_html_(self) -> str:
        from punto.draw.notebook import wager_html  # odds may ask to be shown

        return wager_html(self)
