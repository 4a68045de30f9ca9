"""What one reads beside the game: roads, odds, rules, fair cards, help. History has a module of its own."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Click
from textual.screen import ModalScreen
from textual.widgets import DataTable, Input, Static

from punto.cards import Card, Composition
from punto.folds.outcomes import letters
from punto.folds.roads import Roads
from punto.log.verification import CHECKS, Report, verify
from punto.odds import OddsError, Sheet, sheet
from punto.odds.known import NOTHING
from punto.odds.questions import Question, filed, with_meters
from punto.rulebook import topics
from punto.terminal.look import LIT, QUIET, STRONG, TEXT_2, WARN
from punto.terminal.paper import scorecard
from punto.terminal.view import View
from punto.terminal.words import CHECKING, COUNTING, HONEST, limits, pays, wager_name

SECTION = 16  # characters of a section before it is broken
ALL_ROADS = 15  # lines that all roads need


class Panel(ModalScreen[None]):
    """A sheet over the table; escape puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "dismiss", "back")]
    title_words = ""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view

    def compose(self) -> ComposeResult:
        """Lay the sheet out."""
        with Vertical(classes="sheet") as sheet_:
            sheet_.border_title = self.title_words
            sheet_.border_subtitle = "esc, or a click beside it"
            yield from self.contents()

    def contents(self) -> ComposeResult:
        """Return what stands on it."""
        yield Static()

    def on_click(self, event: Click) -> None:
        """Put it away when somebody clicks beside it."""
        if event.widget is self:
            self.dismiss()


class RoadsPanel(Panel):
    """All five roads, and ask."""

    title_words = "Roads of this shoe"

    def contents(self) -> ComposeResult:
        """Leave room for the scorecard."""
        yield Static(id="paper")
        yield Static(Text(HONEST, QUIET), classes="note")

    def on_mount(self) -> None:
        """Draw it when its size is known."""
        self.call_after_refresh(self.draw)

    def on_resize(self) -> None:
        """Draw it anew."""
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Draw the roads."""
        paper = self.query_one("#paper", Static)
        roads = Roads.of(letters(self.view.stage.shown.score.outcomes))
        paper.update(scorecard(roads, paper.size.width, ALL_ROADS))


# ---------------------------------------------------------------- odds


def odds_now(view: View) -> tuple[Sheet, Question]:
    """Count the odds of the next coup from the cards that nobody at the table has seen."""
    state, rules = view.stage.shown.state, view.rules
    seen = [Card.of(face) for face, number in state.out.items() for _ in range(number)]
    shoe = Composition.decks(rules.shoe.decks).without(seen)
    offer = filed(rules)
    meters = {**offer.meters, **view.sitting.meters()}
    question = Question(offer, rules.shoe.decks, shoe, NOTHING, view.sitting.seat, meters)
    answer = sheet(shoe, offer.wagers, rate=offer.rate, seat=view.sitting.seat, portion=offer.portion)
    return answer, question


class OddsPanel(Panel):
    """Exact odds of every wager, as far as cards were seen."""

    title_words = "Odds of the next coup"

    def contents(self) -> ComposeResult:
        """Leave room for the table."""
        yield Static(COUNTING, id="about", classes="note")
        yield DataTable(id="odds", cursor_type="none")

    async def on_mount(self) -> None:
        """Count beside the event loop, since it takes a moment."""
        self.run_worker(self._count(), exclusive=True)

    async def _count(self) -> None:
        about = self.query_one("#about", Static)
        try:
            answer, question = await asyncio.to_thread(odds_now, self.view)
        except OddsError as error:
            about.update(str(error))
            return
        table = self.query_one("#odds", DataTable)
        table.add_columns("wager", "pays", "house edge", "wins", "one in")
        for key, odds in answer.wagers.items():
            paid = with_meters(odds, question)
            won = sum(deals for result, deals in odds.lines if result.verdict == "win")
            share = f"{won / odds.deals:.4%}", f"{odds.deals / won:,.1f}" if won else "never"
            figures = (Text(figure, justify="right") for figure in (f"{float(paid.edge):.4%}", *share))
            wager = self.view.rules.wager(key)
            table.add_row(wager_name(wager), pays(wager, self.view.rules), *figures)
        seen = self.view.rules.shoe.decks * 52 - question.shoe.total
        about.update(f"Exact, of {question.shoe.total} cards that nobody has seen; {seen} were.")


# ---------------------------------------------------------------- rules


class RulesPanel(Panel):
    """What the document demands, section by section, and what this table offers."""

    title_words = "Rules"
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "back")]

    def contents(self) -> ComposeResult:
        """Offer a search over the sections."""
        yield Input(placeholder="a section, or a word: 12, natural, vigorish …", id="search")
        with VerticalScroll():
            yield Static(id="rules")

    def on_mount(self) -> None:
        """Show everything."""
        book = self.view.rules.rulebook
        self.query_one(Vertical).border_title = book.title
        self._show("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what fits."""
        self._show(event.value)

    def _show(self, wanted: str) -> None:
        grid = Table.grid(padding=(0, 2, 1, 0))
        grid.add_column(width=SECTION, style=LIT)
        grid.add_column(ratio=1, style=Style(color=TEXT_2))
        words = wanted.strip().lower()
        for key, provision in self.view.rules.rulebook.provisions.items():
            demand = topics()[key].demand
            if provision.section.lower().startswith(words) or words in demand.lower():
                grid.add_row(f"§ {provision.section}", demand)
        head = Text(self.view.rules.rulebook.document, QUIET)
        parts: list[RenderableType] = [] if words else [head, Text(""), self._offered(), Text("")]
        self.query_one("#rules", Static).update(Group(*parts, grid))

    def _offered(self) -> Table:
        rules = self.view.rules
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
        for name in ("offered here", "pays", "from, to", "section"):
            grid.add_column(name)
        for wager in rules.wagers:
            grid.add_row(
                Text(wager_name(wager), STRONG),
                pays(wager, rules),
                limits(rules.limits[wager.key]),
                f"§ {wager.section}",
            )
        return grid


# ---------------------------------------------------------------- fair cards


class FairPanel(Panel):
    """What was promised of the cards, and whether everything so far holds."""

    title_words = "Fair cards"
    BINDINGS: ClassVar[list[BindingType]] = [("c", "check", "check"), ("escape,q", "dismiss", "back")]

    def contents(self) -> ComposeResult:
        """Say what was published."""
        with VerticalScroll():
            yield Static(self._published(), id="published")
            yield Static(
                Text.assemble(("\nc", STRONG), (" check everything that happened at this table", QUIET)), id="checked"
            )

    def _published(self) -> Group:
        fair = self.view.stage.shown.state.fair
        stack = fair.stack if fair is not None else None
        if stack is None:
            return Group(Text("No shoe is committed to yet.", QUIET))
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(style=QUIET, no_wrap=True)
        grid.add_column(style=Style(color=TEXT_2))
        grid.add_row("commitment", stack.commitment)
        grid.add_row("cards listed", str(len(stack.hashes)))
        grid.add_row(
            "entropy", "; ".join(f"{who}: {entropy}" for who, entropy in stack.entropy.items()) or "the house's alone"
        )
        about = (
            "The hash of the seed was published before anybody could wager on this shoe, and the salted hash of every "
            "card before the cut. Each card that is turned is held against that list. When the shoe is over, its seed "
            "is shown, and anybody can shuffle it again."
        )
        return Group(Text(about, Style(color=TEXT_2)), Text(""), grid)

    async def action_check(self) -> None:
        """Verify the log, as ``punto verify`` does."""
        found = self.query_one("#checked", Static)
        found.update(f"\n{CHECKING}")
        log = await self.view.sitting.log()
        report = await asyncio.to_thread(verify, log.encode())
        found.update(checked(report))


def checked(report: Report) -> Group:
    """Say what a verification found."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for check in CHECKS:
        fault = report.faults.get(check)
        verdict = Text(f"FAILS: {fault}", Style(color=WARN, bold=True)) if fault else Text("holds", STRONG)
        grid.add_row(Text(check, QUIET), verdict if check in report.made else Text("nothing to check yet", QUIET))
    heads = [Text(f"{stream}: event {last.n}, hash {last.hash}", QUIET) for stream, last in report.streams.items()]
    whole = Text("Whole." if report.whole else "NOT whole.", LIT)
    return Group(Text(f"\n{report.records} records, {report.events} events", STRONG), grid, whole, Text(""), *heads)


# ---------------------------------------------------------------- help

HELP = (
    ("1 … 9, or click an area", "lay the chosen chip on it"),
    ("← →, or click a chip", "choose the chip"),
    ("u c r d", "undo the last chip, clear, repeat the last coup's wagers, double"),
    ("space", "no more bets: deal; while cards come: go on at once"),
    ("n", "a free hand, or pass the shoe, where the table has it to offer"),
    ("1 2 3", "answer what you are asked"),
    ("v h o s f", "roads, history, odds, rules with sections, fair cards"),
    ("b", "buy as many chips again"),
    ("q", "leave the table"),
    ("squeeze", "↑ ↓ or drag peels the card, enter hands it back turned, g gives up the right"),
    ("cut", "← → ↑ ↓ or click the stack, enter cuts, d declines"),
)


class HelpPanel(Panel):
    """Keys and mouse."""

    title_words = "Keys and mouse"

    def contents(self) -> ComposeResult:
        """List them."""
        grid = Table.grid(padding=(0, 3, 0, 0))
        grid.add_column(style=LIT, no_wrap=True)
        grid.add_column(style=Style(color=TEXT_2))
        for key, words in HELP:
            grid.add_row(key, words)
        with VerticalScroll():
            yield Static(Group(Text(""), grid, Text(""), Text(HONEST, QUIET)))
