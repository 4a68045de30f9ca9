"""Cards in the player's hands: the squeeze, lifted row by row from below or from the side, and the cut.

What is peeled here only its holder sees, and it is not logged. The cards are turned when they are handed back. For the
cut the stack is seen from its side, and a card goes in anywhere.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Click, MouseDown, MouseMove, MouseUp
from textual.screen import ModalScreen
from textual.widgets import Static

from punto.apps.terminal import wording
from punto.apps.terminal.cards import LARGE_HEIGHT, LARGE_WIDTH, Push, peeled
from punto.apps.terminal.look import BRASS, LIT, QUIET, SHEET, SHEET_LINE, STRONG
from punto.core.cards import Card

Answer = Literal["turn", "give-up"]


class PeelCard(Static):
    """A card in the player's hand: drag it upwards or to the right."""

    def __init__(self, place: str, face: str) -> None:
        super().__init__(id=f"peel-{place}")
        self.place, self.card = place, Card.of(face)
        self.rows = self.columns = 0
        self._from: tuple[int, int] | None = None

    def on_mount(self) -> None:
        """Show its back."""
        self.peel(0, 0)

    @property
    def seen(self) -> bool:
        """Whether the whole face is visible."""
        return self.rows >= LARGE_HEIGHT or self.columns >= LARGE_WIDTH

    def peel(self, rows: int, columns: int) -> None:
        """Lift some rows from below, or columns from the side."""
        self.rows, self.columns = min(max(rows, 0), LARGE_HEIGHT), min(max(columns, 0), LARGE_WIDTH)
        self.update(peeled(self.card, self.rows, self.columns))

    def on_mouse_down(self, event: MouseDown) -> None:
        """Start dragging."""
        self.capture_mouse()
        self._from = event.screen_x, event.screen_y

    def on_mouse_move(self, event: MouseMove) -> None:
        """Lift it as far as it is dragged."""
        if self._from is None:
            return
        across, up = event.screen_x - self._from[0], self._from[1] - event.screen_y
        if across > 2 * up:
            self.peel(0, max(self.columns, across))
        else:
            self.peel(max(self.rows, up), 0)

    def on_mouse_up(self, event: MouseUp) -> None:
        """Stop dragging; lifted rows stay visible."""
        self._from = None
        self.release_mouse()


class Squeeze(ModalScreen[Answer]):
    """The cards in the player's hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "peel(1)"),
        ("down", "peel(-1)"),
        ("left", "other(-1)"),
        ("right", "other(1)"),
        ("s", "side"),
        ("a", "all"),
        ("enter,t", "turn"),
        ("g", "give_up"),
    ]

    def __init__(self, faces: dict[str, str], section: str) -> None:
        super().__init__()
        self.faces, self.section = faces, section
        self._at, self._sideways = 0, False

    def compose(self) -> ComposeResult:
        """Lay the cards out."""
        side = next(iter(self.faces))[0]
        asks = wording.THIRD if any(place.endswith("3") for place in self.faces) else wording.SQUEEZE
        with Vertical(classes="sheet hands-sheet") as sheet:
            sheet.border_title = asks[side]
            sheet.border_subtitle = f"§ {self.section}" if self.section else ""
            yield Static(Text(wording.ONLY_YOU, QUIET), classes="note")
            with Horizontal(id="cards"):
                for place, face in self.faces.items():
                    yield PeelCard(place, face)
            yield Static(Text("", LIT), id="mark")
            yield Static(wording.PEEL, id="hint")
            with Horizontal(classes="acts"):
                yield Push(wording.HAND_BACK, "turn", "enter", classes="primary")
                yield Push(wording.LOOK, "all", "a")
                yield Push(wording.GIVE_UP, "give_up", "g")

    async def on_push_pushed(self, event: Push.Pushed) -> None:
        """Run the action of a clicked button."""
        event.stop()
        await self.run_action(event.action)

    @property
    def cards(self) -> list[PeelCard]:
        """The cards."""
        return list(self.query(PeelCard))

    def on_mount(self) -> None:
        """Mark the card that the keys peel."""
        self._mark()

    def _mark(self) -> None:
        marks = [
            "▲".center(LARGE_WIDTH + 2) if place == self._at else " " * (LARGE_WIDTH + 2)
            for place in range(len(self.faces))
        ]
        self.query_one("#mark", Static).update(Text("".join(marks) if len(self.faces) > 1 else "", LIT))

    def action_peel(self, step: int) -> None:
        """Lift one row more, or less."""
        card = self.cards[self._at]
        if self._sideways:
            card.peel(0, card.columns + 2 * step)
        else:
            card.peel(card.rows + step, 0)

    def action_other(self, step: int) -> None:
        """Select the other card."""
        self._at = (self._at + step) % len(self.faces)
        self._mark()

    def action_side(self) -> None:
        """Peel from the side, or from below again."""
        self._sideways = not self._sideways

    def action_all(self) -> None:
        """Show every card in full."""
        for card in self.cards:
            card.peel(LARGE_HEIGHT, 0)

    def action_turn(self) -> None:
        """Hand the cards back, turned face up."""
        self.dismiss("turn")

    def action_give_up(self) -> None:
        """Give up the squeeze."""
        self.dismiss("give-up")


# ---------------------------------------------------------------- the cut


WIDTH = 70


class Stack(Static):
    """The stack from its side."""

    def on_click(self, event: Click) -> None:
        """Move the cut card to the mouse."""
        self._point(event.x)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Let the cut card follow the mouse while a button is down."""
        if event.button:
            self._point(event.x)

    def _point(self, x: int) -> None:
        screen = self.screen
        if isinstance(screen, Cutting):
            screen.to(round(screen.whole * x / (WIDTH - 1)))


class Cutting(ModalScreen[int | None]):
    """The depth of the player's cut, in cards; None if the cut is declined."""

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
        """Run the action of a clicked button."""
        event.stop()
        await self.run_action(event.action)

    def on_mount(self) -> None:
        """Draw it."""
        self.to(self.depth)

    def to(self, depth: int) -> None:
        """Move the cut card; the table decides whether the depth is permitted."""
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
        """Decline the cut."""
        self.dismiss(None)
