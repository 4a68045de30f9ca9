"""Odds of House Money when its payout rides.

A winner may add the payout to the seat's own wager on a hand before third cards are dealt (ma-mini 8(c)(3)). All four
cards are face up then, so the best choice is made opening by opening: ride exactly if the ride has a positive expected
value. A seat with wagers on both hands also chooses the hand then, so it can ride on the one that is ahead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from punto.core.coup import CoupClass
from punto.core.tableau import NONE
from punto.odds.exact import Counts, Two
from punto.odds.moments import Gains
from punto.odds.wager_odds import Ride, WagerOdds


def rides(counts: Counts, house_money: WagerOdds, mains: Sequence[WagerOdds], portion: Fraction) -> Ride:
    """Return House Money's expected value when a portion of its payout rides on one of ``mains``: always, and at best.

    With several main wagers the hand is chosen opening by opening, after four cards, as the one worth most. Only House
    Money and its riding payout are counted: the main wagers' own stakes have their own edge.
    """
    won, ridden = Gains(house_money), [Gains(main) for main in mains]
    unit = lcm(*(each.unit for each in ridden))
    always = best = 0
    for branch in counts.branches:
        for pairs, weight in branch.weights.items():
            payout = won.by_class(CoupClass(*branch.counts, NONE, NONE, *pairs))
            if payout > 0:
                gain = weight * payout * max(each.over(branch, pairs) * (unit // each.unit) for each in ridden)
                always += gain
                best += max(gain, 0)
    scale = portion / (won.unit * unit * counts.deals)
    return Ride(house_money.ev + always * scale, house_money.ev + best * scale)


def worth(counts: Counts, main: WagerOdds) -> Mapping[Two, tuple[Fraction, Fraction]]:
    """Return the least and the greatest expected value of a riding unit, by two-card counts that come with a pair.

    Two openings of the same counts differ slightly, by the cards they leave in the shoe.
    """
    ridden = Gains(main)
    found: defaultdict[Two, list[Fraction]] = defaultdict(list)
    for branch in counts.branches:
        deals = ridden.unit * sum(branch.endings.values())
        for pairs in branch.weights:
            if any(pairs):
                found[branch.counts].append(Fraction(ridden.over(branch, pairs), deals))
    return {two: (min(gains), max(gains)) for two, gains in sorted(found.items())}
