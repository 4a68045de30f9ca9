"""Refusals of a coupon book: named values that state the valid range."""

from __future__ import annotations

from enum import StrEnum

import msgspec


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


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """A refused command; the state is unchanged."""

    reason: Reason
    detail: dict[str, str | int] = {}
