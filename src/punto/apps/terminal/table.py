"""The screen of the table: all keys and clicks end here, and everything is drawn from here."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from punto.apps.terminal.cards import DrawnWidget, Push
from punto.apps.terminal.dock import Asking, Choice, Dock, Offer, offer
from punto.apps.terminal.felt import Hands, Seats, Spot, felt_of
from punto.apps.terminal.panels import FairPanel, HelpPanel, HistoryPanel, OddsPanel, Panel, RoadsPanel, RulesPanel
from punto.apps.terminal.side import Bar, Calls, Fair, Foot, Meters, Scorecard, ThisShoe
from punto.apps.terminal.view import View, chips_for
from punto.apps.terminal.wording import LEAVE, TOO_SMALL, Announcement
from punto.core.money import Cents
from punto.core.roles import Role
from punto.table import Refusal
from punto.table.commands import Leave

LEAST_WIDTH, LEAST_HEIGHT = 80, 24
WIDE, TALL, TOWER = 120, 30, 40
AREA, SIDE = 17, 40  # minimum width in characters of a betting area, and of the side column
PANELS: dict[str, type[Panel]] = {
    "roads": RoadsPanel,
    "history": HistoryPanel,
    "odds": OddsPanel,
    "rules": RulesPanel,
    "fair": FairPanel,
    "help": HelpPanel,
}


class TableScreen(Screen[None]):
    """The table."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *((str(number), f"number({number})") for number in range(1, 10)),
        ("left", "other_chip(-1)"),
        ("right", "other_chip(1)"),
        ("space", "deal"),
        ("enter", "deal"),
        ("u", "undo"),
        ("c", "clear"),
        ("r", "repeat"),
        ("d", "double"),
        ("n", "extra(1)"),
        ("m", "extra(2)"),
        ("b", "buy"),
        ("v", "panel('roads')"),
        ("h", "panel('history')"),
        ("o", "panel('odds')"),
        ("s", "panel('rules')"),
        ("f", "panel('fair')"),
        ("question_mark", "panel('help')"),
        ("q", "leave"),
    ]

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view
        self.offer = Offer("show")
        self._drawing = False
        self._leaving = False
        self._coup = 0
        self._staked: dict[str, Cents] = {}
        self.asking = Asking(self, view.sitting, self._do)

    def compose(self) -> ComposeResult:
        """Lay the table."""
        yield Static(id="small")
        yield Bar(id="bar")
        with Horizontal(id="body"):
            with Vertical(id="main"):
                yield Hands(id="hands")
                yield Seats(id="seats")
                with Container(id="spots"):
                    for number, wager in enumerate(self.view.rules.wagers, 1):
                        yield Spot(wager, number)
                yield Dock(id="dock")
                yield Scorecard(id="roads")
            with Vertical(id="side"):
                yield Meters(id="meters")
                yield ThisShoe(id="shoe")
                yield Fair(id="fair")
                yield Calls(id="calls")
        yield Foot(id="foot")

    def on_mount(self) -> None:
        """Draw, and update the clock every second."""
        cloth, light = felt_of(self.view)
        for widget in self.query("#hands, #seats, #spots"):
            widget.styles.background = cloth
        for spot in self.query(Spot):
            spot.styles.background = light
        self.set_interval(1 if self.view.sitting.dealer.timed else 15, self.changed)
        self.changed()

    def on_resize(self) -> None:
        """Fit the table to the terminal, or show the required size."""
        width, height = self.app.size
        small = width < LEAST_WIDTH or height < LEAST_HEIGHT
        sizes = {"-small": small, "-wide": width >= WIDE, "-tall": height >= TALL, "-tower": height >= TOWER}
        for name, holds in sizes.items():
            self.set_class(holds, name)
        words = TOO_SMALL.format(width=LEAST_WIDTH, height=LEAST_HEIGHT, w=width, h=height)
        self.query_one("#small", Static).update(words)
        areas = len(self.view.rules.wagers)
        room = (width - (SIDE if width >= WIDE else 0)) // areas
        self.query_one("#spots").styles.grid_size_columns = areas if room >= AREA else -(-areas // 2)
        self.changed()

    def on_screen_resume(self) -> None:
        """Show what has become due while a panel was open."""
        self.changed()

    # ---------------------------------------------------------------- drawing

    def changed(self) -> None:
        """Draw soon, once for any number of changes."""
        if not self._drawing and self.is_mounted:
            self._drawing = True
            self.call_later(self._draw)

    async def _draw(self) -> None:
        self._drawing = False
        if not self.is_attached:
            return
        view = self.view
        self._notice_the_coup()
        self.offer = offer(view)
        for widget in self.query(DrawnWidget):
            widget.show(view)
        await self.query_one(Dock).show(view, self.offer)
        await self.asking.show(self.offer)

    def offer_is_old(self) -> bool:
        """Return whether the table has changed since it was last drawn."""
        return self._drawing

    def _notice_the_coup(self) -> None:
        """Record the stakes, so that they can be repeated in the next coup."""
        view, state = self.view, self.view.stage.shown.state
        if view.betting:
            self._staked = view.stakes or self._staked
        if state.coup != self._coup and view.betting:
            self._coup = state.coup
            view.slip.begin(self._staked)

    # ---------------------------------------------------------------- actions

    async def on_push_pushed(self, event: Push.Pushed) -> None:
        """Run the action of a clicked button."""
        await self.run_action(event.action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable actions that are not visible."""
        return not (self.has_class("-small") and action != "leave")

    async def action_number(self, number: int) -> None:
        """Make a choice, or place a chip."""
        if self.offer.mode == "ask":
            await self.action_choose(number)
        else:
            await self.action_lay(number)

    async def action_choose(self, number: int) -> None:
        """Make one of the choices."""
        if number <= len(self.offer.choices):
            choice = self.offer.choices[number - 1]
            if not choice.in_hand:
                await self._do(choice)

    async def action_extra(self, number: int) -> None:
        """Make one of the optional choices."""
        if self.offer.mode != "ask":
            await self.action_choose(number)

    async def _do(self, choice: Choice) -> None:
        self._say(await self.view.sitting.fill(choice.act, choice.holes))

    async def action_lay(self, number: int) -> None:
        """Place the selected chip on an area; a fixed stake where there is one."""
        wagers = self.view.rules.wagers
        if number <= len(wagers) and self.view.betting:
            limit = self.view.rules.limits[wagers[number - 1].key]
            chip = limit.least if limit.least == limit.most else self.view.chip
            await self._slip(lambda: self.view.slip.lay(wagers[number - 1].key, chip))

    async def action_undo(self) -> None:
        """Undo the last chip."""
        await self._slip(self.view.slip.undo)

    async def action_clear(self) -> None:
        """Remove all chips."""
        await self._slip(self.view.slip.clear)

    async def action_repeat(self) -> None:
        """Place the stakes of the previous coup."""
        await self._slip(self.view.slip.repeat)

    async def action_double(self) -> None:
        """Double every stake."""
        await self._slip(self.view.slip.double)

    async def _slip(self, change: Callable[[], None]) -> None:
        if self.view.betting:
            self._say(None)
            change()
            await self.view.lay_out()
            self.changed()

    def action_chip(self, chip: Cents) -> None:
        """Select a chip."""
        self.view.chip = chip
        self.changed()

    def action_other_chip(self, step: int) -> None:
        """Select the next chip."""
        chips = chips_for(self.view.rules)
        self.action_chip(chips[min(max(chips.index(self.view.chip) + step, 0), len(chips) - 1)])

    async def action_deal(self) -> None:
        """Deal the coup, make the first choice, or finish the playback."""
        if not self.view.caught_up:
            self.view.stage.hurry()
        elif self.offer.mode == "ask":
            await self.action_choose(1)
        elif self.view.betting:
            self._say(self.view.sitting.deal())

    async def action_buy(self) -> None:
        """Buy chips again."""
        self._say(await self.view.sitting.buy())

    def action_panel(self, name: str) -> None:
        """Open a panel."""
        self.app.push_screen(PANELS[name](self.view))

    async def action_leave(self) -> None:
        """Leave the table with all chips; if that is not possible, quit at the second request."""
        if self.view.sitting.desk.failed or self._leaving:
            self.app.exit()
            return
        refusal = await self.view.sitting.do(Leave, Role.PLAYER, seat=self.view.sitting.seat)
        if refusal is None:
            self.app.exit()
            return
        self._say(refusal)
        self._leaving = True
        if self.view.notice is not None:
            self.view.notice = self.view.notice._replace(words=f"{self.view.notice.words} {LEAVE}")

    def _say(self, refusal: Refusal | None) -> None:
        self._leaving = False
        self.view.refuse(refusal)
        self.changed()

    def stopped(self, why: str) -> None:
        """Report that the table has stopped."""
        self.view.notice = Announcement(why)
        self.changed()
