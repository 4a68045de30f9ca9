"""The bar above the table and the line below it: where one is, how one stands, what can be pressed."""

from __future__ import annotations

from rich.style import Style
from rich.table import Table
from rich.text import Text

from punto.apps.terminal import wording
from punto.apps.terminal.cards import DrawnWidget
from punto.apps.terminal.look import BRASS, LIT, QUIET, STRONG, TEXT_2, WARN
from punto.apps.terminal.view import View
from punto.apps.terminal.wording import Announcement, lasted, signed
from punto.core.money import dollars
from punto.core.posting import seat_account

ROOMY = 110


class Bar(DrawnWidget):
    """Table, shoe and coup; time, net and chips, which are always in sight."""

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
        if wide:
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
    """What can be pressed; or a notice, while one stands."""

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
        """List the keys, as many as there is room for; help always."""
        width, line, last = self.size.width or 80, Text(" "), _key(*wording.HELP_KEY)
        for one in (_key(*key) for key in wording.KEYS):
            if len(line) + len(one) + len(last) <= width:
                line.append(one)
        return line.append(last)


def _key(key: str, does: str, action: str) -> Text:
    click = Style.from_meta({"@click": f"screen.{action}"}) if action else Style()
    return Text.assemble((key, Style(color=TEXT_2, bold=True) + click), (f" {does}", QUIET + click), "  ")


def _ends(left: Text, right: Text) -> Table:
    """Put something at either end of a line."""
    grid = Table.grid(expand=True)
    grid.add_column(no_wrap=True, ratio=1)
    grid.add_column(no_wrap=True, justify="right")
    grid.add_row(left, right)
    return grid
