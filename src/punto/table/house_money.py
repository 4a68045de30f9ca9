"""House Money: settled with four cards face up and before any third card, seat by seat from the dealer's right.

The payout (not the stake) may ride on the seat's own wager on a hand. Its player says so, or says nothing and takes it;
only the dealer handles it (ma-mini 8(c)(3)). Without the seat's word in the log nothing rides; where players have no
screens the desk enters that word in the seat's name.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from punto.core.cards import count
from punto.core.coup import CoupClass
from punto.core.money import Cents, down_to_the_chip
from punto.core.posting import RACK, Posting, felt_account, seat_account
from punto.core.roles import Role
from punto.core.tableau import NONE
from punto.law.schema.wagers import HouseMoney as Provisions
from punto.law.words import stated
from punto.rules.house_rules import HouseRules
from punto.table.authorization import not_at_seat, not_the_role
from punto.table.commands import HouseMoney, Reason, Refusal
from punto.table.events import AnyEvent, HouseMoneyChosen, HouseMoneySettled
from punto.table.phases import Phase, hand, house_money_due
from punto.table.settlement import filled
from punto.table.state import TableState, stakes_of, tour
from punto.wagers.wager import Payment, Result, Verdict, pay

KEY, EARLY, PARLAY = "house-money", "house-money.settle-early", "house-money.parlay"
TAKE: Literal["take"] = "take"


def _said(rules: HouseRules) -> Provisions:
    """Return the provisions of House Money, at a table that offers it."""
    return stated(rules.rulebook.law.house_money)


def in_order(rules: HouseRules, state: TableState) -> list[int]:
    """Return the seats whose House Money is to be settled, as the dealer goes round (ma-mini 8(c)(3)(i))."""
    order = tour(rules.seats, 1, _said(rules).settle_early.direction)
    lying = house_money_due(state)
    return [seat for seat in order if seat in lying]


def may_choose(rules: HouseRules, state: TableState, seat: int) -> bool:
    """Say whether a seat has won and has a wager for the payout to ride on."""
    if _result(rules, state).verdict is not Verdict.WIN:
        return False
    onto, own = _said(rules).parlay.onto, stakes_of(state, seat)
    return any(one.hand in onto and one.key in own for one in rules.wagers)


def speaks(rules: HouseRules) -> bool:
    """Return whether players only say what becomes of a payout, and the dealer settles it."""
    return not _said(rules).parlay.touch


def choices(rules: HouseRules, state: TableState, seat: int, by: Role) -> tuple[str, ...]:
    """Return what a player, or the dealer, may make of a seat's payout; the usual first."""
    says = by is Role.PLAYER and speaks(rules)
    settled = not says and (seat in state.chosen or asks_the_seat(rules))  # what the player said counts
    if settled or _result(rules, state).verdict is not Verdict.WIN:
        return (TAKE,)
    onto, own = _said(rules).parlay.onto, stakes_of(state, seat)
    return (TAKE, *(hand for hand in onto if any(one.hand == hand and one.key in own for one in rules.wagers)))


def house_money(rules: HouseRules, state: TableState, command: HouseMoney) -> tuple[AnyEvent, ...] | Refusal:
    """Hear what a player makes of the payout, or settle the next seat; a losing wager is simply collected."""
    book, seat = rules.rulebook, command.seat
    if state.phase is not Phase.HOUSE_MONEY:
        return Refusal(Reason.WRONG_PHASE, book.section(EARLY), {"phase": state.phase})
    says = command.by is Role.PLAYER and speaks(rules)
    if command.by is Role.PLAYER:
        refusal = not_at_seat(state, command, seat, book.section(PARLAY))
    else:
        refusal = not_the_role(command, Role.DEALER, book.section(PARLAY))
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
    choice = state.chosen.get(seat, command.choice)  # what the player said counts
    if command.choice not in (TAKE, choice):
        return Refusal(Reason.NOT_ALLOWED_HERE, rules.rulebook.section(PARLAY), {"choice": choice})
    ride = _ride(rules, state, seat, choice if result.verdict is Verdict.WIN else TAKE)
    if not isinstance(ride, Refusal) and command.choice != TAKE and seat not in state.chosen and asks_the_seat(rules):
        ride = Refusal(Reason.NOT_ALLOWED_HERE, rules.rulebook.section(PARLAY), {"choice": TAKE, "said-by": seat})
    return ride if isinstance(ride, Refusal) else (_event(rules, state, seat, result, payment.paid, *ride),)


def asks_the_seat(rules: HouseRules) -> bool:
    """Return whether a payout rides on the word of its player alone; older rulebooks let the dealer say it."""
    return _said(rules).parlay.said_by == "player"


def outcome(rules: HouseRules, state: TableState, seat: int) -> tuple[Result, Payment]:
    """Return what became of a seat's House Money, from the four open cards; match play counts at its face."""
    result = _result(rules, state)
    return result, pay(rules.wager(KEY), result, stakes_of(state, seat)[KEY] + _coupon(state, seat), None, {})


def _result(rules: HouseRules, state: TableState) -> Result:
    """Return the result of all House Money wagers: the same for every seat."""
    player, banker = hand(state, "P"), hand(state, "B")
    wager = rules.wager(KEY)
    if wager.on_class is None:
        raise ValueError("House Money reads the pairs of a coup")
    pairs = player[0].rank == player[1].rank, banker[0].rank == banker[1].rank
    return wager.on_class(CoupClass(count(player[:2]), count(banker[:2]), NONE, NONE, *pairs))


def _coupon(state: TableState, seat: int) -> Cents:
    return state.coupons.get(felt_account(seat, KEY), 0)


def _ride(rules: HouseRules, state: TableState, seat: int, choice: str) -> tuple[Cents, str] | Refusal:
    """Return how much rides and on which wager: all, or the submitted portion in whole chips (reading 3)."""
    if choice == TAKE:
        return 0, ""
    parlay, own = _said(rules).parlay, stakes_of(state, seat)
    if choice not in parlay.onto:  # never on Tie
        return Refusal(Reason.NOT_ALLOWED_HERE, parlay.section, {"onto": ", ".join(parlay.onto)})
    keys = [wager.key for wager in rules.wagers if wager.hand == choice and wager.key in own]
    if not keys:
        return Refusal(Reason.NEEDS_ANOTHER_WAGER, parlay.section, {"needs": choice})
    payout, portion = outcome(rules, state, seat)[1].paid, rules.house_money_portion
    rides = payout if portion == 1 else down_to_the_chip(Fraction(payout) * portion, rules.smallest_chip)
    return (rides, keys[0]) if rides else (0, "")


def _event(
    rules: HouseRules, state: TableState, seat: int, result: Result, payout: Cents, rides: Cents, on: str
) -> HouseMoneySettled:
    stake, chips, felt = stakes_of(state, seat)[KEY], seat_account(seat), felt_account(seat, KEY)
    lost = result.verdict is Verdict.LOSE
    moves = [
        Posting(felt, RACK, stake, "lost") if lost else Posting(felt, chips, stake, "returned"),
        Posting(RACK, chips, payout - rides, "paid"),
        Posting(RACK, felt_account(seat, on), rides, "rides"),
    ]
    return HouseMoneySettled(
        seat=seat,
        category=result.category,
        stake=stake,
        payout=payout,
        rides=rides,
        on=on,
        coupon=_coupon(state, seat),
        section=rules.rulebook.section(PARLAY if rides else EARLY),
        postings=filled(state, (posting for posting in moves if posting.cents)),
    )
