"""Things that can be pushed, by mouse; each says its key as well."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.message import Message
from textual.widgets import Static

from punto.apps.terminal.look import BRASS, CHIP_COLOURS, PANEL
from punto.apps.terminal.wording import brief
from punto.core.chips import CHIPS
from punto.core.money import Cents


class Push(Static):
    """Words that do something when they are pushed."""

    class Pushed(Message):
        """Somebody pushed it."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, words: str, action: str, key: str = "", *, classes: str = "") -> None:
        label = Text.assemble((f"{key} ", "bold"), words) if key else Text(words)
        super().__init__(label, classes=classes, id=f"push-{action.replace('(', '-').strip(')')}")
        self.action = action

    def on_click(self) -> None:
        """Say so."""
        self.post_message(self.Pushed(self.action))


class ChipPush(Static):
    """A chip of the picker; the one that is chosen stands between marks."""

    def __init__(self, chip: Cents) -> None:
        super().__init__(id=f"chip-{chip}")
        self.chip = chip
        self._chosen: bool | None = None

    def show(self, chosen: bool) -> None:
        """Draw it."""
        if chosen is self._chosen:
            return
        self._chosen = chosen
        ground, figure = CHIP_COLOURS[CHIPS[self.chip]]
        mark = Style(color=BRASS, bgcolor=PANEL, bold=True)
        face = Style(color=figure, bgcolor=ground, bold=True)
        left, right = ("▐", "▌") if chosen else (" ", " ")
        self.update(Text.assemble((left, mark), (f" {brief(self.chip)} ", face), (right, mark)))

    def on_click(self) -> None:
        """Choose it."""
        self.post_message(Push.Pushed(f"chip({self.chip})"))
