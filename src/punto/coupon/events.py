"""Events of a coupon book. Their tags are stable and versioned."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, rename="kebab", omit_defaults=True):
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
