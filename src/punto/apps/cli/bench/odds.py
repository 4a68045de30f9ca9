"""``punto bench odds``: the closed form against a plain enumeration, both compiled, on one core."""

from __future__ import annotations

import click

from punto.apps.cli.bench import best
from punto.apps.cli.output import json_option, print_json, print_table


@click.command
@click.option(
    "--turns", type=click.IntRange(1, 100_000), default=400, show_default=True, help="number of timings of each"
)
@json_option
def command(turns: int, as_json: bool) -> None:
    """Compare exact odds of one shoe and of many with a plain enumeration of the same counts."""
    from punto.odds.fast.measure import Measure

    measure = Measure()
    if not measure.agree():
        raise RuntimeError("the closed form and the enumeration count differently")
    times = best(measure.runs(), turns)
    each = {name: seconds / measure.size(name) for name, seconds in times.items()}
    plain = each["enumeration"]
    if as_json:
        figures = {name: {"microseconds": time * 1e6, "ratio": plain / time} for name, time in each.items()}
        print_json({"benchmark": "odds", "turns": turns, "identical": True, "runs": figures})
        return
    click.echo(f"Exact counts of {measure.shoes} depleted eight-deck shoes, identical by each way; one core\n")
    rows = [(name, f"{time * 1e6:.2f}", f"{plain / time:.1f}") for name, time in each.items()]
    print_table(("counted by", "µs a shoe", "times as fast"), rows, numbers=2)
