"""The house: all tables of a floor, opened from submissions, switched off and on, closed and taken up again.

How they are kept going is in ``punto.floor.keeping``; what their meters and wallets do, in ``punto.floor.machines``.
"""

from __future__ import annotations

import asyncio

from punto.floor import filing
from punto.floor.clock import Clock
from punto.floor.desk import Desk
from punto.floor.keeping import Keeping
from punto.floor.owners import Owners
from punto.floor.posted import Limits, unfit
from punto.floor.setup import Setup
from punto.floor.switches import FLOOR, Switches
from punto.library import Library
from punto.log.store import Conflict
from punto.store.durable import Durable
from punto.table import TableState
from punto.table.felt import stakes
from punto.table.phases import Phase
from punto.wallet import Terms

RACK = 1_000_000_00


class House(Keeping):
    """A floor of live tables."""

    @classmethod
    async def open(
        cls,
        store: Durable,
        clock: Clock | None = None,
        wallets: Terms | None = None,
        owners: Owners | None = None,
        address: str = "",
        library: Library | None = None,
    ) -> House:
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
    ) -> Desk:
        """Open a table under a submission; raise ``Unlawful`` with every finding, also those of its pit.

        ``alone`` is what one floorperson moves by hand at it without a second, in cents; None for any sum.
        """
        setup = setup or Setup(driver="automatic" if virtual else "desk")
        books = self.rulebooks()
        filed = filing.filed(submission, self._filed.values(), books)
        if setup.driver == "automatic" and not virtual:
            raise ValueError(f"{filed.table}: nobody can deal a shoe of wood but a person")
        at = self.clock.now()
        game, prepared = filing.first_record(
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

    async def reopen_table(self, name: str, setup: Setup | None = None) -> Desk:
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
