"""Deciding: a command becomes events, or a refusal that says why not. Dispatch only; each act has its module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from punto.houserules import HouseRules
from punto.posting import HOUSE, RACK, Posting
from punto.table import betting, dealing, paying, seating
from punto.table.commands import AnyCommand, Command, Deal, Perform, Sit, Turn, Wager
from punto.table.events import AnyEvent, StepPerformed, TableOpened
from punto.table.expected import expected
from punto.table.phases import CEREMONIES
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState

Decision = tuple[AnyEvent, ...] | Refusal


def opened(rules: HouseRules, rack: int) -> TableOpened:
    """Return the event with which a table begins: its rules, and chips in its rack."""
    return TableOpened(
        table=rules.table,
        rulebook=rules.rulebook.id,
        digest=rules.digest,
        seats=rules.seats,
        postings=(Posting(HOUSE, RACK, rack, "fill"),),
    )


def decide(rules: HouseRules, state: TableState, command: AnyCommand) -> Decision:
    """Answer a command with events or a refusal; the state is not touched."""
    if command.coup is not None and command.coup != state.coup:
        return Refusal(Reason.WRONG_COUP, detail={"coup": state.coup})
    return _ACTS[type(command)](rules, state, command)


def _perform(rules: HouseRules, state: TableState, command: Perform) -> Decision:
    due = [act for act in expected(rules, state) if act.do == "perform"]
    act = next((act for act in due if act.what == command.step), None)
    if act is None:
        return Refusal(Reason.STEP_NOT_DUE, detail={"due": ", ".join(act.what for act in due)})
    if act.by is not command.by:
        return Refusal(Reason.WRONG_ROLE, act.section, {"by": act.by})
    if command.step == "no-more-bets" and not betting.stakes(state):
        return Refusal(Reason.NO_WAGERS, rules.rulebook.section("deal.announce"))
    step = StepPerformed(ceremony=CEREMONIES[state.phase], step=command.step, by=command.by, section=act.section)
    return (step, *paying.after_step(rules, state, command.step))


_ACTS: dict[type[Command], Callable[[HouseRules, TableState, Any], Decision]] = {
    Sit: seating.sit,
    Wager: betting.wager,
    Perform: _perform,
    Deal: dealing.deal,
    Turn: dealing.turn,
}
