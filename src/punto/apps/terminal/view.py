"""Data of all widgets: the sitting, the playback, the bet slip, and the state of the screen itself.

Chips are placed one by one, but a wager below its minimum is refused, and a stake can only be withdrawn whole. So the
slip has the wanted stakes, and ``next`` compares them with the felt: it returns one command at a time until both are
equal. Wanted stakes below the minimum wait in the player's hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from punto.apps.terminal.playback import Stage
from punto.apps.terminal.sitting import Sitting, least
from punto.apps.terminal.wording import FREE_HAND, LAST_HAND, PLACE_YOUR_WAGERS, WAITS, Announcement
from punto.core.money import CHIPS, Cents, dollars
from punto.rules.house_rules import HouseRules, Limit
from punto.table import Refusal
from punto.table.commands import Wagers, Withdraw
from punto.table.phases import Phase
from punto.table.state import stakes_of
from punto.views.refusal_messages import words
from punto.views.results import WagerResult

Stakes = Mapping[str, Cents]


class Wish(NamedTuple):
    """A command without its sender."""

    kind: type[Wagers] | type[Withdraw]
    fields: dict[str, Any]


class Slip:
    """The wanted stakes."""

    def __init__(self) -> None:
        self.want: dict[str, Cents] = {}
        self.last: dict[str, Cents] = {}  # of the previous coup
        self._before: list[dict[str, Cents]] = []  # the wanted stakes before each act of this coup

    def settle(self, stakes: Stakes) -> None:
        """Replace the wanted stakes by those on the felt: after a refusal, or at the close."""
        self.want, self._before = dict(stakes), []

    def begin(self, staked: Stakes) -> None:
        """Begin a coup; the stakes of the previous one can be repeated."""
        if staked:
            self.last = dict(staked)
        self.settle({})

    def lay(self, wager: str, cents: Cents) -> None:
        """Lay a chip down."""
        self._change({**self.want, wager: self.want.get(wager, 0) + cents})

    def _change(self, want: dict[str, Cents]) -> None:
        self._before.append(self.want)
        self.want = want

    def undo(self) -> None:
        """Undo the last act of any kind."""
        self.want = self._before.pop() if self._before else self.want

    def clear(self) -> None:
        """Want nothing."""
        self._change({})

    def repeat(self) -> None:
        """Repeat the stakes of the previous coup."""
        self._change(dict(self.last))

    def double(self) -> None:
        """Double all stakes."""
        self._change({wager: 2 * cents for wager, cents in self.want.items()})

    def waiting(self, have: Stakes, limits: Mapping[str, Limit]) -> dict[str, Cents]:
        """Return wanted stakes that cannot be placed yet."""
        return {
            wager: cents
            for wager, cents in self.want.items()
            if cents != have.get(wager, 0) and cents < limits[wager].least
        }

    def next(self, have: Stakes, limits: Mapping[str, Limit]) -> Wish | None:
        """Return the next command, or None if the felt is as wanted."""
        for wager in reversed(list(have)):  # later wagers may need earlier ones
            if self.want.get(wager, 0) < have[wager]:
                return Wish(Withdraw, {"wager": wager})
        more = {wager: cents - have.get(wager, 0) for wager, cents in self.want.items() if cents >= limits[wager].least}
        stakes = {wager: cents for wager, cents in more.items() if cents > 0}
        return Wish(Wagers, {"stakes": stakes}) if stakes else None


# ---------------------------------------------------------------- the view

MOST_CHIPS = 5


@dataclass
class View:
    """A table as its player sees it."""

    sitting: Sitting
    stage: Stage
    slip: Slip = field(default_factory=Slip)
    chip: Cents = 0
    notice: Announcement | None = None  # a refusal, or another one-time message

    def __post_init__(self) -> None:
        self.chip = usual_chip(self.rules)

    @property
    def rules(self) -> HouseRules:
        """The house rules of the table."""
        return self.sitting.rules

    @property
    def caught_up(self) -> bool:
        """Whether the playback has reached the current state."""
        return not self.stage.busy

    @property
    def betting(self) -> bool:
        """Whether the player may place chips now."""
        state = self.sitting.state
        return self.caught_up and state.phase is Phase.BETTING and not state.done and not state.agenda

    @property
    def stakes(self) -> dict[str, Cents]:
        """The player's stakes on the felt, as displayed."""
        return stakes_of(self.stage.shown.state, self.sitting.seat)

    @property
    def lines(self) -> dict[str, WagerResult]:
        """The results of the player's wagers in the last settlement, until the next wager."""
        settled, result = self.stage.shown.settled, self.stage.shown.results.get(self.sitting.seat)
        over = settled is not None and self.stage.shown.state.coup != settled.coup
        if result is None or (over and (self.stakes or self.slip.want)):
            return {}
        return {one.wager: one for one in result.wagers}

    def headline(self) -> Announcement:
        """Return the headline of the felt."""
        state = self.sitting.state
        if self.betting:
            words_now = {"free": FREE_HAND}.get(state.kind, LAST_HAND if state.cover == "last" else PLACE_YOUR_WAGERS)
            return Announcement(words_now, self.rules.rulebook.section("wager.permissible"))
        return self.stage.calls[-1] if self.stage.calls else Announcement("")

    def waiting(self) -> str:
        """Return the stakes that wait for more chips, as text."""
        waits = self.slip.waiting(self.stakes, self.rules.limits) if self.betting else {}
        for key, cents in waits.items():
            return WAITS.format(waits=dollars(cents), least=dollars(self.rules.limits[key].least))
        return ""

    def refuse(self, refusal: Refusal | None) -> None:
        """Show a refusal, with its section."""
        self.notice = None if refusal is None else Announcement(words(refusal), refusal.section)

    async def lay_out(self) -> None:
        """Send commands until the felt has the wanted stakes; refused ones are dropped."""
        sitting = self.sitting
        while self.betting:
            have = stakes_of(sitting.state, sitting.seat)
            wish = self.slip.next(have, self.rules.limits)
            if wish is None:
                return
            refusal = await sitting.do(wish.kind, seat=sitting.seat, **wish.fields)
            if refusal is not None:
                self.slip.settle(stakes_of(sitting.state, sitting.seat) if wish.kind is Wagers else have)
                self.refuse(refusal)
                return


def chips_for(rules: HouseRules) -> tuple[Cents, ...]:
    """Return the chips for a table: from one below its minimum on a hand up to its maximum."""
    most = max(rules.limits[wager.key].most for wager in rules.wagers if wager.hand)
    fit = [chip for chip in sorted(CHIPS) if rules.smallest_chip <= chip <= most]
    usual = max((place for place, chip in enumerate(fit) if chip <= least(rules)), default=0)
    start = max(0, min(usual - 1, len(fit) - MOST_CHIPS))
    return tuple(fit[start : start + MOST_CHIPS])


def usual_chip(rules: HouseRules) -> Cents:
    """Return the smallest chip that is a valid wager on a hand."""
    chips = chips_for(rules)
    return next((chip for chip in chips if chip >= least(rules)), chips[-1])
