"""Keeping tables: each under a desk with its machines and its company, by this process or by another.

Tables are taken up from the store where their logs end. Where several processes keep one floor, each looks for tables
that nobody keeps any more, and leaves those whose log somebody else has gone on writing.
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
from punto.floor.posted_limits import Limits
from punto.floor.setup import Clock, Setup
from punto.floor.storage import SharedStreams, Shelves, Strongbox, Switches
from punto.floor.table_actor import FloorServices, Published, TableActor
from punto.game.card_sources import CardSource, UnknownCards
from punto.game.game import Game
from punto.game.virtual_shoe import VirtualShoe
from punto.library import Library, Rulebooks
from punto.record import checkpoints
from punto.record.chain import LogError, Record, decode
from punto.record.durable import Durable
from punto.rules.submission import Submission, read
from punto.table import TableState, after
from punto.table.commands import Adopt
from punto.table.events import CoupEnded, CoupVoided, ShoeEnded
from punto.views.picture import seat_of
from punto.wallet import Terms

EVERY = 1_000  # milliseconds between two looks for tables that nobody keeps
COUP_ENDS = (CoupEnded, CoupVoided)
MOST_EVENTS = 5_000  # from one snapshot to the next; most shoes have fewer
log = logging.getLogger(__name__)


class TableRegistry:
    """The tables that this process keeps."""

    def __init__(
        self,
        store: Durable,
        clock: Clock,
        switches: Switches,
        wallets: Terms | None = None,
        owners: Ownership | None = None,
        address: str = "",
        library: Library | None = None,
    ) -> None:
        self.store, self.clock, self.switches = store, clock, switches
        self.library = library or Library()
        self.shelves = Shelves(store)
        self.owners, self.address = owners or SingleProcess(), address
        strongbox = Strongbox(store)
        self.machines = Machines(store, strongbox, wallets)
        self.room = FloorServices(store, clock, self.machines.beside, strongbox)
        self.unopened: dict[str, str] = {}  # tables that could not be taken up, and why
        self.closing: set[str] = set()  # tables that go as soon as nothing lies on them
        self._posted: dict[str, Limits] = {}
        self._desks: dict[str, TableActor] = {}
        self._filed: dict[str, Submission] = {}
        self._openings: dict[str, bytes] = {}  # the records that opened them
        self._shot: dict[str, int] = {}  # the event at which the last snapshot was kept
        self._ended: dict[str, tuple[Record, TableState]] = {}  # where the last coup ended
        self._tasks: dict[str, set[asyncio.Task[Any]]] = {}
        self._players: dict[str, asyncio.Task[Any]] = {}
        self._stopping = False
        self._told: list[Callable[[TableActor], None]] = []
        self._one = asyncio.Lock()  # tables are opened one after the other
        self._leaving: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None

    def rulebooks(self) -> Rulebooks:
        """Return the rulebooks in force today, for tables that are opened; open ones keep theirs."""
        return self.library.on(self.clock.day())

    @property
    def desks(self) -> Mapping[str, TableActor]:
        """The tables that are kept here."""
        return MappingProxyType(self._desks)

    @property
    def beside(self) -> SharedStreams:
        """The streams that tables share."""
        return self.room.beside

    def when_kept(self, tell: Callable[[TableActor], None]) -> None:
        """Tell somebody of every desk, those that are here and those to come, before it answers anybody."""
        self._told.append(tell)
        for desk in self._desks.values():
            tell(desk)

    # ---------------------------------------------------------------- one table

    async def _resume(self, name: str, setup: Setup) -> TableActor:
        found = await checkpoints.resume(self.store, f"table/{name}")
        self._shot[name] = found.kept
        return await self._keep(Game(found.rules, found.state, found.at), found.opening, setup, adopted=True)

    async def _keeper(self, game: Game) -> CardSource:
        """Return the keeper of a table's cards, once its secrets are compared with what was published of them."""
        keeper = VirtualShoe(game.rules, self.room.strongbox)
        await self.room.strongbox.answer(lambda: keeper.inspect(game.state))
        return keeper

    async def _keep(self, game: Game, opened: bytes, setup: Setup, adopted: bool = False) -> TableActor:
        """Put a table under a desk, with its machines and its company, and keep it going."""
        name, command = game.rules.table, decode(opened).command
        game.partners = await self.machines.of(game, self.clock.now())
        keeper = await self._keeper(game) if command.virtual else UnknownCards()
        driver = (AutomaticDriver if setup.driver == "automatic" else DeskDriver)(keeper, setup.pace)
        desk = TableActor(self.room, game, keeper, driver, self.switches.barred)
        desk.disabled, desk.posted = self.switches.table(name), self._posted.get(name, {})
        self._desks[name], self._openings[name] = desk, opened
        filed = read(command.submission).submission
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
        """Stop a desk and its company, and wait for what is still being written."""
        desk = self._desks.pop(name)
        desk.stop()
        self._filed.pop(name, None)
        if name in self._players:
            self._players.pop(name).cancel()
        if desk.failed:  # it waits to be taken up again
            for task in self._tasks[name]:
                task.cancel()
        while tasks := list(self._tasks[name]):
            await asyncio.gather(*tasks, return_exceptions=True)
        del self._tasks[name]

    # ---------------------------------------------------------------- several processes

    async def _take_up(self) -> None:
        """Take up every table that nobody keeps, while the store can be written to."""
        if self.store.halted:
            return
        async with self._one:
            for name, body in await self.shelves.tables():
                if name in self._tasks or await self.store.last(f"table/{name}") is None:
                    continue
                if await self.owners.own(name):
                    await self._take_up_one(name, body)

    async def _take_up_one(self, name: str, body: bytes) -> None:
        """Take up a table; one that cannot be taken up keeps none of the others from it."""
        try:
            await self._resume(name, msgspec.json.decode(body, type=Setup))
            self.unopened.pop(name, None)
        except Exception as error:
            if self.unopened.get(name) != str(error):
                known = isinstance(error, LogError)  # its words say it all
                log.error("table %s cannot be taken up: %s", name, error, exc_info=None if known else error)
            self.unopened[name] = str(error)
            await self.owners.disown(name)

    async def _adopt(self, desk: TableActor) -> None:
        """Make the new keeper known: in the log, as its first event, and to whoever asks where the table is."""
        ident = f"adopt-{desk.state.version}"
        desk.first(Adopt(id=ident, by=Role.SYSTEM, who="house", at=self.clock.now(), process=self.address))
        await self.shelves.owned(desk.table, self.address)

    async def _look(self) -> None:
        """Look for tables that nobody keeps any more."""
        while not self._stopping:
            await self.clock.sleep_until(self.clock.now() + EVERY)
            try:
                await self._take_up()
                await self.switches.catch_up()
                self._switched()
            except Exception:
                log.exception("tables without a keeper could not be looked for")

    def _lost(self) -> None:
        """Let go of every table: the session that owned them is over, and others may have them by now."""
        log.error("the session that owns the tables was lost")
        for name in list(self._desks):
            self._leave(name)

    def _halt(self) -> None:
        """Stop every table for as long as this process lives: its database is not the one it wrote to."""
        why = self.store.halted
        running = [desk for desk in self._desks.values() if not desk.halted]
        if running:
            log.critical("every table stops: %s", why)
        for desk in running:
            desk.halt(why)

    def _leave(self, name: str) -> None:
        """Leave a table to whoever takes it up next, which may be this process."""

        async def leave() -> None:
            if name in self._desks:
                await self._let_go(name)
                await self.owners.disown(name)

        task = asyncio.get_running_loop().create_task(leave())
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    # ---------------------------------------------------------------- what goes on beside

    def _begin(self, name: str, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work, name=f"table {name}")
        self._tasks[name].add(task)
        task.add_done_callback(self._tasks[name].discard)
        return task

    def _note(self, published: Published) -> None:
        """Keep a snapshot whenever a shoe or a chapter is over, and now and then between two coups."""
        name, record, events = published.desk.table, published.record, published.batch.events
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

    async def _shoot(self, published: Published, over: int) -> None:
        """Keep a table, and its meters; where that fails logs are read from further back, and nothing is lost."""
        name, state = published.desk.table, published.state
        try:
            await checkpoints.save(self.store, published.record, state, self._openings[name])
            if over and name in self._ended:
                await checkpoints.save_shoe(self.store, *self._ended[name], over)
            await self.machines.keep(state.progressive)
        except Exception:
            log.exception("%s: no snapshot was kept", published.record.stream)

    def _switched(self) -> None:
        """Let every desk know whether it is switched off."""
        for name, desk in self._desks.items():
            if desk.disabled != self.switches.table(name) and not desk.halted:
                desk.disabled = self.switches.table(name)
                desk.wake()

    async def stop(self) -> None:
        """Stop in order: what is under way is answered, rounds in flight go on when the floor is opened again."""
        self._stopping = True
        if self._looking is not None:
            self._looking.cancel()
        await asyncio.gather(*(self._let_go(name) for name in list(self._desks)))
        await self.owners.close()


# ---------------------------------------------------------------- supervision

# Supervision: a desk that fails is taken up again from its log, and left alone where that does not help.

MOST_FAILURES = 8  # of a desk, one after the other, before it is left alone
PATIENCE = 1_000  # milliseconds before a desk is taken up again; twice as long every time
MOST_DOUBLED = 5  # for a desk whose database is away: it waits, however long that takes
supervision_log = logging.getLogger(__name__)


async def supervise(
    desk: TableActor, over: Callable[[], bool], leave: Callable[[], None] | None, halt: Callable[[], None]
) -> None:
    """Run a desk; take it up again where it failed, unless that does not help.

    Where other processes keep tables too, ``leave`` leaves it to whoever takes it up next: perhaps another process
    writes it, and whoever owns it goes on from the log. Where the store writes nothing more, ``halt`` stops all tables
    of this process, and none is taken up again.
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


# ---------------------------------------------------------------- peeking

# Peeking: whoever holds a hand for the squeeze may look at its cards before they are turned, and nobody else may.
#
# Nothing of it is logged: the log knows a card when it is turned.


async def peeked(desk: TableActor, who: str, places: Iterable[str]) -> dict[str, str]:
    """Return the faces of cards that somebody holds for the squeeze, and no others."""
    state, wanted = desk.state, set(places)
    seat = seat_of(state, who)
    own = {side for side, holder in state.holders.items() if seat is not None and holder == seat}
    asked = [place for place, face in state.places.items() if face is None and place[:1] in own and place in wanted]
    if not asked or not desk.keeper.knows:
        return {}
    return await desk.room.strongbox.answer(lambda: desk.keeper.faces(state, asked))
