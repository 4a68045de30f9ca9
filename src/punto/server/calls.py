"""Calls to the floor: somebody at a table wants a floorperson there, and waits until one has come.

They are no part of any game and of no log: a call that a restart has lost is made again.
"""

from __future__ import annotations

from punto.server.endpoints import Problem
from punto.server.messages import Part

MOST = 8  # of a table that nobody has answered


class FloorCall(Part, frozen=True, kw_only=True):
    """A call that nobody has answered."""

    at: int  # which is also its name
    who: str
    words: str


class Calls:
    """The calls of all tables."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[FloorCall]] = {}

    def of(self, table: str) -> tuple[FloorCall, ...]:
        """Return the calls of a table that nobody has answered."""
        return tuple(self._waiting.get(table, ()))

    def add(self, table: str, who: str, words: str, at: int) -> FloorCall:
        """Call the floor to a table."""
        waiting = self._waiting.setdefault(table, [])
        if len(waiting) >= MOST:
            raise Problem(409, "called", "The floor has been called to this table, and is on its way.")
        call = FloorCall(at=max(at, waiting[-1].at + 1 if waiting else 0), who=who, words=words)
        waiting.append(call)
        return call

    def answer(self, table: str, at: int) -> None:
        """Say that the floor has come."""
        waiting = self._waiting.get(table, [])
        kept = [call for call in waiting if call.at != at]
        if len(kept) == len(waiting):
            raise Problem(404, "no-such-call", "There is no such call, or somebody has answered it.")
        self._waiting[table] = kept
        if not kept:
            del self._waiting[table]
