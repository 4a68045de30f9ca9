"""Amending an open table: it plays under another submission from its next shoe on.

The command contains the whole text, like the opening, so that the log alone says which rules held when. A table is
amended between two shoes only, before the first step of the next one.
"""

from __future__ import annotations

from typing import NamedTuple

from punto.record.opening import Open, Unlawful, rules_of
from punto.rules.house_rules import HouseRules
from punto.table import Refusal, TableState
from punto.table.commands import Command, Reason
from punto.table.event import RulesAmended
from punto.table.preparation import amended, other_cards


class Amend(Command, tag="amend", frozen=True, kw_only=True):
    """The command that puts another approved submission in force at an open table."""

    submission: str  # the text of the file
    rulebook: str  # the text of the file
    filing: int  # its number in the register of filings
    punto: str
    coupon_book: str = ""  # as the table has it afterwards


class Amended(NamedTuple):
    """The rules after an amendment, and its event."""

    rules: HouseRules
    event: RulesAmended


def amendment(before: HouseRules, state: TableState, command: Amend) -> Amended | Refusal:
    """Return the amendment of a table, or a refusal. Raises ``Unlawful`` or ``ValueError`` for an unlawful text."""
    rules = amended_rules(command)
    refusal = unfit(before, rules, state)
    if refusal:
        return refusal
    plan = amended(rules, before, state, command.at)
    if plan is None:
        return Refusal(Reason.CANNOT_AMEND, detail={"because": "not-between-shoes", "phase": state.phase})
    fresh = other_cards(rules, before)
    event = RulesAmended(
        filing=command.filing,
        digest=rules.digest,
        seats=rules.seats,
        cards=rules.shoe.decks * 52,
        agenda=plan.agenda,
        continuous=rules.shoe.continuous,
        batches=rules.shuffling.batches,
        batch=plan.batch,
        changing=() if fresh else plan.changing,
        new_cards=fresh,
        coupon_book=command.coupon_book,
        early=rules.early.key if rules.early else "",
        section=rules.rulebook.section("layout.approval"),
    )
    return Amended(rules, event)


def amended_rules(command: Amend) -> HouseRules:
    """Return the house rules of an amendment. Raises ``Unlawful`` with every finding."""
    opening = Open(
        id=command.id,
        by=command.by,
        who=command.who,
        at=command.at,
        submission=command.submission,
        rulebook=command.rulebook,
        rack=0,
        punto=command.punto,
    )
    return rules_of(opening)


def unfit(before: HouseRules, rules: HouseRules, state: TableState) -> Refusal | None:
    """Refuse rules that this open table cannot take over: another game, other meters, a taken seat gone, markers."""
    gone = [seat for seat in sorted(state.seated) if seat > rules.seats]
    owed = [seat for seat in sorted(state.owed) if state.owed[seat]]
    vigorish = before.rulebook.section("vigorish.deferred") if "vigorish.deferred" in before.rulebook else ""
    for because, section, wrong in (
        ("another-table", "", rules.table != before.table),
        ("another-rulebook", "", rules.rulebook.id != before.rulebook.id),
        ("other-meters", "", bool(state.progressive) and rules.royal9 != before.royal9),
        ("seat-taken", "", bool(gone)),
        ("markers", vigorish, bool(owed)),
    ):
        if wrong:
            seat = {"seat": (gone or owed)[0]} if because in ("seat-taken", "markers") else {}
            return Refusal(Reason.CANNOT_AMEND, section, {"because": because, **seat})
    return None


__all__ = ["Amend", "Amended", "Unlawful", "amended_rules", "amendment", "unfit"]
