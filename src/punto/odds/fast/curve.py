"""Odds through a shoe: the value of every wager before each coup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from punto.core.cards import Card, Composition
from punto.odds.fast import VIGORISH, Batch, batch
from punto.odds.known import CARDS_IN_A_DEAL
from punto.wagers.wager import Wager


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
