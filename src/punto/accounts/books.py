"""The store interface that accounts require: documents, the log, and secrets. The floor's store implements it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from punto.log.record import Record
from punto.log.store import Write
from punto.store.durable import ALL

Clock = Callable[[], int]  # milliseconds, the floor's single clock


class Books(Protocol):
    """Part of a store that holds accounts."""

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        """Append to streams atomically; raise ``Conflict`` if a version is stale."""

    async def read(self, stream: str, after: int = 0, most: int = ALL) -> list[Record]:
        """Return up to ``most`` records of a stream after a version."""

    async def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return the record of a command in a stream, by its sender and id, or None."""

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names of streams."""

    async def seal(self, name: str) -> bytes:
        """Return the 32 secret bytes stored under a name; created on first use."""

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        """Store a document over version ``before``, 0 for a new one; raise ``Conflict`` if it is stale."""

    async def shelf(self, kind: str, key: str) -> tuple[int, bytes] | None:
        """Return a document with its version, or None."""

    async def shelved(self, kind: str) -> list[tuple[str, int, bytes]]:
        """Return all documents of a kind."""

    async def erase(self, kind: str, key: str) -> None:
        """Erase a document, if it exists."""
