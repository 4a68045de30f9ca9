"""Checks of a log during replay: money is complete, and each settlement equals its postings.

A check sees every event of a table's stream with the state before it, and reports faults. Its arithmetic is its own: it
adds postings without the table's code. ``EXAMINERS`` are the checks that every verification uses; the audit and the
proof of fair shoes are checks too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple, Protocol

import msgspec

from punto.audit import Audit, AuditError, Document, Terms, covering, of_text
from punto.core.posting import HOUSE, RACK, Posting
from punto.law.rulebook import Rulebook
from punto.library import Library
from punto.record.export import Check
from punto.rules.house_rules import HouseRules
from punto.table import TableState
from punto.table.event import RulesAmended
from punto.table.events import AnyEvent, CoupSettled, SettlementLine
from punto.table.house_money import asks_the_seat


class ReplayStep(NamedTuple):
    """An event, its number, and the state of the table before it."""

    rules: HouseRules
    n: int
    before: TableState
    event: AnyEvent
    at: int = 0  # when its command was given


class LogCheck(Protocol):
    """A check that follows the replay of a table's log and reports faults."""

    check: Check

    def see(self, moment: ReplayStep) -> Iterator[str]:
        """Check an event; report its faults."""

    def end(self) -> Iterator[str]:
        """Report faults at the end of the log; unfinished business is not a fault."""


class Money:
    """Accounts sum to zero, only the house's may be negative, and the felt is empty after payment."""

    check: Check = "money"

    def __init__(self) -> None:
        self.accounts: dict[str, int] = {}  # without those that are zero

    def see(self, moment: ReplayStep) -> Iterator[str]:
        """Compare the table's accounts with the postings so far, then apply those of this event."""
        held = self.accounts
        if held != moment.before.accounts:
            yield f"the table holds other amounts than were posted: {_first_difference(held, moment.before.accounts)}"
        for posting in moment.event.postings:
            yield from self._post(posting)
        if sum(held.values()):
            yield f"the accounts sum to {sum(held.values())} cents"
        if isinstance(moment.event, CoupSettled):
            left = sorted(account for account in held if account.startswith("felt/"))
            if left:
                yield f"chips lie on the felt after the settlement: {', '.join(left)}"

    def _post(self, posting: Posting) -> Iterator[str]:
        if posting.cents <= 0:
            yield f"{posting.cents} cents are posted from {posting.debit} to {posting.credit}"
        self._move(posting.credit, posting.cents)
        if self._move(posting.debit, -posting.cents) < 0 and posting.debit != HOUSE:
            yield f"{posting.debit} falls to {self.accounts[posting.debit]} cents"

    def _move(self, account: str, cents: int) -> int:
        """Change an account; return what it holds then."""
        left = self.accounts.pop(account, 0) + cents
        if left:
            self.accounts[account] = left
        return left

    def end(self) -> Iterator[str]:
        """Report nothing: a log may end with chips on the felt."""
        yield from ()


def _first_difference(one: dict[str, int], other: dict[str, int]) -> str:
    account = next(account for account in sorted({*one, *other}) if one.get(account, 0) != other.get(account, 0))
    return f"{account} {other.get(account, 0)}, not {one.get(account, 0)}"


class Settlement:
    """Every stake on the felt has a line, and every line is posted: stakes, payouts, vigorish, to the cent."""

    check: Check = "settlement"

    def see(self, moment: ReplayStep) -> Iterator[str]:
        """Compare a settlement with the felt before it and with its own postings."""
        if isinstance(moment.event, CoupSettled):
            yield from _stakes(moment.rules, moment.before, moment.event)
            yield from _moved(moment.event)

    def end(self) -> Iterator[str]:
        """Report nothing: a log may end before a settlement."""
        yield from ()


def _stakes(rules: HouseRules, before: TableState, settled: CoupSettled) -> Iterator[str]:
    """A stake is the account it lies on; those for meters left the felt when betting closed."""
    fed = rules.metered.key if rules.metered else ""
    lying = Counter({account: cents for account, cents in before.accounts.items() if account.startswith("felt/")})
    lines = [line for line in settled.lines if line.wager != fed]
    named = Counter({_felt(line): line.stake for line in lines})
    if len(named) < len(lines):
        yield "a wager is settled twice"
    for account in sorted({*lying, *named}):
        if lying[account] != named[account]:
            yield f"{account} held {lying[account]} cents, and is settled as {named[account]}"


def _felt(line: SettlementLine) -> str:
    return f"felt/{line.seat}/{line.wager}"


def _moved(settled: CoupSettled) -> Iterator[str]:
    """Compare payouts and vigorish of the lines with the postings between rack and seats."""
    paid, taken = Counter[str](), Counter[str]()
    for posting in settled.postings:
        if posting.debit == RACK:
            paid[posting.credit] += posting.cents
        elif posting.credit == RACK and posting.debit.startswith("seat/"):
            taken[posting.debit] += posting.cents
    for words, posted, said in (
        ("paid", paid, _by_seat(settled, lambda line: line.paid)),
        ("taken as vigorish", taken, _by_seat(settled, lambda line: line.vigorish)),
    ):
        for seat in sorted({*posted, *said}):
            if posted[seat] != said[seat]:
                yield f"{seat}: the lines have {said[seat]} cents {words}, the postings {posted[seat]}"


def _by_seat(settled: CoupSettled, amount: Callable[[SettlementLine], int]) -> Counter[str]:
    total = Counter[str]()
    for line in settled.lines:
        total[f"seat/{line.seat}"] += amount(line)
    return total


NO_AUDIT = "no audit for this document"


class Audited:
    """Every result and every cent is the same by the second copy of the rules: see ``punto.audit``.

    A table under a rulebook text that no audit covers is not judged, and the report says so.
    """

    check: Check = "money"

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or Library()
        self.audit: Audit | None = None
        self.unknown = ""  # the rulebook of this table, if no audit covers its text

    def see(self, moment: ReplayStep) -> Iterator[str]:
        """Send the audit an event, as plain values."""
        if self.unknown:
            return
        if self.audit is None:
            document = self._document(moment.rules.rulebook)
            if document is None:
                return
            self.audit = Audit(terms_of(moment.rules, document))
        elif isinstance(moment.event, RulesAmended):
            for words in self.audit.amended(terms_of(moment.rules, self.audit.document)):
                yield f"audit: {words}"
        for words in self.audit.see(msgspec.to_builtins(moment.event)):
            yield f"audit: {words}"

    def _document(self, book: Rulebook) -> Document | None:
        """Return the audit that covers a rulebook's text; None if there is none, or if it is invalid."""
        document = covering(book.digest)
        if document is not None:
            return document
        self.unknown = book.id
        for path, text in self.library.audits(book.id):
            try:
                document = of_text(str(path), text) if isinstance(text, str) else None
            except AuditError as error:
                self.unknown = f"{book.id} ({error})"
                continue
            if document is not None and book.digest in document.texts:
                self.unknown = ""
                return document
        return None

    def end(self) -> Iterator[str]:
        """Report nothing: a log may end anywhere."""
        yield from ()

    def notes(self) -> Iterator[str]:
        """Report which tables were not audited."""
        if self.unknown:
            yield f"{NO_AUDIT}: {self.unknown}"


def terms_of(rules: HouseRules, document: Document) -> Terms:
    """Return a table's choices as the plain values that the audit of its document takes."""
    vigorish, royal9 = rules.vigorish, rules.royal9
    return Terms(
        document=document,
        variant=rules.variant,
        wagers=tuple(wager.key for wager in rules.wagers),
        tie=_pays(rules, "tie").get("win"),
        paytables={wager.key: _paytable(rules, wager.key, document) for wager in rules.wagers},
        vigorish=vigorish.rate if vigorish else None,
        rounding=vigorish.rounding if vigorish else "exact",
        when=vigorish.when if vigorish else "with-payout",
        marked=vigorish.marked if vigorish else "exact",
        portion=rules.house_money_portion,
        word=rules.riding is not None and asks_the_seat(rules),
        chip=rules.smallest_chip,
        combinations=royal9.combinations if royal9 else {},
    )


def _pays(rules: HouseRules, key: str) -> dict[str, Fraction]:
    lines = (line for wager in rules.wagers if wager.key == key for line in wager.results)
    return {line.category: line.pays for line in lines if isinstance(line.pays, Fraction) and line.pays}


def _paytable(rules: HouseRules, key: str, document: Document) -> str:
    """Name the paytable of a wager by what it pays; nothing where it is none that the document has."""
    for letter in document.options(key):
        lines = document.results(key, letter).values()
        if _pays(rules, key) == {line.category: line.odds for line in lines if line.odds}:
            return letter
    return ""


EXAMINERS: tuple[Callable[[], LogCheck], ...] = (Money, Settlement, Audited)
