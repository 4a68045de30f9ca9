"""The person's cut: the stack seen from its side, and a card that goes in wherever one likes."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Click, MouseMove
from textual.screen import ModalScreen
from textual.widgets import Static

from punto.apps.terminal import wording
from punto.apps.terminal.look import BRASS, QUIET, SHEET, SHEET_LINE, STRONG
from punto.apps.terminal.push import Push

WIDTH = 70


class Stack(Static):
    """The cards from their side."""

    def on_click(self, event: Click) -> None:
        """Move the cutting card to where somebody pointed."""
        self._point(event.x)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Let it follow the mouse while a button is down."""
        if event.button:
            self._point(event.x)

    def _point(self, x: int) -> None:
        screen = self.screen
        if isinstance(screen, Cutting):
            screen.to(round(screen.whole * x / (WIDTH - 1)))


class Cutting(ModalScreen[int | None]):
    """How deep the person cuts, in cards; nothing where the cut is declined."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "move(-1)"),
        ("right", "move(1)"),
        ("down", "move(-26)"),
        ("up", "move(26)"),
        ("enter,1", "cut"),
        ("d,2", "decline"),
    ]

    def __init__(self, whole: int, least: int, most: int, section: str) -> None:
        super().__init__()
        self.whole, self.least, self.most, self.section = whole, least, most, section
        self.depth = whole // 2

    def compose(self) -> ComposeResult:
        """Show the stack."""
        with Vertical(classes="sheet hands-sheet") as sheet:
            sheet.border_title = wording.CUT.format(least=self.least, most=self.most)
            sheet.border_subtitle = f"§ {self.section}"
            yield Stack(id="stack")
            yield Static(id="depth")
            yield Static(wording.MOVE, id="hint")
            with Horizontal(classes="acts"):
                yield Push(wording.CUT_HERE, "cut", "enter", classes="primary")
                yield Push(wording.DECLINE, "decline", "d")

    async def on_push_pushed(self, event: Push.Pushed) -> None:
        """Do what was clicked, as its key would."""
        event.stop()
        await self.run_action(event.action)

    def on_mount(self) -> None:
        """Draw it."""
        self.to(self.depth)

    def to(self, depth: int) -> None:
        """Put the cutting card somewhere; the table says whether that may be."""
        self.depth = min(max(depth, 1), self.whole - 1)
        at = round(self.depth / self.whole * (WIDTH - 1))
        cards = Style(color=SHEET_LINE, bgcolor=SHEET)
        row = Text("▏" * WIDTH, cards)
        row.stylize(Style(color=BRASS, bgcolor=BRASS), at, at + 1)
        mark = Text(" " * at + "▼", Style(color=BRASS, bold=True))
        self.query_one("#stack", Static).update(Text("\n").join([mark, row, row, row]))
        below = Text.assemble(
            (wording.DEPTH.format(depth=self.depth), STRONG), (wording.ABOVE.format(whole=self.whole), QUIET)
        )
        self.query_one("#depth", Static).update(below)

    def action_move(self, cards: int) -> None:
        """Move it."""
        self.to(self.depth + cards)

    def action_cut(self) -> None:
        """Cut here."""
        self.dismiss(self.depth)

    def action_decline(self) -> None:
        """Let the next one cut."""
        self.dismiss(None)
