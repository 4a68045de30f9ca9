"""The decks at a table: which batch is in the shoe, and how old each is (ma-mini 3(b)-(c), md-mini .03B-.03C).

Two batches take turns: one is dealt from while the other is shuffled and kept in the device. A batch's clock starts
when its decks are opened for use. When its time is up the coup being dealt is finished and no other begins; a shoe that
could not be dealt out in the time left is not loaded (reading 13).
"""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState

MINUTE = 60 * 1000  # milliseconds
HOUR = 60 * MINUTE
KEY = "cards.change-daily"


def other_batch(rules: HouseRules, state: TableState) -> int:
    """Return the batch whose turn it is next."""
    return state.batch % rules.shuffling.batches + 1


def where(rules: HouseRules, state: TableState) -> dict[str, tuple[int, ...]]:
    """Return the batches in the shoe, in the device, and those whose cards may lie among the discards."""
    if rules.shuffling.batches == 1:
        return {"shoe": (1,), "device": (), "discards": (1,)}
    return {"shoe": (state.batch,), "device": (other_batch(rules, state),), "discards": (state.batch,)}


def time_left(rules: HouseRules, state: TableState, batch: int, at: int) -> int | None:
    """Return how long a batch may still be used, in milliseconds; nothing where every shoe has new cards."""
    if rules.deck_hours is None or batch > len(state.decks):
        return None
    return state.decks[batch - 1] + rules.deck_hours * HOUR - at


def too_old(rules: HouseRules, state: TableState, at: int) -> bool:
    """Say whether the cards in play have to be changed."""
    left = time_left(rules, state, state.batch, at)
    return left is not None and left <= 0


def too_little_left(rules: HouseRules, state: TableState, batch: int, at: int) -> bool:
    """Say whether a batch has not the time for a whole shoe."""
    left = time_left(rules, state, batch, at)
    return left is not None and left < (rules.shoe_minutes or 0) * MINUTE


def coup_refused(rules: HouseRules, state: TableState, at: int) -> Refusal | None:
    """Refuse to begin a coup with cards that have to be changed."""
    if not too_old(rules, state, at):
        return None
    return Refusal(Reason.CARDS_TOO_OLD, rules.rulebook.section(KEY), {"hours": rules.deck_hours or 0})


def shoe_refused(rules: HouseRules, state: TableState, at: int) -> Refusal | None:
    """Refuse to load a shoe whose cards would have to be changed before it is dealt out."""
    if not too_little_left(rules, state, state.batch, at):
        return None
    return Refusal(Reason.CARDS_TOO_OLD, rules.rulebook.section(KEY), {"minutes": rules.shoe_minutes or 0})
