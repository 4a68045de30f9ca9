"""Settlement: vigorish, the end of a round, Royal 9 stakes, and the order and amount of every payment.

Deferred vigorish (ma-mini 12(d)(2)) is kept as an exact amount in thousandths of a cent; it is rounded once, on the sum
collected (reading 1). Its marker button stays in the box with the seat's number until it is collected: at the latest
before cards are shuffled again (ma-mini), before a new shoe is played (all others), and when the player leaves.

With a Must Hit the dealer ends the round by an act of its own (ma-midi 12(j), ma-mini 12(j)), after all payments and
before the cards are cleared. It draws whether a player wins the meter; afterwards the coup cannot be reversed. Without
a Must Hit the round ends with the coup.

Royal 9 stakes are taken when betting closes, and are not returned (reading 4). Wagers are settled losing ones first,
then winners from the highest seat down (ma-mini 11, 12; md-mini .11, .12).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from operator import itemgetter
from typing import Literal, NamedTuple

from punto.core.coup import Coup, CoupClass, play
from punto.core.money import Cents, part_of
from punto.core.posting import HOUSE, RACK, Posting, felt_account, seat_account
from punto.rules.house_rules import HouseRules
from punto.table import preparation
from punto.table.commands import Reason, Refusal
from punto.table.events import AnyEvent, CoupEnded, CoupSettled, RoyalStakesTaken, SettlementLine
from punto.table.handling import must_pass
from punto.table.phases import BETTING, IDLE, PREPARING, hand
from punto.table.plan import Plan, SettledKey, SettledWager, WagerTerms, plan_of
from punto.table.state import TableState, stakes
from punto.wagers.wager import Result, Verdict, Wager, pay

WIN, LOSE, PUSH = Verdict

# ---------------------------------------------------------------- vigorish

DEFERRED_KEY = "vigorish.deferred"
UNIT = 1000  # thousandths of a cent
SHUFFLES = frozenset(
    {"shuffle", "shuffle-unused", "reshuffle", "reshuffle-unused", "three-dealers", "batch", "device", "device-first"}
)
MIXING = ("wash-idle", "load-idle")  # steps that mix the cards of an idle table


def marked(owed: Fraction) -> int:
    """Return an exact amount of cents in thousandths of a cent."""
    return part_of(UNIT, owed)


def due(rules: HouseRules, state: TableState, seat: int) -> Cents:
    """Return the cents to collect for a seat's marker button."""
    if rules.vigorish is None:
        return 0
    return rules.vigorish.collect(Fraction(state.owed.get(seat, 0), UNIT))


def falls_due(rules: HouseRules, when: Literal["new-shoe", "reshuffle", "leaving"]) -> bool:
    """Return whether deferred vigorish is collected at a moment."""
    return when in rules.rulebook.law.vigorish.deferred.due


def overdue(rules: HouseRules, state: TableState) -> bool:
    """Return whether the shoe of the marker buttons is over, so that they must be collected first."""
    if not state.owed or state.coup != state.shoe_began:
        return False
    between = state.phase in (PREPARING, IDLE, BETTING)
    return between and (falls_due(rules, "new-shoe") or falls_due(rules, "reshuffle"))


def new_shoe_refused(rules: HouseRules, state: TableState) -> Refusal | None:
    """Refuse the first wager and the first call of a new shoe while any vigorish is owed (reading 32)."""
    return _owed(rules, state) if state.phase is BETTING and overdue(rules, state) else None


def shuffle_refused(rules: HouseRules, state: TableState, step: str) -> Refusal | None:
    """Refuse to begin a shuffle while vigorish is owed, if it falls due then (ma-mini 12(d)(2)(i))."""
    if not state.owed or not falls_due(rules, "reshuffle"):
        return None
    begins = state.agenda[:1] and state.agenda[0] in SHUFFLES and not state.done
    shuffles = begins and step in rules.rulebook.ceremonies[state.agenda[0]].steps
    return _owed(rules, state) if shuffles or step in MIXING else None


def _owed(rules: HouseRules, state: TableState) -> Refusal:
    return Refusal(Reason.VIGORISH_OWED, rules.rulebook.section(DEFERRED_KEY), {"seat": min(state.owed)})


# ---------------------------------------------------------------- end of the round

MUST_HIT_KEY = "royal9.must-hit"
END_ROUND = "end-round"
METERS = "progressive/"  # accounts through which stakes go to the meters' own stream


def dealer_ends(rules: HouseRules, state: TableState) -> bool:
    """Return whether the dealer must end this coup's round: its Royal 9 wagers feed a Must Hit."""
    must_hit = rules.royal9 is not None and rules.royal9.must_hit is not None
    return must_hit and bool(state.progressive and state.royals)


def round_open(rules: HouseRules, state: TableState) -> bool:
    """Return whether the round is to be ended now: everything is settled, collected and paid."""
    paid = state.settled and not state.uncollected and not state.unpaid
    return paid and dealer_ends(rules, state) and END_ROUND not in state.done


def round_ended(rules: HouseRules, state: TableState) -> Refusal | None:
    """Refuse to reverse anything of a coup whose round has ended: the meter may have been drawn on it."""
    if END_ROUND not in state.done:
        return None
    return Refusal(Reason.WRONG_PHASE, rules.rulebook.section(MUST_HIT_KEY), {"phase": state.phase, "after": END_ROUND})


def stakes_passed(state: TableState) -> tuple[Posting, ...]:
    """Return the posting that moves the stakes of a coup to the meters that they feed."""
    if not (state.progressive and state.royals):
        return ()
    lying = {account: cents for account, cents in state.accounts.items() if account.startswith(METERS) and cents}
    return tuple(Posting(account, HOUSE, cents, "to the meters") for account, cents in lying.items())


# ---------------------------------------------------------------- stakes of meters

# The fixed stake of a wager that feeds meters, such as Royal 9, is taken when betting closes, and is not returned
# (reading 4).


def stakes_taken(rules: HouseRules, state: TableState) -> tuple[AnyEvent, ...]:
    """Return the event that takes the coup's stakes on such a wager to the progressive."""
    wager = plan_of(rules).metered
    if wager is None:
        return ()
    lying = {seat: cents for (seat, key), cents in sorted(stakes(state).items()) if key == wager.key}
    if not lying:
        return ()
    words, account = wager.key.replace("-", " "), f"{METERS}{wager.key}"
    postings = tuple(Posting(felt_account(seat, wager.key), account, cents, words) for seat, cents in lying.items())
    return (RoyalStakesTaken(seats=tuple(lying), wager=wager.key, section=wager.section, postings=postings),)


# ---------------------------------------------------------------- payments


class PendingWager(NamedTuple):
    """A wager to be settled, and its result; its first three fields are the order of payment."""

    wins: bool  # or is pushed; losing ones are first
    turn: int  # of the seat
    place: int  # of the wager
    wager: Wager
    key: SettledKey  # everything that its settlement depends on
    result: Result


def after_step(rules: HouseRules, state: TableState, step: str, at: int) -> tuple[AnyEvent, ...]:
    """Return the events that follow a step of the result."""
    if step == "announce-result":
        return (settle(rules, state),)
    if step == "clear-cards":
        return tuple(_ended(rules, state, at))
    return ()


def coup_of(state: TableState) -> Coup:
    """Return the coup whose cards are face up."""
    player, banker = hand(state, "P"), hand(state, "B")
    return play((player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]))


def settle(rules: HouseRules, state: TableState) -> CoupSettled:
    """Settle every wager of the coup whose cards are face up."""
    coup, plan = coup_of(state), plan_of(rules)
    read = coup.coup_class
    lines: list[SettlementLine] = []
    postings: list[Posting] = []
    for standing in _in_order(plan, state, coup, read):
        line, moves = plan.settled(standing.key) or _settled(rules, plan, standing)
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


def _settled(rules: HouseRules, plan: Plan, standing: PendingWager) -> SettledWager:
    """Compute the settlement of a wager; the plan keeps it, since players repeat their wagers."""
    line = _line(rules, standing)
    return plan.settle(standing.key, SettledWager(line, tuple(_postings(rules, plan, line))))


def filled(state: TableState, postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """Return postings with a fill before them if the rack has too few chips to pay."""
    moves = tuple(postings)
    rack = least = state.accounts.get(RACK, 0)
    if rack >= sum([posting.cents for posting in moves if posting.debit == RACK]):
        return moves
    for posting in moves:
        rack += posting.cents * ((posting.credit == RACK) - (posting.debit == RACK))
        least = min(least, rack)
    return moves if least >= 0 else (Posting(HOUSE, RACK, -least, "fill"), *moves)


def call(rules: HouseRules, read: CoupClass) -> str:
    """Return the announcement: counts and winner, "tie hand", and the names of EZ (ma-mini 11(a))."""
    calls = plan_of(rules).calls
    if read not in calls:
        calls[read] = _call(rules, read)
    return calls[read]


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


def _in_order(plan: Plan, state: TableState, coup: Coup, read: CoupClass) -> list[PendingWager]:
    """Return the wagers in order: losing ones first, then seat by seat from the highest down (ma-mini 11(b))."""
    standing = list(_on_felt(plan, state, coup, read))
    if state.royals:
        standing += _on_meters(plan, state, coup, read)
    standing.sort(key=_BY_ORDER)
    return standing


_BY_ORDER = itemgetter(0, 1, 2)


def _pending(plan: Plan, seat: int, terms: WagerTerms, stake: Cents, coupon: Cents, result: Result) -> PendingWager:
    wager, wins = terms.wager, result.verdict is not LOSE
    key = seat, wager.key, stake, coupon, result.category
    return PendingWager(wins, seat * plan.onwards, terms.place, wager, key, result)


def _on_felt(plan: Plan, state: TableState, coup: Coup, read: CoupClass) -> Iterator[PendingWager]:
    """Return the wagers whose stakes are on the felt; each has one result for all seats."""
    results: dict[str, Result | None] = {}
    for account, stake in state.accounts.items():
        if account not in plan.felt:
            continue
        seat, terms = plan.felt[account]
        key = terms.wager.key
        result = results[key] if key in results else results.setdefault(key, _result(terms.wager, coup, read))
        if result is not None:
            yield _pending(plan, seat, terms, stake, state.coupons.get(account, 0), result)


def _result(wager: Wager, coup: Coup, read: CoupClass) -> Result | None:
    """Return the result of a wager; None if each seat has its own combination."""
    if wager.on_class is not None:
        return wager.on_class(read)
    if wager.on_cards is not None:
        return wager.on_cards(coup.player, coup.banker)
    return wager.on_opening(coup.opening, 0) if wager.on_opening is not None and not wager.posted else None


def _on_meters(plan: Plan, state: TableState, coup: Coup, read: CoupClass) -> Iterator[PendingWager]:
    """Return the wagers whose stakes were taken for meters; a seat may read one with a combination of its own."""
    wager = plan.metered
    if wager is None:
        return
    for seat in state.royals:
        posted = wager.on_opening if wager.posted else None
        result = posted(coup.opening, seat) if posted is not None else _result(wager, coup, read)
        if result is not None:
            terms = plan.wagers[wager.key]
            yield _pending(plan, seat, terms, terms.limit.least, 0, result)


def _line(rules: HouseRules, standing: PendingWager) -> SettlementLine:
    (seat, _, stake, coupon, _), wager, result = standing.key, standing.wager, standing.result
    verdict, pays = result.verdict, result.pays
    paid = vigorish = mark = 0
    if verdict is WIN and not isinstance(pays, str):  # the progressive's own stream pays a meter's award
        payment = pay(wager, result, stake + coupon, rules.vigorish, {})
        paid = payment.paid
        if payment.vigorish and rules.vigorish is not None and rules.vigorish.when == "with-payout":
            # Rounding up must not take more than a stake of a few cents is worth.
            vigorish = min(stake, rules.vigorish.collect(payment.vigorish))
        elif payment.vigorish and rules.vigorish is not None:
            mark = marked(rules.vigorish.mark(payment.vigorish, stake))
    return SettlementLine(
        seat=seat,
        wager=wager.key,
        category=result.category,
        stake=stake,
        verdict=verdict,
        paid=paid,
        vigorish=vigorish,
        marked=mark,
        coupon=coupon if verdict is PUSH else 0,  # stays on a push, and is surrendered otherwise
        kept=wager.for_one and verdict is WIN and not wager.metered,
        section=wager.section,
    )


def _postings(rules: HouseRules, plan: Plan, line: SettlementLine) -> Iterator[Posting]:
    chips, wager = seat_account(line.seat), plan.wagers[line.wager].wager
    kept = line.verdict == LOSE or (wager.for_one and line.verdict == WIN)
    if not wager.metered:  # whose stake left the felt when betting closed
        felt = felt_account(line.seat, line.wager)
        yield Posting(felt, RACK, line.stake, "lost") if kept else Posting(felt, chips, line.stake, "returned")
    if line.verdict == LOSE:
        return
    for act in rules.rulebook.law.result.pay_order.order:
        if act == "pay" and line.paid:
            yield Posting(RACK, chips, line.paid, "paid")
        elif act == "vigorish" and line.vigorish:
            yield Posting(chips, RACK, line.vigorish, "vigorish")


def _ended(rules: HouseRules, state: TableState, at: int) -> Iterator[AnyEvent]:
    """Return the end of the coup, and of the shoe after the last hand (ma-mini 9(e), 11(c))."""
    discard = rules.rulebook.law.result.discard
    over = preparation.shoe_over(rules, state, at)
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
        ahead = preparation.after_last_hand(rules, state, over, at)
        yield preparation.shoe_ended(rules, state, ahead, rules.rulebook.section(over))
