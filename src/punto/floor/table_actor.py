"""Whoever wants to be told of something, and how one of them who fails harms nobody else."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from punto.floor.dealer import PREFIX, Driver, Wakeup, kept
from punto.floor.posted_limits import NO_POSTED_LIMITS, Limits, beyond, narrowed
from punto.floor.setup import Clock
from punto.floor.storage import SharedStreams, Strongbox
from punto.game.card_sources import CardSource
from punto.game.game import Accepted, Decided, Game, Prepared, again
from punto.record.chain import Batch, Record
from punto.record.durable import Durable, StoreError
from punto.record.store import Conflict
from punto.rules.house_rules import HouseRules
from punto.table import Due, Refusal, TableState, after, due
from punto.table.commands import AnyCommand, BuyIn, FreeHand, Reason, Sit, Verbal, Wager, Wagers

T = TypeVar("T")
subscriber_log = logging.getLogger(__name__)


class Watchers(Generic[T]):
    """Those who are told, in the order in which they came."""

    def __init__(self) -> None:
        self._all: list[Callable[[T], None]] = []

    def add(self, watcher: Callable[[T], None]) -> Callable[[], None]:
        """Tell somebody from now on; return how to stop that."""
        self._all.append(watcher)
        return lambda: self._remove(watcher)

    def tell(self, what: T) -> None:
        """Tell everybody; whoever cannot listen is told no more."""
        for watcher in list(self._all):
            try:
                watcher(what)
            except Exception:
                subscriber_log.exception("a watcher failed, and is told no more")
                self._remove(watcher)

    def _remove(self, watcher: Callable[[T], None]) -> None:
        if watcher in self._all:
            self._all.remove(watcher)


# ---------------------------------------------------------------- desk

# A desk: one table, one task, one queue. It decides, appends durably, and only then tells anybody.
#
# Whoever wants something of a table asks its desk and waits for the answer. Commands are answered in the order in which
# they arrived, one at a time; the driver of the table comes in between when its time has come. An accepted command that
# comes again is answered as it was, and does nothing. A desk that fails stops alone: its table is as its log says, and
# can be taken up from there.

MOST_WAITING = 64  # commands in a queue
MOST_TRIES = 20  # of one command, where other processes write to the same meters
NEW_MONEY = (Sit, BuyIn, Wager, Wagers, Verbal, FreeHand)  # what a disabled table or player begins no more
log = logging.getLogger(__name__)


class QueueFull(RuntimeError):
    """The queue of a desk is full: ask again."""


class TableUnavailable(RuntimeError):
    """The table is not kept here, or not any more."""


class DriverError(RuntimeError):
    """The house could not do what is due at a table."""


class Published(NamedTuple):
    """What one command brought to a table, once it is stored."""

    desk: TableActor
    record: Record
    batch: Batch
    before: TableState
    state: TableState
    beside: tuple[Record, ...] = ()  # what it brought to meters and wallets


class FloorServices(NamedTuple):
    """What all desks of a floor share."""

    store: Durable
    clock: Clock
    beside: SharedStreams
    strongbox: Strongbox


class _Asked(NamedTuple):
    command: AnyCommand
    arrived: int
    answer: asyncio.Future[Accepted | Refusal]


class TableActor:
    """One table."""

    def __init__(
        self, room: FloorServices, game: Game, keeper: CardSource, driver: Driver, barred: Callable[[str], str]
    ) -> None:
        self.room, self.game, self.keeper, self.driver = room, game, keeper, driver
        self.disabled = False
        self.posted: Limits = NO_POSTED_LIMITS  # by the pit
        self.failed = ""  # why it stopped, if it did not stop in order
        self.starved = False  # it stopped because its database did not do what was asked
        self.halted = ""  # why it must not go on: its database has gone back in time
        self._barred = barred
        self._queue: deque[_Asked] = deque()
        self._firsts: list[AnyCommand] = []
        self._bell = asyncio.Event()
        self._open = self._closing = False
        self._watchers = Watchers[Published]()
        self._timers = Watchers[TableActor]()
        self._due: Wakeup | None = None

    # ---------------------------------------------------------------- what others see

    @property
    def table(self) -> str:
        """The name of the table."""
        return self.game.rules.table

    @property
    def rules(self) -> HouseRules:
        """What the table runs on."""
        return self.game.rules

    def due(self) -> tuple[Due, ...]:
        """Return what may be done now, with stakes within the limits that are posted."""
        acts = due(self.rules, self.state)
        if not self.posted:
            return acts
        return tuple(one for act in acts if (one := narrowed(self.posted, self.state, act)) is not None)

    @property
    def limits(self) -> Limits:
        """The limits that hold now: those that are posted, and those that were filed."""
        return {**self.rules.limits, **self.posted}

    @property
    def state(self) -> TableState:
        """What the table has come to, all of it stored."""
        return self.game.state

    @property
    def open(self) -> bool:
        """Whether it takes commands."""
        return self._open and not self._closing

    @property
    def stopped(self) -> bool:
        """Whether it was told to stop, and is not merely failed."""
        return self._closing

    @property
    def closes(self) -> int | None:
        """When bets close, by the floor's clock; nothing while no timer runs."""
        return self._due.at if self._due is not None and self._due.why == "close" else None

    @property
    def waits_until(self) -> int | None:
        """When the house goes on without the person it waits for."""
        return self._due.at if self._due is not None and self._due.why in ("lapse", "entropy") else None

    async def do(self, command: AnyCommand) -> Accepted | Refusal:
        """Answer a command, once what it brought is stored; raise ``Busy`` or ``Gone``."""
        if not self.open:
            raise self._gone()
        if len(self._queue) >= MOST_WAITING:
            raise QueueFull(f"table {self.table} has {MOST_WAITING} commands to answer first")
        now = self.room.clock.now()
        asked = _Asked(replace(command, at=now), now, asyncio.get_running_loop().create_future())
        self._queue.append(asked)
        self._bell.set()
        return await asked.answer

    def first(self, command: AnyCommand) -> None:
        """Put the house's own command before all others, also before the desk is open."""
        self._firsts.append(command)
        self._bell.set()

    def watch(self, watcher: Callable[[Published], None]) -> Callable[[], None]:
        """Tell somebody of everything that is stored from now on, in order; return how to stop that."""
        return self._watchers.add(watcher)

    def watch_timer(self, watcher: Callable[[TableActor], None]) -> Callable[[], None]:
        """Tell somebody whenever a timer, a switch or a posted limit may have changed; return how to stop that."""
        return self._timers.add(watcher)

    # ---------------------------------------------------------------- its life

    async def run(self) -> None:
        """Answer until it is stopped, or fails; it may be run again when it has caught up with its log."""
        self._open, self.failed = True, ""
        try:
            self._plan()
            while not self._closing:
                self._check()
                await (self._house(self._firsts.pop(0)) if self._firsts else self._next())
        except Exception as error:
            self.failed = f"table {self.table} has stopped: {error}"
            self.starved = isinstance(error, StoreError)
            log.error("table %s has stopped", self.table, exc_info=None if self.halted else error)
        finally:
            self._open, self._due = False, None
            for asked in self._queue:
                _fail(asked, self._gone())
            self._queue.clear()

    def catch_up(self, records: Iterable[Record]) -> None:
        """Take what was stored, and whose answer never came: it counts, and everybody is told."""
        for record in records:
            batch, before = record.batch, self.state
            self.game.state, self.game.at = after(before, batch.events), batch.command.at
            self.keeper.see(before, batch.events)
            self._watchers.tell(Published(self, record, batch, before, self.state))

    def wake(self) -> None:
        """Look at the table again: a switch was thrown, or limits were posted."""
        self._plan()
        self._timers.tell(self)
        self._bell.set()

    def stop(self) -> None:
        """Stop after the command that is under way; whoever still waits is told that the table is gone."""
        self._closing = True
        self._bell.set()

    def halt(self, why: str) -> None:
        """Stop for as long as this process lives, and tell everybody that the table is off."""
        self.halted, self.disabled, self._due = why, True, None
        self._timers.tell(self)
        self._bell.set()

    def _check(self) -> None:
        if self.halted:
            raise StoreError(self.halted)

    def _gone(self) -> TableUnavailable:
        return TableUnavailable(self.failed or f"table {self.table} is not kept here any more")

    async def _next(self) -> None:
        """Answer whoever came first, before the driver's time or after it."""
        due, first = self._due, self._queue[0] if self._queue else None
        if first is not None and (due is None or first.arrived < due.at):
            await self._answer(self._queue.popleft())
        elif due is not None and due.at <= self.room.clock.now():
            await self._drive(due)
        else:
            await self._pause(due)

    async def _pause(self, due: Wakeup | None) -> None:
        self._bell.clear()
        alarm = self.room.clock.ring(due.at, self._bell.set) if due is not None else None
        try:
            await self._bell.wait()
        finally:
            if alarm is not None:
                alarm.cancel()

    def _plan(self) -> None:
        """Ask the driver again, and tell of a timer that has changed."""
        before = self.closes, self.waits_until
        self._due = self.driver.plan(self.game, self.room.clock.now(), self.disabled)
        if (self.closes, self.waits_until) != before:
            self._timers.tell(self)

    # ---------------------------------------------------------------- commands

    async def _drive(self, due: Wakeup) -> None:
        now = self.room.clock.now()
        command = await self.room.strongbox.answer(lambda: self.driver.command(self.game, due, now))
        if command is not None:
            await self._house(command)
        self._plan()

    async def _house(self, command: AnyCommand) -> None:
        """Do what the house has to do; where it cannot, this desk is stuck."""
        answer = await self._settle(command, self.game.decide(command))
        if isinstance(answer, Refusal):
            raise DriverError(f"{command.id} was refused: {answer.reason} {answer.detail}")

    async def _answer(self, asked: _Asked) -> None:
        """Answer one command; whatever is wrong with it harms nobody else, since deciding changes nothing."""
        try:
            command = await self._completed(asked.command)
            refusal = self._not_now(command)
            decided = refusal or self.game.decide(command)
        except Exception as error:
            log.exception("table %s could not decide %s", self.table, asked.command.id)
            _fail(asked, error)
            return
        try:
            answer = await self._settle(command, decided)
        except BaseException as error:
            _fail(asked, TableUnavailable(f"table {self.table} has stopped: {error}"))
            raise
        if not asked.answer.done():
            asked.answer.set_result(answer)

    async def _completed(self, command: AnyCommand) -> AnyCommand:
        return await self.room.strongbox.answer(lambda: kept(self.keeper, self.state, command))

    def _not_now(self, command: AnyCommand) -> Refusal | None:
        """Refuse new money where table or player is disabled or limits are posted, and ids that are the house's."""
        if command.id.startswith(PREFIX):
            return Refusal(Reason.BAD_NAME, detail={"id": command.id})
        why = "table" if self.disabled else self._barred(command.who)
        if why and isinstance(command, NEW_MONEY):
            return Refusal(Reason.NOT_ALLOWED_HERE, detail={"disabled": why})
        return beyond(self.posted, self.state, command)

    async def _settle(self, command: AnyCommand, decided: Decided | Refusal) -> Accepted | Refusal:
        """Store what was decided; as often as somebody else was faster at the streams that it shares."""
        for _ in range(MOST_TRIES):
            if isinstance(decided, Refusal):
                return await self._before(command) or decided
            streams = self.game.touches(decided)
            async with self.room.beside.held(streams):
                answer = await self._append(decided, streams)
            if answer is not None:
                return answer if isinstance(answer, Accepted) else await self._before(command) or answer
            known = await self._before(command)
            if known is not None:
                return known
            await self._still_ours()
        raise DriverError(f"{command.id} met a conflict {MOST_TRIES} times")

    async def _append(self, decided: Decided, streams: tuple[str, ...]) -> Accepted | Refusal | None:
        """Ask the machines beside the table, and append; nothing where somebody else came first."""
        prepared = await self.room.strongbox.answer(lambda: self.game.join(decided))
        if isinstance(prepared, Refusal) and streams:  # another process may have written what is missing here
            await self.room.beside.catch_up(streams)
            prepared = await self.room.strongbox.answer(lambda: self.game.join(decided))
        if isinstance(prepared, Refusal):
            return prepared
        n = self.state.version + 1
        if prepared.writes:
            try:
                records = await self.room.store.append(prepared.writes)
            except Conflict:
                await self.room.beside.catch_up(streams)
                return None
            self.room.beside.put(records[1:])
            self._take(prepared, records)
        return Accepted(n, prepared.outcome.events, beside=prepared.beside)

    async def _before(self, command: AnyCommand) -> Accepted | None:
        """Return what a command brought before, if it did."""
        known = await self.room.store.find(self.game.stream, command.who, command.id)
        return again(known) if known is not None else None

    async def _still_ours(self) -> None:
        """Raise ``Gone`` where another process writes this table, or records of it are missing."""
        last = await self.room.store.last(self.game.stream)
        version = last.last if last else 0
        if version < self.state.version:
            raise TableUnavailable(
                f"table {self.table} is at event {self.state.version}, and its log ends at event {version}"
            )
        if version > self.state.version:
            raise TableUnavailable(f"table {self.table} is written by another process")

    def _take(self, prepared: Prepared, records: tuple[Record, ...]) -> None:
        """Take for true what is stored, then tell everybody."""
        before, write, record = self.state, prepared.writes[0], records[0]
        self.game.take(prepared)
        self.keeper.see(before, prepared.outcome.events)
        self._plan()
        batch = Batch(record.stream, record.n, write.command, write.events)
        self._watchers.tell(Published(self, record, batch, before, self.state, records[1:]))


def _fail(asked: _Asked, error: BaseException) -> None:
    if not asked.answer.done():
        asked.answer.set_exception(error)
