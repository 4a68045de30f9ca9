"""Commands, events and refusals of responsible play."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from punto.core import machine
from punto.core.roles import Role

# ---------------------------------------------------------------- commands

# Commands by which players limit themselves.

Own = Literal["loss", "time", "deposit"]  # daily: cents lost, minutes at tables, cents deposited


Command = machine.Command[Role]


class SetLimit(Command, tag="set-limit", frozen=True, kw_only=True):
    """Set a daily limit: a decrease applies immediately, an increase or removal after a day."""

    limit: Own
    amount: int | None


class Pause(Command, tag="pause", frozen=True, kw_only=True):
    """Bar oneself from playing until a time in milliseconds; irrevocable."""

    until: int


AnyCommand = SetLimit | Pause


# ---------------------------------------------------------------- events

# Events of responsible play. Their tags are stable and versioned.


class Event(machine.Event, frozen=True, kw_only=True):
    """Fields of every event: time and player."""

    at: int
    who: str


class PlayLimited(Event, tag="play-limited/1", frozen=True, kw_only=True):
    """A player's own limit takes effect at ``begins``."""

    limit: Own
    amount: int | None
    begins: int


class PlayPaused(Event, tag="play-paused/1", frozen=True, kw_only=True):
    """A player is barred from playing until a time."""

    until: int


AnyEvent = PlayLimited | PlayPaused


# ---------------------------------------------------------------- refusals

# Refusals of responsible play: named values that state the valid range.


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


class Refusal(machine.Refusal[Reason], frozen=True):
    """A refused command; the state is unchanged."""

    @property
    def words(self) -> str:
        """The reason in a sentence."""
        return WORDS[self.reason]
