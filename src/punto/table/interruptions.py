"""Interruptions of play: an idle table, a shuffle or new cards by direction of a floorperson, the early end of a shoe.

*Idle table* (ma-mini 5(g), md-mini .05H; reading 25). Time is that of the commands. After the submitted time without
play, wagers are refused until the cards have been taken out of the shoe, shown to the first player and mixed, or
exchanged with the batch in the device.

An interruption never becomes due by itself, so play does not wait for one; each begins a ceremony that must then be
completed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from punto.core.roles import FLOOR, Role
from punto.law.remedies import Source
from punto.rules.house_rules import HouseRules
from punto.table import handling, inspection, preparation
from punto.table.betting import overtaken
from punto.table.commands import Perform, Reason, Refusal
from punto.table.events import AnyEvent
from punto.table.irregularities import wagers_returned
from punto.table.phases import BETTING
from punto.table.preparation import MINUTE
from punto.table.state import TableState, any_stakes, stakes

# ---------------------------------------------------------------- idle table

KEY = "idle-table"


def may_be_idle(rules: HouseRules, state: TableState) -> bool:
    """Return whether the table is between two coups without a wager made or called."""
    waiting = state.phase is BETTING and state.kind == "wagered" and not state.done
    return waiting and rules.applies(KEY) and not any_stakes(state) and not state.verbal


def minutes_to_go(rules: HouseRules, state: TableState, at: int) -> int:
    """Return the minutes left until the table counts as idle."""
    return max(0, -((at - state.at - rules.idle_minutes * MINUTE) // MINUTE))


def is_idle(rules: HouseRules, state: TableState, at: int) -> bool:
    """Return whether the table has had no play for so long that its cards come out of the shoe."""
    return at - state.at >= rules.idle_minutes * MINUTE and may_be_idle(rules, state)


def too_early(rules: HouseRules, state: TableState, at: int) -> Refusal | None:
    """Refuse to take the cards out of the shoe before the table is idle."""
    if is_idle(rules, state, at):
        return None
    return Refusal(Reason.STEP_NOT_DUE, rules.rulebook.section(KEY), {"minutes": minutes_to_go(rules, state, at)})


def too_late(rules: HouseRules, state: TableState, at: int) -> Refusal | None:
    """Refuse to continue with the cards of a table that has become idle."""
    if not is_idle(rules, state, at):
        return None
    return Refusal(Reason.TABLE_IDLE, rules.rulebook.section(KEY), {"minutes": rules.idle_minutes})


# ---------------------------------------------------------------- interruptions

WHEN = "shuffle.when"
MIXED_BY_HAND = ("shuffle", "shuffle-unused")
Interruption = tuple[str, Role, str]  # step, role, provision


def interruptions(rules: HouseRules, state: TableState) -> Iterator[Interruption]:
    """Return the interruptions that may begin now."""
    if handling.recut_may_be_ordered(rules, state):
        yield "order-recut", FLOOR, handling.RECUT
    yield from inspection.outcomes(rules, state)
    if _shuffle_may_be_directed(rules, state):
        yield "order-shuffle", FLOOR, WHEN
    if may_be_idle(rules, state):
        yield "take-out", _by(rules, "idle", "take-out"), KEY
    between = state.phase is BETTING and not state.done
    if rules.deck_hours is not None and (between or _into_the_shoe(state)):
        yield "retire-decks", _by(rules, "change-daily", "retire-decks"), preparation.KEY
    for step, role in handling.ways_to_pass(rules, state):
        yield step, role, handling.PASSES


def _by(rules: HouseRules, ceremony: str, step: str) -> Role:
    """Return who makes the first step of a ceremony, by the rulebook."""
    return Role(rules.rulebook.ceremonies[ceremony].steps[step].by)


def _into_the_shoe(state: TableState) -> bool:
    """Return whether the ceremony under way ends with the cards in the shoe."""
    return bool(state.agenda) and state.agenda[0] in _LOADING


_LOADING = frozenset({*handling.CUTS, "continuous"})


def _shuffle_may_be_directed(rules: HouseRules, state: TableState) -> bool:
    """Return whether a shuffle may be ordered: before a shoe's first card, and between coups.

    Wagers that lie then are returned: the direction is never refused because of them (ma-mini 5(a)).
    """
    if not rules.applies(WHEN) or "on-direction" not in rules.rulebook.law.shuffle.when.when:
        return False
    if state.phase is BETTING:
        return not state.done and state.kind != "simulated"
    return bool(state.agenda) and state.agenda[0] in (*MIXED_BY_HAND, *handling.CUTS) and rules.shuffling.batches == 1


def interruption_due(rules: HouseRules, state: TableState, at: int) -> str:
    """Return the step that is due because of time, or "": other cards, or an idle table's out of the shoe."""
    if not state.agenda and (state.phase is not BETTING or state.done):
        return ""
    if _into_the_shoe(state) and preparation.too_little_left(rules, state, state.batch, at):
        return "retire-decks"  # they could no longer be loaded (reading 13)
    if state.trouble is not None or state.phase is not BETTING or state.done:
        return ""
    if preparation.too_old(rules, state, at):
        return "retire-decks"
    return "take-out" if is_idle(rules, state, at) else ""


MAY_WAIT = frozenset({"take-out", "order-pass", "order-recut", "load-shoe", "fill-shoe", "no-more-bets"})


def refused(rules: HouseRules, state: TableState, command: Perform) -> Refusal | None:
    """Refuse an interruption that comes too early, too late, or without a valid reason."""
    match command.step:
        case "take-out":
            return too_early(rules, state, command.at)
        case "order-recut":
            return handling.recut_refused(rules, command.why)
        case "order-pass":
            return handling.order_refused(rules, command.why)
        case "load-shoe" | "fill-shoe":
            return preparation.shoe_refused(rules, state, command.at)
        case "no-more-bets":
            return stakes_refused(rules, state, command.at)
        case _:
            return None


def stakes_refused(rules: HouseRules, state: TableState, at: int) -> Refusal | None:
    """Refuse a coup or wager with cards that must be changed, or that must be shown after an idle time."""
    if state.phase is not BETTING:
        return None
    return too_late(rules, state, at) or preparation.coup_refused(rules, state, at)


# The ceremonies that steps begin.
BEGINS: Mapping[str, Callable[[HouseRules, TableState, int], str]] = {
    "order-recut": lambda rules, state, at: handling.recut_ceremony(rules),
    "take-out": lambda rules, state, at: preparation.idle(rules, state, at).agenda[0],
    "order-shuffle": lambda rules, state, at: (
        preparation.shuffled_again(rules, state, at) if state.agenda else "closing"
    ),
    "retire-decks": lambda rules, state, at: "change-daily",
    "pass-shoe": lambda rules, state, at: "curator-next",
    "order-pass": lambda rules, state, at: "curator-next",
}


def before(rules: HouseRules, state: TableState, command: Perform) -> Iterator[AnyEvent]:
    """Return the events before such a step: wagers are returned, and the shoe ends."""
    section = rules.rulebook.section(_ENDS.get(command.step, ""))
    match command.step:
        case "take-out":
            yield preparation.shoe_ended(rules, state, preparation.idle(rules, state, command.at), section)
        case "retire-decks":
            waits = bool(state.places)  # a coup to be completed, with cards that are now too old
            if stakes(state) and not waits:
                yield wagers_returned(state, Source(preparation.KEY, section))
            yield preparation.shoe_ended(rules, state, preparation.changed(rules, state, command.at), section, waits)
        case "order-shuffle" if not state.agenda:
            yield from overtaken(rules, state)
            if any_stakes(state):
                yield wagers_returned(state, Source(WHEN, section))
            yield preparation.shoe_ended(rules, state, preparation.directed(rules, state, command.at), section)


_ENDS = {"take-out": KEY, "retire-decks": preparation.KEY, "order-shuffle": WHEN}
