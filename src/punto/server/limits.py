"""Limits: how often somebody may speak, from which address, and how many lines there may be."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec

from punto.accounts.service import Buckets, Rate, origin_of


class ServerLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What a floor puts up with."""

    frame: int = 16 * 1024  # bytes of one message of a client
    messages: Rate = Rate(60, 20)  # of one line
    address_messages: Rate = Rate(800, 400)  # of all lines of an address
    questions: Rate = Rate(300, 50)  # by HTTP, of an address
    guests: Rate = Rate(20, 1)  # of an address
    calls: Rate = Rate(3, 1)  # to the floor, of a person
    odds: Rate = Rate(20, 4)  # of an address: each is a quarter of a second's work
    school: Rate = Rate(60, 6)  # of an address
    review: Rate = Rate(20, 4)  # submissions checked or drawn, of an address
    computing: int = 2  # requests of all addresses that compute at the same time
    queued: int = 64  # requests that wait for one of these; any more are refused
    lines: int = 20_000
    address_lines: int = 200
    malformed: int = 20  # messages of a line that make no sense, before it is dropped
    refused: int = 200  # messages beyond its rate, before it is dropped


class QueueFull(Exception):
    """Too many requests wait for a turn to compute."""


class Limits:
    """The limits of a floor, as they stand."""

    def __init__(self, settings: ServerLimits, clock: Callable[[], int]) -> None:
        self.settings, self.clock = settings, clock
        self.open_lines = 0
        self._lines: Counter[str] = Counter()  # by address
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
        """Take a token of a connection, an address or a person; return 0, or for how many milliseconds to wait."""
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
        """Whether there may be no more lines, in all or from an address."""
        return self.open_lines >= self.settings.lines or self._lines[origin_of(address)] >= self.settings.address_lines

    def open(self, address: str) -> None:
        """Count a line."""
        self._lines[origin_of(address)] += 1
        self.open_lines += 1

    def close(self, address: str) -> None:
        """Count it no more."""
        address = origin_of(address)
        self.open_lines -= 1
        self._lines[address] -= 1
        if not self._lines[address]:
            del self._lines[address]
