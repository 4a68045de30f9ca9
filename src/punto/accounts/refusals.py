"""Refusals of the accounts: named values; what they say to a stranger tells nothing of who has an account."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Reason(StrEnum):
    """Why not."""

    BUSY = "busy"  # too many log in at this moment
    NO_GUESTS = "no-guests"
    BAD_NAME = "bad-name"
    RESERVED_NAME = "reserved-name"
    NAME_TAKEN = "name-taken"
    BAD_PASSWORD = "bad-password"  # too short, too long, the name itself
    WRONG_LOGIN = "wrong-login"  # no such name or not its password: nobody is told which
    LOCKED = "locked"
    DISABLED = "disabled"
    NO_SESSION = "no-session"  # forged, over, idle too long, logged out
    NO_SUCH_PERSON = "no-such-person"
    NOT_A_GUEST = "not-a-guest"  # what only a named account can do
    HOUSE_REFUSES = "house-refuses"


WORDS = {
    Reason.BUSY: "too many people are logging in; try again in a moment",
    Reason.NO_GUESTS: "guests may look on at this floor, and need an account to play",
    Reason.BAD_NAME: "that is no name that can be shown to others",
    Reason.RESERVED_NAME: "that name would be taken for somebody of the house",
    Reason.NAME_TAKEN: "somebody has that name, or one that looks like it",
    Reason.BAD_PASSWORD: "that password is too short, too long, or easy to guess",
    Reason.WRONG_LOGIN: "name or password is wrong",
    Reason.LOCKED: "too many logins have failed; wait",
    Reason.DISABLED: "this account is disabled; ask the floor",
    Reason.NO_SESSION: "log in again",
    Reason.NO_SUCH_PERSON: "nobody is known by that name",
    Reason.NOT_A_GUEST: "a guest has no password",
    Reason.HOUSE_REFUSES: "the house refuses",
}


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """Something that was not done."""

    reason: Reason
    detail: dict[str, str | int] = {}

    @property
    def words(self) -> str:
        """The reason in a sentence."""
        return WORDS[self.reason]
