"""State of administration, and how events change it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from punto.house import events as e
from punto.house.lockout import Book, Failures, counted, failed, holding, kept
from punto.house.parameters import changed
from punto.roles import Duty

PLAYER = frozenset({Duty.PLAYER})  # the default: users without another duty are players


class State(msgspec.Struct, frozen=True):
    """State of administration."""

    version: int = 0
    at: int = 0  # milliseconds, the latest time recorded
    duties: dict[str, frozenset[Duty]] = {}  # of users with duties
    disabled: dict[str, str] = {}  # person -> reason
    failures: Book = {}
    parameters: dict[str, str] = {}
    running: bool = False
    proposals: dict[str, e.MoneyProposed] = {}  # awaiting a second person

    def duties_of(self, person: str) -> frozenset[Duty]:
        """Return a user's duties; player if they have none."""
        return self.duties.get(person, PLAYER)

    def locked(self, person: str, origin: str, at: int, device: str = "") -> int:
        """Return the end of a lockout in milliseconds; 0 if there is none."""
        until = max(self.failures.get(what, Failures()).until for what in holding(person, origin, device))
        return until if until > at else 0


def evolve(state: State, event: e.AnyEvent) -> State:
    """Return the state after an event."""
    state = replace(state, version=state.version + 1, at=max(state.at, event.at))
    change = _CHANGES.get(type(event))
    return replace(state, **change(state, event)) if change else state


Changes = dict[str, Any]


def _failed(state: State, event: e.LoginFailed) -> Changes:
    book = dict(state.failures)
    for what in counted(event.person, event.origin, event.device):
        book[what] = failed(state.failures, what, event.at)
    return {"failures": kept(book, event.at)}


def _let_in(state: State, event: e.LoggedIn) -> Changes:
    """Reset the person's failures but not the origin's: an account there could serve to guess at others.

    A login on a known device resets only that device, so that its owner does not reset a stranger's guesses.
    """
    own = counted(event.person, event.origin, event.device)[0]
    return {"failures": {what: one for what, one in state.failures.items() if what != own}}


def _entrusted(state: State, person: str, duties: frozenset[Duty]) -> Changes:
    others = {who: had for who, had in state.duties.items() if who != person}
    return {"duties": others if duties in (PLAYER, frozenset()) else {**others, person: duties}}


def _granted(state: State, event: e.DutyGranted) -> Changes:
    return _entrusted(state, event.person, with_duty(state, event.person, event.duty))


def with_duty(state: State, person: str, duty: Duty) -> frozenset[Duty]:
    """Return a user's duties with one more; the default player duty is dropped unless it is the one granted."""
    return state.duties.get(person, frozenset()) | {duty}


def _revoked(state: State, event: e.DutyRevoked) -> Changes:
    return _entrusted(state, event.person, state.duties_of(event.person) - {event.duty})


def _closed(state: State, event: e.MoneyApproved | e.MoneyDeclined) -> Changes:
    return {"proposals": {name: one for name, one in state.proposals.items() if name != event.proposal}}


_CHANGES: dict[type, Callable[[State, Any], Changes]] = {
    e.LoginFailed: _failed,
    e.LoggedIn: _let_in,
    e.DutyGranted: _granted,
    e.DutyRevoked: _revoked,
    e.PersonDisabled: lambda state, event: {"disabled": {**state.disabled, event.person: event.why}},
    e.PersonEnabled: lambda state, event: {
        "disabled": {who: why for who, why in state.disabled.items() if who != event.person}
    },
    e.ParameterChanged: lambda state, event: {"parameters": changed(state.parameters, event.name, event.after)},
    e.MoneyProposed: lambda state, event: {"proposals": {**state.proposals, event.proposal: event}},
    e.MoneyApproved: _closed,
    e.MoneyDeclined: _closed,
    e.FloorStarted: lambda state, event: {"running": True},
    e.FloorStopped: lambda state, event: {"running": False},
}
