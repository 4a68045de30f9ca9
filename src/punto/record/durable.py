"""The database interface of a live floor, and ``open_store``.

The log is append-only. An append names several streams with the versions that its writer saw; it is atomic, and durable
when it returns. Next to the log are secrets (each created once) and small versioned documents, which may be overwritten
and erased: accounts, names, snapshots.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from punto.record.chain import Record
from punto.record.store import Head, Place, Write

if TYPE_CHECKING:
    from punto.record.vault_key import VaultKey

PATIENCE = 30.0  # seconds to wait for a locked database or a lost connection
SECRET = 32  # bytes of a secret
ALL = 1 << 31  # effectively unlimited number of records
ADDRESSES = "sqlite:///FILE, postgresql://USER@HOST/NAME or memory:"


class StoreError(ValueError):
    """The database cannot be used or rejected a request; nothing was written. The message is one line."""


class OutcomeUnknown(StoreError):
    """Unknown outcome: the connection failed before the reply. All was written or nothing; read before going on."""


class WritingDisabled(StoreError):
    """This process no longer writes to the database."""


class WentBack(WritingDisabled):
    """The database lacks records that it had confirmed."""


class TakenOver(WritingDisabled):
    """The lease of this process was taken away: it had died or hung, as far as others could see."""


TAKEN_OVER = "another process has taken over this floor, because this one did not respond"


class Durable(Protocol):
    """Log, secrets and documents in one database."""

    vault_key: VaultKey  # encrypts secrets at rest

    @property
    def commits(self) -> int:
        """Number of transactions used by appends; several appends may share one."""

    @property
    def halted(self) -> str:
        """Why writing is disabled until the process restarts; empty if it is not."""

    def halt(self, why: str) -> None:
        """Disable writing until the process restarts."""

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        """Append to several streams atomically; durable when it returns. Raise ``Conflict`` if a version is stale."""

    async def read(self, stream: str, after: int = 0, most: int = ALL) -> list[Record]:
        """Return up to ``most`` records of a stream with events after a version, in order."""

    async def last(self, stream: str) -> Record | None:
        """Return the last record of a stream, or None."""

    async def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return the record of a command in a stream, by its sender and id, or None."""

    async def streams(self, prefix: str = "") -> list[str]:
        """Return the names of streams with a prefix, sorted."""

    def records(self) -> AsyncIterator[Record]:
        """Yield all records in order of appending, those of one append together, as of one point in time."""

    async def sequence(self, after: int, most: int) -> list[Place]:
        """Return up to ``most`` records after a position, without their bodies, in an order that is final.

        No record will ever get a position before the last one returned, whichever process appends. Records that may
        still be overtaken are left for a later call.
        """

    async def place(self, stream: str, n: int) -> Place | None:
        """Return the place of the record whose first event has a number, or None."""

    async def pairs(self) -> set[tuple[str, str]]:
        """Return pairs of streams written in one append: its first stream with each of the others."""

    async def adopt(self, records: Iterable[Record]) -> None:
        """Import records of an export into streams that do not exist yet, atomically."""

    async def prune(self, ends: Mapping[str, Head]) -> None:
        """Remove whole streams atomically; raise ``Conflict`` if one no longer ends at the given position."""

    async def seal(self, name: str) -> bytes:
        """Return the secret of a name: 32 random bytes, created and stored on first use."""

    async def sealed(self, prefix: str) -> dict[str, bytes]:
        """Return the secrets whose names have a prefix."""

    async def stored_secrets(self) -> dict[str, bytes]:
        """Return all secrets as they are stored, encrypted or not."""

    async def reseal(self, name: str, stored: bytes, before: bytes) -> bool:
        """Store a secret in another form, if it is stored as ``before``; return whether it was."""

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        """Store a document and return its version; raise ``Conflict`` unless it was at version ``before``.

        A document that does not exist, or was erased, is at version 0.
        """

    async def shelf(self, kind: str, key: str) -> tuple[int, bytes] | None:
        """Return a document with its version, or None."""

    async def shelved(self, kind: str) -> list[tuple[str, int, bytes]]:
        """Return the documents of a kind with their keys and versions, sorted by key."""

    async def erase(self, kind: str, key: str) -> None:
        """Erase a document permanently."""

    async def enter(self, process: int, address: str, *, alone: bool) -> None:
        """Begin the lease of this process: from now on its appends need it.

        Without its lease an append raises ``TakenOver``; that of a process that serves the floor ``alone`` never
        writes again.
        """

    async def beat(self, process: int) -> bool:
        """Count up the beat of a lease; return False if another process has taken it away."""

    async def beats(self) -> dict[int, int]:
        """Return the last beat of every lease."""

    async def evict(self, process: int, beat: int) -> bool:
        """Take a lease away if its process has not counted on since; return whether it had not."""

    async def leave(self, process: int) -> None:
        """End the lease of this process."""

    async def own(self, table: str, process: int) -> bool:
        """Make a process the owner of a table, unless another with a lease owns it."""

    async def owned(self) -> dict[str, int]:
        """Return the tables whose owners have a lease, each with its owner."""

    async def disown(self, table: str, process: int) -> None:
        """Release a table."""

    async def close(self) -> None:
        """Complete pending requests and close the database."""


async def open_store(url: str, patience: float = PATIENCE) -> Durable:
    """Open the database at a URL; create it or migrate it to the current version."""
    kind, _, rest = url.partition(":")
    if url == "memory:":
        from punto.record.memory import MemoryDurable

        return MemoryDurable()
    if kind == "sqlite" and rest.startswith("///") and len(rest) > len("///"):
        from punto.record.sqlite import SqliteStore

        return await SqliteStore.open(rest.removeprefix("///"), patience)
    if kind in {"postgresql", "postgres"} and rest.startswith("//"):
        from punto.record.postgres import PostgresStore

        return await PostgresStore.open(url, patience)
    raise StoreError(f"invalid database URL {kind}: use {ADDRESSES}")
