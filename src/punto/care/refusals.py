"""Refusals of responsible play: named values that state the valid range."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Reason(StrEnum):
    """Reasons for a refusal, in order of precedence: the first that applies is given."""

    WRONG_ROLE = "wrong-role"
    NOT_YOURS = "not-yours"
    BAD_AMOUNT = "bad-amount"
    NOT_SHORTER = "not-shorter"  # the current pause ends later
    DISABLED = "disabled"  # by the operator
    PAUSED = "paused"
    TIME_LIMIT = "time-limit"
    LOSS_LIMIT = "loss-limit"
    DEPOSIT_LIMIT = "deposit-limit"


WORDS = {
    Reason.WRONG_ROLE: "players set their own limits",
    Reason.NOT_YOURS: "these are another player's limits",
    Reason.BAD_AMOUNT: "invalid amount for a limit",
    Reason.NOT_SHORTER: "a pause cannot be shortened",
    Reason.DISABLED: "this player is disabled",
    Reason.PAUSED: "your pause has not ended yet",
    Reason.TIME_LIMIT: "you have reached your time limit for today",
    Reason.LOSS_LIMIT: "this would exceed your loss limit for today",
    Reason.DEPOSIT_LIMIT: "this would exceed your deposit limit for today",
}


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """A refused command; the state is unchanged."""

    reason: Reason
    detail: dict[str, str | int] = {}

    @property
    def words(self) -> str:
        """The reason in a sentence."""
        return WORDS[self.reason]
