"""Steps of control that can fail (reading 37): defects, refused verification, an uneven shuffle.

A defect is reported while the decks are inspected, with its deck and card; the deck is replaced, and the inspection
begins again. A floorperson may refuse to verify the inspection, which is then made again, and may find the cards
unevenly shuffled, which are then shuffled again from the beginning of that shuffle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from punto.core.cards import Card, CardError
from punto.core.roles import DEALER, FLOOR, Role
from punto.rules.house_rules import HouseRules
from punto.table.authorization import not_the_role
from punto.table.commands import Reason, Refusal, ReportDefect
from punto.table.events import AnyEvent
from punto.table.phases import PREPARING
from punto.table.plan import plan_of
from punto.table.staff_events import DefectFound
from punto.table.state import TableState

INSPECT, FEATHERED = "open.inspect", "shuffle.feathered"
REPLACE = "replace-deck"
# The steps of control, the step by which a floorperson refuses each, and its provision.
REFUSED: Mapping[str, tuple[str, str]] = {
    "verify": ("refuse-inspection", INSPECT),
    "check-shuffle": ("refuse-shuffle", FEATHERED),
}
PROVISIONS: Mapping[str, str] = dict(REFUSED.values()) | {REPLACE: INSPECT}
CONTROL: Mapping[str, str] = {refuses: step for step, (refuses, _) in REFUSED.items()}


def _next(rules: HouseRules, state: TableState) -> tuple[str, ...]:
    """Return the steps that the ceremony of a preparation allows next."""
    if state.phase is not PREPARING or not state.agenda:
        return ()
    planned = plan_of(rules).ceremonies[state.agenda[0]]
    return planned.stage(state.done).may


def outcomes(rules: HouseRules, state: TableState) -> Iterator[tuple[str, Role, str]]:
    """Return the refusals that may be given now, each with its role and provision."""
    for step in _next(rules, state) if not state.defects else ():
        if step in REFUSED:
            refuses, key = REFUSED[step]
            yield refuses, FLOOR, key


def inspecting(rules: HouseRules, state: TableState) -> bool:
    """Return whether decks are being inspected, so that a defect may be reported."""
    return not {"inspect", "verify"}.isdisjoint(_next(rules, state))


def report_defect(rules: HouseRules, state: TableState, command: ReportDefect) -> tuple[AnyEvent, ...] | Refusal:
    """Record a defect of a deck that is inspected; by the dealer, or by the floorperson who verifies."""
    section = rules.rulebook.section(INSPECT)
    if command.by is not FLOOR and (refusal := not_the_role(command, DEALER, section)):
        return refusal
    if not inspecting(rules, state):
        return Refusal(Reason.STEP_NOT_DUE, "", {"defect": "reported while the decks are inspected"})
    decks = rules.stock.decks
    if not 1 <= command.deck <= decks:
        return Refusal(Reason.NO_SUCH_CARD, section, {"decks": decks})
    if command.card:
        try:
            Card.of(command.card)
        except CardError:
            return Refusal(Reason.NO_SUCH_CARD, section, {"card": command.card})
    found = DefectFound(
        deck=command.deck, card=command.card, kind=command.kind, who=command.who, at=command.at, section=section
    )
    return (found,)
