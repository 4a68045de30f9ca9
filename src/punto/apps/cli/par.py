"""``punto par``: the PAR sheet of a submission."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from punto.apps.cli.output import (
    Day,
    as_json_text,
    books_options,
    house_rules,
    json_option,
    print_json,
    print_table,
    wagers_option,
    write_whole,
)
from punto.apps.cli.waiting import waiting
from punto.library import Rulebooks

if TYPE_CHECKING:
    from punto.report import Par
    from punto.report.par import WagerSheet

LONGEST = 40  # characters of a revision


@click.command
@click.argument("submission", required=False)
@click.option("-o", "--output", metavar="SHEET", help="write the full sheet to this file: .html, .pdf or .json")
@click.option("--revision", metavar="TEXT", default="", help="revision of the sheet, printed on it, like 2.1")
@click.option("--issued", type=Day(), metavar="DATE", help="date of issue, printed on the sheet, like 2024-07-01")
@books_options
@wagers_option
@json_option
def command(
    submission: str | None, output: str | None, revision: str, issued: date | None, books: Rulebooks, as_json: bool
) -> None:
    """Compute the PAR sheet of SUBMISSION: every wager it offers, exactly; a summary, or in full to a file."""
    if len(revision) > LONGEST or not revision.isprintable():
        raise click.UsageError(f"--revision: expected a line of at most {LONGEST} characters")
    form = _form(output) if output is not None else None
    rules = house_rules(submission, books)
    from punto.record.chain import code_digest
    from punto.report import par_of

    with waiting("computing the PAR sheet"):
        par = par_of(rules, code_digest(), revision=revision, issued=issued.isoformat() if issued else "")
        content = form(par) if form is not None else None
    if output is not None and content is not None:
        write_whole(output, content)
        click.echo(f"written: {output}", err=True)
    if as_json:
        from punto.report.document import document

        print_json(document(par))
    elif output is None:
        _say(par)


# ---------------------------------------------------------------- file output


def _as_html(par: Par) -> str:
    from punto.report.html import html
    from punto.report.pages import report_of

    return html(report_of(par))


def _as_pdf(par: Par) -> bytes:
    from punto.report.pages import report_of
    from punto.report.pdf import pdf

    return pdf(report_of(par))


def _as_json(par: Par) -> str:
    from punto.report.document import document

    return as_json_text(document(par)) + "\n"


FORMS: dict[str, Callable[[Par], str | bytes]] = {".html": _as_html, ".pdf": _as_pdf, ".json": _as_json}


def _form(output: str) -> Callable[[Par], str | bytes]:
    """Return the writer for a file suffix, and check its requirements before the sheet is computed."""
    suffix = PurePath(output).suffix.lower()
    if suffix not in FORMS:
        raise click.UsageError(f"-o {output}: a PAR sheet is written as {', '.join(FORMS)}")
    if suffix == ".pdf":
        from punto.report.pdf import need_typst

        need_typst()
    return FORMS[suffix]


# ---------------------------------------------------------------- text output


def _say(par: Par) -> None:
    from punto.core.money import dollars

    rules = par.rules
    place = ", ".join(filter(None, (rules.layout.operator, f"table {rules.table}")))
    click.echo(f"PAR sheet of {place}: {rules.rulebook.title}, {rules.shoe.decks} decks")
    click.echo(f"submission {rules.digest}")
    click.echo(f"rulebook   {rules.rulebook.digest}\n")
    heads = ("wager", "hit frequency", "house edge", "return", "SD", "volatility")
    print_table(heads, [_row(one) for one in par.wagers], numbers=5)
    click.echo("\nVolatility: half width of the 90% band of one round, in stakes.")
    most = f"{'' if par.liability.exact else 'at most '}{dollars(par.liability.table)}"
    click.echo(f"Greatest liability in one round: {most}, {rules.seats} seats at the greatest stakes, without meters.")
    for one in par.wagers:
        for line in _remarks(par, one):
            click.echo(line)
    compared = sum(check.compared for check in par.checks)
    click.echo(f"{len(par.checks)} checks by other routes, {compared:,} comparisons: all agree.")
    click.echo("The whole sheet: -o sheet.html, sheet.pdf or sheet.json.")


def _row(one: WagerSheet) -> tuple[str, ...]:
    from punto.report.numerals import fixed, percent

    figures = (percent(one.hits), percent(one.edge), percent(one.returns))
    return (one.key, *figures, fixed(one.spread.deviation, 4), fixed(one.spread.volatility, 4))


def _remarks(par: Par, one: WagerSheet) -> list[str]:
    from punto.core.money import dollars
    from punto.odds import RIDES
    from punto.report.numerals import percent

    lines = []
    if one.rounding and one.rounding.worst.edge != one.edge:
        worst = one.rounding.worst
        edge = f"house edge {percent(worst.edge)} at a stake of {dollars(worst.stake)}"
        lines.append(f"{one.title}: with the rounding of vigorish at its worst, {edge}.")
    for choice, ride in one.odds.ride.items():
        edges = f"house edge {percent(-ride.ev)} always riding, {percent(-ride.best)} at best"
        lines.append(f"{one.title}: riding {RIDES[choice]}, {edges}.")
    if one.progressive:
        found = one.progressive
        ways = f"{percent(found.at_seed)} with meters at their seeds, {percent(found.long_run)} in the long run"
        lines.append(f"{one.title}: returns {ways}.")
    return lines
