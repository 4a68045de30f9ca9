"""Tables of this process: each with its actor, its linked machines and its demo players.

Tables are resumed from the store where their logs end. Where several processes run one floor, each looks for tables
without an owner, and leaves those whose log another process has extended. An actor that fails is resumed from its log,
and left alone if that does not help.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from punto.core.roles import Role
from punto.floor.dealer import AutomaticDriver, DeskDriver
from punto.floor.demo_players import DemoPlayers
from punto.floor.machines import Machines
from punto.floor.ownership import Ownership, SingleProcess
from punto.floor.setup import NO_POSTED_LIMITS, Clock, Limits, Setup, unfit
from punto.floor.storage import SharedStreams, Shelves, Strongbox, Switches
from punto.floor.table_actor import FloorServices, Published, TableActor
from punto.game.card_sources import CardSource, UnknownCards
from punto.game.game import Game
from punto.game.virtual_shoe import Beacon, VirtualShoe
from punto.library import Library, Rulebooks
from punto.record import checkpoints
from punto.record.amending import Amend, amended_rules
from punto.record.chain import LogError, Record, decode
from punto.record.durable import Durable
from punto.rules.submission import Submission, read
from punto.table import TableState, after
from punto.table.commands import Adopt
from punto.table.events import CoupEnded, CoupVoided, ShoeEnded
from punto.views.picture import seat_of
from punto.wallet import Terms

EVERY = 1_000  # milliseconds between two looks for tables without an owner
COUP_ENDS = (CoupEnded, CoupVoided)
MOST_EVENTS = 5_000  # between two snapshots; most shoes have fewer
log = logging.getLogger(__name__)


class TableRegistry:
    """The tables that this process owns."""

    def __init__(
        self,
        store: Durable,
        clock: Clock,
        switches: Switches,
        wallets: Terms | None = None,
        owners: Ownership | None = None,
        address: str = "",
        library: Library | None = None,
        beacon: Beacon | None = None,
    ) -> None:
        self.beacon = beacon
        self.store, self.clock, self.switches = store, clock, switches
        self.library = library or Library()
        self.shelves = Shelves(store)
        self.owners, self.address = owners or SingleProcess(), address
        strongbox = Strongbox(store)
        self.machines = Machines(store, strongbox, wallets)
        self.room = FloorServices(store, clock, self.machines.beside, strongbox)
        self.unopened: dict[str, str] = {}  # tables that could not be resumed, and why
        self.closing: set[str] = set()  # tables to be closed as soon as they are at rest
        self._posted: dict[str, Limits] = {}
        self._desks: dict[str, TableActor] = {}
        self._filed: dict[str, Submission] = {}
        self._openings: dict[str, bytes] = {}  # the records that opened them
        self._amended: dict[str, bytes] = {}  # the records that amended them last
        self._shot: dict[str, int] = {}  # the event of the last snapshot
        self._ended: dict[str, tuple[Record, TableState]] = {}  # the state at the end of the last coup
        self._tasks: dict[str, set[asyncio.Task[Any]]] = {}
        self._players: dict[str, asyncio.Task[Any]] = {}
        self._stopping = False
        self._told: list[Callable[[TableActor], None]] = []
        self._one = asyncio.Lock()  # tables are opened one after the other
        self._leaving: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None

    def rulebooks(self) -> Rulebooks:
        """Return the rulebooks in force today, for new tables; open ones keep theirs."""
        return self.library.on(self.clock.day())

    @property
    def desks(self) -> Mapping[str, TableActor]:
        """The tables of this process."""
        return MappingProxyType(self._desks)

    @property
    def filed(self) -> Mapping[str, Submission]:
        """The submissions in force at the tables of this process."""
        return MappingProxyType(self._filed)

    @property
    def beside(self) -> SharedStreams:
        """The streams that tables share."""
        return self.room.beside

    def when_kept(self, tell: Callable[[TableActor], None]) -> None:
        """Call a function for every actor, present and future, before it answers commands."""
        self._told.append(tell)
        for desk in self._desks.values():
            tell(desk)

    # ---------------------------------------------------------------- one table

    async def _resume(self, name: str, setup: Setup) -> TableActor:
        found = await checkpoints.resume(self.store, f"table/{name}")
        self._shot[name] = found.kept
        self._amended[name] = found.amended
        return await self._keep(Game(found.rules, found.state, found.at), found.opening, setup, adopted=True)

    async def _keeper(self, game: Game) -> CardSource:
        """Return the source of a table's cards, after comparing its secrets with their commitments."""
        keeper = VirtualShoe(game.rules, self.room.strongbox, self.beacon)
        await self.room.strongbox.answer(lambda: keeper.inspect(game.state))
        return keeper

    async def _keep(self, game: Game, opened: bytes, setup: Setup, adopted: bool = False) -> TableActor:
        """Start the actor of a table, with its linked machines and demo players."""
        name, command = game.rules.table, decode(opened).command
        game.partners = await self.machines.of(game, self.clock.now())
        game.register, game.law = self.machines.register, command.rulebook
        await self.machines.filings()
        game.inventory = self.machines.inventory(name)
        keeper = await self._keeper(game) if command.virtual else UnknownCards()
        driver = (AutomaticDriver if setup.driver == "automatic" else DeskDriver)(keeper, setup.pace)
        desk = TableActor(self.room, game, keeper, driver, self.switches.barred)
        desk.disabled, desk.posted = self.switches.table(name), self._posted.get(name, {})
        self._desks[name], self._openings[name] = desk, opened
        text = decode(self._amended[name]).command.submission if self._amended.get(name) else command.submission
        filed = read(text).submission
        if filed is not None:
            self._filed[name] = filed
        desk.watch(self._note)
        if adopted and self.owners.shared:
            await self._adopt(desk)
        for tell in self._told:
            tell(desk)
        self._tasks[name] = set()
        leave = (lambda: self._leave(name)) if self.owners.shared else None
        self._begin(name, supervise(desk, lambda: self._stopping, leave, self._halt))
        if setup.players:
            self._players[name] = self._begin(name, DemoPlayers(desk, setup).play())
        return desk

    async def _let_go(self, name: str) -> None:
        """Stop an actor and its demo players, and wait for pending writes."""
        desk = self._desks.pop(name)
        desk.stop()
        self._filed.pop(name, None)
        if name in self._players:
            self._players.pop(name).cancel()
        if desk.failed:  # it waits to be resumed
            for task in self._tasks[name]:
                task.cancel()
        while tasks := list(self._tasks[name]):
            await asyncio.gather(*tasks, return_exceptions=True)
        del self._tasks[name]

    # ---------------------------------------------------------------- several processes

    async def _take_up(self) -> None:
        """Resume every table without an owner, while the store can be written to."""
        if self.store.halted:
            return
        async with self._one:
            taken = await self.owners.look()
            for name, body in await self.shelves.tables():
                if name in taken or name in self._tasks or await self.store.last(f"table/{name}") is None:
                    continue
                if await self.owners.own(name):
                    await self._take_up_one(name, body)

    async def _take_up_one(self, name: str, body: bytes) -> None:
        """Resume a table; a failure does not affect the others."""
        try:
            await self._resume(name, msgspec.json.decode(body, type=Setup))
            self.unopened.pop(name, None)
        except Exception as error:
            if self.unopened.get(name) != str(error):
                known = isinstance(error, LogError)  # its message is enough
                log.error("table %s cannot be taken up: %s", name, error, exc_info=None if known else error)
            self.unopened[name] = str(error)
            await self.owners.disown(name)

    async def _adopt(self, desk: TableActor) -> None:
        """Record the new owner: in the log, as its first event, and in the document with its address."""
        ident = f"adopt-{desk.state.version}"
        desk.first(Adopt(id=ident, by=Role.SYSTEM, who="house", at=self.clock.now(), process=self.address))
        await self.shelves.owned(desk.table, self.address)

    async def _look(self) -> None:
        """Look for tables without an owner."""
        while not self._stopping:
            await self.clock.sleep_until(self.clock.now() + EVERY)
            try:
                await self._take_up()
                await self.switches.catch_up()
                await self.machines.filings()
                self._switched()
            except Exception:
                log.exception("tables without a keeper could not be looked for")

    def _lost(self) -> None:
        """Release every table: the lease is lost, and other processes may own them now."""
        log.error("the lease of this process was lost, and its tables with it")
        if not self.owners.shared:
            self._halt()
            return
        for name in list(self._desks):
            self._leave(name)

    def _halt(self) -> None:
        """Stop every table for the life of this process: its database is not the one it wrote to."""
        why = self.store.halted
        running = [desk for desk in self._desks.values() if not desk.halted]
        if running:
            log.critical("every table stops: %s", why)
        for desk in running:
            desk.halt(why)

    def _leave(self, name: str) -> None:
        """Release a table for the next owner, which may be this process."""

        async def leave() -> None:
            if name in self._desks:
                await self._let_go(name)
                await self.owners.disown(name)

        task = asyncio.get_running_loop().create_task(leave())
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    # ---------------------------------------------------------------- background tasks

    def _begin(self, name: str, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work, name=f"table {name}")
        self._tasks[name].add(task)
        task.add_done_callback(self._tasks[name].discard)
        return task

    def _note(self, published: Published) -> None:
        """Store a snapshot whenever a shoe or chapter is over, and now and then between two coups."""
        name, record, events = published.desk.table, published.record, published.batch.events
        if type(published.batch.command) is Amend:
            self._now_amended(published)
        ends = [place for place, event in enumerate(events, 1) if type(event) in COUP_ENDS]
        if ends:
            last = ends[-1] == len(events)
            ended = published.state if last else after(published.before, events[: ends[-1]])
            self._ended[name] = record, ended
            if chapter := checkpoints.chapter_of(ended):
                self._begin(name, checkpoints.save_shoe(self.store, record, ended, ended.shoe - 1, chapter))
        over = next((event.shoe for event in events if type(event) is ShoeEnded), 0)
        if over or (ends and record.last - self._shot.get(name, 0) >= MOST_EVENTS):
            self._shot[name] = record.last
            self._begin(name, self._shoot(published, over))

    def _now_amended(self, published: Published) -> None:
        """Keep the text of an amendment; posted limits that it does not permit end."""
        desk, name = published.desk, published.desk.table
        self._amended[name] = published.record.body
        desk.game.rules = amended_rules(published.batch.command)
        if isinstance(desk.keeper, VirtualShoe):
            desk.keeper.rules = desk.rules
        filed = read(published.batch.command.submission).submission
        if filed is not None:
            self._filed[name] = filed
        if unfit(desk.rules, desk.posted):  # nothing of it is said: the new rules have their own limits
            self._posted.pop(name, None)
            desk.posted = NO_POSTED_LIMITS

    async def _shoot(self, published: Published, over: int) -> None:
        """Store snapshots of a table and its meters; after a failure, resuming reads more records."""
        name, state = published.desk.table, published.state
        try:
            await checkpoints.save(
                self.store, published.record, state, self._openings[name], self._amended.get(name, b"")
            )
            if over and name in self._ended:
                await checkpoints.save_shoe(self.store, *self._ended[name], over)
            await self.machines.keep(state.progressive)
        except Exception:
            log.exception("%s: no snapshot was kept", published.record.stream)

    def _switched(self) -> None:
        """Update the suspension of every actor."""
        for name, desk in self._desks.items():
            if desk.disabled != self.switches.table(name) and not desk.halted:
                desk.disabled = self.switches.table(name)
                desk.wake()

    async def stop(self) -> None:
        """Shut down: pending commands are answered, and rounds in progress continue after a restart."""
        self._stopping = True
        if self._looking is not None:
            self._looking.cancel()
        await asyncio.gather(*(self._let_go(name) for name in list(self._desks)))
        await self.owners.close()


# ---------------------------------------------------------------- supervision

MOST_FAILURES = 8  # of a desk, one after the other, before it is left alone
PATIENCE = 1_000  # milliseconds before a failed table is resumed; doubled every time
MOST_DOUBLED = 5  # for a desk whose database is away: it waits, however long that takes
supervision_log = logging.getLogger(__name__)


async def supervise(
    desk: TableActor, over: Callable[[], bool], leave: Callable[[], None] | None, halt: Callable[[], None]
) -> None:
    """Run an actor; resume it after a failure, unless that does not help.

    If other processes serve the floor too, ``leave`` releases the table: another process may be writing it, and its
    owner continues from the log. If the store no longer accepts writes, ``halt`` stops all tables of this process
    permanently.
    """
    store, clock = desk.room.store, desk.room.clock
    failures = 0
    while failures < MOST_FAILURES:
        version = desk.state.version
        await desk.run()
        if desk.stopped or over() or not desk.failed:
            return
        if store.halted:
            halt()
            return
        if leave is not None:
            leave()
            return
        failures = 1 if desk.state.version > version else failures + 1
        failures = min(failures, MOST_DOUBLED) if desk.starved else failures
        await clock.sleep_until(clock.now() + (PATIENCE << failures))
        try:
            desk.catch_up(await store.read(desk.game.stream, desk.state.version))
        except Exception:
            supervision_log.exception("table %s cannot be taken up again yet", desk.table)
    supervision_log.error("%s; it was taken up again %d times, and is left alone now", desk.failed, failures)


# ---------------------------------------------------------------- squeeze


async def peeked(desk: TableActor, who: str, places: Iterable[str]) -> dict[str, str]:
    """Return the faces of the cards that a player holds for the squeeze, and no others.

    Nothing of it is logged: the log has a card when it is turned.
    """
    state, wanted = desk.state, set(places)
    seat = seat_of(state, who)
    own = {side for side, holder in state.holders.items() if seat is not None and holder == seat}
    asked = [place for place, face in state.places.items() if face is None and place[:1] in own and place in wanted]
    if not asked or not desk.keeper.knows:
        return {}
    return await desk.room.strongbox.answer(lambda: desk.keeper.faces(state, asked))
