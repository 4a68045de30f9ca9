"""``punto witness``: keys for checkpoints, and a witness that keeps and cosigns those of floors."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from punto.apps.cli import Near
from punto.apps.cli.anchor import read_key

if TYPE_CHECKING:
    from punto.anchor.witness import Witness

PORT = 8090
WITNESS_KEY = "PUNTO_WITNESS_KEY"


@click.group(cls=Near, no_args_is_help=True)
def command() -> None:
    """Keep and cosign the checkpoints of a floor, so that its operator cannot change its log afterward.

    Run a witness on a machine that the operator of the floor does not control.
    """


@command.command
@click.argument("name")
@click.option("--for", "whose", type=click.Choice(["floor", "witness"]), required=True, help="who signs with it")
@click.option("-o", "--output", required=True, metavar="FILE", help="file for the signing key; it must not exist")
def key(name: str, whose: str, output: str) -> None:
    """Create a signing key, and print the public key that others need.

    NAME identifies the floor or the witness, like floor.example/main. Keep the file where no backup of the database
    goes.
    """
    from punto.anchor import notes

    made = notes.new_key(name, notes.FLOOR if whose == "floor" else notes.WITNESS)
    try:
        file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise click.UsageError(f"{output}: this file exists; a key is never overwritten") from None
    with open(file, "w", encoding="utf-8") as opened:
        opened.write(f"{made.line}\n")
    click.echo(made.public.line)


@command.command
@click.argument("file")
@click.option("--key", "given", envvar=WITNESS_KEY, required=True, metavar="FILE", help="signing key of this witness")
@click.option("--floor", "floors", multiple=True, required=True, metavar="KEY", help="public key of a floor")
@click.option("--host", default="127.0.0.1", show_default=True, help="address to listen on; 0.0.0.0 for all")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 for any free port")
def serve(file: str, given: str, floors: tuple[str, ...], host: str, port: int) -> None:
    """Keep the checkpoints of floors in FILE, and cosign each that continues the one before it.

    A checkpoint is refused if it is not signed by a key of --floor, or if its log is not the log seen before with
    records added. `punto verify LOG --witness FILE` compares a log with what was kept.
    """
    from punto.anchor import notes
    from punto.anchor.witness import Witness

    keys = [notes.public_key(one, notes.FLOOR) for one in floors]
    asyncio.run(_serve(Witness(Path(file), read_key(given, notes.WITNESS), keys), host, port))


async def _serve(witness: Witness, host: str, port: int) -> None:
    try:
        from punto.server.serving import address_of, bound, log_as_json
        from punto.server.witness import server_of
    except ImportError:
        raise click.ClickException("a witness needs more than the rules: pip install 'punto[floor]'") from None

    with closing(bound(host, port)) as listening:
        url = address_of(listening).rstrip("/")
        words = f"The witness is open: {url}#{witness.key.public.line}; Ctrl-C stops it."
        log_as_json()
        server = server_of(witness, lambda: int(time.time()), lambda: click.echo(words))
        await server.serve(sockets=[listening])
