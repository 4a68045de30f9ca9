"""Players' own limits on a floor: each player's stream of care, and the play of all tables beside it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from punto import care
from punto.accounts.books import Books, Clock
from punto.accounts.journal import Journal
from punto.care.commands import Own, Pause, SetLimit
from punto.log.store import Conflict
from punto.roles import Role

MOST_KNOWN = 10_000  # players whose limits are remembered; others are read again
PLAY, WHOLE = "play", "floor"  # the document that play is kept in

_PLAY = msgspec.json.Decoder(care.Play)


class Limits:
    """What players asked to be held to, and how they stand."""

    def __init__(self, books: Books, clock: Clock) -> None:
        self.books, self.clock = books, clock
        self.play = care.Play()
        self._behind: set[str] = set()
        self._wallets: set[str] = set()  # that were read on since play was kept
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._known: OrderedDict[str, Journal[care.State, care.Refusal]] = OrderedDict()

    @classmethod
    async def open(cls, books: Books, clock: Clock) -> Limits:
        """Take up play where it was kept, and read on from there."""
        limits = cls(books, clock)
        kept = await books.shelf(PLAY, WHOLE)
        if kept:
            limits.play = _PLAY.decode(kept[1])
        await limits.catch_up()
        return limits

    async def catch_up(self) -> None:
        """Read the tables on, after a start and where other processes keep tables too; a wallet when it is asked of."""
        for stream in await self.books.streams("table/"):
            await self.read_stream(stream)

    async def keep(self) -> None:
        """Keep play as a document, so that a start does not read every log from its beginning."""
        self._wallets.clear()
        kept = await self.books.shelf(PLAY, WHOLE)
        try:
            await self.books.shelve(PLAY, WHOLE, msgspec.json.encode(self.play), kept[0] if kept else 0)
        except Conflict:  # another process kept it; either is a true beginning
            return

    def see(self, batch: Any) -> None:
        """Follow a table or a wallet: called with each batch after it was stored.

        Where some before it are missing, as when a table has come from another process, it waits for ``read_on``.
        """
        if batch.n > self.play.seen.get(batch.stream, 0) + 1:
            self._behind.add(batch.stream)
        else:
            self.play.see(batch)

    async def read_on(self) -> None:
        """Read on the streams of which something is missing."""
        while self._behind:
            await self.read_stream(self._behind.pop())

    async def read_stream(self, stream: str) -> None:
        """Read one table or wallet on."""
        for record in await self.books.read(stream, self.play.seen.get(stream, 0)):
            self.play.see(record.batch)

    # ------------------------------------------------------------ one player

    async def of(self, who: str) -> care.State:
        """Return what somebody is held to."""
        return await self._journal(who).catch_up()

    async def set(self, who: str, limit: Own, amount: int | None) -> care.Refusal | None:
        """Set one's own limit of a day; none for no limit."""
        return await self._journal(who).do(SetLimit, by=Role.PLAYER, who=who, limit=limit, amount=amount)

    async def pause(self, who: str, until: int) -> care.Refusal | None:
        """Be kept from playing until a moment."""
        return await self._journal(who).do(Pause, by=Role.PLAYER, who=who, until=until)

    def turn(self, who: str) -> asyncio.Lock:
        """Return what is held from asking whether somebody may until it is done: at two tables they have one limit."""
        return self._turns.setdefault(who, asyncio.Lock())

    async def may(self, who: str, command: Any, *, disabled: bool = False) -> care.Refusal | None:
        """Say why somebody must not give a command now; nothing where they may."""
        limits, standing = await self.of(who), await self.standing(who)
        return care.may(limits, standing, command, self.clock(), disabled=disabled)

    async def standing(self, who: str) -> care.Standing:
        """Say how somebody stands now."""
        wallet = f"wallet/{who}"
        if wallet not in self._wallets:
            await self.read_stream(wallet)
            self._wallets.add(wallet)
        return self.play.standing(who, self.clock())

    def _journal(self, who: str) -> Journal[care.State, care.Refusal]:
        journal = self._known.pop(who, None)
        if journal is None:
            stream = f"care/{who}"
            journal = Journal(self.books, self.clock, stream, care.State(), care.decide, care.evolve)
        self._known[who] = journal
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return journal
