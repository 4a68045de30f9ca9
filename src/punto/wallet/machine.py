"""The wallet: its state, and how it decides a command."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from punto.core.machine import NAME
from punto.core.posting import HOUSE, Posting, apply
from punto.core.roles import Role
from punto.core.self_limits import DAY, SelfLimit
from punto.wallet.messages import (
    CAGE,
    MOST_CENTS,
    REMEMBERED,
    AnyCommand,
    AnyEvent,
    Begin,
    Carry,
    Kind,
    LimitSet,
    Open,
    Post,
    Reason,
    Refusal,
    SetLimit,
    Terms,
    TransferBegun,
    TransferPosted,
    TransferVoided,
    Void,
    WalletOpened,
)

# ---------------------------------------------------------------- state

# State of a wallet, and how events change it.

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
    limits: dict[str, SelfLimit] = {}

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
    limit = state.limits.get(event.limit, SelfLimit()).set(event.cents, event.begins, event.at)
    return {"limits": {**state.limits, event.limit: limit}}


_CHANGES: dict[type, Callable[[State, Any], Changes]] = {
    WalletOpened: lambda state, event: {"owner": event.owner},
    TransferBegun: _begun,
    TransferPosted: lambda state, event: _finished(state, event, "posted"),
    TransferVoided: lambda state, event: _finished(state, event, "voided"),
    LimitSet: _limited,
}


# ---------------------------------------------------------------- decide

# Decide: map a command to its events, or to a refusal.

Decision = tuple[AnyEvent, ...] | Refusal


def decide(terms: Terms, state: State, command: AnyCommand) -> Decision:
    """Return the events of a command, none for an idempotent retry, or a refusal."""
    refusal = _never(state, command)
    if refusal:
        return refusal
    match command:
        case Open():
            return (WalletOpened(owner=command.owner, at=command.at),)
        case Begin():
            return _begin(terms, state, command)
        case Carry():
            return _carry(terms, state, command)
        case Post() | Void():
            return _finish(state, command)
        case SetLimit():
            return _limit(state, command)


def _never(state: State, command: AnyCommand) -> Refusal | None:
    """Return a refusal for a wrong time, a wrong person or an invalid name, or None."""
    if isinstance(command, Open):
        if state.owner:
            return Refusal(Reason.ALREADY_OPEN)
    elif not state.owner:
        return Refusal(Reason.NOT_OPEN)
    if isinstance(command, Open | Carry | Post | Void) and command.by is not Role.SYSTEM:
        return Refusal(Reason.WRONG_ROLE, {"by": Role.SYSTEM})
    if isinstance(command, Begin | SetLimit) and command.by is not Role.PLAYER:
        return Refusal(Reason.WRONG_ROLE, {"by": Role.PLAYER})
    if isinstance(command, Begin | Carry | SetLimit) and command.who != state.owner:
        return Refusal(Reason.NOT_YOURS)
    return None if all(map(NAME.fullmatch, _names(command))) else Refusal(Reason.BAD_NAME, {"pattern": NAME.pattern})


def _names(command: AnyCommand) -> tuple[str, ...]:
    match command:
        case Open():
            return (command.owner,)
        case Begin() | Carry():
            return command.transfer, command.place
        case Post() | Void():
            return (command.transfer,)
        case SetLimit():
            return ()


# ---------------------------------------------------------------- the two steps of a transfer


def _carry(terms: Terms, state: State, command: Carry) -> Decision:
    """Begin and post in one step: only for a table or the cage, whose records share the append; never for a bank."""
    cash = command.kind in (Kind.DEPOSIT, Kind.WITHDRAWAL)
    if cash != (command.place == CAGE):
        return Refusal(Reason.WRONG_ROLE, {"kind": command.kind})
    begun = _begin(terms, state, command)
    if isinstance(begun, Refusal):
        return begun
    for event in begun:
        state = evolve(state, event)
    done = _finish(state, command)
    return done if isinstance(done, Refusal) else begun + done


def _begin(terms: Terms, state: State, command: Begin | Carry) -> Decision:
    known = _known(state, command.transfer)
    if known is not None:
        return _again(state, known, command)
    if command.at + REMEMBERED < state.at:
        return Refusal(Reason.TOO_LATE, {"at": state.at})
    refusal = _beyond(terms, state, command) or _no_room(terms, state, command)
    if refusal:
        return refusal
    held = Posting(AVAILABLE, held_account(command.transfer), command.cents, command.kind)
    return (
        TransferBegun(
            transfer=command.transfer,
            kind=command.kind,
            cents=command.cents,
            place=command.place,
            at=command.at,
            postings=() if command.kind.comes else (held,),
        ),
    )


def _known(state: State, transfer: str) -> TransferBegun | None:
    if transfer in state.finished:
        return state.finished[transfer].transfer
    return state.pending.get(transfer)


def _again(state: State, known: TransferBegun, command: Begin | Carry) -> Decision:
    """Answer a repeated transfer: no events, or a refusal if it differs or was voided."""
    if (known.kind, known.cents, known.place) != (command.kind, command.cents, command.place):
        return Refusal(Reason.ID_TAKEN)
    return Refusal(Reason.VOIDED) if state.status(command.transfer) == "voided" else ()


def _finish(state: State, command: Carry | Post | Void) -> Decision:
    begun = state.pending.get(command.transfer)
    wanted = "voided" if isinstance(command, Void) else "posted"
    if begun is None:
        how = state.status(command.transfer)
        if how is None:
            return Refusal(Reason.NO_SUCH_TRANSFER, {"pending": ", ".join(state.pending)})
        return () if how == wanted else Refusal(Reason(how))
    held = held_account(begun.transfer)
    if isinstance(command, Void):
        back = () if begun.kind.comes else (Posting(held, AVAILABLE, begun.cents, begun.kind),)
        return (TransferVoided(transfer=begun.transfer, at=command.at, postings=back),)
    source, target = (HOUSE, AVAILABLE) if begun.kind.comes else (held, HOUSE)
    gone = (Posting(source, target, begun.cents, begun.kind),)
    return (TransferPosted(transfer=begun.transfer, at=command.at, postings=gone),)


# ---------------------------------------------------------------- limits


def _beyond(terms: Terms, state: State, command: Begin | Carry) -> Refusal | None:
    """Refuse what exceeds the operator's limits or the player's own; a cash-out only if its amount is invalid."""
    kind, cents = command.kind, command.cents
    if not 0 < cents <= MOST_CENTS:
        return Refusal(Reason.BAD_AMOUNT, {"most": MOST_CENTS})
    if kind is Kind.CASH_OUT:
        return None
    today = state.begun_today if command.at // DAY <= state.day else {}
    if cents > terms.most.get(kind, MOST_CENTS):
        return Refusal(Reason.ABOVE_MAXIMUM, {"maximum": terms.most[kind]})
    if kind in terms.most_a_day and today.get(kind, 0) + cents > terms.most_a_day[kind]:
        return Refusal(Reason.ABOVE_DAY, {"maximum": terms.most_a_day[kind], "today": today.get(kind, 0)})
    return _beyond_own(state, today, command)


def _beyond_own(state: State, today: dict[str, int], command: Begin | Carry) -> Refusal | None:
    spent = {
        Kind.DEPOSIT: ("deposit", today.get(Kind.DEPOSIT, 0)),
        Kind.BUY_IN: ("loss", today.get(Kind.BUY_IN, 0) - today.get(Kind.CASH_OUT, 0)),
    }.get(command.kind)
    if spent is None:
        return None
    limit = state.limits.get(spent[0], SelfLimit()).holding(command.at)
    if limit is not None and spent[1] + command.cents > limit:
        return Refusal(Reason.ABOVE_OWN_LIMIT, {"limit": limit, "today": spent[1]})
    return None


def _no_room(terms: Terms, state: State, command: Begin | Carry) -> Refusal | None:
    coming = sum(one.cents for one in state.pending.values() if one.kind is Kind.DEPOSIT)
    if command.kind is Kind.DEPOSIT and state.available + state.held + coming + command.cents > terms.most_balance:
        return Refusal(Reason.ABOVE_BALANCE, {"maximum": terms.most_balance})
    if command.kind is not Kind.CASH_OUT and len(state.pending) >= terms.most_pending:
        return Refusal(Reason.TOO_MANY_PENDING, {"pending": ", ".join(state.pending)})
    if not command.kind.comes and command.cents > state.available:
        return Refusal(Reason.NOT_ENOUGH, {"available": state.available})
    return None


def _limit(state: State, command: SetLimit) -> Decision:
    """Set a player's own limit: stricter immediately, looser after a day."""
    if command.cents is not None and not 0 <= command.cents <= MOST_CENTS:
        return Refusal(Reason.BAD_AMOUNT, {"most": MOST_CENTS})
    begins = state.limits.get(command.limit, SelfLimit()).beginning(command.cents, command.at)
    return (LimitSet(limit=command.limit, cents=command.cents, begins=begins, at=command.at),)


# ---------------------------------------------------------------- recovery

# Recovery: complete the transfers that a crash interrupted.


def recovery(state: State, done: Collection[str], at: int) -> tuple[Post | Void, ...]:
    """Return how every pending transfer ends, given those whose other side is done.

    Query the other side only once it can no longer receive the transfer: a table once its task has replied, a bank once
    it has accepted or declined. A part not done by then never will be, so the transfer can be voided.
    """
    ends: list[Post | Void] = []
    for transfer in state.pending:
        kind = Post if transfer in done else Void
        ends.append(kind(id=f"recover/{transfer}", by=Role.SYSTEM, who="recovery", at=at, transfer=transfer))
    return tuple(ends)
