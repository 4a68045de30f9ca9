"""The floor: open, close, suspend and resume tables; review of what is filed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from punto.core.roles import Role
from punto.floor.ownership import Ownership
from punto.floor.posted_limits import Limits, unfit
from punto.floor.setup import Clock, Setup
from punto.floor.storage import FLOOR, Switches
from punto.floor.table_actor import TableActor
from punto.floor.table_registry import TableRegistry
from punto.game.coupon_link import BOOK
from punto.game.game import Game, Prepared
from punto.library import BUILT_IN, Library, Rulebooks
from punto.record.durable import Durable
from punto.record.opening import Open, Unlawful, opening, rules_of, running
from punto.record.store import Conflict
from punto.rules.review.shuffling import review_pit
from punto.rules.submission import Submission, read
from punto.table import Outcome, TableState, after
from punto.table.phases import Phase
from punto.table.state import stakes
from punto.wallet import Terms

# ---------------------------------------------------------------- filing

# Opening a table of a floor: its submission reviewed, with the tables of its pit, and its first record prepared.


def read_filing(text: str, others: Iterable[Submission], books: Rulebooks = BUILT_IN) -> Submission:
    """Read a submission; raise ``Unlawful`` where it is none, or differs from the tables of its pit."""
    found = read(text)
    if found.submission is None:
        raise ValueError("; ".join(f"{fault.path}: {fault.message}" for fault in found.faults))
    tables = [*others, found.submission]
    differs = review_pit(tables, books).get(len(tables) - 1)
    if differs:
        raise Unlawful(tuple(differs))
    return found.submission


def meters_of(text: str) -> str:
    """Name the meters of a table that shares its own with no other; nothing where it has none."""
    submission = read(text).submission
    return f"royal-9 {submission.table}" if submission is not None and "royal-9" in submission.wagers else ""


def first_record(
    text: str,
    submission: Submission,
    books: Rulebooks = BUILT_IN,
    *,
    rack: int,
    progressive: str,
    virtual: bool,
    who: str,
    at: int,
    alone: int | None = None,
) -> tuple[Game, Prepared]:
    """Return a table that is not open yet, and what opens it under the rulebook in force; raise ``Unlawful``."""
    command = Open(
        id="open",
        by=Role.FLOOR,
        who=who,
        at=at,
        submission=text,
        rulebook=books.text(submission.rulebook),
        rack=rack,
        punto=running(),
        progressive=progressive,
        virtual=virtual,
        coupon_book=BOOK if submission.deal.match_play else "",
        alone=alone,
    )
    game = Game(rules_of(command), TableState(), at)
    events = opening(game.rules, command)
    return game, game.prepared(command, Outcome(events, after(game.state, events)))


# ---------------------------------------------------------------- house

# The house: all tables of a floor, opened from submissions, switched off and on, closed and taken up again.
#
# How they are kept going is in ``punto.floor.table_registry``; what their meters and wallets do, in
# ``punto.floor.machines``.

RACK = 1_000_000_00


class Floor(TableRegistry):
    """A floor of live tables."""

    @classmethod
    async def open(
        cls,
        store: Durable,
        clock: Clock | None = None,
        wallets: Terms | None = None,
        owners: Ownership | None = None,
        address: str = "",
        library: Library | None = None,
    ) -> Floor:
        """Open the floor that a store holds: every table as its log left it, save those that another process keeps."""
        house = cls(store, clock or Clock(), await Switches.read(store), wallets, owners, address, library)
        await house._take_up()
        if house.owners.shared:
            house.owners.when_lost(house._lost)
            house._looking = asyncio.get_running_loop().create_task(house._look())
        return house

    # ---------------------------------------------------------------- tables

    async def open_table(
        self,
        submission: str,
        setup: Setup | None = None,
        *,
        rack: int = RACK,
        progressive: str = "",
        virtual: bool = True,
        who: str = "house",
        alone: int | None = None,
    ) -> TableActor:
        """Open a table under a submission; raise ``Unlawful`` with every finding, also those of its pit.

        ``alone`` is what one floorperson moves by hand at it without a second, in cents; None for any sum.
        """
        setup = setup or Setup(driver="automatic" if virtual else "desk")
        books = self.rulebooks()
        filed = read_filing(submission, self._filed.values(), books)
        if setup.driver == "automatic" and not virtual:
            raise ValueError(f"{filed.table}: nobody can deal a shoe of wood but a person")
        at = self.clock.now()
        game, prepared = first_record(
            submission, filed, books, rack=rack, progressive=progressive, virtual=virtual, who=who, at=at, alone=alone
        )
        self.machines.check(game.rules, progressive)
        async with self._one:
            if not await self.owners.own(filed.table):
                raise ValueError(f"table {filed.table} is open already, in another process")
            if await self.store.last(game.stream) is not None:  # it may be closed, and stays so
                await self.owners.disown(filed.table)
                raise ValueError(f"table {filed.table} was opened before")
            await self.shelves.open(filed.table, setup)
            try:
                records = await self.store.append(prepared.writes)
            except Conflict:
                raise ValueError(f"table {filed.table} was opened before") from None
            game.take(prepared)
            return await self._keep(game, records[0].body, setup)

    async def close_table(self, name: str) -> None:
        """Keep a table here no more, once nothing lies on it; its log stays, and ``reopen_table`` takes it up."""
        await self.come_to_rest(name)
        await self.shelves.close(name)
        await self._let_go(name)
        self.closing.discard(name)
        await self.owners.disown(name)

    async def come_to_rest(self, name: str) -> None:
        """Let a table that is to be closed begin nothing new, and wait until nothing lies on it."""
        desk = self._desks[name]
        self.closing.add(name)
        await self.disable(f"table/{name}")
        rests = asyncio.Event()
        stop = desk.watch(lambda published: rests.set() if at_rest(published.state) else None)
        while not at_rest(desk.state):
            rests.clear()
            await rests.wait()
        stop()

    async def reopen_table(self, name: str, setup: Setup | None = None) -> TableActor:
        """Take up a table again that was closed, driven as it was unless another way is named."""
        async with self._one:
            setup = setup or await self.shelves.setup(name)
            if setup is None or name in self._desks:
                raise ValueError(f"table {name} is not closed")
            if not await self.owners.own(name):
                raise ValueError(f"table {name} is kept by another process")
            await self.shelves.open(name, setup)
            await self.disable(f"table/{name}", off=False)
            return await self._resume(name, setup)

    # ---------------------------------------------------------------- switches

    async def disable(self, what: str = FLOOR, off: bool = True) -> None:
        """Switch off ``floor``, ``table/NAME`` or ``player/WHO``, or on again; rounds in flight are finished."""
        await self.switches.set(what, off)
        self._switched()

    def post(self, name: str, limits: Limits) -> None:
        """Post limits at a table, within those filed; raise ``ValueError`` where they are not."""
        desk = self._desks.get(name)
        wrong = unfit(desk.rules, limits) if desk else ""
        if wrong:
            raise ValueError(wrong)
        self._posted[name] = limits
        if desk:
            desk.posted = limits
            desk.wake()


def at_rest(state: TableState) -> bool:
    """Say whether no round is in flight at a table, and no wager lies on it; cards may be half shuffled."""
    between = state.phase in (Phase.PREPARING, Phase.IDLE) or (state.phase is Phase.BETTING and not state.done)
    return between and not stakes(state)
