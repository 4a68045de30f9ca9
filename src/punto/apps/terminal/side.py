"""The screen around the felt: a bar above, a line below, and beside it scorecard, meters, shoe and announcements.

The scorecard is five roads in text. Shapes come before colors: letters, rings with a center or without, strokes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from punto.apps.terminal import wording
from punto.apps.terminal.cards import DrawnWidget
from punto.apps.terminal.look import (
    BRASS,
    INK,
    INK_OF,
    LIT,
    PAPER,
    PAPER_QUIET,
    QUIET,
    SHEET,
    SHEET_LINE,
    STRONG,
    TEXT_2,
    WARN,
)
from punto.apps.terminal.sitting import WHO
from punto.apps.terminal.view import View
from punto.apps.terminal.wording import Announcement, coups_of, lasted, signed
from punto.core.money import Cents, dollars
from punto.core.posting import seat_account
from punto.views.results import Ended, Outcomes, letters
from punto.views.roads import DERIVED, ROWS, Cell, Decision, Road, Roads, first_column

BEAD = {"B": "B", "P": "P", "T": "T"}
BIG = {"B": "○", "P": "◉", "T": "╱"}
SIGNS: Mapping[Road, Mapping[str, str]] = {
    "big-eye": {"r": "○", "b": "◉"},
    "small": {"r": "●", "b": "◆"},
    "cockroach": {"r": "╱", "b": "╲"},
}
ASK: tuple[tuple[str, Decision], ...] = ((wording.IF_BANKER, "B"), (wording.IF_PLAYER, "P"))
_GRID = Style(color=SHEET_LINE, bgcolor=SHEET)
BEAD_COLUMNS, ASK_WIDTH = 12, 17


def scorecard(roads: Roads, width: int, height: int, past: Outcomes = (), *, drop_again: bool = False) -> Text:
    """Draw as much of the roads as fits; the newest columns are always visible."""
    decided = [one for one in past if one.outcome != "T"]
    bead = [Cell(*divmod(place, ROWS), outcome) for place, outcome in enumerate(roads.outcomes)]
    titled, derived = height > ROWS, height > 2 * ROWS
    across = min(BEAD_COLUMNS * (2 if width > 130 else 1), width // 5)
    big = (width - 2 * across - 2 - (0 if derived else ASK_WIDTH + 2)) // 2
    above = [
        _road(wording.BEAD, bead, across, BEAD, titled, past),
        _road(wording.BIG, roads.drawn_cells(drop_again=drop_again), big, BIG, titled, decided),
    ]
    if not derived:
        return _joined([*above, _asked(roads, titled)])
    third = (width - ASK_WIDTH - 6) // 6
    derived_of = {road: roads.derived_cells(road, drop_again=drop_again) for road in DERIVED}
    below = [_road(wording.ROADS[road], derived_of[road], third, SIGNS[road], True) for road in DERIVED]
    gap = [Text("")] if height > 2 * (ROWS + 1) else []
    return Text("\n").join([_joined(above), *gap, _joined([*below, _asked(roads, True)])])


def _road(
    title: str,
    cells: Sequence[Cell],
    columns: int,
    signs: Mapping[str, str],
    titled: bool,
    past: Sequence[Ended] = (),
) -> list[Text]:
    """Draw a road, two characters per cell; the second one counts ties, or marks other facts of the result."""
    first = first_column(cells, columns)
    found = {(cell.row, cell.column - first): (cell, "") for cell in cells}
    found |= {(cell.row, cell.column - first): (cell, _more(one)) for cell, one in zip(cells, past, strict=False)}
    newest = cells[-1] if cells else None
    rows = [_row([found.get((row, column)) for column in range(columns)], signs, newest) for row in range(ROWS)]
    head = Text(title.ljust(2 * columns)[: 2 * columns], PAPER_QUIET)
    return [head, *rows] if titled else rows


def _more(one: Ended) -> str:
    """Return the sign of a result: a wager announced by name, pairs, a natural."""
    pairs = {(True, True): ";", (True, False): "'", (False, True): ","}.get((one.banker_pair, one.player_pair), "")
    return "*" if one.bonus else pairs or ("-" if one.natural else "")


def _row(cells: Iterable[tuple[Cell, str] | None], signs: Mapping[str, str], newest: Cell | None) -> Text:
    drawn = Text(style=PAPER)
    for found in cells:
        if found is None:
            drawn.append("· ", _GRID)
            continue
        cell, more = found
        style = Style(color=INK_OF[cell.mark], bgcolor=SHEET, bold=True, underline=cell is newest)
        drawn.append(signs[cell.mark], style)
        tied = "" if not cell.ties else str(cell.ties) if cell.ties < 10 else "+"
        drawn.append(tied or more or " ", Style(color=INK_OF["T"] if tied else INK, bgcolor=SHEET, bold=True))
    return drawn


def _asked(roads: Roads, titled: bool) -> list[Text]:
    """Return the next mark of each derived road."""
    lines = [Text(wording.ASK.ljust(ASK_WIDTH), PAPER_QUIET)] if titled else []
    for asks, winner in ASK:
        line = Text(asks.ljust(11), Style(color=INK_OF[winner], bgcolor=SHEET))
        for road, mark in zip(DERIVED, roads.ask(winner), strict=True):
            sign, ink = (SIGNS[road][mark], INK_OF[mark]) if mark else ("–", SHEET_LINE)
            line.append(f"{sign} ", Style(color=ink, bgcolor=SHEET, bold=True))
        lines.append(line)
    return [*lines, *(Text(" " * ASK_WIDTH) for _ in range(ROWS + titled - len(lines)))]


def _joined(roads: Sequence[list[Text]]) -> Text:
    return Text("\n").join(Text("  ").join(row) for row in zip(*roads, strict=True))


# ---------------------------------------------------------------- the bar and the line

ROOMY = 110


class Bar(DrawnWidget):
    """Table, shoe and coup; time, net and chips, always visible."""

    def show(self, view: View) -> None:
        """Draw it."""
        where, purse = self._where(view), self._purse(view)
        self.draw((str(where), str(purse)), lambda: _ends(where, purse))

    def _where(self, view: View) -> Text:
        state, wide = view.stage.shown.state, self.size.width >= ROOMY
        where = Text(" ")
        if wide:
            where.append(f"♦ {wording.PROGRAM}  ", LIT)
        where.append(view.rules.table, STRONG)
        if view.rules.rulebook.source == "own":
            where.append(f"  {wording.UNAPPROVED}", LIT)
        elif wide:
            where.append(f"  {view.rules.rulebook.title}", QUIET)
        number = state.coup - state.shoe_began + 1
        told = wording.WHERE.format(shoe=state.shoe, coup=number, left=state.left)
        return where.append(f"  {told}", Style(color=TEXT_2))

    def _purse(self, view: View) -> Text:
        state, seat, wide = view.stage.shown.state, view.sitting.seat, self.size.width >= ROOMY
        purse, left, owed = Text(), view.sitting.left_to_bet, state.owed.get(seat, 0)
        if left is not None and view.betting:
            purse.append(f"{wording.TO_BET.format(left=left)}  ", LIT)
        if owed:
            purse.append(f"{wording.OWED} ", QUIET).append(f"{dollars(-(-owed // 1000))}  ", STRONG)
        purse.append(f"{wording.TIME + ' ' if wide else ''}{lasted(view.sitting.elapsed)}  ", QUIET)
        purse.append(f"{wording.NET} ", QUIET).append(f"{signed(view.sitting.net(state))}  ", STRONG)
        return purse.append(f"{wording.CHIPS} ", QUIET).append(
            dollars(state.accounts.get(seat_account(seat), 0)), STRONG
        )


class Foot(DrawnWidget):
    """The keys, or a notice while there is one."""

    def show(self, view: View) -> None:
        """Draw it."""
        notice, waits = view.notice, view.waiting()
        self.draw((notice, waits), lambda: self._line(notice, waits))

    def _line(self, notice: Announcement | None, waits: str) -> Text:
        if notice is not None:
            section = f"   § {notice.section}" if notice.section else ""
            return Text.assemble((f" {notice.words}", Style(color=WARN, bold=True)), (section, QUIET))
        return Text(f" {waits}", Style(color=BRASS)) if waits else self._keys()

    def _keys(self) -> Text:
        """List as many keys as fit; help always."""
        width, line, last = self.size.width or 80, Text(" "), _key(*wording.HELP_KEY)
        for one in (_key(*key) for key in wording.KEYS):
            if len(line) + len(one) + len(last) <= width:
                line.append(one)
        return line.append(last)


def _key(key: str, does: str, action: str) -> Text:
    click = Style.from_meta({"@click": f"screen.{action}"}) if action else Style()
    return Text.assemble((key, Style(color=TEXT_2, bold=True) + click), (f" {does}", QUIET + click), "  ")


def _ends(left: Text, right: Text) -> Table:
    """Return a line with a left and a right end."""
    grid = Table.grid(expand=True)
    grid.add_column(no_wrap=True, ratio=1)
    grid.add_column(no_wrap=True, justify="right")
    grid.add_row(left, right)
    return grid


# ---------------------------------------------------------------- beside the felt

COLOURS = {"B": "#ff9a8a", "P": "#96bdff", "T": "#84d8a6"}


def _head(title: str) -> Text:
    return Text(title, LIT)


def _pairs(rows: list[tuple[Text, Text]]) -> Table:
    grid = Table.grid(expand=True)
    grid.add_column()
    grid.add_column(justify="right", no_wrap=True)
    for row in rows:
        grid.add_row(*row)
    return grid


class Scorecard(DrawnWidget):
    """As many roads as fit."""

    def show(self, view: View) -> None:
        """Draw them."""
        past, again = view.stage.shown.score.outcomes, view.sitting.drop_again
        width, height = max(40, self.size.width), self.size.height
        self.draw(past, lambda: scorecard(Roads.of(letters(past)), width, height, past, drop_again=again))


class Meters(DrawnWidget):
    """The meter displays."""

    def show(self, view: View) -> None:
        """Draw them, if there are any."""
        meters = view.sitting.meters()
        self.display = bool(meters)
        royal = view.rules.royal9
        pairs = royal.combinations.get(view.sitting.seat, ()) if royal else ()
        own = "  ".join(" ".join(card.symbol for card in pair) for pair in pairs)
        title = view.rules.metered.title if view.rules.metered else ""
        self.draw(tuple(meters.items()), lambda: self._made(title, meters, own), layout=True)

    def _made(self, title: str, meters: dict[str, Cents], own: str) -> RenderableType:
        named = ((key.replace("-", " ").capitalize(), dollars(cents)) for key, cents in meters.items())
        rows = [(Text(name), Text(amount, STRONG)) for name, amount in named]
        return Group(_head(title), _pairs(rows), Text(wording.YOUR_SEAT.format(pairs=own) if own else "", QUIET))


class ThisShoe(DrawnWidget):
    """The number of results of this shoe."""

    def show(self, view: View) -> None:
        """Draw it."""
        outcomes = view.stage.shown.score.outcomes
        self.draw(outcomes, lambda: self._made(outcomes), layout=True)

    def _made(self, outcomes: Outcomes) -> RenderableType:
        rows = []
        for letter, name in wording.OUTCOMES.items():
            number = sum(one.outcome == letter for one in outcomes)
            label = Text.assemble((f"{letter} ", Style(color=COLOURS[letter], bold=True)), (name, Style(color=TEXT_2)))
            rows.append((label, Text(str(number), STRONG)))
        naturals = sum(one.natural for one in outcomes)
        rows.append((Text(wording.NATURALS, QUIET), Text(str(naturals), STRONG)))
        return Group(_head(wording.THIS_SHOE.format(coups=coups_of(len(outcomes)))), _pairs(rows))


class Fair(DrawnWidget):
    """The published data of the shoe, from before the first wager."""

    def show(self, view: View) -> None:
        """Draw it."""
        fair = view.stage.shown.state.fair
        stack = fair.stack if fair is not None else None
        key = (stack.commitment, len(stack.hashes), WHO in stack.entropy) if stack is not None else None
        self.draw(key, lambda: self._made(*key) if key else Text(""), layout=True)

    def _made(self, commitment: str, listed: int, own: bool) -> RenderableType:
        digits = Text(f"{commitment[:8]} {commitment[8:16]} … {commitment[-8:]}", Style(color=TEXT_2))
        lines = [_head(wording.FAIR), digits, Text(wording.LISTED.format(number=listed), QUIET)]
        return Group(*lines, *([Text(wording.WITH_YOURS, QUIET)] if own else []))


class Calls(DrawnWidget):
    """The last announcements, the newest first, each with its section."""

    def show(self, view: View) -> None:
        """Draw them."""
        calls = tuple(reversed(view.stage.calls))[: max(1, self.size.height)]
        self.draw(calls, lambda: self._made(calls, max(20, self.size.width)))

    def _made(self, calls: tuple[Announcement, ...], width: int) -> RenderableType:
        return Group(
            _head(wording.ANNOUNCEMENTS), *(_called(call, width, place == 0) for place, call in enumerate(calls))
        )


def _called(call: Announcement, width: int, newest: bool) -> Text:
    """Return an announcement with its section at the end of the line, or in a line of its own if necessary."""
    section = f"§ {call.section}" if call.section else ""
    fits = len(call.words) + len(section) < width
    said = Text(call.words, STRONG if newest else Style(color=TEXT_2))
    return said.append(section.rjust(width - len(call.words)) if fits else f"\n{section.rjust(width)}", QUIET)
