"""What a live floor asks of a database, and the one door to those there are.

The log is append-only. An append names several streams at the versions that its writer saw, and is durable when it
returns: all of it, or nothing. Beside the log lie the vault (secrets, each made once) and the shelf (small documents
with versions, which may be written anew and erased: accounts, names, snapshots).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Protocol

from punto.log.record import Record
from punto.log.store import Head, Write

PATIENCE = 30.0  # seconds for which a locked database or a lost connection is waited for
MOST_WRITES = 256  # of one append
SECRET = 32  # bytes of a secret in the vault
ALL = 1 << 31  # records: more than anybody holds in memory
ADDRESSES = "sqlite:///FILE, postgresql://USER@HOST/NAME or memory:"


class StoreError(ValueError):
    """The database cannot be used, or did not do what was asked; one line says why, and nothing was written."""


class Unknown(StoreError):
    """The answer never came: what was asked is written or will be, whole, or it is not. Read before going on."""


class WentBack(StoreError):
    """The database lacks records that it had confirmed; this process writes to it no more."""


class Durable(Protocol):
    """A log, a vault and a shelf in one database."""

    @property
    def commits(self) -> int:
        """Transactions that appends took; many appends may share one."""

    @property
    def halted(self) -> str:
        """Why nothing is written any more until the process is started again; empty while all is well."""

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        """Append to several streams, all or nothing; durable when it returns. Raise ``Conflict`` as any log does."""

    async def read(self, stream: str, after: int = 0, most: int = ALL) -> list[Record]:
        """Return the records of a stream that hold events after a version, in order: the first so many of them."""

    async def last(self, stream: str) -> Record | None:
        """Return the last record of a stream."""

    async def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return what somebody's command brought to a stream, by the id they gave it."""

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names of the streams that begin so, in order."""

    def records(self) -> AsyncIterator[Record]:
        """Return all records in the order of appending, those of one append together, as they stand at one moment."""

    async def pairs(self) -> set[tuple[str, str]]:
        """Return which streams were written to in one append: its first stream, and each of the others."""

    async def adopt(self, records: Iterable[Record]) -> None:
        """Take records over from an export into streams that are not here yet: all, or none."""

    async def prune(self, ends: Mapping[str, Head]) -> None:
        """Take away whole streams, all or none: each must still end where it is said to."""

    async def seal(self, name: str) -> bytes:
        """Return the secret of this name: 32 random bytes, made when first asked for, and kept before they are told."""

    async def sealed(self, prefix: str) -> dict[str, bytes]:
        """Return the secrets whose names begin so."""

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        """Put a document in its place and return its version; raise ``Conflict`` unless it was at version ``before``.

        A document that is not there is at version 0, and so is one that was erased.
        """

    async def shelf(self, kind: str, key: str) -> tuple[int, bytes] | None:
        """Return a document with its version."""

    async def shelved(self, kind: str) -> list[tuple[str, int, bytes]]:
        """Return the documents of a kind with their keys and versions, in the order of their keys."""

    async def erase(self, kind: str, key: str) -> None:
        """Take a document away for good."""

    async def close(self) -> None:
        """Finish what was asked, and let go of the database."""


async def open_store(url: str, patience: float = PATIENCE) -> Durable:
    """Open the database at an address; one that is new or of an earlier version is brought to this one."""
    kind, _, rest = url.partition(":")
    if url == "memory:":
        from punto.store.memory import MemoryDurable

        return MemoryDurable()
    if kind == "sqlite" and rest.startswith("///") and len(rest) > len("///"):
        from punto.store.sqlite import SqliteStore

        return await SqliteStore.open(rest.removeprefix("///"), patience)
    if kind in {"postgresql", "postgres"} and rest.startswith("//"):
        from punto.store.postgres import PostgresStore

        return await PostgresStore.open(url, patience)
    raise StoreError(f"{kind}: this is no address of a database; it is {ADDRESSES}")
