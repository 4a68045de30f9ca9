"""``punto entropy``: generator output before it is scaled to cards, for laboratory tests."""

from __future__ import annotations

import os
import sys
from itertools import islice

import click

MOST = 2**40  # bytes; far above what a laboratory needs
CHUNK = 2048  # blocks per write


@click.command
@click.option("--raw", "size", type=click.IntRange(1, MOST), required=True, metavar="BYTES", help="number of bytes")
@click.option("--seed", metavar="HEX", help="a seed of 64 hexadecimal digits, to repeat a run  [default: real entropy]")
def command(size: int, seed: str | None) -> None:
    """Write generator output to standard output, as bytes, before any scaling."""
    from punto.fair import BLOCK, raw

    blocks = raw(os.urandom(32) if seed is None else _seed(seed))
    if sys.stdout.isatty():
        raise click.UsageError("these are bytes, not text for a terminal: send them to a file or a pipe")
    while size > 0:  # in chunks, because the whole output may exceed memory
        chunk = b"".join(islice(blocks, min(CHUNK, -(-size // BLOCK))))
        click.echo(chunk[:size], nl=False)
        size -= len(chunk)


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise click.UsageError(f"--seed {text}: a seed is 64 hexadecimal digits") from None
