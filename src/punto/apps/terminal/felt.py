"""The felt: both hands, the seats, and the player's betting areas."""

from __future__ import annotations

from collections.abc import Iterable

from rich.align import Align
from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text

from punto.apps.terminal import wording
from punto.apps.terminal.cards import HEIGHT, WIDTH, DrawnWidget, Push, empty, small
from punto.apps.terminal.look import BRASS, FELT_TEXT, FELT_TEXT_2, FELTS, ON_BRASS
from punto.apps.terminal.view import View
from punto.apps.terminal.wording import Announcement, limits, pays, sentence, signed, wager_name
from punto.core.cards import count
from punto.core.money import Cents, dollars
from punto.table import TableState
from punto.table.phases import hand
from punto.table.state import stakes_of
from punto.views.picture import BOT
from punto.views.results import WagerResult
from punto.wagers.facts import HANDS
from punto.wagers.wager import Wager

MAIN = (*HANDS, "tie")


def felt_of(view: View) -> tuple[str, str]:
    """Return the colors of the felt: the cloth, and the betting areas."""
    return FELTS[view.rules.layout.felt]


class Hands(DrawnWidget):
    """Both hands in the order of the documents, and the announcement."""

    def show(self, view: View) -> None:
        """Draw them."""
        shown, call = view.stage.shown, view.headline()
        won = shown.settled.winner if shown.settled and shown.state.places else ""
        last = sentence(shown.settled.call) if shown.settled and view.betting else ""
        key = tuple(shown.state.places.items()), won, call, last
        self.draw(key, lambda: _hands(shown.state, won, call, last, felt_of(view)[0]))


def _hands(state: TableState, won: str, call: Announcement, last: str, cloth: str) -> RenderableType:
    sides = [_hand(state, side, cloth, won == wording.HANDS[side].lower()) for side in wording.HANDS]
    rows = [Text("   ").join(pair) for pair in zip(*sides, strict=True)]
    said = Text(call.words, Style(color=FELT_TEXT, bgcolor=cloth, bold=True))
    quiet = Style(color=FELT_TEXT_2, bgcolor=cloth)
    if call.section:
        said.append(f"   § {call.section}", quiet)
    if last:
        said.append(f"   {wording.LAST.format(call=last)}", quiet)
    return Group(*(Align.center(row) for row in (*rows, said)))


def _hand(state: TableState, side: str, cloth: str, won: bool) -> list[Text]:
    """Draw a hand: two cards, and the third on the outer side."""
    order = (3, 1, 2) if side == "P" else (1, 2, 3)
    drawn = [_card(state, f"{side}{number}", cloth) for number in order]
    known = hand(state, side)
    down = any(face is None for place, face in state.places.items() if place[0] == side)
    points = f"  {count(known)}" if known and not down else ""
    title = f"{wording.HAND.format(hand=wording.HANDS[side].upper())}{points}"
    style = Style(color=ON_BRASS if won else FELT_TEXT, bgcolor=BRASS if won else cloth, bold=True)
    left = (2 * WIDTH + 1 - len(title)) // 2 + (WIDTH + 1 if side == "P" else 0)
    head = Text.assemble(" " * (left - 1), (f" {title} ", style))
    head.pad_right(3 * WIDTH + 2 - len(head))
    return [head, *(Text(" ").join(row) for row in zip(*drawn, strict=True))]


def _card(state: TableState, place: str, cloth: str) -> list[Text]:
    if place in state.places:
        return small(state.places[place])
    return [Text(" " * WIDTH)] * HEIGHT if place.endswith("3") else empty(cloth, FELT_TEXT_2)


class Seats(DrawnWidget):
    """The players and their stakes, by seat."""

    def show(self, view: View) -> None:
        """Draw them, seat one at the left, as players see it."""
        width = max(5, (self.size.width or 80) // view.rules.seats)
        seats = range(1, view.rules.seats + 1)
        told = tuple((_name(view, seat, width), _stakes(view, seat, width)) for seat in seats)
        self.draw(told, lambda: self._lines(view, told, width))

    def _lines(self, view: View, told: Iterable[tuple[str, str]], width: int) -> RenderableType:
        cloth, _ = felt_of(view)
        lines = Text(), Text()
        for seat, both in enumerate(told, 1):
            own = seat == view.sitting.seat
            style = Style(color=BRASS if own else FELT_TEXT_2, bgcolor=cloth, bold=own)
            for line, word in zip(lines, both, strict=True):
                line.append(word.center(width)[:width], style)
        return Group(*map(Align.center, lines))


def _name(view: View, seat: int, width: int) -> str:
    state = view.stage.shown.state
    who = state.seated.get(seat, "")
    name = wording.YOU if seat == view.sitting.seat else _called(who)
    held = "".join(side for side, holder in state.holders.items() if holder == seat)
    marks = f"{'◆' if state.curator == seat else ''}{f'▸{held}' if held else ''}"
    full = f"{seat} {name} {marks}".rstrip()
    brief = f"{wording.YOU}{marks}" if seat == view.sitting.seat else f"{seat}{'•' if who else ''}{marks}"
    return full if len(full) < width else brief


def _called(who: str) -> str:
    """Return the displayed name of a seat's player; demo players are marked as such."""
    if who.startswith(BOT):
        return wording.HOUSE_PLAYER.format(number=who.removeprefix(BOT))
    return who or wording.NOBODY


def _stakes(view: View, seat: int, width: int) -> str:
    own = stakes_of(view.stage.shown.state, seat)
    if not own:
        return ""
    hands = [view.rules.wager(key).hand or key for key in own]
    letters = "".join(hand[0].upper() if hand in MAIN else "+" for hand in hands)
    told = f"{letters} {dollars(sum(own.values()))}"
    return told if len(told) < width else dollars(sum(own.values()))


class Spot(DrawnWidget):
    """One betting area of the player: name and key, stake, payout and limits."""

    def __init__(self, wager: Wager, number: int) -> None:
        super().__init__(id=f"spot-{wager.key}")
        self.wager, self.number = wager, number

    def show(self, view: View) -> None:
        """Draw it."""
        key = self.wager.key
        lies, wants, line = view.stakes.get(key, 0), view.slip.want.get(key, 0), view.lines.get(key)
        waits = wants if view.betting and wants > lies else 0
        said = fate(line) if line is not None and not lies else f"({dollars(waits)})" if waits and not lies else ""
        self.draw((lies, said), lambda: self._made(view, lies, said))

    def _made(self, view: View, lies: Cents, said: str) -> RenderableType:
        _, light = felt_of(view)
        quiet, strong = Style(color=FELT_TEXT_2, bgcolor=light), Style(color=FELT_TEXT, bgcolor=light, bold=True)
        name = Style(color=BRASS, bgcolor=light, bold=True) if lies else strong
        wide = max(10, self.size.width)
        head = Text.assemble((f"{self.number} ", quiet), (wager_name(self.wager, wide - 2).upper(), name))
        terms, rest = self._terms(view, wide)
        second = (
            Text(f" {dollars(lies)} ", Style(color=ON_BRASS, bgcolor=BRASS, bold=True)) if lies else Text(said, strong)
        )
        return Group(head, second if lies or said else Text(rest, quiet), Text(terms, quiet))

    def _terms(self, view: View, wide: int) -> tuple[str, str]:
        """Return payout and limits: in one line if they fit, or in two."""
        paid, taken = pays(self.wager, view.rules), limits(view.rules.limits[self.wager.key])
        both = f"{paid} · {taken}"
        return (both, "") if len(both) <= wide else (paid, taken)

    def on_click(self) -> None:
        """Place a chip on it."""
        self.post_message(Push.Pushed(f"lay({self.number})"))


def fate(line: WagerResult) -> str:
    """Return the result of a wager: win or loss, and vigorish collected or deferred."""
    if not line.returned and not line.paid:
        return wording.LOST.format(stake=dollars(line.stake))
    if not line.paid:
        return wording.STANDS
    kept = wording.VIGORISH.format(cents=dollars(line.vigorish)) if line.vigorish else ""
    marked = wording.MARKED.format(cents=dollars(line.marked // 1000)) if line.marked else ""
    return f"{signed(line.gain)}{kept}{marked}"
