"""The end of a round at the progressive: the dealer's own act where there is a Must Hit (ma-midi 12(j), ma-mini 12(j)).

Everybody has been paid by then, and the cards still lie there. The act draws whether somebody wins the meter; after it
nothing of the coup can be taken back. Where there is no Must Hit the round ends with the coup, when the cards go.
"""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.posting import HOUSE, Posting
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState

KEY = "royal9.must-hit"
END_ROUND = "end-round"
METERS = "progressive/royal-9"  # the account through which stakes go to the meters' own stream


def dealer_ends(rules: HouseRules, state: TableState) -> bool:
    """Say whether the dealer has to end this coup's round: its Royal 9 wagers feed a Must Hit."""
    must_hit = rules.royal9 is not None and rules.royal9.must_hit is not None
    return must_hit and bool(state.progressive and state.royals)


def round_open(rules: HouseRules, state: TableState) -> bool:
    """Say whether the round is to be ended now: all is settled, collected and paid."""
    paid = state.settled and not state.uncollected and not state.unpaid
    return paid and dealer_ends(rules, state) and END_ROUND not in state.done


def round_ended(rules: HouseRules, state: TableState) -> Refusal | None:
    """Refuse to take anything of a coup back whose round has ended: the meter may have been drawn on it."""
    if END_ROUND not in state.done:
        return None
    return Refusal(Reason.WRONG_PHASE, rules.rulebook.section(KEY), {"phase": state.phase, "after": END_ROUND})


def stakes_passed(state: TableState) -> tuple[Posting, ...]:
    """Return the posting that takes the stakes of a coup off the table, to the meters that it feeds."""
    lying = state.accounts.get(METERS, 0) if state.progressive and state.royals else 0
    return (Posting(METERS, HOUSE, lying, "to the meters"),) if lying else ()
