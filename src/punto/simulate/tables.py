"""Inputs common to all kernels: tableau, burn and seed as arrays, and the meaning of codes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from punto.core.coup import classes
from punto.core.tableau import DRAW, NATURALS, PLAYER_DRAWS
from punto.simulate.plan import Plan
from punto.simulate.stream import key_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

CODES = 4 * 10 * 10 * 11 * 11
RANK_PLACES = tuple((place + 9) % 13 for place in range(13))  # ranks minus one, in the order 10 J Q K A 2 … 9


class Tables(NamedTuple):
    """Drawing rules for a kernel: DRAW as bits, and the two counts that bound the Player's draws."""

    rows: NDArray[np.uint16]  # by the Banker's count: one bit per value drawn, and one for none
    stands: int  # lowest count on which the Player's Hand stands
    natural: int  # lowest natural


@cache
def tables() -> Tables:
    """Return the tableau in the form a kernel expects."""
    rows = np.array([sum(draws << drawn for drawn, draws in enumerate(row)) for row in DRAW], np.uint16)
    stands, natural = sum(PLAYER_DRAWS), min(NATURALS)
    bounded = (True,) * stands + (False,) * (natural - stands)
    if bounded != PLAYER_DRAWS or tuple(range(natural, 10)) != NATURALS:
        raise ValueError("unsupported tableau: the kernels require two bounds for the Player's Hand")
    return Tables(rows, stands, natural)


def burns_of(plan: Plan) -> NDArray[np.uint16]:
    """Return the cards each rank burns, in the order of the streams; zeros if none are burned."""
    return np.array([plan.burns[rank] for rank in RANK_PLACES] if plan.burns else [], np.uint16)


def key_word(plan: Plan) -> np.uint64:
    """Return the start of a plan's streams."""
    return np.uint64(key_of(plan.seed))


@cache
def codes_of_classes() -> NDArray[Any]:
    """Return the code of each class of coup, in the order of ``punto.core.coup.classes``."""
    return np.array(
        [
            (((c.player_pair + 2 * c.banker_pair) * 10 + c.player_two) * 10 + c.banker_two) * 121
            + c.player_third * 11
            + c.banker_third
            for c in classes()
        ],
        np.int64,
    )


def by_class(counts: NDArray[Any]) -> NDArray[np.int64]:
    """Return counts by class from counts by code; raise ``ValueError`` if an impossible code was counted."""
    found: NDArray[np.int64] = counts[codes_of_classes()].astype(np.int64)
    if int(found.sum()) != int(counts[:CODES].sum(dtype=np.int64)):
        raise ValueError("a kernel counted an impossible coup")
    return found
