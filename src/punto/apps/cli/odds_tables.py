"""``punto odds --table``: the tables that people quote, as text, CSV or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import click

from punto.apps.cli.output import print_json, print_table
from punto.apps.cli.waiting import waiting
from punto.core.cards import Composition
from punto.odds.exact import Counts, count_classes, count_infinite
from punto.odds.queries import Offer, Question, effects, with_meters
from punto.odds.sheet import sheet
from punto.odds.tables import (
    DECKS,
    INFINITE,
    SHOE_TABLES,
    Cell,
    Table,
    decks_table,
    infinite_odds,
    removal_table,
    shoe_table,
)
from punto.odds.wager_odds import WagerOdds
from punto.wagers.wager import Wager

ACROSS = 6  # columns of figures in one block: more are too wide for a page
BLOCKS = {"removal": ("rank", "effect"), "decks": ("decks", "edge")}  # what runs across, and the figure


def print_odds_table(
    name: str, question: Question, wagers: Sequence[Wager], *, infinite: bool, as_json: bool, as_csv: bool
) -> None:
    """Compute a table for a question, and print it."""
    table = odds_table(name, question, wagers, infinite=infinite)
    if as_json:
        decks = INFINITE if infinite else question.decks
        about = {"rulebook": question.offer.book.id} | ({} if name == "decks" else {"decks": decks})
        print_json({**about, "table": name, "title": table.title, "rows": table.records})
    elif as_csv:
        click.echo(table.csv, nl=False)
    else:
        _say(table, _shoe(question, infinite) if name != "decks" else question.offer.book.title)


def odds_table(name: str, question: Question, wagers: Sequence[Wager], *, infinite: bool) -> Table:
    """Compute a table for a question."""
    offer = question.offer
    if name in SHOE_TABLES:
        return shoe_table(name, _counts(question, infinite))
    if name == "removal":
        if infinite:
            raise click.UsageError("--table removal: one card less changes nothing in infinitely many decks")
        with waiting("counting", unit="shoes") as wait:
            found = effects(
                question.shoe, wagers, rate=offer.rate, seat=question.seat, meters=question.meters, progress=wait.at
            )
        return removal_table(found)
    return _by_decks(question, offer, wagers)


def _counts(question: Question, infinite: bool) -> Counts:
    if not infinite:
        return count_classes(question.shoe, question.known)
    if question.known.all:
        raise click.UsageError("--decks infinite and --player or --banker: known cards change nothing there")
    return count_infinite()


def _by_decks(question: Question, offer: Offer, wagers: Sequence[Wager]) -> Table:
    """Count every number of decks; infinitely many have no figure for a wager that reads suits."""
    sheets: dict[int | str, dict[str, WagerOdds]] = {}
    with waiting("counting", len(DECKS), "shoes") as wait:
        for decks in DECKS:
            if isinstance(decks, int):
                found = sheet(Composition.decks(decks), wagers, rate=offer.rate, seat=question.seat).wagers
                sheets[decks] = {key: with_meters(odds, question) for key, odds in found.items()}
            else:
                sheets[decks] = infinite_odds(wagers, offer.rate)
            wait.advance(1)
    return decks_table(sheets)


# ---------------------------------------------------------------- text


def _shoe(question: Question, infinite: bool) -> str:
    if infinite:
        return "infinitely many decks"
    known = f", {len(question.known.all)} cards of the coup known" if question.known.all else ""
    return f"{question.shoe.total} cards{known}"


def _say(table: Table, about: str) -> None:
    click.echo(f"{table.title}: {about}\n")
    if table.name not in BLOCKS:
        rows = [[_cell(cell) for cell in row] for row in table.rows]
        print_table(table.columns, rows, numbers=len(table.columns) - table.columns.index("deals"))
        return
    across, figure = BLOCKS[table.name]
    for block in _blocks(table, across):
        print_table(("wager", *map(str, block)), _across(table, block, across, figure), numbers=len(block))
        click.echo()
    if table.name == "removal":
        click.echo("In per cent of the stake.")
        return
    click.echo("Per wager that is decided, where some are pushed:\n")
    pushed = {row[0] for row in table.rows if row[2] != row[3]}
    for block in _blocks(table, across):
        rows = [row for row in _across(table, block, across, "edge-decided") if row[0] in pushed]
        print_table(("wager", *map(str, block)), rows, numbers=len(block))
        click.echo()


def _blocks(table: Table, across: str) -> Iterator[list[Cell]]:
    values = list(dict.fromkeys(row[table.columns.index(across)] for row in table.rows))
    for first in range(0, len(values), ACROSS):
        yield values[first : first + ACROSS]


def _across(table: Table, block: Sequence[Cell], across: str, figure: str) -> list[list[str]]:
    """Return one row for each wager, with a figure for each value of the block."""
    column, place = table.columns.index(figure), table.columns.index(across)
    found = {(row[0], row[place]): row[column] for row in table.rows}
    sign = "+" if figure == "effect" else ""
    keys = dict.fromkeys(row[0] for row in table.rows)
    return [
        [str(key), *(f"{100 * float(found[key, each]):{sign}.4f}" if (key, each) in found else "" for each in block)]
        for key in keys
    ]


def _cell(cell: Cell) -> str:
    if isinstance(cell, Fraction):
        return f"{float(cell):.4%}"
    return f"{cell:,}" if isinstance(cell, int) else cell
