"""Decide: map a command to its events, or to a refusal."""

from __future__ import annotations

import re

from punto.posting import HOUSE, Posting
from punto.restraint import DAY, OwnLimit
from punto.roles import Role
from punto.wallet.commands import AnyCommand, Begin, Carry, Open, Post, SetLimit, Void
from punto.wallet.events import AnyEvent, LimitSet, TransferBegun, TransferPosted, TransferVoided, WalletOpened
from punto.wallet.refusals import Reason, Refusal
from punto.wallet.state import AVAILABLE, State, evolve, held_account
from punto.wallet.terms import CAGE, MOST_CENTS, REMEMBERED, Kind, Terms

Decision = tuple[AnyEvent, ...] | Refusal
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./-]{0,79}")  # no invisible or confusable characters


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
    limit = state.limits.get(spent[0], OwnLimit()).holding(command.at)
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
    begins = state.limits.get(command.limit, OwnLimit()).beginning(command.cents, command.at)
    return (LimitSet(limit=command.limit, cents=command.cents, begins=begins, at=command.at),)
