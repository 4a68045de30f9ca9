"""Playback: the events of a batch are shown one after the other, each for its time.

An automatic dealer decides many acts in one batch. ``Stage`` holds the table as displayed, which is the engine's state
some events ago, and everything folded from events: outcomes for the roads, announcements, the last settlement. At speed
zero everything is shown immediately.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import NamedTuple

from punto.apps.terminal.wording import Announcement, call_of
from punto.floor import Published
from punto.table import TableState, evolve
from punto.table import events as e
from punto.table.events import AnyEvent, CoupEnded, CoupSettled, CoupVoided, ShoeEnded
from punto.views.history import LoggedEvent
from punto.views.results import Results, Score, SeatResult

DEAL, TURN, CALL, SEAT, SETTLE, REST, STEP = 260, 380, 600, 420, 1000, 2200, 90
FAST = 0.15  # share of the time with --fast

_AFTER: dict[type, int] = {
    e.CardDealt: DEAL,
    e.CardTurned: TURN,
    e.CoupSettled: SETTLE,
    e.HouseMoneySettled: SEAT,
    e.AwardPaid: CALL,
    e.CoupVoided: SETTLE,
}
_STEPS = {
    "no-more-bets": CALL,
    "announce-player": CALL,
    "announce-banker": CALL,
    "announce-counts": CALL,
    "announce-last-hand": SETTLE,
    "collect-losing": SEAT,
    "pay-seat": SEAT,
    "offer-cut": CALL,
    "offer-shoe": CALL,
    "offer-next": CALL,
    "give-player": SEAT,
    "give-banker": SEAT,
}


def before(event: AnyEvent) -> int:
    """Return the milliseconds before an event is shown: the result stays before the cards are cleared."""
    return REST if isinstance(event, e.CoupEnded) else 0


def after(event: AnyEvent) -> int:
    """Return the milliseconds after an event is shown."""
    if isinstance(event, e.StepPerformed):
        return _STEPS.get(event.step, STEP)
    return _AFTER.get(type(event), 0)


MOST_CALLS = 60


class Frame(NamedTuple):
    """The table as displayed."""

    state: TableState
    score: Score = Score()
    settled: CoupSettled | None = None  # of this coup, or of the previous one until the next begins
    results: Mapping[int, SeatResult] = {}  # by seat, likewise


class Stage:
    """The playback of a table's events."""

    def __init__(
        self,
        state: TableState,
        named: dict[str, str],
        speed: float,
        changed: Callable[[], None],
        rested: Callable[[], None],
    ) -> None:
        self.began = state
        self.shown = Frame(state, Score(named=named))
        self.calls: deque[Announcement] = deque(maxlen=MOST_CALLS)
        self.happened: list[LoggedEvent] = []
        self.speed = speed
        self._changed, self._rested = changed, rested
        self._waiting: deque[AnyEvent] = deque()
        self._results = Results()
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether events are still to be shown."""
        return bool(self._waiting) or self._task is not None

    def take(self, published: Published) -> None:
        """Queue the events of a command."""
        batch, command = published.batch, published.batch.command
        for n, event in batch.numbered:
            self.happened.append(LoggedEvent(n, command.at, str(command.by), command.who, event))
            self._waiting.append(event)
        if not self.speed:
            self.hurry()
        elif self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._play())

    def hurry(self) -> None:
        """Show all queued events immediately."""
        while self._waiting:
            self._show(self._waiting.popleft())
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._rested()
        self._changed()

    async def _play(self) -> None:
        while self._waiting:
            event = self._waiting[0]
            await asyncio.sleep(self.speed * before(event) / 1000)
            self._show(self._waiting.popleft())
            self._changed()
            await asyncio.sleep(self.speed * after(event) / 1000)
        self._task = None
        self._rested()
        self._changed()

    def stop(self) -> None:
        """Stop showing events."""
        if self._task is not None:
            self._task.cancel()

    def _show(self, event: AnyEvent) -> None:
        state, score, settled, results = self.shown
        if isinstance(event, CoupSettled):
            settled = event
        elif isinstance(event, CoupVoided | ShoeEnded):
            settled = None
        elif state.places == {} and not isinstance(event, CoupEnded) and state.done:
            settled = None  # the next coup is under way
        call = call_of(event)
        if call is not None:
            self.calls.append(call)
        now = self._results.add(event) or self._results.seats() or (results if settled is not None else {})
        self.shown = Frame(evolve(state, event), score.after((event,)), settled, now)
