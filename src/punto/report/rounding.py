"""Effect of rounding vigorish on the edge of the Banker wager, by stake (ma-mini 12(c), reading 1).

Rounded up to the quarter, or down to the cent, the vigorish of one win differs slightly from its rate. If it is
collected with every win, the figures here are the effect itself. If it is deferred, exact amounts accumulate and only
their sum is rounded, so the figures are an upper bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from punto.houserules import HouseRules, Limit
from punto.money import Cents, Vigorish
from punto.odds import WagerOdds
from punto.wagers.wager import Verdict, pay

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
