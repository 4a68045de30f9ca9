"""Kinds of transfer, and the operator's limits on them."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from punto.restraint import DAY

REMEMBERED = 7 * DAY
CAGE = "cage"  # place of cash; its other side is the administration stream, in the same append
MOST_CENTS = 100_000_000_000  # one billion dollars; bounds every sum in the ledger


class Kind(StrEnum):
    """Kind of transfer."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"

    @property
    def comes(self) -> bool:
        """Whether money arrives in the wallet."""
        return self in (Kind.DEPOSIT, Kind.CASH_OUT)


Own = Literal["deposit", "loss"]  # daily limits a player may set: deposits; buy-ins less cash-outs


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The operator's limits. Cash-outs are never limited."""

    most: dict[Kind, int] = {}  # cents per transfer
    most_a_day: dict[Kind, int] = {}
    most_balance: int = MOST_CENTS  # cents; deposits may not exceed it
    most_pending: int = 20
