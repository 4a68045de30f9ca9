"""Vigorish that is marked and collected later (ma-mini 12(d)(2)).

Markers hold exact amounts, in thousandths of a cent; rounding happens once, on the sum collected (reading 1). They lie
in the box with the seat's number until then, and at the latest before cards are shuffled again (ma-mini), before a new
shoe is played (all others), and when their player leaves.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from punto.houserules import HouseRules
from punto.money import Cents, part_of
from punto.table.phases import Phase
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState

KEY = "vigorish.deferred"
UNIT = 1000  # thousandths of a cent
SHUFFLES = frozenset(
    {"shuffle", "shuffle-unused", "reshuffle", "reshuffle-unused", "three-dealers", "batch", "device", "device-first"}
)
MIXING = ("wash-idle", "load-idle")  # where the cards of an idle table are mixed


def marked(owed: Fraction) -> int:
    """Write an exact amount as a marker holds it."""
    return part_of(UNIT, owed)


def due(rules: HouseRules, state: TableState, seat: int) -> Cents:
    """Return what is collected for a seat's marker."""
    if rules.vigorish is None:
        return 0
    return rules.vigorish.collect(Fraction(state.owed.get(seat, 0), UNIT))


def falls_due(rules: HouseRules, when: Literal["new-shoe", "reshuffle", "leaving"]) -> bool:
    """Return whether vigorish that was deferred is collected at a moment."""
    return when in rules.rulebook.law.vigorish.deferred.due


def overdue(rules: HouseRules, state: TableState) -> bool:
    """Say whether the shoe of the markers on the felt is over, so that nothing goes on before they are taken up."""
    if not state.owed or state.coup != state.shoe_began:
        return False
    between = state.phase in (Phase.PREPARING, Phase.IDLE, Phase.BETTING)
    return between and (falls_due(rules, "new-shoe") or falls_due(rules, "reshuffle"))


def new_shoe_refused(rules: HouseRules, state: TableState) -> Refusal | None:
    """Refuse the first wager and the first call of a new shoe while any vigorish is owed (reading 32)."""
    return _owed(rules, state) if state.phase is Phase.BETTING and overdue(rules, state) else None


def shuffle_refused(rules: HouseRules, state: TableState, step: str) -> Refusal | None:
    """Refuse to begin a shuffle while any vigorish is owed, where that is when it falls due (ma-mini 12(d)(2)(i))."""
    if not state.owed or not falls_due(rules, "reshuffle"):
        return None
    begins = state.agenda[:1] and state.agenda[0] in SHUFFLES and not state.done
    shuffles = begins and step in rules.rulebook.ceremonies[state.agenda[0]].steps
    return _owed(rules, state) if shuffles or step in MIXING else None


def _owed(rules: HouseRules, state: TableState) -> Refusal:
    return Refusal(Reason.VIGORISH_OWED, rules.rulebook.section(KEY), {"seat": min(state.owed)})
