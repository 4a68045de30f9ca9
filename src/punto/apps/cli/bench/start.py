"""``punto bench start``: start-up time of commands that need no arrays, compared with an empty Python."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib.resources import as_file, files

import click

from punto.apps.cli.bench import best
from punto.apps.cli.output import json_option, print_json, print_table

NOTHING = "python that does nothing"
SUBMISSION = "ma-mini-classic.toml"
COMMANDS = {  # commands used interactively; none needs arrays or a compiler
    "version": ("version",),
    "check": ("check", SUBMISSION),
    "odds": ("odds", "--decks", "8"),
    "rules": ("rules", "show", "ma-mini"),
    "felt": ("felt", SUBMISSION),
    "roads": ("roads", "BPBBTPB"),
}


@click.command
@click.option("--turns", type=click.IntRange(1, 1000), default=5, show_default=True, help="number of timings of each")
@json_option
def command(turns: int, as_json: bool) -> None:
    """Compare whole processes of quick commands with a Python that does nothing."""
    with as_file(files("punto").joinpath("submissions")) as folder:
        runs = {NOTHING: _process("-c", "pass")}
        for name, words in COMMANDS.items():
            given = (str(folder / word) if word == SUBMISSION else word for word in words)
            runs[f"punto {name}"] = _process("-m", "punto", *given)
        times = best(runs, turns)
    ratios = {name: seconds / times[NOTHING] for name, seconds in times.items()}
    if as_json:
        figures = {name: {"seconds": times[name], "ratio": ratios[name]} for name in times}
        print_json({"benchmark": "start", "turns": turns, "runs": figures})
        return
    rows = [(name, f"{times[name]:.3f}", f"{ratios[name]:.1f}") for name in times]
    print_table(("process", "seconds", "times as long"), rows, numbers=2)


def _process(*arguments: str) -> Callable[[], object]:
    """Return a run of a separate process whose output is discarded."""
    words = [sys.executable, *arguments]
    return lambda: subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
