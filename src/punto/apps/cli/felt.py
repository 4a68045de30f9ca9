"""``punto felt``: draw the layout of a submission."""

from __future__ import annotations

import click

from punto.apps.cli.output import books_options, house_rules, wagers_option, write_whole
from punto.library import Rulebooks


@click.command
@click.argument("submission", required=False)
@click.option("-o", "--output", metavar="FELT.SVG", help="output file instead of standard output")
@books_options
@wagers_option
def command(submission: str | None, output: str | None, books: Rulebooks) -> None:
    """Draw the layout of SUBMISSION as SVG."""
    from punto.draw.felt import felt_svg

    if output is not None and not output.lower().endswith(".svg"):
        raise click.UsageError(f"-o {output}: a felt is drawn as .svg")
    drawing = felt_svg(house_rules(submission, books))
    if output is None:
        click.echo(drawing)
    else:
        write_whole(output, drawing)
        click.echo(f"drawn: {output}", err=True)
