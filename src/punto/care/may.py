"""Permission to sit, buy in or wager: a player's own limits compared with their standing."""

from __future__ import annotations

from typing import Any

from punto.care.play import Standing
from punto.care.refusals import Reason, Refusal
from punto.care.state import State
from punto.table.commands import BuyIn, Sit, Verbal, Wager, Wagers
from punto.wallet import Kind
from punto.wallet.commands import Begin, Carry

PLAYING = (Sit, BuyIn, Wager, Wagers, Verbal)


def may(limits: State, standing: Standing, command: Any, at: int, *, disabled: bool = False) -> Refusal | None:
    """Return why a command must not be given now, or None. Leaving is always allowed."""
    deposits = isinstance(command, Begin | Carry) and command.kind is Kind.DEPOSIT
    if not deposits and not isinstance(command, PLAYING):
        return None
    if disabled:
        return Refusal(Reason.DISABLED)
    if at < limits.until:
        return Refusal(Reason.PAUSED, {"until": limits.until})
    return (
        (None if deposits else _time(limits, standing, at))
        or (None if deposits else _loss(limits, standing, command, at))
        or _deposit(limits, standing, command, at)
    )


def _time(limits: State, standing: Standing, at: int) -> Refusal | None:
    limit = limits.holding("time", at)
    if limit is not None and standing.minutes >= limit:
        return Refusal(Reason.TIME_LIMIT, {"limit": limit, "minutes": standing.minutes})
    return None


def _loss(limits: State, standing: Standing, command: Any, at: int) -> Refusal | None:
    """Check the loss limit, counting stakes on the layout as lost.

    A buy-in is refused once the limit leaves no room for any wager.
    """
    limit = limits.holding("loss", at)
    if limit is None:
        return None
    could = standing.at_risk - standing.net + (staked(command) or 1)
    if could > limit:
        return Refusal(Reason.LOSS_LIMIT, {"limit": limit, "net": standing.net, "at-risk": standing.at_risk})
    return None


def _deposit(limits: State, standing: Standing, command: Any, at: int) -> Refusal | None:
    limit, cents = limits.holding("deposit", at), brought(command)
    if limit is not None and cents and standing.brought + cents > limit:
        return Refusal(Reason.DEPOSIT_LIMIT, {"limit": limit, "brought": standing.brought})
    return None


def staked(command: Any) -> int:
    """Return the cents that a command puts at risk."""
    match command:
        case Wager(cents=cents) | Verbal(cents=cents):
            return cents
        case Wagers(stakes=stakes):
            return sum(stakes.values())
        case _:
            return 0


def brought(command: Any) -> int:
    """Return the cents that a command brings in from outside; transfers from a wallet do not count."""
    match command:
        case Sit(buy_in=cents, transfer="") | BuyIn(cents=cents, transfer=""):
            return cents
        case Begin(cents=cents, kind=Kind.DEPOSIT) | Carry(cents=cents, kind=Kind.DEPOSIT):
            return cents
        case _:
            return 0
