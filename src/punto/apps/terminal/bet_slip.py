"""What a player wants on the felt, and the next command that brings it there.

Chips are laid down one by one, but a wager is refused below its minimum, and a stake can only be taken back whole. So
the slip holds what is wanted, and ``next`` compares it with what lies there: it asks for one command at a time until
both are alike. What is wanted and still below the minimum waits in the player's hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from punto.core.money import Cents
from punto.rules.house_rules import Limit
from punto.table.commands import Wagers, Withdraw

Stakes = Mapping[str, Cents]


class Wish(NamedTuple):
    """A command, but for who gives it."""

    kind: type[Wagers] | type[Withdraw]
    fields: dict[str, Any]


class Slip:
    """The player's wishes."""

    def __init__(self) -> None:
        self.want: dict[str, Cents] = {}
        self.last: dict[str, Cents] = {}  # of the coup before
        self._before: list[dict[str, Cents]] = []  # what was wanted before each act of this coup

    def settle(self, stakes: Stakes) -> None:
        """Take what lies on the felt for what is wanted: after a refusal, or at the close."""
        self.want, self._before = dict(stakes), []

    def begin(self, staked: Stakes) -> None:
        """Begin a coup: what was staked in the last one can be repeated."""
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
        """Take back the last act, whatever it was."""
        self.want = self._before.pop() if self._before else self.want

    def clear(self) -> None:
        """Want nothing."""
        self._change({})

    def repeat(self) -> None:
        """Want what was staked in the last coup."""
        self._change(dict(self.last))

    def double(self) -> None:
        """Want twice as much of everything."""
        self._change({wager: 2 * cents for wager, cents in self.want.items()})

    def waiting(self, have: Stakes, limits: Mapping[str, Limit]) -> dict[str, Cents]:
        """Return what is wanted and cannot be staked yet."""
        return {
            wager: cents
            for wager, cents in self.want.items()
            if cents != have.get(wager, 0) and cents < limits[wager].least
        }

    def next(self, have: Stakes, limits: Mapping[str, Limit]) -> Wish | None:
        """Return the next command that is needed, or nothing where all is as wanted."""
        for wager in reversed(list(have)):  # what was laid last rests on what was laid first
            if self.want.get(wager, 0) < have[wager]:
                return Wish(Withdraw, {"wager": wager})
        more = {wager: cents - have.get(wager, 0) for wager, cents in self.want.items() if cents >= limits[wager].least}
        stakes = {wager: cents for wager, cents in more.items() if cents > 0}
        return Wish(Wagers, {"stakes": stakes}) if stakes else None
