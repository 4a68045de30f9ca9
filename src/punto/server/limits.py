"""Limits on clients: how often each may send, how many connections there may be, which text is legible."""

from __future__ import annotations

import asyncio
import unicodedata
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec

from punto.accounts.rates import Buckets, Rate, origin_of

MOST_ID, MOST_WORDS = 64, 400  # characters of a command's id, and of any other text of it
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # control, format, surrogate, private, unassigned


class ServerLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a floor."""

    frame: int = 16 * 1024  # bytes of one message of a client
    messages: Rate = Rate(60, 20)  # of one connection
    address_messages: Rate = Rate(800, 400)  # of all connections of an address
    questions: Rate = Rate(300, 50)  # HTTP requests of an address
    guests: Rate = Rate(20, 1)  # of an address
    calls: Rate = Rate(3, 1)  # to the floor, of a user
    odds: Rate = Rate(20, 4)  # of an address: each takes a quarter of a second
    school: Rate = Rate(60, 6)  # of an address
    review: Rate = Rate(20, 4)  # submissions checked or drawn, of an address
    computing: int = 2  # requests of all addresses that compute at the same time
    queued: int = 64  # requests that wait for one of these; more are refused
    lines: int = 20_000
    address_lines: int = 200
    malformed: int = 20  # malformed messages of a connection before it is closed
    refused: int = 200  # messages beyond its rate before a connection is closed


class QueueFull(Exception):
    """Error for too many requests that wait for a turn to compute."""


class Limits:
    """The current use of the limits."""

    def __init__(self, settings: ServerLimits, clock: Callable[[], int]) -> None:
        self.settings, self.clock = settings, clock
        self.open_lines = 0
        self._lines: Counter[str] = Counter()  # connections by address
        self._computing, self._queued = asyncio.Semaphore(settings.computing), 0
        self._buckets = {
            name: Buckets(rate)
            for name, rate in (
                ("messages", settings.messages),
                ("address", settings.address_messages),
                ("questions", settings.questions),
                ("guests", settings.guests),
                ("odds", settings.odds),
                ("calls", settings.calls),
                ("school", settings.school),
                ("review", settings.review),
            )
        }

    def wait(self, what: str, key: str) -> int:
        """Take a token of a connection, address or user; return 0, or how many milliseconds to wait."""
        return self._buckets[what].take(origin_of(key), self.clock())

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn to compute. Raises ``QueueFull`` when too many requests wait already."""
        if self._computing.locked() and self._queued >= self.settings.queued:
            raise QueueFull
        self._queued += 1
        try:
            await self._computing.acquire()
        finally:
            self._queued -= 1
        try:
            yield
        finally:
            self._computing.release()

    def full(self, address: str) -> bool:
        """Return whether no more connections are permitted, in total or from an address."""
        return self.open_lines >= self.settings.lines or self._lines[origin_of(address)] >= self.settings.address_lines

    def open(self, address: str) -> None:
        """Count a new connection."""
        self._lines[origin_of(address)] += 1
        self.open_lines += 1

    def close(self, address: str) -> None:
        """Count a closed connection."""
        address = origin_of(address)
        self.open_lines -= 1
        self._lines[address] -= 1
        if not self._lines[address]:
            del self._lines[address]


def unseen(text: str) -> bool:
    """Return whether a text has invisible characters, or ones that change how others are displayed."""
    return any(unicodedata.category(sign) in UNSEEN for sign in text)
