"""What a person is handed: cards to squeeze, or the stack to cut. It lies over the table while it is theirs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.screen import Screen

from punto.apps.terminal.choices import Choice, name_of
from punto.apps.terminal.cutting import Cutting
from punto.apps.terminal.dock import Offer
from punto.apps.terminal.sitting import Sitting
from punto.apps.terminal.squeeze import Squeeze
from punto.table.holes import Depth, Due, Faces


class Asking:
    """Puts things into the person's hands, and takes them away when they are gone."""

    def __init__(self, table: Screen[None], sitting: Sitting, do: Callable[[Choice], Awaitable[None]]) -> None:
        self._table, self._sitting, self._do = table, sitting, do
        self._ways: dict[str, Choice] = {}
        self._about = ""  # what lies over the table now

    async def show(self, offer: Offer) -> None:
        """Hand over what is asked about, unless something else is being read."""
        act = offer.choices[0].act if offer.mode == "ask" else None
        about = f"{self._sitting.state.coup} {act}" if act else ""
        app = self._table.app
        if self._about and about != self._about:
            self._about = ""
            if isinstance(app.screen, Squeeze | Cutting):
                app.pop_screen()
        if act is None or self._about or app.screen is not self._table:
            return
        self._ways = {name_of(one.act): one for one in offer.choices}
        screen = await self._screen(act)
        if screen is not None:
            self._about = about
            app.push_screen(screen, self._squeezed if isinstance(screen, Squeeze) else self._cut)

    async def _screen(self, act: Due) -> Screen[Any] | None:
        for _, hole in act.holes:
            if isinstance(hole, Faces):
                faces = await self._sitting.peek(hole.places)
                return Squeeze(faces, act.section) if faces else None
            if isinstance(hole, Depth):
                return Cutting(self._sitting.rules.shoe.decks * 52, hole.least, hole.most, act.section)
        return None

    async def _squeezed(self, answer: Any) -> None:
        self._about = ""
        if answer in self._ways:
            await self._do(self._ways[answer])

    async def _cut(self, depth: Any) -> None:
        self._about = ""
        choice = self._ways["decline-cut" if depth is None else "place-cut"]
        await self._do(choice if depth is None else choice._replace(holes={"cards": depth}))
