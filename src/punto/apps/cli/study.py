"""``punto study``: rerun the studies of the manual."""

from __future__ import annotations

import click

from punto.apps.cli.output import (
    books_options,
    functions_option,
    json_option,
    near,
    print_json,
    print_table,
    write_whole,
)
from punto.apps.cli.waiting import say_if_slow, waiting
from punto.library import Rulebooks
from punto.report.studies import STUDIES, Study, module_of, study
from punto.simulate import SLOW
from punto.wagers.book import known
from punto.wagers.wager import Wager


@click.command
@click.argument("name", required=False)
@click.option(
    "--shoes", type=click.IntRange(2, 10_000_000), metavar="N", help="number of shoes, if the study deals any"
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="seed of the shoes (1)")
@click.option("-o", "--output", metavar="PLOT.SVG", help="also draw the plot of the study to this file")
@books_options
@functions_option
@json_option
def command(
    name: str | None,
    shoes: int | None,
    seed: int | None,
    output: str | None,
    books: Rulebooks,
    functions: tuple[Wager, ...],
    as_json: bool,
) -> None:
    """Rerun the study NAME, or list them all."""
    if name is None:
        _list(as_json)
        return
    if name not in STUDIES:
        raise click.UsageError(f"no study is called {name!r}{near(name, tuple(STUDIES))}")
    if (shoes is not None or seed is not None) and not hasattr(module_of(name), "SHOES"):
        raise click.UsageError(f"{name} deals no shoes, its figures are exact: leave --shoes and --seed out")
    if output is not None and not output.lower().endswith(".svg"):
        raise click.UsageError(f"-o {output}: a plot is drawn as .svg")
    own = books.library.own
    offered = (
        tuple(wager for wager in known(books.load(own.edition.id)) if wager.family in own.keys) if own else functions
    )
    if hasattr(module_of(name), "SHOES"):
        say_if_slow(*SLOW)
    with waiting(f"study {name}", unit="shoes") as wait:
        found = study(name, shoes, 1 if seed is None else seed, wait.at, offered)
    if output is not None:
        from punto.draw.chart import chart_svg

        write_whole(output, chart_svg(found.chart))
        click.echo(f"drawn: {output}", err=True)
    if as_json:
        print_json({"study": name, **found.document})
    else:
        _say(found)


def _own(books: Rulebooks) -> tuple[Wager, ...]:
    """Return the wagers of a file of wagers."""
    own = books.library.own
    return tuple(one for one in known(books.load(own.edition.id)) if one.family in own.keys) if own else ()


def _list(as_json: bool) -> None:
    if as_json:
        print_json(STUDIES)
        return
    print_table(("study", "what it asks"), list(STUDIES.items()))


def _say(found: Study) -> None:
    click.echo(found.title)
    for table in found.tables:
        click.echo(f"\n{table.title}\n")
        print_table(table.columns, table.rows, numbers=table.numbers)
    click.echo()
    for note in found.notes:
        click.echo(note)
