"""Somebody at a table in the terminal: the real program without a screen, its keys pressed and its mouse moved."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace
from textual.pilot import Pilot

from punto.apps.terminal.app import PlayApp
from punto.apps.terminal.sitting import Patient, Wanted
from punto.apps.terminal.squeeze import Cutting, Squeeze
from punto.floor.dealer import Wakeup
from punto.game.game import Game
from punto.record.memory import MemoryDurable
from punto.table.commands import AnyCommand, Perform
from punto.table.drive import filled, house, usual
from punto.table.phases import Phase
from tests import filed

SIZE = (100, 30)
LONGEST = 40  # seconds that anything may take on a slow machine
LEFT = 26  # cards of a short shoe before its cover card


def submission(name: str) -> str:
    return filed.text(name)


class Seeded(MemoryDurable):
    """A store whose secrets come from a word, so that the same cards are dealt again."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self._word = word

    async def seal(self, name: str) -> bytes:
        return hashlib.sha256(f"{self._word} {name}".encode()).digest()


class Hasty(Patient):
    """A dealer who puts the cover card far forward: the shoe is a short one, and as lawful."""

    def command(self, game: Game, wakeup: Wakeup, now: int) -> AnyCommand | None:
        command = super().command(game, wakeup, now)
        act = house(game.rules, game.state, now)
        if act is None or wakeup.why != "beat" or game.state.phase is not Phase.PREPARING:
            return command
        if act.command is not Perform or act.step == "dealer-cut":
            return command
        one = filled(game.rules, game.state, act, now, usual)
        deep = act.step == "place-cover" and isinstance(one, Perform)
        return replace(one, cards=game.state.cards - LEFT) if deep else one


class Person:
    """Who plays."""

    def __init__(self, app: PlayApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot
        self._bell = asyncio.Event()
        app.sitting.desk.watch(lambda published: self._bell.set())

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so; nothing is waited for but what happens at the table."""
        async with asyncio.timeout(LONGEST):
            while True:
                self._bell.clear()
                await self.pilot.pause()
                assert not self.app.sitting.desk.failed
                if holds():
                    return
                if not self.app.stage.busy and not self.app.table.offer_is_old():
                    await self._bell.wait()

    @property
    def ready(self) -> bool:
        """Whether it is the person's turn."""
        fresh = self.app.stage.shown.state.version == self.app.sitting.state.version
        return fresh and not self.app.table.offer_is_old() and self.app.table.offer.mode in ("bet", "ask")

    async def turn(self) -> None:
        await self.until(lambda: self.ready)

    async def bets(self) -> None:
        """Answer whatever is asked, in the first way there is, until bets are open."""
        await self.turn()
        while self.app.table.offer.mode != "bet":
            await self.answer()
            await self.turn()

    async def answer(self) -> None:
        await self.press("enter" if isinstance(self.app.screen, Squeeze | Cutting) else "1")

    async def coup(self, *keys: str) -> None:
        """Wager by some keys, and play a coup to its end."""
        await self.bets()
        number = self.app.sitting.state.coup
        await self.press(*keys, "space")
        while self.app.sitting.state.coup == number:
            await self.until(lambda: self.ready or self.app.sitting.state.coup != number)
            if self.app.table.offer.mode == "ask":
                await self.answer()

    @property
    def notice(self) -> str:
        notice = self.app.table.view.notice
        return f"{notice.words} § {notice.section}" if notice else ""

    @property
    def stakes(self) -> dict[str, int]:
        return self.app.table.view.stakes

    def text(self, selector: str) -> str:
        """What a part of the screen says."""
        widget = self.app.screen.query_one(selector)
        lines = [widget.render_line(row).text for row in range(widget.size.height)]
        return "\n".join(line.rstrip() for line in lines)


@asynccontextmanager
async def seated(
    name: str,
    size: tuple[int, int] = SIZE,
    *,
    word: str = "",
    speed: float = 0,
    dealer: type[Patient] = Hasty,
    **wanted: Any,
) -> AsyncIterator[Person]:
    """Sit down at a table."""
    asked = Wanted(submission(name), **({"fast": True} | wanted))
    app = PlayApp(asked, speed=speed, store=Seeded(word or name), dealer=dealer, chance=bytes)
    async with app.run_test(size=size) as pilot:
        yield Person(app, pilot)


def played(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)
