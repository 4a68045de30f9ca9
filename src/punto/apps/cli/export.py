"""``punto export``: the log of a database as a self-verifying file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import click

from punto.apps.cli.output import write_whole
from punto.apps.cli.waiting import waiting

if TYPE_CHECKING:
    from punto.record.durable import Durable

T = TypeVar("T")
database_option = click.option("--database", metavar="URL", required=True, help="sqlite:///FILE or postgresql://…")


@click.command
@database_option
@click.option("--table", default="", metavar="NAME", help="only this table, with its meters and wallets")
@click.option("-o", "--output", required=True, metavar="FILE", help="output file; - for standard output")
def command(database: str, table: str, output: str) -> None:
    """Export the log of a database as JSON lines, for `punto verify` and `punto history`.

    Exports contain no secrets, accounts or names. A floor may be running meanwhile: the export is the log at one point
    in time.
    """
    from punto.anchor.receipts import Exported
    from punto.record.archive import archive
    from punto.record.opening import running

    async def written(store: Durable) -> str:
        return await archive(store, running(), table, (await Exported.of(store)).leaves)

    text = with_store(database, written)
    if output == "-":
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
        click.echo(f"written: {output}", err=True)


def with_store(url: str, work: Callable[[Durable], Awaitable[T]], *, new: bool = False) -> T:
    """Run work with a database; unless ``new``, its file must exist."""
    from pathlib import Path

    from punto.record.durable import open_store

    path = url.removeprefix("sqlite:///")
    if path != url and not new and not Path(path).exists():
        raise click.UsageError(f"{path}: there is no such file")

    async def done() -> T:
        store = await open_store(url)
        try:
            return await work(store)
        finally:
            await store.close()

    with waiting("working on the database"):
        return asyncio.run(done())
