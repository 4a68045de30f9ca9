"""Text output of statistics and ledgers, and the plot of the hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from punto.apps.cli.output import print_table, write_whole
from punto.core.money import dollars
from punto.views.figures import Figures, Point, dealt, rounds_per_hour

if TYPE_CHECKING:
    from punto.views.ledger import Statement, TrialBalance
    from punto.views.statistics import Statistics, Tally

HEADS = ("handle", "drop", "win", "hold", "of handle", "in theory", "should be", "off by")
CASH = ("drop", "hold")  # not defined for a wager
UNITS = """\
Hold: win of drop; of handle: win of what was staked; in theory: what that should be, by the exact edges of a full shoe.
Should be: what the house should have won. Off by: how far the win is from it, in standard deviations."""


def draw(path: str, found: Statistics, points: Sequence[Point], figures: Figures) -> None:
    """Draw the win against the theoretical win."""
    from punto.draw.plot import hold_svg

    write_whole(path, hold_svg(found.state.table, points, figures))
    click.echo(f"drawn: {path}", err=True)


# ---------------------------------------------------------------- statistics


def say_statistics(found: Statistics) -> None:
    """Print statistics with explanations."""
    rounds, pace = dealt(found), rounds_per_hour(found)
    speed = "" if pace is None else f", {pace:.0f} an hour of play"
    click.echo(f"Statistics of table {found.state.table}: {_rounds(rounds)}{speed}")
    special = [f"{found.rounds[kind]} {kind}" for kind in ("free", "simulated", "void") if found.rounds[kind]]
    counted = ", ".join(f"{name} {found.outcomes[name]}" for name in ("banker", "player", "tie"))
    click.echo(f"{counted}{'; ' if special else ''}{', '.join(special)}\n")
    _table("wager", found, found.by_wager)
    _table("seat", found, dict(sorted(found.by_seat.items())))
    _table("shoe", found, dict(sorted(found.by_shoe.items())), total=True)
    click.echo(UNITS)
    for line in _besides(found):
        click.echo(line)


def _rounds(number: int) -> str:
    return "one round" if number == 1 else f"{number:,} rounds"


def _table(
    name: str, found: Statistics, tallies: Mapping[str, Tally] | Mapping[int, Tally], total: bool = False
) -> None:
    heads = [head for head in HEADS if name != "wager" or head not in CASH]
    rows = [(str(key), _row(tally, found)) for key, tally in tallies.items() if tally.wagers or tally.drop]
    if total:
        rows.append(("table", _row(found.table, found)))
    print_table((name, *heads), [(key, *(row[head] for head in heads)) for key, row in rows], numbers=len(heads))
    click.echo()


def _row(tally: Tally, found: Statistics) -> dict[str, str]:
    figures = Figures.of(tally, found.theory)
    far = figures.deviations
    cells = (
        dollars(tally.handle),
        dollars(tally.drop) if tally.drop else "",
        dollars(tally.win),
        _percent(figures.hold_of_drop),
        _percent(figures.hold_of_handle),
        _percent(figures.edge),
        dollars(round(figures.theoretical)),
        "" if far is None else f"{far:+.2f}".replace("-", "−"),
    )
    return dict(zip(HEADS, cells, strict=True))


def _percent(share: Fraction | None) -> str:
    return "" if share is None else f"{float(share):.2%}".replace("-", "−")


def _besides(found: Statistics) -> Iterable[str]:
    """Yield lines about other amounts, if there are any."""
    tally, rules = found.table, found.rules
    figures = Figures.of(tally, found.theory)
    if tally.vigorish or tally.owed:
        owed = f", {dollars(round(Fraction(tally.owed, 1000)))} in markers" if tally.owed else ""
        yield f"Vigorish: {dollars(tally.vigorish)} collected, part of the win{owed}."
    if tally.coupons:
        cost = f"should have cost {dollars(round(figures.coupon_cost))}, cost {dollars(tally.coupons_paid)}"
        yield f"Match play: {dollars(tally.coupons)} at its face; {cost}, before vigorish."
    if tally.rides and rules.riding is not None:
        yield f"{rules.riding.title}: {dollars(tally.rides)} rode, part of the handle."
    if tally.corrections:
        yield f"Payments put right: {dollars(tally.corrections)} to the players, off the win."
    if tally.meter_stakes and rules.metered is not None:
        paid = f"{dollars(tally.meter_paid)} paid from the rack, {dollars(tally.awards)} awarded by meters"
        yield f"{rules.metered.title}, kept apart: {dollars(tally.meter_stakes)} staked, {paid}."
    if found.fills:
        yield f"Fills: {dollars(found.fills)}."


# ---------------------------------------------------------------- ledger


def say_balance(stream: str, when: str, balance: TrialBalance) -> None:
    """Print a trial balance."""
    click.echo(f"Trial balance of {stream}{when}\n")
    rows = [
        (row.account, *map(dollars, (row.opening, row.came, row.went, row.closing)))
        for row in (*balance.rows, balance.total)
    ]
    print_table(("account", "before", "came", "went", "after"), rows, numbers=4)
    holds = "The balance holds: every cent that an account has, another gave."
    click.echo(f"\n{holds}" if balance.balanced else "\nThe balance does NOT hold.")


def say_statement(stream: str, when: str, statement: Statement) -> None:
    """Print an account's statement."""
    click.echo(f"Statement of {statement.account} at {stream}{when}\n")
    rows = [("", "", "", "before", "", "", dollars(statement.opening))]
    rows += [
        (str(each.shoe), str(each.coup), str(each.n), each.memo, each.other, dollars(each.cents), dollars(each.balance))
        for each in statement.movements
    ]
    rows.append(("", "", "", "after", "", "", dollars(statement.closing)))
    print_table(("shoe", "coup", "event", "what", "from or to", "amount", "balance"), rows, numbers=2)
