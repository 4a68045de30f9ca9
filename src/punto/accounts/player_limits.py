"""Players' own limits on a floor: each player's limit stream, and a fold of their play at all tables."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from punto.accounts.journal import Journal
from punto.accounts.user_store import Books, Clock
from punto.core.roles import Role
from punto.people import responsible_play
from punto.people.responsible_play.messages import Own, Pause, SetLimit
from punto.record.store import Conflict

MOST_KNOWN = 10_000  # players whose limits stay cached; others are read again
PLAY, WHOLE = "play", "floor"  # kind and key of the document that stores play

_PLAY = msgspec.json.Decoder(responsible_play.Play)


class Limits:
    """Self-imposed limits of players, and their standing against them."""

    def __init__(self, books: Books, clock: Clock) -> None:
        self.books, self.clock = books, clock
        self.play = responsible_play.Play()
        self._behind: set[str] = set()
        self._wallets: set[str] = set()  # wallets read since play was last stored
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._known: OrderedDict[str, Journal[responsible_play.State, responsible_play.Refusal]] = OrderedDict()

    @classmethod
    async def open(cls, books: Books, clock: Clock) -> Limits:
        """Load the stored play and catch up from there."""
        limits = cls(books, clock)
        kept = await books.shelf(PLAY, WHOLE)
        if kept:
            limits.play = _PLAY.decode(kept[1])
        await limits.catch_up()
        return limits

    async def catch_up(self) -> None:
        """Read on all tables, after a start and when other processes run tables too; wallets are read on demand."""
        for stream in await self.books.streams("table/"):
            await self.read_stream(stream)

    async def keep(self) -> None:
        """Store play as a document, so that a start does not read every log from its beginning."""
        self._wallets.clear()
        kept = await self.books.shelf(PLAY, WHOLE)
        try:
            await self.books.shelve(PLAY, WHOLE, msgspec.json.encode(self.play), kept[0] if kept else 0)
        except Conflict:  # another process stored it; either copy is a valid starting point
            return

    def see(self, batch: Any) -> None:
        """Fold a batch of a table or wallet; called after each batch is stored.

        If earlier batches are missing, as after a table has moved from another process, the stream waits for
        ``read_on``.
        """
        if batch.n > self.play.seen.get(batch.stream, 0) + 1:
            self._behind.add(batch.stream)
        else:
            self.play.see(batch)

    async def read_on(self) -> None:
        """Read on the streams that have missing batches."""
        while self._behind:
            await self.read_stream(self._behind.pop())

    async def read_stream(self, stream: str) -> None:
        """Read on one table or wallet."""
        for record in await self.books.read(stream, self.play.seen.get(stream, 0)):
            self.play.see(record.batch)

    # ------------------------------------------------------------ one player

    async def of(self, who: str) -> responsible_play.State:
        """Return the limits of a player."""
        return await self._journal(who).catch_up()

    async def set(self, who: str, limit: Own, amount: int | None) -> responsible_play.Refusal | None:
        """Set a daily limit; None for no limit."""
        return await self._journal(who).do(SetLimit, by=Role.PLAYER, who=who, limit=limit, amount=amount)

    async def pause(self, who: str, until: int) -> responsible_play.Refusal | None:
        """Bar the player from playing until a time in milliseconds."""
        return await self._journal(who).do(Pause, by=Role.PLAYER, who=who, until=until)

    def turn(self, who: str) -> asyncio.Lock:
        """Return a player's lock; hold it from the check to the act, because all tables share one limit."""
        return self._turns.setdefault(who, asyncio.Lock())

    async def may(self, who: str, command: Any, *, disabled: bool = False) -> responsible_play.Refusal | None:
        """Return why a player must not give a command now, or None."""
        limits, standing = await self.of(who), await self.standing(who)
        return responsible_play.may(limits, standing, command, self.clock(), disabled=disabled)

    async def standing(self, who: str) -> responsible_play.Standing:
        """Return a player's current standing."""
        wallet = f"wallet/{who}"
        if wallet not in self._wallets:
            await self.read_stream(wallet)
            self._wallets.add(wallet)
        return self.play.standing(who, self.clock())

    def _journal(self, who: str) -> Journal[responsible_play.State, responsible_play.Refusal]:
        journal = self._known.pop(who, None)
        if journal is None:
            stream = f"care/{who}"
            journal = Journal(
                self.books,
                self.clock,
                stream,
                responsible_play.State(),
                responsible_play.decide,
                responsible_play.evolve,
            )
        self._known[who] = journal
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return journal
