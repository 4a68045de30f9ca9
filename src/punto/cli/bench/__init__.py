"""``punto bench``: how fast things are, as ratios to a reference run in the same process.

A time says as much about the machine as about the program; a ratio to plain code that does the same work, timed by
turns with it, hardly changes from one machine to the next. Each benchmark is a module of this package: ``command``.
"""

from __future__ import annotations

import click

from punto.cli import Group

BENCHMARKS = {
    "floor": "200 automatic tables in one process, all durable: how long a command waits",
    "odds": "exact odds of one shoe and of many, against a plain enumeration",
    "simulate": "the simulator on one core and on two, against a plain one",
    "store": "durable appends, against a raw loop on the same database",
    "start": "whole processes of the quick commands, against a Python that does nothing",
    "spectators": "from publishing an event to its receipt by a thousand spectators",
    "table": "a table driven as a floor drives it, against hands of PokerKit",
}


@click.command(cls=Group, package="punto.cli.bench", lines=BENCHMARKS, called="benchmark")
def command() -> None:
    """How fast things are, as ratios to a reference run in the same process."""
