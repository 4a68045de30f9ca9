"""Panels beside the game: roads, odds, rules, fair cards, help, and the history of this sitting."""

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
from punto.apps.terminal.felt import fate
from punto.apps.terminal.look import LIT, QUIET, STRONG, TEXT_2, WARN
from punto.apps.terminal.side import scorecard
from punto.apps.terminal.view import View
from punto.apps.terminal.wording import limits, pays, sentence, signed, wager_name
from punto.core.cards import Card, Composition
from punto.core.money import dollars
from punto.law.rulebook import topic_of
from punto.odds import OddsError, Sheet, sheet
from punto.odds.known import NOTHING
from punto.odds.queries import Question, filed, with_meters
from punto.rules.house_rules import HouseRules
from punto.verification.verify import CHECKS, Report, verify
from punto.views.history import CoupHistory, history, recalled
from punto.views.results import letters
from punto.views.roads import Roads
from punto.views.views import Viewer

SECTION = 16  # characters of a section before it wraps
ALL_ROADS = 15  # lines of all roads


class Panel(ModalScreen[None]):
    """A panel over the table; Escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "dismiss")]
    title_words = ""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view

    def compose(self) -> ComposeResult:
        """Lay out the panel."""
        with Vertical(classes="sheet") as sheet_:
            sheet_.border_title = self.title_words
            sheet_.border_subtitle = wording.BACK
            yield from self.contents()

    def contents(self) -> ComposeResult:
        """Return its content."""
        yield Static()

    def on_click(self, event: Click) -> None:
        """Close it after a click outside."""
        if event.widget is self:
            self.dismiss()


class RoadsPanel(Panel):
    """All five roads, and their next marks."""

    title_words = wording.ROADS_TITLE

    def contents(self) -> ComposeResult:
        """Leave room for the scorecard."""
        yield Static(id="paper")
        yield Static(Text(f"{wording.MARKS}\n{wording.HONEST}", QUIET), classes="note")

    def on_mount(self) -> None:
        """Draw it when its size is known."""
        self.call_after_refresh(self.draw)

    def on_resize(self) -> None:
        """Redraw it."""
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Draw the roads."""
        paper = self.query_one("#paper", Static)
        past, again = self.view.stage.shown.score.outcomes, self.view.sitting.drop_again
        paper.update(scorecard(Roads.of(letters(past)), paper.size.width, ALL_ROADS, past, drop_again=again))


# ---------------------------------------------------------------- odds


def odds_now(view: View) -> tuple[Sheet, Question]:
    """Compute the odds of the next coup from the cards not seen at the table."""
    state, rules = view.stage.shown.state, view.rules
    seen = [Card.of(face) for face, number in state.out.items() for _ in range(number)]
    shoe = Composition.decks(rules.shoe.decks).without(seen)
    offer = filed(rules)
    meters = {**offer.meters, **view.sitting.meters()}
    question = Question(offer, rules.shoe.decks, shoe, NOTHING, view.sitting.seat, meters)
    answer = sheet(shoe, offer.wagers, rate=offer.rate, seat=view.sitting.seat, portion=offer.portion)
    return answer, question


class OddsPanel(Panel):
    """Exact odds of every wager, given the cards seen."""

    title_words = wording.ODDS_TITLE

    def contents(self) -> ComposeResult:
        """Leave room for the table."""
        yield Static(wording.COUNTING, id="about", classes="note")
        yield DataTable(id="odds", cursor_type="none")

    async def on_mount(self) -> None:
        """Compute outside the event loop, because it takes a moment."""
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
    """The document's requirements by section, and what this table offers."""

    title_words = wording.RULES_TITLE
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss")]

    def contents(self) -> ComposeResult:
        """Lay out a search over the sections."""
        yield Input(placeholder=wording.SEARCH, id="search")
        with VerticalScroll():
            yield Static(id="rules")

    def on_mount(self) -> None:
        """Show everything."""
        book = self.view.rules.rulebook
        self.query_one(Vertical).border_title = book.title
        self._show("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show matching sections."""
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


# ---------------------------------------------------------------- virtual shoes


class FairPanel(Panel):
    """The commitments of the shoe, and the result of their verification."""

    title_words = wording.FAIR
    BINDINGS: ClassVar[list[BindingType]] = [("c", "check"), ("escape,q", "dismiss")]

    def contents(self) -> ComposeResult:
        """Show the published data."""
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
    """Return the result of a verification."""
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


# ---------------------------------------------------------------- history


def coups(view: View) -> list[CoupHistory]:
    """Return the past coups as the player of this seat may see them."""
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
        """Lay out the list of coups, and the selected one."""
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
        """Show the selected coup."""
        self.tell(event.row_key.value or "")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Find a coup by its number in the shoe, the newest shoe first."""
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
    """Return a coup as one row."""
    result = coup.result.winner if coup.result else wording.VOID if coup.void else wording.NOT_SETTLED
    staked = sum(stake.cents for stake in coup.wagers if stake.seat == seat)
    won = sum(one.net for one in coup.results if one.seat == seat)
    return str(coup.shoe), str(coup.number), _hand(coup, "P"), _hand(coup, "B"), result, dollars(staked), signed(won)


def _hand(coup: CoupHistory, side: str) -> str:
    cards = " ".join(Card.of(one.card).symbol if one.card else "?" for one in coup.cards if one.place[0] == side)
    points = "" if coup.result is None else f" = {coup.result.player if side == 'P' else coup.result.banker}"
    return f"{cards}{points}"


def told(coup: CoupHistory, rules: HouseRules) -> Group:
    """Return a coup in full: wagers, their settlement with sections, and every step."""
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
