"""The dock: chips while bets are open; at other times what the player is asked, read from ``due``.

A choice is one command with its words; where the table leaves several values open, there is a choice for each. No rule
is known here. Cards to squeeze and the stack to cut lie over the table while the player has them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, NamedTuple

from textual.containers import Horizontal
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from punto.apps.terminal import wording
from punto.apps.terminal.cards import ChipPush, Push
from punto.apps.terminal.sitting import Sitting
from punto.apps.terminal.squeeze import Cutting, Squeeze
from punto.apps.terminal.view import View, chips_for
from punto.apps.terminal.wording import ACTS, ASKS, HANDS
from punto.core.money import dollars
from punto.table.commands import Deal, HouseMoney, Perform, Pledge, RevealEntropy, Sit, Verbal, Wager, Withdraw
from punto.table.drive import actor, usual
from punto.table.due import due as due_acts
from punto.table.holes import Choice as OneOf
from punto.table.holes import Depth, Due, Faces
from punto.table.house_money import TAKE, outcome
from punto.table.seating import DECLINING

OTHERWISE = frozenset({Sit, Wager, Verbal, Withdraw, Pledge, RevealEntropy})  # handled elsewhere


class Choice(NamedTuple):
    """One act that the player may do now, and the values of its holes."""

    words: str
    act: Due
    holes: dict[str, Any]

    @property
    def in_hand(self) -> bool:
        """Whether it is done with cards in hand: a squeeze, or a cut."""
        return any(isinstance(hole, Faces | Depth) for _, hole in self.act.holes)


def asked(sitting: Sitting) -> tuple[Due, ...]:
    """Return the due acts of this seat other than wagers, those that must be done first."""
    state = sitting.state
    mine = [
        act
        for act in due_acts(sitting.rules, state)
        if act.command not in OTHERWISE
        and (act.must or act.command is not Deal)  # a misplaced card is an irregularity, not a choice
        and actor(state, act) == state.seated.get(sitting.seat)
    ]
    return tuple(sorted(mine, key=lambda act: (not act.must, act.step in DECLINING)))


def due(acts: tuple[Due, ...]) -> Due | None:
    """Return the act that play waits for, or None."""
    return next((act for act in acts if act.must), None)


def question(sitting: Sitting, act: Due) -> str:
    """Return the question for an act."""
    words, wager = ASKS.get(name_of(act), ""), sitting.rules.early
    if act.command is not HouseMoney or wager is None:
        return words
    payout = dollars(outcome(sitting.rules, sitting.state, sitting.seat)[1].paid)
    return words.format(wager=wager.title, payout=payout)


def name_of(act: Due) -> str:
    """Return the step of an act, or the name of its command."""
    return act.step if act.command is Perform else act.do


def choices(sitting: Sitting, acts: tuple[Due, ...]) -> tuple[Choice, ...]:
    """Return the choices of some acts."""
    return tuple(choice for act in acts for choice in _ways(sitting, act))


def _ways(sitting: Sitting, act: Due) -> Iterator[Choice]:
    if act.command is HouseMoney:
        ways = [one for _, hole in act.holes if isinstance(hole, OneOf) for one in hole.of]
        for choice in ways:
            words = ACTS["take" if choice == TAKE else "ride"].format(hand=choice.capitalize())
            yield Choice(words, act, {"choice": choice})
        return
    hand = HANDS[act.place[0]] if act.command is Deal else ""
    words = ACTS.get(name_of(act), name_of(act).replace("-", " ").capitalize()).format(hand=hand)
    yield Choice(words, act, {name: usual(sitting.state, hole) for name, hole in act.holes})


# ---------------------------------------------------------------- the dock

EXTRA = "nm"  # keys of other choices while bets are open


ROOMY = 96  # width in characters from which texts are not shortened


class Offer(NamedTuple):
    """The current content of the dock."""

    mode: str
    asks: str = ""
    section: str = ""
    choices: tuple[Choice, ...] = ()


def offer(view: View) -> Offer:
    """Return what the player may do now, other than placing chips."""
    if not view.caught_up:
        return Offer("show")
    acts = asked(view.sitting)
    must = due(acts)
    ways = choices(view.sitting, acts)
    if must is not None:
        return Offer("ask", question(view.sitting, must), must.section, ways)
    return Offer("bet" if view.betting else "wait", choices=ways)


class Dock(Horizontal):
    """Chips and choices."""

    shown: Offer | None = None

    async def show(self, view: View, offered: Offer) -> None:
        """Redraw if the content has changed."""
        if offered != self.shown:
            self.shown = offered
            async with self.batch():
                await self.remove_children()
                await self.mount(*self._parts(view, offered))
        for chip in self.query(ChipPush):
            chip.show(chip.chip == view.chip)

    def _parts(self, view: View, offered: Offer) -> list[Widget]:
        if offered.mode == "bet":
            return self._betting(view, offered)
        if offered.mode == "ask":
            parts: list[Widget] = [Static(offered.asks, classes="ask")]
            for number, choice in enumerate(offered.choices, 1):
                parts.append(
                    Push(choice.words, f"choose({number})", str(number), classes="primary" if number == 1 else "")
                )
            section = f"§ {offered.section}" if offered.section else ""
            return [*parts, Static(section, classes="grow")]
        said = wording.PREPARING if offered.mode == "wait" else ""
        hurry = [Push(wording.GO_ON, "deal")] if offered.mode == "show" else []
        return [Static(f" {said}", classes="grow"), *hurry]

    def _betting(self, view: View, offered: Offer) -> list[Widget]:
        narrow = self.app.size.width < ROOMY
        picker: list[Widget] = [ChipPush(chip) for chip in chips_for(view.rules)]
        acts = [
            Push(wording.TWICE if narrow and action == "double" else label, action)
            for label, action in wording.CHIP_ACTS
        ]
        extra = [
            Push(one.words.split()[0] if narrow else one.words, f"choose({place})", EXTRA[place - 1])
            for place, one in enumerate(offered.choices[: len(EXTRA)], 1)
        ]
        return [*picker, Static("", classes="grow"), *acts, *extra, Push(wording.DEAL, "deal", classes="primary")]


# ---------------------------------------------------------------- cards in the player's hands


class Asking:
    """The manager of these screens: it opens them when they are due, and closes them otherwise."""

    def __init__(self, table: Screen[None], sitting: Sitting, do: Callable[[Choice], Awaitable[None]]) -> None:
        self._table, self._sitting, self._do = table, sitting, do
        self._ways: dict[str, Choice] = {}
        self._about = ""  # the act of the open screen

    async def show(self, offer: Offer) -> None:
        """Open the screen of a due act, unless the player reads another one."""
        act = offer.choices[0].act if offer.mode == "ask" else None
        about = f"{self._sitting.state.coup} {act}" if act else ""
        app = self._table.app
        if self._about and about != self._about:
            self._about = ""
            if isinstance(app.screen, Squeeze | Cutting):
                app.pop_screen()
        if act is None or self._about or app.screen is not self._table:
            return
        self._ways = {name_of(one.act): one for one in offer.choices}
        screen = await self._screen(act)
        if screen is not None:
            self._about = about
            app.push_screen(screen, self._squeezed if isinstance(screen, Squeeze) else self._cut)

    async def _screen(self, act: Due) -> Screen[Any] | None:
        for _, hole in act.holes:
            if isinstance(hole, Faces):
                faces = await self._sitting.peek(hole.places)
                return Squeeze(faces, act.section) if faces else None
            if isinstance(hole, Depth):
                return Cutting(self._sitting.rules.shoe.decks * 52, hole.least, hole.most, act.section)
        return None

    async def _squeezed(self, answer: Any) -> None:
        self._about = ""
        if answer in self._ways:
            await self._do(self._ways[answer])

    async def _cut(self, depth: Any) -> None:
        self._about = ""
        choice = self._ways["decline-cut" if depth is None else "place-cut"]
        await self._do(choice if depth is None else choice._replace(holes={"cards": depth}))
