"""Key figures of a tally compared with theory, and their course from coup to coup.

Exact fractions throughout; floats only for standard deviations and values measured in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from punto.rules.house_rules import HouseRules
from punto.table.events import CoupSettled, SettlementReversed
from punto.views.history import LoggedEvent
from punto.views.statistics import THOUSANDTHS, Statistics, Tally
from punto.views.theory import Stake, Theory

HOUR = 3_600_000  # milliseconds


@dataclass(frozen=True)
class Figures:
    """Key figures of a tally."""

    tally: Tally
    theory: Theory
    theoretical: Fraction  # theoretical win in cents
    variance: Fraction  # of the win

    @classmethod
    def of(cls, tally: Tally, theory: Theory) -> Figures:
        """Combine a tally with its theory."""
        return cls(tally, theory, theoretical(theory, tally.staked), variance(theory, tally.products))

    @property
    def hold_of_drop(self) -> Fraction | None:
        """Win over drop, the casino's hold; None without drop."""
        return Fraction(self.tally.win, self.tally.drop) if self.tally.drop else None

    @property
    def hold_of_handle(self) -> Fraction | None:
        """Win over handle, comparable with an edge; None without handle."""
        return Fraction(self.tally.win, self.tally.handle) if self.tally.handle else None

    @property
    def edge(self) -> Fraction | None:
        """Theoretical win over handle; None without handle."""
        return self.theoretical / self.tally.handle if self.tally.handle else None

    @property
    def coupon_cost(self) -> Fraction:
        """Theoretical cost of coupons in cents; already deducted from the theoretical win."""
        coupons = {stake: cents for stake, cents in self.tally.staked.items() if stake.kind == "coupon"}
        return -theoretical(self.theory, coupons)

    @property
    def luck(self) -> Fraction:
        """Actual win, marker buttons included, less the theoretical win."""
        return self.tally.win + Fraction(self.tally.owed, THOUSANDTHS) - self.theoretical

    @property
    def sd(self) -> float:
        """Standard deviation of the win, in cents."""
        return sqrt(self.variance)

    @property
    def deviations(self) -> float | None:
        """The luck in standard deviations; None if nothing was at risk."""
        return float(self.luck) / self.sd if self.variance else None

    @property
    def document(self) -> dict[str, Any]:
        """Figures as plain values, money in cents."""
        tally = self.tally
        return {
            "wagers": tally.wagers,
            "handle": tally.handle,
            "drop": tally.drop,
            "win": tally.win,
            "hold-of-drop": _float(self.hold_of_drop),
            "hold-of-handle": _float(self.hold_of_handle),
            "theoretical": float(self.theoretical),
            "theoretical-exact": str(self.theoretical),
            "edge": _float(self.edge),
            "sd": self.sd,
            "deviations": self.deviations,
            "vigorish": tally.vigorish,
            "vigorish-owed": float(Fraction(tally.owed, THOUSANDTHS)),
            "coupons": {"face": tally.coupons, "paid": tally.coupons_paid, "theoretical": float(self.coupon_cost)},
            "rides": tally.rides,
            "corrections": tally.corrections,
            "meters": {"stakes": tally.meter_stakes, "paid": tally.meter_paid, "awards": tally.awards},
        }


def _float(share: Fraction | None) -> float | None:
    return None if share is None else float(share)


def theoretical(theory: Theory, staked: Mapping[Stake, int]) -> Fraction:
    """Return the theoretical win on some stakes: edge times handle of each."""
    return sum((theory.edge(stake) * cents for stake, cents in staked.items() if cents), Fraction(0))


def variance(theory: Theory, products: Mapping[tuple[Stake, Stake], int]) -> Fraction:
    """Return the variance of the win, from the products of stakes in one coup."""
    return sum((theory.covariance(*pair) * cents for pair, cents in products.items() if cents), Fraction(0))


# ---------------------------------------------------------------- a table


def document(found: Statistics) -> dict[str, Any]:
    """Return statistics as plain values."""

    def figures(tally: Tally) -> dict[str, Any]:
        return Figures.of(tally, found.theory).document

    shoes = {str(shoe): figures(tally) for shoe, tally in sorted(found.by_shoe.items())}
    for shoe, outcomes in found.outcomes_by_shoe.items():
        shoes[str(shoe)]["outcomes"] = _outcomes(outcomes)
    return {
        "table": found.state.table,
        "rounds": {kind: found.rounds[kind] for kind in ("wagered", "free", "simulated", "void")},
        "outcomes": _outcomes(found.outcomes),
        "playing-ms": found.clock.playing,
        "rounds-per-hour": rounds_per_hour(found),
        "rack": {"opened": found.opened, "fills": found.fills, "now": found.state.accounts.get("rack", 0)},
        "total": figures(found.table),
        "wagers": {key: figures(tally) for key, tally in found.by_wager.items()},
        "seats": {str(seat): figures(tally) for seat, tally in sorted(found.by_seat.items())},
        "shoes": shoes,
    }


def _outcomes(counted: Mapping[str, int]) -> dict[str, int]:
    return {name: counted[name] for name in ("banker", "player", "tie")}


def dealt(found: Statistics) -> int:
    """Return the number of settled rounds of any kind."""
    return found.rounds.total() - found.rounds["void"]


def rounds_per_hour(found: Statistics) -> float | None:
    """Return settled rounds per hour of play, without shuffles and idle times; None without play."""
    return dealt(found) * HOUR / found.clock.playing if found.clock.playing else None


# ---------------------------------------------------------------- coup by coup


class Point(NamedTuple):
    """Standing of a table after a coup."""

    coup: int
    shoe: int
    win: Fraction  # cents, marker buttons included
    theoretical: Fraction
    variance: Fraction


def course(rules: HouseRules, happened: Iterable[LoggedEvent]) -> tuple[Statistics, tuple[Point, ...]]:
    """Follow a table coup by coup; a reversed settlement leaves no point."""
    found = Statistics(rules)
    points: list[Point] = []
    for one in happened:
        reversible = found.last is not None
        found.add(one)
        if isinstance(one.event, CoupSettled):
            points.append(_next(found, points))
        elif isinstance(one.event, SettlementReversed) and reversible:
            points.pop()
    return found, tuple(points)


def _next(found: Statistics, points: list[Point]) -> Point:
    settled, theory, tally = found.last, found.theory, found.table
    if settled is None:
        raise ValueError("no settlement yet: take a point after one")
    before = points[-1] if points else Point(0, 0, Fraction(0), Fraction(0), Fraction(0))
    vector = settled.vector
    products = {(a, b): vector[a] * vector[b] for a in vector for b in vector}
    return Point(
        settled.coup,
        settled.shoe,
        tally.win + Fraction(tally.owed, THOUSANDTHS),
        before.theoretical + theoretical(theory, vector),
        before.variance + variance(theory, products),
    )
