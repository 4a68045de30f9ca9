"""Settling a coup: losing wagers first, then winners from the highest seat down (ma-mini 11, 12; md-mini .11, .12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from punto.coup import Coup, play
from punto.houserules import HouseRules
from punto.posting import RACK, Posting, felt_account, seat_account
from punto.table import agenda
from punto.table.betting import stakes
from punto.table.events import AnyEvent, CoupEnded, CoupSettled, Line, ShoeEnded
from punto.table.phases import hand
from punto.table.state import TableState
from punto.table.vigorish import marked
from punto.wagers.wager import Result, Verdict, Wager, pay


class Standing(NamedTuple):
    """A wager to be settled, and its result."""

    seat: int
    wager: Wager
    stake: int
    coupon: int
    result: Result


def after_step(rules: HouseRules, state: TableState, step: str) -> tuple[AnyEvent, ...]:
    """Return what a step of the result brings besides itself."""
    if step == "announce-result":
        return (settle(rules, state),)
    if step == "clear-cards":
        return tuple(_ended(rules, state))
    return ()


def coup_of(state: TableState) -> Coup:
    """Return the coup that lies open."""
    player, banker = hand(state, "P"), hand(state, "B")
    return play((player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]))


def settle(rules: HouseRules, state: TableState) -> CoupSettled:
    """Settle every wager of the coup that lies open."""
    coup = coup_of(state)
    lines: list[Line] = []
    postings: list[Posting] = []
    for standing in _in_order(rules, state, coup):
        line = _line(rules, standing)
        lines.append(line)
        postings += _postings(rules, line, standing.result)
    return CoupSettled(
        coup=state.coup,
        player=coup.points[0],
        banker=coup.points[1],
        winner=coup.winner,
        call=call(rules, coup),
        lines=tuple(lines),
        section=rules.rulebook.section("result.pay-order"),
        postings=tuple(postings),
    )


def call(rules: HouseRules, coup: Coup) -> str:
    """Return what the dealer announces: counts and winner, "tie hand", and the names of EZ (ma-mini 11(a))."""
    book = rules.rulebook
    if coup.winner == "tie":
        return book.word("result.announce", "tie")
    high, low = max(coup.points), min(coup.points)
    named = {"dragon-7": ("Dragon 7", coup.coup_class.dragon_7), "panda-8": ("Panda 8", coup.coup_class.panda_8)}
    for key in book.words("result.announce", "ez") if rules.ez else ():
        word, holds = named[key]
        if holds:
            return f"{word}, {high} over {low}"
    return f"{coup.winner.capitalize()} wins, {high} over {low}"


def _in_order(rules: HouseRules, state: TableState, coup: Coup) -> list[Standing]:
    """Losing wagers first; then the others, seat by seat from the highest down."""
    read = coup.coup_class
    order = {wager.key: index for index, wager in enumerate(rules.wagers)}
    found = []
    for (seat, key), stake in stakes(state).items():
        wager = rules.wager(key)
        if wager.on_class is not None:
            coupon = state.coupons.get(felt_account(seat, key), 0)
            found.append(Standing(seat, wager, stake, coupon, wager.on_class(read)))
    if state.royals:
        royal = rules.wager("royal-9")
        stake = rules.limits["royal-9"].least
        if royal.on_opening is not None:
            found += [Standing(seat, royal, stake, 0, royal.on_opening(coup.opening, seat)) for seat in state.royals]
    collect_first = rules.rulebook.words("result.collect-first", "order")[0] == "collect"
    downwards = rules.rulebook.word("result.pay-order", "from") == "highest"
    return sorted(
        found,
        key=lambda one: (
            (one.result.verdict is not Verdict.LOSE) == collect_first,
            -one.seat if downwards else one.seat,
            order[one.wager.key],
        ),
    )


def _line(rules: HouseRules, standing: Standing) -> Line:
    seat, wager, stake, coupon, result = standing
    if isinstance(result.pays, str):  # a meter's award is its own stream's to make
        return Line(seat=seat, wager=wager.key, category=result.category, stake=stake, section=wager.section)
    payment = pay(wager, result, stake + coupon, rules.vigorish, {})
    collect = rules.vigorish is not None and rules.vigorish.when == "with-payout"
    return Line(
        seat=seat,
        wager=wager.key,
        category=result.category,
        stake=stake,
        paid=payment.paid,
        vigorish=rules.vigorish.collect(payment.vigorish) if rules.vigorish and collect else 0,
        marked=0 if collect else marked(payment.vigorish),
        coupon=coupon if result.verdict is Verdict.PUSH else 0,  # it stays on a push, and is surrendered otherwise
        section=wager.section,
    )


def _postings(rules: HouseRules, line: Line, result: Result) -> Iterator[Posting]:
    felt, chips = felt_account(line.seat, line.wager), seat_account(line.seat)
    royal = line.wager == "royal-9"  # its stake left the felt when betting closed
    if result.verdict is Verdict.LOSE:
        if not royal:
            yield Posting(felt, RACK, line.stake, "lost")
        return
    paid = [Posting(RACK, chips, line.paid, "paid")] if line.paid else []
    taken = [Posting(chips, RACK, line.vigorish, "vigorish")] if line.vigorish else []
    if not royal:
        yield Posting(felt, chips, line.stake, "returned")
    yield from paid + taken if rules.pay_then_vigorish else taken + paid


def _ended(rules: HouseRules, state: TableState) -> Iterator[AnyEvent]:
    """Return the end of the coup, and of the shoe with it after the last hand (ma-mini 9(e), 11(c))."""
    book = rules.rulebook
    over = state.cover == "last" and state.kind != "simulated"
    passes = rules.curator and not over and _banker_lost(state) and state.kind != "simulated"
    yield CoupEnded(
        coup=state.coup,
        agenda=("curator-next",) if passes else (),
        section=book.section("curator.passes") if passes else book.section("result.discard"),
    )
    if over:
        yield ShoeEnded(
            shoe=state.shoe,
            cards=rules.shoe.decks * 52,
            agenda=agenda.next_shoe(rules),
            section=book.section("cover-card"),
        )


def _banker_lost(state: TableState) -> bool:
    return coup_of(state).winner == "player"
