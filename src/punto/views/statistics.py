"""Statistics: a table's actual results compared with theory.

A fold: ``Statistics`` takes one event after another and is valid after each. A settled coup is added as a whole, and
subtracted as a whole if its settlement is reversed, so a corrected coup counts once, as corrected, and a void one does
not count. All stored values are integers: cents staked and won, and the products of stakes in one coup, from which the
exact variance is computed on demand (``punto.views.figures``).

*Win* is stakes collected less payouts, with vigorish when it is collected; vigorish still deferred is kept separately.
*Handle* counts money: not coupons, but chips that ride from House Money. Royal 9's stakes go to meters with their own
books; its stakes, payouts and awards are kept separately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Literal, NamedTuple

import msgspec

from punto.core.posting import DROP, HOUSE, RACK, felt_account
from punto.rules.house_rules import HouseRules
from punto.table import TableState, evolve
from punto.table.events import (
    AnyEvent,
    CoupEnded,
    CoupSettled,
    CoupVoided,
    HouseMoneySettled,
    PaymentCorrected,
    PlayerLeft,
    SettlementLine,
    SettlementReversed,
    VigorishCollected,
)
from punto.table.phases import Phase
from punto.views.history import LoggedEvent
from punto.views.theory import Four, Stake, Theory

THOUSANDTHS = 1000  # per cent, the unit of deferred vigorish
HANDS = ("P1", "P2"), ("B1", "B2")
SEAT = "seat/"


@dataclass
class Tally:
    """Integer totals of a table, a wager, a seat or a shoe."""

    wagers: int = 0
    handle: int = 0
    win: int = 0
    drop: int = 0
    owed: int = 0  # deferred vigorish, in thousandths of a cent
    vigorish: int = 0  # collected; part of the win
    coupons: int = 0  # at face value
    coupons_paid: int = 0  # payouts on them, before vigorish; deducted from the win
    rides: int = 0  # from House Money; part of the handle
    corrections: int = 0  # manual corrections to the seats; deducted from the win
    meter_stakes: int = 0
    meter_paid: int = 0  # fixed amounts, from the rack
    awards: int = 0  # from the meters
    staked: Counter[Stake] = field(default_factory=Counter)
    products: Counter[tuple[Stake, Stake]] = field(default_factory=Counter)  # of stakes in one coup

    def take(self, wagers: Iterable[SettledCoup], sign: int) -> None:
        """Add the results of some wagers of one coup, or subtract them."""
        vector: Counter[Stake] = Counter()
        for one in wagers:
            self.wagers += sign
            self.handle += sign * one.stake
            self.win += sign * one.win
            self.owed += sign * one.marked
            self.vigorish += sign * one.vigorish
            self.coupons += sign * one.coupon
            self.coupons_paid += sign * one.coupon_paid
            self.rides += sign * one.rides
            vector.update(one.vector)
        for stake, cents in vector.items():
            self.staked[stake] += sign * cents
        for (one_stake, cents), (other, more) in product(vector.items(), repeat=2):
            self.products[one_stake, other] += sign * cents * more


class SettledCoup(NamedTuple):
    """Result of one wager."""

    seat: int
    wager: str
    stake: int
    win: int  # for the house
    vigorish: int = 0
    marked: int = 0
    coupon: int = 0
    rides: int = 0
    paid: int = 0
    four: Four = ()

    @property
    def coupon_paid(self) -> int:
        """Payout on the coupon at its face value, as on chips."""
        return self.paid * self.coupon // (self.stake + self.coupon)

    @property
    def vector(self) -> Mapping[Stake, int]:
        """Stakes by kind."""
        parts = {
            Stake(self.wager): self.stake - self.rides,
            Stake(self.wager, "coupon"): self.coupon,
            Stake(self.wager, "ride", self.four): self.rides,
        }
        return {stake: cents for stake, cents in parts.items() if cents}


class Round(NamedTuple):
    """A settled coup."""

    shoe: int
    coup: int
    kind: Literal["wagered", "free", "simulated"]
    winner: str
    wagers: tuple[SettledCoup, ...]  # those with an edge of their own
    meters: tuple[SettlementLine, ...]  # all others

    @property
    def vector(self) -> Mapping[Stake, int]:
        """Stakes of all seats together."""
        total: Counter[Stake] = Counter()
        for one in self.wagers:
            total.update(one.vector)
        return total


@dataclass
class Clock:
    """Playing time of coups: from the opening of wagers until the cards are discarded."""

    began: int | None = None
    playing: int = 0  # milliseconds
    first: int | None = None
    last: int = 0

    def tick(self, at: int, before: TableState, after: TableState, ended: bool) -> None:
        """Record the time of an event."""
        if ended and self.began is not None:
            self.playing += at - self.began
            self.last, self.began = at, None
        if after.phase is Phase.BETTING and (ended or before.phase is not Phase.BETTING):
            self.began = at
            self.first = at if self.first is None else self.first


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """Stored form of statistics, from which they can be resumed."""

    table: Tally
    by_wager: dict[str, Tally]
    by_seat: dict[int, Tally]
    by_shoe: dict[int, Tally]
    rounds: Counter[str]
    outcomes: Counter[str]
    outcomes_by_shoe: dict[int, Counter[str]]
    clock: Clock
    opened: int
    fills: int
    last: Round | None
    state: TableState
    house_money: dict[int, HouseMoneySettled]
    marked_in: dict[int, int]


class Statistics:
    """Statistics of one table, updated event by event."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self.theory = Theory(rules)
        self.table = Tally()
        self.by_wager = {wager.key: Tally() for wager in rules.wagers if wager.key in self.theory.weighed}
        self.by_seat: dict[int, Tally] = {}
        self.by_shoe: dict[int, Tally] = {}
        self.rounds: Counter[str] = Counter()  # by kind; void ones included
        self.outcomes: Counter[str] = Counter()  # of wagered and free hands
        self.outcomes_by_shoe: dict[int, Counter[str]] = {}
        self.clock = Clock()
        self.opened = 0  # table inventory at the opening
        self.fills = 0
        self.last: Round | None = None  # settlement that may still be reversed
        self.state = TableState()
        self.house_money: dict[int, HouseMoneySettled] = {}
        self.marked_in: dict[int, int] = {}  # seat -> shoe of its deferred vigorish
        self._bears_vigorish = next((wager.key for wager in rules.wagers if wager.vigorish), "")

    @classmethod
    def taken_up(cls, rules: HouseRules, counted: Counted) -> Statistics:
        """Resume from stored statistics."""
        found = cls(rules)
        for name in Counted.__struct_fields__:
            setattr(found, name, getattr(counted, name))
        return found

    @property
    def counted(self) -> Counted:
        """Statistics in their stored form."""
        return Counted(**{name: getattr(self, name) for name in Counted.__struct_fields__})

    def add(self, one: LoggedEvent) -> None:
        """Add an event."""
        before, self.state = self.state, evolve(self.state, one.event)
        self._count(one.event, before)
        self._post(one.event, before)
        self.clock.tick(one.at, before, self.state, isinstance(one.event, CoupEnded | CoupVoided))

    # ------------------------------------------------------------ coups

    def _count(self, event: AnyEvent, before: TableState) -> None:
        match event:
            case HouseMoneySettled():
                self.house_money[event.seat] = event
            case CoupSettled():
                self.last = self._round(event, before)
                self._apply(self.last, 1)
            case SettlementReversed():
                if self.last is not None:
                    self._apply(self.last, -1)
                self.last = None
                if event.house_money:
                    self.house_money.clear()
            case CoupVoided():
                self.rounds["void"] += 1
            case VigorishCollected(seat=seat, cents=cents):
                self._collect(seat, cents, before.owed.get(seat, 0))
            case PaymentCorrected(seat=seat, cents=cents):
                for tally in self._tallies(seat, before.shoe):
                    tally.corrections += cents
                    tally.win -= cents
        if isinstance(event, CoupEnded | CoupVoided):
            self.last = None
            self.house_money.clear()

    def _round(self, event: CoupSettled, before: TableState) -> Round:
        early = [self._early(one) for one in self.house_money.values()]
        rated = [self._settled(line, before) for line in event.lines if line.wager in self.theory.weighed]
        meters = tuple(line for line in event.lines if line.wager not in self.theory.weighed)
        return Round(before.shoe, event.coup, before.kind, event.winner, (*early, *rated), meters)

    def _early(self, event: HouseMoneySettled) -> SettledCoup:
        """Return the result of House Money, settled after four cards: a riding payout is paid, and staked again."""
        win = -event.payout if event.payout else event.stake
        return SettledCoup(event.seat, event.wager, event.stake, win, coupon=event.coupon, paid=event.payout)

    def _settled(self, line: SettlementLine, before: TableState) -> SettledCoup:
        money = self.house_money.get(line.seat)
        rides = money.rides if money is not None and money.on == line.wager else 0
        return SettledCoup(
            line.seat,
            line.wager,
            line.stake,
            (line.stake if line.verdict == "lose" or line.kept else 0) + line.vigorish - line.paid,
            vigorish=line.vigorish,
            marked=line.marked,
            coupon=before.coupons.get(felt_account(line.seat, line.wager), 0),
            rides=rides,
            paid=line.paid,
            four=_four(before) if rides else (),
        )

    def _apply(self, settled: Round, sign: int) -> None:
        self.rounds[settled.kind] += sign
        if settled.kind != "simulated":
            self.outcomes[settled.winner] += sign
            self.outcomes_by_shoe.setdefault(settled.shoe, Counter())[settled.winner] += sign
        for tally in (self.table, self._shoe(settled.shoe)):
            tally.take(settled.wagers, sign)
        for key in dict.fromkeys(one.wager for one in settled.wagers):
            self.by_wager[key].take((one for one in settled.wagers if one.wager == key), sign)
        for seat in dict.fromkeys(one.seat for one in settled.wagers):
            self._seat(seat).take((one for one in settled.wagers if one.seat == seat), sign)
        for one in settled.wagers:
            if one.marked:
                self.marked_in[one.seat] = settled.shoe
        for line in settled.meters:
            for tally in self._tallies(line.seat, settled.shoe):
                tally.meter_stakes += sign * line.stake
                tally.meter_paid += sign * line.paid

    def _collect(self, seat: int, cents: int, owed: int) -> None:
        """Add collected vigorish to the shoe in which it was deferred."""
        shoe = self.marked_in.pop(seat, self.state.shoe)
        for tally in (*self._tallies(seat, shoe), self.by_wager[self._bears_vigorish]):
            tally.win += cents
            tally.vigorish += cents
            tally.owed -= owed

    # ------------------------------------------------------------ money from outside

    def _post(self, event: AnyEvent, before: TableState) -> None:
        """Count cash, fills and awards from postings, whatever their event."""
        for debit, credit, cents in ((one.debit, one.credit, one.cents) for one in event.postings):
            if (debit, credit) == (HOUSE, DROP):
                for tally in self._tallies(getattr(event, "seat", 0), before.shoe):
                    tally.drop += cents
            elif (debit, credit) == (HOUSE, RACK):
                opening = not before.table
                self.opened += cents * opening
                self.fills += cents * (not opening)
            elif (debit, credit) == (RACK, HOUSE):
                self.fills -= cents
            elif debit == HOUSE and credit.startswith(SEAT):
                self._award(credit, cents, before.shoe)
            elif credit == HOUSE and debit.startswith(SEAT) and not isinstance(event, PlayerLeft):
                self._award(debit, -cents, before.shoe)

    def _award(self, account: str, cents: int, shoe: int) -> None:
        """Count a meter's award, which comes from outside the table, or its reversal."""
        for tally in self._tallies(int(account.removeprefix(SEAT)), shoe):
            tally.awards += cents

    # ------------------------------------------------------------ tallies

    def _tallies(self, seat: int, shoe: int) -> Iterator[Tally]:
        yield self.table
        yield self._shoe(shoe)
        if seat:
            yield self._seat(seat)

    def _seat(self, seat: int) -> Tally:
        return self.by_seat.setdefault(seat, Tally())

    def _shoe(self, shoe: int) -> Tally:
        return self.by_shoe.setdefault(shoe, Tally())


def _four(state: TableState) -> Four:
    """Return the first four cards, sorted by hand and all as spades, because a ride depends on ranks alone."""
    hands = [sorted(f"{(state.places[place] or '')[:-1]}s" for place in hand) for hand in HANDS]
    return (*hands[0], *hands[1])


def statistics(rules: HouseRules, happened: Iterable[LoggedEvent]) -> Statistics:
    """Return the statistics of a table after some events."""
    found = Statistics(rules)
    for one in happened:
        found.add(one)
    return found
