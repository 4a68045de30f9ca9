"""Refusals of a wallet: named values that state the valid range."""

from __future__ import annotations

from enum import StrEnum

import msgspec


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


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """A refused command; the state is unchanged."""

    reason: Reason
    detail: dict[str, str | int] = {}
