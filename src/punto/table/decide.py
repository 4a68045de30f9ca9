"""Dispatch: ``decide`` turns a command into events or a refusal; each kind of act has its own module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from punto.core.posting import HOUSE, RACK, Posting
from punto.rules.house_rules import HouseRules
from punto.table import (
    betting,
    corrections,
    dealing,
    fair_protocol,
    house_money,
    inspection,
    interruptions,
    posts,
    preparation,
    procedure,
    seating,
)
from punto.table import commands as c
from punto.table.authorization import not_on_duty
from punto.table.ceremonies import next_in_order
from punto.table.commands import Reason, Refusal
from punto.table.drive import proceed
from punto.table.due import due_now
from punto.table.events import AnyEvent, TableOpened
from punto.table.holes import Due
from punto.table.irregularities import in_trouble, trouble_stands
from punto.table.phases import Phase
from punto.table.state import Outcome, TableState, after

Decision = tuple[AnyEvent, ...] | Refusal
# While an irregularity is open or cards must be changed, no wager is accepted; chips that may be reversed stay.
MONEY = frozenset({c.Wager, c.Wagers, c.LetStand, c.Withdraw, c.Verbal, c.Confirm, c.HouseMoney, c.FreeHand})
STAKES = frozenset({c.Wager, c.Wagers, c.LetStand, c.Verbal, c.FreeHand})
PAID_OUT = frozenset({c.Leave, c.CollectVigorish, c.Adjust})
_WAITS = frozenset({Reason.WRONG_PHASE, Reason.STEP_NOT_DUE, Reason.PLACE_NOT_DUE, Reason.WAGERS_STAND})
_UNTOLD = frozenset(
    {c.Sit, c.BuyIn, c.Fill, c.Adopt, c.TakeOption, c.Correct, c.Adjust, *fair_protocol.ACTS}
)  # the documents do not mention these


def opened(
    rules: HouseRules,
    rack: int,
    progressive: str = "",
    virtual: bool = False,
    coupon_book: str = "",
    alone: int | None = None,
    alone_sum: bool = False,
    at: int = 0,
    filing: int = 0,
    filings: str = "",
) -> TableOpened:
    """Return the first event of a table: its rules, the chips in its rack, and the state of its cards.

    ``progressive`` names the installation that the table's Royal 9 feeds; without it the stakes stay in the rack.
    """
    return TableOpened(
        table=rules.table,
        rulebook=rules.rulebook.id,
        digest=rules.digest,
        seats=rules.seats,
        cards=rules.shoe.decks * 52,
        agenda=preparation.first_shoe(rules, at),
        continuous=rules.shoe.continuous,
        batches=rules.shuffling.batches,
        posts=rules.posts and not virtual,
        progressive=progressive,
        virtual=virtual,
        coupon_book=coupon_book,
        alone=alone,
        alone_sum=alone_sum,
        filing=filing,
        filings=filings,
        **({"early": rules.early.key} if rules.early else {}),
        section=rules.rulebook.section("open.inspect"),
        postings=(Posting(HOUSE, RACK, rack, "fill"),),
    )


def carry_out(
    rules: HouseRules, state: TableState, command: c.AnyCommand, now: tuple[Due, ...] | None = None
) -> Outcome | Refusal:
    """Return the events of a command and the state after them, or a refusal; ``now`` is ``due_now``, if known."""
    decision = _decided(rules, state, command, now)
    if isinstance(decision, Refusal):
        return _cited(rules, state, command, decision)
    return decision if isinstance(decision, Outcome) else Outcome(decision, after(state, decision))


def decide(rules: HouseRules, state: TableState, command: c.AnyCommand) -> Decision:
    """Return the events of a command or a refusal."""
    decision = _decided(rules, state, command)
    if isinstance(decision, Refusal):
        return _cited(rules, state, command, decision)
    return decision.events if isinstance(decision, Outcome) else decision


def make(rules: HouseRules, state: TableState, act: Due, command: c.AnyCommand) -> Decision:
    """Return the events of an act that is due, given as a command of the house."""
    if state.fair is not None and in_trouble(state):  # what is due then does not wait for the virtual shoe service
        refusal = fair_protocol.refused(rules, state, command)
        if refusal:
            return refusal
    decision: Decision = _MADE[type(command)](rules, state, act, command)
    return (_not_on_duty(rules, state, command) or decision) if state.calling or state.posted else decision


def _not_on_duty(rules: HouseRules, state: TableState, command: c.AnyCommand) -> Refusal | None:
    """Refuse a person whose post or part does not include an act."""
    if type(command) in posts.SIGNING:
        return None
    refusal = posts.not_at_post(rules, state, command) if state.posted else None
    return refusal or (not_on_duty(rules, state, command) if state.calling else None)


def _cited(rules: HouseRules, state: TableState, command: c.AnyCommand, refusal: Refusal) -> Refusal:
    """Return a refusal with its section: that of the refused act and its actor, else that of the act due now.

    An act refused for its sender or manner cites itself. An act that must wait, without a section that says so, cites
    the act that it waits for, or itself if play waits for nothing. An act that no document describes cites nothing.
    """
    if refusal.section or refusal.reason not in _WAITS or type(command) in _UNTOLD:
        return refusal
    due = next((act.section for act in due_now(rules, state) if act.must and act.section), "")
    section = due or next_in_order(rules, state)
    if not section and isinstance(command, c.Perform):
        section = procedure.section_of(rules, command.step)
    return replace(refusal, section=section)


def _decided(
    rules: HouseRules, state: TableState, command: c.AnyCommand, now: tuple[Due, ...] | None = None
) -> Decision | Outcome:
    kind = type(command)
    refusal = _out_of_place(state, command)
    if refusal is None and state.posted and kind in _WAITED_FOR:
        refusal = posts.vacancy(rules, state, command)
    if refusal:
        return refusal
    if kind in MONEY and state.trouble is not None:
        return trouble_stands(rules, state)
    refusal = fair_protocol.refused(rules, state, command) if state.fair is not None else None
    if kind in PAID_OUT:
        refusal = refusal or corrections.tied_up(rules, state, command)
    if kind in STAKES:
        refusal = refusal or interruptions.stakes_refused(rules, state, command.at)
    if refusal:
        return refusal
    if kind in _WAITED_FOR:
        decision = _WAITED_FOR[kind](rules, state, command, due_now(rules, state) if now is None else now)
    else:
        decision = _ACTS[kind](rules, state, command)
    if not (state.calling or state.posted):
        return decision
    if isinstance(decision, Refusal) and decision.reason is Reason.WRONG_PHASE:
        return decision
    return _not_on_duty(rules, state, command) or decision


def _out_of_place(state: TableState, command: c.AnyCommand) -> Refusal | None:
    """Refuse a command for another coup, or for a table that is not open."""
    if command.coup is not None and command.coup != state.coup:
        return Refusal(Reason.WRONG_COUP, detail={"coup": state.coup})
    if state.phase is Phase.CLOSED:
        return Refusal(Reason.WRONG_PHASE, detail={"phase": state.phase})
    return None


_ACTS: Mapping[type[c.Command], Callable[[HouseRules, TableState, Any], Decision | Outcome]] = {
    c.Sit: seating.sit,
    c.BuyIn: seating.buy_in,
    c.Leave: seating.leave,
    c.Staff: seating.staff,
    c.SignOn: posts.sign_on,
    c.SignOff: posts.sign_off,
    c.Relieve: posts.relieve,
    c.AssignFloor: posts.assign_floor,
    c.ReportDefect: inspection.report_defect,
    c.Fill: seating.fill,
    c.Adopt: seating.adopt,
    c.TakeOption: seating.take_option,
    c.CollectVigorish: seating.collect_vigorish,
    c.Wager: betting.wager,
    c.Withdraw: betting.withdraw,
    c.Wagers: betting.wagers,
    c.LetStand: betting.let_stand,
    c.Verbal: betting.verbal,
    c.Confirm: betting.confirm,
    c.FreeHand: betting.free_hand,
    c.HouseMoney: house_money.house_money,
    c.Correct: corrections.correct,
    c.Adjust: corrections.adjust,
    **fair_protocol.ACTS,
}
# Commands that are looked up among the acts that play waits for.
_WAITED_FOR: Mapping[type[c.Command], Callable[[HouseRules, TableState, Any, tuple[Due, ...]], Decision | Outcome]] = {
    c.Perform: procedure.perform,
    c.Deal: dealing.deal,
    c.Turn: dealing.turn,
    c.Proceed: lambda rules, state, command, now: proceed(rules, state, command, now, make),
}
_MADE: Mapping[type[c.Command], Callable[[HouseRules, TableState, Due, Any], Decision]] = {
    c.Perform: procedure.make,
    c.Deal: dealing.make_deal,
    c.Turn: dealing.make_turn,
    c.HouseMoney: lambda rules, state, act, command: house_money.house_money(rules, state, command),
    c.CollectVigorish: lambda rules, state, act, command: (
        corrections.tied_up(rules, state, command) or seating.collect_vigorish(rules, state, command)
    ),
}
