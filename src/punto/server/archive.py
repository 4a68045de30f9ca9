"""The archive of a table: past coups, found without replaying the whole log.

A bookmark is an event between two coups with the table's state there. Bookmarks are set as coups end, and are cached
for the last shoes; for earlier ones the stored snapshots at the ends of shoes are used. A coup is searched from the
nearest bookmark before it, in a thread, and no more of the log is read than necessary.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from punto.floor import Published, TableActor
from punto.record import checkpoints
from punto.record.chain import Record
from punto.table import TableState, evolve
from punto.table.events import CoupEnded, CoupVoided, ShoeEnded
from punto.views.history import CoupHistory, LoggedEvent, Stake, history
from punto.views.results import MOST

EVERY = 10  # coups between two bookmarks
MOST_MARKS = 64
MOST_LISTED = 200  # coups; a shoe that ends has fewer
PAGE = 1_000  # records
LOOKED_BACK = 4_000  # events; most shoes have fewer
FURTHER = 8  # if that is not enough, an eighth of what was read is read before it, and so on


class CoupBookmark(NamedTuple):
    """A position in the log between two coups."""

    shoe: int
    coup: int  # number of the next coup, as the table counts
    n: int  # the last event before it
    state: TableState

    @classmethod
    def beginning(cls) -> CoupBookmark:
        """Return the position before the first record."""
        return cls(0, 0, 0, TableState())


class Archive:
    """The past coups of a table."""

    def __init__(self, desk: TableActor) -> None:
        self.desk = desk
        self._marks: list[CoupBookmark] = []

    def note(self, published: Published) -> None:
        """Set a bookmark if a coup has ended."""
        ended = any(isinstance(event, CoupEnded | CoupVoided) for event in published.batch.events)
        due = not self._marks or published.state.coup - self._marks[-1].coup >= EVERY
        if not ended or not due:
            return
        state = published.before
        for n, event in published.batch.numbered:
            state = evolve(state, event)
            if isinstance(event, CoupEnded | CoupVoided):
                self._marks.append(CoupBookmark(state.shoe, state.coup, n, state))
        del self._marks[:-MOST_MARKS]

    async def find(self, shoe: int, number: int) -> tuple[CoupHistory, TableState] | None:
        """Return a coup by its number within its shoe, with the state before it; or None."""
        state = self.desk.state
        if not 1 <= shoe <= state.shoe or number < 1 or (shoe == state.shoe and number > await self._last(shoe)):
            return None
        mark = await self.before(shoe, number)
        return await asyncio.to_thread(_found, mark, self.records(mark.n), shoe, number)

    async def coups(self, shoe: int, upto: int = 0) -> tuple[CoupHistory, ...]:
        """Return the last finished coups of a shoe up to a number, in order, at most ``MOST_LISTED``."""
        last = upto or await self._last(shoe)
        mark = await self.before(shoe, max(1, last - MOST_LISTED + 1))
        return await asyncio.to_thread(_of_shoe, mark, self.records(mark.n), shoe, last or sys.maxsize)

    async def stakes(self, coup: int) -> tuple[Stake, ...]:
        """Return the wagers of a coup by the table's number; none if there is no such coup."""
        state, store, stream = self.desk.state, self.desk.room.store, self.desk.game.stream
        shoe, began = state.shoe, state.shoe_began
        while coup < began:
            kept = await checkpoints.before_shoe(store, stream, shoe)
            if kept is None:
                break
            shoe, began = shoe - 1, kept.shoe_began
        mark = await self.before(shoe, coup - began + 1) if coup >= began else CoupBookmark.beginning()
        return await asyncio.to_thread(_stakes, mark, self.records(mark.n), coup)

    async def _last(self, shoe: int) -> int:
        """Return the number of a shoe's last coup; 0 if it is unknown without reading the shoe."""
        state = self.desk.state
        if shoe == state.shoe:
            return state.coup - state.shoe_began + 1
        ended = await checkpoints.before_shoe(self.desk.room.store, self.desk.game.stream, shoe + 1)
        return ended.coup - ended.shoe_began if ended else 0

    def records(self, after: int) -> Iterator[Record]:
        """Return the log after an event, for a thread; each page is fetched on demand."""
        loop, store, stream = asyncio.get_running_loop(), self.desk.room.store, self.desk.game.stream

        def fetched(after: int) -> list[Record]:
            return asyncio.run_coroutine_threadsafe(store.read(stream, after, PAGE), loop).result()

        def paged() -> Iterator[Record]:
            page = fetched(after)
            while page:
                yield from page
                page = fetched(page[-1].last)

        return paged()

    async def before(self, shoe: int, number: int = 1) -> CoupBookmark:
        """Return the nearest bookmark before a coup."""
        state, store, stream = self.desk.state, self.desk.room.store, self.desk.game.stream
        wanted = state.shoe_began + number - 1 if shoe == state.shoe else None
        known = [
            mark
            for mark in self._marks
            if mark.shoe < shoe or (wanted is not None and mark.shoe == shoe and mark.coup <= wanted)
        ]
        if known and not state.continuous:
            return known[-1]
        kept = await checkpoints.before_shoe(store, stream, shoe, number if state.continuous else 1)
        known += [CoupBookmark(kept.shoe, kept.coup, kept.version, kept)] if kept else []
        return max(known, key=lambda mark: mark.n, default=CoupBookmark.beginning())

    async def shoe(self) -> list[LoggedEvent]:
        """Return the events of the current shoe, from the end of the log, for a resumed table.

        As far back as the shoe began, or as the roads need in a continuous shoe. The log is read backward, nothing
        twice and little more than is needed.
        """
        stream, store = self.desk.game.stream, self.desk.room.store
        upto, back, found = self.desk.state.version, LOOKED_BACK, list[LoggedEvent]()
        while upto and not _tells_shoe(found):
            after = max(0, upto - back)
            before = await self._between(after, upto)
            if not before:  # an incomplete log
                break
            found = before + found
            upto, back = after, len(found) // FURTHER + 1
        while found and found[-1].n != self.desk.state.version:  # new records were stored meanwhile
            found += happened(await store.read(stream, found[-1].n), found[-1].n)
        ends = [place for place, one in enumerate(found) if isinstance(one.event, ShoeEnded)]
        return found[ends[-1] if ends else 0 :]

    async def _between(self, after: int, upto: int) -> list[LoggedEvent]:
        """Return the events after one and up to another."""
        stream, store, reached, found = self.desk.game.stream, self.desk.room.store, after, list[LoggedEvent]()
        while reached < upto:
            records = await store.read(stream, reached, (upto - reached + 1) // 2)  # most have two events, or more
            if not records:
                break
            found += (one for one in happened(records, reached) if one.n <= upto)
            reached = records[-1].last
        return found


def _tells_shoe(events: list[LoggedEvent]) -> bool:
    """Return whether events go back to the end of a shoe, or as far as the roads of a continuous one."""
    coups = 0
    for one in events:
        if isinstance(one.event, ShoeEnded):
            return True
        coups += isinstance(one.event, CoupEnded)
    return coups >= MOST


def _of_shoe(mark: CoupBookmark, records: Iterable[Record], shoe: int, last: int) -> tuple[CoupHistory, ...]:
    told = history(happened(records, mark.n), mark.state if mark.n else None)
    upto = takewhile(lambda coup: (coup.shoe, coup.number) <= (shoe, last), told)
    return tuple(deque((coup for coup in upto if coup.shoe == shoe and coup.finished), maxlen=MOST_LISTED))


def _found(
    mark: CoupBookmark, records: Iterable[Record], shoe: int, number: int
) -> tuple[CoupHistory, TableState] | None:
    states = _States(mark.state)
    for coup in history(states.follow(happened(records, mark.n)), mark.state if mark.n else None):
        if (coup.shoe, coup.number) == (shoe, number):
            return coup, states.before
        if coup.shoe > shoe:
            return None
        states.before = states.state
    return None


def _stakes(mark: CoupBookmark, records: Iterable[Record], number: int) -> tuple[Stake, ...]:
    told = history(happened(records, mark.n), mark.state if mark.n else None)
    return next((coup.wagers for coup in told if coup.coup == number), ())


class _States:
    """The state of the table before the coup that is being collected."""

    def __init__(self, state: TableState) -> None:
        self.before = self.state = state

    def follow(self, events: Iterable[LoggedEvent]) -> Iterator[LoggedEvent]:
        for one in events:
            self.state = evolve(self.state, one.event)
            yield one


def happened(records: Iterable[Record], after: int = 0) -> Iterator[LoggedEvent]:
    """Return the events of some records, from an event on."""
    for record in records:
        batch = record.batch
        command = batch.command
        for n, event in batch.numbered:
            if n > after:
                yield LoggedEvent(n, command.at, str(command.by), command.who, event)
