"""``punto prune``: remove old, exported tables from a database."""

from __future__ import annotations

import time

import click

from punto.apps.cli.export import database_option, with_store
from punto.apps.cli.output import json_option, print_json, read_bytes

DAY = 86_400_000  # milliseconds


@click.command
@click.argument("log")
@database_option
@click.option("--days", type=click.IntRange(min=0), required=True, help="minimum number of days without a write")
@json_option
def command(log: str, database: str, days: int, as_json: bool) -> None:
    """Remove tables from a database that were not written to for some days and are complete in LOG, an export.

    A table is removed together with its meters and wallets, or not at all. Keep the file.
    """
    from punto.record.archive import prune

    data, before = read_bytes(log), time.time_ns() // 10**6 - days * DAY
    gone = with_store(database, lambda store: prune(store, data, before))
    if as_json:
        print_json({"pruned": gone})
        return
    for stream in gone:
        click.echo(stream)
    click.echo(f"{len(gone)} streams taken away")
