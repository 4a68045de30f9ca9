"""What the operator may switch off: the floor, a table, a player.

Whatever is switched off begins nothing new: nobody sits down, buys chips or bets there. A round in flight is finished
by the same rules as any other, wagers that lie are played, everybody may take a wager back, choose, and leave with what
is theirs. Switches are kept beside the log and hold after a restart.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from punto.log.store import Conflict
from punto.store.durable import Durable

KIND = "disabled"
FLOOR = "floor"


class Switches:
    """What is switched off now."""

    def __init__(self, store: Durable, off: Iterable[str] = ()) -> None:
        self._store = store
        self.off = set(off)

    @classmethod
    async def read(cls, store: Durable) -> Switches:
        """Read what was switched off."""
        return cls(store, [key for key, _, _ in await store.shelved(KIND)])

    async def catch_up(self) -> None:
        """Read what another process has switched."""
        self.off = {key for key, _, _ in await self._store.shelved(KIND)}

    @property
    def floor(self) -> bool:
        """Whether the whole floor is off."""
        return FLOOR in self.off

    def table(self, name: str) -> bool:
        """Say whether a table is off, by itself or with the floor."""
        return self.floor or f"table/{name}" in self.off

    def barred(self, who: str) -> str:
        """Say what keeps a player from playing; nothing where nothing does."""
        return "player" if f"player/{who}" in self.off else ""

    async def set(self, key: str, off: bool) -> None:
        """Throw a switch, durably."""
        if off and key not in self.off:
            with suppress(Conflict):  # somebody else was faster
                await self._store.shelve(KIND, key, b"{}", 0)
            self.off.add(key)
        elif not off:
            await self._store.erase(KIND, key)
            self.off.discard(key)
