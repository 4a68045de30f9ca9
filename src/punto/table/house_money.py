"""House Money: settled with four cards face up and before any third card, seat by seat from the dealer's right.

The payout (not the stake) may ride on the seat's own wager on a hand; only the dealer handles it (ma-mini 8(c)(3)).
"""

from __future__ import annotations

from fractions import Fraction

from punto.coup import CoupClass
from punto.houserules import HouseRules
from punto.money import Cents, down_to_the_chip
from punto.posting import RACK, Posting, felt_account, seat_account
from punto.roles import Role
from punto.table.betting import stakes_of
from punto.table.commands import HouseMoney
from punto.table.events import AnyEvent, HouseMoneySettled
from punto.table.phases import Phase, hand, house_money_due
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState
from punto.table.who import not_at_seat
from punto.wagers.wager import Payment, Result, Verdict, pay

KEY = "house-money"


def house_money(rules: HouseRules, state: TableState, command: HouseMoney) -> tuple[AnyEvent, ...] | Refusal:
    """Settle the next seat's House Money as its player chooses; a losing one is simply collected."""
    section = rules.rulebook.section("house-money.settle-early")
    if state.phase is not Phase.HOUSE_MONEY:
        return Refusal(Reason.WRONG_PHASE, section, {"phase": state.phase})
    seat = house_money_due(state)[0]
    if command.seat != seat:
        return Refusal(Reason.STEP_NOT_DUE, section, {"seat": seat})
    if command.by is not Role.DEALER:
        refusal = not_at_seat(state, command, seat)
        if refusal:
            return refusal
    result, payment = outcome(rules, state, seat)
    if result.verdict is Verdict.LOSE:
        return (_collected(rules, state, seat, result),)
    ride = _ride(rules, state, command, payment.paid)
    if isinstance(ride, Refusal):
        return ride
    return (_paid(rules, state, seat, result, payment.paid, *ride),)


def outcome(rules: HouseRules, state: TableState, seat: int) -> tuple[Result, Payment]:
    """Return what became of a seat's House Money, from the four open cards."""
    player, banker = hand(state, "P"), hand(state, "B")
    wager = rules.wager(KEY)
    if wager.on_class is None:
        raise ValueError("House Money reads the pairs of a coup")
    pairs = player[0].rank == player[1].rank, banker[0].rank == banker[1].rank
    result = wager.on_class(CoupClass(0, 0, player_pair=pairs[0], banker_pair=pairs[1]))
    return result, pay(wager, result, stakes_of(state, seat)[KEY], None, {})


def _collected(rules: HouseRules, state: TableState, seat: int, result: Result) -> HouseMoneySettled:
    stake = stakes_of(state, seat)[KEY]
    return HouseMoneySettled(
        seat=seat,
        category=result.category,
        stake=stake,
        payout=0,
        section=rules.rulebook.section("house-money.settle-early"),
        postings=(Posting(felt_account(seat, KEY), RACK, stake, "lost"),),
    )


def _ride(rules: HouseRules, state: TableState, command: HouseMoney, payout: Cents) -> tuple[Cents, str] | Refusal:
    """Return how much rides and on which wager: all, or the submitted portion in whole chips (reading 3)."""
    if command.choice == "take":
        return 0, ""
    own = stakes_of(state, command.seat)
    keys = [wager.key for wager in rules.wagers if wager.hand == command.choice and wager.key in own]
    if not keys:
        section = rules.rulebook.section("house-money.parlay")
        return Refusal(Reason.NEEDS_ANOTHER_WAGER, section, {"needs": command.choice})
    portion = rules.house_money_portion
    return (payout if portion == 1 else down_to_the_chip(Fraction(payout) * portion, rules.smallest_chip)), keys[0]


def _paid(
    rules: HouseRules, state: TableState, seat: int, result: Result, payout: Cents, rides: Cents, on: str
) -> HouseMoneySettled:
    stake, chips = stakes_of(state, seat)[KEY], seat_account(seat)
    postings = [Posting(felt_account(seat, KEY), chips, stake, "returned")]
    if payout - rides:
        postings.append(Posting(RACK, chips, payout - rides, "paid"))
    if rides:
        postings.append(Posting(RACK, felt_account(seat, on), rides, "rides"))
    key = "house-money.parlay" if rides else "house-money.settle-early"
    return HouseMoneySettled(
        seat=seat,
        category=result.category,
        stake=stake,
        payout=payout,
        rides=rides,
        on=on,
        section=rules.rulebook.section(key),
        postings=tuple(postings),
    )
