"""How the house runs a table: its driver and pace, the limits that the pit posts, and the floor's clock.

None of it is a rule of a document, and nothing that is logged depends on it; it is kept beside the log. Limits are
posted within those that were filed. A table's actor asks here before the table decides, as it does for suspensions. A
wager that lies when limits are posted is played as it is.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import Literal

import msgspec
from msgspec.structs import replace

from punto.core.posting import felt_account
from punto.floor.rhythm import CLASSIC, NO_TIMES, Rhythm, check_durations
from punto.rules.house_rules import HouseRules, Limit
from punto.table import Due, Refusal, TableState
from punto.table.commands import AnyCommand, Reason, Verbal, Wager, Wagers
from punto.table.holes import Amount

# ---------------------------------------------------------------- clock


class Clock:
    """Milliseconds since 1970, and alarms.

    The time of day is read once, when the floor is opened; from then on the event loop's own time is counted, which
    cannot be set. So a wall clock that is put forward or back closes no bets and holds none open. A table that was
    written to at a later time than this clock shows, before a restart, goes on at that time: see ``punto.game.game``.
    """

    def __init__(self, began: int | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._offset = (time.time_ns() // 1_000_000 if began is None else began) - self._elapsed()

    def now(self) -> int:
        """Return the time."""
        return self._offset + self._elapsed()

    def day(self) -> date:
        """Return the day in the time zone of this machine: a law is in force from its midnight on."""
        return datetime.fromtimestamp(self.now() // 1000, UTC).astimezone().date()

    def ring(self, when: int, bell: Callable[[], object]) -> asyncio.TimerHandle:
        """Call a function once at a time; the handle can be cancelled."""
        return self._loop.call_later(max(0, when - self.now()) / 1000, bell)

    async def sleep_until(self, when: int) -> None:
        """Wait until a time."""
        while (left := when - self.now()) > 0:
            await asyncio.sleep(left / 1000)

    def _elapsed(self) -> int:
        return round(self._loop.time() * 1000)


# ---------------------------------------------------------------- setup


class Pace(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """Durations in milliseconds, by the floor's clock."""

    bets: int = 15_000  # length of the betting period
    rhythm: Rhythm = CLASSIC  # how long the acts of a coup are shown; the dealer waits for it
    beat: int | None = None  # between two groups of acts of a coup, where none is shown: for programs
    prepare: int = 3_000  # between two groups of acts of a shuffle, when players may add entropy
    pledge: int = 1_000  # for the players' entropy where each coup is shuffled; over as soon as all have pledged
    beacon: int = 10_000  # for the round of a public beacon, after it is due; then the cards are listed without it
    choice: int = 20_000  # for a player's choice about a cut, a squeeze, a shoe or House Money
    round: int = 5_000  # minimum time between two calls of "no more bets"

    def __post_init__(self) -> None:
        check_durations(
            self,
            ("bets", "prepare", "pledge", "beacon", "choice", "round", *(("beat",) if self.beat is not None else ())),
        )

    def times(self) -> Mapping[str, int]:
        """Return how long each event is shown, by its key; nothing where none is shown."""
        return self.rhythm.times() if self.beat is None else NO_TIMES


class Setup(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """How one table is driven."""

    driver: Literal["automatic", "desk"] = "automatic"
    pace: Pace = Pace()
    players: int = 0  # demo players, shown as such
    seed: int = 1  # seed of their acts


# ---------------------------------------------------------------- posted limits

Limits = Mapping[str, Limit]
NO_POSTED_LIMITS: Limits = MappingProxyType({})
POSTED = "at this table now"


def staked(command: AnyCommand) -> Iterable[tuple[str, int]]:
    """Return the stakes of a command: wager and cents."""
    match command:
        case Wager(wager=key, cents=cents) | Verbal(wager=key, cents=cents):
            return ((key, cents),)
        case Wagers(stakes=stakes):
            return tuple(stakes.items())
        case _:
            return ()


def beyond(posted: Limits, state: TableState, command: AnyCommand) -> Refusal | None:
    """Refuse a stake outside the posted limits; the table checks everything else."""
    for key, cents in staked(command):
        limit = posted.get(key)
        if limit is None or cents <= 0:
            continue
        total = state.accounts.get(felt_account(getattr(command, "seat", 0), key), 0) + cents
        if total < limit.least:
            return Refusal(Reason.BELOW_MINIMUM, detail={"minimum": limit.least, "posted": POSTED})
        if total > limit.most:
            return Refusal(Reason.ABOVE_MAXIMUM, detail={"maximum": limit.most, "posted": POSTED})
    return None


def narrowed(posted: Limits, state: TableState, act: Due) -> Due | None:
    """Return an act with its stake within the posted limits; None if no stake fits."""
    limit = posted.get(act.wager) if act.command in (Wager, Verbal) else None
    if limit is None:
        return act
    ((name, hole),) = act.holes
    if not isinstance(hole, Amount):
        raise TypeError(f"{act} has no amount")
    lying = state.accounts.get(felt_account(act.seat or 0, act.wager), 0)
    least, most = max(hole.least, limit.least - lying), min(hole.most, limit.most - lying)
    return replace(act, holes=((name, Amount(least, most, hole.unit)),)) if least <= most else None


def unfit(rules: HouseRules, limits: Limits) -> str:
    """Return why limits cannot be posted at a table, or ""."""
    for key, limit in limits.items():
        filed = rules.limits.get(key)
        if filed is None:
            return f"{key} is not offered at {rules.table}"
        if not filed.least <= limit.least <= limit.most <= filed.most:
            return f"{key}: limits are posted within those filed, {filed.least} to {filed.most} cents"
        if limit.least % rules.smallest_chip or limit.most % rules.smallest_chip:
            return f"{key}: limits are in chips of {rules.smallest_chip} cents"
    return ""
