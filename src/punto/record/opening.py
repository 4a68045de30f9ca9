"""Opening a table: the only command that contains its own rules.

The log has the submission and the rulebook word for word, as they were on that day. So anyone can replay a log under
its own law with nothing but the file; a later edition of a rulebook changes no old log.
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
    """The command that opens a table under a submission and a rulebook, with chips in its rack."""

    submission: str  # the text of the file
    rulebook: str  # the text of the file
    rack: int
    punto: str
    progressive: str = ""  # the installation that its Royal 9 feeds: its stream is ``progressive/<name>``
    virtual: bool = False  # its shoes are virtual, with commitments
    coupon_book: str = ""  # the coupon book whose coupons it accepts: its stream is ``coupon/<name>``
    alone: int | None = None  # cents that one floorperson may move without a second; None: no limit
    alone_sum: bool = False  # in a shoe, not in each act
    filing: int = 0  # the approved filing of the submission, in the register of the floor
    filings: str = ""  # "noted" if a table may be unfiled, "required" if not


class Unlawful(ValueError):
    """Error for a submission with findings; it has all of them."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(map(str, findings)) or "this is no lawful submission")
        self.findings = findings


def running() -> str:
    """Return the running version of Punto."""
    return version("punto")


def rulebook_of(command: Open) -> Rulebook:
    """Parse the rulebook under which a table was opened. Raises ``ValueError``."""
    try:
        return parse(command.rulebook)
    except (TOMLDecodeError, OutOfBounds, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"the rulebook cannot be read: {error}") from None


def rules_of(command: Open) -> HouseRules:
    """Return the house rules of a table to be opened. Raises ``Unlawful`` with every finding."""
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
    """Return the events of opening a table. Raises ``ValueError``."""
    if command.progressive and rules.metered is None:
        raise ValueError(f"no wager of {rules.table} feeds meters, so it has no progressive")
    if command.coupon_book and not rules.match_play:
        raise ValueError(f"{rules.table} takes no match play coupons, so it has no coupon book")
    begun = opened(
        rules,
        command.rack,
        command.progressive,
        command.virtual,
        coupon_book=command.coupon_book,
        alone=command.alone,
        alone_sum=command.alone_sum,
        at=command.at,
        filing=command.filing,
        filings=command.filings,
    )
    return (begun,)


def stream_of(rules: HouseRules) -> str:
    """Return the stream of a table."""
    return f"table/{rules.table}"
