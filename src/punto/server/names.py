"""The names that people have chosen, beside their seats.

A name is its owner's, can be erased, and is in no log: so it is told beside the table and never as part of it. Who has
come in sees the names of those who sit there; a passer-by sees seats. House players and walk-ins have none.
"""

from __future__ import annotations

import asyncio

import structlog

from punto.accounts.roll import Roll
from punto.floor import Published
from punto.folds.picture import BOT
from punto.server.for_seats import WALK_IN
from punto.server.hub import Room
from punto.table.events import PlayerLeft, PlayerSeated

log = structlog.get_logger("punto.names")


class Names:
    """Whoever looks up what people are called."""

    def __init__(self, roll: Roll) -> None:
        self._roll = roll
        self._asking: set[asyncio.Task[None]] = set()

    def see(self, room: Room, published: Published) -> None:
        """Look names up anew where somebody sat down or left."""
        if any(type(event) in (PlayerSeated, PlayerLeft) for event in published.batch.events):
            task = asyncio.create_task(self._ask(room))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _ask(self, room: Room) -> None:
        try:
            await self.look_up(room)
        except Exception as error:  # seats without names are seats all the same
            log.error("names could not be looked up", error=type(error).__name__, exc_info=error)

    async def look_up(self, room: Room) -> None:
        """Tell a room what those who sit there are called, as it stands when all are known."""
        seated, names = None, dict[str, str]()
        while seated != room.desk.state.seated:
            seated = room.desk.state.seated
            found = {str(seat): await self._name(who) for seat, who in sorted(seated.items())}
            names = {seat: name for seat, name in found.items() if name}
        room.tell_names(names)

    async def _name(self, who: str) -> str:
        kept = None if who.startswith((BOT, WALK_IN)) else await self._roll.by_who(who)
        return kept.account.name if kept else ""
