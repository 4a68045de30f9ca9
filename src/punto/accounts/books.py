"""What this room needs of a store: documents, the log, and a sealed secret. The floor's store has all of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from punto.log.record import Record
from punto.log.store import Write
from punto.store.durable import ALL

Clock = Callable[[], int]  # milliseconds, the one clock of the floor


class Books(Protocol):
    """The part of a store that accounts are kept in."""

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        """Append to streams, all or nothing; raise ``Conflict`` where one is at another version."""

    async def read(self, stream: str, after: int = 0, most: int = ALL) -> list[Record]:
        """Return the records of a stream after a version, the first so many of them."""

    async def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return what a command brought to a stream, by who gave it and its id."""

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names of streams."""

    async def seal(self, name: str) -> bytes:
        """Return 32 secret bytes for a name, made once."""

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        """Keep a document over its version before, 0 for a new one; raise ``Conflict`` where it has another."""

    async def shelf(self, kind: str, key: str) -> tuple[int, bytes] | None:
        """Return a document with its version."""

    async def shelved(self, kind: str) -> list[tuple[str, int, bytes]]:
        """Return all documents of a kind."""

    async def erase(self, kind: str, key: str) -> None:
        """Erase a document; it need not be there."""
