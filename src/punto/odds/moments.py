"""Net wins of one unit on a wager by coup, as integers, so that long sums stay exact and fast."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from math import lcm

from punto.core.coup import CoupClass, Opening, classes
from punto.odds.exact import Branch, Pairs, Thirds, Two
from punto.odds.known import OddsError
from punto.odds.wager_odds import WagerOdds


class Gains:
    """Net wins of one wager as multiples of ``1 / unit``, the smallest fraction that any of its results pays."""

    def __init__(self, odds: WagerOdds) -> None:
        gains = odds.gains
        self.wager = odds.wager
        self.unit = lcm(*(gain.denominator for gain in gains.values()))
        self._units = {category: int(gain * self.unit) for category, gain in gains.items()}
        self._rows: dict[tuple[Two, Pairs], dict[Thirds, int]] = {}

    def by_class(self, coup: CoupClass) -> int:
        """Return the net win for a class of coup."""
        if self.wager.on_class is None:
            raise OddsError(f"{self.wager.key} does not read points or pairs")
        return self._units[self.wager.on_class(coup).category]

    def over(self, branch: Branch, pairs: Pairs) -> int:
        """Return the total net win over all endings of an opening with these pairs, weighted by their ways."""
        row = self._row(branch.counts, pairs if self.wager.pairs else (False, False))
        return sum(row[thirds] * ways for thirds, ways in branch.endings.items())

    def _row(self, two: Two, pairs: Pairs) -> dict[Thirds, int]:
        """Return the net wins for all classes of an opening; cached."""
        if (two, pairs) not in self._rows:
            self._rows[two, pairs] = {coup[2:4]: self.by_class(coup) for coup in _by_opening()[two, pairs]}
        return self._rows[two, pairs]

    def by_opening(self, opening: Opening, seat: int) -> int:
        """Return the net win for the first four cards, for a wager that they settle."""
        if self.wager.on_opening is None:
            raise OddsError(f"{self.wager.key} is not settled by the first four cards alone")
        return self._units[self.wager.on_opening(opening, seat).category]


@cache
def _by_opening() -> Mapping[tuple[Two, Pairs], Sequence[CoupClass]]:
    """Return the classes of coup, grouped by opening."""
    table: defaultdict[tuple[Two, Pairs], list[CoupClass]] = defaultdict(list)
    for coup in classes():
        table[coup[:2], coup[4:]].append(coup)
    return table
