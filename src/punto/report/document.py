"""JSON document of a PAR sheet: integers, exact fractions as text, and floats next to them for convenience.

The manual's page on PAR sheets explains every field. Names do not change within ``par-sheet/1``; fields may be added.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from punto.core.money import Cents
from punto.report.meters import MeterOdds, MustHitOdds, Progressive
from punto.report.numerals import AtStake, Rounding, root
from punto.report.par import Hold, Par, PayLine, WagerSheet
from punto.rules.house_rules import Meter
from punto.wagers.wager import Verdict

KIND = "par-sheet/1"


def document(par: Par) -> dict[str, Any]:
    """Return a sheet as plain values."""
    rules = par.rules
    return {
        "document": KIND,
        "punto": {"version": par.version, "code": par.code},
        **({"revision": par.revision} if par.revision else {}),
        **({"issued": par.issued} if par.issued else {}),
        "operator": rules.layout.operator,
        "table": rules.table,
        "pit": rules.pit,
        "rulebook": {
            "id": rules.rulebook.id,
            "title": rules.rulebook.title,
            "document": rules.rulebook.document,
            "edition": rules.rulebook.in_force,
            "digest": rules.rulebook.digest,
        },
        "submission": rules.digest,
        "seats": rules.seats,
        "ez": rules.ez,
        "shoe": {
            "decks": rules.shoe.decks,
            "cards": par.sheet.shoe.total,
            "burn": rules.shoe.burn,
            "continuous": rules.shoe.continuous,
            "cards-behind-cover": rules.shoe.cover_depth,
            "coups-after-cover": rules.shoe.coups_after_cover,
            **_both("cards-of-a-coup", par.cards_of_a_coup),
            "rounds-of-a-shoe": None if par.rounds_of_a_shoe is None else float(par.rounds_of_a_shoe),
        },
        "greatest-liability": {"cents": par.liability.table, "exact": par.liability.exact},
        "vigorish": _vigorish(par),
        "smallest-chip-cents": rules.smallest_chip,
        "deals": par.sheet.deals,
        "outcomes": par.sheet.outcomes,
        "wagers": {one.key: _wager(par, one) for one in par.wagers},
        "checks": [{"key": check.key, "what": check.what, "compared": check.compared} for check in par.checks],
    }


def _both(name: str, value: Fraction) -> dict[str, Any]:
    """Return a value as a float and exactly."""
    return {name: float(value), f"{name}-exact": str(value)}


def _vigorish(par: Par) -> dict[str, Any] | None:
    vigorish = par.rules.vigorish
    if vigorish is None:
        return None
    return {
        **_both("rate", vigorish.rate),
        "rounding": vigorish.rounding,
        "unit-cents": vigorish.unit if vigorish.rounding == "quarter" else 1,
        "collected": vigorish.when,
        **({"marked": vigorish.marked} if vigorish.when == "deferred" else {}),
    }


def _wager(par: Par, one: WagerSheet) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "title": one.title,
        "sections": [{"section": cited.section, "provision": cited.key} for cited in one.sections],
        "minimum-cents": one.limit.least,
        "maximum-cents": one.limit.most,
        "greatest-liability-cents": par.liability.wagers[one.key],
        "deals": one.odds.deals,
        **_both("hit-frequency", one.hits),
        **_both("push-frequency", one.frequency(Verdict.PUSH)),
        **_both("edge", one.edge),
        **_both("return", one.returns),
        **_both("variance", one.spread.variance),
        "sd": float(one.spread.deviation),
        "skewness": float(one.spread.skewness),
        "volatility-index": float(one.spread.volatility),
        "results": [_line(line, one) for line in one.lines],
        "hold": [_hold(each) for each in one.holds],
        "with": {other.key: _with(par, one, other) for other in par.wagers if other.key != one.key},
    }
    if one.rounding:
        facts["rounding"] = _rounding(one.rounding)
    if one.odds.ride:
        facts["ride"] = {
            "portion": str(par.rules.house_money_portion),
            **{
                hand: {**_both("always", -ride.ev), **_both("best", -ride.best)} for hand, ride in one.odds.ride.items()
            },
        }
    if one.progressive:
        facts["progressive"] = _progressive(one.progressive)
    return facts


def _line(line: PayLine, one: WagerSheet) -> dict[str, Any]:
    facts: dict[str, Any] = {"name": line.result.category, "verdict": line.result.verdict.value}
    if isinstance(line.printed.pays, str):
        facts |= {"meter": line.printed.pays, "share": str(line.printed.share)}
    return facts | {
        "gains": float(line.net),
        "gains-exact": str(line.net),
        "deals": line.deals,
        **_both("probability", line.probability),
        **_both("returns", line.returns),
    }


def _hold(each: Hold) -> dict[str, Any]:
    bands = {str(level): [float(low), float(high)] for level, (low, high) in each.bands.items()}
    return {"rounds": each.rounds, "expected": float(each.expected), "bands": bands, "error": float(each.error)}


def _with(par: Par, one: WagerSheet, other: WagerSheet) -> dict[str, Any]:
    value = par.covariance(one.key, other.key)
    return {**_both("covariance", value), "correlation": float(correlation(par, one, other))}


def correlation(par: Par, one: WagerSheet, other: WagerSheet) -> Fraction:
    """Return the correlation of the net wins of two wagers."""
    return par.covariance(one.key, other.key) / root(one.spread.variance * other.spread.variance)


def _rounding(found: Rounding) -> dict[str, Any]:
    return {"stakes": [_at_stake(one) for one in found.stakes], "worst": _at_stake(found.worst)}


def _at_stake(one: AtStake) -> dict[str, Any]:
    return {"stake-cents": one.stake, "owed-cents": str(one.owed), "taken-cents": one.taken, **_both("edge", one.edge)}


# ---------------------------------------------------------------- progressives


def _progressive(found: Progressive) -> dict[str, Any]:
    royal = found.royal
    return {
        "kind": royal.kind,
        "paytable": royal.paytable,
        "stake-cents": royal.stake,
        **_both("fixed-awards", found.fixed),
        **_both("at-seed", found.at_seed),
        **_both("long-run", found.long_run),
        **_both("long-run-seeds", found.seeds),
        **_both("long-run-contributions", found.rates),
        "meters": {one.meter.key: _meter(one) for one in found.meters},
        "must-hit": _must_hit(found.must_hit) if found.must_hit else None,
        "seats": [{"seats": list(one.seats), **_both("at-seed", one.at_seed)} for one in found.seats],
    }


def _terms(meter: Meter) -> dict[str, Any]:
    ceiling: Cents | None = meter.ceiling
    return {
        "seed-cents": meter.seed,
        "rate": str(meter.rate),
        "to-reserve": str(meter.to_reserve),
        "ceiling-cents": ceiling,
    }


def _meter(one: MeterOdds) -> dict[str, Any]:
    return {
        **_terms(one.meter),
        **_both("whole", one.whole),
        **_both("part", one.part),
        "part-share": str(one.share) if one.part else None,
        **_both("at-seed", one.at_seed),
        **_both("long-run", one.long_run),
        "break-even-cents": None if one.break_even is None else -(-one.break_even // 1),
        **(_both("topped-up-at-most", one.topped_up) if one.topped_up else {}),
    }


def _must_hit(one: MustHitOdds) -> dict[str, Any]:
    return {
        **_terms(one.meter),
        "average-trigger-cents": float(one.trigger),
        "average-stakes-cents": float(one.wagers),
        **_both("long-run", one.long_run),
    }
