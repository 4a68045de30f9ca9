"""A journal: one machine's stream, with the state folded from it.

Several processes may write the stream. Each catches up before it decides, and decides again after a conflict.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from punto.accounts import tokens
from punto.accounts.user_store import Books, Clock
from punto.floor.table_actor import Watchers
from punto.record import checkpoints
from punto.record.chain import Record
from punto.record.durable import StoreError
from punto.record.store import Conflict, Write

MOST_TRIES = 20
EVERY = 1_000  # events between checkpoints
State = TypeVar("State")
Refusal = TypeVar("Refusal")
Join = Callable[[tuple[Any, ...]], Awaitable[Any]]  # maps events to a write to another stream, or to a refusal


class Journal(Generic[State, Refusal]):
    """State of one machine in this process, with its ``decide`` and ``evolve``."""

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
        self._version = self._at = self._kept = 0
        self._begun = False
        self._lock = asyncio.Lock()
        self.taken = Watchers[tuple[Any, ...]]()  # receive events, other processes' when they are read

    async def catch_up(self) -> State:
        """Read the records appended since the last read; return the state."""
        async with self._lock:
            await self._catch_up()
            return self.state

    async def do(self, kind: type, **fields: Any) -> Refusal | None:
        """Decide a command and store its events; return the refusal, or None."""
        command = kind(id=tokens.command(), at=self.clock(), **fields)
        async with self._lock:
            while True:
                await self._catch_up()
                stamped = replace(command, at=max(command.at, self._at))
                decision = self._decide(self.state, stamped)
                if not isinstance(decision, tuple):
                    return decision
                if not decision or await self._stored(Write(self.stream, self._version, stamped, decision)):
                    return None

    async def together(self, command: Any, join: Join | None = None) -> tuple[Record, ...] | Any:
        """Store a command that carries an id, with its write to another stream; return the records or a refusal.

        ``join`` is called again after each conflict and returns a write or a refusal. An idempotent retry returns the
        stored record alone. Nothing is written when ``join`` returns a write without events.

        Raises ``StoreError`` after ``MOST_TRIES`` conflicts.
        """
        async with self._lock:
            for _ in range(MOST_TRIES):
                await self._catch_up()
                known = await self.books.find(self.stream, command.who, command.id)
                if known is not None:
                    return (known,)
                stamped = replace(command, at=max(command.at, self._at))
                decision = self._decide(self.state, stamped)
                if not isinstance(decision, tuple):
                    return decision
                writes = [Write(self.stream, self._version, stamped, decision)]
                if join is not None:
                    other = await join(decision)
                    if not isinstance(other, Write) or not other.events:
                        return () if isinstance(other, Write) else other
                    writes.append(other)
                records = await self._appended(writes)
                if records is not None:
                    return records
        raise StoreError(f"{self.stream}: too many concurrent writes")

    async def _catch_up(self) -> None:
        """Read new records; the first time, from the last checkpoint."""
        records = await self.books.read(self.stream, self._version) if self._begun else await self._begin()
        for record in records:
            batch = record.batch
            self._take(batch.events, batch.command.at)
        if records:
            await self._keep(records[-1])

    async def _keep(self, last: Record) -> None:
        """Write a checkpoint once ``EVERY`` events have passed since the last one."""
        if self._version - self._kept >= EVERY:
            await checkpoints.keep(self.books, checkpoints.JOURNAL, last, self.state)
            self._kept = self._version

    async def _begin(self) -> list[Record]:
        found = await checkpoints.take_up(self.books, checkpoints.JOURNAL, self.stream, type(self.state))
        if found.state is not None:
            self.state = found.state
        self._begun, self._version, self._at, self._kept = True, found.version, found.at, found.version
        return found.records

    async def _stored(self, write: Write) -> bool:
        return await self._appended([write]) is not None

    async def _appended(self, writes: list[Write]) -> tuple[Record, ...] | None:
        """Append, own stream first; return None after a conflict with another process."""
        try:
            records = await self.books.append(writes)
        except Conflict:
            return None
        self._take(writes[0].events, writes[0].command.at)
        await self._keep(records[0])
        return records

    def _take(self, events: tuple[Any, ...], at: int) -> None:
        for event in events:
            self.state = self._evolve(self.state, event)
        self._version, self._at = self._version + len(events), at
        self.taken.tell(events)
