"""``punto bench simulate``: the simulator and a straightforward one, both compiled."""

from __future__ import annotations

import click

from punto.apps.cli.output import json_option, print_json, print_table
from punto.apps.cli.waiting import waiting


@click.command
@json_option
def command(as_json: bool) -> None:
    """Compare whole shoes on one core and on two with a shuffled array and branches."""
    from punto.simulate.bench import run

    with waiting("compiling and measuring"):
        figures = run()
    if as_json:
        print_json({"benchmark": "simulate", **figures})
        return
    speeds = {name: figures[f"{name}-rounds-per-second"] for name in ("yardstick", "one-thread", "two-threads")}
    rows = [
        (name.replace("-", " "), f"{speed / 1e6:,.1f}", f"{speed / speeds['yardstick']:.1f}")
        for name, speed in speeds.items()
    ]
    print_table(("dealt by", "million rounds a second", "times as fast"), rows, numbers=2)
    clock, processor = figures["two-threads-to-one"], figures["two-threads-to-one-by-processor-time"]
    click.echo(f"\nTwo threads deal {clock} times what one deals, by the clock; {processor} times by processor time.")
