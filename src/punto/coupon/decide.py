"""Decide: map a command to its events, or to a refusal."""

from __future__ import annotations

import re

from punto.coupon import events as e
from punto.coupon.commands import AnyCommand, Cancel, Countersign, Issue, Lay, Settle
from punto.coupon.refusals import Reason, Refusal
from punto.coupon.state import Coupon, State, Status
from punto.restraint import DAY
from punto.roles import Role

Decision = tuple[e.AnyEvent, ...] | Refusal
HOLDER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,79}")
MOST_CENTS = 100_000_000  # one million dollars
MOST_DAYS = 366
MOST_HELD = 100  # open coupons per player
MOST_WORDS = 500


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
    if not 0 < command.cents <= MOST_CENTS:
        return Refusal(Reason.BAD_AMOUNT, {"most": MOST_CENTS})
    if not command.at < command.expires <= command.at + MOST_DAYS * DAY:
        return Refusal(Reason.BAD_EXPIRY, {"days": MOST_DAYS})
    if not _reason(command.why):
        return Refusal(Reason.REASON_NEEDED, {"most": MOST_WORDS})
    if len(state.of(command.holder)) >= MOST_HELD:
        return Refusal(Reason.TOO_MANY, {"most": MOST_HELD})
    return None


def _reason(why: str) -> bool:
    return bool(why.strip()) and len(why) <= MOST_WORDS


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
    if not _reason(command.why):
        return Refusal(Reason.REASON_NEEDED, {"most": MOST_WORDS})
    if coupon is None:
        return _unknown(state, command.number)
    refusal = _over(coupon)
    return refusal or (e.CouponCancelled(at=command.at, number=coupon.number, who=command.who, why=command.why),)


def _unknown(state: State, number: int) -> Refusal:
    """Refuse a number that was never issued, or whose coupon expired too long ago to be kept."""
    reason = Reason.EXPIRED if 0 < number <= state.last else Reason.NO_SUCH_COUPON
    return Refusal(reason, {"number": number})


def _over(coupon: Coupon) -> Refusal | None:
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
    refusal = _over(coupon)
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
