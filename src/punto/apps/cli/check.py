"""``punto check``: is a submission lawful?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from punto.apps.cli.output import OWN_TABLE, as_dict, books_options, json_option, print_json, reviewed, wagers_option
from punto.apps.cli.waiting import waiting
from punto.library import Rulebooks
from punto.rules.review import Review
from punto.rules.review.shuffling import review_change, review_pit


@click.command
@click.argument("submissions", nargs=-1, metavar="SUBMISSION...")
@click.option("--in-force", metavar="OLD", help="the submission that this one replaces; reports what needs notice")
@books_options
@wagers_option
@json_option
def command(submissions: tuple[str, ...], in_force: str | None, books: Rulebooks, as_json: bool) -> None:
    """Review submissions, several as one pit. Exit with 1 if there is a finding."""
    with waiting("reviewing"):
        reviews = as_one_pit([reviewed(path, books) for path in submissions or (None,)], books)
    if in_force is not None:
        reviews = [against(review, in_force, books) for review in reviews]
    if as_json:
        documents = [document(review) for review in reviews]
        print_json(documents[0] if len(documents) == 1 else {"tables": _named(submissions, documents)})
    else:
        for path, review in zip(submissions or (OWN_TABLE,), reviews, strict=True):
            _say("standard input" if path == "-" else path, review)
    if any(review.findings for review in reviews):
        raise click.exceptions.Exit(1)


def as_one_pit(reviews: Sequence[Review], books: Rulebooks) -> list[Review]:
    """Add to each review the differences from other tables of its pit."""
    filed = [(number, review.submission) for number, review in enumerate(reviews)]
    known = [(number, submission) for number, submission in filed if submission is not None]
    found = review_pit([submission for _, submission in known], books)
    result = list(reviews)
    for position, findings in found.items():
        number = known[position][0]
        result[number] = replace(reviews[number], findings=(*reviews[number].findings, *findings), rules=None)
    return result


def against(review: Review, in_force: str, books: Rulebooks) -> Review:
    """Add to a review what the submission changes without notice from the one in force at its table."""
    old = reviewed(in_force, books).submission
    if old is None:
        raise click.UsageError(f"--in-force: {in_force} is not a submission that can be read")
    if review.submission is None:
        return review
    if old.table != review.submission.table:
        raise click.UsageError(f"--in-force: {in_force} is for table {old.table}, not {review.submission.table}")
    found = review_change(review.submission, old, books)
    return replace(review, findings=(*review.findings, *found), rules=None) if found else review


def document(review: Review) -> dict[str, Any]:
    """Return a review as its JSON document; warnings only if there are any."""
    facts: dict[str, Any] = {
        "rulebook": review.rulebook,
        "lawful": bool(review.lawful),
        "findings": [as_dict(finding) for finding in review.findings],
    }
    if review.warnings:
        facts["warnings"] = [as_dict(warning) for warning in review.warnings]
    return facts


def _named(paths: Sequence[str], documents: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"file": path, **document} for path, document in zip(paths, documents, strict=True)]


def _say(path: str, review: Review) -> None:
    for finding in review.findings:
        click.echo(f"{path}: {finding}")
    for warning in review.warnings:
        click.echo(f"{path}: note: {warning}")
    click.echo(f"{path}: {_verdict(review)}")


def _verdict(review: Review) -> str:
    if review.rules is None:
        number = len(review.findings)
        verdict = "lawful, but not playable here" if review.lawful else "not lawful"
        return f"{verdict}, {number} finding{'s' if number != 1 else ''}"
    rules = review.rules
    table = f"table {rules.table}, {rules.seats} seats, {rules.shoe.decks} decks"
    return f"lawful: {rules.rulebook.title}, {table}, {', '.join(wager.key for wager in rules.wagers)}"
