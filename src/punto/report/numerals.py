"""Exact values as printed numerals: fractions are rounded once, here, and never pass through a float."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from punto.core.money import Cents, Vigorish
from punto.odds import WagerOdds
from punto.rules.house_rules import HouseRules, Limit
from punto.wagers.wager import Verdict, pay

PLACES = 18  # decimals of roots: far more than are printed


def root(value: Fraction) -> Fraction:
    """Return a square root, truncated after ``PLACES`` decimals.

    >>> root(Fraction(9, 4))
    Fraction(3, 2)
    """
    scale: int = 10**PLACES
    return Fraction(isqrt(value.numerator * scale * scale // value.denominator), scale)


def fixed(value: Fraction | int, places: int) -> str:
    """Format a number with ``places`` decimals, rounding half to even, with a minus sign.

    >>> fixed(Fraction(1, 3), 4), fixed(Fraction(-5, 2), 0), fixed(Fraction(-1, 1000), 2), fixed(12345, 1)
    ('0.3333', '−2', '0.00', '12,345.0')
    """
    scaled = round(Fraction(value) * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    decimals = f".{rest:0{places}}" if places else ""
    return f"{'−' if scaled < 0 else ''}{whole:,}{decimals}"


def percent(value: Fraction, places: int = 4) -> str:
    """Format a fraction as a percentage.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 20), 0)
    ('33.3333%', '5%')
    """
    return f"{fixed(value * 100, places)}%"


def rate(value: Fraction) -> str:
    """Format a given percentage with no more decimals than it has.

    >>> rate(Fraction(1, 20)), rate(Fraction(96, 1000)), rate(Fraction(1, 3))
    ('5%', '9.6%', '33.333333%')
    """
    written = fixed(value * 100, 6).rstrip("0").rstrip(".")
    return f"{written}%"


def likely(value: Fraction) -> str:
    """Format a probability with at least six significant digits.

    >>> likely(Fraction(1, 3)), likely(Fraction(1, 3_000_000)), likely(Fraction(0))
    ('0.33333333', '0.000000333333', '0')
    """
    if not value:
        return "0"
    places = 8
    while value * 10 ** (places - 5) < 1:
        places += 1
    return fixed(value, places)


def one_in(value: Fraction) -> str:
    """Format a probability as one in so many.

    >>> one_in(Fraction(4, 9)), one_in(Fraction(0)), one_in(Fraction(1, 2_376_543))
    ('2.25', 'never', '2,376,543')
    """
    if not value:
        return "never"
    return fixed(1 / value, 2 if value * 1000 > 1 else 0)


def signed(value: Fraction, places: int) -> str:
    """Format a number with its sign.

    >>> signed(Fraction(1, 2), 2), signed(Fraction(-1, 2), 2), signed(Fraction(0), 1)
    ('+0.50', '−0.50', '0.0')
    """
    written = fixed(value, places)
    return f"+{written}" if value > 0 and written.strip("0.,") else written


# ---------------------------------------------------------------- rounding

# Effect of rounding vigorish on the edge of the Banker wager, by stake (ma-mini 12(c), reading 1).
#
# Rounded up to the quarter, or down to the cent, the vigorish of one win differs slightly from its rate. If it is
# collected with every win, or marked in rounded amounts, the figures here are the effect itself. If it is deferred and
# marked exactly, only a sum is rounded, so the figures are an upper bound.

SHOWN = 5  # stakes from the minimum on, a chip apart
FURTHER = (2, 5, 10, 100)  # and these multiples of the minimum


@dataclass(frozen=True, slots=True)
class AtStake:
    """Vigorish on one winning stake, and the resulting edge."""

    stake: Cents
    owed: Fraction  # cents
    taken: Cents
    edge: Fraction


@dataclass(frozen=True, slots=True)
class Rounding:
    """Effect of rounding at some stakes and at the worst."""

    vigorish: Vigorish
    stakes: tuple[AtStake, ...]
    worst: AtStake


def rounding(rules: HouseRules, odds: WagerOdds) -> Rounding | None:
    """Return the effect of rounding on a wager; None if it bears no vigorish."""
    vigorish = rules.vigorish
    if vigorish is None or not odds.wager.vigorish:
        return None
    limit, chip = rules.limits[odds.wager.key], rules.smallest_chip
    stakes = tuple(_at(odds, vigorish, stake) for stake in _shown(limit, chip))
    period = [_at(odds, vigorish, stake) for stake in _period(limit, chip, vigorish)]
    return Rounding(vigorish, stakes, max(period, key=lambda one: (abs(one.edge - odds.edge), -one.stake)))


def _shown(limit: Limit, chip: Cents) -> list[Cents]:
    near = [limit.least + step * chip for step in range(SHOWN)]
    far = [limit.least * times for times in FURTHER]
    return sorted({stake for stake in (*near, *far, limit.most) if limit.least <= stake <= limit.most})


def _period(limit: Limit, chip: Cents, vigorish: Vigorish) -> list[Cents]:
    """Return stakes that include the worst: the rounding repeats, and weighs less at higher stakes."""
    unit = vigorish.unit if vigorish.rounding == "quarter" else 1
    repeats = unit / vigorish.rate  # cents after which the rounding repeats
    last = min(limit.most, limit.least + repeats.numerator * chip)
    return list(range(limit.least, last + 1, chip))


def _at(odds: WagerOdds, vigorish: Vigorish, stake: Cents) -> AtStake:
    """Recompute the edge in cents, from the vigorish owed and collected."""
    edge, owed, taken = Fraction(0), Fraction(0), 0
    for result, deals in odds.lines:
        payment = pay(odds.wager, result, stake, vigorish, {})
        collected = vigorish.collect(payment.vigorish)
        edge += Fraction(deals, odds.deals) * (stake + collected - payment.paid - payment.returned)
        if result.verdict is Verdict.WIN:
            owed, taken = payment.vigorish, collected
    return AtStake(stake, owed, taken, edge / stake)


# ---------------------------------------------------------------- glossary

# Glossary of a PAR sheet.

GLOSSARY = (
    ("deal", "One order of six cards from the full shoe (of four, for Royal 9). A coup that needs fewer cards stands "
     "for all deals that begin with them, so every deal is as likely as any other."),
    ("hit frequency", "The probability that the wager wins; a push is not a hit."),
    ("push", "The stake is returned, nothing is paid."),
    ("house edge", "The house's expected win per unit staked; pushes count as staked."),
    ("return", "Expected amount returned per unit staked, the stake of a win or push included: one less edge."),
    ("variance, SD", "Variance of the gain of one unit in one round, and its square root, the standard deviation."),
    ("skewness", "The third moment of the gain about its mean, in cubes of the standard deviation: how far rare large "
     "wins stretch its distribution to one side."),
    ("volatility index", "1.645 standard deviations: the half width of the 90% band of one round, in stakes. After n "
     "rounds the band of the hold is this divided by the square root of n."),
    ("hold", "The house's win as a share of the stakes on the wager, after a number of rounds of equal stakes."),
    ("band", "An interval about the edge in which the hold lies with the probability that names it, by the normal "
     "distribution. The last column bounds the error of that probability (Berry-Esseen); where the bound is large, a "
     "few rare wins decide the hold, and the band is a rough guide only."),
    ("covariance, correlation", "How the gains of two wagers of one round move together, a unit on each; the "
     "correlation is the covariance over both standard deviations."),
    ("vigorish", "The house's commission on the amount that a Banker wager wins."),
    ("ride", "A House Money payout that is left on the seat's own Player or Banker wager of the same coup."),
    ("meter, seed", "A sum that grows with every stake and is paid to winners; it starts, and starts again, at its "
     "seed."),
    ("rate, reserve", "The share of each stake that goes to a meter, and what part of that is kept back for its next "
     "start."),
    ("ceiling", "The most that a meter shows; more goes to an overflow and into later starts."),
    ("break-even meter", "The amount of a meter at which the edge is zero while the others are at their seeds and "
     "Must Hit is excluded."),
    ("Must Hit", "A meter that is won by lot, at an amount drawn in secret between its base and its ceiling."),
    ("digest", "The SHA-256 of a text. Two texts with the same digest are the same text."),
)  # fmt: skip
