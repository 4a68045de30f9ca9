"""Workloads of ``punto bench odds``: the same shoes by enumeration, by the closed form one by one, and as a batch.

The enumeration, compiled like the others, is the baseline and a cross-check. It takes every pair of values for the
Player's Hand, every pair for the Banker's, and every third card required by the tableau, and multiplies the remaining
counts. Two cards of a hand in either order are counted together, and absent values are skipped, so it is not needlessly
slow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from punto.core.tableau import banker_draws, player_draws
from punto.odds.fast import LANES, compiling, views
from punto.odds.fast.compiling import compiled
from punto.odds.fast.views import Ints


def enumerate_cells(values: Any, player_draws: Any, banker_draws: Any, left: Any, out: Any) -> None:  # noqa: PLR0912
    """Count the cells of one composition by value into ``out``, of 4 x 10 x 10."""
    cards = 0
    for i in range(10):
        left[i] = values[i]
        cards += values[i]
    out[:] = 0
    for i in range(10):
        first = left[i]
        left[i] -= 1
        for j in range(i, 10):
            two = first * left[j] * (1 if i == j else 2)
            if two <= 0:
                continue
            left[j] -= 1
            p = (i + j) % 10
            for k in range(10):
                three = two * left[k]
                left[k] -= 1
                for h in range(k, 10):
                    four = three * left[h] * (1 if k == h else 2)
                    if four <= 0:
                        continue
                    left[h] -= 1
                    b = (k + h) % 10
                    if player_draws[p, b]:
                        for x in range(10):
                            five = four * left[x]
                            if banker_draws[p, b, x]:
                                left[x] -= 1
                                for y in range(10):
                                    out[3, (p + x) % 10, (b + y) % 10] += five * left[y]
                                left[x] += 1
                            else:
                                out[2, (p + x) % 10, b] += five * (cards - 5)
                    elif banker_draws[p, b, 10]:
                        for y in range(10):
                            out[1, p, (b + y) % 10] += four * left[y] * (cards - 5)
                    else:
                        out[0, p, b] += four * (cards - 4) * (cards - 5)
                    left[h] += 1
                left[k] += 1
            left[j] += 1
        left[i] += 1


enumerated = compiled(enumerate_cells)


# ---------------------------------------------------------------- workloads

SHOES = 256  # number whose counts must be identical
TIMED = 32  # shoes per batch: about the time of one enumeration, so that both are equally disturbed


class Measure:
    """Shoes to count by winner, in ordered deals, and the ways to count them."""

    def __init__(self, shoes: int | None = None) -> None:
        self.shoes = shoes or SHOES
        self.values = _depleted(self.shoes)
        tens = range(10)
        self._player = np.array([[player_draws(p, b) for b in tens] for p in tens])
        self._banker = np.array([[[banker_draws(p, b, x) for x in range(11)] for b in tens] for p in tens])
        self._left, self._out = np.zeros(10, np.int64), np.zeros((4, 10, 10), np.int64)

    def runs(self) -> dict[str, Callable[[], object]]:
        """Return the ways by name; those for one shoe count the first."""
        first, one, some = self.values[0].copy(), self.values[:1].copy(), self.values[:TIMED].copy()
        single, many = compiling.hands(1), compiling.hands(LANES)
        tables = views.cells(), views.outcomes(), views.four_card_ends()
        found = np.zeros((self.shoes, 3), np.int64)
        return {
            "enumeration": lambda: enumerated(first, self._player, self._banker, self._left, self._out),
            "closed form, one shoe": lambda: single(one, *tables, found),
            "closed form, a batch": lambda: many(some, *tables, found),
        }

    def size(self, name: str) -> int:
        """Return the number of shoes counted in one run."""
        return min(TIMED, self.shoes) if name == "closed form, a batch" else 1

    def agree(self) -> bool:
        """Return whether all ways give the same counts for every shoe."""
        plain = self.enumerate_each(self.values)
        order = np.zeros((len(views.cells()), 3), np.int64)
        order[np.arange(len(order)), views.outcomes()] = 1
        winners = plain @ order
        singly = np.concatenate([self._closed(self.values[k : k + 1].copy(), 1) for k in range(self.shoes)])
        return bool((winners == singly).all() and (winners == self._closed(self.values, LANES)).all())

    def enumerate_each(self, values: Ints) -> Ints:
        """Return the deals that end in each cell, one row per composition, by enumeration."""
        return np.array([self._enumerate(row).ravel()[views.cells()] for row in values])

    def _enumerate(self, values: Ints) -> Ints:
        enumerated(values, self._player, self._banker, self._left, self._out)
        return self._out.copy()

    def _closed(self, values: Ints, lanes: int) -> Ints:
        found = np.zeros((len(values), 3), np.int64)
        compiling.hands(lanes)(values, views.cells(), views.outcomes(), views.four_card_ends(), found)
        return found


def _depleted(shoes: int) -> Ints:
    """Return the remainder of eight decks after increasing numbers of cards are removed evenly."""
    left = np.full(416, 1, dtype=np.int64)
    value = np.arange(416) % 13
    rows = np.zeros((shoes, 10), dtype=np.int64)
    for shoe in range(shoes):
        rows[shoe] = np.bincount(np.where(value >= 9, 0, value + 1), weights=left, minlength=10)
        left[(shoe * 163 + 7) % 416] = 0
    return rows
