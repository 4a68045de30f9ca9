"""What a Royal 9 with its meters returns: at the seeds, in the long run, and where it would be fair.

In the long run a meter pays out all that comes into it: every contribution, whether it went to the meter, its reserve
or over its ceiling, and a seed for every time it starts again. So its return is its rate, and the seed as often as
the meter is taken whole. An award of a share moves money from later awards to earlier ones and changes neither.

Must Hit pays a trigger drawn evenly from base to ceiling. What players contribute over a run is the trigger less the
base; so a contribution of one brings back trigger over trigger less base, on average of both. That the award may be a
few cents above the trigger, when a coup's stakes carry the meter past it, is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from punto.cards import Composition
from punto.houserules import HouseRules, Meter, Royal9
from punto.money import Cents
from punto.odds import Line, OddsError, WagerOdds
from punto.odds.openings import count_openings


@dataclass(frozen=True, slots=True)
class MeterOdds:
    """One meter and what it does for a wager."""

    meter: Meter
    whole: Fraction  # how likely a wager takes all of it
    part: Fraction  # and how likely a share
    share: Fraction  # of that award
    at_seed: Fraction  # return of a unit while the meter stands at its seed
    seeds: Fraction  # return of a unit in the long run that comes from seeds
    break_even: Fraction | None  # cents at which the wager is fair, the others at their seeds

    @property
    def long_run(self) -> Fraction:
        """The return of a unit in the long run."""
        return self.meter.rate + self.seeds


@dataclass(frozen=True, slots=True)
class MustHitOdds:
    """Must Hit, which cards do not decide."""

    meter: Meter
    ceiling: Cents

    @property
    def trigger(self) -> Fraction:
        """The average trigger, in cents."""
        return Fraction(self.meter.seed + self.ceiling, 2)

    @property
    def wagers(self) -> Fraction:
        """How many cents of stakes a run takes on average."""
        return (self.trigger - self.meter.seed) / self.meter.rate

    @property
    def seeds(self) -> Fraction:
        """The return of a unit in the long run that comes from starting again at the base."""
        return self.meter.seed / self.wagers

    @property
    def long_run(self) -> Fraction:
        """The return of a unit in the long run."""
        return self.meter.rate + self.seeds


@dataclass(frozen=True, slots=True)
class SeatOdds:
    """Seats that have the same odds, and what a unit returns there while every meter stands at its seed."""

    seats: tuple[int, ...]
    at_seed: Fraction


@dataclass(frozen=True, slots=True)
class Progressive:
    """A Royal 9 wager with its meters."""

    royal: Royal9
    fixed: Fraction  # return of the fixed awards
    meters: tuple[MeterOdds, ...]
    must_hit: MustHitOdds | None
    seats: tuple[SeatOdds, ...]  # seats with the same odds together, those of the sheet first

    @property
    def at_seed(self) -> Fraction:
        """The return of a unit while every meter stands at its seed; Must Hit is not in it."""
        return self.fixed + sum(meter.at_seed for meter in self.meters)

    @property
    def seeds(self) -> Fraction:
        """What seeds return in the long run."""
        return sum((one.seeds for one in self._every), Fraction(0))

    @property
    def rates(self) -> Fraction:
        """What contributions return in the long run: all of them."""
        return sum((one.meter.rate for one in self._every), Fraction(0))

    @property
    def long_run(self) -> Fraction:
        """The return of a unit in the long run."""
        return self.fixed + self.seeds + self.rates

    @property
    def _every(self) -> tuple[MeterOdds | MustHitOdds, ...]:
        return (*self.meters, *((self.must_hit,) if self.must_hit else ()))


def seeds_of(royal: Royal9) -> dict[str, Cents]:
    """Return where the meters of a Royal 9 start."""
    return {name: meter.seed for name, meter in royal.meters.items()}


def progressive(rules: HouseRules, shoe: Composition, odds: WagerOdds) -> Progressive | None:
    """Return what the meters of a Royal 9 do; ``odds`` are those of seat 1 with the meters still named."""
    royal = rules.royal9
    if royal is None or not odds.meters:
        return None
    empty = odds.at(dict.fromkeys(odds.meters, 0), royal.stake)
    must = royal.must_hit
    return Progressive(
        royal=royal,
        fixed=1 + empty.ev,
        meters=tuple(_meter(odds, royal, name) for name in odds.meters),
        must_hit=MustHitOdds(must, must.ceiling) if must and must.ceiling is not None else None,
        seats=_by_seat(rules, shoe, odds, royal),
    )


def _by_seat(rules: HouseRules, shoe: Composition, odds: WagerOdds, royal: Royal9) -> tuple[SeatOdds, ...]:
    """Put seats with the same counts together: chairs without a combination of their own stand apart."""
    groups: dict[tuple[Line, ...], list[int]] = {}
    counted = {1: odds}
    for seat in range(1, rules.seats + 1):
        # A seat without combinations is like every other such seat.
        like = seat if seat in royal.combinations else 0
        if like not in counted:
            deals, tally = count_openings(shoe, odds.wager, seat)
            counted[like] = WagerOdds.of(odds.wager, deals, tally, odds.rate)
        groups.setdefault(counted[like].lines, []).append(seat)
    return tuple(
        SeatOdds(tuple(seats), 1 + replace(odds, lines=lines).at(seeds_of(royal), royal.stake).ev)
        for lines, seats in groups.items()
    )


def _meter(odds: WagerOdds, royal: Royal9, name: str) -> MeterOdds:
    meter, seeds = royal.meters[name], seeds_of(royal)
    whole = part = share = Fraction(0)
    for result, deals in odds.lines:
        if result.pays == name and result.share == 1:
            whole += Fraction(deals, odds.deals)
        elif result.pays == name:
            part, share = part + Fraction(deals, odds.deals), result.share
    worth = Fraction(meter.seed, royal.stake)
    return MeterOdds(
        meter,
        whole,
        part,
        share,
        at_seed=worth * (whole + part * share),
        seeds=worth * whole,
        break_even=_break_even(odds, name, seeds, royal.stake),
    )


def _break_even(odds: WagerOdds, name: str, seeds: Mapping[str, Cents], stake: Cents) -> Fraction | None:
    try:
        return odds.break_even(name, seeds, stake)
    except OddsError:  # no deal pays it: nothing makes the wager fair
        return None
