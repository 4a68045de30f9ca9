"""A payout that may ride, as of House Money: what is paid, what rides, who comes first (ma-mini 8(c)(3), 12(h))."""

from __future__ import annotations

from msgspec.structs import replace

from punto.money import dollars
from punto.roles import Role
from punto.school.choosing import Asking
from punto.school.kinds.moments import find
from punto.school.practice import Moment
from punto.school.question import Form, Question, Shown
from punto.school.scenes import scene
from punto.table import Refusal, decide
from punto.table.commands import HouseMoney
from punto.table.events import HouseMoneySettled
from punto.table.felt import stakes_of
from punto.table.house_money import TAKE, in_order, may_choose, outcome
from punto.table.phases import Phase
from punto.wagers.wager import Wager


def make(asking: Asking) -> Question:
    """Ask for the seat that comes first, for a payout, or for what rides."""
    chance = asking.chance
    if chance.random() < 0.3:
        return _seat(find(asking, (Phase.HOUSE_MONEY,))[0])
    moment, _ = find(asking, (Phase.HOUSE_MONEY,), _won)
    return _payout(moment) if chance.random() < 0.4 else _rides(asking, moment)


def _won(moment: Moment) -> bool:
    return may_choose(*moment, in_order(*moment)[0])


def _wager(moment: Moment) -> Wager:
    wager = moment.rules.riding
    if wager is None:
        raise ValueError(f"no payout rides at {moment.rules.table}")
    return wager


def _seat(moment: Moment) -> Question:
    order, wager = in_order(*moment), _wager(moment)
    return Question(
        prompt=f"Whose {wager.title} does the dealer settle now? Give the number of the seat.",
        shown=scene(*moment),
        form=Form.NUMBER,
        answer=order[0],
        why=f"From the dealer's right and on: seat {', then '.join(map(str, order))}.",
        provisions=(f"{wager.key}.settle-early",),
    )


def _payout(moment: Moment) -> Question:
    seat, wager = in_order(*moment)[0], _wager(moment)
    result, payment = outcome(*moment, seat)
    return Question(
        prompt=f"What does {wager.title} pay at seat {seat}?",
        shown=scene(*moment),
        form=Form.MONEY,
        answer=payment.paid,
        why=f"It wins with {result.category.replace('-', ' ')} and pays {result.pays} to 1: {dollars(payment.paid)}.",
        provisions=(f"pay.{wager.key}", f"wager.{wager.key}"),
    )


def _rides(asking: Asking, moment: Moment) -> Question:
    """Have the table settle it with the payout riding, and ask for the wager that this makes."""
    rules, seat, key = moment.rules, in_order(*moment)[0], _wager(moment).key
    law, lying = rules.rulebook.law.house_money, stakes_of(moment.state, seat)
    onto = law.parlay.onto if law is not None else ()
    own = {str(wager.hand): wager.key for wager in rules.wagers if wager.hand in onto and wager.key in lying}
    hand = asking.chance.choice(sorted(own))
    settled = _settled(moment, seat, hand)
    after = lying[own[hand]] + settled.rides
    portion = Shown("filed", text=f"{rules.house_money_portion} of the payout may ride, in whole chips")
    return Question(
        prompt=f"Seat {seat} lets the payout ride on the {hand.capitalize()}'s Hand. How high is that wager now?",
        shown=(*scene(*moment), *((portion,) if rules.house_money_portion != 1 else ())),
        form=Form.MONEY,
        answer=after,
        why=f"{dollars(settled.payout)} are paid and {dollars(settled.rides)} of it ride: {dollars(after)}.",
        provisions=(f"{key}.parlay", f"pay.{key}"),
    )


def _settled(moment: Moment, seat: int, choice: str) -> HouseMoneySettled:
    state = replace(moment.state, chosen={**moment.state.chosen, seat: choice})
    dealer = HouseMoney(id="school", by=Role.DEALER, who="dealer", at=0, seat=seat, choice=TAKE)
    came = decide(moment.rules, state, dealer)
    if isinstance(came, Refusal):
        raise ValueError(f"the table refuses: {came}")
    return next(event for event in came if isinstance(event, HouseMoneySettled))
