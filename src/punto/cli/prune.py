"""``punto prune``: what is old leaves the database, once it is in a file."""

from __future__ import annotations

import time

import click

from punto.cli.export import database_option, with_store
from punto.cli.output import json_option, print_json
from punto.cli.verify import read_bytes

DAY = 86_400_000  # milliseconds


@click.command
@click.argument("log")
@database_option
@click.option("--days", type=click.IntRange(min=0), required=True, help="that nothing was written for")
@json_option
def command(log: str, database: str, days: int, as_json: bool) -> None:
    """Take tables out of a database that nobody has written to for some days, and that LOG, an export, has whole.

    A table goes together with the meters and wallets that belong to it, or not at all. Keep the file.
    """
    from punto.store.archive import prune

    data, before = read_bytes(log), time.time_ns() // 10**6 - days * DAY
    gone = with_store(database, lambda store: prune(store, data, before))
    if as_json:
        print_json({"pruned": gone})
        return
    for stream in gone:
        click.echo(stream)
    click.echo(f"{len(gone)} streams taken away")
