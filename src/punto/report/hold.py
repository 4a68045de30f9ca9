"""How far a hold may stray: bands around the edge after a number of rounds, and how good the bands are.

A band is that of the normal distribution. How far that is from the truth is not left to taste: for equal stakes on
independent rounds the Berry-Esseen theorem bounds it, so beside each number of rounds stands by how much the true level
of any band can differ from its name, at most. Wagers that pay much and seldom need many rounds before a band
means anything, and their sheets say so.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from punto.odds import WagerOdds
from punto.report.numerals import root

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
LEVELS: dict[int, Fraction] = {  # percent -> standard deviations on either side
    90: Fraction("1.644853626951"),
    95: Fraction("1.959963984540"),
    99: Fraction("2.575829303549"),
}
VOLATILITY = 90  # the level whose band the volatility index is the width of
BERRY_ESSEEN = Fraction("0.4748")  # Shevtsova (2011), for independent rounds that are alike


@dataclass(frozen=True, slots=True)
class Hold:
    """What the house may hold of a wager's handle after some rounds."""

    rounds: int
    expected: Fraction
    bands: dict[int, tuple[Fraction, Fraction]]  # level in percent -> from, to
    error: Fraction  # by which the level of any of the bands can be wrong, at most


@dataclass(frozen=True, slots=True)
class Spread:
    """How the gain of one unit is spread."""

    variance: Fraction
    deviation: Fraction
    skewness: Fraction
    absolute: Fraction  # third absolute moment, in cubes of the deviation

    @property
    def volatility(self) -> Fraction:
        """The volatility index: the half width of the band of one round."""
        return LEVELS[VOLATILITY] * self.deviation


def spread(odds: WagerOdds) -> Spread:
    """Return how a wager's gains are spread about their mean."""
    gains, mean, variance = odds.gains, odds.ev, odds.variance
    far = [(gains[result.category] - mean, Fraction(deals, odds.deals)) for result, deals in odds.lines]
    deviation = root(variance)
    cube = deviation**3
    third = sum((share * gain**3 for gain, share in far), Fraction(0))
    size = sum((share * abs(gain) ** 3 for gain, share in far), Fraction(0))
    return Spread(variance, deviation, third / cube, size / cube)


def hold(edge: Fraction, spread: Spread, rounds: int) -> Hold:
    """Return the hold after some rounds of equal stakes."""
    deviation = spread.deviation / root(Fraction(rounds))
    return Hold(
        rounds,
        edge,
        # Nobody loses more than was staked, whatever the normal distribution says of a few rounds.
        {level: (edge - wide * deviation, min(Fraction(1), edge + wide * deviation)) for level, wide in LEVELS.items()},
        min(Fraction(1), 2 * BERRY_ESSEEN * spread.absolute / root(Fraction(rounds))),
    )
