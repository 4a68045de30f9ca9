"""Settling a coup: losing wagers first, then winners from the highest seat down (ma-mini 11(b), md-mini .11B)."""

from __future__ import annotations

from collections.abc import Iterator

from punto.coup import CoupClass, play
from punto.houserules import HouseRules
from punto.posting import RACK, Posting, felt_account, seat_account
from punto.table.betting import stakes
from punto.table.events import AnyEvent, CoupEnded, CoupSettled, Line
from punto.table.phases import hand
from punto.table.state import TableState
from punto.wagers.wager import Result, Verdict, Wager, pay


def after_step(rules: HouseRules, state: TableState, step: str) -> tuple[AnyEvent, ...]:
    """Return what a step of the result brings besides itself."""
    if step == "announce-result":
        return (settle(rules, state),)
    if step == "clear-cards":
        return (CoupEnded(coup=state.coup, section=rules.rulebook.section("result.discard")),)
    return ()


def settle(rules: HouseRules, state: TableState) -> CoupSettled:
    """Settle every wager of the coup that lies open."""
    player, banker = hand(state, "P"), hand(state, "B")
    coup = play((player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]))
    lines: list[Line] = []
    postings: list[Posting] = []
    for seat, wager, stake, result in _in_order(rules, state, coup.coup_class):
        line = _line(rules, seat, wager, stake, result)
        lines.append(line)
        postings += _postings(rules, line, result)
    return CoupSettled(
        coup=state.coup,
        player=coup.points[0],
        banker=coup.points[1],
        winner=coup.winner,
        lines=tuple(lines),
        section=rules.rulebook.section("result.pay-order"),
        postings=tuple(postings),
    )


def _in_order(rules: HouseRules, state: TableState, coup: CoupClass) -> Iterator[tuple[int, Wager, int, Result]]:
    """Losing wagers first; then the others, seat by seat from the highest down."""
    open_ = []
    for (seat, key), stake in stakes(state).items():
        wager = rules.wager(key)
        if wager.on_class is not None:
            open_.append((seat, wager, stake, wager.on_class(coup)))
    order = [wager.key for wager in rules.wagers]
    open_.sort(key=lambda item: (item[3].verdict is not Verdict.LOSE, -item[0], order.index(item[1].key)))
    yield from open_


def _line(rules: HouseRules, seat: int, wager: Wager, stake: int, result: Result) -> Line:
    payment = pay(wager, result, stake, rules.vigorish, {})
    vigorish = rules.vigorish.collect(payment.vigorish) if rules.vigorish else 0
    return Line(
        seat=seat,
        wager=wager.key,
        category=result.category,
        stake=stake,
        paid=payment.paid,
        vigorish=vigorish,
        section=wager.section,
    )


def _postings(rules: HouseRules, line: Line, result: Result) -> Iterator[Posting]:
    felt, chips = felt_account(line.seat, line.wager), seat_account(line.seat)
    if result.verdict is Verdict.LOSE:
        yield Posting(felt, RACK, line.stake, "lost")
        return
    if line.paid:
        yield Posting(RACK, chips, line.paid, "paid")
    yield Posting(felt, chips, line.stake, "returned")
    if line.vigorish:
        yield Posting(chips, RACK, line.vigorish, "vigorish")
