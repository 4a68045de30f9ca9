"""Coup view: the history of a coup, masked for a viewer.

Staff see all of it. A player who was seated then sees the names of the others at the table and their own chips; a
spectator sees seats. An event's words are included if every field of the event is visible to the viewer, by the same
rules that mask events (``punto.folds.views``).
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from punto.folds.history import CoupHistory, Step
from punto.folds.views import HOUSE, LINES, TABLE, Viewer
from punto.table.events import Event

E = TypeVar("E", bound=Event)


def recalled(coup: CoupHistory, viewer: Viewer, seat: int | None = None) -> CoupHistory:
    """Return the history of a coup as a viewer may see it; a player by the seat they had then."""
    if viewer in HOUSE.to:
        return coup
    names = viewer in TABLE.to
    return replace(
        coup,
        wagers=tuple(stake if names else replace(stake, who="") for stake in coup.wagers),
        house_money=tuple(map(_unposted, coup.house_money)),
        result=_unposted(coup.result) if coup.result else None,
        awards=tuple(map(_unposted, coup.awards)),
        balances=tuple(one for one in coup.balances if viewer is Viewer.PLAYER and one.seat == seat),
        preparation=tuple(_step(step, viewer, names) for step in coup.preparation),
        steps=tuple(_step(step, viewer, names) for step in coup.steps),
    )


def _unposted(event: E) -> E:
    return replace(event, postings=())


def _step(step: Step, viewer: Viewer, names: bool) -> Step:
    line = LINES[step.event]
    plain = all(viewer in shown.to for name, shown in line.items() if name != "postings")
    return replace(step, who=step.who if names else "", words=step.words if plain else "")
