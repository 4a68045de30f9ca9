"""``punto verify``: verify an exported log."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from punto.apps.cli.beacon import chain_option
from punto.apps.cli.output import json_option, library_option, log_source, print_json, read_bytes, renamed_option
from punto.apps.cli.waiting import waiting
from punto.library import Library

if TYPE_CHECKING:
    from punto.fair.beacon import Chain
    from punto.record.log_reader import LogSource
    from punto.verification.verify import Report
    from punto.verification.witnessed import Witnessed

NOT_MADE = {
    "fairness": "no shoe of this log was committed to",
    "duties": "this export does not hold the floor's journal, house/floor",
}


@click.command
@click.argument("log")
@renamed_option(
    "--contains",
    "holds",
    formerly="--holds",
    metavar="HASH",
    help="check that the log contains this hash, noted earlier",
)
@click.option(
    "--witness",
    "witnesses",
    multiple=True,
    metavar="FILE",
    help="compare the log with the checkpoints that a witness kept, or with a receipt; repeatable",
)
@click.option("--key", "keys", multiple=True, metavar="KEY", help="public key that signed every checkpoint; repeatable")
@click.option(
    "--archive", "archives", multiple=True, metavar="LOG", help="earlier export, with what was pruned since; repeatable"
)
@click.option("--partial", is_flag=True, help="accept that the log has only a part of the floor")
@click.option(
    "--workers", type=click.IntRange(1, 1024), metavar="N", help="processes for tables; by default one for each core"
)
@chain_option("the description of a beacon's chain, if it is not one of the League of Entropy")
@library_option
@json_option
def command(
    log: str,
    holds: str | None,
    witnesses: tuple[str, ...],
    keys: tuple[str, ...],
    archives: tuple[str, ...],
    partial: bool,
    workers: int | None,
    chain: Chain | None,
    library: Library,
    as_json: bool,
) -> None:
    """Verify chain, replay, money, settlement, fairness and duties of an exported log, from the file alone.

    Every table is reopened under the submission and the rulebook in the log, and every command is decided again. Each
    check names the first record that fails. With --witness, also find a log that was rewritten as a whole, cut off, or
    shown to others in another form. Exit with 1 if a check fails; - reads standard input.
    """
    from punto.verification.verify import knowing, verify_log

    if not witnesses and (keys or archives or partial):
        raise click.UsageError("--key, --archive and --partial belong to --witness")
    _check_hash(holds)
    with ExitStack() as files:
        source = files.enter_context(log_source(log))
        kept = [files.enter_context(log_source(path)) for path in archives]
        compared = _witnessed(witnesses, keys, kept, partial=partial) if witnesses else None
        with waiting("verifying", unit="records") as wait:
            report = verify_log(
                source,
                knowing(chain),
                library=library,
                witnessed=compared,
                workers=workers or os.cpu_count() or 1,
                progress=wait.at,
            )
        noted = holds is None or source.has_hash(holds)
    if as_json:
        print_json(document(report) | ({} if holds is None else {"holds": noted}))
    else:
        _say(report)
        if holds is not None:
            click.echo(f"noted hash   {'is in it' if noted else 'is NOT in it: this is another log'}")
    if not (report.whole and noted):
        raise click.exceptions.Exit(1)


def _witnessed(
    witnesses: tuple[str, ...], keys: tuple[str, ...], archives: list[LogSource], *, partial: bool
) -> Witnessed:
    from punto.anchor.notes import any_public_key
    from punto.verification.witnessed import Witnessed, read_kept

    return Witnessed(
        kept=[read_kept(path, read_bytes(path)) for path in witnesses],
        keys=[any_public_key(key) for key in keys],
        archives=archives,
        partial=partial,
    )


def _check_hash(noted: str | None) -> None:
    if noted is not None and (len(noted) != 64 or noted.strip("0123456789abcdef")):
        raise click.UsageError(f"--contains {noted}: a hash is 64 hexadecimal digits, in small letters")


# ---------------------------------------------------------------- output


def document(report: Report) -> dict[str, Any]:
    """Return a report as its JSON document."""
    return {
        "whole": report.whole,
        "records": report.records,
        "events": report.events,
        "streams": {stream: {"n": last.n, "hash": last.hash} for stream, last in report.streams.items()},
        "checks": _checks(report),
        "notes": list(report.notes),
    }


def _checks(report: Report) -> dict[str, dict[str, Any]]:
    from punto.verification.verify import CHECKS

    found: dict[str, dict[str, Any]] = {}
    for check in (*CHECKS, "witness") if "witness" in report.made else CHECKS:
        fault = report.faults.get(check)
        if fault is not None:
            where = {"line": fault.line, "stream": fault.stream, "n": fault.n}
            found[check] = {"holds": False, **where, "message": fault.words}
        elif check in report.made:
            found[check] = {"holds": True}
        else:
            found[check] = {"holds": None, "message": _not_made(report, check)}
    return found


def _not_made(report: Report, check: str) -> str:
    """Return why a check was not made."""
    from punto.verification.log_checks import NO_AUDIT

    return NO_AUDIT if report.unaudited and check == "settlement" else NOT_MADE.get(check, "no record could be read")


def _verdict(report: Report) -> str:
    from punto.verification.log_checks import NO_AUDIT

    if not report.whole:
        return "CORRUPT"
    return f"intact; {NO_AUDIT}" if report.unaudited else "intact"


def _say(report: Report) -> None:
    click.echo(f"{report.records} records, {report.events} events")
    for stream, last in report.streams.items():
        click.echo(f"{stream}: event {last.n}, hash {last.hash}")
    for check, found in _checks(report).items():
        words = {True: "passed", False: "FAILED", None: "nothing to check"}[found["holds"]]
        fault = report.faults.get(check)  # type: ignore[call-overload]
        detail = f": {fault}" if fault else f": {found['message']}" if "message" in found else ""
        click.echo(f"{check:12} {words}{detail}")
    for note in report.notes:
        click.echo(f"note         {note}")
    click.echo(_verdict(report))
