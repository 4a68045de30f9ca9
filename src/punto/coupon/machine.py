"""The coupon book: its state, and how it decides a command."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from punto.core.machine import MOST_WORDS, is_reason
from punto.core.roles import Role
from punto.core.self_limits import DAY
from punto.coupon import messages as e
from punto.coupon.messages import AnyCommand, Cancel, Countersign, Issue, Lay, Reason, Refusal, Settle

# ---------------------------------------------------------------- state

# State of a coupon book, and how events change it.


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


def _ended(state: State, event: e.CouponSurrendered | e.CouponCancelled, status: Status) -> Changes:
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
    e.CouponCancelled: lambda state, event: _ended(state, event, Status.CANCELLED),
    e.CouponLaid: _laid,
    e.CouponReturned: lambda state, event: _changed(state, event, status=Status.READY, **_NOWHERE),
    e.CouponSurrendered: lambda state, event: _ended(state, event, Status.SURRENDERED),
}


# ---------------------------------------------------------------- decide

# Decide: map a command to its events, or to a refusal.

Decision = tuple[e.AnyEvent, ...] | Refusal
HOLDER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,79}")
MOST_COUPON_CENTS = 100_000_000  # one million dollars
MOST_DAYS = 366
MOST_HELD = 100  # open coupons per player


def decide(state: State, command: AnyCommand) -> Decision:
    """Return the events of a command, or a refusal."""
    by = Role.SYSTEM if isinstance(command, Lay | Settle) else Role.FLOOR
    if command.by is not by:
        return Refusal(Reason.WRONG_ROLE, {"by": by})
    match command:
        case Issue():
            return _issue(state, command)
        case Countersign():
            return _countersign(state, command)
        case Cancel():
            return _cancel(state, command)
        case Lay():
            return _lay(state, command)
        case Settle():
            return _settle(state, command)


# ---------------------------------------------------------------- given by a floorperson


def _issue(state: State, command: Issue) -> Decision:
    """Issue a coupon; above one person's daily limit for one player it must be countersigned."""
    refusal = _unfit(state, command)
    if refusal:
        return refusal
    total = state.issued_alone(command.holder, command.at) + command.cents
    return (
        e.CouponIssued(
            at=command.at,
            number=state.last + 1,
            who=command.who,
            holder=command.holder,
            cents=command.cents,
            expires=command.expires,
            why=command.why,
            countersign=total > command.alone,
        ),
    )


def _unfit(state: State, command: Issue) -> Refusal | None:
    if not HOLDER.fullmatch(command.holder):
        return Refusal(Reason.BAD_NAME, {"pattern": HOLDER.pattern})
    if command.who == command.holder:
        return Refusal(Reason.SAME_PERSON, {"holder": command.holder})
    if not 0 < command.cents <= MOST_COUPON_CENTS:
        return Refusal(Reason.BAD_AMOUNT, {"most": MOST_COUPON_CENTS})
    if not command.at < command.expires <= command.at + MOST_DAYS * DAY:
        return Refusal(Reason.BAD_EXPIRY, {"days": MOST_DAYS})
    if not is_reason(command.why):
        return Refusal(Reason.REASON_NEEDED, {"most": MOST_WORDS})
    if len(state.of(command.holder)) >= MOST_HELD:
        return Refusal(Reason.TOO_MANY, {"most": MOST_HELD})
    return None


def _countersign(state: State, command: Countersign) -> Decision:
    """Countersign a coupon; neither its issuer nor its holder may."""
    coupon = state.coupons.get(command.number)
    if coupon is None:
        return _unknown(state, command.number)
    if command.who in (coupon.issued_by, coupon.holder):
        return Refusal(Reason.SAME_PERSON, {"issued-by": coupon.issued_by})
    if coupon.status is not Status.PENDING:
        return Refusal(Reason.NOT_PENDING, {"status": coupon.status})
    if command.at >= coupon.expires:
        return Refusal(Reason.EXPIRED, {"number": coupon.number})
    return (e.CouponCountersigned(at=command.at, number=coupon.number, who=command.who),)


def _cancel(state: State, command: Cancel) -> Decision:
    coupon = state.coupons.get(command.number)
    if not is_reason(command.why):
        return Refusal(Reason.REASON_NEEDED, {"most": MOST_WORDS})
    if coupon is None:
        return _unknown(state, command.number)
    refusal = _refuse_ended(coupon)
    return refusal or (e.CouponCancelled(at=command.at, number=coupon.number, who=command.who, why=command.why),)


def _unknown(state: State, number: int) -> Refusal:
    """Refuse a number that was never issued, or whose coupon expired too long ago to be kept."""
    reason = Reason.EXPIRED if 0 < number <= state.last else Reason.NO_SUCH_COUPON
    return Refusal(reason, {"number": number})


def _refuse_ended(coupon: Coupon) -> Refusal | None:
    """Refuse a coupon that is cancelled, used, or laid at a table."""
    reason = {
        Status.CANCELLED: Reason.CANCELLED,
        Status.SURRENDERED: Reason.USED,
        Status.LAID: Reason.IN_USE,
    }.get(coupon.status)
    return Refusal(reason, {"number": coupon.number}) if reason else None


# ---------------------------------------------------------------- given by a table


def _lay(state: State, command: Lay) -> Decision:
    """Lay a coupon: it must exist, belong to this player, be valid and unused, and have this face value."""
    coupon = state.coupons.get(command.number)
    if coupon is None:
        return _unknown(state, command.number)
    if coupon.holder != command.who:
        return Refusal(Reason.NOT_YOURS, {"number": coupon.number})
    refusal = _refuse_ended(coupon)
    if refusal:
        return refusal
    if command.at >= coupon.expires:
        return Refusal(Reason.EXPIRED, {"number": coupon.number})
    if coupon.status is Status.PENDING:
        return Refusal(Reason.NOT_COUNTERSIGNED, {"number": coupon.number})
    if coupon.cents != command.cents:
        return Refusal(Reason.WRONG_FACE, {"number": coupon.number, "face": coupon.cents})
    return (
        e.CouponLaid(
            at=command.at,
            number=coupon.number,
            table=command.table,
            coup=command.coup,
            seat=command.seat,
            wager=command.wager,
        ),
    )


def _settle(state: State, command: Settle) -> Decision:
    """Return or surrender coupons laid at a table."""
    numbers = command.returned + command.surrendered
    for number in numbers:
        coupon = state.coupons.get(number)
        if coupon is None or coupon.status is not Status.LAID or coupon.table != command.table:
            return Refusal(Reason.NOT_LAID, {"number": number})
    if len(set(numbers)) < len(numbers):
        return Refusal(Reason.NOT_LAID, {"number": numbers[-1]})
    return (
        *(e.CouponReturned(at=command.at, number=number) for number in command.returned),
        *(e.CouponSurrendered(at=command.at, number=number) for number in command.surrendered),
    )
