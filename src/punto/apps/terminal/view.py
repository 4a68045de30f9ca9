"""What all widgets look at: the sitting, the stage, and the little that the screen itself knows."""

from __future__ import annotations

from dataclasses import dataclass, field

from punto.apps.terminal.bet_slip import Slip
from punto.apps.terminal.playback import Stage
from punto.apps.terminal.sitting import Sitting, least
from punto.apps.terminal.wording import FREE_HAND, LAST_HAND, PLACE_YOUR_WAGERS, WAITS, Announcement
from punto.core.chips import CHIPS
from punto.core.money import Cents, dollars
from punto.rules.house_rules import HouseRules
from punto.table import Refusal
from punto.table.commands import Wagers
from punto.table.phases import Phase
from punto.table.state import stakes_of
from punto.views.refusal_messages import words
from punto.views.results import WagerResult

MOST_CHIPS = 5


@dataclass
class View:
    """A table as the person at it sees it."""

    sitting: Sitting
    stage: Stage
    slip: Slip = field(default_factory=Slip)
    chip: Cents = 0
    notice: Announcement | None = None  # a refusal, or what else should be said once

    def __post_init__(self) -> None:
        self.chip = usual_chip(self.rules)

    @property
    def rules(self) -> HouseRules:
        """What the table runs on."""
        return self.sitting.rules

    @property
    def caught_up(self) -> bool:
        """Whether the eye sees the table as it stands."""
        return not self.stage.busy

    @property
    def betting(self) -> bool:
        """Whether the person may lay chips now."""
        state = self.sitting.state
        return self.caught_up and state.phase is Phase.BETTING and not state.done and not state.agenda

    @property
    def stakes(self) -> dict[str, Cents]:
        """What the person has on the felt, as the eye sees it."""
        return stakes_of(self.stage.shown.state, self.sitting.seat)

    @property
    def lines(self) -> dict[str, WagerResult]:
        """What became of the person's wagers in the coup that was settled last, until they wager again."""
        settled, result = self.stage.shown.settled, self.stage.shown.results.get(self.sitting.seat)
        over = settled is not None and self.stage.shown.state.coup != settled.coup
        if result is None or (over and (self.stakes or self.slip.want)):
            return {}
        return {one.wager: one for one in result.wagers}

    def headline(self) -> Announcement:
        """Return what is the case now: the largest words on the felt."""
        state = self.sitting.state
        if self.betting:
            words_now = {"free": FREE_HAND}.get(state.kind, LAST_HAND if state.cover == "last" else PLACE_YOUR_WAGERS)
            return Announcement(words_now, self.rules.rulebook.section("wager.permissible"))
        return self.stage.calls[-1] if self.stage.calls else Announcement("")

    def waiting(self) -> str:
        """Say what is still in the person's hand for want of more."""
        waits = self.slip.waiting(self.stakes, self.rules.limits) if self.betting else {}
        for key, cents in waits.items():
            return WAITS.format(waits=dollars(cents), least=dollars(self.rules.limits[key].least))
        return ""

    def refuse(self, refusal: Refusal | None) -> None:
        """Say why not, with the section."""
        self.notice = None if refusal is None else Announcement(words(refusal), refusal.section)

    async def lay_out(self) -> None:
        """Bring the felt to what the slip wants, command by command; what is refused is wanted no more."""
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
    """Return the chips that fit a table: from one below its least wager on a hand up to its most."""
    most = max(rules.limits[wager.key].most for wager in rules.wagers if wager.hand)
    fit = [chip for chip in sorted(CHIPS) if rules.smallest_chip <= chip <= most]
    usual = max((place for place, chip in enumerate(fit) if chip <= least(rules)), default=0)
    start = max(0, min(usual - 1, len(fit) - MOST_CHIPS))
    return tuple(fit[start : start + MOST_CHIPS])


def usual_chip(rules: HouseRules) -> Cents:
    """Return the smallest chip that is a wager on a hand by itself."""
    chips = chips_for(rules)
    return next((chip for chip in chips if chip >= least(rules)), chips[-1])
