"""``punto roads``: the five roads of a shoe."""

from __future__ import annotations

import shutil
import sys

import click

from punto.apps.cli.output import WIDTH, json_option, print_json, write_whole


@click.command
@click.argument("outcomes", nargs=-1, required=True)
@click.option("-o", "--output", metavar="ROADS.SVG", help="draw them to this file instead of printing")
@click.option("--drop-again", is_flag=True, help="let a tail that has turned drop again where it can")
@json_option
def command(outcomes: tuple[str, ...], output: str | None, drop_again: bool, as_json: bool) -> None:
    """Show the five roads of a shoe, and what Banker or Player would add to them.

    OUTCOMES are letters, like BBPTP: B for Banker, P for Player, T for a tie; spaces and letter case are ignored. In
    the roads a figure counts ties, and r is red, b blue.
    """
    from punto.views.roads import Roads

    if output is not None and not output.endswith(".svg"):
        raise click.UsageError(f"-o {output}: roads are drawn as .svg")
    roads = Roads.of(" ".join(outcomes))
    if output is not None:
        from punto.draw.roads import paper_svg

        write_whole(output, paper_svg(roads, drop_again=drop_again))
        click.echo(f"drawn: {output}", err=True)
    if as_json:
        print_json(roads.document(drop_again=drop_again))
    elif output is None:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH
        click.echo(roads.text(width, drop_again=drop_again))
