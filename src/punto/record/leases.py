"""The lease of a process that serves a floor: a row in its database, without which it cannot append.

Two processes that both run every table would only obstruct each other. The process that serves a floor alone therefore
locks all of it; several that share one lock it together. Locks end with their processes, so that one that was killed is
replaced immediately. A process that hangs (stopped, swapped out, blocked on its disk) keeps its locks. It cannot keep
its *beat*: every process counts up a number in its lease, and one whose number stays the same in ``UNCHANGED`` looks
loses the lease to the process that looked. When it wakes, its appends are rejected.

No clock is compared with another. A machine that was itself asleep has missed looks, and takes nothing.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Protocol

from punto.record.durable import TAKEN_OVER, Durable, StoreError

BEAT = 2.0  # seconds between two beats
LOOK = 1.0  # seconds between two looks at the beats of others
UNCHANGED = 6  # looks; three beats were missed then
STARTING = 5  # looks that a lock without any beat is given: by then its process has a lease, or was killed
TAKEN = "another process is serving this floor"
log = logging.getLogger(__name__)


class Watch:
    """Finds processes that have stopped counting up their beat."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[int, int]] = {}  # of each process: its beat, and in how many looks it was the same
        self.answering = False  # whether a process has counted on between the last two looks

    def look(self, beats: Mapping[int, int]) -> dict[int, int]:
        """Take one look; return the processes that hang, each with its last beat."""
        before, self._seen = self._seen, {}
        for process, beat in beats.items():
            last, same = before.get(process, (beat, -1))
            self._seen[process] = beat, same + 1 if beat == last else 0
        self.answering = any(beats[process] != last for process, (last, _) in before.items() if process in beats)
        return {process: beat for process, (beat, same) in self._seen.items() if same >= UNCHANGED}


class Locks(Protocol):
    """The locks of a process on its floor."""

    @property
    def held(self) -> bool:
        """Whether this process has them."""

    async def take(self, process: int) -> bool:
        """Take them; return False if another process has the floor."""

    async def dead(self, processes: Iterable[int]) -> list[int]:
        """Return the processes that have lost theirs."""

    async def expel(self) -> None:
        """Take the floor's lock from the processes that have it."""

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Register a callback for their loss."""

    def release(self) -> None:
        """Release them."""


class Lease:
    """The lease of this process."""

    def __init__(self, store: Durable, locks: Locks, address: str = "", *, alone: bool = True, hint: str = "") -> None:
        self.store, self.locks, self.alone = store, locks, alone
        self.process = 0  # 0 if it has no lease
        self._address, self._hint = address, hint
        self._watch = Watch()
        self._beating: asyncio.Task[None] | None = None

    async def begin(self, lost: Callable[[], None] = lambda: None) -> None:
        """Take the floor, from a process that hangs if need be. Raises ``StoreError`` if another one serves it.

        ``lost`` is called when the lease is lost to another process, or may be: if several share the floor, also when
        the session with the locks ends.
        """
        process = secrets.randbits(62) | 1
        await self._take(process)
        if self.alone:  # no other process has a lock of this floor
            for other, beat in (await self.store.beats()).items():
                await self.store.evict(other, beat)
        await self.store.enter(process, self._address, alone=self.alone)
        self.process = process
        if not self.alone:
            self.locks.when_lost(lambda: self._gone(lost))
        self._beating = asyncio.get_running_loop().create_task(self._beat(lost), name="punto-lease")

    async def look(self) -> None:
        """Take the leases away from other processes that died or hang."""
        beats = {process: beat for process, beat in (await self.store.beats()).items() if process != self.process}
        gone = self._watch.look(beats) | {process: beats[process] for process in await self.locks.dead(beats)}
        for process, beat in gone.items():
            if await self.store.evict(process, beat):
                log.warning("process %d has died or hangs; its tables are free", process)

    async def end(self) -> None:
        """End the lease, and release the locks."""
        self.locks.when_lost(lambda: None)
        process, self.process = self.process, 0
        self._still()
        if process:
            with suppress(StoreError):  # the database is away; others see by the locks that this process is gone
                await self.store.leave(process)
        self.locks.release()

    async def _take(self, process: int) -> None:
        watch, silent = Watch(), 0
        while not await self.locks.take(process):
            beats = await self.store.beats()
            hung = watch.look(beats)
            silent = 0 if beats else silent + 1
            if watch.answering or silent > STARTING:
                raise StoreError(f"{TAKEN}{self._hint}")
            if beats and hung.keys() == beats.keys():
                log.warning("the process that has this floor does not respond; taking it over")
                if all([await self.store.evict(*each) for each in hung.items()]):
                    await self.locks.expel()
            else:
                await asyncio.sleep(LOOK)

    async def _beat(self, lost: Callable[[], None]) -> None:
        """Count up the beat until another process has taken the lease away."""
        while True:
            await asyncio.sleep(BEAT)
            with suppress(StoreError):  # the database is away: no process can take the lease either
                if self.alone and not self.locks.held:
                    await self.locks.take(self.process)
                if not await self.store.beat(self.process):
                    self._beating = None
                    self._gone(lost)
                    return

    def _gone(self, lost: Callable[[], None]) -> None:
        self.process = 0
        self._still()
        if self.alone:
            self.store.halt(TAKEN_OVER)
        lost()

    def _still(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            self._beating = None


def lease_of(store: Durable, url: str, address: str = "") -> Lease | None:
    """Return the lease for the floor in a database, shared if its processes have addresses; None for one in memory."""
    if url.startswith("sqlite:///"):
        from punto.record.sqlite import FileLock  # a floor in PostgreSQL needs no SQLite

        return Lease(store, FileLock(url.removeprefix("sqlite:///")), hint="; stop it, or use PostgreSQL for several")
    if url.startswith("postgres"):
        from punto.record.pg_connection import SessionLocks  # a floor in a file needs no asyncpg

        hint = "; to share a floor, start every process with --advertise-url"
        return Lease(store, SessionLocks(url, shared=bool(address)), address, alone=not address, hint=hint)
    return None
