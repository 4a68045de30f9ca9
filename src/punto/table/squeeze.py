"""The squeeze: who turns a hand, and who turns it when they will not (ma-mini 8(c)-(d), ma-baccarat 9(d), 9(f)).

The right to turn belongs to a hand: to the highest wager on it, nearest the dealer among equals. It is held for the
round, third card included. Whoever gives it up, or loses it for delay, is asked no more for that hand; it goes to the
right and round, to anybody who is seated, and at last to the dealer.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from punto.houserules import HouseRules
from punto.law.words import Face, stated
from punto.table.phases import face_down
from punto.table.seats import first_of, tour
from punto.table.state import TableState

Side = Literal["P", "B"]
WORDS: dict[str, str] = {"P": "player", "B": "banker"}

HANDS, THIRD, EQUAL = "deal.squeeze", "deal.squeeze-third", "deal.squeeze-equal"
RELINQUISH = "deal.squeeze-relinquish"


# ---------------------------------------------------------------- whose right it is


def highest_wagers(rules: HouseRules, state: TableState, side: str) -> list[int]:
    """Return the seats with the highest wager on a hand: one, or several alike, as the dealer goes round."""
    way = stated(rules.rulebook.law.deal.squeeze_equal).direction
    order = tour(rules.seats, 1 if way == "counterclockwise" else rules.seats, way)  # from the seat next to the dealer
    staked = {seat: _staked(rules, state, seat, side) for seat in order}
    best = max(staked.values())
    return [seat for seat in order if best and staked[seat] == best]


def _staked(rules: HouseRules, state: TableState, seat: int, side: str) -> int:
    """Return a seat's wager on a hand, match play at its face (reading 10)."""
    accounts = [f"felt/{seat}/{wager.key}" for wager in rules.wagers if wager.hand == WORDS[side]]
    return sum(state.accounts.get(account, 0) + state.coupons.get(account, 0) for account in accounts)


def taker(rules: HouseRules, state: TableState, side: str) -> int | None:
    """Return who is handed a hand, or its third card, next; nobody where the dealer turns it."""
    gone = state.given_up.get(side, ())
    if not gone:
        return next(iter(highest_wagers(rules, state, side)), None)
    right_of_holder, way = gone[-1] % rules.seats + 1, stated(rules.rulebook.law.deal.squeeze_relinquish).direction
    return first_of(tour(rules.seats, right_of_holder, way), state.seated, gone)


def holding(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that has cards in its hand."""
    down = {place[0] for place in face_down(state)}
    return next((seat for side, seat in state.holders.items() if seat and side in down), None)


# ---------------------------------------------------------------- the first two cards


def may_give(rules: HouseRules, state: TableState, side: str) -> bool:
    """Say whether a hand is given away now: in its turn, lying as the document has it, and to somebody."""
    called = sum(f"announce-{word}" in state.done for word in WORDS.values())
    turn = stated(rules.rulebook.law.deal.squeeze).order[called] == WORDS[side]
    lies = None in (state.places.get(f"{side}1", ""), state.places.get(f"{side}2", ""))
    return turn and lies and taker(rules, state, side) is not None


def giving_section(rules: HouseRules, state: TableState, side: str) -> str:
    """Return the section by which a hand is its taker's: passed on, nearest of equal wagers, or the highest one."""
    if state.given_up.get(side):
        return rules.rulebook.section(RELINQUISH)
    alike = len(highest_wagers(rules, state, side)) > 1
    return rules.rulebook.section(EQUAL if alike else HANDS)


def dealer_opens(rules: HouseRules, state: TableState, side: str, what: Literal["hand", "third"]) -> bool:
    """Say whether a hand or a third card is the dealer's to turn: nobody would, or nobody wagered on it."""
    if what == "hand" and state.places.get(f"{side}1") and state.places.get(f"{side}2"):
        return True  # both cards were disclosed as they were dealt, and stand
    if taker(rules, state, side) is not None:
        return False
    unwagered = rules.rulebook.law.deal.squeeze_none
    if state.given_up.get(side) or unwagered is None:  # other documents leave no other way (reading 18)
        return True
    return what in unwagered.cards


def opening_section(rules: HouseRules, state: TableState, side: str) -> str:
    """Return the section under which the dealer turns a hand himself."""
    unwagered = rules.rulebook.law.deal.squeeze_none
    if state.given_up.get(side) or unwagered is None:
        return rules.rulebook.section(RELINQUISH)
    return unwagered.section


# ---------------------------------------------------------------- third cards


class Third(NamedTuple):
    """Who turns a third card: the seat that holds it, one that it is to be given to, or the dealer for neither."""

    held: int = 0
    given: int = 0
    section: str = ""


def third(rules: HouseRules, state: TableState, side: str) -> Third | None:
    """Return who turns the third card of a hand: the one who returned the hand; nobody yet where none may."""
    book = rules.rulebook
    if not rules.squeeze:
        return Third(section=book.section("third.order"))
    if side not in state.holders:  # given up since the hand came back
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
    """Return how a third card is laid: face down for a player to turn, else as the document has it (reading 17)."""
    turns = third(rules, state, side)
    to_a_player = turns is not None and (turns.held or turns.given)
    return "down" if to_a_player or third_placed(rules) else rules.rulebook.law.third.order.face


def third_placed(rules: HouseRules) -> bool:
    """Say whether the squeeze has its own word for how every third card is laid (ma-baccarat 9(d)(4)-(5))."""
    return rules.squeeze and stated(rules.rulebook.law.deal.squeeze_third).placed is not None
