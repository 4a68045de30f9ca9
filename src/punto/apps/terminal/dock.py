"""The dock: chips and what to do with them while bets are open; at other times what the person is asked."""

from __future__ import annotations

from typing import NamedTuple

from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static

from punto.apps.terminal import wording
from punto.apps.terminal.choices import Choice, asked, choices, due, question
from punto.apps.terminal.push import ChipPush, Push
from punto.apps.terminal.view import View, chips_for

EXTRA = "nm"  # the keys of what else is offered while bets are open


ROOMY = 96  # characters across, from which words need not be cut short


class Offer(NamedTuple):
    """What the dock has to offer now."""

    mode: str
    asks: str = ""
    section: str = ""
    choices: tuple[Choice, ...] = ()


def offer(view: View) -> Offer:
    """Return what the person may do now, besides laying chips on areas."""
    if not view.caught_up:
        return Offer("show")
    acts = asked(view.sitting)
    must = due(acts)
    ways = choices(view.sitting, acts)
    if must is not None:
        return Offer("ask", question(view.sitting, must), must.section, ways)
    return Offer("bet" if view.betting else "wait", choices=ways)


class Dock(Horizontal):
    """Chips and acts."""

    shown: Offer | None = None

    async def show(self, view: View, offered: Offer) -> None:
        """Draw it anew where something else is offered."""
        if offered != self.shown:
            self.shown = offered
            async with self.batch():
                await self.remove_children()
                await self.mount(*self._parts(view, offered))
        for chip in self.query(ChipPush):
            chip.show(chip.chip == view.chip)

    def _parts(self, view: View, offered: Offer) -> list[Widget]:
        if offered.mode == "bet":
            return self._betting(view, offered)
        if offered.mode == "ask":
            parts: list[Widget] = [Static(offered.asks, classes="ask")]
            for number, choice in enumerate(offered.choices, 1):
                parts.append(
                    Push(choice.words, f"choose({number})", str(number), classes="primary" if number == 1 else "")
                )
            section = f"§ {offered.section}" if offered.section else ""
            return [*parts, Static(section, classes="grow")]
        said = wording.PREPARING if offered.mode == "wait" else ""
        hurry = [Push(wording.GO_ON, "deal")] if offered.mode == "show" else []
        return [Static(f" {said}", classes="grow"), *hurry]

    def _betting(self, view: View, offered: Offer) -> list[Widget]:
        narrow = self.app.size.width < ROOMY
        picker: list[Widget] = [ChipPush(chip) for chip in chips_for(view.rules)]
        acts = [
            Push(wording.TWICE if narrow and action == "double" else label, action)
            for label, action in wording.CHIP_ACTS
        ]
        extra = [
            Push(one.words.split()[0] if narrow else one.words, f"choose({place})", EXTRA[place - 1])
            for place, one in enumerate(offered.choices[: len(EXTRA)], 1)
        ]
        return [*picker, Static("", classes="grow"), *acts, *extra, Push(wording.DEAL, "deal", classes="primary")]
