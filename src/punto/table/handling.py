"""Players who handle cards: the cut, the curator, the squeeze.

*Cut* (section 5 of every document). The stack is offered around the table until a player accepts; otherwise the dealer
cuts. A recut is made by the last cutter, or by the next player in the same tour, as the document says or lets the
licensee choose.

*Curator* (ma-baccarat 7, 14; reading 9). A new shoe is offered to seat one and on around the table. A player who
accepts deals, or names the dealer; if no player accepts, the dealer keeps the shoe. The holder may pass it after a
round, must pass it when the Banker's Hand loses, and can be ordered to. It then goes to the holder's right and around;
its last holder is not asked in that tour. An order may also come during a coup, which waits: the next holder, or the
dealer, completes it (reading 39).

*Squeeze* (ma-mini 8(c)-(d), ma-baccarat 9(d), 9(f)). The squeeze right of a hand belongs to the highest wager on it,
nearest the dealer among equals, and lasts for the round, third card included. A player who gives it up, or loses it for
delay, is not asked again for that hand; it goes to the right and around to any seated player, and finally to the
dealer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from punto.core.cards import count
from punto.core.roles import CURATOR, DEALER, Role
from punto.law.schema.play import Curator
from punto.law.words import Face, stated
from punto.rules.house_rules import HouseRules
from punto.table.commands import Reason, Refusal
from punto.table.phases import BETTING, HELD, face_down, hand
from punto.table.plan import first_of, plan_of, tour
from punto.table.state import TableState

# ---------------------------------------------------------------- cut

RECUT = "cut.recut"
MADE = ("place-cut", "dealer-cut")
CUTS = ("cut", "recut-last", "recut-next")


def next_to_cut(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that is offered the cut next (ma-mini 5(b), ma-midi 5(c)); None if the dealer cuts."""
    if rules.shuffling.cut_by == "dealer":
        return None
    order = tour(rules.seats, _start(rules, state), rules.rulebook.law.cut.offer_order.direction)
    if state.agenda[:1] == ("recut-next",) and state.cutter:  # the tour continues where it stopped
        order = order[order.index(state.cutter) + 1 :]
    return first_of(order, state.seated, state.asked)


def _start(rules: HouseRules, state: TableState) -> int:
    """Return where the tour begins: at the highest seat, or from the second shoe on at the last curator.

    Clockwise it does not matter whether the highest seat is occupied. Counterclockwise it does: the next seat is then
    seat 1, so the document's word is "highest-occupied" (ma-midi 5(c)).
    """
    order = rules.rulebook.law.cut.offer_order
    match (order.reshuffle_start if state.shoe > 1 else None) or order.start:
        case "highest":
            return rules.seats
        case "highest-occupied":
            return _highest_occupied(rules, state)
        case "last-curator":  # if gone, or the dealer: clockwise from the dealer is the highest seat
            return state.curator or rules.seats


def _highest_occupied(rules: HouseRules, state: TableState) -> int:
    """Return the highest occupied seat; a tour that has begun keeps its start when that player leaves."""
    if state.agenda[:1] == ("recut-next",):
        return max({*state.seated, state.cutter} - {0}, default=rules.seats)
    return state.asked[0] if state.asked else max(state.seated, default=rules.seats)


def cutter(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that cuts: the one asked last, or the previous cutter; None for the dealer."""
    if state.agenda[:1] == ("recut-last",):
        return state.cutter if state.cutter in state.seated else None
    return state.asked[-1] if state.asked and state.asked[-1] in state.seated else None


def dealer_cuts(rules: HouseRules, state: TableState) -> bool:
    """Return whether the dealer cuts: no player is left to ask, or the dealer made the previous cut."""
    asked = cutter if state.agenda[:1] == ("recut-last",) else next_to_cut
    return asked(rules, state) is None


def cut_depth(rules: HouseRules, state: TableState, cards: int | None) -> Refusal | None:
    """Refuse a cut too near either end: one deck, or ten cards in Maryland (ma-mini 5(c), md-mini .05B(4))."""
    least, most = cut_range(rules)
    if cards is None or not least <= cards <= most:
        detail: dict[str, str | int] = {"least": least, "cards": rules.shoe.decks * 52}
        return Refusal(Reason.TOO_NEAR_THE_END, rules.rulebook.law.cut.depth.section, detail)
    return None


def cut_range(rules: HouseRules) -> tuple[int, int]:
    """Return the minimum and maximum depth of a cut, in cards: as far from the top as from the bottom."""
    depth = rules.rulebook.law.cut.depth
    least = 52 * (depth.depth_decks or 0) + (depth.depth_cards or 0)  # the document has one of the two
    return least, rules.shoe.decks * 52 - least


def cover_depth(rules: HouseRules, state: TableState, cards: int | None) -> Refusal | None:
    """Refuse a cover card nearer to the bottom than the document permits (ma-mini 5(d))."""
    least, most = cover_range(rules)
    if cards is None or not least <= cards <= most:
        return Refusal(Reason.TOO_NEAR_THE_END, rules.rulebook.law.cut.cover.section, {"least": least})
    return None


def cover_range(rules: HouseRules) -> tuple[int, int]:
    """Return the minimum and maximum distance of the cover card from the bottom, in cards."""
    return rules.rulebook.law.cut.cover.cover_depth, rules.shoe.decks * 52 - 1


# ---------------------------------------------------------------- recut


def recut_may_be_ordered(rules: HouseRules, state: TableState) -> bool:
    """Return whether a recut may be ordered: until the burn, or until the cards are in the shoe."""
    if not state.agenda:
        return False
    cut_made = state.agenda[0] in CUTS and any(step in MADE for step in state.done)
    loaded = state.agenda[0].startswith("burn-") and not state.done
    match rules.rulebook.law.cut.recut.until:
        case "cards-in-shoe":
            return cut_made
        case "first-card-dealt":
            return cut_made or loaded


def recut_refused(rules: HouseRules, why: str) -> Refusal | None:
    """Refuse to order a recut without a ground of the document (ma-mini 5(e)); earlier rulebooks state none."""
    recut = rules.rulebook.law.cut.recut
    if not recut.ordered_for or why in recut.ordered_for:
        return None
    return Refusal(Reason.NOT_ALLOWED_HERE, recut.section, {"for": ", ".join(recut.ordered_for)})


def recut_ceremony(rules: HouseRules) -> str:
    """Return the submitted ceremony of a recut: by the last cutter or by the next."""
    return f"recut-{rules.shuffling.recut_by}"


# ---------------------------------------------------------------- curator

PASSES = "curator.passes"


def _curator(rules: HouseRules) -> Curator:
    """Return the provisions on the curator, at a table whose shoe a player may hold."""
    return stated(rules.rulebook.law.curator)


def next_for_shoe(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that is offered a new shoe next (ma-baccarat 7(b)), or None."""
    return first_of(tour(rules.seats, 1, _curator(rules).offer.direction), state.seated, state.asked)


def next_curator(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that is offered a passed shoe next: to the right, then around (ma-baccarat 14(b)); or None."""
    last = state.passed_by  # 0 if no player held it: the tour starts at seat one
    order = tour(rules.seats, last % rules.seats + 1, _curator(rules).next.direction)
    return first_of(order, state.seated, (*state.asked, last))


def nobody_left(rules: HouseRules, state: TableState) -> bool:
    """Return whether the dealer keeps the shoe because every player was asked (ma-baccarat 7(d)(2))."""
    offered = next_curator if state.agenda[:1] == ("curator-next",) else next_for_shoe
    return "nobody-accepts" in _curator(rules).dealer.if_ and offered(rules, state) is None


def may_name_dealer(rules: HouseRules, state: TableState) -> bool:
    """Return whether the player who is offered the shoe may name the dealer (ma-baccarat 7(d)(1))."""
    return "named-by-holder" in _curator(rules).dealer.if_


# ---------------------------------------------------------------- passing the shoe


def ways_to_pass(rules: HouseRules, state: TableState) -> Iterator[tuple[str, Role]]:
    """Return the steps by which the shoe may pass, and their roles (ma-baccarat 14(a)); orders also during a coup."""
    if not rules.curator:
        return
    if state.phase in HELD and _curator(rules).passes.ordered_during == "round":
        if state.curator and not state.agenda:
            yield from _orders(rules)
        return
    if state.phase is not BETTING or state.done:
        return
    if state.coup > state.held_from:  # after a round
        yield "pass-shoe", CURATOR if state.curator else DEALER
    if state.curator:
        yield from _orders(rules)


def _orders(rules: HouseRules) -> Iterator[tuple[str, Role]]:
    for role in _curator(rules).passes.ordered_by:
        yield "order-pass", Role(role)


def order_refused(rules: HouseRules, why: str) -> Refusal | None:
    """Refuse an order to pass the shoe for a reason that the document does not list (ma-baccarat 14(a)(2))."""
    passes = _curator(rules).passes
    if why in passes.ordered_for:
        return None
    return Refusal(Reason.NOT_ALLOWED_HERE, passes.section, {"for": ", ".join(passes.ordered_for)})


def must_pass(rules: HouseRules, state: TableState) -> bool:
    """Return whether the shoe passes after this coup: the Banker's Hand lost, or its holder left.

    A tie does not count as a loss, nor does a simulated round (reading 9).
    """
    if not rules.curator:
        return False
    if state.vacant:
        return True
    lost = state.kind != "simulated" and _banker_lost(state)
    return lost and "banker-loses" in _curator(rules).passes.compulsory


def _banker_lost(state: TableState) -> bool:
    return count(hand(state, "B")) < count(hand(state, "P"))


# ---------------------------------------------------------------- squeeze

Side = Literal["P", "B"]
WORDS: dict[str, str] = {"P": "player", "B": "banker"}

HANDS, THIRD, EQUAL = "deal.squeeze", "deal.squeeze-third", "deal.squeeze-equal"
RELINQUISH = "deal.squeeze-relinquish"


# ---------------------------------------------------------------- squeeze right


def highest_wagers(rules: HouseRules, state: TableState, side: str) -> list[int]:
    """Return the seats with the highest wager on a hand, match play at its face (reading 10).

    One, or several equal ones in the dealer's order.
    """
    accounts, coupons, staked = state.accounts, state.coupons, dict[int, int]()
    for seat, account in plan_of(rules).staked[side]:
        if account in accounts or account in coupons:
            staked[seat] = staked.get(seat, 0) + accounts.get(account, 0) + coupons.get(account, 0)
    best = max(staked.values(), default=0)
    return [seat for seat, cents in staked.items() if cents == best]


def taker(rules: HouseRules, state: TableState, side: str) -> int | None:
    """Return the seat that receives a hand, or its third card, next; None if the dealer turns it."""
    gone = state.given_up.get(side, ())
    if not gone:
        return next(iter(highest_wagers(rules, state, side)), None)
    right_of_holder, way = gone[-1] % rules.seats + 1, stated(rules.rulebook.law.deal.squeeze_relinquish).direction
    return first_of(tour(rules.seats, right_of_holder, way), state.seated, gone)


def holding(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that holds cards, or None."""
    down = {place[0] for place in face_down(state)}
    return next((seat for side, seat in state.holders.items() if seat and side in down), None)


# ---------------------------------------------------------------- the first two cards


def may_give(rules: HouseRules, state: TableState, side: str) -> bool:
    """Return whether a hand is given to a player now: in its turn, lying as the document says, and with a taker."""
    called = sum(f"announce-{word}" in state.done for word in WORDS.values())
    turn = stated(rules.rulebook.law.deal.squeeze).order[called] == WORDS[side]
    lies = None in (state.places.get(f"{side}1", ""), state.places.get(f"{side}2", ""))
    return turn and lies and taker(rules, state, side) is not None


def giving_section(rules: HouseRules, state: TableState, side: str) -> str:
    """Return the section that gives a hand to its taker: passed on, nearest of equal wagers, or highest wager."""
    if state.given_up.get(side):
        return rules.rulebook.section(RELINQUISH)
    alike = len(highest_wagers(rules, state, side)) > 1
    return rules.rulebook.section(EQUAL if alike else HANDS)


def dealer_opens(rules: HouseRules, state: TableState, side: str, what: Literal["hand", "third"]) -> bool:
    """Return whether the dealer turns a hand or third card: no player accepted, or it has no wager."""
    if what == "hand" and state.places.get(f"{side}1") and state.places.get(f"{side}2"):
        return True  # both cards were disclosed as they were dealt, and stand
    if taker(rules, state, side) is not None:
        return False
    unwagered = rules.rulebook.law.deal.squeeze_none
    if state.given_up.get(side) or unwagered is None:  # other documents leave no other way (reading 18)
        return True
    return what in unwagered.cards


def opening_section(rules: HouseRules, state: TableState, side: str) -> str:
    """Return the section under which the dealer turns a hand."""
    unwagered = rules.rulebook.law.deal.squeeze_none
    if state.given_up.get(side) or unwagered is None:
        return rules.rulebook.section(RELINQUISH)
    return unwagered.section


# ---------------------------------------------------------------- third cards


class Third(NamedTuple):
    """The turner of a third card: the seat that holds it, the seat that receives it, or else the dealer."""

    held: int = 0
    given: int = 0
    section: str = ""


def third(rules: HouseRules, state: TableState, side: str) -> Third | None:
    """Return who turns the third card of a hand, normally the player who returned the hand; None if none is due yet."""
    book = rules.rulebook
    if not rules.squeeze:
        return Third(section=book.section("third.order"))
    if side not in state.holders:  # given up after the hand was returned
        to = taker(rules, state, side)
        return Third(given=to or 0, section=book.section(RELINQUISH))
    same = state.holders[side]
    if same:
        return Third(held=same, section=book.section(THIRD))
    unwagered = book.law.deal.squeeze_none
    if not state.given_up.get(side) and unwagered is not None:
        return Third(section=unwagered.section) if dealer_opens(rules, state, side, "third") else None
    return Third(section=book.section("third.order"))


def third_face(rules: HouseRules, state: TableState, side: str) -> Face:
    """Return how a third card is laid: face down for a player to turn, else as the document says (reading 17)."""
    turns = third(rules, state, side)
    to_a_player = turns is not None and (turns.held or turns.given)
    return "down" if to_a_player or third_placed(rules) else rules.rulebook.law.third.order.face


def third_placed(rules: HouseRules) -> bool:
    """Return whether the squeeze provisions state how every third card is laid (ma-baccarat 9(d)(4)-(5))."""
    return rules.squeeze and stated(rules.rulebook.law.deal.squeeze_third).placed is not None
