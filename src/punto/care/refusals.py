"""Refusals of care: named values that say what would be right."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Reason(StrEnum):
    """Why not, in order of precedence: the first that holds is given."""

    WRONG_ROLE = "wrong-role"
    NOT_YOURS = "not-yours"
    BAD_AMOUNT = "bad-amount"
    NOT_SHORTER = "not-shorter"  # a pause stands, and ends later than that
    DISABLED = "disabled"  # by the house
    PAUSED = "paused"
    TIME_LIMIT = "time-limit"
    LOSS_LIMIT = "loss-limit"
    DEPOSIT_LIMIT = "deposit-limit"


WORDS = {
    Reason.WRONG_ROLE: "players set their own limits",
    Reason.NOT_YOURS: "these are somebody else's limits",
    Reason.BAD_AMOUNT: "that is no amount for a limit",
    Reason.NOT_SHORTER: "a pause that stands cannot be made shorter",
    Reason.DISABLED: "the house has disabled this player",
    Reason.PAUSED: "you have asked for a pause, and it is not over",
    Reason.TIME_LIMIT: "your own limit of time for this day is reached",
    Reason.LOSS_LIMIT: "your own limit of losses for this day would be passed",
    Reason.DEPOSIT_LIMIT: "your own limit of money brought in a day would be passed",
}


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """Something that was not done; all is as it was."""

    reason: Reason
    detail: dict[str, str | int] = {}

    @property
    def words(self) -> str:
        """The reason in a sentence."""
        return WORDS[self.reason]
