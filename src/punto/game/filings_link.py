"""The register of filings next to the tables: what a table asks of it, in the append that opens or changes the table.

A table asks for three things: to open under a filing, to be amended under one, and to change an option after a notice.
No other command of a table concerns the register.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from punto import filings
from punto.core.roles import Duty, Role
from punto.filings.messages import AnyCommand as FilingsCommand
from punto.filings.messages import Enforce, Need
from punto.filings.messages import TakeOption as Taken
from punto.game.linked_machines import BOOK, LinkedStream
from punto.record.amending import Amend, amended_rules, unfit
from punto.record.opening import Open, rules_of, running
from punto.record.store import Reader, Write
from punto.rules.content import content_digest
from punto.rules.house_rules import HouseRules
from punto.rules.submission import Submission, read
from punto.table import Refusal, TableState
from punto.table.commands import Reason, TakeOption
from punto.table.preparation import RESHUFFLE, amended, option_value

STREAM = "filings/floor"
FILED = (Open, Amend, TakeOption)  # commands of a table that concern the register


def needs_of(rules: HouseRules, submission: Submission) -> tuple[Need, ...]:
    """Return what a submission refers to: its layout by content, procedures and equipment by the names it gives."""
    return tuple(_needs(rules, submission))


def _needs(rules: HouseRules, submission: Submission) -> Iterator[Need]:
    book, how = rules.rulebook, submission.shuffle
    yield Need(kind="layout", digest=content_digest(rules), section=book.section("layout.approval"))
    for kind, title, provision in (
        ("procedure", how.preshuffled_procedure if how.preshuffled else "", "open.preshuffled"),
        ("procedure", how.machine_procedure if how.how == "batch" else "", "open.batch-shuffler"),
        ("procedure", how.storage_procedure, "idle-table.shuffler-batch"),
        ("equipment", how.continuous_approval if rules.shoe.continuous else "", "shuffle.continuous"),
        ("procedure", how.continuous_approval if rules.shoe.continuous else "", "shuffle.continuous"),
        (
            "equipment",
            submission.layout.tip_box_approval if submission.layout.tip_box == "elsewhere" else "",
            "layout.drop-and-tip-box",
        ),
    ):
        if title.strip() and provision in book:
            yield Need(kind=kind, title=title.strip(), section=book.section(provision))  # type: ignore[arg-type]


def filing_asked(table: str, pit: str, command: Any, digest: str = "", needs: tuple[Need, ...] = ()) -> Any:
    """Return the command for the register after a table's command, or None."""
    base: dict[str, Any] = {"id": f"{table}/{command.id}", "by": Duty.SYSTEM, "who": command.who, "at": command.at}
    match command:
        case Open(filing=number) | Amend(filing=number) if number:
            return Enforce(**base, table=table, number=number, digest=digest, needs=needs)
        case TakeOption():
            return Taken(
                **base, number=command.notice, table=table, pit=pit, option=command.option, value=command.value
            )
    return None


def asked_of_register(rules: HouseRules, command: Any) -> FilingsCommand | None:
    """Return the command for the register after a table's command under these rules, or None."""
    if not isinstance(command, FILED):
        return None
    if isinstance(command, TakeOption):
        found: FilingsCommand | None = filing_asked(rules.table, rules.pit, command)
        return found
    own = rules_of(command) if isinstance(command, Open) else amended_rules(command)
    submission = read(command.submission).submission
    needs = needs_of(own, submission) if submission is not None else ()
    digest = filings.digest_of(command.submission)
    asked: FilingsCommand | None = filing_asked(own.table, own.pit, command, digest, needs)
    return asked


@dataclass
class Register(LinkedStream):
    """The register of filings, as far as its stream has been read."""

    store: Reader
    state: filings.State = field(default_factory=filings.State)
    at: int = 0

    @property
    def place(self) -> str:
        """Its stream."""
        return STREAM

    def evolve(self, event: Any) -> filings.State:
        """Return the register after an event."""
        return filings.evolve(self.state, event)

    def do(self, command: FilingsCommand) -> Write | filings.Refusal:
        """Decide a command; return what is to be appended, or a refusal."""
        self.catch_up()
        stamped = replace(command, at=max(command.at, self.at))
        decision = filings.decide(self.state, stamped)
        if isinstance(decision, filings.Refusal):
            return decision
        return Write(self.place, self.state.version, stamped, decision)

    def join(self, rules: HouseRules, command: Any) -> tuple[Write, ...] | Refusal:
        """Return the register's part of a table's command, or the table's refusal."""
        ask = asked_of_register(rules, command)
        if ask is None:
            return ()
        answer = self.do(ask)
        if isinstance(answer, filings.Refusal):
            section = str(answer.detail.get("section", ""))
            return Refusal(Reason.FILINGS_REFUSE, section, {"because": str(answer.reason), **answer.detail})
        return (answer,)

    def due(self, law: str, rules: HouseRules, state: TableState, at: int) -> Amend | TakeOption | None:
        """Return what the register asks of a table now, as far as it can be done; ``law`` is its rulebook's text."""
        self.catch_up()  # with what this table and others have written
        return self._option(rules, state, at) or self._amendment(law, rules, state, at)

    def _option(self, rules: HouseRules, state: TableState, at: int) -> TakeOption | None:
        value = option_value(rules, state, RESHUFFLE, at)
        if value is None:
            return None
        notice = self.state.option_due(rules.table, rules.pit, RESHUFFLE, value, at)
        if notice is None or rules.table in notice.taken:
            return None
        return TakeOption(
            id=f"option-{notice.number}",
            by=Role.SYSTEM,
            who="house",
            at=at,
            option=RESHUFFLE,
            value=notice.value,
            notice=notice.number,
        )

    def _amendment(self, law: str, rules: HouseRules, state: TableState, at: int) -> Amend | None:
        number = self.state.due.get(rules.table)
        if number is None or not state.agenda or state.done:
            return None
        command = amend_command(self.state.filings[number], law, state, at)
        ahead = amended_rules(command)
        if unfit(rules, ahead, state) is not None or amended(ahead, rules, state, at) is None:
            return None
        return command


def amend_command(filing: filings.Filing, law: str, state: TableState, at: int) -> Amend:
    """Return the command that amends a table under a filing."""
    submission = read(filing.text).submission
    takes = submission is not None and submission.deal.match_play
    return Amend(
        id=f"amend-{filing.number}-{state.version}",
        by=Role.SYSTEM,
        who="house",
        at=at,
        submission=filing.text,
        rulebook=law,
        filing=filing.number,
        punto=running(),
        coupon_book=state.coupon_book or (BOOK if takes else ""),
    )
