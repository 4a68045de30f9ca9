"""What each seat has won in a coup, all its wagers and awards together; known for good when the coup has ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from punto.table.events import (
    AnyEvent,
    AwardPaid,
    CoupEnded,
    CoupSettled,
    CoupVoided,
    HouseMoneySettled,
    PaymentCorrected,
    SettlementReversed,
)


class Wins:
    """The coup that is played, seat by seat, in cents."""

    def __init__(self) -> None:
        self._early: Counter[int] = Counter()  # House Money, settled with four cards open
        self._settled: Counter[int] = Counter()
        self._corrected: Counter[int] = Counter()

    def add(self, event: AnyEvent) -> Mapping[int, int]:
        """Take an event; return what every seat has won when a coup has ended, and nothing before."""
        match event:
            case HouseMoneySettled(seat=seat, stake=stake, payout=payout):
                self._early[seat] += payout or -stake
            case CoupSettled(lines=lines):
                for line in lines:
                    self._settled[line.seat] += -line.stake if line.verdict == "lose" else line.paid - line.vigorish
            case AwardPaid(seat=seat, cents=cents):
                self._settled[seat] += cents
            case PaymentCorrected(seat=seat, cents=cents):
                self._corrected[seat] += cents
            case SettlementReversed(house_money=again):
                self._settled.clear()
                if again:
                    self._early.clear()
            case CoupEnded():
                return self._ended(self._early, self._settled, self._corrected)
            case CoupVoided():
                return self._ended(self._corrected)
        return {}

    def _ended(self, *parts: Counter[int]) -> Mapping[int, int]:
        won: Counter[int] = Counter()
        for part in parts:
            won.update(part)
        for part in (self._early, self._settled, self._corrected):
            part.clear()
        return won
