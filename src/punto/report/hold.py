"""Bands of the hold around the edge after a number of rounds, and their accuracy.

A band is that of the normal distribution. For equal stakes on independent rounds the Berry-Esseen theorem bounds its
error, so each number of rounds is listed with the largest possible difference between a band's true level and its name.
Wagers with rare, large payouts need many rounds before a band means anything, and their sheets show it.
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
VOLATILITY = 90  # level whose band defines the volatility index
BERRY_ESSEEN = Fraction("0.4748")  # Shevtsova (2011), for independent, identically distributed rounds


@dataclass(frozen=True, slots=True)
class Hold:
    """The house's hold of a wager after some rounds."""

    rounds: int
    expected: Fraction
    bands: dict[int, tuple[Fraction, Fraction]]  # level in percent -> lower and upper bound
    error: Fraction  # maximum error of the level of any band


@dataclass(frozen=True, slots=True)
class Spread:
    """Distribution of the net win of one unit."""

    variance: Fraction
    deviation: Fraction
    skewness: Fraction
    absolute: Fraction  # third absolute moment, in cubes of the deviation

    @property
    def volatility(self) -> Fraction:
        """Volatility index: the half width of the band of one round."""
        return LEVELS[VOLATILITY] * self.deviation


def spread(odds: WagerOdds) -> Spread:
    """Return the distribution of a wager's net win."""
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
        # A loss cannot exceed the stakes, even where the normal distribution does so for few rounds.
        {level: (edge - wide * deviation, min(Fraction(1), edge + wide * deviation)) for level, wide in LEVELS.items()},
        min(Fraction(1), 2 * BERRY_ESSEEN * spread.absolute / root(Fraction(rounds))),
    )
