"""Who holds the shoe at the big table (ma-baccarat 7, 14; reading 9).

A new shoe is offered to seat one and on around the table. Whoever takes it deals, or names the dealer to do so; should
nobody, the dealer keeps it. The holder may pass it on after a round, must when the Banker's Hand loses, and can be told
to. Then it goes to the holder's right and on; whoever has just had it is not asked in that tour. An order may also come
in the middle of a coup, which waits: its next holder, or the dealer, completes it (reading 39).
"""

from __future__ import annotations

from collections.abc import Iterator

from punto.cards import count
from punto.houserules import HouseRules
from punto.roles import Role
from punto.table.phases import HELD, Phase, hand
from punto.table.refusals import Reason, Refusal
from punto.table.seats import direction, first_of, tour
from punto.table.state import TableState
from punto.table.terms import meant

OFFER, DEALER, PASSES, NEXT = "curator.offer", "curator.dealer", "curator.passes", "curator.next"


def next_for_shoe(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that a new shoe is offered to next (ma-baccarat 7(b))."""
    start = meant(rules.rulebook, OFFER, "start", {"seat-1": 1})
    return first_of(tour(rules.seats, start, direction(rules.rulebook, OFFER)), state.seated, state.asked)


def next_curator(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that a shoe is offered to when it is passed: to the right, then round (ma-baccarat 14(b))."""
    last = state.passed_by  # none where the dealer had it for want of anybody: from seat one
    start = meant(rules.rulebook, NEXT, "start", {"right-of-curator": last % rules.seats + 1})
    order = tour(rules.seats, start, direction(rules.rulebook, NEXT))
    return first_of(order, state.seated, (*state.asked, last))


def nobody_left(rules: HouseRules, state: TableState) -> bool:
    """Say whether the shoe stays with the dealer because everybody was asked (ma-baccarat 7(d)(2))."""
    offered = next_curator if state.agenda[:1] == ("curator-next",) else next_for_shoe
    return "nobody-accepts" in rules.rulebook.words(DEALER, "if") and offered(rules, state) is None


def may_name_dealer(rules: HouseRules, state: TableState) -> bool:
    """Say whether the player who is offered the shoe may leave it to the dealer (ma-baccarat 7(d)(1))."""
    return "named-by-holder" in rules.rulebook.words(DEALER, "if")


# ---------------------------------------------------------------- passing it on


def ways_to_pass(rules: HouseRules, state: TableState) -> Iterator[tuple[str, Role]]:
    """Return how the shoe may change hands, and by whom (ma-baccarat 14(a)): by order also in the middle of a coup."""
    if not rules.curator:
        return
    if state.phase in HELD and "ordered-during" in rules.rulebook.provisions[PASSES].terms:
        if state.curator and not state.agenda and meant(rules.rulebook, PASSES, "ordered-during", {"round": True}):
            yield from _orders(rules)
        return
    if state.phase is not Phase.BETTING or state.done:
        return
    if meant(rules.rulebook, PASSES, "voluntary", {"after-round": state.coup > state.held_from}):
        yield "pass-shoe", Role.CURATOR if state.curator else Role.DEALER
    if state.curator:
        yield from _orders(rules)


def _orders(rules: HouseRules) -> Iterator[tuple[str, Role]]:
    for role in rules.rulebook.words(PASSES, "ordered-by"):
        yield "order-pass", Role(role)


def order_refused(rules: HouseRules, why: str) -> Refusal | None:
    """Refuse an order to pass the shoe for a reason that the document does not know (ma-baccarat 14(a)(2))."""
    reasons = rules.rulebook.words(PASSES, "ordered-for")
    if why in reasons:
        return None
    return Refusal(Reason.NOT_ALLOWED_HERE, rules.rulebook.section(PASSES), {"for": ", ".join(reasons)})


def must_pass(rules: HouseRules, state: TableState) -> bool:
    """Say whether the shoe passes after this coup: the Banker's Hand has lost, or its holder is gone.

    A tie is no loss, and neither is a round that nobody could bet on (reading 9).
    """
    if not rules.curator:
        return False
    causes = {"banker-loses": state.kind != "simulated" and _banker_lost(state)}
    return state.vacant or any(causes[cause] for cause in rules.rulebook.words(PASSES, "compulsory"))


def _banker_lost(state: TableState) -> bool:
    return count(hand(state, "B")) < count(hand(state, "P"))
