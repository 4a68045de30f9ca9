"""What the person is asked besides wagers, read off ``due``: no rule is known here.

A choice is one command with its words; where the table leaves several values open, there is a choice for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from punto.apps.terminal.sitting import Sitting
from punto.apps.terminal.wording import ACTS, ASKS, HANDS
from punto.core.money import dollars
from punto.table.commands import Deal, HouseMoney, Perform, Pledge, RevealEntropy, Sit, Verbal, Wager, Withdraw
from punto.table.drive import actor, usual
from punto.table.due import due as due_acts
from punto.table.holes import Choice as OneOf
from punto.table.holes import Depth, Due, Faces
from punto.table.house_money import TAKE, outcome
from punto.table.seating import DECLINING

OTHERWISE = frozenset({Sit, Wager, Verbal, Withdraw, Pledge, RevealEntropy})  # not asked here


class Choice(NamedTuple):
    """One thing that the person may do now: an act, and how its holes are filled."""

    words: str
    act: Due
    holes: dict[str, Any]

    @property
    def in_hand(self) -> bool:
        """Whether it is done with cards in hand: a squeeze, or a cut."""
        return any(isinstance(hole, Faces | Depth) for _, hole in self.act.holes)


def asked(sitting: Sitting) -> tuple[Due, ...]:
    """Return what the person at this seat may or must do besides wagering, what must be done first."""
    state = sitting.state
    mine = [
        act
        for act in due_acts(sitting.rules, state)
        if act.command not in OTHERWISE
        and (act.must or act.command is not Deal)  # a card in a wrong place is an irregularity, not a choice
        and actor(state, act) == state.seated.get(sitting.seat)
    ]
    return tuple(sorted(mine, key=lambda act: (not act.must, act.step in DECLINING)))


def due(acts: tuple[Due, ...]) -> Due | None:
    """Return what nothing goes on without."""
    return next((act for act in acts if act.must), None)


def question(sitting: Sitting, act: Due) -> str:
    """Say what the person is asked."""
    words, wager = ASKS.get(name_of(act), ""), sitting.rules.riding
    if act.command is not HouseMoney or wager is None:
        return words
    payout = dollars(outcome(sitting.rules, sitting.state, sitting.seat)[1].paid)
    return words.format(wager=wager.title, payout=payout)


def name_of(act: Due) -> str:
    """Name an act by the step that is performed, or by its command."""
    return act.step if act.command is Perform else act.do


def choices(sitting: Sitting, acts: tuple[Due, ...]) -> tuple[Choice, ...]:
    """Return the commands that would do what is asked."""
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
