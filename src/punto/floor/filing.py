"""Opening a table of a floor: its submission reviewed, with the tables of its pit, and its first record prepared."""

from __future__ import annotations

from collections.abc import Iterable

from punto.library import BUILT_IN, Rulebooks
from punto.log.coupons import BOOK
from punto.log.game import Game, Prepared
from punto.log.opening import Open, Unlawful, opening, rules_of, running
from punto.review import review_pit
from punto.roles import Role
from punto.submission import Submission, read
from punto.table import Outcome, TableState, after


def filed(text: str, others: Iterable[Submission], books: Rulebooks = BUILT_IN) -> Submission:
    """Read a submission; raise ``Unlawful`` where it is none, or differs from the tables of its pit."""
    found = read(text)
    if found.submission is None:
        raise ValueError("; ".join(f"{fault.path}: {fault.message}" for fault in found.faults))
    tables = [*others, found.submission]
    differs = review_pit(tables, books).get(len(tables) - 1)
    if differs:
        raise Unlawful(tuple(differs))
    return found.submission


def meters_of(text: str) -> str:
    """Name the meters of a table that shares its own with no other; nothing where it has none."""
    submission = read(text).submission
    return f"royal-9 {submission.table}" if submission is not None and "royal-9" in submission.wagers else ""


def first_record(
    text: str,
    submission: Submission,
    books: Rulebooks = BUILT_IN,
    *,
    rack: int,
    progressive: str,
    virtual: bool,
    who: str,
    at: int,
    alone: int | None = None,
) -> tuple[Game, Prepared]:
    """Return a table that is not open yet, and what opens it under the rulebook in force; raise ``Unlawful``."""
    command = Open(
        id="open",
        by=Role.FLOOR,
        who=who,
        at=at,
        submission=text,
        rulebook=books.text(submission.rulebook),
        rack=rack,
        punto=running(),
        progressive=progressive,
        virtual=virtual,
        coupon_book=BOOK if submission.deal.match_play else "",
        alone=alone,
    )
    game = Game(rules_of(command), TableState(), at)
    events = opening(game.rules, command)
    return game, game.prepared(command, Outcome(events, after(game.state, events)))
