"""The conditions in the documents' tables, by the names the rulebooks use for them.

Each is a question about a finished coup. Those of the Dragon Bonus are asked of one hand against the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from punto.coup import CoupClass
from punto.law.schema.wagers import BonusFact, PairFact, PointFact
from punto.tableau import natural
from punto.wagers.wager import Condition, Hand

_CONDITIONS: dict[PointFact | PairFact, Condition] = {
    "banker-higher": lambda coup: coup.banker > coup.player,
    "banker-lower": lambda coup: coup.banker < coup.player,
    "player-higher": lambda coup: coup.player > coup.banker,
    "player-lower": lambda coup: coup.player < coup.banker,
    "equal": lambda coup: coup.player == coup.banker,
    "unequal": lambda coup: coup.player != coup.banker,
    "dragon-7": lambda coup: coup.dragon_7,
    "no-dragon-7": lambda coup: not coup.dragon_7,
    "panda-8": lambda coup: coup.panda_8,
    "no-panda-8": lambda coup: not coup.panda_8,
    "both-pairs": lambda coup: coup.player_pair and coup.banker_pair,
    "one-pair": lambda coup: coup.player_pair != coup.banker_pair,
    "no-pair": lambda coup: not (coup.player_pair or coup.banker_pair),
}
CONDITIONS: Mapping[PointFact | PairFact, Condition] = MappingProxyType(_CONDITIONS)


class Side:
    """A coup seen from one hand: its own two-card and final count against the other's."""

    __slots__ = ("other", "other_natural", "other_two", "own", "own_natural", "own_two")

    def __init__(self, coup: CoupClass, hand: Hand) -> None:
        ours, theirs = (0, 1) if hand == "player" else (1, 0)
        counts = coup.player, coup.banker
        self.own_two, self.other_two = coup[ours], coup[theirs]
        self.own, self.other = counts[ours], counts[theirs]
        self.own_natural, self.other_natural = natural(coup[ours]), natural(coup[theirs])


_SIDE_CONDITIONS: dict[BonusFact, Callable[[Side], bool]] = {
    "natural-over-no-natural": lambda side: side.own_natural and not side.other_natural,
    "natural-9-over-natural-8": lambda side: side.own_two == 9 and side.other_two == 8,
    "equal-naturals": lambda side: side.own_natural and side.own_two == side.other_two,
}
SIDE_CONDITIONS: Mapping[BonusFact, Callable[[Side], bool]] = MappingProxyType(_SIDE_CONDITIONS)


def no_natural_by(side: Side) -> int:
    """Return by how many points a hand without a natural is ahead; nothing where it has one or is behind."""
    return 0 if side.own_natural else max(0, side.own - side.other)
