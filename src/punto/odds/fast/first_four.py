"""Openings of many shoes: the first four cards by kind, for wagers such as Royal 9.

Cards that a wager distinguishes are kinds of their own, all others one blank, as in ``punto.odds.openings``. The
wager's function is called once for every two hands; after that, a shoe is a sum over the table of results.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from punto.core.cards import DECK
from punto.core.coup import Opening
from punto.odds.fast.compiling import compiled
from punto.odds.fast.views import Ints
from punto.odds.known import OddsError
from punto.odds.openings import blanks
from punto.wagers.wager import Wager


def tally(shoes: Ints, wager: Wager, seat: int) -> Ints:
    """Return how many ordered deals of four cards produce each result of a wager, for shoes of 52 counts each."""
    if wager.on_opening is None:
        raise OddsError(f"{wager.key} is not settled by the first four cards alone")
    stand_ins = blanks(wager.tells)
    kinds = list(dict.fromkeys(stand_ins[card] for card in DECK))
    held = np.zeros((len(shoes), len(kinds)), dtype=np.int64)
    for card in DECK:
        held[:, kinds.index(stand_ins[card])] += shoes[:, card]
    hands = [*combinations_with_replacement(range(len(kinds)), 2)]
    number = {result.category: index for index, result in enumerate(wager.results)}
    table = np.zeros((len(hands), len(hands)), dtype=np.int64)
    for row, (p1, p2) in enumerate(hands):
        for column, (b1, b2) in enumerate(hands):
            opening = Opening((kinds[p1], kinds[p2]), (kinds[b1], kinds[b2]))
            table[row, column] = number[wager.on_opening(opening, seat).category]
    found = np.zeros((len(shoes), len(wager.results)), dtype=np.int64)
    sum_openings(held, np.array(hands, dtype=np.int64), table, found)
    return found


def count_hands(held: Any, hands: Any, table: Any, found: Any) -> None:
    """Sum, for each shoe, the deals of four cards whose two hands have each result."""
    for shoe in range(len(held)):
        left = held[shoe].copy()
        for row in range(len(hands)):
            p1, p2 = hands[row]
            ways = left[p1] * (left[p1] - 1) if p1 == p2 else 2 * left[p1] * left[p2]
            if ways <= 0:
                continue
            left[p1] -= 1
            left[p2] -= 1
            for column in range(len(hands)):
                b1, b2 = hands[column]
                more = left[b1] * (left[b1] - 1) if b1 == b2 else 2 * left[b1] * left[b2]
                found[shoe, table[row, column]] += ways * more
            left[p1] += 1
            left[p2] += 1


sum_openings = compiled(count_hands)
