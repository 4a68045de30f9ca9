"""A table that is open and has no play (ma-mini 5(g), md-mini .05H; reading 25).

Time is what the commands say. Once nobody has played for the submitted while, no wager is taken before the cards have
been out of the shoe, shown to the first player and mixed, or exchanged with the batch in the device.
"""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.table.decks import MINUTE
from punto.table.felt import stakes
from punto.table.phases import Phase
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState

KEY = "idle-table"


def may_be_idle(rules: HouseRules, state: TableState) -> bool:
    """Say whether nothing is under way: between two coups, and no wager made or called."""
    waiting = state.phase is Phase.BETTING and state.kind == "wagered" and not state.done
    return waiting and rules.applies(KEY) and not stakes(state) and not state.verbal


def minutes_to_go(rules: HouseRules, state: TableState, at: int) -> int:
    """Return how many minutes are missing until the table counts as idle."""
    return max(0, -((at - state.at - rules.idle_minutes * MINUTE) // MINUTE))


def is_idle(rules: HouseRules, state: TableState, at: int) -> bool:
    """Say whether the table has had no play for so long that its cards come out of the shoe."""
    return at - state.at >= rules.idle_minutes * MINUTE and may_be_idle(rules, state)


def too_early(rules: HouseRules, state: TableState, at: int) -> Refusal | None:
    """Refuse to take the cards out of the shoe of a table that is not idle yet."""
    if is_idle(rules, state, at):
        return None
    return Refusal(Reason.STEP_NOT_DUE, rules.rulebook.section(KEY), {"minutes": minutes_to_go(rules, state, at)})


def too_late(rules: HouseRules, state: TableState, at: int) -> Refusal | None:
    """Refuse to go on with the cards of a table that has become idle."""
    if not is_idle(rules, state, at):
        return None
    return Refusal(Reason.TABLE_IDLE, rules.rulebook.section(KEY), {"minutes": rules.idle_minutes})
