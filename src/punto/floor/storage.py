"""A floor's storage: shared streams, vault secrets, documents and suspensions."""

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

# ---------------------------------------------------------------- beside

# The streams that tables share: meters that several tables feed, and the wallets of those who sit at them.
#
# Machines beside a table read their streams from here, where what the store has is at hand. A stream is held by one
# writer of this process at a time, from its decision until that is stored, so that tables of one process never come
# into each other's way. Another process may: then the append is a conflict, the stream is read on, and it is decided
# again.

TakeUp = Callable[[str], Awaitable[tuple[int, list[Record]]]]
STREAMS_CACHED = 1000  # shared streams that are kept in memory; a wallet beyond them is read again when it is needed


@dataclass
class _Stream:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    fresh: list[Record] = field(default_factory=list)  # read from the store, and not yet by its machine
    version: int = -1  # as far as it was read from the store; not at all yet
    held: int = 0  # by how many, or awaited


class SharedStreams:
    """The shared streams of a floor, as a reader for their machines.

    ``take_up`` brings a machine to its checkpoint; it returns that version, and what came after it.
    """

    def __init__(self, store: Durable, take_up: TakeUp, forgotten: Callable[[str], None]) -> None:
        self._store, self._take_up, self._forgotten = store, take_up, forgotten
        self._streams: dict[str, _Stream] = {}

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Return what has come to a stream since its machine read it."""
        kept = self._streams[stream]
        fresh, kept.fresh = kept.fresh, []
        return (record for record in fresh if record.last > after)

    @asynccontextmanager
    async def held(self, streams: Iterable[str]) -> AsyncIterator[None]:
        """Hold some streams, read as far as they go; always in the order of their names."""
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
        """Read on what somebody else has written."""
        for name in streams:
            kept = self._streams[name]
            self._take(kept, await self._store.read(name, kept.version))

    def put(self, records: Iterable[Record]) -> None:
        """Take what was just appended to streams that are held."""
        for record in records:
            self._take(self._streams[record.stream], [record])

    def _take(self, kept: _Stream, records: list[Record]) -> None:
        kept.fresh += records
        if records:
            kept.version = records[-1].last

    def _forget(self) -> None:
        """Let go of the wallet that came first, where there are many: nothing here grows with a floor's age."""
        if len(self._streams) <= STREAMS_CACHED:
            return
        for name, kept in self._streams.items():
            if not kept.held and name.startswith("wallet/"):
                del self._streams[name]
                self._forgotten(name)
                return


# ---------------------------------------------------------------- strongbox

# The floor's vault: seeds out of the store, each sealed there durably before anybody uses it.
#
# Keepers and meters ask a vault and want the answer at once; a store takes its time. So a seed that is not at hand is
# an exception, the strongbox fetches it, and the question is asked again. Everything that asks is a pure function, so
# asking twice is the same as asking once.

SEEDS_CACHED = 4096  # seeds that are kept in memory; any other is asked of the store again
T = TypeVar("T")


class SecretNotLoaded(LookupError):
    """A seed that has to be fetched first."""

    def __init__(self, secret: Secret) -> None:
        super().__init__(name_of(secret))
        self.secret = secret


def name_of(secret: Secret) -> str:
    """Name a secret in the store."""
    kind = "shoe" if isinstance(secret, Sealed) else "must-hit"
    return "/".join(map(str, (kind, *secret)))


class Strongbox:
    """A vault over a store."""

    def __init__(self, store: Durable) -> None:
        self._store = store
        self._seeds: dict[Secret, bytes] = {}

    def seed(self, secret: Secret) -> bytes:
        """Return a seed that is at hand."""
        try:
            return self._seeds[secret]
        except KeyError:
            raise SecretNotLoaded(secret) from None

    async def answer(self, question: Callable[[], T]) -> T:
        """Answer a question with all the seeds it needs."""
        while True:
            try:
                return question()
            except SecretNotLoaded as missing:
                while len(self._seeds) >= SEEDS_CACHED:
                    del self._seeds[next(iter(self._seeds))]
                self._seeds[missing.secret] = await self._store.seal(name_of(missing.secret))


# ---------------------------------------------------------------- shelves

# What a floor keeps beside its logs: how each table is driven, which are closed, and who keeps them.

OPEN, CLOSED = "table", "closed"  # how a table is driven, and how one was that is kept no more
OWNER = "owner"  # the address of the process that keeps a table


class Shelves:
    """The documents of a floor."""

    def __init__(self, store: Durable) -> None:
        self._store = store

    async def tables(self) -> list[tuple[str, bytes]]:
        """Return all tables that are to be kept, each with how it is driven, unread."""
        return [(name, body) for name, _, body in await self._store.shelved(OPEN)]

    async def closed(self) -> list[str]:
        """Return the tables that were closed."""
        return sorted(name for name, _, _ in await self._store.shelved(CLOSED))

    async def open(self, name: str, setup: Setup) -> None:
        """Note how a table is driven that is kept from now on."""
        await self._put(OPEN, name, msgspec.json.encode(setup))
        await self._store.erase(CLOSED, name)

    async def close(self, name: str) -> None:
        """Note that a table is kept no more, and how it was driven."""
        known = await self._store.shelf(OPEN, name)
        await self._put(CLOSED, name, known[1] if known else msgspec.json.encode(Setup()))
        await self._store.erase(OPEN, name)

    async def setup(self, name: str) -> Setup | None:
        """Return how a table was driven that is closed."""
        known = await self._store.shelf(CLOSED, name)
        return msgspec.json.decode(known[1], type=Setup) if known else None

    async def owned(self, name: str, address: str) -> None:
        """Note who keeps a table."""
        with suppress(Conflict):
            await self._put(OWNER, name, address.encode())

    async def owner(self, name: str) -> str:
        """Return the address of the process that keeps a table, as far as it is known."""
        known = await self._store.shelf(OWNER, name)
        return known[1].decode() if known else ""

    async def _put(self, kind: str, name: str, body: bytes) -> None:
        known = await self._store.shelf(kind, name)
        await self._store.shelve(kind, name, body, known[0] if known else 0)


# ---------------------------------------------------------------- switches

# What the operator may switch off: the floor, a table, a player.
#
# Whatever is switched off begins nothing new: nobody sits down, buys chips or bets there. A round in flight is finished
# by the same rules as any other, wagers that lie are played, everybody may take a wager back, choose, and leave with
# what is theirs. Switches are kept beside the log and hold after a restart.

KIND = "disabled"
FLOOR = "floor"


class Switches:
    """What is switched off now."""

    def __init__(self, store: Durable, off: Iterable[str] = ()) -> None:
        self._store = store
        self.off = set(off)

    @classmethod
    async def read(cls, store: Durable) -> Switches:
        """Read what was switched off."""
        return cls(store, [key for key, _, _ in await store.shelved(KIND)])

    async def catch_up(self) -> None:
        """Read what another process has switched."""
        self.off = {key for key, _, _ in await self._store.shelved(KIND)}

    @property
    def floor(self) -> bool:
        """Whether the whole floor is off."""
        return FLOOR in self.off

    def table(self, name: str) -> bool:
        """Say whether a table is off, by itself or with the floor."""
        return self.floor or f"table/{name}" in self.off

    def barred(self, who: str) -> str:
        """Say what keeps a player from playing; nothing where nothing does."""
        return "player" if f"player/{who}" in self.off else ""

    async def set(self, key: str, off: bool) -> None:
        """Throw a switch, durably."""
        if off and key not in self.off:
            with suppress(Conflict):  # somebody else was faster
                await self._store.shelve(KIND, key, b"{}", 0)
            self.off.add(key)
        elif not off:
            await self._store.erase(KIND, key)
            self.off.discard(key)
