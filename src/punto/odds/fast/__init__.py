"""Exact odds of many shoes in one batch, in a microsecond or two each; and of one, in a few.

``batch`` takes an array with one row per shoe: 10 counts by value, 13 by rank, or 52 by card. Its counts are the same
integers that the plain path of ``punto.odds`` finds, up to 25 decks. Wagers that the closed form does not cover (those
that read more of a coup than its end or its pairs) are counted by the plain path, shoe by shoe. ``fares`` is the same
for one shoe of any size, with fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from punto.core.cards import Card, Composition
from punto.core.speed import warn_if_slow
from punto.odds.fast import compiling, first_four, views
from punto.odds.fast.codegen import MOST_CARDS
from punto.odds.fast.views import PAIRS, Ints, Reading
from punto.odds.known import CARDS_IN_A_DEAL, OddsError
from punto.odds.sheet import sheet
from punto.odds.wager_odds import WagerOdds
from punto.wagers.wager import Wager

__all__ = ["LANES", "MOST_CARDS", "Batch", "Fares", "batch", "cells", "fares"]

LANES = 16  # compositions side by side: two vectors of eight use the CPU better than one
VIGORISH = Fraction(5, 100)
SLOW = "batches of odds are", 4_000  # measured: shoes a second on one core, with numba and without
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Fares:
    """Odds of one wager in each shoe: one row per shoe, one column per result, in printed order."""

    wager: Wager
    deals: Ints
    counts: Ints
    rate: Fraction  # vigorish

    def __repr__(self) -> str:
        return f"<Fares of {self.wager.key} in {len(self.deals)} shoes>"

    @property
    def ev(self) -> Floats:
        """Expected value of one unit by shoe; the only place where counts become floats."""
        gains = np.array([float(self.wager.net(result, self.rate)) for result in self.wager.results])
        means: Floats = (self.counts / self.deals[:, None]) @ gains
        return means

    def odds(self, shoe: int) -> WagerOdds:
        """Return the exact odds in one of the shoes."""
        names = [result.category for result in self.wager.results]
        tally = dict(zip(names, map(int, self.counts[shoe]), strict=True))
        return WagerOdds.of(self.wager, int(self.deals[shoe]), tally, self.rate)


@dataclass(frozen=True)
class Batch:
    """Many shoes: deals and outcomes of each, and the odds of every wager."""

    cards: Ints
    deals: Ints  # ordered, of six cards
    outcomes: Ints  # columns: Banker, Player, tie
    wagers: Mapping[str, Fares]


def batch(
    shoes: npt.ArrayLike,
    wagers: Iterable[Wager] = (),
    *,
    rate: Fraction = VIGORISH,
    seat: int = 1,
    lanes: int | None = None,
) -> Batch:
    """Return the exact odds of many shoes, one row of 10, 13 or 52 counts each; a single shoe has its own kernel.

    >>> int(batch([[128, 32, 32, 32, 32, 32, 32, 32, 32, 32]]).outcomes[0, 2])
    475627426473216
    """
    held = _checked(shoes)
    if len(held) > LANES:
        warn_if_slow(*SLOW)
    total = held.sum(axis=1)
    six = _falling(total, CARDS_IN_A_DEAL)
    wanted = list(wagers)
    readings = {wager.key: views.reading(wager) for wager in wanted if wager.on_class}
    on_cells = [read for read in readings.values() if read is not None and read.view == "cells"]
    counts, groups = _count(_by_value(held), on_cells, lanes or (LANES if len(held) > 1 else 1))
    table: dict[str, Fares] = {}
    for wager in wanted:
        reading = readings.get(wager.key)
        if wager.on_cards is not None:
            found = _plainly(held, wager, six, rate)
        elif wager.on_class is None:
            _need(held, 52, wager, "single cards")
            found = Fares(wager, _falling(total, 4), first_four.tally(held, wager, seat), rate)
        elif reading is None:
            found = _plainly(held, wager, six, rate)
        elif reading.view == "cells":
            found = Fares(wager, six, Reading.sums(counts, groups[reading.key], len(wager.results)), rate)
        else:
            _need(held, 13, wager, "ranks")
            found = Fares(wager, six, Reading.sums(_pairs(held, total), reading.groups, len(wager.results)), rate)
        table[wager.key] = found
    return Batch(total, six, Reading.sums(counts, groups["outcomes"], 3), table)


def fares(
    shoe: Composition, wagers: Iterable[Wager], *, rate: Fraction = VIGORISH, seat: int = 1
) -> Mapping[str, WagerOdds]:
    """Return the exact odds of wagers for one shoe: by the closed form if possible, else by the plain path."""
    wanted = list(wagers)
    if shoe.total > MOST_CARDS:
        return sheet(shoe, wanted, rate=rate, seat=seat).wagers
    if shoe.suited is None:
        wanted = [wager for wager in wanted if wager.on_class]
    # Fractions take longer than sixteen lanes, and this kernel may be compiled already.
    many = batch([shoe.suited or shoe.ranks], wanted, rate=rate, seat=seat, lanes=LANES)
    return {key: found.odds(0) for key, found in many.wagers.items()}


def cells(values: Ints, *, lanes: int = LANES) -> Ints:
    """Return the deals that end in each of ``views.cells()``, one row per composition by value."""
    every = np.arange(len(views.cells()), dtype=np.int64)
    found = np.zeros((len(values), len(every)), dtype=np.int64)
    compiling.hands(lanes)(values, views.cells(), every, views.four_card_ends(), found)
    return found


# ---------------------------------------------------------------- validation


def _checked(shoes: npt.ArrayLike) -> Ints:
    held = np.ascontiguousarray(shoes)
    if held.ndim != 2 or held.shape[1] not in {10, 13, 52}:
        raise OddsError(f"invalid batch of shape {held.shape}: expected one row of 10, 13 or 52 counts per shoe")
    if held.dtype.kind not in "iu" and held.size:
        raise OddsError(f"invalid counts of type {held.dtype}: expected integers")
    held = held.astype(np.int64)
    if (held < 0).any():
        raise OddsError(f"shoe {int(np.argmax((held < 0).any(axis=1)))} of the batch has a negative count")
    total = held.sum(axis=1)
    for wrong, why in (
        (total < CARDS_IN_A_DEAL, "expected at least six"),
        (total > MOST_CARDS, f"batches are exact up to {MOST_CARDS}; punto.sheet has no limit"),
    ):
        if wrong.any():
            first = int(np.argmax(wrong))
            raise OddsError(f"shoe {first} of the batch holds {int(total[first])} cards: {why}")
    return held


def _by_value(held: Ints) -> Ints:
    if held.shape[1] == 10:
        return held
    ranks = _by_rank(held)
    return np.column_stack((ranks[:, 9:].sum(axis=1), ranks[:, :9]))


def _by_rank(held: Ints) -> Ints:
    ranks: Ints = held if held.shape[1] == 13 else held.reshape(-1, 4, 13).sum(axis=1)
    return ranks


def _need(held: Ints, columns: int, wager: Wager, what: str) -> None:
    if held.shape[1] < columns:
        raise OddsError(f"no odds for {wager.key}: give the shoes by {what}, {columns} counts per row")


def _falling(total: Ints, cards: int) -> Ints:
    """Return the number of ordered selections of ``cards`` cards."""
    orders = np.ones_like(total)
    for step in range(cards):
        orders *= total - step
    return orders


# ---------------------------------------------------------------- counting


def _count(values: Ints, readings: list[Reading], lanes: int) -> tuple[Ints, dict[str, Ints]]:
    """Count cells, merging those that no reading distinguishes; return the counts and each reading's view of them."""
    seen = {"outcomes": views.outcomes()} | {read.key: read.groups[views.cells()] for read in readings}
    joint, groups = np.unique(np.stack([*seen.values()]), axis=1, return_inverse=True)
    found = np.zeros((len(values), joint.shape[1]), dtype=np.int64)
    compiling.hands(lanes)(values, views.cells(), groups.ravel().astype(np.int64), views.four_card_ends(), found)
    return found, dict(zip(seen, joint, strict=True))


def _pairs(held: Ints, total: Ints) -> Ints:
    """Count the pairs of the first two cards of either hand, in deals of six."""
    ranks = _by_rank(held)
    pair = ranks * (ranks - 1)
    either = pair.sum(axis=1)
    both = (pair * (either[:, None] - pair + (ranks - 2) * (ranks - 3))).sum(axis=1)
    one = either * (total - 2) * (total - 3) - both
    found = np.zeros((len(held), PAIRS), dtype=np.int64)
    found[:, 0], found[:, 1], found[:, 2], found[:, 3] = _falling(total, 4) - 2 * one - both, one, one, both
    return found * ((total - 4) * (total - 5))[:, None]


def _plainly(held: Ints, wager: Wager, deals: Ints, rate: Fraction) -> Fares:
    """Count a wager that fits no view, by the plain path."""
    _need(held, *((13, wager, "ranks") if wager.on_cards is None else (52, wager, "single cards")))
    rows = []
    for row, ranks in zip(held, _by_rank(held), strict=True):
        suited = tuple(map(int, row)) if wager.on_cards is not None else None
        shoe = Composition(tuple(map(int, ranks)), suited)
        rows.append([line.deals for line in sheet(shoe, [wager], rate=rate)[wager.key].lines])
    return Fares(wager, deals, np.array(rows, dtype=np.int64), rate)


# ---------------------------------------------------------------- through a shoe


def through(
    shoe: Composition,
    coups: Iterable[Sequence[Card]],
    wagers: Iterable[Wager],
    *,
    rate: Fraction = VIGORISH,
    seat: int = 1,
) -> Batch:
    """Return the odds before each coup and after the last, from the faces that left the shoe, coup by coup.

    ``shoe`` is the composition before the first coup; burned cards that were not shown still count. The result ends
    when fewer than six cards are left.
    """
    left = [shoe]
    for faces in coups:
        left.append(left[-1].without(faces))
    rows = [held.suited or held.ranks for held in left if held.total >= CARDS_IN_A_DEAL]
    return batch(rows, wagers, rate=rate, seat=seat)
