"""Counts of a simulation by class of coup, and results of wagers on them.

Kernels know no wagers. Each wager's own function is applied afterwards, once per class of coup.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from punto.coup import CoupClass, classes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from punto.wagers.wager import Wager

OUTCOMES = ("banker", "player", "tie")


class Fare(NamedTuple):
    """Result of a wager with one unit staked on every coup."""

    ev: Fraction
    stderr: float  # of ev, from the variance per coup; coups of a shoe are practically uncorrelated


@dataclass(frozen=True)
class Tally:
    """Counts by class of coup, in the order of ``punto.coup.classes``, over whole shoes."""

    shoes: int
    counts: NDArray[np.int64]

    @property
    def rounds(self) -> int:
        """Number of coups dealt."""
        return int(self.counts.sum())

    @property
    def digest(self) -> str:
        """Return a digest of the counts; the same on every machine."""
        return hashlib.sha256(self.counts.astype("<i8").tobytes()).hexdigest()

    def by_class(self) -> Mapping[CoupClass, int]:
        """Return the counts of the classes that occurred."""
        return {coup: number for coup, number in zip(classes(), self.counts.tolist(), strict=True) if number}

    @property
    def outcomes(self) -> dict[str, int]:
        """Number of coups won by each hand, and of ties."""
        found: Counter[str] = Counter()
        for coup, number in self.by_class().items():
            found[coup.winner] += number
        return {name: found[name] for name in OUTCOMES}

    def categories(self, wager: Wager) -> dict[str, int]:
        """Return the number of occurrences of each result of a wager, by category."""
        found: Counter[str] = Counter()
        if wager.on_class is None:
            raise ValueError(f"unsupported wager {wager.key}: the first four cards are not counted")
        for coup, number in self.by_class().items():
            found[wager.on_class(coup).category] += number
        return {result.category: found[result.category] for result in wager.results}

    def fare(self, wager: Wager, rate: Fraction) -> Fare:
        """Return the result of a wager, with vigorish at ``rate`` deducted from its wins."""
        found = self.categories(wager)
        gains = {result.category: wager.net(result, rate) for result in wager.results}
        ev = sum((number * gains[name] for name, number in found.items()), Fraction(0)) / self.rounds
        square = sum((number * gains[name] ** 2 for name, number in found.items()), Fraction(0)) / self.rounds
        return Fare(ev, sqrt((square - ev**2) / self.rounds))
