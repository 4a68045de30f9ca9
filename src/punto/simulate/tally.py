"""What was counted: classes of coup, and what wagers make of them.

A kernel knows no wager. Each is applied afterwards, once for every class of coup, by its own function.
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
    """How a wager fared, a unit on every coup."""

    ev: Fraction
    stderr: float  # of ev, from the variance of one coup's gain: coups of a shoe are as good as uncorrelated


@dataclass(frozen=True)
class Tally:
    """Counts of every class of coup, in the order of ``punto.coup.classes``, over whole shoes."""

    shoes: int
    counts: NDArray[np.int64]

    @property
    def rounds(self) -> int:
        """How many coups were dealt."""
        return int(self.counts.sum())

    @property
    def digest(self) -> str:
        """Return a digest of the counts: alike on every machine."""
        return hashlib.sha256(self.counts.astype("<i8").tobytes()).hexdigest()

    def by_class(self) -> Mapping[CoupClass, int]:
        """Return the counts of the classes that came about."""
        return {coup: number for coup, number in zip(classes(), self.counts.tolist(), strict=True) if number}

    @property
    def outcomes(self) -> dict[str, int]:
        """How many coups each hand won, and how many tied."""
        found: Counter[str] = Counter()
        for coup, number in self.by_class().items():
            found[coup.winner] += number
        return {name: found[name] for name in OUTCOMES}

    def categories(self, wager: Wager) -> dict[str, int]:
        """How often each result of a wager came about, by its category."""
        found: Counter[str] = Counter()
        if wager.on_class is None:
            raise ValueError(f"{wager.key} reads the first four cards, which are not counted")
        for coup, number in self.by_class().items():
            found[wager.on_class(coup).category] += number
        return {result.category: found[result.category] for result in wager.results}

    def fare(self, wager: Wager, rate: Fraction) -> Fare:
        """Return how a wager fared, vigorish at ``rate`` taken off its wins."""
        found = self.categories(wager)
        gains = {result.category: wager.net(result, rate) for result in wager.results}
        ev = sum((number * gains[name] for name, number in found.items()), Fraction(0)) / self.rounds
        square = sum((number * gains[name] ** 2 for name, number in found.items()), Fraction(0)) / self.rounds
        return Fare(ev, sqrt((square - ev**2) / self.rounds))
