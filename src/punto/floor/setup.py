"""How a table is set up and paced, and the floor's clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Literal

import msgspec

# ---------------------------------------------------------------- clock

# The one clock of a floor.
#
# The time of day is read once, when the floor is opened; from then on the event loop's own time is counted, which
# nobody can set. So a wall clock that is put forward or back closes no bets and holds none open. A table that was
# written to at a later time than this clock shows, before a restart, goes on at that time: see ``punto.game.game``.


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


# ---------------------------------------------------------------- setup

# How a table is driven: by itself at what pace, or by a person; and how many house players keep it company.
#
# No rule of any document is here. It is kept beside the log, since nothing that is logged depends on it.

MOST_MS = 3_600_000


class Pace(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """What takes how long, in milliseconds by the floor's clock."""

    bets: int = 15_000  # from the moment when wagers may be made to "no more bets"
    beat: int = 1_000  # between two beats of a coup
    prepare: int = 3_000  # between two beats of a shuffle, in which players may add entropy to it
    choice: int = 20_000  # for whoever has a cut, a squeeze, a shoe or House Money to decide
    round: int = 5_000  # at least, from one "no more bets" to the next

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            if not 0 <= getattr(self, name) <= MOST_MS:
                raise ValueError(f"{name}: {getattr(self, name)} is no number of milliseconds up to an hour")


class Setup(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """How one table is driven."""

    driver: Literal["automatic", "desk"] = "automatic"
    pace: Pace = Pace()
    players: int = 0  # house players, shown as such
    seed: int = 1  # of what these do
