"""``punto history``: coups from an exported log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from punto.apps.cli.coups import listed, summary, told
from punto.apps.cli.output import json_option, near, print_json, read_bytes, renamed_option
from punto.apps.cli.waiting import waiting

if TYPE_CHECKING:
    from punto.record.log_reader import ParsedLog
    from punto.rules.house_rules import HouseRules
    from punto.views.history import CoupHistory, LoggedEvent


@click.command
@click.argument("log")
@click.option("--table", metavar="NAME", help="the table, if the log has several")
@click.option("--shoe", type=click.IntRange(1), metavar="N", help="only coups of this shoe; --coup counts within it")
@click.option("--coup", type=click.IntRange(1), metavar="N", help="one coup in full")
@click.option("--statistics", is_flag=True, help="handle, drop, win and hold, compared with theory")
@click.option("-o", "--output", metavar="HOLD.SVG", help="with --statistics: plot the win against theory to this file")
@click.option("--ledger", metavar="[ACCOUNT]", is_flag=False, flag_value="", help="a trial balance, or one statement")
@renamed_option(
    "--view-as",
    "viewer",
    formerly="--as",
    metavar="ROLE",
    help="events as seen by a player, spectator, dealer, floor …",
)
@click.option("--seat", type=click.IntRange(1), metavar="N", help="with --view-as player: the player's seat")
@json_option
def command(
    log: str,
    table: str | None,
    shoe: int | None,
    coup: int | None,
    statistics: bool,
    output: str | None,
    ledger: str | None,
    viewer: str | None,
    seat: int | None,
    as_json: bool,
) -> None:
    """Show past coups from an exported log: wagers, cards, steps, result, balances.

    Without --coup, lists the coups. With --shoe, --coup counts from 1 within that shoe; without it, from the table's
    opening. A corrupt log is shown as far as it can be read, with a warning and exit status 1: run punto verify.

    Instead of coups: --statistics, --ledger, or --view-as ROLE. With --json, --view-as prints one JSON object per line.
    """
    from punto.record.log_reader import read

    _check_options({"--statistics": statistics, "--ledger": ledger is not None, "--view-as": viewer is not None})
    _check_belongings(statistics=statistics, output=output, viewer=viewer, seat=seat, part=shoe or coup)
    with waiting("reading"):
        reading = read(read_bytes(log))
    stream = _stream(log, reading, table)
    if statistics:
        _show_statistics(log, reading, stream, output, as_json)
    else:
        with waiting("reading coups"):
            coups = _of_shoe(list(_coups(reading, stream)), shoe)
        chosen = coups if coup is None else [_one(coups, shoe, coup)]
        if ledger is not None:
            _show_ledger(reading, stream, ledger, shoe, None if coup is None else chosen[0].coup, as_json)
        elif viewer is not None:
            _show_view(reading, stream, viewer, seat, None if shoe is coup is None else chosen, as_json)
        else:
            _show_hands(chosen, coup is not None, as_json)
    if reading.faults:
        click.echo(f"punto: {log}: this log is corrupt: {reading.faults[0]}", err=True)
        raise click.exceptions.Exit(1)


# ---------------------------------------------------------------- options


def _check_options(asked: dict[str, bool]) -> None:
    """Raise ``UsageError`` if exclusive options are combined."""
    given = [option for option, is_given in asked.items() if is_given]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)}: give one of them")


def _check_belongings(
    *, statistics: bool, output: str | None, viewer: str | None, seat: int | None, part: int | None
) -> None:
    """Raise ``UsageError`` for options that require another."""
    if output is not None and not statistics:
        raise click.UsageError("-o: only --statistics are drawn")
    if output is not None and not output.endswith(".svg"):
        raise click.UsageError(f"-o {output}: the hold is drawn as .svg")
    if statistics and part:
        raise click.UsageError("--statistics are of the whole log, and have a line for each shoe: leave --shoe, --coup")
    if seat is not None and viewer != "player":
        raise click.UsageError("--seat: only --view-as player sits at one")


def _show_hands(coups: list[CoupHistory], one: bool, as_json: bool) -> None:
    if as_json:
        print_json(coups[0].document if one else [summary(each) for each in coups])
    elif one:
        told(coups[0])
    else:
        listed(coups)


def _show_statistics(log: str, reading: ParsedLog, stream: str, output: str | None, as_json: bool) -> None:
    from punto.apps.cli.figures import draw, say_statistics
    from punto.views.figures import Figures, course, document

    rules = _rules(log, reading, stream)
    happened = _followed(reading, stream)
    with waiting("computing statistics"):
        found, points = course(rules, happened)
    if output is not None:
        draw(output, found, points, Figures.of(found.table, found.theory))
    if as_json:
        print_json(document(found))
    elif output is None:
        say_statistics(found)


def _show_ledger(
    reading: ParsedLog, stream: str, account: str, shoe: int | None, coup: int | None, as_json: bool
) -> None:
    from punto.apps.cli.figures import say_balance, say_statement
    from punto.views.ledger import ledger

    found = ledger(_followed(reading, stream))
    when = "" if shoe is coup is None else f", coup {coup} as the table counts" if coup else f", shoe {shoe}"
    if not account:
        balance = found.trial_balance(shoe, coup)
        print_json(balance.document | {"balanced": balance.balanced}) if as_json else say_balance(stream, when, balance)
        return
    if account not in found.accounts:
        raise click.UsageError(f"--ledger {account}: no such account{near(account, sorted(found.accounts))}")
    statement = found.statement(account, shoe, coup)
    print_json(statement.document) if as_json else say_statement(stream, when, statement)


def _show_view(
    reading: ParsedLog, stream: str, viewer: str, seat: int | None, coups: list[CoupHistory] | None, as_json: bool
) -> None:
    from punto.apps.cli.coups import say_view, viewer_of

    wanted = None
    if coups is not None:
        wanted = {step.n for coup in coups for step in (*coup.preparation, *coup.steps)}
    say_view(reading, stream, viewer_of(viewer), seat, wanted, as_json)


# ---------------------------------------------------------------- selection


def _stream(log: str, reading: ParsedLog, table: str | None) -> str:
    streams = list(dict.fromkeys(entry.record.stream for entry in reading.entries))
    tables = [stream.removeprefix("table/") for stream in streams if stream.startswith("table/")]
    if not tables:
        reason = f": {reading.faults[0]}" if reading.faults else ""
        raise click.UsageError(f"{log}: there is no table in this log{reason}")
    if table is None and len(tables) > 1:
        raise click.UsageError(f"{log}: which --table? There are {', '.join(tables)}")
    if table is not None and table not in tables:
        raise click.UsageError(f"--table: no table is called {table!r} here{near(table, tables)}")
    return f"table/{table or tables[0]}"


def _coups(reading: ParsedLog, stream: str) -> Iterator[CoupHistory]:
    """Yield the coups, up to where the log can no longer be replayed."""
    from punto.record.export import LogFault
    from punto.views.history import history

    try:
        yield from history(_happened(reading, stream))
    except Exception as error:  # only a tampered log raises here
        reading.faults.append(LogFault("replay", 1, f"{stream} cannot be followed to its end: {error}"))


def _happened(reading: ParsedLog, stream: str) -> Iterator[LoggedEvent]:
    from punto.views.history import LoggedEvent

    for _, record, batch in reading.entries:
        if record.stream == stream:
            command = batch.command
            for n, event in batch.numbered:
                yield LoggedEvent(n, command.at, str(command.by), command.who, event)


def _followed(reading: ParsedLog, stream: str) -> list[LoggedEvent]:
    """Return the logged events, up to where the log can no longer be replayed."""
    from punto.record.export import LogFault
    from punto.table import TableState, evolve

    state, followed = TableState(), []
    for one in _happened(reading, stream):
        try:
            state = evolve(state, one.event)
        except Exception as error:  # only a tampered log raises here
            reading.faults.append(LogFault("replay", 1, f"{stream} cannot be followed to its end: {error}"))
            break
        followed.append(one)
    return followed


def _rules(log: str, reading: ParsedLog, stream: str) -> HouseRules:
    """Return the house rules under which a table was opened."""
    from punto.record.opening import Open, rules_of

    for entry in reading.entries:
        command = entry.batch.command
        if entry.record.stream == stream and isinstance(command, Open):
            try:
                return rules_of(command)
            except ValueError as error:
                raise click.UsageError(f"{log}: the rules of {stream} cannot be read: {error}") from None
    raise click.UsageError(f"{log}: {stream} is not opened in this log, so its rules are not known")


def _of_shoe(coups: list[CoupHistory], shoe: int | None) -> list[CoupHistory]:
    if shoe is None:
        return coups
    found = [each for each in coups if each.shoe == shoe]
    if not found:
        shoes = sorted({each.shoe for each in coups})
        raise click.UsageError(f"--shoe {shoe}: {_there_are('shoe', shoes)}")
    return found


def _one(coups: list[CoupHistory], shoe: int | None, wanted: int) -> CoupHistory:
    numbers = [each.coup if shoe is None else each.number for each in coups]
    if wanted not in numbers:
        raise click.UsageError(f"--coup {wanted}: {_there_are('coup', numbers)}")
    return coups[numbers.index(wanted)]


def _there_are(what: str, numbers: list[int]) -> str:
    if not numbers:
        return f"there is no {what} in this log"
    return f"there is {what} {numbers[0]}" if len(numbers) == 1 else f"there are {what}s {numbers[0]} to {numbers[-1]}"
