"""The journal: the house's stream, read as far as it goes and written by whoever runs the floor.

Several processes may write it. Each catches up before it decides, and where another was first it decides anew.
"""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec.structs import replace

from punto.accounts import chance
from punto.accounts.books import Books, Clock
from punto.house import Refusal, State, decide, evolve
from punto.house.commands import AnyCommand
from punto.log.store import Conflict, Write
from punto.roles import Duty

STREAM = "house/floor"


class Journal:
    """The house as this process knows it."""

    def __init__(self, books: Books, clock: Clock) -> None:
        self.books, self.clock = books, clock
        self.state = State()
        self._lock = asyncio.Lock()

    async def catch_up(self) -> State:
        """Read what was appended since."""
        async with self._lock:
            return await self._catch_up()

    async def do(self, kind: type, *, by: Duty = Duty.SYSTEM, who: str = "system", **fields: Any) -> Refusal | None:
        """Let the house decide a command, and store what it brings."""
        command = kind(id=chance.command(), by=by, who=who, at=self.clock(), **fields)
        async with self._lock:
            while True:
                await self._catch_up()
                refusal = await self._tried(replace(command, at=max(command.at, self.state.at)))
                if not isinstance(refusal, Conflict):
                    return refusal

    async def _catch_up(self) -> State:
        for record in await self.books.read(STREAM, self.state.version):
            for event in record.batch.events:
                self.state = evolve(self.state, event)
        return self.state

    async def _tried(self, command: AnyCommand) -> Refusal | Conflict | None:
        decision = decide(self.state, command)
        if isinstance(decision, Refusal):
            return decision
        if decision:
            try:
                await self.books.append([Write(STREAM, self.state.version, command, decision)])
            except Conflict as conflict:
                return conflict
            for event in decision:
                self.state = evolve(self.state, event)
        return None
