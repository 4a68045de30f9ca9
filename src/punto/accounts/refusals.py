"""Refusals of accounts: named values that never reveal to a stranger whether an account exists."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Reason(StrEnum):
    """Reasons for a refusal."""

    BUSY = "busy"  # hashing queue full
    NO_GUESTS = "no-guests"
    BAD_NAME = "bad-name"
    RESERVED_NAME = "reserved-name"
    NAME_TAKEN = "name-taken"
    BAD_PASSWORD = "bad-password"  # too short, too long, or easy to guess
    WRONG_LOGIN = "wrong-login"  # unknown name or wrong password; the response does not say which
    LOCKED = "locked"
    DISABLED = "disabled"
    NO_SESSION = "no-session"  # forged, expired, idle too long, or logged out
    NO_SUCH_PERSON = "no-such-person"
    NOT_A_GUEST = "not-a-guest"  # requires a named account
    HOUSE_REFUSES = "house-refuses"


WORDS = {
    Reason.BUSY: "too many logins at this moment; try again shortly",
    Reason.NO_GUESTS: "guests can only watch on this floor; register an account to play",
    Reason.BAD_NAME: "invalid name",
    Reason.RESERVED_NAME: "reserved name: it could be mistaken for staff",
    Reason.NAME_TAKEN: "name taken: another user has it, or one that looks like it",
    Reason.BAD_PASSWORD: "password too short, too long, or easy to guess",
    Reason.WRONG_LOGIN: "wrong name or password",
    Reason.LOCKED: "too many failed logins; wait before the next",
    Reason.DISABLED: "account disabled; ask a floorperson",
    Reason.NO_SESSION: "log in again",
    Reason.NO_SUCH_PERSON: "no user has that name",
    Reason.NOT_A_GUEST: "guests have no password",
    Reason.HOUSE_REFUSES: "refused by the operator",
}


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """A refused request; nothing was changed."""

    reason: Reason
    detail: dict[str, str | int] = {}

    @property
    def words(self) -> str:
        """The reason in a sentence."""
        return WORDS[self.reason]
