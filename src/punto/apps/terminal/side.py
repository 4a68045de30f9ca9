"""What stands below and beside the felt: the scorecard, meters, this shoe, fair cards, announcements."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from punto.apps.terminal import wording
from punto.apps.terminal.cards import DrawnWidget
from punto.apps.terminal.look import LIT, QUIET, STRONG, TEXT_2
from punto.apps.terminal.paper import scorecard
from punto.apps.terminal.sitting import WHO
from punto.apps.terminal.view import View
from punto.apps.terminal.wording import Announcement, coups_of
from punto.core.money import Cents, dollars
from punto.views.results import Outcomes, letters
from punto.views.roads import Roads

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
    """The roads, as many of them as there is room for."""

    def show(self, view: View) -> None:
        """Draw them."""
        outcomes = letters(view.stage.shown.score.outcomes)
        width, height = max(40, self.size.width), self.size.height
        self.draw(outcomes, lambda: scorecard(Roads.of(outcomes), width, height))


class Meters(DrawnWidget):
    """What the meters show; no bar fills towards them."""

    def show(self, view: View) -> None:
        """Draw them, where there are any."""
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
    """How often what has won."""

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
    """What was published of the shoe before anybody wagered on it."""

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
    """Put the section at the end of the line; in a line of its own only where it has to be."""
    section = f"§ {call.section}" if call.section else ""
    fits = len(call.words) + len(section) < width
    said = Text(call.words, STRONG if newest else Style(color=TEXT_2))
    return said.append(section.rjust(width - len(call.words)) if fits else f"\n{section.rjust(width)}", QUIET)
