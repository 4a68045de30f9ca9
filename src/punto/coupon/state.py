"""State of a coupon book, and how events change it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from punto.coupon import events as e
from punto.restraint import DAY


class Status(StrEnum):
    """Stage in the life of a coupon."""

    PENDING = "pending"  # issued, awaiting a countersignature
    READY = "ready"
    LAID = "laid"
    SURRENDERED = "surrendered"
    CANCELLED = "cancelled"


OPEN = frozenset({Status.PENDING, Status.READY, Status.LAID})  # neither used nor cancelled


class Coupon(msgspec.Struct, frozen=True, kw_only=True):
    """One coupon."""

    number: int
    holder: str
    cents: int
    expires: int
    issued_by: str
    at: int  # milliseconds, time of issue
    why: str
    status: Status
    countersigned_by: str = ""
    table: str = ""  # where it is laid, or was surrendered
    coup: int = 0
    seat: int = 0
    wager: str = ""


class State(msgspec.Struct, frozen=True):
    """State of a coupon book."""

    version: int = 0
    last: int = 0  # last number issued
    coupons: dict[int, Coupon] = {}  # kept until the day after they expire
    held: dict[str, tuple[int, ...]] = {}  # holder -> numbers neither used nor cancelled
    day: int = 0
    alone: dict[str, int] = {}  # holder -> cents issued today without a countersignature

    def of(self, holder: str) -> tuple[Coupon, ...]:
        """Return a player's coupons that are neither used nor cancelled."""
        return tuple(self.coupons[number] for number in self.held.get(holder, ()))

    def issued_alone(self, holder: str, at: int) -> int:
        """Return the cents issued to a player on this day without a countersignature."""
        return self.alone.get(holder, 0) if at // DAY <= self.day else 0


Changes = dict[str, Any]


def evolve(state: State, event: e.AnyEvent) -> State:
    """Return the state after an event."""
    state = replace(state, version=state.version + 1, **_new_day(state, event.at // DAY))
    return replace(state, **_CHANGES[type(event)](state, event))


def _new_day(state: State, day: int) -> Changes:
    """Drop the previous day's sums, and coupons that expired before this day and lie at no table."""
    if day <= state.day:
        return {}
    kept = {
        number: one for number, one in state.coupons.items() if one.status is Status.LAID or one.expires > day * DAY
    }
    return {"day": day, "alone": {}, "coupons": kept, "held": _held(kept)}


def _held(coupons: dict[int, Coupon]) -> dict[str, tuple[int, ...]]:
    held: dict[str, tuple[int, ...]] = {}
    for one in coupons.values():
        if one.status in OPEN:
            held[one.holder] = (*held.get(one.holder, ()), one.number)
    return held


def _issued(state: State, event: e.CouponIssued) -> Changes:
    coupon = Coupon(
        number=event.number,
        holder=event.holder,
        cents=event.cents,
        expires=event.expires,
        issued_by=event.who,
        at=event.at,
        why=event.why,
        status=Status.PENDING if event.countersign else Status.READY,
    )
    changed: Changes = {
        "last": event.number,
        "coupons": {**state.coupons, event.number: coupon},
        "held": {**state.held, event.holder: (*state.held.get(event.holder, ()), event.number)},
    }
    if not event.countersign:
        changed["alone"] = {**state.alone, event.holder: state.alone.get(event.holder, 0) + event.cents}
    return changed


def _changed(state: State, event: e.AnyEvent, **fields: Any) -> Changes:
    return {"coupons": {**state.coupons, event.number: replace(state.coupons[event.number], **fields)}}


def _over(state: State, event: e.CouponSurrendered | e.CouponCancelled, status: Status) -> Changes:
    """Mark a coupon as used or cancelled and take it from its holder."""
    holder = state.coupons[event.number].holder
    left = tuple(number for number in state.held[holder] if number != event.number)
    others = {name: numbers for name, numbers in state.held.items() if name != holder}
    held = {**others, holder: left} if left else others
    return _changed(state, event, status=status) | {"held": held}


def _laid(state: State, event: e.CouponLaid) -> Changes:
    where = {"table": event.table, "coup": event.coup, "seat": event.seat, "wager": event.wager}
    return _changed(state, event, status=Status.LAID, **where)


_NOWHERE = {"table": "", "coup": 0, "seat": 0, "wager": ""}
_CHANGES: dict[type, Callable[[State, Any], Changes]] = {
    e.CouponIssued: _issued,
    e.CouponCountersigned: lambda state, event: _changed(state, event, status=Status.READY, countersigned_by=event.who),
    e.CouponCancelled: lambda state, event: _over(state, event, Status.CANCELLED),
    e.CouponLaid: _laid,
    e.CouponReturned: lambda state, event: _changed(state, event, status=Status.READY, **_NOWHERE),
    e.CouponSurrendered: lambda state, event: _over(state, event, Status.SURRENDERED),
}
