"""One task and one queue per table: decide, append durably, publish, reply.

Commands are answered in the order in which they arrived, one at a time; the driver of the table acts in between when
its time has come. Accepted commands are idempotent: one that is sent again gets the same answer, and has no second
effect. A failing subscriber is dropped, and others are unaffected. An actor that fails stops alone: its table is as its
log says, and can be resumed from there.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from punto.floor.dealer import PREFIX, Driver, Wakeup, kept
from punto.floor.setup import NO_POSTED_LIMITS, Clock, Limits, beyond, narrowed
from punto.floor.storage import SharedStreams, Strongbox
from punto.game.card_sources import CardSource
from punto.game.game import Accepted, Decided, Game, Prepared, again
from punto.record.amending import Amend
from punto.record.chain import Batch, Record
from punto.record.durable import Durable, StoreError
from punto.record.store import Conflict
from punto.rules.house_rules import HouseRules
from punto.table import Due, Refusal, TableState, after, due
from punto.table.commands import AnyCommand, BuyIn, FreeHand, Perform, Reason, Sit, Turn, Verbal, Wager, Wagers

T = TypeVar("T")
subscriber_log = logging.getLogger(__name__)


class Watchers(Generic[T]):
    """The subscribers, in the order of subscription."""

    def __init__(self) -> None:
        self._all: list[Callable[[T], None]] = []

    def add(self, watcher: Callable[[T], None]) -> Callable[[], None]:
        """Subscribe a function; return a function that unsubscribes it."""
        self._all.append(watcher)
        return lambda: self._remove(watcher)

    def tell(self, what: T) -> None:
        """Notify all subscribers; drop one that raises."""
        for watcher in list(self._all):
            try:
                watcher(what)
            except Exception:
                subscriber_log.exception("a watcher failed, and is told no more")
                self._remove(watcher)

    def _remove(self, watcher: Callable[[T], None]) -> None:
        if watcher in self._all:
            self._all.remove(watcher)


# ---------------------------------------------------------------- one table

MOST_WAITING = 64  # commands in a queue
MOST_TRIES = 20  # of one command, where other processes write to the same meters
KEEPERS = (Turn, Perform)  # what the source of the cards may complete
NEW_MONEY = (Sit, BuyIn, Wager, Wagers, Verbal, FreeHand)  # what a disabled table or player begins no more
log = logging.getLogger(__name__)


class QueueFull(RuntimeError):
    """Error for a full queue; retry later."""


class TableUnavailable(RuntimeError):
    """Error for a table that this process does not own, or no longer owns."""


class DriverError(RuntimeError):
    """Error of the house in doing what is due at a table."""


class Published(NamedTuple):
    """The stored events of one command."""

    desk: TableActor
    record: Record
    batch: Batch
    before: TableState
    state: TableState
    beside: tuple[Record, ...] = ()  # records of meters and wallets


class FloorServices(NamedTuple):
    """Services shared by all actors of a floor."""

    store: Durable
    clock: Clock
    beside: SharedStreams
    strongbox: Strongbox


class _Asked(NamedTuple):
    command: AnyCommand
    arrived: int
    answer: asyncio.Future[Accepted | Refusal]


class TableActor:
    """The actor of one table."""

    def __init__(
        self, room: FloorServices, game: Game, keeper: CardSource, driver: Driver, barred: Callable[[str], str]
    ) -> None:
        self.room, self.game, self.keeper, self.driver = room, game, keeper, driver
        self.disabled = False
        self.posted: Limits = NO_POSTED_LIMITS  # by the pit
        self.failed = ""  # why it stopped, unless it was stopped on purpose
        self.starved = False  # it stopped because its database failed
        self.halted = ""  # why it must not continue: its database has gone back in time
        self._barred = barred
        self._queue: deque[_Asked] = deque()
        self._firsts: list[AnyCommand] = []
        self._bell = asyncio.Event()
        self._open = self._closing = False
        self._watchers = Watchers[Published]()
        self._timers = Watchers[TableActor]()
        self._due: Wakeup | None = None

    # ---------------------------------------------------------------- public state

    @property
    def table(self) -> str:
        """The name of the table."""
        return self.game.rules.table

    @property
    def rules(self) -> HouseRules:
        """The house rules of the table."""
        return self.game.rules

    def due(self) -> tuple[Due, ...]:
        """Return the due acts, with stakes within the posted limits."""
        acts = due(self.rules, self.state)
        if not self.posted:
            return acts
        return tuple(one for act in acts if (one := narrowed(self.posted, self.state, act)) is not None)

    @property
    def limits(self) -> Limits:
        """The limits in force: posted ones, and otherwise filed ones."""
        return {**self.rules.limits, **self.posted}

    @property
    def state(self) -> TableState:
        """The state of the table; all of it is stored."""
        return self.game.state

    @property
    def open(self) -> bool:
        """Whether it accepts commands."""
        return self._open and not self._closing

    @property
    def stopped(self) -> bool:
        """Whether it was stopped on purpose, and has not just failed."""
        return self._closing

    @property
    def closes(self) -> int | None:
        """When bets close, by the floor's clock; None without a timer."""
        return self._due.at if self._due is not None and self._due.why == "close" else None

    @property
    def waits_until(self) -> int | None:
        """When the house continues without the person it waits for, or None."""
        return self._due.at if self._due is not None and self._due.why in ("lapse", "entropy") else None

    async def do(self, command: AnyCommand) -> Accepted | Refusal:
        """Answer a command after its events are stored. Raises ``QueueFull`` or ``TableUnavailable``."""
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
        """Put a command of the house before all others, also before the actor is open."""
        self._firsts.append(command)
        self._bell.set()

    def watch(self, watcher: Callable[[Published], None]) -> Callable[[], None]:
        """Subscribe to everything stored from now on, in order; return a function that unsubscribes."""
        return self._watchers.add(watcher)

    def watch_timer(self, watcher: Callable[[TableActor], None]) -> Callable[[], None]:
        """Subscribe to changes of a timer, a suspension or posted limits; return a function that unsubscribes."""
        return self._timers.add(watcher)

    # ---------------------------------------------------------------- life cycle

    async def run(self) -> None:
        """Answer commands until it is stopped, or fails; it may run again after catching up with its log."""
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
        """Adopt records that were stored without a reply, and publish them."""
        for record in records:
            batch, before = record.batch, self.state
            self.game.state, self.game.at = after(before, batch.events), batch.command.at
            self.keeper.see(before, batch.events)
            self._watchers.tell(Published(self, record, batch, before, self.state))

    def wake(self) -> None:
        """Reconsider the table: a suspension or posted limits have changed."""
        self._plan()
        self._timers.tell(self)
        self._bell.set()

    def stop(self) -> None:
        """Stop after the current command; pending callers get ``TableUnavailable``."""
        self._closing = True
        self._bell.set()

    def halt(self, why: str) -> None:
        """Stop for the life of this process, and notify subscribers that the table is suspended."""
        self.halted, self.disabled, self._due = why, True, None
        self._timers.tell(self)
        self._bell.set()

    def _check(self) -> None:
        if self.halted:
            raise StoreError(self.halted)

    def _gone(self) -> TableUnavailable:
        return TableUnavailable(self.failed or f"table {self.table} is not kept here any more")

    async def _filed(self) -> bool:
        """Do what the register of filings asks of the table now; return whether it did."""
        asked = self.game.filed(self.room.clock.now())
        return asked is not None and isinstance(await self._settle(asked, self.game.decide(asked)), Accepted)

    async def _next(self) -> None:
        """Answer the next command, or act for the driver at its time."""
        if await self._filed():
            return
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
        """Ask the driver again, and publish a changed timer."""
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
        """Do what the house has to do. Raises ``DriverError`` if it is refused."""
        answer = await self._settle(command, self.game.decide(command))
        if isinstance(answer, Refusal):
            raise DriverError(f"{command.id} was refused: {answer.reason} {answer.detail}")

    async def _answer(self, asked: _Asked) -> None:
        """Answer one command; an invalid one has no effect on others, because deciding changes nothing."""
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
        """Add what only the source of the cards knows."""
        if not isinstance(command, KEEPERS):
            return command
        return await self.room.strongbox.answer(lambda: kept(self.keeper, self.state, command))

    def _not_now(self, command: AnyCommand) -> Refusal | None:
        """Refuse new money under a suspension or beyond posted limits, and ids reserved for the house."""
        if command.id.startswith(PREFIX):
            return Refusal(Reason.BAD_NAME, detail={"id": command.id})
        why = "table" if self.disabled else self._barred(command.who)
        if why and isinstance(command, NEW_MONEY):
            return Refusal(Reason.NOT_ALLOWED_HERE, detail={"disabled": why})
        return beyond(self.posted, self.state, command)

    async def _settle(self, command: Amend | AnyCommand, decided: Decided | Refusal) -> Accepted | Refusal:
        """Store a decision; repeat it after conflicts on shared streams."""
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
        """Ask the linked machines, and append; None after a conflict."""
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

    async def _before(self, command: Amend | AnyCommand) -> Accepted | None:
        """Return the answer to a command that was accepted before, or None."""
        known = await self.room.store.find(self.game.stream, command.who, command.id)
        return again(known) if known is not None else None

    async def _still_ours(self) -> None:
        """Raise ``TableUnavailable`` if another process writes this table, or its records are missing."""
        last = await self.room.store.last(self.game.stream)
        version = last.last if last else 0
        if version < self.state.version:
            raise TableUnavailable(
                f"table {self.table} is at event {self.state.version}, and its log ends at event {version}"
            )
        if version > self.state.version:
            raise TableUnavailable(f"table {self.table} is written by another process")

    def _take(self, prepared: Prepared, records: tuple[Record, ...]) -> None:
        """Adopt what is stored, then publish it."""
        before, write, record = self.state, prepared.writes[0], records[0]
        self.game.take(prepared)
        self.keeper.see(before, prepared.outcome.events)
        self.driver.see(prepared.outcome.events, self.room.clock.now())
        batch = Batch(record.stream, record.n, write.command, write.events)
        self._watchers.tell(Published(self, record, batch, before, self.state, records[1:]))
        self._plan()  # a timer is announced after the events that start it


def _fail(asked: _Asked, error: BaseException) -> None:
    if not asked.answer.done():
        asked.answer.set_exception(error)
