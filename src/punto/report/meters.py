"""Returns of a Royal 9 with its meters: at the seeds, in the long run, and at break-even.

In the long run a meter pays out everything it receives: every contribution, whether to the meter, its reserve or above
its ceiling, and a seed for every restart. Its return is therefore its rate, plus the seed times the frequency of whole
awards. An award of a share moves money from later awards to earlier ones and changes neither. A house that restores the
seed after it pays more: how much depends on what the meter has earned by then, at most that share of the seed.

Must Hit pays a trigger drawn uniformly from base to ceiling. Players contribute the trigger less the base over a run,
so a unit contributed returns the mean trigger over the mean trigger less the base. The few cents by which an award may
exceed the trigger, when a coup's stakes carry the meter past it, are neglected.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from punto.core.cards import Composition
from punto.core.money import Cents
from punto.odds import OddsError, ResultOdds, WagerOdds
from punto.odds.openings import count_openings
from punto.rules.house_rules import HouseRules, Meter, Royal9


@dataclass(frozen=True, slots=True)
class MeterOdds:
    """One meter and its effect on a wager."""

    meter: Meter
    whole: Fraction  # probability of winning all of it
    part: Fraction  # probability of winning a share
    share: Fraction  # of that award
    at_seed: Fraction  # return per unit while the meter is at its seed
    seeds: Fraction  # long-run return per unit from seeds
    shares: Fraction  # return per unit of awards of a share, while the meter is at its seed
    break_even: Fraction | None  # cents at which the wager is fair, the others at their seeds; None if it cannot be won

    @property
    def long_run(self) -> Fraction:
        """Long-run return per unit."""
        return self.meter.rate + self.seeds

    @property
    def topped_up(self) -> Fraction:
        """The most that restoring the seed after awards of a share adds to that."""
        return self.shares if self.meter.tops_up else Fraction(0)


@dataclass(frozen=True, slots=True)
class MustHitOdds:
    """Must Hit, which is not decided by cards."""

    meter: Meter
    ceiling: Cents

    @property
    def trigger(self) -> Fraction:
        """Mean trigger, in cents."""
        return Fraction(self.meter.seed + self.ceiling, 2)

    @property
    def wagers(self) -> Fraction:
        """Mean stakes per run, in cents."""
        return (self.trigger - self.meter.seed) / self.meter.rate

    @property
    def seeds(self) -> Fraction:
        """Long-run return per unit from restarts at the base."""
        return self.meter.seed / self.wagers

    @property
    def long_run(self) -> Fraction:
        """Long-run return per unit."""
        return self.meter.rate + self.seeds


@dataclass(frozen=True, slots=True)
class SeatOdds:
    """Seats with the same odds, and their return per unit while every meter is at its seed."""

    seats: tuple[int, ...]
    at_seed: Fraction


@dataclass(frozen=True, slots=True)
class Progressive:
    """A wager with its meters."""

    title: str
    royal: Royal9
    fixed: Fraction  # return of the fixed awards
    meters: tuple[MeterOdds, ...]
    must_hit: MustHitOdds | None
    seats: tuple[SeatOdds, ...]  # grouped by odds, those of the sheet first

    @property
    def at_seed(self) -> Fraction:
        """Return per unit while every meter is at its seed, without Must Hit."""
        return self.fixed + sum(meter.at_seed for meter in self.meters)

    @property
    def seeds(self) -> Fraction:
        """Long-run return from seeds."""
        return sum((one.seeds for one in self._every), Fraction(0))

    @property
    def rates(self) -> Fraction:
        """Long-run return from contributions: all of them."""
        return sum((one.meter.rate for one in self._every), Fraction(0))

    @property
    def long_run(self) -> Fraction:
        """Long-run return per unit."""
        return self.fixed + self.seeds + self.rates

    @property
    def _every(self) -> tuple[MeterOdds | MustHitOdds, ...]:
        return (*self.meters, *((self.must_hit,) if self.must_hit else ()))


def seeds_of(royal: Royal9) -> dict[str, Cents]:
    """Return the seeds of a Royal 9's meters."""
    return {name: meter.seed for name, meter in royal.meters.items()}


def progressive(rules: HouseRules, shoe: Composition, odds: WagerOdds) -> Progressive | None:
    """Return the meters of a Royal 9, or None; ``odds`` are those of seat 1 with the meters still named."""
    royal = rules.royal9
    if royal is None or not odds.meters:
        return None
    empty = odds.at(dict.fromkeys(odds.meters, 0), royal.stake)
    must = royal.must_hit
    return Progressive(
        title=odds.wager.title,
        royal=royal,
        fixed=1 + empty.ev,
        meters=tuple(_meter(odds, royal, name) for name in odds.meters),
        must_hit=MustHitOdds(must, must.ceiling) if must and must.ceiling is not None else None,
        seats=_by_seat(rules, shoe, odds, royal),
    )


def _by_seat(rules: HouseRules, shoe: Composition, odds: WagerOdds, royal: Royal9) -> tuple[SeatOdds, ...]:
    """Group seats with the same counts; chairs without a combination of their own are separate."""
    groups: dict[tuple[ResultOdds, ...], list[int]] = {}
    counted = {1: odds}
    for seat in range(1, rules.seats + 1):
        # All seats without combinations are alike.
        like = (seat if seat in royal.combinations else 0) if odds.wager.posted else 1
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
        shares=worth * part * share,
        break_even=_break_even(odds, name, seeds, royal.stake),
    )


def _break_even(odds: WagerOdds, name: str, seeds: Mapping[str, Cents], stake: Cents) -> Fraction | None:
    try:
        return odds.break_even(name, seeds, stake)
    except OddsError:  # no deal pays it, so no amount makes the wager fair
        return None
