"""Refusals of administration: named values that state the valid range."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Reason(StrEnum):
    """Reasons for a refusal, in order of precedence: the first that applies is given."""

    WRONG_DUTY = "wrong-duty"
    SAME_PERSON = "same-person"  # no one may grant, disable or override for themselves
    BAD_NAME = "bad-name"
    REASON_NEEDED = "reason-needed"
    BAD_AMOUNT = "bad-amount"
    SECOND_PERSON = "second-person"  # above what one floorperson may move alone
    NO_SUCH_PROPOSAL = "no-such-proposal"
    TOO_MANY = "too-many"
    DUTIES_CLASH = "duties-clash"
    NOT_ENTRUSTED = "not-entrusted"
    LAST_ADMINISTRATOR = "last-administrator"
    NO_SUCH_PARAMETER = "no-such-parameter"
    NO_CHANGE = "no-change"


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """A refused command; the state is unchanged."""

    reason: Reason
    detail: dict[str, str | int] = {}
