"""The dealer of a table with one person at it: automatic, and in no hurry.

Bets close when the person says so, or when a bet timer runs out where one was asked for. Whoever has a choice to make
is waited for. And while the eye is still following what has happened, nothing goes on.
"""

from __future__ import annotations

from collections.abc import Callable

from punto.floor.dealer import LOOK, Automatic, Wakeup
from punto.floor.setup import Pace
from punto.log.faces import Keeper
from punto.log.game import Game
from punto.table import TableState

WAITS = ("lapse", "close")  # what a clock decides where there is one


class Patient(Automatic):
    """Deals when it is told to."""

    def __init__(self, keeper: Keeper, pace: Pace, *, timed: bool) -> None:
        super().__init__(keeper, pace)
        self.timed = timed
        self.watched: Callable[[], bool] = lambda: False  # whether somebody still looks at what happened
        self._told = (0, 0)  # the shoe and the coup that the person wants dealt

    def deal(self, state: TableState) -> None:
        """Close bets for this coup: the person is ready."""
        self._told = state.shoe, state.coup

    def plan(self, game: Game, now: int, shut: bool) -> Wakeup | None:
        """Wait for the eye; for a person, as long as they like, unless there is a timer."""
        if self.watched():
            return None
        due = super().plan(game, now, shut)
        if due is not None and due.why == "close" and self._told == (game.state.shoe, game.state.coup):
            return Wakeup(max(now, self._closed + self.pace.round), "close")
        return due if due is None or self.timed or due.why not in WAITS else Wakeup(now + LOOK, "look")
