"""The odds through a shoe: what every wager was worth before each of its coups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from punto.cards import Card, Composition
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

    ``shoe`` is what the first coup is dealt from; cards that were burned unseen are in it still. It ends where fewer
    than six cards are left, for which there are no odds.
    """
    left = [shoe]
    for faces in coups:
        left.append(left[-1].without(faces))
    rows = [held.suited or held.ranks for held in left if held.total >= CARDS_IN_A_DEAL]
    return batch(rows, wagers, rate=rate, seat=seat)
