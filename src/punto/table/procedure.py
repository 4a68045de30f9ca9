"""Steps of ceremonies: made by the right person, at the right time, with what they bring."""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.table import paying
from punto.table.betting import close_refused, overtaken
from punto.table.ceremonies import ends, under_way
from punto.table.commands import Command, Perform
from punto.table.events import AnyEvent, StepPerformed
from punto.table.expected import Expected, expected
from punto.table.phases import Phase
from punto.table.refusals import Reason, Refusal
from punto.table.royal9 import stakes_taken
from punto.table.state import TableState
from punto.table.steps import rule_of
from punto.table.who import not_the_actor

Decision = tuple[AnyEvent, ...] | Refusal


def perform(rules: HouseRules, state: TableState, command: Perform) -> Decision:
    """Make a step that is due."""
    due = [act for act in expected(rules, state) if act.do == "perform"]
    act = next((act for act in due if act.what == command.step), None)
    if act is None:
        return Refusal(Reason.STEP_NOT_DUE, _section(rules, command.step), {"due": ", ".join(one.what for one in due)})
    refusal = (
        not_the_actor(state, command, act.by, act.seat, act.section)
        or rule_of(command.step).check(rules, state, command.cards)
        or (close_refused(rules, state) if command.step == "no-more-bets" else None)
    )
    if refusal:
        return refusal
    step = made(rules, state, act, command, cards=command.cards)
    return (*_before(rules, state, command.step), step, *_after(rules, state, command.step))


def made(
    rules: HouseRules, state: TableState, act: Expected, command: Command, cards: int | None = None
) -> StepPerformed:
    """Return the event of a step made."""
    step = act.step or act.what
    ceremony = under_way(rules, state)
    return StepPerformed(
        ceremony=ceremony.key if ceremony and step in ceremony.steps else "last-hand",
        step=step,
        by=command.by,
        seat=act.seat,
        cards=cards,
        ends=ends(rules, state, step),
        section=act.section,
    )


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
    if state.phase is Phase.PAYING:
        return paying.after_step(rules, state, step)
    return ()
