"""Settling a coup: losing wagers first, then winners from the highest seat down (ma-mini 11, 12; md-mini .11, .12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from punto.coup import Coup, CoupClass, play
from punto.houserules import HouseRules
from punto.posting import HOUSE, RACK, Posting, felt_account, seat_account
from punto.table import agenda
from punto.table.curator import must_pass
from punto.table.events import AnyEvent, CoupEnded, CoupSettled, Line
from punto.table.felt import stakes
from punto.table.latest import Memory, for_each
from punto.table.phases import hand
from punto.table.rounds import stakes_passed
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


class Settled(NamedTuple):
    """A wager's line, and the money that it moves."""

    line: Line
    postings: tuple[Posting, ...]


def after_step(rules: HouseRules, state: TableState, step: str, at: int) -> tuple[AnyEvent, ...]:
    """Return what a step of the result brings besides itself."""
    if step == "announce-result":
        return (settle(rules, state),)
    if step == "clear-cards":
        return tuple(_ended(rules, state, at))
    return ()


def coup_of(state: TableState) -> Coup:
    """Return the coup that lies open."""
    player, banker = hand(state, "P"), hand(state, "B")
    return play((player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]))


def settle(rules: HouseRules, state: TableState) -> CoupSettled:
    """Settle every wager of the coup that lies open."""
    coup = coup_of(state)
    read = coup.coup_class
    lines: list[Line] = []
    postings: list[Posting] = []
    known = _known(rules)
    for standing in _in_order(rules, state, coup, read):
        seat, wager, stake, coupon, result = standing
        settled = known.get((seat, wager.key, stake, coupon, result.category))
        line, moves = settled or _settled(rules, standing)
        lines.append(line)
        postings += moves
    return CoupSettled(
        coup=state.coup,
        player=read.player,
        banker=read.banker,
        winner=read.winner,
        call=call(rules, read),
        lines=tuple(lines),
        section=rules.rulebook.section("result.pay-order"),
        postings=filled(state, postings),
    )


def _settled(rules: HouseRules, standing: Standing) -> Settled:
    """Work out what becomes of a wager. People bet the same again and again, so it is kept a while."""
    seat, wager, stake, coupon, result = standing
    line = _line(rules, standing)
    settled = Settled(line, tuple(_postings(rules, line)))
    return _known(rules).keep((seat, wager.key, stake, coupon, result.category), settled)


@for_each
def _known(rules: HouseRules) -> Memory[tuple[int, str, int, int, str], Settled]:
    return Memory()


def filled(state: TableState, postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """Return postings with a fill before them where the rack holds too few chips to pay."""
    moves = tuple(postings)
    rack = least = state.accounts.get(RACK, 0)
    if rack >= sum([posting.cents for posting in moves if posting.debit == RACK]):
        return moves
    for posting in moves:
        rack += posting.cents * ((posting.credit == RACK) - (posting.debit == RACK))
        least = min(least, rack)
    return moves if least >= 0 else (Posting(HOUSE, RACK, -least, "fill"), *moves)


def call(rules: HouseRules, read: CoupClass) -> str:
    """Return what the dealer announces: counts and winner, "tie hand", and the names of EZ (ma-mini 11(a))."""
    calls = _calls(rules)
    if read not in calls:
        calls[read] = _call(rules, read)
    return calls[read]


@for_each
def _calls(rules: HouseRules) -> dict[CoupClass, str]:
    return {}


def _call(rules: HouseRules, read: CoupClass) -> str:
    announce, winner = rules.rulebook.law.result.announce, read.winner
    tie = winner == "tie"
    high, low = max(read.player, read.banker), min(read.player, read.banker)
    said = {
        "winner": announce.tie if tie else f"{winner.capitalize()} wins",
        "counts": f"{high} to {low}" if tie else f"{high} over {low}",
    }
    parts = [words for name, words in said.items() if name in announce.calls]
    named = (rules.wager(key) for key in announce.ez if key in rules.limits)
    won = (one.title for one in named if one.on_class and one.on_class(read).verdict is Verdict.WIN)
    return ", ".join([*parts, *won])


class Order(NamedTuple):
    """How a document settles: which way round the table, wager by wager."""

    onwards: int
    wagers: dict[str, tuple[int, Wager]]


@for_each
def _order(rules: HouseRules) -> Order:
    wagers = {wager.key: (index, wager) for index, wager in enumerate(rules.wagers)}
    from_highest = rules.rulebook.law.result.pay_order.from_ == "highest"  # and towards the other end
    return Order(-1 if from_highest else 1, wagers)


def _in_order(rules: HouseRules, state: TableState, coup: Coup, read: CoupClass) -> list[Standing]:
    """Losing wagers first; then the others, seat by seat from the highest down (ma-mini 11(b))."""
    onwards, wagers = _order(rules)

    def turn(one: Standing) -> tuple[bool, int, int]:
        seat, wager, _, _, result = one
        return result.verdict is not Verdict.LOSE, seat * onwards, wagers[wager.key][0]

    return sorted((*_on_felt(rules, state, coup, read), *_on_openings(rules, state, coup)), key=turn)


def _on_felt(rules: HouseRules, state: TableState, coup: Coup, read: CoupClass) -> Iterator[Standing]:
    """Return the wagers whose stakes lie on the felt; each has one result for all seats."""
    wagers = _order(rules).wagers
    results: dict[str, tuple[Wager, Result | None]] = {}
    for (seat, key), stake in stakes(state).items():
        if key not in results:
            wager = wagers[key][1]
            results[key] = wager, _result(wager, coup, read)
        wager, result = results[key]
        if result is not None:
            coupon = state.coupons.get(felt_account(seat, key), 0) if state.coupons else 0
            yield Standing(seat, wager, stake, coupon, result)


def _result(wager: Wager, coup: Coup, read: CoupClass) -> Result | None:
    """Return the result of a wager; None for one that each seat reads with a combination of its own."""
    if wager.on_class is not None:
        return wager.on_class(read)
    return wager.on_opening(coup.opening, 0) if wager.on_opening is not None and not wager.posted else None


def _on_openings(rules: HouseRules, state: TableState, coup: Coup) -> Iterator[Standing]:
    """Return the Royal 9 wagers, which every seat reads with a combination of its own."""
    if not state.royals:
        return
    royal = next(one for one in rules.wagers if one.posted)
    if royal.on_opening is not None:
        for seat in state.royals:
            result = royal.on_opening(coup.opening, seat)
            yield Standing(seat, royal, rules.limits[royal.key].least, 0, result)


def _line(rules: HouseRules, standing: Standing) -> Line:
    seat, wager, stake, coupon, result = standing
    verdict, pays = result.verdict, result.pays
    paid = vigorish = mark = 0
    if verdict is Verdict.WIN and not isinstance(pays, str):  # a meter's award is its own stream's to make
        payment = pay(wager, result, stake + coupon, rules.vigorish, {})
        paid = payment.paid
        if payment.vigorish and rules.vigorish is not None and rules.vigorish.when == "with-payout":
            # Rounding up must not take more than a stake of a few cents is worth.
            vigorish = min(stake, rules.vigorish.collect(payment.vigorish))
        elif payment.vigorish:
            mark = marked(payment.vigorish)
    return Line(
        seat=seat,
        wager=wager.key,
        category=result.category,
        stake=stake,
        verdict=verdict,
        paid=paid,
        vigorish=vigorish,
        marked=mark,
        coupon=coupon if verdict is Verdict.PUSH else 0,  # it stays on a push, and is surrendered otherwise
        section=wager.section,
    )


def _postings(rules: HouseRules, line: Line) -> Iterator[Posting]:
    chips, wager = seat_account(line.seat), _order(rules).wagers[line.wager][1]
    kept = line.verdict == Verdict.LOSE or (wager.for_one and line.verdict == Verdict.WIN)
    if not wager.posted:  # whose stake left the felt when betting closed
        felt = felt_account(line.seat, line.wager)
        yield Posting(felt, RACK, line.stake, "lost") if kept else Posting(felt, chips, line.stake, "returned")
    if line.verdict == Verdict.LOSE:
        return
    for act in rules.rulebook.law.result.pay_order.order:
        if act == "pay" and line.paid:
            yield Posting(RACK, chips, line.paid, "paid")
        elif act == "vigorish" and line.vigorish:
            yield Posting(chips, RACK, line.vigorish, "vigorish")


def _ended(rules: HouseRules, state: TableState, at: int) -> Iterator[AnyEvent]:
    """Return the end of the coup, and of the shoe with it after the last hand (ma-mini 9(e), 11(c))."""
    discard = rules.rulebook.law.result.discard
    over = agenda.shoe_over(rules, state, at)
    passes = not over and must_pass(rules, state)
    yield CoupEnded(
        coup=state.coup,
        agenda=("curator-next",) if passes else (),
        into=discard.into,
        kept=tuple(map(str, coup_of(state).dealt)) if discard.reconstructible else (),
        section=rules.rulebook.section("curator.passes") if passes else discard.section,
        postings=stakes_passed(state),
    )
    if over:
        ahead = agenda.after_last_hand(rules, state, over, at)
        yield agenda.shoe_ended(rules, state, ahead, rules.rulebook.section(over))
