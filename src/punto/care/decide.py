"""Decide: map a command to its events, or to a refusal."""

from __future__ import annotations

from punto.care.commands import AnyCommand, Own, Pause, SetLimit
from punto.care.events import AnyEvent, PlayLimited, PlayPaused
from punto.care.refusals import Reason, Refusal
from punto.care.state import State
from punto.restraint import DAY, OwnLimit
from punto.roles import Role

Decision = tuple[AnyEvent, ...] | Refusal
MOST: dict[Own, int] = {"loss": 10**11, "deposit": 10**11, "time": 24 * 60}  # cents, cents, minutes per day
LONGEST = 5 * 366 * DAY


def decide(state: State, command: AnyCommand) -> Decision:
    """Return the events of a command, or a refusal."""
    if command.by is not Role.PLAYER:
        return Refusal(Reason.WRONG_ROLE, {"by": Role.PLAYER})
    if state.owner and command.who != state.owner:
        return Refusal(Reason.NOT_YOURS)
    return _limit(state, command) if isinstance(command, SetLimit) else _pause(state, command)


def _limit(state: State, command: SetLimit) -> Decision:
    most, at = MOST[command.limit], max(command.at, state.at)
    if command.amount is not None and not 0 <= command.amount <= most:
        return Refusal(Reason.BAD_AMOUNT, {"most": most})
    begins = state.limits.get(command.limit, OwnLimit()).beginning(command.amount, at)
    return (PlayLimited(at=at, who=command.who, limit=command.limit, amount=command.amount, begins=begins),)


def _pause(state: State, command: Pause) -> Decision:
    at = max(command.at, state.at)
    if not at < command.until <= at + LONGEST:
        return Refusal(Reason.BAD_AMOUNT, {"after": at, "most": at + LONGEST})
    if command.until < state.until:
        return Refusal(Reason.NOT_SHORTER, {"until": state.until})
    return (PlayPaused(at=at, who=command.who, until=command.until),)
