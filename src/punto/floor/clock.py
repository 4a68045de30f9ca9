"""The one clock of a floor.

The time of day is read once, when the floor is opened; from then on the event loop's own time is counted, which nobody
can set. So a wall clock that is put forward or back closes no bets and holds none open. A table that was written to
at a later time than this clock shows, before a restart, goes on at that time: see ``punto.log.game``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, date, datetime


class Clock:
    """Milliseconds since 1970, and alarms."""

    def __init__(self, began: int | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._offset = (time.time_ns() // 1_000_000 if began is None else began) - self._elapsed()

    def now(self) -> int:
        """Return the time."""
        return self._offset + self._elapsed()

    def day(self) -> date:
        """Return the day, in the time zone of this machine: a law is in force from its midnight on."""
        return datetime.fromtimestamp(self.now() // 1000, UTC).astimezone().date()

    def ring(self, when: int, bell: Callable[[], object]) -> asyncio.TimerHandle:
        """Call somebody at a time, once; the handle can be cancelled."""
        return self._loop.call_later(max(0, when - self.now()) / 1000, bell)

    async def sleep_until(self, when: int) -> None:
        """Wait until a time."""
        while (left := when - self.now()) > 0:
            await asyncio.sleep(left / 1000)

    def _elapsed(self) -> int:
        return round(self._loop.time() * 1000)
