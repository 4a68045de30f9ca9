"""Results of a coup by seat: staked, returned, paid, vigorish and net.

The only place where this is computed, from public fields of events; layout, history, receipts, terminal and ledger
checks all use it. The page has the same function for live events (``game/results.js``); a test compares both over whole
shoes, and with the postings.

A Royal 9 stake leaves the layout when bets close and is never returned. House Money is settled before the third card;
its payout may ride on a hand, and is then part of that hand's stake. Vigorish collected for earlier coups is listed
separately, because it is not a result of this one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from punto.table.events import (
    AnyEvent,
    AwardPaid,
    CoupEnded,
    CoupSettled,
    CoupVoided,
    HouseMoneySettled,
    Line,
    PaymentCorrected,
    SettlementReversed,
    VigorishCollected,
    WagersReturned,
)

HOUSE_MONEY, ROYAL_9 = "house-money", "royal-9"


class _Part(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """Part of a result; its keys are kebab-case, and default values are omitted."""


class WagerResult(_Part, frozen=True, kw_only=True):
    """Result of one wager, in cents."""

    wager: str
    category: str
    stake: int
    returned: int = 0  # of the stake
    paid: int = 0
    vigorish: int = 0  # collected with the payout
    marked: int = 0  # vigorish deferred, in thousandths of a cent
    rides: int = 0  # part of the payout that rides on a hand, as part of its stake
    section: str = ""

    @property
    def gain(self) -> int:
        """Net win of the wager in cents; negative if lost."""
        return self.returned + self.paid - self.vigorish - self.stake


class SeatResult(_Part, frozen=True, kw_only=True):
    """Result of a coup for a seat, in cents."""

    seat: int
    staked: int = 0  # by the player, without a riding payout
    returned: int = 0
    paid: int = 0
    vigorish: int = 0
    awards: int = 0  # from meters
    corrected: int = 0  # by manual payment corrections
    net: int = 0
    marked: int = 0  # vigorish owed for this coup, in thousandths of a cent
    collected: int = 0  # vigorish of earlier coups, paid during this one
    wagers: tuple[WagerResult, ...] = ()


class Results:
    """Results of the coup in play, from its events."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._early: list[HouseMoneySettled] = []
        self._lines: tuple[Line, ...] = ()
        self._awards: Counter[int] = Counter()
        self._corrected: Counter[int] = Counter()
        self._collected: Counter[int] = Counter()

    def add(self, event: AnyEvent) -> Mapping[int, SeatResult]:
        """Add an event; return the results of all seats when a coup ends, otherwise an empty mapping."""
        match event:
            case HouseMoneySettled():
                self._early.append(event)
            case CoupSettled(lines=lines):
                self._lines = lines
            case AwardPaid(seat=seat, cents=cents):
                self._awards[seat] += cents
            case PaymentCorrected(seat=seat, cents=cents):
                self._corrected[seat] += cents
            case VigorishCollected(seat=seat, cents=cents):
                self._collected[seat] += cents
            case SettlementReversed(house_money=again):
                self._reverse(early=again)
            case WagersReturned() | CoupVoided():
                self._reverse(early=True)
        if not isinstance(event, CoupEnded | CoupVoided):
            return {}
        found = self.seats()
        self._begin()
        return found

    def _reverse(self, early: bool) -> None:
        self._lines = ()
        self._awards.clear()
        if early:
            self._early.clear()

    def seats(self) -> dict[int, SeatResult]:
        """Return the result of every seat so far."""
        wagers: dict[int, list[WagerResult]] = {}
        for seat, wager in (*map(_early, self._early), *map(_settled, self._lines)):
            wagers.setdefault(seat, []).append(wager)
        seats = sorted({*wagers, *self._awards, *self._corrected, *self._collected})
        return {seat: self._seat(seat, tuple(wagers.get(seat, ()))) for seat in seats}

    def _seat(self, seat: int, wagers: tuple[WagerResult, ...]) -> SeatResult:
        awards, corrected = self._awards[seat], self._corrected[seat]
        return SeatResult(
            seat=seat,
            staked=sum(one.stake - one.rides for one in wagers),
            returned=sum(one.returned for one in wagers),
            paid=sum(one.paid for one in wagers),
            vigorish=sum(one.vigorish for one in wagers),
            awards=awards,
            corrected=corrected,
            net=sum(one.gain for one in wagers) + awards + corrected,
            marked=sum(one.marked for one in wagers),
            collected=self._collected[seat],
            wagers=wagers,
        )


def _early(event: HouseMoneySettled) -> tuple[int, WagerResult]:
    won = event.payout > 0
    return event.seat, WagerResult(
        wager=HOUSE_MONEY,
        category=event.category,
        stake=event.stake,
        returned=event.stake if won else 0,
        paid=event.payout,
        rides=event.rides,
        section=event.section,
    )


def _settled(line: Line) -> tuple[int, WagerResult]:
    kept = line.verdict == "lose" or line.wager == ROYAL_9
    return line.seat, WagerResult(
        wager=line.wager,
        category=line.category,
        stake=line.stake,
        returned=0 if kept else line.stake,
        paid=line.paid,
        vigorish=line.vigorish,
        marked=line.marked,
        section=line.section,
    )


def results(events: Iterable[AnyEvent]) -> Iterator[Mapping[int, SeatResult]]:
    """Yield the results of each ended coup, in order."""
    fold = Results()
    for event in events:
        found = fold.add(event)
        if isinstance(event, CoupEnded | CoupVoided):
            yield found
