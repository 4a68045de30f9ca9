"""Opening a table: the one command that brings its own rules.

The log keeps the submission and the rulebook as they were read that day, word for word. So a log is played again under
the law it was made under, by anybody, with nothing but the file; a later edition of a rulebook changes no old log.
"""

from __future__ import annotations

from importlib.metadata import version
from tomllib import TOMLDecodeError

from punto.core.bounded import OutOfBounds
from punto.law.rulebook import Rulebook, parse
from punto.rules.house_rules import HouseRules
from punto.rules.review import review_submission
from punto.rules.review.finding import Code, Finding
from punto.rules.submission import read
from punto.table.commands import Command
from punto.table.decide import opened
from punto.table.events import AnyEvent


class Open(Command, tag="open", frozen=True, kw_only=True):
    """Open a table under a submission and a rulebook, with chips in its rack; by which version of Punto."""

    submission: str  # the text of the file
    rulebook: str  # likewise
    rack: int
    punto: str
    progressive: str = ""  # the installation that its Royal 9 feeds: its stream is ``progressive/<name>``
    virtual: bool = False  # its shoes are virtual, and committed to
    coupon_book: str = ""  # the coupon book whose coupons it takes: its stream is ``coupon/<name>``
    alone: int | None = None  # cents that one floorperson moves by hand without a second; any where it is not said


class Unlawful(ValueError):
    """A submission that no table can be opened under; it carries every finding."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(map(str, findings)) or "this is no lawful submission")
        self.findings = findings


def running() -> str:
    """Return the version of Punto that runs here."""
    return version("punto")


def rulebook_of(command: Open) -> Rulebook:
    """Read the rulebook that a table was opened under."""
    try:
        return parse(command.rulebook)
    except (TOMLDecodeError, OutOfBounds, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"the rulebook cannot be read: {error}") from None


def rules_of(command: Open) -> HouseRules:
    """Return the house rules that a table is opened under, or raise every finding."""
    book = rulebook_of(command)
    submission, faults, named = read(command.submission)
    findings = tuple(Finding(Code(fault.code), fault.path, "", fault.message) for fault in faults)
    if submission is None:
        raise Unlawful(findings)
    if named != book.id:
        raise ValueError(f"the submission is filed under {named}, the rulebook beside it is {book.id}")
    review = review_submission(book, submission, findings)
    if review.rules is None:
        raise Unlawful(review.findings)
    return review.rules


def opening(rules: HouseRules, command: Open) -> tuple[AnyEvent, ...]:
    """Return what opening a table brings."""
    if command.progressive and rules.royal9 is None:
        raise ValueError(f"{rules.table} offers no Royal 9, so it feeds no progressive")
    if command.coupon_book and not rules.match_play:
        raise ValueError(f"{rules.table} takes no match play coupons, so it has no coupon book")
    begun = opened(
        rules,
        command.rack,
        command.progressive,
        command.virtual,
        coupon_book=command.coupon_book,
        alone=command.alone,
        at=command.at,
    )
    return (begun,)


def stream_of(rules: HouseRules) -> str:
    """Return the stream of a table."""
    return f"table/{rules.table}"
