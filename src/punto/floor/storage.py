"""A floor's storage: shared streams, vault secrets, documents and suspensions.

*Shared streams* are meters that several tables feed, and wallets. One writer of this process locks a stream from its
decision until that is stored, so that tables of one process never conflict. Another process may: then the append is a
conflict, the stream is read to its end, and the command is decided again.

*Secrets.* A seed is stored durably before its first use. Callers need it synchronously, but a store does not answer so;
a seed that is not loaded raises ``SecretNotLoaded``, is fetched, and the function is called again. All callers are pure
functions, so that repeating them is safe.

*Documents* say how each table is driven, which are closed, and which process owns them.

*Suspensions* concern the floor, a table or a player. Under a suspension, players cannot sit down, buy chips or
bet. Rounds in progress are completed, and players may withdraw wagers, choose, and leave with their chips. Suspensions
survive a restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from punto.floor.setup import Setup
from punto.record.chain import Record
from punto.record.durable import Durable
from punto.record.store import Conflict
from punto.record.vault import Sealed, Secret

# ---------------------------------------------------------------- shared streams

TakeUp = Callable[[str], Awaitable[tuple[int, list[Record]]]]
STREAMS_CACHED = 1000  # streams cached; an older wallet is read again on demand


@dataclass
class _Stream:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    fresh: list[Record] = field(default_factory=list)  # read from the store, and not yet by its machine
    version: int = -1  # read from the store up to here; -1 if not at all
    held: int = 0  # number of holders and waiters


class SharedStreams:
    """The shared streams of a floor: meters that several tables feed, and the wallets of seated players.

    Linked machines read their streams from here, in memory. One writer of this process holds a stream at a time, from
    its decision until that is stored, so that tables of one process never conflict. Another process may: then the
    append is a conflict, the stream is read on, and the command is decided again. ``take_up`` brings a machine to its
    checkpoint; it returns that version, and the records after it.
    """

    def __init__(self, store: Durable, take_up: TakeUp, forgotten: Callable[[str], None]) -> None:
        self._store, self._take_up, self._forgotten = store, take_up, forgotten
        self._streams: dict[str, _Stream] = {}

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Return the records of a stream since its machine read it."""
        kept = self._streams[stream]
        fresh, kept.fresh = kept.fresh, []
        return (record for record in fresh if record.last > after)

    @asynccontextmanager
    async def held(self, streams: Iterable[str]) -> AsyncIterator[None]:
        """Lock some streams, in the order of their names, and read them to the end."""
        async with AsyncExitStack() as stack:
            for name in sorted(streams):
                await stack.enter_async_context(self._holding(name))
            yield

    @asynccontextmanager
    async def _holding(self, name: str) -> AsyncIterator[None]:
        kept = self._streams.setdefault(name, _Stream())
        kept.held += 1
        try:
            async with kept.lock:
                if kept.version < 0:
                    version, records = await self._take_up(name)
                    kept.version = version
                    self._take(kept, records)
                yield
        finally:
            kept.held -= 1
            self._forget()

    async def catch_up(self, streams: Iterable[str]) -> None:
        """Read what other processes have written."""
        for name in streams:
            kept = self._streams[name]
            self._take(kept, await self._store.read(name, kept.version))

    def put(self, records: Iterable[Record]) -> None:
        """Add records just appended to locked streams."""
        for record in records:
            self._take(self._streams[record.stream], [record])

    def _take(self, kept: _Stream, records: list[Record]) -> None:
        kept.fresh += records
        if records:
            kept.version = records[-1].last

    def _forget(self) -> None:
        """Drop the oldest wallet if there are many, so that memory does not grow with a floor's age."""
        if len(self._streams) <= STREAMS_CACHED:
            return
        for name, kept in self._streams.items():
            if not kept.held and name.startswith("wallet/"):
                del self._streams[name]
                self._forgotten(name)
                return


# ---------------------------------------------------------------- vault

SEEDS_CACHED = 4096  # seeds that are kept in memory; any other is asked of the store again
T = TypeVar("T")


class SecretNotLoaded(LookupError):
    """Error for a seed that must be fetched first."""

    def __init__(self, secret: Secret) -> None:
        super().__init__(name_of(secret))
        self.secret = secret


def name_of(secret: Secret) -> str:
    """Return the name of a secret in the store."""
    kind = "shoe" if isinstance(secret, Sealed) else "must-hit"
    return "/".join(map(str, (kind, *secret)))


class Strongbox:
    """A vault over a store.

    Card sources and meters need a seed immediately, and a store takes its time. So a seed that is not loaded raises,
    the vault loads it, and the question is asked again. All questions are pure functions, so that asking twice is safe.
    A seed is stored durably before its first use.
    """

    def __init__(self, store: Durable) -> None:
        self._store = store
        self._seeds: dict[Secret, bytes] = {}

    def seed(self, secret: Secret) -> bytes:
        """Return a cached seed. Raises ``SecretNotLoaded``."""
        try:
            return self._seeds[secret]
        except KeyError:
            raise SecretNotLoaded(secret) from None

    async def answer(self, question: Callable[[], T]) -> T:
        """Return the result of a function with all the seeds that it needs."""
        while True:
            try:
                return question()
            except SecretNotLoaded as missing:
                while len(self._seeds) >= SEEDS_CACHED:
                    del self._seeds[next(iter(self._seeds))]
                self._seeds[missing.secret] = await self._store.seal(name_of(missing.secret))


# ---------------------------------------------------------------- documents

OPEN, CLOSED = "table", "closed"  # how a table is driven, and how one was that is kept no more
OWNER = "owner"  # the address of the process that keeps a table


class Shelves:
    """The documents of a floor."""

    def __init__(self, store: Durable) -> None:
        self._store = store

    async def tables(self) -> list[tuple[str, bytes]]:
        """Return all open tables, each with its encoded setup."""
        return [(name, body) for name, _, body in await self._store.shelved(OPEN)]

    async def closed(self) -> list[str]:
        """Return the closed tables."""
        return sorted(name for name, _, _ in await self._store.shelved(CLOSED))

    async def open(self, name: str, setup: Setup) -> None:
        """Store the setup of an open table."""
        await self._put(OPEN, name, msgspec.json.encode(setup))
        await self._store.erase(CLOSED, name)

    async def close(self, name: str) -> None:
        """Mark a table as closed, and keep its setup."""
        known = await self._store.shelf(OPEN, name)
        await self._put(CLOSED, name, known[1] if known else msgspec.json.encode(Setup()))
        await self._store.erase(OPEN, name)

    async def setup(self, name: str) -> Setup | None:
        """Return the setup of a closed table, or None."""
        known = await self._store.shelf(CLOSED, name)
        return msgspec.json.decode(known[1], type=Setup) if known else None

    async def owned(self, name: str, address: str) -> None:
        """Store the address of the process that owns a table."""
        with suppress(Conflict):
            await self._put(OWNER, name, address.encode())

    async def owner(self, name: str) -> str:
        """Return the address of the process that owns a table, or ""."""
        known = await self._store.shelf(OWNER, name)
        return known[1].decode() if known else ""

    async def _put(self, kind: str, name: str, body: bytes) -> None:
        known = await self._store.shelf(kind, name)
        await self._store.shelve(kind, name, body, known[0] if known else 0)


# ---------------------------------------------------------------- suspensions

KIND = "disabled"
FLOOR = "floor"


class Switches:
    """The tables and features that are suspended now.

    A suspended floor, table or player begins nothing new: no seat, no chips, no wager. A round in progress is finished
    by the same rules as any other; wagers that lie are played, and players may withdraw, choose and leave. Suspensions
    are documents next to the log, and remain after a restart.
    """

    def __init__(self, store: Durable, off: Iterable[str] = ()) -> None:
        self._store = store
        self.off = set(off)

    @classmethod
    async def read(cls, store: Durable) -> Switches:
        """Read the suspensions."""
        return cls(store, [key for key, _, _ in await store.shelved(KIND)])

    async def catch_up(self) -> None:
        """Read what other processes have suspended or resumed."""
        self.off = {key for key, _, _ in await self._store.shelved(KIND)}

    @property
    def floor(self) -> bool:
        """Whether the whole floor is suspended."""
        return FLOOR in self.off

    def table(self, name: str) -> bool:
        """Return whether a table is suspended, by itself or with the floor."""
        return self.floor or f"table/{name}" in self.off

    def barred(self, who: str) -> str:
        """Return why the player is barred, or ""."""
        return "player" if f"player/{who}" in self.off else ""

    async def set(self, key: str, off: bool) -> None:
        """Suspend or resume, durably."""
        if off and key not in self.off:
            with suppress(Conflict):  # another process was faster
                await self._store.shelve(KIND, key, b"{}", 0)
            self.off.add(key)
        elif not off:
            await self._store.erase(KIND, key)
            self.off.discard(key)
