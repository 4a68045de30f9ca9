"""The closed form for one shoe in plain Python: a cross-check without a compiler, in a fraction of a second."""

from __future__ import annotations

import numpy as np

from punto.core.cards import Composition
from punto.odds.fast import compiling, views
from punto.odds.fast.codegen import MOST_CARDS
from punto.odds.known import OddsError


def cells(shoe: Composition) -> dict[tuple[int, int, int], int]:
    """Return the deals of each end of a coup.

    Keys are 2 for a Player's third card plus 1 for a Banker's, and the final counts.

    >>> sum(cells(Composition.decks(8)).values())
    4998398275503360
    """
    if shoe.total > MOST_CARDS:
        raise OddsError(f"too many cards for the closed form: {shoe.total}, at most {MOST_CARDS}")
    places = views.cells()
    found = np.zeros((1, len(places)), dtype=np.int64)
    values = np.array([shoe.values], dtype=np.int64)
    every = np.arange(len(places), dtype=np.int64)
    compiling.plain_hands(1)(values, places, every, views.four_card_ends(), found)
    ends = ((int(place) // 100, int(place) // 10 % 10, int(place) % 10) for place in places)
    return {end: int(deals) for end, deals in zip(ends, found[0], strict=True)}
