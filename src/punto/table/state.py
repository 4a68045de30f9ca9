"""The state of a table, and how an event changes it.

``evolve`` never looks at house rules: what happened, happened. The state keeps nothing older than the shoe.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from punto.posting import apply
from punto.table.events import (
    AnyEvent,
    CardDealt,
    CardTurned,
    CoupEnded,
    CoupSettled,
    PlayerSeated,
    StepPerformed,
    TableOpened,
    WagerMade,
)
from punto.table.phases import Phase, following


class TableState(msgspec.Struct, frozen=True):
    """All that a table knows of itself."""

    table: str = ""
    phase: Phase = Phase.CLOSED
    version: int = 0
    shoe: int = 1
    coup: int = 1
    done: tuple[str, ...] = ()  # the steps made of the ceremony that this phase has
    seated: dict[int, str] = {}
    places: dict[str, str | None] = {}  # dealt cards; None lies face down
    out: dict[str, int] = {}  # faces seen of this shoe: catches the ninth king of spades
    accounts: dict[str, int] = {}
    settled: bool = False


def evolve(state: TableState, event: AnyEvent) -> TableState:
    """Return the state after an event."""
    changed = _CHANGES[type(event)](state, event)
    after = replace(state, version=state.version + 1, accounts=apply(state.accounts, event.postings), **changed)
    phase = following(after)
    return after if phase is after.phase else replace(after, phase=phase, done=())


def _turned(state: TableState, event: CardTurned) -> dict[str, Any]:
    out = {**state.out, event.card: state.out.get(event.card, 0) + 1}
    return {"places": {**state.places, event.place: event.card}, "out": out}


_CHANGES: dict[type, Callable[[TableState, Any], dict[str, Any]]] = {
    TableOpened: lambda state, event: {"table": event.table},
    PlayerSeated: lambda state, event: {"seated": {**state.seated, event.seat: event.who}},
    WagerMade: lambda state, event: {},
    StepPerformed: lambda state, event: {"done": (*state.done, event.step)},
    CardDealt: lambda state, event: {"places": {**state.places, event.place: None}},
    CardTurned: _turned,
    CoupSettled: lambda state, event: {"settled": True},
    CoupEnded: lambda state, event: {"places": {}, "coup": state.coup + 1, "settled": False},
}
