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
from punto.law.schema.play import Curator
from punto.law.words import stated
from punto.roles import Role
from punto.table.phases import HELD, Phase, hand
from punto.table.refusals import Reason, Refusal
from punto.table.seats import first_of, tour
from punto.table.state import TableState

PASSES = "curator.passes"


def _curator(rules: HouseRules) -> Curator:
    """Return the provisions of the curator, at a table whose shoe a player may hold."""
    return stated(rules.rulebook.law.curator)


def next_for_shoe(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that a new shoe is offered to next (ma-baccarat 7(b))."""
    return first_of(tour(rules.seats, 1, _curator(rules).offer.direction), state.seated, state.asked)


def next_curator(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that a shoe is offered to when it is passed: to the right, then round (ma-baccarat 14(b))."""
    last = state.passed_by  # none where the dealer had it for want of anybody: from seat one
    order = tour(rules.seats, last % rules.seats + 1, _curator(rules).next.direction)
    return first_of(order, state.seated, (*state.asked, last))


def nobody_left(rules: HouseRules, state: TableState) -> bool:
    """Say whether the shoe stays with the dealer because everybody was asked (ma-baccarat 7(d)(2))."""
    offered = next_curator if state.agenda[:1] == ("curator-next",) else next_for_shoe
    return "nobody-accepts" in _curator(rules).dealer.if_ and offered(rules, state) is None


def may_name_dealer(rules: HouseRules, state: TableState) -> bool:
    """Say whether the player who is offered the shoe may leave it to the dealer (ma-baccarat 7(d)(1))."""
    return "named-by-holder" in _curator(rules).dealer.if_


# ---------------------------------------------------------------- passing it on


def ways_to_pass(rules: HouseRules, state: TableState) -> Iterator[tuple[str, Role]]:
    """Return how the shoe may change hands, and by whom (ma-baccarat 14(a)): by order also in the middle of a coup."""
    if not rules.curator:
        return
    if state.phase in HELD and _curator(rules).passes.ordered_during == "round":
        if state.curator and not state.agenda:
            yield from _orders(rules)
        return
    if state.phase is not Phase.BETTING or state.done:
        return
    if state.coup > state.held_from:  # after a round
        yield "pass-shoe", Role.CURATOR if state.curator else Role.DEALER
    if state.curator:
        yield from _orders(rules)


def _orders(rules: HouseRules) -> Iterator[tuple[str, Role]]:
    for role in _curator(rules).passes.ordered_by:
        yield "order-pass", Role(role)


def order_refused(rules: HouseRules, why: str) -> Refusal | None:
    """Refuse an order to pass the shoe for a reason that the document does not know (ma-baccarat 14(a)(2))."""
    passes = _curator(rules).passes
    if why in passes.ordered_for:
        return None
    return Refusal(Reason.NOT_ALLOWED_HERE, passes.section, {"for": ", ".join(passes.ordered_for)})


def must_pass(rules: HouseRules, state: TableState) -> bool:
    """Say whether the shoe passes after this coup: the Banker's Hand has lost, or its holder is gone.

    A tie is no loss, and neither is a round that nobody could bet on (reading 9).
    """
    if not rules.curator:
        return False
    if state.vacant:
        return True
    lost = state.kind != "simulated" and _banker_lost(state)
    return lost and "banker-loses" in _curator(rules).passes.compulsory


def _banker_lost(state: TableState) -> bool:
    return count(hand(state, "B")) < count(hand(state, "P"))
