"""House Money and its like: settled with four cards face up, before any third card, seat by seat from the right.

The payout (not the stake) may ride on the seat's own wager on a hand if its player says so; otherwise the player takes
it. Only the dealer handles it (ma-mini 8(c)(3)). A payout rides only if the log has the player's choice; if players
have no screens, the dealer enters it for the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from punto.core.cards import Card, count
from punto.core.coup import CoupClass, Opening
from punto.core.money import Cents, down_to_the_chip
from punto.core.posting import RACK, Posting, felt_account, seat_account
from punto.core.roles import DEALER, PLAYER, Role
from punto.core.tableau import NONE
from punto.law.schema.wagers import HouseMoney as Provisions
from punto.law.words import stated
from punto.rules.house_rules import HouseRules
from punto.table.authorization import not_at_seat, not_the_role
from punto.table.commands import HouseMoney, Reason, Refusal
from punto.table.events import AnyEvent, HouseMoneyChosen, HouseMoneySettled
from punto.table.phases import HOUSE_MONEY, hand, house_money_due
from punto.table.plan import plan_of, tour
from punto.table.settlement import filled
from punto.table.state import TableState, stakes_of
from punto.wagers.wager import LOSE, Payment, Result, Verdict, Wager, pay

EARLY, PARLAY = "house-money.settle-early", "house-money.parlay"
TAKE: Literal["take"] = "take"


def _said(rules: HouseRules) -> Provisions:
    """Return the provisions on House Money, at a table that offers it."""
    return stated(rules.rulebook.law.house_money)


def _wager(rules: HouseRules) -> Wager:
    """Return the wager that a table settles before third cards."""
    early = plan_of(rules).early
    if early is None:
        raise LookupError("no wager of this table is settled before third cards")
    return early


def _onto(rules: HouseRules) -> tuple[str, ...]:
    """Return the hands on which its payout may ride; none where it may not."""
    return _said(rules).parlay.onto if _wager(rules).rides else ()


def in_order(rules: HouseRules, state: TableState) -> list[int]:
    """Return the seats whose House Money is to be settled, in the dealer's order (ma-mini 8(c)(3)(i))."""
    order = tour(rules.seats, 1, _said(rules).settle_early.direction)
    lying = house_money_due(state)
    return [seat for seat in order if seat in lying]


def may_choose(rules: HouseRules, state: TableState, seat: int) -> bool:
    """Return whether a seat has won and has a wager on which the payout can ride."""
    return wins(rules, state) and bool(rides(rules, state, seat))


def wins(rules: HouseRules, state: TableState) -> bool:
    """Return whether these wagers have won: all of them, or none."""
    return _result(rules, state).verdict is Verdict.WIN


def rides(rules: HouseRules, state: TableState, seat: int) -> tuple[str, ...]:
    """Return the hands on which a payout can ride because the seat has a wager on them."""
    onto, accounts, wagers = _onto(rules), state.accounts, plan_of(rules).wagers
    own = {one.wager.hand for key, one in wagers.items() if one.wager.hand and felt_account(seat, key) in accounts}
    return tuple(hand for hand in onto if hand in own)


def speaks(rules: HouseRules) -> bool:
    """Return whether players only state their choice and the dealer settles."""
    return not _said(rules).parlay.touch


def choices(rules: HouseRules, state: TableState, seat: int, by: Role) -> tuple[str, ...]:
    """Return the choices of a player, or of the dealer, for a seat's payout; the default first."""
    says = by is PLAYER and speaks(rules)
    settled = not says and (seat in state.chosen or asks_the_seat(rules))  # the player's choice counts
    return (TAKE,) if settled or not wins(rules, state) else (TAKE, *rides(rules, state, seat))


def house_money(rules: HouseRules, state: TableState, command: HouseMoney) -> tuple[AnyEvent, ...] | Refusal:
    """Record a player's choice, or settle the next seat; a losing wager is collected."""
    book, seat = rules.rulebook, command.seat
    if state.phase is not HOUSE_MONEY:
        return Refusal(Reason.WRONG_PHASE, book.section(EARLY), {"phase": state.phase})
    says = command.by is PLAYER and speaks(rules)
    if command.by is PLAYER:
        refusal = not_at_seat(state, command, seat, book.section(PARLAY))
    else:
        refusal = not_the_role(command, DEALER, book.section(PARLAY))
    order = in_order(rules, state)
    if refusal is None and (seat not in order if says else seat != order[0]):
        refusal = Refusal(Reason.STEP_NOT_DUE, book.section(EARLY), {"seat": order[0]})
    if refusal:
        return refusal
    return _chosen(rules, state, command) if says else _settled(rules, state, command)


def _chosen(rules: HouseRules, state: TableState, command: HouseMoney) -> tuple[AnyEvent, ...] | Refusal:
    ride = _ride(rules, state, command.seat, command.choice)
    if isinstance(ride, Refusal):
        return ride
    section = rules.rulebook.section(PARLAY)
    return (HouseMoneyChosen(seat=command.seat, choice=command.choice, section=section),)


def _settled(rules: HouseRules, state: TableState, command: HouseMoney) -> tuple[AnyEvent, ...] | Refusal:
    seat = command.seat
    result, payment = outcome(rules, state, seat)
    choice = state.chosen.get(seat, command.choice)  # the player's choice counts
    if command.choice not in (TAKE, choice):
        return Refusal(Reason.NOT_ALLOWED_HERE, rules.rulebook.section(PARLAY), {"choice": choice})
    ride = _ride(rules, state, seat, choice if result.verdict is Verdict.WIN else TAKE)
    if not isinstance(ride, Refusal) and command.choice != TAKE and seat not in state.chosen and asks_the_seat(rules):
        ride = Refusal(Reason.NOT_ALLOWED_HERE, rules.rulebook.section(PARLAY), {"choice": TAKE, "said-by": seat})
    return ride if isinstance(ride, Refusal) else (_event(rules, state, seat, result, payment.paid, *ride),)


def asks_the_seat(rules: HouseRules) -> bool:
    """Return whether a payout rides only by its player's choice; older rulebooks let the dealer decide."""
    return _said(rules).parlay.said_by == "player"


def outcome(rules: HouseRules, state: TableState, seat: int) -> tuple[Result, Payment]:
    """Return the result and payment of a seat's House Money, from the four cards; match play counts at its face."""
    result, wager = _result(rules, state), _wager(rules)
    return result, pay(wager, result, stakes_of(state, seat)[wager.key] + _coupon(wager, state, seat), None, {})


def _result(rules: HouseRules, state: TableState) -> Result:
    return result_of(_wager(rules), hand(state, "P")[:2], hand(state, "B")[:2])


def result_of(wager: Wager, player: Sequence[Card], banker: Sequence[Card]) -> Result:
    """Return the result of all these wagers, from the first four cards: the same for every seat."""
    if wager.on_cards is not None:
        return wager.on_cards(player, banker)
    if wager.on_opening is not None:
        return wager.on_opening(Opening((player[0], player[1]), (banker[0], banker[1])), 0)
    pairs = player[0].rank == player[1].rank, banker[0].rank == banker[1].rank
    coup = CoupClass(count(player), count(banker), NONE, NONE, *pairs)
    return wager.on_class(coup) if wager.on_class is not None else LOSE


def _coupon(wager: Wager, state: TableState, seat: int) -> Cents:
    return state.coupons.get(felt_account(seat, wager.key), 0)


def _ride(rules: HouseRules, state: TableState, seat: int, choice: str) -> tuple[Cents, str] | Refusal:
    """Return the cents that ride and their wager: all, or the submitted portion in whole chips (reading 3)."""
    if choice == TAKE:
        return 0, ""
    parlay, own, onto = _said(rules).parlay, stakes_of(state, seat), _onto(rules)
    if choice not in onto:  # never on Tie
        return Refusal(Reason.NOT_ALLOWED_HERE, parlay.section, {"onto": ", ".join(onto)})
    keys = [wager.key for wager in rules.wagers if wager.hand == choice and wager.key in own]
    if not keys:
        return Refusal(Reason.NEEDS_ANOTHER_WAGER, parlay.section, {"needs": choice})
    payout, portion = outcome(rules, state, seat)[1].paid, rules.house_money_portion
    rides = payout if portion == 1 else down_to_the_chip(Fraction(payout) * portion, rules.smallest_chip)
    return (rides, keys[0]) if rides else (0, "")


def _event(
    rules: HouseRules, state: TableState, seat: int, result: Result, payout: Cents, rides: Cents, on: str
) -> HouseMoneySettled:
    wager = _wager(rules)
    stake, chips, felt = stakes_of(state, seat)[wager.key], seat_account(seat), felt_account(seat, wager.key)
    lost = result.verdict is Verdict.LOSE
    moves = [
        Posting(felt, RACK, stake, "lost") if lost else Posting(felt, chips, stake, "returned"),
        Posting(RACK, chips, payout - rides, "paid"),
        Posting(RACK, felt_account(seat, on), rides, "rides"),
    ]
    return HouseMoneySettled(
        seat=seat,
        wager=wager.key,
        category=result.category,
        stake=stake,
        payout=payout,
        rides=rides,
        on=on,
        coupon=_coupon(wager, state, seat),
        section=rules.rulebook.section(PARLAY if rides else EARLY),
        postings=filled(state, (posting for posting in moves if posting.cents)),
    )
