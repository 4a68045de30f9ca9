"""Ceremonies: the steps of opening, shuffling, cutting and burning, which of them are due, and who performs them.

Most steps need only the order of their ceremony and the role that the rulebook names. The others have a row in
``RULES``: a condition, a seat, or a check. A step is *performed*, or made by *dealing* a card or *turning* cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from punto.law.ceremony import Stage
from punto.law.words import Face, stated
from punto.rules.house_rules import HouseRules
from punto.table import handling
from punto.table.commands import Reason, Refusal
from punto.table.handling import (
    cover_depth,
    cut_depth,
    cutter,
    dealer_cuts,
    may_name_dealer,
    next_curator,
    next_for_shoe,
    next_to_cut,
    nobody_left,
)
from punto.table.phases import (
    BETTING,
    CLOSED,
    DEALING,
    DRAWING,
    HOUSE_MONEY,
    IDLE,
    PAYING,
    PREPARING,
    TURNING,
    Phase,
    face_down,
    passing,
    third_due,
)
from punto.table.plan import COVER, Plan, PlannedCeremony, PlannedStep, plan_of
from punto.table.settlement import round_open
from punto.table.state import TableState

How = Literal["perform", "deal", "turn", "show"]  # with "show", the faces may be entered or the cards only shown


def _always(rules: HouseRules, state: TableState) -> bool:
    return True


def _nobody(rules: HouseRules, state: TableState) -> int | None:
    return None


def _anything(rules: HouseRules, state: TableState, cards: int | None) -> Refusal | None:
    return None


class StepRule(NamedTuple):
    """Conditions of a step in addition to its place in the order."""

    due: Callable[[HouseRules, TableState], bool] = _always
    seat: Callable[[HouseRules, TableState], int | None] = _nobody  # the seat that it concerns, or None
    check: Callable[[HouseRules, TableState, int | None], Refusal | None] = _anything  # refuses a number of cards
    how: How = "perform"
    places: Callable[[TableState], tuple[str, ...]] = lambda state: ()
    seats: Callable[[TableState], tuple[int, ...]] = lambda state: ()  # seats of which any may do it
    cites: Callable[[HouseRules, TableState], str] = lambda rules, state: ""  # its section in this case, or ""


# ---------------------------------------------------------------- offers and players


def any_player(state: TableState) -> tuple[int, ...]:
    """Return the occupied seats."""
    return tuple(sorted(state.seated))


def last_asked(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that received the last offer, or None."""
    return state.asked[-1] if state.asked else None


def somebody_there(rules: HouseRules, state: TableState) -> bool:
    """Return whether the first player, to whom the cards are shown, is seated (ma-mini 4(b))."""
    return bool(state.seated)


def enough_decks(rules: HouseRules, state: TableState, cards: int | None) -> Refusal | None:
    """Refuse to open a table with fewer decks than the document requires (ma-mini 4(a))."""
    inspect = rules.rulebook.law.open.inspect
    if rules.stock.decks >= inspect.least_decks:
        return None
    return Refusal(Reason.NOT_ALLOWED_HERE, inspect.section, {"least-decks": inspect.least_decks})


def spread(face: Face) -> Callable[[HouseRules, TableState], bool]:
    """Return a condition: the cards of an idle table lie this way by the document, or at a player's request."""

    def due(rules: HouseRules, state: TableState) -> bool:
        idle = stated(rules.rulebook.law.idle.table)
        return (idle.on_request if state.done[-1:] == ("ask-face-up",) else idle.face) == face

    return due


# ---------------------------------------------------------------- the burn


def burned(state: TableState) -> tuple[str, ...]:
    """Return the places of the cards burned after the first."""
    return tuple(f"burn{number}" for number in range(1, state.burned + 1))


# ---------------------------------------------------------------- the squeeze


def _hand_places(side: str) -> Callable[[TableState], tuple[str, ...]]:
    return lambda state: tuple(place for place in (f"{side}1", f"{side}2") if state.places.get(place, "") is None)


def _turner(side: handling.Side) -> dict[str, StepRule]:
    word = handling.WORDS[side]
    return {
        f"give-{word}": StepRule(
            due=lambda rules, state: handling.may_give(rules, state, side),
            seat=lambda rules, state: handling.taker(rules, state, side),
            cites=lambda rules, state: handling.giving_section(rules, state, side),
        ),
        f"return-{word}": StepRule(
            seat=lambda rules, state: state.holders.get(side),
            how="turn",
            places=_hand_places(side),
        ),
        f"open-{word}": StepRule(
            due=lambda rules, state: handling.dealer_opens(rules, state, side, "hand"),
            how="turn",
            places=_hand_places(side),
            cites=lambda rules, state: handling.opening_section(rules, state, side),
        ),
    }


def _third_to_come(state: TableState) -> bool:
    return not face_down(state) and third_due(state) is not None


# ---------------------------------------------------------------- table of rules

PLAIN = StepRule()
RULES: Mapping[str, StepRule] = {
    "offer-cut": StepRule(due=lambda r, s: next_to_cut(r, s) is not None, seat=next_to_cut),
    "decline-cut": StepRule(seat=last_asked),
    "place-cut": StepRule(due=lambda r, s: cutter(r, s) is not None, seat=cutter, check=cut_depth),
    "dealer-cut": StepRule(due=dealer_cuts, check=cut_depth),
    "place-cover": StepRule(check=cover_depth),
    "place-end-cover": StepRule(due=lambda r, s: r.rulebook.law.cut.cover.other_cover == "end"),
    "inspect": StepRule(check=enough_decks),
    "show": StepRule(due=somebody_there),
    "show-batches": StepRule(due=somebody_there),
    "show-idle": StepRule(due=somebody_there),
    "show-batch": StepRule(due=somebody_there),
    "spread-down": StepRule(due=spread("down")),
    "spread-up": StepRule(due=spread("up")),
    "ask-face-up": StepRule(due=somebody_there, seats=any_player),
    "ask-inspection": StepRule(
        due=lambda r, s: bool(s.seated) and stated(r.rulebook.law.idle.batch).on_request,
        seats=any_player,
    ),
    "draw-first": StepRule(how="deal", places=lambda s: ("burn",)),
    "expose-first": StepRule(how="turn", places=lambda s: ("burn",)),
    "burn-card": StepRule(due=lambda r, s: s.burning > 0, how="deal", places=lambda s: (f"burn{s.burned + 1}",)),
    "show-burned": StepRule(due=lambda r, s: s.burning == 0, how="show", places=burned),
    "discard-burned": StepRule(due=lambda r, s: s.burning == 0),
    "offer-shoe": StepRule(due=lambda r, s: next_for_shoe(r, s) is not None, seat=next_for_shoe),
    "decline-shoe": StepRule(seat=last_asked),
    "accept-shoe": StepRule(seat=last_asked),
    "name-dealer": StepRule(due=may_name_dealer, seat=last_asked),
    "offer-next": StepRule(due=lambda r, s: next_curator(r, s) is not None, seat=next_curator),
    "decline-next": StepRule(seat=last_asked),
    "accept-next": StepRule(seat=last_asked),
    "keep-shoe": StepRule(due=nobody_left),
    "pass-shoe": StepRule(due=lambda r, s: s.phase is BETTING),
    "order-pass": StepRule(due=lambda r, s: s.phase is BETTING),
    **_turner("P"),
    **_turner("B"),
    "give-up": StepRule(seat=handling.holding),
    "order-give-up": StepRule(seat=handling.holding),
    "turn-hands": StepRule(how="turn", places=lambda s: tuple(p for p, face in s.places.items() if face is None)),
    "instruct": StepRule(due=lambda r, s: _third_to_come(s) and s.done.count("instruct") == len(s.places) - 4),
    "announce-result": StepRule(due=lambda r, s: not s.settled),
    "collect-losing": StepRule(due=lambda r, s: s.uncollected),
    "pay-seat": StepRule(
        due=lambda r, s: bool(s.unpaid) and not s.uncollected, seat=lambda r, s: s.unpaid[0] if s.unpaid else None
    ),
    "clear-cards": StepRule(due=lambda r, s: not s.unpaid and not s.uncollected),
}


def under_way(rules: HouseRules, state: TableState) -> PlannedCeremony | None:
    """Return the ceremony under way, or None; passing the shoe during a coup comes before the coup's own ceremony."""
    ceremonies = plan_of(rules).ceremonies
    if state.agenda and passing(state):
        return ceremonies[state.agenda[0]]
    return ceremonies.get(_OF_PHASE[state.phase](rules, state))


_OF_PHASE: dict[Phase, Callable[[HouseRules, TableState], str]] = {
    CLOSED: lambda rules, state: "",
    PREPARING: lambda rules, state: "last-hand" if last_hand_due(state) else state.agenda[0],
    IDLE: lambda rules, state: state.agenda[0],
    BETTING: lambda rules, state: "last-hand" if last_hand_due(state) else "betting-closed",
    DEALING: lambda rules, state: "",
    TURNING: lambda rules, state: "squeeze" if rules.squeeze else "counts",
    HOUSE_MONEY: lambda rules, state: "",
    DRAWING: lambda rules, state: "third",  # the document may add nothing to the third-card rules
    PAYING: lambda rules, state: "must-hit" if round_open(rules, state) else "result",
}


def last_hand_due(state: TableState) -> bool:
    """Return whether "last hand" is to be announced: the coup in which the cover card came out is over (ma-mini 9(e)).

    It is announced upon completion of that hand, so also before the shoe passes because the Banker's Hand lost
    (ma-baccarat 10(d), 14(a)(1)).
    """
    return state.cover == "seen" and state.coup > state.cover_coup


def cover_due(rules: HouseRules, state: TableState) -> bool:
    """Return whether the cover card must have come out: the cards left have reached its depth (ma-mini 9(e)).

    Between two coups it is then set aside before betting is closed. During a coup it is only offered, because the hand
    is completed in any case. A rulebook without this term leaves it to the dealer, as earlier logs do.
    """
    if state.cover != "in":
        return False
    plan = plan_of(rules)
    return plan.cover_comes and state.left <= _depth_of_cover(plan, state)


def cover_first(rules: HouseRules, state: TableState) -> Refusal | None:
    """Refuse "no more bets" before the cover card is set aside."""
    if not cover_due(rules, state):
        return None
    return Refusal(Reason.STEP_NOT_DUE, rules.rulebook.section(COVER), {"due": "set-aside-cover"})


def coup_of_cover(rules: HouseRules, state: TableState) -> int:
    """Return the earlier coup in which a cover card set aside between two coups came out; 0 if it is this one.

    If fewer cards are left than were behind it, it came out in the previous coup. That coup is complete, so "last hand"
    is announced immediately. Cards drawn in error and kept for this coup were not dealt before it.
    """
    late = state.left + len(state.opening) + state.waiting < _depth_of_cover(plan_of(rules), state)
    between = state.phase is BETTING and state.coup > state.shoe_began
    return state.coup - 1 if late and between and cover_due(rules, state) else 0


def _depth_of_cover(plan: Plan, state: TableState) -> int:
    """Return the number of cards behind the cover card: those counted, and at least the required depth."""
    return max(state.cover_depth, plan.cover_depth)


def waits_for_last_hand(rules: HouseRules, state: TableState, step: str) -> str:
    """Return the section of the "last hand" call that a step must wait for, or ""."""
    waiting = ("betting-closed", *state.agenda[:1]) if last_hand_due(state) else ()
    waits = any(step in plan_of(rules).ceremonies[name].steps for name in waiting)
    return rules.rulebook.section(COVER) if waits else ""


def _stage(planned: PlannedCeremony, state: TableState) -> Stage:
    """Return how far a ceremony is, without the cover card of an earlier coup or the result of a simulated round."""
    key = planned.ceremony.key
    if key == "last-hand":
        return planned.first.then["set-aside-cover"]
    if key == "result" and state.kind == "simulated":
        return planned.stage(("announce-result", *state.done))
    return planned.stage(state.done)


def due_steps(rules: HouseRules, state: TableState) -> list[tuple[PlannedStep, StepRule]]:
    """Return the steps that may be made now: those that the order allows and whose rule holds."""
    planned = under_way(rules, state)
    if planned is None:
        return []
    due = _due_of(rules, state, planned, _stage(planned, state))
    then = overtaking(rules, state) if len(state.agenda) > 1 else None
    return due if then is None else [*due, *_due_of(rules, state, then, then.first)]


def _due_of(
    rules: HouseRules, state: TableState, planned: PlannedCeremony, stage: Stage
) -> list[tuple[PlannedStep, StepRule]]:
    found = []
    for name in stage.may:
        rule = RULES.get(name, PLAIN)
        if rule is PLAIN or rule.due(rules, state):
            found.append((planned.steps[name], rule))
    return found


def next_in_order(rules: HouseRules, state: TableState) -> str:
    """Return the section of the next step in the order, even if its player is missing (ma-midi 4(b)-(c))."""
    planned = under_way(rules, state)
    if planned is None:
        return ""
    return next((planned.steps[name].step.cite.section for name in _stage(planned, state).may), "")


def overtaking(rules: HouseRules, state: TableState) -> PlannedCeremony | None:
    """Return the next ceremony if the rest of this one is optional, or None; its first step skips the rest."""
    planned = under_way(rules, state) if len(state.agenda) > 1 else None
    if planned is None or not planned.stage(state.done).complete:
        return None
    return plan_of(rules).ceremonies[state.agenda[1]]


def ceremony_with(rules: HouseRules, state: TableState, step: str) -> tuple[str, bool]:
    """Return the ceremony that a step would belong to now, or "", and whether the step completes it."""
    planned = under_way(rules, state)
    if planned is not None and step in planned.steps:
        stage: Stage | None = _stage(planned, state).then.get(step)
    else:
        planned = overtaking(rules, state)
        if planned is None or step not in planned.steps:
            return "", False
        stage = planned.first.then.get(step)
    return planned.ceremony.key, stage is not None and stage.complete and not stage.may
