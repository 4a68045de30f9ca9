"""``punto import``: import an exported log into a database."""

from __future__ import annotations

import click

from punto.apps.cli.export import database_option, with_store
from punto.apps.cli.output import read_bytes


@click.command
@click.argument("log")
@database_option
def command(log: str, database: str) -> None:
    """Import an exported log into a database that has none of its tables yet; all of it, or nothing.

    For examining old logs. It does not restore a backup: secrets and accounts are not part of an export.
    """
    from punto.record.archive import restore

    data = read_bytes(log)
    records = with_store(database, lambda store: restore(store, data), new=True)
    click.echo(f"{records} records")
