"""Composition of the shoe before every coup or after some of its cards, as input for counting and perfect play.

A row holds what a player who sees every face knows: burned cards that were not shown count as unseen. ``left`` are the
cards physically in the shoe, behind which the cover card is waiting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from punto.simulate.plan import Plan
from punto.simulate.trajectory import Trajectory, sizes_of, trajectories

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

RANKS = 13


@dataclass(frozen=True)
class Held:
    """Points in time of some shoes, one per row, shoe after shoe."""

    shoes: int
    shoe: Ints  # shoe of each row, from 0
    number: Ints  # index of each row within its shoe, from 0
    left: Ints  # cards in the shoe
    unseen: Ints  # cards not seen, 13 counts by rank

    @property
    def total(self) -> Ints:
        """Number of unseen cards per row."""
        found: Ints = self.unseen.sum(axis=1)
        return found

    @property
    def counts(self) -> Floats:
        """Number of rows per shoe."""
        return self.sums(np.ones(len(self.shoe)))

    def sums(self, values: Floats) -> Floats:
        """Sum a value per row by shoe."""
        found: Floats = np.bincount(self.shoe, weights=values, minlength=self.shoes).astype(np.float64)
        return found

    def dealt(self, depth: int, after: int) -> Bools:
        """Return which coups would be dealt with the cover card at ``depth``, and ``after`` coups after it."""
        before = self.sums((self.left >= depth).astype(np.float64))
        found: Bools = self.number < before[self.shoe] + after
        return found

    def running(self, tags: tuple[int, ...], decks: int) -> Ints:
        """Return a running count: the tags, by rank from the ace, of all cards seen."""
        weights = np.array(tags, np.int64)
        found: Ints = 4 * decks * int(weights.sum()) - self.unseen @ weights
        return found


def before_coups(plan: Plan) -> Held:
    """Return the shoes of a plan before each of their coups."""
    return _gathered(plan, lambda each: _starts(each)[:-1])


def between_cards(plan: Plan, every: int) -> Held:
    """Return the shoes after every ``every`` cards dealt, until the cover card appears."""

    def places(each: Trajectory) -> Ints:
        first = _starts(each)[0]
        return np.arange(first, first + 52 * plan.decks - each.burned - plan.cover_depth + 1, every)

    return _gathered(plan, places)


def _starts(each: Trajectory) -> Ints:
    """Return the number of faces seen when each coup began, and when the last ended."""
    first = int(each.burned > 0)
    found: Ints = np.concatenate([[first], first + np.cumsum(sizes_of(each.codes))])
    return found


def _gathered(plan: Plan, places: Callable[[Trajectory], Ints]) -> Held:
    shoe, number, left, unseen = [], [], [], []
    one = np.eye(RANKS, dtype=np.int64)
    full = np.full(RANKS, 4 * plan.decks, np.int64)
    for index, each in enumerate(trajectories(plan)):
        at = places(each)
        first = int(each.burned > 0)
        faces = np.concatenate([each.cards[:first], each.cards[each.burned : each.dealt]]) % RANKS
        seen = np.concatenate([np.zeros((1, RANKS), np.int64), one[faces].cumsum(axis=0)])
        unseen.append(full - seen[at])
        left.append(52 * plan.decks - each.burned - (at - first))
        shoe.append(np.full(len(at), index, np.int64))
        number.append(np.arange(len(at)))
    return Held(plan.shoes, *map(np.concatenate, (shoe, number, left, unseen)))
