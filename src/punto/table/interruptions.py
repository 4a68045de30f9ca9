"""What may interrupt the course of things: a cut made again, a shuffle on the floor's word, other cards, no play.

None of it is ever due by itself, so nothing waits for it; each begins a ceremony that must then be gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from punto.houserules import HouseRules
from punto.law.remedies import Source
from punto.roles import Role
from punto.table import agenda, curator, cutting, decks, idle
from punto.table.commands import Perform
from punto.table.events import AnyEvent
from punto.table.felt import stakes
from punto.table.phases import Phase
from punto.table.refusals import Refusal
from punto.table.state import TableState
from punto.table.trouble import wagers_returned

WHEN = "shuffle.when"
MIXED_BY_HAND = ("shuffle", "shuffle-unused")
Interruption = tuple[str, Role, str]  # the step, by whom, and the provision


def interruptions(rules: HouseRules, state: TableState) -> Iterator[Interruption]:
    """Return what may be begun now."""
    if cutting.recut_may_be_ordered(rules, state):
        yield "order-recut", Role.FLOOR, cutting.RECUT
    if _shuffle_may_be_directed(rules, state):
        yield "order-shuffle", Role.FLOOR, WHEN
    if idle.may_be_idle(rules, state):
        yield "take-out", Role.DEALER, idle.KEY
    between = state.phase is Phase.BETTING and not state.done
    if rules.deck_hours is not None and (between or _into_the_shoe(state)):
        yield "retire-decks", Role.DEALER, decks.KEY
    for step, role in curator.ways_to_pass(rules, state):
        yield step, role, curator.PASSES


def _into_the_shoe(state: TableState) -> bool:
    """Say whether the ceremony under way ends with the cards in the shoe."""
    return bool(state.agenda) and state.agenda[0] in (*cutting.CUTS, "continuous")


def _shuffle_may_be_directed(rules: HouseRules, state: TableState) -> bool:
    """Before the first card of a shoe while the stack is by hand, and between coups that nobody has bet on."""
    if not rules.applies(WHEN) or "on-direction" not in rules.rulebook.law.shuffle.when.when:
        return False
    if state.phase is Phase.BETTING:
        return not state.done and not stakes(state) and not state.verbal and state.kind == "wagered"
    return bool(state.agenda) and state.agenda[0] in (*MIXED_BY_HAND, *cutting.CUTS) and rules.shuffling.batches == 1


def interruption_due(rules: HouseRules, state: TableState, at: int) -> str:
    """Return the step that time asks for now, if any: other cards, or those of an idle table out of the shoe."""
    if _into_the_shoe(state) and decks.too_little_left(rules, state, state.batch, at):
        return "retire-decks"  # they could not be loaded any more (reading 13)
    if state.trouble is not None or state.phase is not Phase.BETTING or state.done:
        return ""
    if decks.too_old(rules, state, at):
        return "retire-decks"
    return "take-out" if idle.is_idle(rules, state, at) else ""


def refused(rules: HouseRules, state: TableState, command: Perform) -> Refusal | None:
    """Refuse what comes too early, too late, or for no good reason."""
    match command.step:
        case "take-out":
            return idle.too_early(rules, state, command.at)
        case "order-pass":
            return curator.order_refused(rules, command.why)
        case "load-shoe" | "fill-shoe":
            return decks.shoe_refused(rules, state, command.at)
        case "no-more-bets":
            return stakes_refused(rules, state, command.at)
        case _:
            return None


def stakes_refused(rules: HouseRules, state: TableState, at: int) -> Refusal | None:
    """Refuse to begin a coup, or to bet on one, with cards that have to be changed, or shown after an idle time."""
    if state.phase is not Phase.BETTING:
        return None
    return idle.too_late(rules, state, at) or decks.coup_refused(rules, state, at)


def ceremony_of(rules: HouseRules, state: TableState, step: str, at: int) -> str:
    """Name the ceremony that a step begins."""
    begins = _BEGINS.get(step)
    return begins(rules, state, at) if begins else ""


_BEGINS: dict[str, Callable[[HouseRules, TableState, int], str]] = {
    "order-recut": lambda rules, state, at: cutting.recut_ceremony(rules),
    "take-out": lambda rules, state, at: agenda.idle(rules, state, at).agenda[0],
    "order-shuffle": lambda rules, state, at: agenda.shuffled_again(rules, state, at) if state.agenda else "closing",
    "retire-decks": lambda rules, state, at: "change-daily",
    "pass-shoe": lambda rules, state, at: "curator-next",
    "order-pass": lambda rules, state, at: "curator-next",
}


def before(rules: HouseRules, state: TableState, command: Perform) -> Iterator[AnyEvent]:
    """Return what comes before such a step: wagers go back, and the shoe is over."""
    section = rules.rulebook.section(_ENDS.get(command.step, ""))
    match command.step:
        case "take-out":
            yield agenda.shoe_ended(rules, state, agenda.idle(rules, state, command.at), section)
        case "retire-decks":
            waits = bool(state.places)  # a coup that is to be completed from the cards that are too old now
            if stakes(state) and not waits:
                yield wagers_returned(state, Source(decks.KEY, section))
            yield agenda.shoe_ended(rules, state, agenda.changed(rules, state, command.at), section, waits)
        case "order-shuffle" if not state.agenda:
            yield agenda.shoe_ended(rules, state, agenda.directed(rules, state, command.at), section)


_ENDS = {"take-out": idle.KEY, "retire-decks": decks.KEY, "order-shuffle": WHEN}
