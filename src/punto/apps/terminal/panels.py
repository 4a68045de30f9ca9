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

from punto.apps.terminal import wording
from punto.apps.terminal.look import LIT, QUIET, STRONG, TEXT_2, WARN
from punto.apps.terminal.paper import scorecard
from punto.apps.terminal.view import View
from punto.apps.terminal.wording import limits, pays, wager_name
from punto.core.cards import Card, Composition
from punto.law.rulebook import topic_of
from punto.odds import OddsError, Sheet, sheet
from punto.odds.known import NOTHING
from punto.odds.queries import Question, filed, with_meters
from punto.verification.verify import CHECKS, Report, verify
from punto.views.results import letters
from punto.views.roads import Roads

SECTION = 16  # characters of a section before it is broken
ALL_ROADS = 15  # lines that all roads need


class Panel(ModalScreen[None]):
    """A sheet over the table; escape puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "dismiss")]
    title_words = ""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view

    def compose(self) -> ComposeResult:
        """Lay the sheet out."""
        with Vertical(classes="sheet") as sheet_:
            sheet_.border_title = self.title_words
            sheet_.border_subtitle = wording.BACK
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

    title_words = wording.ROADS_TITLE

    def contents(self) -> ComposeResult:
        """Leave room for the scorecard."""
        yield Static(id="paper")
        yield Static(Text(wording.HONEST, QUIET), classes="note")

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

    title_words = wording.ODDS_TITLE

    def contents(self) -> ComposeResult:
        """Leave room for the table."""
        yield Static(wording.COUNTING, id="about", classes="note")
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
        table.add_columns(*wording.ODDS_COLUMNS)
        for key, odds in answer.wagers.items():
            paid = with_meters(odds, question)
            won = sum(deals for result, deals in odds.lines if result.verdict == "win")
            share = f"{won / odds.deals:.4%}", f"{odds.deals / won:,.1f}" if won else wording.NEVER
            figures = (Text(figure, justify="right") for figure in (f"{float(paid.edge):.4%}", *share))
            wager = self.view.rules.wager(key)
            table.add_row(wager_name(wager), pays(wager, self.view.rules), *figures)
        seen = self.view.rules.shoe.decks * 52 - question.shoe.total
        about.update(wording.ODDS_ABOUT.format(left=question.shoe.total, seen=seen))


# ---------------------------------------------------------------- rules


class RulesPanel(Panel):
    """What the document demands, section by section, and what this table offers."""

    title_words = wording.RULES_TITLE
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss")]

    def contents(self) -> ComposeResult:
        """Offer a search over the sections."""
        yield Input(placeholder=wording.SEARCH, id="search")
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
        sought = wanted.strip().lower()
        for key, provision in self.view.rules.rulebook.provisions.items():
            demand = topic_of(key).said(provision)
            if provision.section.lower().startswith(sought) or sought in demand.lower():
                grid.add_row(f"§ {provision.section}", demand)
        head = Text(self.view.rules.rulebook.document, QUIET)
        parts: list[RenderableType] = [] if sought else [head, Text(""), self._offered(), Text("")]
        self.query_one("#rules", Static).update(Group(*parts, grid))

    def _offered(self) -> Table:
        rules = self.view.rules
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
        for name in wording.OFFERED_COLUMNS:
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

    title_words = wording.FAIR
    BINDINGS: ClassVar[list[BindingType]] = [("c", "check"), ("escape,q", "dismiss")]

    def contents(self) -> ComposeResult:
        """Say what was published."""
        with VerticalScroll():
            yield Static(self._published(), id="published")
            yield Static(Text.assemble(("\nc", STRONG), (wording.CHECK, QUIET)), id="checked")

    def _published(self) -> Group:
        fair = self.view.stage.shown.state.fair
        stack = fair.stack if fair is not None else None
        if stack is None:
            return Group(Text(wording.NO_SHOE, QUIET))
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(style=QUIET, no_wrap=True)
        grid.add_column(style=Style(color=TEXT_2))
        entropy = "; ".join(f"{who}: {shown}" for who, shown in stack.entropy.items()) or wording.HOUSE_ALONE
        for row in zip(wording.FAIR_ROWS, (stack.commitment, str(len(stack.hashes)), entropy), strict=True):
            grid.add_row(*row)
        return Group(Text(wording.FAIR_ABOUT, Style(color=TEXT_2)), Text(""), grid)

    async def action_check(self) -> None:
        """Verify the log, as ``punto verify`` does."""
        found = self.query_one("#checked", Static)
        found.update(f"\n{wording.CHECKING}")
        log = await self.view.sitting.log()
        report = await asyncio.to_thread(verify, log.encode())
        found.update(checked(report))


def checked(report: Report) -> Group:
    """Say what a verification found."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for check in CHECKS:
        fault = report.faults.get(check)
        verdict = (
            Text(wording.FAILS.format(fault=fault), Style(color=WARN, bold=True))
            if fault
            else Text(wording.HOLDS, STRONG)
        )
        grid.add_row(Text(check, QUIET), verdict if check in report.made else Text(wording.NOTHING_TO_CHECK, QUIET))
    ends = [wording.ENDS.format(stream=stream, n=last.n, hash=last.hash) for stream, last in report.streams.items()]
    whole = Text(wording.WHOLE if report.whole else wording.NOT_WHOLE, LIT)
    head = wording.RECORDS.format(records=report.records, events=report.events)
    return Group(Text(f"\n{head}", STRONG), grid, whole, Text(""), *(Text(end, QUIET) for end in ends))


# ---------------------------------------------------------------- help


class HelpPanel(Panel):
    """Keys and mouse."""

    title_words = wording.HELP_TITLE

    def contents(self) -> ComposeResult:
        """List them."""
        grid = Table.grid(padding=(0, 3, 0, 0))
        grid.add_column(style=LIT, no_wrap=True)
        grid.add_column(style=Style(color=TEXT_2))
        for key, does in wording.HELP:
            grid.add_row(key, does)
        with VerticalScroll():
            yield Static(Group(Text(""), grid, Text(""), Text(wording.HONEST, QUIET)))
