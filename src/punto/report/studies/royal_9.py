"""Royal 9: frequency of its meters, return as they rise, break-even, and Must Hit.

Exact, from the odds of a full shoe. The tables are those of the example submissions that offer it. In the long run a
meter pays what it received: contributions and seeds. Its mean when it is won therefore follows from its rate, seed and
hit frequency, whatever the players do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, log

from punto.core.cards import Composition
from punto.core.money import Cents, dollars
from punto.draw.chart import Axis, Chart, Line, Marks, percent
from punto.odds import WagerOdds
from punto.odds.fast import fares
from punto.report.studies.answer import Sample, Study, Table, examples
from punto.rules.house_rules import HouseRules, Meter


@dataclass(frozen=True, slots=True)
class Hits:
    """One meter: its contributions and hit frequency."""

    meter: Meter
    stake: Cents
    whole: Fraction  # probability of winning all of it
    parts: Fraction  # mean win in smaller shares

    @property
    def mean(self) -> Fraction:
        """Mean amount when it is won, in cents: inflow and outflow are equal in the long run."""
        return (self.stake * self.meter.rate + self.whole * self.meter.seed) / (self.whole + self.parts)

    @property
    def wagers(self) -> Fraction:
        """Mean number of wagers between two hits of all of it."""
        return 1 / self.whole

    def within(self, chance: float) -> float:
        """Return the number of wagers after which it has hit with some probability."""
        return log(1 - chance) / log(1 - float(self.whole))


@dataclass(frozen=True, slots=True)
class MustHit:
    """A meter that must hit by its ceiling, at an amount drawn uniformly from seed to ceiling in whole cents."""

    meter: Meter
    ceiling: Cents
    stake: Cents

    @property
    def step(self) -> Fraction:
        """Contribution of one wager."""
        return self.stake * self.meter.rate

    @property
    def runs(self) -> tuple[Fraction, Fraction]:
        """Return the mean wagers and payout of a run, one wager per coup."""
        return _runs(self)

    def returns(self, shown: Cents) -> Fraction:
        """Return the share of a wager returned by Must Hit alone at a displayed amount."""
        after = min(Fraction(shown) + self.step, Fraction(self.ceiling))
        chance = Fraction(int(after) - shown, self.ceiling - shown)
        return chance * int(after) / self.stake

    def fair(self, rest: Fraction) -> Cents:
        """Return the amount from which the wager is fair, if everything else returns ``rest`` of it."""
        low, high = self.meter.seed, self.ceiling - 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.returns(middle) + rest >= 1 else (middle + 1, high)
        return low


@cache
def _runs(must: MustHit) -> tuple[Fraction, Fraction]:
    most = must.ceiling - must.meter.seed
    wagers = paid = 0
    below = -1  # the trigger may be the seed itself, and is then reached by the first wager
    for number in range(1, ceil(most / must.step) + 1):
        reached = min(int(number * must.step), most)
        wagers += (reached - below) * number
        paid += (reached - below) * (must.meter.seed + reached)
        below = reached
    return Fraction(wagers, most + 1), Fraction(paid, most + 1)


@dataclass(frozen=True, slots=True)
class Royal:
    """Royal 9 of one table."""

    name: str
    rules: HouseRules
    odds: WagerOdds
    hits: Mapping[str, Hits]
    must_hit: MustHit | None

    def returns(self, meters: Mapping[str, Cents]) -> Fraction:
        """Return the share of a wager that is returned, without Must Hit."""
        return 1 + self.odds.at(meters, self.stake).ev

    @property
    def stake(self) -> Cents:
        """Stake in cents."""
        return next(iter(self.hits.values())).stake

    @property
    def seeds(self) -> dict[str, Cents]:
        """Seeds of the meters."""
        return {key: hits.meter.seed for key, hits in self.hits.items()}

    @property
    def long_run(self) -> Fraction:
        """Long-run return of a wager, Must Hit included."""
        fixed = self.returns(dict.fromkeys(self.hits, 0))
        meters = sum(((hits.whole + hits.parts) * hits.mean for hits in self.hits.values()), Fraction(0)) / self.stake
        return fixed + meters + self.lottery

    @property
    def lottery(self) -> Fraction:
        """Long-run return of Must Hit."""
        if self.must_hit is None:
            return Fraction(0)
        wagers, paid = self.must_hit.runs
        return paid / wagers / self.stake


def study(sample: Sample) -> Study:
    """Compute every Royal 9 of the example submissions."""
    tables = [royal for name, rules in examples().items() if (royal := royal_of(name, rules))]
    first = {royal.rules.royal9.kind: royal for royal in reversed(tables) if royal.rules.royal9}
    must = [royal for royal in tables if royal.must_hit]
    return Study(
        "royal-9",
        "Royal 9 of the tables that come with Punto, exact",
        (
            Table("What comes back of a wager", ("submission", "kind", "decks", "fixed", "at seeds", "long run"),
                  [_returns(royal) for royal in tables], 4),
            Table("Meters", ("submission", "meter", "1 in", "half by", "seed", "won at", "fair at"),
                  [row for royal in tables for row in _meters(royal)], 5),
            Table("Must Hit", ("submission", "from", "by", "wagers", "won at", "gives back", "fair from"),
                  [_must(royal) for royal in must], 6),
        ),
        (
            "Fixed: with all meters at nothing. Long run: with meters as they are on average, and Must Hit.",
            "1 in, half by: wagers. Won at: what a meter shows on average when it is won. Fair at: others at seeds.",
            "Fair from: what Must Hit shows when the wager is fair, other meters at their seeds.",
        ),
        {"submissions": {royal.name: _document(royal) for royal in tables}},
        _chart(list(first.values())),
    )  # fmt: skip


def royal_of(name: str, rules: HouseRules) -> Royal | None:
    """Return the Royal 9 of a table, or None."""
    royal = rules.royal9
    if royal is None:
        return None
    shoe = Composition.decks(rules.shoe.decks)
    wager = rules.wager("royal-9")
    odds = fares(shoe, (wager,))[wager.key]
    hits = {key: _hits(odds, meter, royal.stake) for key, meter in royal.meters.items()}
    must = royal.must_hit
    lottery = MustHit(must, must.ceiling, royal.stake) if must is not None and must.ceiling is not None else None
    return Royal(name, rules, odds, hits, lottery)


def _hits(odds: WagerOdds, meter: Meter, stake: Cents) -> Hits:
    chances = [
        (odds.probability(result.category), result.share) for result, _ in odds.lines if result.pays == meter.key
    ]
    whole = sum((chance for chance, share in chances if share == 1), Fraction(0))
    return Hits(meter, stake, whole, sum((chance * share for chance, share in chances if share < 1), Fraction(0)))


def _returns(royal: Royal) -> tuple[str, ...]:
    kind = royal.rules.royal9.kind if royal.rules.royal9 else ""
    parts = royal.returns(dict.fromkeys(royal.hits, 0)), royal.returns(royal.seeds), royal.long_run
    return royal.name, kind, str(royal.rules.shoe.decks), *(f"{float(part):.2%}" for part in parts)


def _meters(royal: Royal) -> list[tuple[str, ...]]:
    return [
        (
            royal.name,
            key,
            f"{float(hits.wagers):,.0f}",
            f"{hits.within(0.5):,.0f}",
            _whole(hits.meter.seed),
            _whole(hits.mean),
            _whole(royal.odds.break_even(key, royal.seeds, royal.stake)),
        )
        for key, hits in royal.hits.items()
    ]


def _must(royal: Royal) -> tuple[str, ...]:
    must = royal.must_hit
    if must is None:
        return ()
    wagers, paid = must.runs
    fair = must.fair(royal.returns(royal.seeds))
    bounds = dollars(must.meter.seed), dollars(must.ceiling)
    return royal.name, *bounds, f"{float(wagers):,.1f}", _money(paid), f"{float(royal.lottery):.2%}", dollars(fair)


def _money(cents: Fraction) -> str:
    return dollars(round(cents))


def _whole(cents: Fraction | Cents) -> str:
    return dollars(100 * round(Fraction(cents) / 100))


def _document(royal: Royal) -> dict[str, object]:
    found: dict[str, object] = {
        "decks": royal.rules.shoe.decks,
        "stake": royal.stake,
        "fixed": float(royal.returns(dict.fromkeys(royal.hits, 0))),
        "at-seeds": float(royal.returns(royal.seeds)),
        "long-run": float(royal.long_run),
        "meters": {
            key: {
                "wagers": float(hits.wagers),
                "half": hits.within(0.5),
                "seed": hits.meter.seed,
                "mean": float(hits.mean),
                "fair": float(royal.odds.break_even(key, royal.seeds, royal.stake)),
            }
            for key, hits in royal.hits.items()
        },
    }
    if royal.must_hit:
        wagers, paid = royal.must_hit.runs
        fair = royal.must_hit.fair(royal.returns(royal.seeds))
        found["must-hit"] = {
            "seed": royal.must_hit.meter.seed,
            "ceiling": royal.must_hit.ceiling,
            "wagers": float(wagers),
            "mean": float(paid),
            "returns": float(royal.lottery),
            "fair": fair,
        }
    return found


def _chart(shown: list[Royal]) -> Chart:
    strokes = (("green", None), ("banker", "8 4"))
    lines, marks = [], []
    for royal, (colour, dash) in zip(shown, strokes, strict=True):
        meter, hits = next(iter(royal.hits.items()))
        places = 0, hits.meter.seed, hits.mean, royal.odds.break_even(meter, royal.seeds, royal.stake)
        points = [(float(at) / 1e8, float(royal.returns({**royal.seeds, meter: round(at)}))) for at in places]
        lines.append(Line(f"{royal.name}: {meter}", points, colour, dash))
        marks.append(Marks("", points[1:], colour=colour, hollow=bool(dash)))
    return Chart(
        "What Royal 9 returns",
        "What comes back of a wager as its greatest meter rises, other meters at their seeds, Must Hit left out",
        Axis("the meter shows, millions of dollars", low=0),
        Axis("of a wager", percent, low=0.5, high=1.05),
        (*lines, Line("fair", [(0.0, 1.0), (4.8, 1.0)], "ink", "2 4"), *marks),
        "Marked: the seed, the mean when it is won, and where the wager is fair.",
    )
