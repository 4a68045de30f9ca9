"""Orders of the pit: suspensions, closed tables, posted limits; each is in the journal, with its reason.

An order is written to the journal first, and then carried out. Orders of other processes, or from before a restart, are
carried out when the journal is read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import structlog

from punto.accounts import Accounts, tokens
from punto.core.roles import Duty, Role
from punto.floor import Floor, TableActor
from punto.people.administration.messages import Override, Refusal, SetParameter
from punto.people.administration.state import FLOORS
from punto.record.duties import CLOSING
from punto.rules.house_rules import Limit
from punto.server.cage import WORDS, from_wallet
from punto.server.endpoints import HTTPError
from punto.server.participants import WALK_IN, Participant
from punto.table import Refusal as TableRefusal
from punto.table.commands import AnyCommand, Leave
from punto.views.picture import BOT

SWITCH, TABLE, LIMITS = FLOORS
log = structlog.get_logger("punto.leaving")


class Orders:
    """The orders, as far as this process has carried them out."""

    def __init__(self, house: Floor, people: Accounts, *, demo: bool = False) -> None:
        self.house, self._people, self._demo = house, people, demo
        self._done: Mapping[str, str] = {}
        self._closing: set[asyncio.Task[None]] = set()

    async def give(self, caller: Participant, name: str, value: str, why: str) -> None:
        """Write an order into the journal."""
        await self._ask(caller, SetParameter, name=name, value=value, why=why)

    async def note(self, caller: Participant, what: str, why: str) -> None:
        """Record an act by hand in the journal."""
        await self._ask(caller, Override, what=what, why=why)

    async def _ask(self, caller: Participant, kind: type, **fields: str) -> None:
        refusal = await self._people.journal.do(kind, by=Duty.FLOOR, who=caller.who, **fields)
        if isinstance(refusal, Refusal):
            status = 400 if refusal.reason == "reason-needed" else 409
            words = WORDS.get(refusal.reason, "The house does not take that.")
            raise HTTPError(status, str(refusal.reason), words, dict(refusal.detail))

    async def switch(self, caller: Participant, what: str, off: bool, why: str) -> None:
        """Suspend or resume something."""
        await self.give(caller, f"{SWITCH}{what}", "off" if off else "on", why)
        await self.carry_out()

    async def post(self, caller: Participant, table: str, limits: Mapping[str, Limit], why: str) -> None:
        """Post limits at a table, by wager; filed limits are no longer posted."""
        filed = self.house.desks[table].rules.limits
        now = self._people.journal.state.parameters
        for key, limit in limits.items():
            name, value = f"{LIMITS}{table}/{key}", written(limit) if limit != filed[key] else "filed"
            if now.get(name, "filed") != value:
                await self.give(caller, name, value, why)
        await self.carry_out()

    async def carry_out(self) -> None:
        """Carry out orders that this process has not carried out yet."""
        wanted = (await self._people.journal.catch_up()).parameters
        if wanted is self._done:
            return
        before, self._done = self._done, wanted
        for name in (name for name in {*before, *wanted} if before.get(name) != wanted.get(name)):
            if name.startswith(SWITCH):
                await self.house.disable(name.removeprefix(SWITCH), off=name in wanted)
            elif name.startswith(TABLE) and name in wanted:
                self._close(name.removeprefix(TABLE))
        for table in {_table_of(name) for name in {*before, *wanted} if name.startswith(LIMITS)}:
            own = {name: text for name, text in wanted.items() if name.startswith(f"{LIMITS}{table}/")}
            self.house.post(table, {name.rpartition("/")[2]: read(text) for name, text in own.items()})

    def _close(self, table: str) -> None:
        """Close a table of this process once it is at rest, and let its players leave."""
        if table in self.house.desks and table not in self.house.closing:
            task = asyncio.create_task(self._closed(table))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _closed(self, table: str) -> None:
        await self.house.come_to_rest(table)
        await see_out(self.house, self.house.desks[table], demo=self._demo)
        await self.house.close_table(table)

    async def close(self, caller: Participant, table: str, why: str) -> None:
        """Close a table: no new round begins, and it closes when it is at rest."""
        await self.give(caller, f"{TABLE}{table}", "closed", why)
        await self.carry_out()

    async def reopen(self, caller: Participant, table: str, why: str) -> TableActor:
        """Reopen a closed table."""
        try:
            desk = await self.house.reopen_table(table)
        except ValueError as error:
            raise HTTPError(409, "not-closed", f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
        if f"{TABLE}{table}" in self._people.journal.state.parameters:
            await self.give(caller, f"{TABLE}{table}", "open", why)
        if f"{SWITCH}table/{table}" in self._done:
            await self.house.disable(f"table/{table}")
        await self.carry_out()
        return desk

    async def stop(self) -> None:
        """Stop waiting for tables to close."""
        for task in self._closing:
            task.cancel()
        await asyncio.gather(*self._closing, return_exceptions=True)


def _table_of(name: str) -> str:
    return name.removeprefix(LIMITS).rpartition("/")[0]


def written(limit: Limit) -> str:
    """Encode limits for the journal.

    >>> written(Limit(2500, 500000))
    '2500-500000'
    """
    return f"{limit.least}-{limit.most}"


def read(text: str) -> Limit:
    """Decode limits from the journal."""
    least, _, most = text.partition("-")
    return Limit(int(least), int(most))


async def see_out(house: Floor, desk: TableActor, *, demo: bool) -> None:
    """Unseat the players of a closed table; their chips go to their wallets, if the floor has wallets.

    Demo players stay: they belong to the table. Such a command is in the seat's name, and its id begins with
    ``closing-``, which no client may use: so the log says who did not leave by themselves. A player who cannot leave
    keeps the seat and every chip.
    """
    for seat, who in sorted(desk.state.seated.items()):
        if who.startswith(BOT):
            continue
        leave: AnyCommand = Leave(id=f"{CLOSING}{tokens.command()}", by=Role.PLAYER, who=who, at=0, seat=seat)
        try:
            if not demo and not who.startswith(WALK_IN):
                leave = await from_wallet(house, desk, leave)
            answer = await desk.do(leave)
        except Exception as error:  # queue full, table unavailable, no database: the table closes all the same
            log.warning("somebody was not let go", table=desk.table, seat=seat, why=str(error))
            continue
        if isinstance(answer, TableRefusal):
            log.warning("somebody was not let go", table=desk.table, seat=seat, why=str(answer.reason))
