"""Refusals of the house: named values that say what would be right."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Reason(StrEnum):
    """Why a command is refused, in order of precedence: the first that holds is given."""

    WRONG_DUTY = "wrong-duty"
    SAME_PERSON = "same-person"  # nobody grants, disables or overrides for themselves
    BAD_NAME = "bad-name"
    REASON_NEEDED = "reason-needed"
    BAD_AMOUNT = "bad-amount"
    SECOND_PERSON = "second-person"  # above what one floorperson moves alone
    NO_SUCH_PROPOSAL = "no-such-proposal"
    TOO_MANY = "too-many"
    DUTIES_CLASH = "duties-clash"
    NOT_ENTRUSTED = "not-entrusted"
    LAST_ADMINISTRATOR = "last-administrator"
    NO_SUCH_PARAMETER = "no-such-parameter"
    NO_CHANGE = "no-change"


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """A command that was not carried out; the state is as it was."""

    reason: Reason
    detail: dict[str, str | int] = {}
