"""Pages of one wager: its figures, paytable, hold, and special features."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from punto.core.money import Cents, dollars
from punto.draw.fittings import category_words, odds_words
from punto.odds import RIDES
from punto.report.blocks import Block, Facts, Figure, Grid, Text, prose
from punto.report.meters import MeterOdds, Progressive
from punto.report.numerals import Rounding, fixed, likely, one_in, percent, rate
from punto.report.par import LEVELS, Par, PayLine, WagerSheet
from punto.report.plots import hold_svg, paytable_svg
from punto.wagers.wager import Verdict

_METERS = {"k9-banker": "K9 Banker", "k9-player": "K9 Player"}


def blocks_of(par: Par, one: WagerSheet) -> tuple[Block, ...]:
    """Return the blocks of one wager."""
    return tuple(_blocks(par, one))


def _blocks(par: Par, one: WagerSheet) -> Iterator[Block]:
    yield _figures(one)
    yield _exact(one)
    yield _paytable(par, one)
    yield Figure(paytable_svg(par, one), "How often each result comes, and what it returns of a unit staked.")
    yield _hold(one)
    yield Figure(hold_svg(one), "The hold by rounds, with its 90%, 95% and 99% bands about the house edge.")
    if one.rounding:
        yield from _rounding(par, one, one.rounding)
    if one.odds.ride:
        yield _ride(one)
    if one.progressive:
        yield from _progressive(one.progressive)
    yield Grid(
        ("section", "what it asks"),
        tuple((cited.section, cited.demand) for cited in one.sections),
        caption=f"Sections of {par.rules.rulebook.id} behind this wager.",
    )


def _figures(one: WagerSheet) -> Facts:
    push = one.frequency(Verdict.PUSH)
    rows = [
        ("hit frequency", f"{percent(one.hits, 6)}, 1 in {one_in(one.hits)}"),
        *((("pushes", percent(push, 6)),) if push else ()),
        ("house edge", percent(one.edge, 6)),
        ("return", percent(one.returns, 6)),
        ("variance", fixed(one.spread.variance, 6)),
        ("standard deviation", fixed(one.spread.deviation, 6)),
        ("skewness", fixed(one.spread.skewness, 4)),
        ("volatility index, 90%", fixed(one.spread.volatility, 4)),
    ]
    return Facts(tuple(rows), columns=2)


def _exact(one: WagerSheet) -> Facts:
    exact = (("house edge, exact", one.edge), ("variance, exact", one.spread.variance))
    return Facts(tuple((name, str(value).replace("-", "−")) for name, value in exact))


def _paytable(par: Par, one: WagerSheet) -> Grid:
    rows = [
        (
            category_words(line.result.category),
            _pays(par, one, line),
            f"{line.deals:,}",
            likely(line.probability),
            one_in(line.probability),
            percent(line.returns),
        )
        for line in one.lines
    ]
    cards = "four" if one.odds.wager.on_opening else "six"
    at = " Meters at their seeds." if one.progressive else ""
    return Grid(
        ("result", "pays", "deals", "probability", "one in", "returns"),
        (*rows, ("All", "", f"{one.odds.deals:,}", "1", "", percent(one.returns))),
        numbers=4,
        caption=f"Paytable. Ordered deals of {cards} cards; returns with the stake, of a unit staked.{at}",
        total=True,
    )


def _pays(par: Par, one: WagerSheet, line: PayLine) -> str:
    words = odds_words(par.rules, one.odds.wager, line.printed)
    royal = par.rules.royal9
    if royal and isinstance(line.printed.pays, str) and isinstance(line.result.pays, Fraction):
        return f"{words}, {dollars(int(line.result.pays * royal.stake))}"
    return words


def _hold(one: WagerSheet) -> Grid:
    rows = tuple(
        (
            f"{each.rounds:,}",
            percent(each.expected),
            *(f"{percent(low, 3)} to {percent(high, 3)}" for low, high in each.bands.values()),
            f"{percent(each.error, 2)}",
        )
        for each in one.holds
    )
    heads = ("rounds", "expected hold", *(f"{level}% band" for level in LEVELS), "error of level at most")
    return Grid(heads, rows, numbers=len(heads), caption="Hold of the handle by rounds, at equal stakes.")


# ---------------------------------------------------------------- Banker


def _rounding(par: Par, one: WagerSheet, found: Rounding) -> Iterator[Block]:
    yield Text(prose(_rounded(par, one, found)))
    if found.worst.edge == one.edge:
        return
    rows = tuple(
        (
            dollars(each.stake),
            cents(each.owed),
            dollars(each.taken),
            percent(each.edge),
            percent(each.edge - one.edge),
        )
        for each in found.stakes
    )
    heads = ("stake", "vigorish owed on a win", "taken", "house edge", "effect")
    yield Grid(heads, rows, numbers=len(heads), caption="Vigorish and its rounding, by stake.")


def _rounded(par: Par, one: WagerSheet, found: Rounding) -> str:
    vigorish, worst, chip = found.vigorish, found.worst, par.rules.smallest_chip
    how = f"up to the next {vigorish.unit} cents" if vigorish.rounding == "quarter" else "down to the cent"
    if worst.edge == one.edge:
        return f"""
            Rounding {how} changes nothing at this table: with a smallest chip of {dollars(chip)} and a least stake of
            {dollars(one.limit.least)} the vigorish of every stake is a whole number of units."""
    deferred = "Collection is deferred and rounds only a marker's sum, so these effects are the most that there can be."
    return f"""
        Vigorish is rounded {how}, so the edge depends on the stake; it differs most at {dollars(worst.stake)}, where
        it is {percent(worst.edge)} instead of {percent(one.edge)}.
        {deferred if vigorish.when == "deferred" and vigorish.marked == "exact" else ""}"""


def cents(amount: Fraction) -> str:
    """Format an amount that may have fractions of a cent."""
    if amount.denominator == 1:
        return dollars(int(amount))
    return f"${fixed(amount / 100, 4)}"


# ---------------------------------------------------------------- payouts that ride


def _ride(one: WagerSheet) -> Grid:
    rows = [("taken", percent(one.edge, 6), percent(one.returns, 6))]
    for choice, ride in one.odds.ride.items():
        for how, ev in (("always rides", ride.ev), ("rides where that gains", ride.best)):
            rows.append((f"{how} {RIDES[choice]}", percent(-ev, 6), percent(1 + ev, 6)))
    title = one.odds.wager.title
    return Grid(
        ("the payout", "house edge", "return"),
        tuple(rows),
        numbers=2,
        caption=f"{title}, by what a winner does with the payout; of a unit on {title}, without the edge that "
        "the main wagers have on their own stakes.",
    )


# ---------------------------------------------------------------- meters


def _progressive(found: Progressive) -> Iterator[Block]:
    royal = found.royal
    kind = "Multi-Level" if royal.kind == "multi-level" else "Progressive"
    table = f", paytable {royal.paytable}" if royal.paytable else ""
    yield Facts(
        (
            ("kind", f"{found.title} {kind}{table}"),
            ("stake", dollars(royal.stake)),
            ("return of fixed awards", percent(found.fixed, 6)),
            ("return, meters at seed", percent(found.at_seed, 6)),
            ("long run: from seeds", percent(found.seeds, 6)),
            ("long run: from contributions", percent(found.rates, 6)),
            ("long-run return", percent(found.long_run, 6)),
            ("long-run house edge", percent(1 - found.long_run, 6)),
        ),
        columns=2,
    )
    rows = tuple(_meter_row(one) for one in found.meters)
    heads = ("meter", "seed", "rate", "to reserve", "ceiling", "taken, one in", "at seed", "long run", "break-even")
    yield Grid(heads, rows, numbers=8, caption=_meters_caption(found), dense=True)
    yield from _must_hit(found)
    if len(found.seats) > 1:
        seats = tuple((_seats(one.seats), percent(one.at_seed, 6)) for one in found.seats)
        words = "Seats with the same odds. The figures of this section are those of the first row."
        yield Grid(("seats", "return, meters at seed"), seats, numbers=1, caption=words)
    else:
        yield Text("All seats have the same odds.")


def _meters_caption(found: Progressive) -> str:
    words = "Meters. At seed and long run: what a unit staked returns by this meter."
    for one in found.meters:
        if one.part:
            case = f"one in {one_in(one.part)}, {rate(one.share)}"
            words += f" In another case, {case} of the {_name(one.meter.key)} meter is paid, and the meter goes on."
        if one.topped_up:
            words += f" The house then restores its seed, which returns at most {percent(one.topped_up, 6)} more."
    return words


def _meter_row(one: MeterOdds) -> tuple[str, ...]:
    meter = one.meter
    even = "never" if one.break_even is None else dollars(-(-one.break_even // 1))
    return (
        _name(meter.key),
        dollars(meter.seed),
        rate(meter.rate),
        rate(meter.to_reserve),
        _ceiling(meter.ceiling),
        one_in(one.whole),
        percent(one.at_seed),
        percent(one.long_run),
        even,
    )


def _ceiling(ceiling: Cents | None) -> str:
    return "none" if ceiling is None else dollars(ceiling)


def _name(meter: str) -> str:
    return _METERS.get(meter, meter.replace("-", " ").capitalize())


def _must_hit(found: Progressive) -> Iterator[Block]:
    must = found.must_hit
    if must is None:
        return
    wagers = must.wagers / found.royal.stake
    yield Facts(
        (
            ("Must Hit, base", dollars(must.meter.seed)),
            ("Must Hit, ceiling", dollars(must.ceiling)),
            ("Must Hit, rate", rate(must.meter.rate)),
            ("Must Hit, to reserve", rate(must.meter.to_reserve)),
            ("average trigger", cents(must.trigger)),
            ("wagers to a hit, on average", fixed(wagers, 0)),
            ("long run: from the base", percent(must.seeds, 6)),
            ("long run: Must Hit in all", percent(must.long_run, 6)),
        ),
        columns=2,
    )


def _seats(seats: tuple[int, ...]) -> str:
    in_a_row = seats == tuple(range(seats[0], seats[-1] + 1)) and len(seats) > 2
    return f"{seats[0]} to {seats[-1]}" if in_a_row else ", ".join(map(str, seats))
