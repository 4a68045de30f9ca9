"""``punto filings``: digests of submissions, two of them side by side, and the register of a floor."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from punto.apps.cli import Near
from punto.apps.cli.output import (
    as_dict,
    books_options,
    house_rules,
    json_option,
    print_json,
    print_table,
    submission_text,
)
from punto.apps.cli.waiting import waiting
from punto.library import Rulebooks

if TYPE_CHECKING:
    from punto.report.change import Change, EdgeChange


@click.group(cls=Near)
def command() -> None:
    """Compare submissions, and print the digests to which approvals are bound."""


@command.command
@click.argument("submission")
@books_options
@json_option
def digest(submission: str, books: Rulebooks, as_json: bool) -> None:
    """Print the digests to which approvals of SUBMISSION are bound, and what else it refers to."""
    from punto.filings import digest_of
    from punto.game.filings_link import needs_of
    from punto.rules.content import content_digest
    from punto.rules.submission import read

    text = submission_text(submission)
    rules, filed = house_rules(submission, books), read(text).submission
    needs = needs_of(rules, filed) if filed is not None else ()
    if as_json:
        asked = [{"kind": one.kind, "title": one.title, "section": one.section} for one in needs if one.title]
        print_json({"text": digest_of(text), "layout": content_digest(rules), "needs": asked})
        return
    click.echo(f"text    {digest_of(text)}")
    click.echo(f"layout  {content_digest(rules)}")
    for one in needs:
        if one.title:
            click.echo(f"needs   {one.kind} {one.title!r}, § {one.section}")


# ---------------------------------------------------------------- diff


@command.command
@click.argument("old")
@click.argument("new")
@books_options
@json_option
def diff(old: str, new: str, books: Rulebooks, as_json: bool) -> None:
    """Compare two submissions: fields, felt, exact house edges, findings, and what the change needs.

    Exit with 1 if the newer one has findings.
    """
    from punto.report.change import compared
    from punto.rules.review import review

    texts = submission_text(old), submission_text(new)
    with waiting("comparing"):
        reviews = [review(text, books) for text in texts]
        for path, one in zip((old, new), reviews, strict=True):
            if one.submission is None:
                raise click.UsageError(f"{path} is not a submission that can be read: {one.findings[0]}")
        found = compared(reviews[0], reviews[1], texts, books)
    if as_json:
        print_json(_document(found))
    else:
        _say(old, new, found)
    if found.findings:
        raise click.exceptions.Exit(1)


def _document(found: Change) -> dict[str, Any]:
    return {
        "fields": [{"path": one.path, "before": one.before, "after": one.after} for one in found.fields],
        "same": found.same,
        "layout": list(found.content),
        "areas": list(found.areas),
        "edges": [_edge(one) for one in found.edges],
        "findings": [as_dict(one) for one in found.findings],
        "needs": [
            {"code": one.code, "needed": one.needed, "section": one.section, "words": one.words} for one in found.needs
        ],
    }


def _edge(one: EdgeChange) -> dict[str, Any]:
    return {
        "wager": one.key,
        "before": None if one.before is None else float(one.before),
        "after": None if one.after is None else float(one.after),
        "before-exact": None if one.before is None else str(one.before),
        "after-exact": None if one.after is None else str(one.after),
    }


def _say(old: str, new: str, found: Change) -> None:
    if found.fields:
        rows = [(one.path, one.before or "", one.after or "") for one in found.fields]
        print_table(("field", old, new), rows)
        click.echo()
    number = len(found.fields)
    click.echo(f"{number} field{'s' if number != 1 else ''} differ{'s' if number == 1 else ''}, {found.same} the same.")
    changed = [one for one in found.edges if one.differs]
    if changed:
        click.echo()
        columns = ("house edge", "before", "after", "difference")
        print_table(columns, [_row(one) for one in changed], numbers=3)
    same = [one.title for one in found.edges if not one.differs]
    if same and found.edges:
        click.echo(f"\nUnchanged, exactly: {', '.join(same)}.")
    for finding in found.findings:
        click.echo(f"{new}: {finding}")
    for one in found.needs:
        cited = f" § {one.section}" if one.section else ""
        click.echo(f"{'needs ' if one.needed else 'as is '} {one.words}{cited}")


def _row(one: EdgeChange) -> tuple[str, str, str, str]:
    both = one.before is not None and one.after is not None
    difference = "" if not both else _percent((one.after or Fraction(0)) - (one.before or Fraction(0)), sign=True)
    return one.title, _percent(one.before), _percent(one.after), difference


def _percent(edge: Fraction | None, *, sign: bool = False) -> str:
    return "not offered" if edge is None else f"{float(100 * edge):{'+' if sign else ''}.4f}%"
