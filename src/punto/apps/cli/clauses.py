"""``punto rules coverage`` and ``punto rules trace``: what becomes of each clause, and the tests that establish it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from punto.apps.cli.output import WIDTH, json_option, near, print_json, print_table, read_text
from punto.law.clauses import ESTABLISHED, Status
from punto.law.coverage import OPEN, STANDINGS, Coverage, standings
from punto.law.coverage import coverage as recorded
from punto.law.rulebook import documents

if TYPE_CHECKING:
    from punto.law.clauses import Clause
    from punto.law.trace import Traced

EXPLAINED = (Status.DATA_ONLY, Status.OUT_OF_SCOPE, Status.NOT_KEPT)  # each clause with its reason


# ---------------------------------------------------------------- coverage


@click.command("coverage")
@click.option("--status", type=click.Choice(STANDINGS), help="list the clauses of this status, with their reasons")
@json_option
def coverage(status: str | None, as_json: bool) -> None:
    """Count the clauses of the documents by what becomes of them, as recorded tests establish it."""
    record = recorded()
    if as_json:
        print_json(_counted(record))
        return
    if status:
        _list(record, status)
        return
    counts = {rulebook: standings(record, rulebook) for rulebook in documents()}
    total = {one: sum(some[one] for some in counts.values()) for one in STANDINGS}
    rows = [(one, *(str(some[one]) for some in counts.values()), str(total[one])) for one in STANDINGS]
    every = ("clauses", *(str(sum(some.values())) for some in counts.values()), str(sum(total.values())))
    print_table(("status", *counts, "all"), [*rows, every], numbers=len(counts) + 1)
    kept = sum(total[one] for one in ESTABLISHED)
    click.echo(
        f"\n{kept} of {every[-1]} clauses have a status that tests establish; commit {record.commit or '(none)'}."
        f"\n{len(record.proofs)} of {len(record.places)} places (provisions in a document) are proved by them."
        "\n--status lists the clauses of one status."
    )


def _counted(record: Coverage) -> dict[str, Any]:
    every = [clause for some in record.clauses.values() for clause in some]
    by = {one: [clause for clause in every if record.standing(clause) == one] for one in STANDINGS}
    return {
        "places": len(record.places),
        "covered": len(record.proofs),
        "commit": record.commit,
        "open": [list(place) for place in record.open],
        "clauses": len(every),
        **{str(one): len(by[one]) for one in Status if one in ESTABLISHED},
        **{
            str(one): [[clause.rulebook, clause.section, clause.id, clause.why] for clause in by[one]]
            for one in EXPLAINED
        },
        "open-clauses": [[clause.rulebook, clause.section, clause.id, clause.status] for clause in by[OPEN]],
        "documents": {rulebook: standings(record, rulebook) for rulebook in documents()},
    }


def _list(record: Coverage, status: str) -> None:
    for some in record.clauses.values():
        for clause in some:
            if record.standing(clause) == status:
                click.echo(f"{clause.id}  {clause.says}{f' [{clause.why}]' if clause.why else ''}")


# ---------------------------------------------------------------- trace


@click.command("trace")
@click.argument("rulebook", metavar="ID")
@click.argument("document", metavar="DOCUMENT.txt")
@json_option
def trace(rulebook: str, document: str, as_json: bool) -> None:
    """Show every sentence of a document with its clauses, their status and tests. Exit with 1 if one has none.

    The package has digests of the sentences of each built-in document, not their text: bring your copy as plain text.
    A changed, additional or missing sentence is a finding too.
    """
    from punto.law.trace import NoLedgerError
    from punto.law.trace import trace as traced

    text = _document_text(document)
    try:
        lines = traced(rulebook, text)
    except NoLedgerError as error:
        raise click.UsageError(f"{error}{near(rulebook, documents())}") from None
    same = sum(one.mark == "same" for one in lines)
    if not 2 * same > len(lines):
        words = f"{same} of its sentences are those of {rulebook}: it is another document or edition"
        raise click.UsageError(f"{document}: {words}")
    found = [one for one in lines if one.found]
    if as_json:
        print_json(_traced(rulebook, lines, len(found)))
    else:
        for one in lines:
            _say(one)
        click.echo(f"{same} sentences as in {rulebook}, {len(found)} finding{'' if len(found) == 1 else 's'}")
    if found:
        raise click.exceptions.Exit(1)


def _document_text(path: str) -> str:
    """Read a document; say what to do with a PDF."""
    if path != "-" and Path(path).is_file():
        with Path(path).open("rb") as file:
            if file.read(5) == b"%PDF-":
                raise click.UsageError(f"{path}: this is a PDF; save its text first, for example with pdftotext")
    text = read_text(path)
    if not text.strip() or "\0" in text:
        raise click.UsageError(f"{path}: {'not plain text' if text.strip() else 'the file is empty'}")
    return text


def _say(one: Traced) -> None:
    section = f"§ {one.row.section}" if one.row and one.row.section else "§ -"
    if one.found:
        click.echo(f"{section}  FINDING: {one.found}")
    click.echo(click.wrap_text(one.text or "(missing here)", WIDTH, "" if one.found else f"{section}  ", "    "))
    if one.row and one.row.holds:
        click.echo(f"    ({one.row.holds})")
    record = recorded()
    for clause in one.clauses:
        click.echo(f"    {clause.id}: {record.standing(clause)}{f' ({clause.why})' if clause.why else ''}")
        for test in record.tests(clause):
            click.echo(f"        {test}")


def _traced(rulebook: str, lines: Sequence[Traced], findings: int) -> dict[str, Any]:
    return {
        "rulebook": rulebook,
        "sentences": [
            {
                "text": one.text,
                "section": one.row.section if one.row else "",
                "mark": str(one.mark),
                "finding": one.found,
                **({"holds": one.row.holds} if one.row and one.row.holds else {}),
                "clauses": [_clause(clause) for clause in one.clauses],
            }
            for one in lines
        ],
        "findings": findings,
    }


def _clause(clause: Clause) -> dict[str, Any]:
    record = recorded()
    return {
        "id": clause.id,
        "says": clause.says,
        "status": record.standing(clause),
        **({"why": clause.why} if clause.why else {}),
        "tests": list(record.tests(clause)),
    }
