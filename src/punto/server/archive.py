"""The archive of a table: hands of the past, found without playing the whole log again.

A mark is an event between two coups and the table's state there. Marks are set as coups end, some for the shoe that is
played and one for each of the last shoes; a hand is looked for from the nearest mark before it. What is older than this
process is played from the table's opening, beside the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from punto.floor import Desk, Published
from punto.folds.history import CoupHistory, Happened, history
from punto.log.record import Record
from punto.table import TableState, evolve
from punto.table.events import CoupEnded, CoupVoided, ShoeEnded

EVERY = 10  # coups, from mark to mark
MOST_MARKS = 64
LOOKED_BACK = 4_000  # events; most shoes have fewer


class Mark(NamedTuple):
    """A place in the log between two coups."""

    shoe: int
    coup: int  # the next, as the table counts
    n: int  # the last event before it
    state: TableState

    @classmethod
    def beginning(cls) -> Mark:
        """Return the place before everything."""
        return cls(0, 0, 0, TableState())


class Archive:
    """What was played at a table."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._marks: list[Mark] = []

    def note(self, published: Published) -> None:
        """Set a mark where a coup has ended."""
        ended = any(isinstance(event, CoupEnded | CoupVoided) for event in published.batch.events)
        due = not self._marks or published.state.coup - self._marks[-1].coup >= EVERY
        if not ended or not due:
            return
        state = published.before
        for n, event in published.batch.numbered:
            state = evolve(state, event)
            if isinstance(event, CoupEnded | CoupVoided):
                self._marks.append(Mark(state.shoe, state.coup, n, state))
        del self._marks[:-MOST_MARKS]

    async def find(self, shoe: int, number: int) -> tuple[CoupHistory, TableState] | None:
        """Return a coup by its number within its shoe, with the state before it; nothing where there is none."""
        state = self.desk.state
        if not 1 <= shoe <= state.shoe or number < 1:
            return None
        mark = self._before(shoe, number)
        records = await self.desk.room.store.read(self.desk.game.stream, mark.n)
        return await asyncio.to_thread(_found, mark, records, shoe, number)

    async def coups(self, shoe: int) -> tuple[CoupHistory, ...]:
        """Return the finished coups of a shoe, in their order."""
        mark = self._before(shoe, 1)
        records = await self.desk.room.store.read(self.desk.game.stream, mark.n)
        return await asyncio.to_thread(_of_shoe, mark, records, shoe)

    def _before(self, shoe: int, number: int) -> Mark:
        state = self.desk.state
        wanted = state.shoe_began + number - 1 if shoe == state.shoe else None
        known = [
            mark
            for mark in self._marks
            if mark.shoe < shoe or (wanted is not None and mark.shoe == shoe and mark.coup <= wanted)
        ]
        return known[-1] if known else Mark.beginning()

    def before_shoe(self, shoe: int) -> Mark:
        """Return the nearest mark before a shoe began."""
        known = [mark for mark in self._marks if mark.shoe < shoe]
        return known[-1] if known else Mark.beginning()

    async def shoe(self) -> list[Happened]:
        """Return what has happened in the shoe that is played, from the end of the log: for a table that is taken up.

        As far back as the shoe began, or as far as there is anything.
        """
        stream, store, back = self.desk.game.stream, self.desk.room.store, LOOKED_BACK
        while True:
            after = max(0, self.desk.state.version - back)
            found = list(happened(await store.read(stream, after), after))
            if found and found[-1].n != self.desk.state.version:  # something was stored meanwhile
                continue
            ends = [place for place, one in enumerate(found) if isinstance(one.event, ShoeEnded)]
            if ends or after == 0:
                return found[ends[-1] if ends else 0 :]
            back *= 4


def _of_shoe(mark: Mark, records: list[Record], shoe: int) -> tuple[CoupHistory, ...]:
    told = history(happened(records, mark.n), mark.state if mark.n else None)
    upto = takewhile(lambda coup: coup.shoe <= shoe, told)
    return tuple(coup for coup in upto if coup.shoe == shoe and coup.finished)


def _found(mark: Mark, records: list[Record], shoe: int, number: int) -> tuple[CoupHistory, TableState] | None:
    states = _States(mark.state)
    for coup in history(states.follow(happened(records, mark.n)), mark.state if mark.n else None):
        if (coup.shoe, coup.number) == (shoe, number):
            return coup, states.before
        if coup.shoe > shoe:
            return None
        states.before = states.state
    return None


class _States:
    """The state of the table before the coup that is being told."""

    def __init__(self, state: TableState) -> None:
        self.before = self.state = state

    def follow(self, events: Iterable[Happened]) -> Iterator[Happened]:
        for one in events:
            self.state = evolve(self.state, one.event)
            yield one


def happened(records: Iterable[Record], after: int = 0) -> Iterator[Happened]:
    """Return what happened at a table, from an event on."""
    for record in records:
        batch = record.batch
        command = batch.command
        for n, event in batch.numbered:
            if n > after:
                yield Happened(n, command.at, str(command.by), command.who, event)
