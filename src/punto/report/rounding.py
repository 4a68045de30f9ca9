"""What rounding does to vigorish: the edge of the Banker wager, stake by stake (ma-mini 12(c), reading 1).

Rounded up to the quarter, or down to the cent, the vigorish of one win is not quite its rate. Where it is collected
with every win the figures here are the effect itself. Where it is deferred, a marker holds exact amounts and only its
sum is rounded, so they are the most that the effect can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from punto.houserules import HouseRules, Limit
from punto.money import Cents, Vigorish
from punto.odds import WagerOdds
from punto.wagers.wager import Verdict, pay

SHOWN = 5  # stakes from the least on, a chip apart
FURTHER = (2, 5, 10, 100)  # and these multiples of the least


@dataclass(frozen=True, slots=True)
class AtStake:
    """The vigorish on one winning stake, and the edge with it."""

    stake: Cents
    owed: Fraction  # cents
    taken: Cents
    edge: Fraction


@dataclass(frozen=True, slots=True)
class Rounding:
    """What rounding does, at some stakes and at the worst."""

    vigorish: Vigorish
    stakes: tuple[AtStake, ...]
    worst: AtStake


def rounding(rules: HouseRules, odds: WagerOdds) -> Rounding | None:
    """Return what rounding does to a wager; nothing where no vigorish is taken of it."""
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
    """Return stakes among which the worst is: what is added repeats, and weighs less the higher the stake."""
    unit = vigorish.unit if vigorish.rounding == "quarter" else 1
    repeats = unit / vigorish.rate  # cents after which the rounding is the same again
    last = min(limit.most, limit.least + repeats.numerator * chip)
    return list(range(limit.least, last + 1, chip))


def _at(odds: WagerOdds, vigorish: Vigorish, stake: Cents) -> AtStake:
    """Work the edge out once more, in cents, from what the pay function owes and the collection takes."""
    edge, owed, taken = Fraction(0), Fraction(0), 0
    for result, deals in odds.lines:
        payment = pay(odds.wager, result, stake, vigorish, {})
        collected = vigorish.collect(payment.vigorish)
        edge += Fraction(deals, odds.deals) * (stake + collected - payment.paid - payment.returned)
        if result.verdict is Verdict.WIN:
            owed, taken = payment.vigorish, collected
    return AtStake(stake, owed, taken, edge / stake)
