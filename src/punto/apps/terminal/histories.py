"""History: the coups of this sitting, and one of them told whole. A record: nothing in it is live."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import DataTable, Input, Static

from punto.apps.terminal import wording
from punto.apps.terminal.felt import fate
from punto.apps.terminal.look import LIT, QUIET, STRONG, TEXT_2
from punto.apps.terminal.panels import Panel
from punto.apps.terminal.view import View
from punto.apps.terminal.wording import sentence, signed, wager_name
from punto.core.cards import Card
from punto.core.money import dollars
from punto.rules.house_rules import HouseRules
from punto.views.history import CoupHistory, history, recalled
from punto.views.views import Viewer


def coups(view: View) -> list[CoupHistory]:
    """Return the coups that were played here, as the person at this seat may see them."""
    played = history(view.stage.happened, view.stage.began)
    return [recalled(coup, Viewer.PLAYER, view.sitting.seat) for coup in played if coup.finished]


class HistoryPanel(Panel):
    """The coups of this sitting."""

    title_words = wording.HISTORY_TITLE
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss")]

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.coups = coups(view)

    def contents(self) -> ComposeResult:
        """List the coups, and tell the one that is looked for."""
        yield Input(placeholder=wording.WANTED_COUP, id="wanted", type="integer")
        if not self.coups:
            yield Static(Text(wording.NOTHING_YET, QUIET))
        yield DataTable(id="coups", cursor_type="row")
        with VerticalScroll():
            yield Static(id="told")

    def on_mount(self) -> None:
        """Fill the list, the newest coup first."""
        table = self.query_one("#coups", DataTable)
        table.add_columns(*wording.HISTORY_COLUMNS)
        for coup in reversed(self.coups):
            table.add_row(*row(coup, self.view.sitting.seat), key=str(coup.coup))
        table.focus()

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """Tell the coup that is pointed at."""
        self.tell(event.row_key.value or "")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Look a coup up by its number in the shoe, the newest shoe first."""
        found = next((coup for coup in reversed(self.coups) if str(coup.number) == event.value), None)
        if found is not None:
            table = self.query_one("#coups", DataTable)
            table.move_cursor(row=table.get_row_index(str(found.coup)))
            self.tell(str(found.coup))

    def tell(self, number: str) -> None:
        """Tell a coup whole."""
        coup = next((coup for coup in self.coups if str(coup.coup) == number), None)
        self.query_one("#told", Static).update(told(coup, self.view.rules) if coup is not None else "")


def row(coup: CoupHistory, seat: int) -> tuple[str, ...]:
    """Return a coup in one line."""
    result = coup.result.winner if coup.result else wording.VOID if coup.void else wording.NOT_SETTLED
    staked = sum(stake.cents for stake in coup.wagers if stake.seat == seat)
    won = sum(one.net for one in coup.results if one.seat == seat)
    return str(coup.shoe), str(coup.number), _hand(coup, "P"), _hand(coup, "B"), result, dollars(staked), signed(won)


def _hand(coup: CoupHistory, side: str) -> str:
    cards = " ".join(Card.of(one.card).symbol if one.card else "?" for one in coup.cards if one.place[0] == side)
    points = "" if coup.result is None else f" = {coup.result.player if side == 'P' else coup.result.banker}"
    return f"{cards}{points}"


def told(coup: CoupHistory, rules: HouseRules) -> Group:
    """Tell a coup whole: wagers, how each was settled and by which section, and every step."""
    head = wording.TOLD.format(shoe=coup.shoe, number=coup.number, kind=coup.kind)
    parts: list[RenderableType] = [Text(f"\n{head}", LIT)]
    if coup.result is not None:
        parts.append(Text.assemble((sentence(coup.result.call), STRONG), (f"   § {coup.result.section}", QUIET)))
        lines = Table.grid(padding=(0, 2, 0, 0))
        for seat, line in ((one.seat, line) for one in coup.results for line in one.wagers):
            cells = (
                f"seat {seat}",
                wager_name(rules.wager(line.wager)),
                dollars(line.stake),
                fate(line),
                f"§ {line.section}",
            )
            lines.add_row(*cells, style=Style(color=TEXT_2))
        parts += [lines, Text("")]
    steps = Table.grid(padding=(0, 2, 0, 0))
    for step in coup.steps:
        steps.add_row(str(step.n), step.words, f"§ {step.section}" if step.section else "", style=QUIET)
    return Group(*parts, steps)
