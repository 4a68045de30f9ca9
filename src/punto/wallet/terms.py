"""What a transfer can be, and the house's limits on it."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from punto.restraint import DAY

REMEMBERED = 7 * DAY
CAGE = "cage"  # the place of cash: its other side is the floor's journal, in the same append
MOST_CENTS = 100_000_000_000  # a thousand million dollars, so that no sum leaves our ledger


class Kind(StrEnum):
    """What a transfer is."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"

    @property
    def comes(self) -> bool:
        """Whether money comes to the wallet."""
        return self in (Kind.DEPOSIT, Kind.CASH_OUT)


Own = Literal["deposit", "loss"]  # what a player may limit: deposits of a day, buy-ins less cash-outs of a day


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The house's limits. What a player cashes out is never limited."""

    most: dict[Kind, int] = {}  # cents in one transfer
    most_a_day: dict[Kind, int] = {}
    most_balance: int = MOST_CENTS  # no deposit goes beyond it
    most_pending: int = 20
