"""Commands, events and refusals of a wallet, and the terms of its transfers."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from punto.core import machine
from punto.core.posting import Posting
from punto.core.roles import Role
from punto.core.self_limits import DAY

# ---------------------------------------------------------------- terms

# Kinds of transfer, and the operator's limits on them.

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


# ---------------------------------------------------------------- commands

# Commands to a wallet.


Command = machine.Command[Role]


class Open(Command, tag="open", frozen=True, kw_only=True):
    """Open a wallet for a pseudonym."""

    owner: str


class Begin(Command, tag="begin", frozen=True, kw_only=True):
    """Begin a transfer."""

    transfer: str
    kind: Kind
    cents: int
    place: str  # the other side: "table/MB-02/seat/3", "bank"


class Carry(Command, tag="carry", frozen=True, kw_only=True):
    """Begin and finish a transfer in one step: the other side, a table or the cage, is in the same append."""

    transfer: str
    kind: Kind
    cents: int
    place: str


class Post(Command, tag="post", frozen=True, kw_only=True):
    """Finish a transfer whose other side is done."""

    transfer: str


class Void(Command, tag="void", frozen=True, kw_only=True):
    """Undo a transfer whose other side will not be done."""

    transfer: str


class SetLimit(Command, tag="set-limit", frozen=True, kw_only=True):
    """Set one's own limit: a decrease applies immediately, an increase or removal after a day."""

    limit: Own
    cents: int | None


AnyCommand = Open | Begin | Carry | Post | Void | SetLimit


# ---------------------------------------------------------------- events

# Events of a wallet. Their tags are stable and versioned.


class Event(machine.Event, frozen=True, kw_only=True):
    """Fields of every event: time, and postings."""

    at: int
    postings: tuple[Posting, ...] = ()


class WalletOpened(Event, tag="wallet-opened/1", frozen=True, kw_only=True):
    """A wallet was opened, empty."""

    owner: str


class TransferBegun(Event, tag="transfer-begun/1", frozen=True, kw_only=True):
    """A transfer is pending."""

    transfer: str
    kind: Kind
    cents: int
    place: str


class TransferPosted(Event, tag="transfer-posted/1", frozen=True, kw_only=True):
    """A transfer is finished."""

    transfer: str


class TransferVoided(Event, tag="transfer-voided/1", frozen=True, kw_only=True):
    """A transfer is undone."""

    transfer: str


class LimitSet(Event, tag="limit-set/1", frozen=True, kw_only=True):
    """A player's own limit takes effect at ``begins``."""

    limit: Own
    cents: int | None
    begins: int


AnyEvent = WalletOpened | TransferBegun | TransferPosted | TransferVoided | LimitSet


# ---------------------------------------------------------------- refusals

# Refusals of a wallet: named values that state the valid range.


class Reason(StrEnum):
    """Reasons for a refusal, in order of precedence: the first that applies is given."""

    NOT_OPEN = "not-open"
    ALREADY_OPEN = "already-open"
    WRONG_ROLE = "wrong-role"
    NOT_YOURS = "not-yours"
    BAD_NAME = "bad-name"
    TOO_LATE = "too-late"
    ID_TAKEN = "id-taken"
    NO_SUCH_TRANSFER = "no-such-transfer"
    VOIDED = "voided"
    POSTED = "posted"
    BAD_AMOUNT = "bad-amount"
    ABOVE_MAXIMUM = "above-maximum"
    ABOVE_DAY = "above-day"
    ABOVE_OWN_LIMIT = "above-own-limit"
    ABOVE_BALANCE = "above-balance"
    TOO_MANY_PENDING = "too-many-pending"
    NOT_ENOUGH = "not-enough"


class Refusal(machine.Refusal[Reason], frozen=True):
    """A refused command; the state is unchanged."""
