"""What the pit orders: switches, tables closed, limits posted. Each is in the house's journal, with its reason.

The journal is the truth: an order is written there first, and then carried out. What another process ordered, or what
was ordered before a start, is carried out when the journal is looked at.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from punto.accounts import Accounts
from punto.core.roles import Duty
from punto.floor import Floor, TableActor
from punto.people.administration.messages import Override, Refusal, SetParameter
from punto.people.administration.state import FLOORS
from punto.rules.house_rules import Limit
from punto.server.endpoints import HTTPError
from punto.server.participants import Participant
from punto.server.wallets import see_out

SWITCH, TABLE, LIMITS = FLOORS
WORDS = {
    "no-change": "That is so already.",
    "reason-needed": "Say why, in up to 500 signs.",
}


class Orders:
    """What was ordered, as far as this process has carried it out."""

    def __init__(self, house: Floor, people: Accounts, *, demo: bool = False) -> None:
        self.house, self._people, self._demo = house, people, demo
        self._done: Mapping[str, str] = {}
        self._closing: set[asyncio.Task[None]] = set()

    async def give(self, caller: Participant, name: str, value: str, why: str) -> None:
        """Write an order into the journal."""
        await self._ask(caller, SetParameter, name=name, value=value, why=why)

    async def note(self, caller: Participant, what: str, why: str) -> None:
        """Note what somebody does by hand."""
        await self._ask(caller, Override, what=what, why=why)

    async def _ask(self, caller: Participant, kind: type, **fields: str) -> None:
        refusal = await self._people.journal.do(kind, by=Duty.FLOOR, who=caller.who, **fields)
        if isinstance(refusal, Refusal):
            status = 400 if refusal.reason == "reason-needed" else 409
            words = WORDS.get(refusal.reason, "The house does not take that.")
            raise HTTPError(status, str(refusal.reason), words, dict(refusal.detail))

    async def switch(self, caller: Participant, what: str, off: bool, why: str) -> None:
        """Switch something off, or on again."""
        await self.give(caller, f"{SWITCH}{what}", "off" if off else "on", why)
        await self.carry_out()

    async def post(self, caller: Participant, table: str, limits: Mapping[str, Limit], why: str) -> None:
        """Post limits at a table, wager by wager; those that are the filed ones are posted no more."""
        filed = self.house.desks[table].rules.limits
        now = self._people.journal.state.parameters
        for key, limit in limits.items():
            name, value = f"{LIMITS}{table}/{key}", written(limit) if limit != filed[key] else "filed"
            if now.get(name, "filed") != value:
                await self.give(caller, name, value, why)
        await self.carry_out()

    async def carry_out(self) -> None:
        """Carry out what was ordered and is not done here yet."""
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
        """Let a table go that is kept here, when nothing lies on it, and everybody who sits there."""
        if table in self.house.desks and table not in self.house.closing:
            task = asyncio.create_task(self._closed(table))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _closed(self, table: str) -> None:
        await self.house.come_to_rest(table)
        await see_out(self.house, self.house.desks[table], demo=self._demo)
        await self.house.close_table(table)

    async def close(self, caller: Participant, table: str, why: str) -> None:
        """Close a table: it begins nothing new, and goes when nothing lies on it."""
        await self.give(caller, f"{TABLE}{table}", "closed", why)
        await self.carry_out()

    async def reopen(self, caller: Participant, table: str, why: str) -> TableActor:
        """Take a table up again that was closed."""
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
        """Wait for no table any more."""
        for task in self._closing:
            task.cancel()
        await asyncio.gather(*self._closing, return_exceptions=True)


def _table_of(name: str) -> str:
    return name.removeprefix(LIMITS).rpartition("/")[0]


def written(limit: Limit) -> str:
    """Write limits as the journal keeps them.

    >>> written(Limit(2500, 500000))
    '2500-500000'
    """
    return f"{limit.least}-{limit.most}"


def read(text: str) -> Limit:
    """Read them again."""
    least, _, most = text.partition("-")
    return Limit(int(least), int(most))
