"""State of a wallet, and how events change it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from punto.posting import apply
from punto.restraint import DAY, OwnLimit
from punto.wallet.events import AnyEvent, LimitSet, TransferBegun, TransferPosted, TransferVoided, WalletOpened
from punto.wallet.terms import REMEMBERED

AVAILABLE = "available"  # can be spent; the rest is held for outgoing transfers


def held_account(transfer: str) -> str:
    """Return the account that holds a transfer's money."""
    return f"held/{transfer}"


class Finished(msgspec.Struct, frozen=True):
    """A finished transfer."""

    transfer: TransferBegun
    how: Literal["posted", "voided"]
    at: int


class State(msgspec.Struct, frozen=True):
    """State of a wallet."""

    owner: str = ""
    version: int = 0
    at: int = 0  # milliseconds, the latest time recorded
    accounts: dict[str, int] = {}  # changed by postings only
    pending: dict[str, TransferBegun] = {}
    finished: dict[str, Finished] = {}  # within the last week
    day: int = 0
    begun_today: dict[str, int] = {}  # kind -> cents begun today and not voided
    limits: dict[str, OwnLimit] = {}

    @property
    def available(self) -> int:
        """The cents that can be spent."""
        return self.accounts.get(AVAILABLE, 0)

    @property
    def held(self) -> int:
        """The cents held for outgoing transfers."""
        return sum(cents for account, cents in self.accounts.items() if account.startswith("held/"))

    def status(self, transfer: str) -> Literal["pending", "posted", "voided"] | None:
        """Return a transfer's status; None if it is unknown."""
        if transfer in self.pending:
            return "pending"
        return self.finished[transfer].how if transfer in self.finished else None


def evolve(state: State, event: AnyEvent) -> State:
    """Return the state after an event."""
    now = max(state.at, event.at)
    state = replace(state, version=state.version + 1, at=now, **_new_day(state, now // DAY))
    if event.postings:
        state = replace(state, accounts=apply(state.accounts, event.postings))
    return replace(state, **_CHANGES[type(event)](state, event))


Changes = dict[str, Any]


def _new_day(state: State, day: int) -> Changes:
    """Drop the previous day's sums, and transfers that ended too long ago to be repeated."""
    if day == state.day:
        return {}
    kept = {key: one for key, one in state.finished.items() if one.at + REMEMBERED + DAY > day * DAY}
    return {"day": day, "begun_today": {}, "finished": kept}


def _begun(state: State, event: TransferBegun) -> Changes:
    sums = {**state.begun_today, event.kind: state.begun_today.get(event.kind, 0) + event.cents}
    return {"pending": {**state.pending, event.transfer: event}, "begun_today": sums}


def _finished(state: State, event: TransferPosted | TransferVoided, how: Literal["posted", "voided"]) -> Changes:
    begun = state.pending[event.transfer]
    changes: Changes = {
        "pending": {key: one for key, one in state.pending.items() if key != event.transfer},
        "finished": {**state.finished, event.transfer: Finished(begun, how, state.at)},
    }
    if how == "voided" and begun.at // DAY == state.day:
        changes["begun_today"] = {**state.begun_today, begun.kind: state.begun_today[begun.kind] - begun.cents}
    return changes


def _limited(state: State, event: LimitSet) -> Changes:
    limit = state.limits.get(event.limit, OwnLimit()).set(event.cents, event.begins, event.at)
    return {"limits": {**state.limits, event.limit: limit}}


_CHANGES: dict[type, Callable[[State, Any], Changes]] = {
    WalletOpened: lambda state, event: {"owner": event.owner},
    TransferBegun: _begun,
    TransferPosted: lambda state, event: _finished(state, event, "posted"),
    TransferVoided: lambda state, event: _finished(state, event, "voided"),
    LimitSet: _limited,
}
