"""Which ceremony is under way, and which of its steps are due."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from punto.ceremony import Ceremony, Step, complete, may
from punto.houserules import HouseRules
from punto.roles import Role
from punto.table.phases import Phase, passing
from punto.table.refusals import Reason, Refusal
from punto.table.rounds import round_open
from punto.table.state import TableState
from punto.table.steps import PLAIN, StepRule, rule_of

COVER = "cover-card"


def under_way(rules: HouseRules, state: TableState) -> Ceremony | None:
    """Return the ceremony of this moment; a shoe that passes in the middle of a coup comes before the coup's own."""
    if passing(state):
        return rules.rulebook.ceremonies[state.agenda[0]]
    return rules.rulebook.ceremonies.get(_OF_PHASE[state.phase](rules, state))


_OF_PHASE: dict[Phase, Callable[[HouseRules, TableState], str]] = {
    Phase.CLOSED: lambda rules, state: "",
    Phase.PREPARING: lambda rules, state: "last-hand" if last_hand_due(state) else state.agenda[0],
    Phase.IDLE: lambda rules, state: state.agenda[0],
    Phase.BETTING: lambda rules, state: "last-hand" if last_hand_due(state) else "betting-closed",
    Phase.DEALING: lambda rules, state: "",
    Phase.TURNING: lambda rules, state: "squeeze" if rules.squeeze else "counts",
    Phase.HOUSE_MONEY: lambda rules, state: "",
    Phase.DRAWING: lambda rules, state: "third",  # not every document has more to say than the tableau
    Phase.PAYING: lambda rules, state: "must-hit" if round_open(rules, state) else "result",
}


def last_hand_due(state: TableState) -> bool:
    """Say whether "last hand" is to be announced: the coup in which the cover card came out is over (ma-mini 9(e)).

    It is called upon completion of that hand, so before the shoe passes for a loss of the Banker's Hand as well
    (ma-baccarat 10(d), 14(a)(1)).
    """
    return state.cover == "seen" and state.coup > state.cover_coup


def cover_due(rules: HouseRules, state: TableState) -> bool:
    """Say whether the cover card must have come out by now: the cards left have reached its depth (ma-mini 9(e)).

    Between two coups it is then set aside before betting is closed. Within a coup it is only offered: the hand is
    completed whatever happens. A rulebook without the term leaves all of it to the dealer, as earlier logs do.
    """
    if state.cover != "in" or rules.rulebook.law.shoe.cover_card.due is None:
        return False
    return state.left <= _depth_of_cover(rules, state)


def cover_first(rules: HouseRules, state: TableState) -> Refusal | None:
    """Refuse "no more bets" over a cover card that was not set aside."""
    if not cover_due(rules, state):
        return None
    return Refusal(Reason.STEP_NOT_DUE, rules.rulebook.section(COVER), {"due": "set-aside-cover"})


def coup_of_cover(rules: HouseRules, state: TableState) -> int:
    """Return the earlier coup in which a cover card set aside between two coups came out; 0 where it is this one.

    If fewer cards are left than lay behind it, it came out in the coup before: that one was completed, so "last hand"
    is called at once. Cards drawn in error and kept for this coup were not dealt before it.
    """
    late = state.left + len(state.opening) + state.waiting < _depth_of_cover(rules, state)
    between = state.phase is Phase.BETTING and state.coup > state.shoe_began
    return state.coup - 1 if late and between and cover_due(rules, state) else 0


def _depth_of_cover(rules: HouseRules, state: TableState) -> int:
    """Return how many cards lie behind the cover card: as many as were counted, and never fewer than it must have."""
    return max(state.cover_depth, rules.rulebook.law.cut.cover.cover_depth)


def waits_for_last_hand(rules: HouseRules, state: TableState, step: str) -> str:
    """Return the section of the call that a step waits for, where "last hand" comes before betting is closed."""
    waiting = ("betting-closed", *state.agenda[:1]) if last_hand_due(state) else ()
    waits = any(step in rules.rulebook.ceremonies[name].steps for name in waiting)
    return rules.rulebook.section(COVER) if waits else ""


def _done(ceremony: Ceremony, state: TableState) -> tuple[str, ...]:
    """Return the steps made of it; the cover card was set aside in an earlier coup, a simulated round has no result."""
    if ceremony.key == "last-hand":
        return ("set-aside-cover",)
    steps = ceremony.steps
    made = tuple([step for step in state.done if step in steps])
    return ("announce-result", *made) if ceremony.key == "result" and state.kind == "simulated" else made


def due_steps(rules: HouseRules, state: TableState) -> list[tuple[Step, StepRule]]:
    """Return the steps that may be made now: what the order allows, less what the moment does not."""
    ceremony = under_way(rules, state)
    if ceremony is None:
        return []
    due = _due_of(rules, state, ceremony, _done(ceremony, state))
    then = overtaking(rules, state) if len(state.agenda) > 1 else None
    return due if then is None else [*due, *_due_of(rules, state, then, ())]


def _due_of(
    rules: HouseRules, state: TableState, ceremony: Ceremony, done: tuple[str, ...]
) -> list[tuple[Step, StepRule]]:
    found = []
    for name in sorted(may(ceremony, done)):
        rule = rule_of(name)
        if rule is PLAIN or rule.due(rules, state):
            found.append((ceremony.steps[name], rule))
    return found


def next_in_order(rules: HouseRules, state: TableState) -> str:
    """Return the section of the next step in the order, also while its player is missing (ma-midi 4(b)-(c))."""
    ceremony = under_way(rules, state)
    if ceremony is None:
        return ""
    return next((ceremony.steps[name].cite.section for name in sorted(may(ceremony, _done(ceremony, state)))), "")


def overtaking(rules: HouseRules, state: TableState) -> Ceremony | None:
    """Return the next ceremony, if what is left of this one need not be done: its first step leaves the rest out."""
    ceremony = under_way(rules, state) if len(state.agenda) > 1 else None
    if ceremony is None or not complete(ceremony, state.done):
        return None
    return rules.rulebook.ceremonies[state.agenda[1]]


def ceremony_with(rules: HouseRules, state: TableState, step: str) -> Ceremony | None:
    """Return the ceremony that a step would belong to now."""
    for ceremony in (under_way(rules, state), overtaking(rules, state)):
        if ceremony is not None and step in ceremony.steps:
            return ceremony
    return None


def ends(rules: HouseRules, state: TableState, ceremony: Ceremony, step: str) -> bool:
    """Say whether a ceremony is over once a step is made."""
    done = (*_done(ceremony, state), step) if ceremony is under_way(rules, state) else (step,)
    return not may(ceremony, done) and complete(ceremony, done)


def actor(rules: HouseRules, state: TableState, step: Step) -> Role:
    """Return the role that makes a step: the shoe's holder acts where the dealer keeps the shoe for nobody."""
    role = _role(step.by)
    return Role.DEALER if role is Role.CURATOR and not state.curator else role


_role = cache(Role)
