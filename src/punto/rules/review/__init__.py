"""Review of a submission under its rulebook: house rules, or all findings.

    review(text) -> Review      # .rules if it is lawful and playable, .findings, .warnings

Checks never stop at the first fault. Each records what is wrong and continues with a lawful stand-in; house rules are
returned only if nothing was found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from punto.core.cards import wrong_type
from punto.law.rulebook import Rulebook, RulebookError
from punto.library import BUILT_IN, NotInForce, Rulebooks
from punto.rules.house_rules import HouseRules
from punto.rules.review.cards import seats, shoe, stock
from punto.rules.review.choices import disclosed_mid_coup, disclosed_third_card, hands_turned_by, names, unused
from punto.rules.review.finding import BEYOND, Code, Finding, Notes
from punto.rules.review.layout import layout, printed_odds
from punto.rules.review.money import limits, vigorish
from punto.rules.review.royal9 import metered
from punto.rules.review.shuffling import review_change, review_pit, shuffling, waived
from punto.rules.review.wagers import offered, portion, variant, wagers
from punto.rules.submission import Submission, read

__all__ = [
    "Code",
    "Finding",
    "NotLawful",
    "Review",
    "printed_odds",
    "review",
    "review_change",
    "review_pit",
    "review_submission",
]

DAY = 24 * 60
SHOE_MINUTES = 60  # default duration of a shoe


class NotLawful(ValueError):
    """A submission without house rules; the message is one line, ``findings`` are all of them."""

    def __init__(self, review: Review) -> None:
        found = review.findings
        verdict = "lawful, but not playable here" if review.lawful else "not lawful"
        super().__init__(f"{verdict}: {'; '.join(map(str, found))}")
        self.findings = found


@dataclass(frozen=True, slots=True, eq=False)
class Lawful:
    """Whether nothing unlawful was found, as a truth value; called, the house rules.

    Limits of this engine do not count as unlawful, but leave no house rules.
    """

    review: Review

    def __bool__(self) -> bool:
        return all(finding.code in BEYOND for finding in self.review.findings)

    def __call__(self) -> HouseRules:
        """Return the house rules. Raises ``NotLawful``, with all findings, if there are none."""
        if self.review.rules is None:
            raise NotLawful(self.review)
        return self.review.rules

    def __eq__(self, other: object) -> bool:
        return bool(self) == other

    def __hash__(self) -> int:
        return hash(bool(self))

    def __repr__(self) -> str:
        return repr(bool(self))


@dataclass(frozen=True, slots=True)
class Review:
    """Result of reviewing one submission."""

    rulebook: str
    submission: Submission | None
    rules: HouseRules | None
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()

    @property
    def lawful(self) -> Lawful:
        """Whether nothing unlawful was found; ``lawful()`` returns the house rules, or raises ``NotLawful``."""
        return Lawful(self)

    def __repr__(self) -> str:
        number = len(self.findings)
        verdict = "lawful" if self.lawful else "not lawful"
        found = f", {number} finding{'s' if number > 1 else ''}" if number else ""
        return f"<Review under {self.rulebook or 'no rulebook'}: {verdict}{found}>"

    def _repr_html_(self) -> str:
        from punto.draw.notebook import review_html  # imported here, because drawing is above review in the layers

        return review_html(self)


def review(text: str, books: Rulebooks = BUILT_IN) -> Review:
    """Review a submission from its TOML, under the rulebook that it names among those in force."""
    if not isinstance(text, str):
        raise wrong_type(text, "the TOML text of a submission, like Path('table.toml').read_text()")
    submission, faults, rulebook = read(text)
    findings = [Finding(Code(fault.code), fault.path, "", fault.message) for fault in faults]
    book = None
    try:
        book = books.load(rulebook) if rulebook is not None else None
    except RulebookError as error:
        findings.append(Finding(_why_not(error, rulebook or "", books), "$.rulebook", "", str(error)))
    if submission is None or book is None:
        return Review(rulebook or "", submission, None, tuple(findings))
    return review_submission(book, submission, findings)


def _why_not(error: RulebookError, rulebook: str, books: Rulebooks) -> Code:
    if isinstance(error, NotInForce):
        return Code.NOT_IN_FORCE
    return Code.UNSOUND_RULEBOOK if rulebook in books.library else Code.UNKNOWN_RULEBOOK


def review_submission(book: Rulebook, submission: Submission, found: Iterable[Finding] = ()) -> Review:
    """Review a submission under a rulebook; a rulebook with findings opens no table."""
    notes = Notes(book, list(found))
    for fault in book.checked.findings:
        words = f"this engine cannot run {book.id}: {fault.path}: {fault.message}"
        notes.findings.append(Finding(Code.ENGINE, "$.rulebook", fault.section, words))
    if book.checked.findings:
        return Review(book.id, submission, None, tuple(notes.findings))
    rules = _house_rules(submission, notes)
    unused(submission, rules, notes)
    findings, warnings = tuple(notes.findings), tuple(notes.warnings)
    return Review(book.id, submission, None if findings else rules, findings, warnings)


def _house_rules(submission: Submission, notes: Notes) -> HouseRules:
    """Check a submission in the order of the documents; the result is valid only without findings."""
    book, law, set_aside = notes.book, notes.book.law, waived(submission, notes.book)
    names(submission, notes)
    number, cards, mixing = seats(submission, notes), stock(submission, notes), shuffling(submission, notes)
    played = variant(submission, notes)
    keys = offered(submission, played, notes)
    royal = metered(keys, submission, notes)
    built, taken = wagers(keys, royal, submission, notes), vigorish(submission, played, notes)
    hours = law.cards.change_daily.hours if law.cards.change_daily is not None else None
    return HouseRules(
        rulebook=book,
        digest=_digest(book, submission),
        table=submission.table,
        pit=submission.pit,
        seats=number,
        variant=played,
        stock=cards,
        shoe=shoe(submission, set_aside, notes),
        shuffling=mixing,
        waived=set_aside,
        wagers=built,
        limits=limits(keys, submission, notes),
        difference=submission.limits.difference,
        smallest_chip=submission.limits.smallest_chip,
        vigorish=taken,
        pay_then_vigorish=law.result.pay_order.order[0] == "pay",
        squeeze=hands_turned_by(submission, notes) == "squeeze",
        curator=law.def_.curator is not None,
        touch=law.deal.no_touch is None or law.deal.no_touch.touch,
        house_money_portion=portion(submission, notes),
        free_hands=_free_hands(submission, notes),
        match_play=_match_play(submission, notes),
        verbal_wagers=submission.deal.verbal_wagers and law.wager.means.verbal_with_cash,
        disclosed=disclosed_third_card(submission, notes),
        disclosed_mid_coup=disclosed_mid_coup(submission, notes),
        royal9=royal,
        bet_seconds=_within("bet-seconds", submission.times.bet_seconds, DAY * 60, notes),
        idle_minutes=_within("idle-minutes", submission.times.idle_minutes, DAY, notes),
        deck_hours=hours,
        shoe_minutes=None if hours is None else _shoe_minutes(submission, hours, notes),
        layout=layout(submission, played, built, taken, notes),
        posts=submission.staff.posts,
    )


def _digest(book: Rulebook, submission: Submission) -> str:
    """Return the digest of rulebook and submission together, independent of comments and order in the file."""
    filed = msgspec.json.encode(submission, order="deterministic")
    return hashlib.sha256(book.digest.encode() + b"\n" + filed).hexdigest()


def _free_hands(submission: Submission, notes: Notes) -> bool:
    """Check free hands, courtesy coups without a wager, if the document has them (ma-mini 1, 7(c))."""
    law = notes.book.law.wager.free_hand
    if submission.deal.free_hands and (law is None or not law.allowed):
        words = f"{notes.book.id} has no free hands: every coup needs a wager"
        notes.find(Code.NOT_A_CHOICE, "$.deal.free-hands", "wager.permissible", words)
    return submission.deal.free_hands


def _match_play(submission: Submission, notes: Notes) -> bool:
    """Check match play coupons, if the document names them (ma-midi 7(b))."""
    if submission.deal.match_play and "match-play" not in notes.book.law.wager.means.means:
        words = f"{notes.book.id} does not allow match play coupons as a means of wagering"
        notes.find(Code.NOT_A_CHOICE, "$.deal.match-play", "wager.means", words)
    return submission.deal.match_play


def _shoe_minutes(submission: Submission, hours: int, notes: Notes) -> int:
    """Check the duration of a shoe; no shoe starts with less time left than it takes (reading 13)."""
    given = submission.times.shoe_minutes
    return SHOE_MINUTES if given is None else _within("shoe-minutes", given, hours * 60, notes)


def _within(name: str, given: int, most: int, notes: Notes) -> int:
    if not 1 <= given <= most:
        notes.find(Code.TIMES, f"$.times.{name}", "", f"from 1 to {most}, not {given}")
    return given
