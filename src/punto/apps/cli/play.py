"""``punto play``: a table in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from punto.apps.cli.output import OWN_TABLE, books_options, filed_text, wagers_option, write_whole
from punto.library import Rulebooks

if TYPE_CHECKING:
    from punto.apps.terminal.sitting import Wanted

TABLE = "ma-midi-squeeze"
HOUSE_PLAYERS = 3
MOST = 1_000_000  # dollars


@click.command
@click.argument("submission", required=False)
@click.option("--seat", type=click.IntRange(1), help="your seat (the middle one)")
@click.option("--buy-in", type=click.IntRange(1, MOST), metavar="DOLLARS", help="chips to buy (100 minimum wagers)")
@click.option("--players", type=click.IntRange(0, 13), default=HOUSE_PLAYERS, show_default=True, help="demo players")
@click.option("--bet-seconds", type=click.IntRange(1, 3600), help="length of the betting period (no timer)")
@click.option("--fast", is_flag=True, help="deal with hardly a pause")
@click.option("--drop-again", is_flag=True, help="draw roads whose tails drop again where they can")
@click.option("--log", metavar="FILE", help="write the log to this file after every coup, for punto verify")
@books_options
@wagers_option
def command(
    submission: str | None,
    seat: int | None,
    buy_in: int | None,
    players: int,
    bet_seconds: int | None,
    fast: bool,
    drop_again: bool,
    log: str | None,
    books: Rulebooks,
) -> None:
    """Play at a table of SUBMISSION with play money: a file, or the name of a built-in one.

    Demo players at other seats are shown as such. The shoe is virtual, committed to before the first wager, and your
    entropy goes into its shuffle. Press ? for keys and mouse.
    """
    if submission is None and books.library.own is None:
        submission = TABLE
    text = filed_text(submission, books)
    _lawful(submission or OWN_TABLE, text, seat, books)
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise click.ClickException("a table needs a terminal, and this is none: run punto play without a pipe")
    try:
        import textual  # noqa: F401
    except ImportError:
        raise click.ClickException("a table in the terminal needs more: pip install 'punto[play]'") from None
    from punto.apps.terminal.sitting import Wanted

    cents = None if buy_in is None else 100 * buy_in
    _play(Wanted(text, seat, cents, players, bet_seconds, fast, books, drop_again), saver(log))


def _lawful(name: str, text: str, seat: int | None, books: Rulebooks) -> None:
    """Raise ``UsageError`` if the table cannot be opened, before the screen starts."""
    from punto.rules.review import review

    found = review(text, books)
    if found.rules is None:
        for finding in found.findings:
            click.echo(f"punto: {name}: {finding}", err=True)
        raise click.exceptions.Exit(1)
    if seat is not None and seat > found.rules.seats:
        raise click.UsageError(f"--seat {seat}: table {found.rules.table} has {found.rules.seats} seats")


def saver(path: str | None) -> Callable[[str], None] | None:
    """Return how the log is written; raise ``UsageError`` now if it cannot be, or if the file exists."""
    if path is None:
        return None
    if Path(path).exists():
        raise click.UsageError(f"--log {path}: there is such a file already, and a log is not written over")
    write_whole(path, "")
    return lambda text: write_whole(path, text)


def _play(wanted: Wanted, save: Callable[[str], None] | None) -> None:
    from punto.apps.terminal.app import PlayApp
    from punto.apps.terminal.wording import farewell

    app = PlayApp(wanted, save)
    app.run()
    if save is not None and app.log_text:
        save(app.log_text)
    if app.fault is not None:
        raise app.fault
    click.echo(farewell(app.coups, app.sitting.elapsed, app.sitting.net(app.sitting.state)))
