"""Calls to the floor: somebody at a table wants a floorperson there, and waits until one has come.

They are no part of any game, hold words that somebody wrote, and are gone when they are answered: so they are in no
log. They lie beside it as a document for each table, which every process of the floor sees, and which a restart keeps.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from punto.log.store import Conflict
from punto.server.endpoints import Problem
from punto.server.messages import Part
from punto.store.durable import Durable

KIND = "calls"
MOST = 8  # of a table that nobody has answered


class FloorCall(Part, frozen=True, kw_only=True):
    """A call that nobody has answered."""

    at: int  # which is also its name
    who: str
    words: str


Waiting = tuple[FloorCall, ...]
_WAITING = msgspec.json.Decoder(Waiting)


class Calls:
    """The calls of all tables."""

    def __init__(self, store: Durable) -> None:
        self._store = store

    async def all(self) -> dict[str, Waiting]:
        """Return the calls that nobody has answered, table by table."""
        return {table: _WAITING.decode(body) for table, _, body in await self._store.shelved(KIND)}

    async def add(self, table: str, who: str, words: str, at: int) -> FloorCall:
        """Call the floor to a table."""
        *_, made = await self._change(table, lambda waiting: _one_more(waiting, who, words, at))
        return made

    async def answer(self, table: str, at: int) -> None:
        """Say that the floor has come."""
        await self._change(table, lambda waiting: _without(waiting, at))

    async def _change(self, table: str, change: Callable[[Waiting], Waiting]) -> Waiting:
        while True:
            version, body = await self._store.shelf(KIND, table) or (0, b"[]")
            after = change(_WAITING.decode(body))
            try:
                await self._store.shelve(KIND, table, msgspec.json.encode(after), version)
            except Conflict:  # somebody else was first
                continue
            return after


def _one_more(waiting: Waiting, who: str, words: str, at: int) -> Waiting:
    if len(waiting) >= MOST:
        raise Problem(409, "called", "The floor has been called to this table, and is on its way.")
    return (*waiting, FloorCall(at=max(at, waiting[-1].at + 1 if waiting else 0), who=who, words=words))


def _without(waiting: Waiting, at: int) -> Waiting:
    kept = tuple(call for call in waiting if call.at != at)
    if kept == waiting:
        raise Problem(404, "no-such-call", "There is no such call, or somebody has answered it.")
    return kept
