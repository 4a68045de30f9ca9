"""``punto bench verify``: verification of a generated log of many tables, with its workers and their memory."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import click

from punto.apps.cli.output import json_option, near, print_json, print_table
from punto.apps.cli.waiting import Wait, waiting

if TYPE_CHECKING:
    from punto.record.chain import Record

YEAR, CORES = 30_700_000, 8  # rounds of a casino with 50 tables in a year, and the cores of its auditor


@click.command
@click.option("--tables", type=click.IntRange(1, 1_000), default=8, show_default=True)
@click.option("--rounds", type=click.IntRange(1, 10**8), default=20_000, show_default=True, help="of all tables")
@click.option("--submission", default="md-mini-classic", show_default=True, metavar="NAME", help="a built-in one")
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="processes; by default one for each core")
@click.option("--log", metavar="FILE", help="keep the log in this file; a file that exists is verified as it is")
@json_option
def command(tables: int, rounds: int, submission: str, workers: int | None, log: str | None, as_json: bool) -> None:
    """Generate a log in which tables alternate round by round, and measure its verification."""
    from punto.apps.cli.bench.automatic import every_submission

    if submission not in (names := every_submission()):
        raise click.UsageError(f"no submission is called {submission!r}{near(submission, names)}")
    with TemporaryDirectory() as folder:
        path = Path(log) if log else Path(folder) / "log.jsonl"
        if not path.exists():
            with waiting("generating", rounds, "rounds") as wait:
                write_log(path, submission, tables, rounds, wait)
        figures = _measured(path, workers or os.cpu_count() or 1)
    if as_json:
        print_json({"benchmark": "verify", "submission": submission, **figures})
        return
    rows = [(name.replace("-", " "), f"{value:,.1f}" if isinstance(value, float) else f"{value:,}")
            for name, value in figures.items()]  # fmt: skip
    print_table(("measured", "figure"), rows, numbers=1)
    hours = YEAR / figures["rounds-per-core-second"] / CORES / 3600
    click.echo(f"\nExtrapolated: {YEAR:,} rounds, a casino-year, on {CORES} such cores: {hours:.1f} hours.")


def write_log(path: Path, submission: str, tables: int, rounds: int, wait: Wait | None = None) -> None:
    """Write the log of some tables that play by turns."""
    from punto.apps.cli.bench.automatic import AutomaticTable
    from punto.record.export import LogWriter, header
    from punto.record.opening import running

    fresh: list[Record] = []
    playing = [AutomaticTable(seed, submission, f"T{seed}", fresh.append) for seed in range(1, tables + 1)]
    with path.open("wb") as file:
        log = LogWriter(file, header((record.batch for record in fresh), running()))
        for number in range(rounds):
            playing[number % tables].play(1)
            for record in fresh:
                log.add(record)
            fresh.clear()
            if wait is not None:
                wait.advance(1)
        log.end()


def _measured(path: Path, workers: int) -> dict[str, Any]:
    from punto.record.log_reader import LogSource
    from punto.verification.verify import verify_log

    rounds, records = _counted(path)
    with waiting("verifying", unit="records") as wait:
        begun, busy = perf_counter(), _processor()
        report = verify_log(LogSource(path=path), workers=workers, progress=wait.at)
        took, busy = perf_counter() - begun, _processor() - busy
    if not report.whole:
        raise click.ClickException(f"the log is corrupt: {next(iter(report.faults.values()))}")
    return {
        "rounds": rounds,
        "records": records,
        "megabytes": path.stat().st_size / 1e6,
        "workers": workers,
        "seconds": took,
        "processor-seconds": busy,
        "rounds-per-second": rounds / took,
        "rounds-per-core-second": rounds / busy,
        "megabytes-of-memory": _peak(),
    }


def _counted(path: Path) -> tuple[int, int]:
    with path.open("rb") as file:
        found = [line.count(b'"event":"coup-ended/') for line in file]
    return sum(found), len(found) - 2


def _processor() -> float:
    """Return the processor time of this process and of those that it has waited for."""
    times = os.times()
    return process_time() + times.children_user + times.children_system


def _peak() -> float:
    """Return the largest memory of one process in megabytes; 0 if the system does not report it."""
    try:
        import resource
    except ImportError:
        return 0.0
    used = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return max(used) / 1024
