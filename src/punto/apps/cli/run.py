"""``punto run``: run a transcript of commands at a headless table."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from punto.apps.cli.output import books_options, read_text, submission_text, write_whole
from punto.library import BUILT_IN, Rulebooks

if TYPE_CHECKING:
    from punto.game.card_sources import CardSource
    from punto.game.game import Accepted
    from punto.game.headless import Answer, Headless
    from punto.rules.house_rules import HouseRules
    from punto.table.transcript import Expectation, Table, Transcript

LAST = ("section", "postings", "moves")  # keys of an event printed last: citation and money


@click.command
@click.argument("script")
@click.option(
    "-o", "--output", metavar="LOG.JSONL", help="write the log to this file, for punto verify and punto history"
)
@books_options
def command(script: str, output: str | None, books: Rulebooks) -> None:
    """Run a transcript of commands (JSON lines) at a headless table and print the events (JSON lines).

    The first line of SCRIPT opens the table, followed by one command per line; - reads standard input. A refusal is
    printed and does not stop the run. Exit with 1 if an expectation is not met.

    A SCRIPT whose name ends in .txt is a scenario in plain sentences: it is played at every table that it names, and
    one line per table reports that it went as written.
    """
    if script.endswith(".txt"):
        _play_sheet(script, output, books)
        return
    from punto.record.export import export
    from punto.record.opening import running
    from punto.table.transcript import TranscriptError, read

    try:
        transcript = read(read_text(script))
        table, opened = opened_table(transcript.opening.table, Path(script).parent, books)
        unmet = _play(transcript, table, opened)
    except TranscriptError as error:
        raise click.UsageError(f"{_name(script)}: {error}") from None
    if output is not None:
        write_whole(output, export(table.session.store, running()))
        click.echo(f"written: {output}", err=True)
    if unmet:
        raise click.exceptions.Exit(1)


def _name(script: str) -> str:
    return "standard input" if script == "-" else script


# ---------------------------------------------------------------- opening


def opened_table(table: Table, folder: Path, books: Rulebooks = BUILT_IN) -> tuple[Headless, Accepted]:
    """Open the table of a transcript."""
    from msgspec.structs import replace

    from punto.core.roles import Role
    from punto.game.game import open_table
    from punto.game.headless import Headless
    from punto.game.linked_machines import WalletLinks
    from punto.record.chain import LogError
    from punto.record.memory import MemoryStore
    from punto.record.opening import Open, Unlawful, running
    from punto.record.vault import Worded

    path, text = submission(table.submission, folder)
    rulebook, progressive = _filed(path, text, books)
    opening = Open(
        id="open",
        by=Role.SYSTEM,
        who="house",
        at=table.at,
        submission=text,
        rulebook=rulebook,
        rack=table.rack,
        punto=running(),
        progressive=progressive,
        virtual=_virtual(table),
    )
    store = MemoryStore()
    purses = WalletLinks(store)
    try:
        session, accepted = open_table(store, opening, Worded(table.word), purses)
        filled = purses.fill(store, table.wallets, table.at)
    except Unlawful as error:
        _complain_of(path, error.findings)
    except LogError as error:
        raise click.UsageError(str(error)) from None
    return Headless(session, _keeper(table, session.rules)), replace(accepted, beside=accepted.beside + filled)


def submission(name: str, folder: Path) -> tuple[str, str]:
    """Find a submission: a file here or next to the transcript, or the name of a built-in one."""
    for path in (Path(name), folder / name):
        if path.is_file():
            return str(path), read_text(str(path))
    return name, submission_text(name)


def _filed(path: str, text: str, books: Rulebooks) -> tuple[str, str]:
    """Return the text of the rulebook that a submission is filed under, and what it feeds."""
    from punto.law.rulebook import RulebookError
    from punto.rules.review import review

    found = review(text, books)
    try:
        rulebook = books.text(found.rulebook)
    except RulebookError:  # there is a finding that says so
        _complain_of(path, found.findings)
    fed = found.rules.metered if found.rules is not None else None
    return rulebook, fed.key if fed is not None else ""


def _complain_of(path: str, findings: Iterable[object]) -> NoReturn:
    for finding in findings:
        click.echo(f"punto: {path}: {finding}", err=True)
    raise click.exceptions.Exit(1)


def _keeper(table: Table, rules: HouseRules) -> CardSource:
    from punto.game.card_sources import StackedCards, UnknownCards
    from punto.game.virtual_shoe import VirtualShoe
    from punto.record.vault import Derived

    if table.cards:
        return StackedCards(table.order)
    return VirtualShoe(rules, Derived(_seed(table.seed))) if _virtual(table) else UnknownCards()


def _virtual(table: Table) -> bool:
    """Return whether the shoes are shuffled here and thus committed to; stacked cards are not."""
    return not table.cards and (table.shoe == "virtual" or table.seed is not None)


def _seed(given: str | int | None) -> bytes:
    """Return 32 bytes: real entropy, a seed in hexadecimal digits, or the hash of any other word or number."""
    if given is None:
        return os.urandom(32)
    text = str(given)
    if len(text) == 64 and not text.strip("0123456789abcdefABCDEF"):
        return bytes.fromhex(text)
    return hashlib.sha256(text.encode()).digest()


# ---------------------------------------------------------------- a scenario in plain sentences


def _play_sheet(script: str, output: str | None, books: Rulebooks) -> None:
    """Play a scenario at all of its tables, and report each result."""
    from punto.scenario import SheetError, Unmet, play, read

    try:
        sheet = read(read_text(script))
    except SheetError as error:
        raise click.UsageError(f"{script}: {error}") from None
    if output is not None and len(sheet.tables) > 1:
        raise click.UsageError(
            f"{script}: {len(sheet.tables)} tables write {len(sheet.tables)} logs, and -o is one file"
        )
    unmet = 0
    for table in sheet.tables:
        try:
            played = play(sheet, table, lambda name: submission(name, Path(script).parent)[1], books)
        except Unmet as error:
            click.echo(f"punto: {script}: {table.submission}: {error}", err=True)
            unmet += 1
            continue
        click.echo(f"{played.rulebook}: {table.submission}: as written, {played.lines} lines, the log verified")
        if output is not None:
            write_whole(output, played.log)
            click.echo(f"written: {output}", err=True)
    if unmet:
        raise click.exceptions.Exit(1)


# ---------------------------------------------------------------- playing


def _play(transcript: Transcript, table: Headless, opened: Accepted) -> int:
    """Run all lines, print their results, and return the number of unmet expectations."""
    from punto.game.headless import Answer

    opening = transcript.opening
    unmet = _say([Answer(opening.number, opened)], opening.expect, opening.number)
    for line in transcript.lines:
        unmet += _say(table.play(line), line.expect, line.number)
    return unmet


def _say(answers: Iterable[Answer], expect: Expectation | None, number: int) -> int:
    came: dict[str, None] = {}
    for answer in answers:
        for document in documents(answer):
            click.echo(json.dumps(document, ensure_ascii=False))
            came[_short(document)] = None
    if expect is None or str(expect) in came:
        return 0
    click.echo(f"punto: line {number}: expected {expect}; {', '.join(came) or 'nothing'} came", err=True)
    return 1


def documents(answer: Answer) -> Iterator[dict[str, Any]]:
    """Yield the printed lines of a result."""
    import msgspec

    from punto.table import Refusal

    came = answer.came
    if isinstance(came, Refusal):
        yield {"refused": str(came.reason), "line": answer.line, "section": came.section, "detail": dict(came.detail)}
        return
    streams: list[tuple[dict[str, Any], int, tuple[Any, ...]]] = [({}, came.n, came.events)]
    streams += [({"stream": write.stream}, write.expected + 1, write.events) for write in came.beside]
    for stream, first, events in streams:
        for n, event in enumerate(events, first):
            written = msgspec.to_builtins(event)
            yield (
                stream
                | {"n": n}
                | {key: value for key, value in written.items() if key not in LAST}
                | {key: written[key] for key in LAST if key in written}
            )


def _short(document: dict[str, Any]) -> str:
    return f"refused: {document['refused']}" if "refused" in document else document["event"].partition("/")[0]
