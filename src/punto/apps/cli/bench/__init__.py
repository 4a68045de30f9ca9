"""``punto bench``: benchmarks as ratios to a reference run in the same process.

A time depends on the machine as much as on the program; a ratio to plain code that does the same work, timed
alternately with it, hardly changes between machines. Each benchmark is a module of this package: ``command``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter

import click

from punto.apps.cli import Group
from punto.apps.cli.waiting import waiting

BENCHMARKS = {
    "floor": "Measure command latency at 200 durable automatic tables",
    "odds": "Compare exact odds with a plain enumeration",
    "simulate": "Compare the simulator with a plain one, on one core and two",
    "store": "Compare durable appends with a raw loop",
    "start": "Compare start-up of quick commands with an empty Python",
    "spectators": "Measure delivery of events to a thousand spectators",
    "table": "Compare a live table with hands of PokerKit",
    "verify": "Verify a generated log of many tables",
}


@click.command(cls=Group, package="punto.apps.cli.bench", groups={"Benchmarks": BENCHMARKS}, called="benchmark")
def command() -> None:
    """Run benchmarks, as ratios to a reference run in the same process."""


# ---------------------------------------------------------------- timing


def best(runs: Mapping[str, Callable[[], object]], turns: int) -> dict[str, float]:
    """Return the seconds of the fastest turn of each run, after one warm-up run each."""
    with waiting("measuring", turns, "turns") as wait:
        for run in runs.values():
            run()
        times = dict.fromkeys(runs, float("inf"))
        for _ in range(turns):
            for name, run in runs.items():
                begun = perf_counter()
                run()
                times[name] = min(times[name], perf_counter() - begun)
            wait.advance(1)
    return times
