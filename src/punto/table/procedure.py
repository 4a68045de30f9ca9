"""Steps of ceremonies: made by the right person, at the right time, with what they bring."""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.table import paying
from punto.table.betting import close_refused, overtaken
from punto.table.ceremonies import ends, under_way
from punto.table.commands import Command, Perform
from punto.table.events import AnyEvent, StepPerformed
from punto.table.expected import Expected, expected
from punto.table.phases import Phase, face_down
from punto.table.refusals import Reason, Refusal
from punto.table.royal9 import stakes_taken
from punto.table.seats import first_of, tour
from punto.table.state import TableState
from punto.table.steps import rule_of
from punto.table.trouble import after_remedy, extra_cards
from punto.table.who import not_the_actor

Decision = tuple[AnyEvent, ...] | Refusal
REMEDIES = ("carry-card", "simulate-round", "use-as-banker-third", "discard-card", "void-round", "void-and-simulate")


def perform(rules: HouseRules, state: TableState, command: Perform) -> Decision:
    """Make a step that is due."""
    due = [act for act in expected(rules, state) if act.do == "perform"]
    meant = [act for act in due if act.what == command.step]
    act = next((act for act in meant if act.by is command.by), meant[0] if meant else None)
    if act is None:
        return Refusal(Reason.STEP_NOT_DUE, _section(rules, command.step), {"due": ", ".join(one.what for one in due)})
    refusal = (
        not_the_actor(state, command, act.by, act.seat, act.section)
        or rule_of(command.step).check(rules, state, command.cards)
        or (close_refused(rules, state) if command.step == "no-more-bets" else None)
    )
    if refusal:
        return refusal
    cards = extra_cards(rules) if command.step == "discard-card" else command.cards
    step = made(rules, state, act, command, cards=cards)
    return (*_before(rules, state, command.step), step, *_after(rules, state, command.step))


def made(
    rules: HouseRules, state: TableState, act: Expected, command: Command, cards: int | None = None
) -> StepPerformed:
    """Return the event of a step made."""
    step = act.step or act.what
    ceremony = under_way(rules, state)
    return StepPerformed(
        ceremony=ceremony.key if ceremony and step in ceremony.steps else _elsewhere(step),
        step=step,
        by=command.by,
        seat=act.seat,
        cards=cards,
        ends=ends(rules, state, step),
        section=act.section,
    )


def _next_holder(rules: HouseRules, state: TableState) -> tuple[AnyEvent, ...]:
    """A third card given up goes to the right, then round; at last the dealer turns it (ma-mini 8(d))."""
    side = face_down(state)[0][0]
    holder = state.holders[side]
    asked = (*state.asked, holder)
    seat = first_of(tour(rules.seats, holder % rules.seats + 1, "counterclockwise"), state.seated, asked)
    if seat is None:
        return ()
    word = "player" if side == "P" else "banker"
    section = rules.rulebook.section("deal.squeeze-relinquish")
    return (StepPerformed(ceremony="squeeze", step=f"give-{word}", by="dealer", seat=seat, section=section),)


def _elsewhere(step: str) -> str:
    """Name what a step belongs to that is no part of the ceremony under way."""
    return _ELSEWHERE.get(step, "trouble")


_ELSEWHERE = {
    "set-aside-cover": "last-hand",
    "pass-shoe": "curator-next",
    "order-pass": "curator-next",
    "give-up": "squeeze",
    "order-give-up": "squeeze",
}


def _section(rules: HouseRules, step: str) -> str:
    for ceremony in rules.rulebook.ceremonies.values():
        if step in ceremony.steps:
            return ceremony.steps[step].cite.section
    return ""


def _before(rules: HouseRules, state: TableState, step: str) -> tuple[AnyEvent, ...]:
    return overtaken(rules, state) if step == "no-more-bets" else ()


def _after(rules: HouseRules, state: TableState, step: str) -> tuple[AnyEvent, ...]:
    """Return what a step brings besides itself."""
    if step == "no-more-bets":
        return stakes_taken(rules, state)
    if state.phase is Phase.DRAWING and step in ("give-up", "order-give-up"):
        return _next_holder(rules, state)
    if step in REMEDIES:
        return after_remedy(rules, state, step)
    if state.phase is Phase.PAYING:
        return paying.after_step(rules, state, step)
    return ()
