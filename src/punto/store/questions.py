"""Queries that both databases answer by the same statements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from punto.log.record import Record
from punto.store.durable import ALL


class Questions(ABC):
    """Read access to log, secrets and documents; the statements are in ``punto.store.tables``."""

    @abstractmethod
    async def _rows(self, statement: str, **given: object) -> list[Any]:
        """Return the rows of a statement."""

    async def read(self, stream: str, after: int = 0, most: int = ALL) -> list[Record]:
        """Return up to ``most`` records of a stream with events after a version."""
        return [Record(*row) for row in await self._rows("read", stream=stream, after=after, number=most)]

    async def last(self, stream: str) -> Record | None:
        """Return the last record of a stream, or None."""
        rows = await self._rows("last", stream=stream)
        return Record(*rows[0]) if rows else None

    async def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return the record of a command in a stream, or None."""
        rows = await self._rows("find", stream=stream, who=who, command=ident)
        return Record(*rows[0]) if rows else None

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names of streams with a prefix."""
        return sorted(name for (name,) in await self._rows("streams") if name.startswith(prefix))

    async def pairs(self) -> set[tuple[str, str]]:
        """Return pairs of streams written together."""
        return {(first, other) for first, other in await self._rows("pairs")}

    async def sealed(self, prefix: str) -> dict[str, bytes]:
        """Return the secrets whose names have a prefix."""
        return {name: secret for name, secret in await self._rows("secrets") if name.startswith(prefix)}

    async def shelf(self, kind: str, key: str) -> tuple[int, bytes] | None:
        """Return a document with its version, or None."""
        rows = await self._rows("shelf", kind=kind, key=key)
        return rows[0] if rows else None

    async def shelved(self, kind: str) -> list[tuple[str, int, bytes]]:
        """Return the documents of a kind."""
        return await self._rows("shelved", kind=kind)
