"""A journal: the stream of one machine, read as far as it goes and written by whoever runs the floor.

Several processes may write it. Each catches up before it decides, and where another was first it decides anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from punto.accounts import chance
from punto.accounts.books import Books, Clock
from punto.log.store import Conflict, Write

State = TypeVar("State")
Refusal = TypeVar("Refusal")


class Journal(Generic[State, Refusal]):
    """A machine as this process knows it: its state, and how it decides."""

    def __init__(
        self,
        books: Books,
        clock: Clock,
        stream: str,
        state: State,
        decide: Callable[[Any, Any], tuple[Any, ...] | Refusal],
        evolve: Callable[[Any, Any], State],
    ) -> None:
        self.books, self.clock, self.stream, self.state = books, clock, stream, state
        self._decide, self._evolve = decide, evolve
        self._version = self._at = 0
        self._lock = asyncio.Lock()

    async def catch_up(self) -> State:
        """Read what was appended since."""
        async with self._lock:
            await self._catch_up()
            return self.state

    async def do(self, kind: type, **fields: Any) -> Refusal | None:
        """Let the machine decide a command, and store what it brings."""
        command = kind(id=chance.command(), at=self.clock(), **fields)
        async with self._lock:
            while True:
                await self._catch_up()
                stamped = replace(command, at=max(command.at, self._at))
                decision = self._decide(self.state, stamped)
                if not isinstance(decision, tuple):
                    return decision
                if not decision or await self._stored(Write(self.stream, self._version, stamped, decision)):
                    return None

    async def _catch_up(self) -> None:
        for record in await self.books.read(self.stream, self._version):
            batch = record.batch
            self._take(batch.events, batch.command.at)

    async def _stored(self, write: Write) -> bool:
        try:
            await self.books.append([write])
        except Conflict:  # another process was first
            return False
        self._take(write.events, write.command.at)
        return True

    def _take(self, events: tuple[Any, ...], at: int) -> None:
        for event in events:
            self.state = self._evolve(self.state, event)
        self._version, self._at = self._version + len(events), at
