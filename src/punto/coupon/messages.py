"""Commands, events and refusals of the coupon book."""

from __future__ import annotations

from enum import StrEnum

from punto.core import machine
from punto.core.roles import Role

# ---------------------------------------------------------------- commands

# Commands to a coupon book.


Command = machine.Command[Role]


class Issue(Command, tag="issue", frozen=True, kw_only=True):
    """Issue a coupon to a player."""

    holder: str  # pseudonym
    cents: int  # face value
    expires: int  # milliseconds; no longer accepted from then on
    alone: int  # cents one person may issue to one player per day, by the floor's parameter at this time
    why: str


class Countersign(Command, tag="countersign", frozen=True, kw_only=True):
    """Countersign a coupon that another person has issued."""

    number: int


class Cancel(Command, tag="cancel", frozen=True, kw_only=True):
    """Cancel an unused coupon that lies at no table."""

    number: int
    why: str


class Lay(Command, tag="lay", frozen=True, kw_only=True):
    """Lay a coupon next to a wager; given by the table in the append that makes the wager."""

    number: int
    cents: int  # face value stated by the player
    table: str
    coup: int
    seat: int
    wager: str


class Settle(Command, tag="settle", frozen=True, kw_only=True):
    """End the use of coupons at a table; given by the table in the append that returns or decides their wagers."""

    table: str
    returned: tuple[int, ...] = ()  # after a push, a withdrawal or a void
    surrendered: tuple[int, ...] = ()  # won or lost


AnyCommand = Issue | Countersign | Cancel | Lay | Settle


# ---------------------------------------------------------------- events

# Events of a coupon book. Their tags are stable and versioned.


class Event(machine.Event, frozen=True, kw_only=True):
    """Fields of every event: time and coupon number."""

    at: int
    number: int


class CouponIssued(Event, tag="coupon-issued/1", frozen=True, kw_only=True):
    """A coupon was issued; if it needs a countersignature, it is not accepted before that."""

    who: str  # issuer
    holder: str
    cents: int
    expires: int
    why: str
    countersign: bool = False


class CouponCountersigned(Event, tag="coupon-countersigned/1", frozen=True, kw_only=True):
    """A second person countersigned a coupon."""

    who: str


class CouponCancelled(Event, tag="coupon-cancelled/1", frozen=True, kw_only=True):
    """A coupon was cancelled."""

    who: str
    why: str


class CouponLaid(Event, tag="coupon-laid/1", frozen=True, kw_only=True):
    """A coupon was laid next to a wager."""

    table: str
    coup: int
    seat: int
    wager: str


class CouponReturned(Event, tag="coupon-returned/1", frozen=True, kw_only=True):
    """A coupon was returned to its holder undecided and may be laid again."""


class CouponSurrendered(Event, tag="coupon-surrendered/1", frozen=True, kw_only=True):
    """A coupon was decided with its wager and is used up."""


AnyEvent = CouponIssued | CouponCountersigned | CouponCancelled | CouponLaid | CouponReturned | CouponSurrendered


# ---------------------------------------------------------------- refusals

# Refusals of a coupon book: named values that state the valid range.


class Reason(StrEnum):
    """Reasons for a refusal, in order of precedence: the first that applies is given."""

    WRONG_ROLE = "wrong-role"
    BAD_NAME = "bad-name"
    SAME_PERSON = "same-person"
    BAD_AMOUNT = "bad-amount"
    BAD_EXPIRY = "bad-expiry"
    REASON_NEEDED = "reason-needed"
    TOO_MANY = "too-many"
    NO_SUCH_COUPON = "no-such-coupon"
    NOT_YOURS = "not-yours"
    CANCELLED = "cancelled"
    USED = "used"
    IN_USE = "in-use"
    EXPIRED = "expired"
    NOT_PENDING = "not-pending"
    NOT_COUNTERSIGNED = "not-countersigned"
    WRONG_FACE = "wrong-face"
    NOT_LAID = "not-laid"


class Refusal(machine.Refusal[Reason], frozen=True):
    """A refused command; the state is unchanged."""
