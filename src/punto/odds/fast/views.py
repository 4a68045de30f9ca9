"""Views counted by the fast path, and which wagers can be read from them.

Three views of a coup are counted: its *cell* (final counts, and which hands have three cards), its *pairs* (of either
hand's first two cards), and for wagers on the first four cards the openings. A wager fits a view if all classes of coup
that the view does not distinguish have the same result, determined by the wager's own function for every class. A wager
that fits none uses the plain path.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from punto.core.cards import Composition
from punto.core.coup import CoupClass, classes
from punto.core.tableau import NONE, banker_draws, player_draws
from punto.odds.fast import compiling
from punto.odds.fast.codegen import CELLS, MOST_CARDS, cell
from punto.odds.known import OddsError
from punto.wagers.wager import Wager

Ints = npt.NDArray[np.int64]
OUTSIDE = -1  # as a group: no coup ends so
PAIRS = 4  # none, Banker's, Player's, both


def cell_of(coup: CoupClass) -> int:
    """Return the cell of a class of coup."""
    return cell(2 * (coup.player_third != NONE) + (coup.banker_third != NONE), coup.player, coup.banker)


def pairs_of(coup: CoupClass) -> int:
    """Return which hands of a class of coup pair, as an index."""
    return 2 * coup.player_pair + coup.banker_pair


@dataclass(frozen=True)
class Reading:
    """Reading of a wager from a view: the index of the result at each place."""

    key: str  # of the wager
    view: str  # "cells" or "pairs"
    groups: Ints

    @staticmethod
    def sums(counts: Ints, groups: Ints, results: int) -> Ints:
        """Sum counts (one row per shoe, one column per place) by the result of each place."""
        picked = np.zeros((len(groups), results), dtype=np.int64)
        inside = np.flatnonzero(groups >= 0)
        picked[inside, groups[inside]] = 1
        summed: Ints = counts @ picked
        return summed


_VIEWS: tuple[tuple[str, int, Callable[[CoupClass], int]], ...] = (
    ("cells", CELLS, cell_of),
    ("pairs", PAIRS, pairs_of),
)


def reading(wager: Wager) -> Reading | None:
    """Return the reading of a wager on points or pairs; None if it fits no view."""
    if wager.on_class is None:
        raise OddsError(f"{wager.key} does not read points or pairs")
    number = {result.category: index for index, result in enumerate(wager.results)}
    results = [number[wager.on_class(coup).category] for coup in classes()]
    for name, size, view in _VIEWS:
        groups = _fit(size, view, results)
        if groups is not None:
            return Reading(wager.key, name, groups)
    return None


def _fit(size: int, view: Callable[[CoupClass], int], results: list[int]) -> Ints | None:
    groups = np.full(size, OUTSIDE, dtype=np.int64)
    for place, result in zip(_places(view), results, strict=True):
        if groups[place] not in {OUTSIDE, result}:
            return None
        groups[place] = result
    return groups


@cache
def _places(view: Callable[[CoupClass], int]) -> tuple[int, ...]:
    return tuple(map(view, classes()))


@cache
def four_card_ends() -> Ints:
    """Return the two-card counts with which a coup ends, the Player's Hand first."""
    ends = [
        (player, banker)
        for player in range(10)
        for banker in range(10)
        if not player_draws(player, banker) and not banker_draws(player, banker)
    ]
    return np.array(ends, dtype=np.int64)


@cache
def cells() -> Ints:
    """Return the cells in which a coup can end."""
    return np.unique(np.array(_places(cell_of), dtype=np.int64))


@cache
def outcomes() -> Ints:
    """Return the winner in each cell: 0 the Banker's Hand, 1 the Player's, 2 a tie."""
    order = {"banker": 0, "player": 1, "tie": 2}
    winner = {place: order[coup.winner] for coup, place in zip(classes(), _places(cell_of), strict=True)}
    return np.array([winner[place] for place in cells()], dtype=np.int64)


# ---------------------------------------------------------------- one shoe in plain Python


def plain_cells(shoe: Composition) -> dict[tuple[int, int, int], int]:
    """Return the deals of each end of a coup.

    Keys are 2 for a Player's third card plus 1 for a Banker's, and the final counts.

    >>> sum(plain_cells(Composition.decks(8)).values())
    4998398275503360
    """
    if shoe.total > MOST_CARDS:
        raise OddsError(f"too many cards for the closed form: {shoe.total}, at most {MOST_CARDS}")
    places = cells()
    found = np.zeros((1, len(places)), dtype=np.int64)
    values = np.array([shoe.values], dtype=np.int64)
    every = np.arange(len(places), dtype=np.int64)
    compiling.plain_hands(1)(values, places, every, four_card_ends(), found)
    ends = ((int(place) // 100, int(place) // 10 % 10, int(place) % 10) for place in places)
    return {end: int(deals) for end, deals in zip(ends, found[0], strict=True)}


def has_closed_form(wager: Wager) -> bool:
    """Return whether many shoes are counted fast for a wager."""
    return wager.on_cards is None and (wager.on_class is None or reading(wager) is not None)
