"""Wagers that were tried after bets had closed: refused, so in no log, but of interest to whoever watches.

The last of each table are kept, so that nobody who sends a thousand of them makes anything grow; now and then they are
put beside the log as a document, and read again after a start.
"""

from __future__ import annotations

from collections import deque

import msgspec

from punto.floor import Desk
from punto.folds.suspicion import Tried
from punto.log.store import Conflict
from punto.store.durable import Durable
from punto.table import Refusal
from punto.table.commands import AnyCommand, LetStand, Verbal, Wager, Wagers, Withdraw
from punto.table.refusals import Reason

KIND = "tried"
MOST = 200  # of a table
STAKING = (Wager, Wagers, Verbal, Withdraw, LetStand)
_TRIED = msgspec.json.Decoder(tuple[Tried, ...])


class Attempts:
    """What was tried at the tables that are kept here."""

    def __init__(self, store: Durable) -> None:
        self._store = store
        self._of: dict[str, deque[Tried]] = {}
        self._changed: set[str] = set()

    async def read(self, table: str) -> None:
        """Read what was kept of a table."""
        kept = await self._store.shelf(KIND, table)
        self._of.setdefault(table, deque(maxlen=MOST)).extendleft(reversed(_TRIED.decode(kept[1]) if kept else ()))

    def of(self, table: str) -> tuple[Tried, ...]:
        """Return what was tried at a table, the oldest first."""
        return tuple(self._of.get(table, ()))

    def note(self, desk: Desk, command: AnyCommand, refusal: Refusal, at: int) -> None:
        """Note a wager that was refused because bets were closed."""
        if not isinstance(command, STAKING) or refusal.reason is not Reason.WRONG_PHASE:
            return
        state = desk.state
        tried = Tried(
            at=at,
            who=command.who,
            seat=command.seat,
            shoe=state.shoe,
            coup=state.coup,
            number=state.coup - state.shoe_began + 1,
            version=state.version,
            do=str(command.__struct_config__.tag),
            reason=str(refusal.reason),
            section=refusal.section,
        )
        self._of.setdefault(desk.table, deque(maxlen=MOST)).append(tried)
        self._changed.add(desk.table)

    async def keep(self) -> None:
        """Keep what has changed."""
        for table in list(self._changed):
            self._changed.discard(table)
            kept = await self._store.shelf(KIND, table)
            try:
                await self._store.shelve(KIND, table, msgspec.json.encode(self.of(table)), kept[0] if kept else 0)
            except Conflict:  # another process keeps this table by now
                continue
