"""Commands, events and refusals of a table's inventory."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from punto.core import machine
from punto.core.roles import Duty, Rank, Signature

Moment = Literal["opening", "shift", "closing"]
Kind = Literal["fill", "credit", "difference"]
Tray = dict[int, int]  # number of chips by denomination in cents


def value(tray: Mapping[int, int]) -> int:
    """Return the value of chips in cents.

    >>> value({100_00: 3, 5_00: 4})
    32000
    """
    return sum(cents * chips for cents, chips in tray.items())


# ---------------------------------------------------------------- commands


Command = machine.Command[Duty]


class Count(Command, tag="count", frozen=True, kw_only=True):
    """Count the tray, by a floorperson and a second person; after a difference, count it again."""

    moment: Moment
    tray: Tray
    rack: int  # cents, by the table's ledger
    version: int  # the table's last event then
    witness: Signature | None = None


class AcceptDifference(Command, tag="accept-difference", frozen=True, kw_only=True):
    """Write off a difference that a recount has confirmed: by a person above a floorperson."""

    why: str
    rank: Rank | None = None


class Request(Command, tag="request", frozen=True, kw_only=True):
    """Request a fill or a credit; it gets the next number."""

    kind: Literal["fill", "credit"]
    tray: Tray


class Prepare(Command, tag="prepare", frozen=True, kw_only=True):
    """Prepare the chips of a fill in the chip bank, or receive those of a credit there."""

    number: int


class Carry(Command, tag="carry", frozen=True, kw_only=True):
    """Carry the chips of a slip."""

    number: int


class Confirm(Command, tag="confirm", frozen=True, kw_only=True):
    """Confirm a slip at the table, where its chips were counted; given by the table in the append that moves them."""

    number: int
    cents: int  # to the rack; negative from it
    witness: Signature | None = None


class Void(Command, tag="void", frozen=True, kw_only=True):
    """Void a slip that is not confirmed; it keeps its number."""

    number: int
    why: str


AnyCommand = Count | AcceptDifference | Request | Prepare | Carry | Confirm | Void


# ---------------------------------------------------------------- events


class Event(machine.Event, frozen=True, kw_only=True):
    """Fields of every event."""

    at: int
    who: str


class TrayCounted(Event, tag="tray-counted/1", frozen=True, kw_only=True):
    """The tray was counted."""

    moment: Moment
    tray: Tray
    cents: int
    rack: int
    witness: str


class InventoryDiffers(Event, tag="inventory-differs/1", frozen=True, kw_only=True):
    """A count differs from the table's ledger."""

    moment: Moment
    cents: int  # more than the ledger; negative: less
    counts: int  # in a row with this difference


class SlipRequested(Event, tag="slip-requested/1", frozen=True, kw_only=True):
    """A slip was written."""

    number: int
    kind: Kind
    cents: int
    tray: Tray = {}  # noqa: RUF012 - a default of msgspec
    why: str = ""  # of a difference


class SlipPrepared(Event, tag="slip-prepared/1", frozen=True, kw_only=True):
    """The chip bank has prepared the chips of a fill, or received those of a credit."""

    number: int


class SlipCarried(Event, tag="slip-carried/1", frozen=True, kw_only=True):
    """Security has carried the chips."""

    number: int


class SlipConfirmed(Event, tag="slip-confirmed/1", frozen=True, kw_only=True):
    """The chips of a slip entered the rack, or left it."""

    number: int
    witness: str


class SlipVoided(Event, tag="slip-voided/1", frozen=True, kw_only=True):
    """A slip is void."""

    number: int
    why: str


AnyEvent = TrayCounted | InventoryDiffers | SlipRequested | SlipPrepared | SlipCarried | SlipConfirmed | SlipVoided


# ---------------------------------------------------------------- refusals


class Reason(StrEnum):
    """Reasons for a refusal, in order of precedence: the first that applies is given."""

    WRONG_DUTY = "wrong-duty"
    REASON_NEEDED = "reason-needed"
    BAD_TRAY = "bad-tray"
    SECOND_NEEDED = "second-needed"
    SAME_PERSON = "same-person"
    OUT_OF_ORDER = "out-of-order"
    DIFFERENCE_STANDS = "difference-stands"
    NO_DIFFERENCE = "no-difference"
    COUNT_AGAIN = "count-again"
    WRONG_RANK = "wrong-rank"
    NO_SUCH_SLIP = "no-such-slip"
    NOT_DUE = "not-due"
    WRONG_SUM = "wrong-sum"


class Refusal(machine.Refusal[Reason], frozen=True):
    """A refused command; the state is unchanged."""
