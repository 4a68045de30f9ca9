"""Progress of long waits, on standard error: one line on a terminal after a second, elsewhere a line every minute."""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import TextIO

import click

from punto.core.speed import SlowWarning, slowness

FIRST, EVERY, LOGGED = 1.0, 0.25, 60.0  # seconds
ERASE = "\r\x1b[2K"


class Wait:
    """A step of a command, and how far it is; a total of zero is an unknown one."""

    def __init__(self, what: str, total: int = 0, unit: str = "") -> None:
        self.what, self.total, self.unit = what, total, unit
        self.done, self.begun = 0, monotonic()

    def advance(self, number: int) -> None:
        """Count some more as done."""
        self.done += number

    def at(self, done: int, total: int) -> None:
        """Say how many of how many are done."""
        self.done, self.total = done, total

    def __str__(self) -> str:
        seconds = monotonic() - self.begun
        if not self.total:
            return f"{self.what} ... {seconds:,.0f} s"
        if not self.done:
            return f"{self.what}: 0% of {self.total:,} {self.unit}, {seconds:,.0f} s"
        speed = self.done / seconds
        pace = f"{speed:,.0f} {self.unit} a second" if speed >= 1 else f"{1 / speed:,.0f} s each"
        left = (self.total - self.done) / speed
        return f"{self.what}: {self.done / self.total:.0%} of {self.total:,} {self.unit}, {pace}, {left:,.0f} s left"


@contextmanager
def waiting(what: str, total: int = 0, unit: str = "") -> Iterator[Wait]:
    """Show what a command is waiting for, if it takes long."""
    wait, over = Wait(what, total, unit), Event()
    live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    thread = Thread(target=_show if live else _log, args=(wait, over, sys.stderr), daemon=True)
    thread.start()
    try:
        yield wait
    finally:
        over.set()
        thread.join()


def _show(wait: Wait, over: Event, stream: TextIO) -> None:
    """Rewrite a line of the terminal, and erase it at the end."""
    if over.wait(FIRST):
        return
    while True:
        width = shutil.get_terminal_size().columns - 1
        stream.write(f"{ERASE}{str(wait)[:width]}")
        stream.flush()
        if over.wait(EVERY):
            break
    stream.write(ERASE)
    stream.flush()


def _log(wait: Wait, over: Event, stream: TextIO) -> None:
    while not over.wait(LOGGED):
        click.echo(f"punto: {wait}", file=stream)


def say_if_slow(what: str, times: int) -> None:
    """Say what is slow without numba, once for the whole command."""
    words = slowness(what, times)
    if words:
        click.echo(f"punto: {words}", err=True)
        warnings.simplefilter("ignore", SlowWarning)
