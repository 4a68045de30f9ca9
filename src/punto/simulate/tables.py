"""What every kernel is handed: the tableau, the burn and the seed as arrays, and what its codes mean."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from punto.coup import classes
from punto.simulate.plan import Plan
from punto.simulate.stream import key_of
from punto.tableau import DRAW, NATURALS, PLAYER_DRAWS

if TYPE_CHECKING:
    from numpy.typing import NDArray

CODES = 4 * 10 * 10 * 11 * 11
RANK_PLACES = tuple((place + 9) % 13 for place in range(13))  # the ranks, less one, in the order 10 J Q K A 2 … 9


class Tables(NamedTuple):
    """The drawing rule for a kernel: DRAW as bits, and the two counts that bound the Player's draws."""

    rows: NDArray[np.uint16]  # by the Banker's count: a bit for each value drawn, and one for none
    stands: int  # the least count on which the Player's Hand stays
    natural: int  # the least natural


@cache
def tables() -> Tables:
    """Return the tableau as a kernel takes it."""
    rows = np.array([sum(draws << drawn for drawn, draws in enumerate(row)) for row in DRAW], np.uint16)
    stands, natural = sum(PLAYER_DRAWS), min(NATURALS)
    bounded = (True,) * stands + (False,) * (natural - stands)
    if bounded != PLAYER_DRAWS or tuple(range(natural, 10)) != NATURALS:
        raise ValueError("the tableau has changed its shape: the kernels know two bounds for the Player's Hand")
    return Tables(rows, stands, natural)


def burns_of(plan: Plan) -> NDArray[np.uint16]:
    """Return what each rank burns, in the order of the streams; nothing where no card is burned."""
    return np.array([plan.burns[rank] for rank in RANK_PLACES] if plan.burns else [], np.uint16)


def key_word(plan: Plan) -> np.uint64:
    """Return where the streams of a plan begin."""
    return np.uint64(key_of(plan.seed))


@cache
def codes_of_classes() -> NDArray[Any]:
    """Return the code of each class of coup, in the order of ``punto.coup.classes``."""
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
    """Return counts by class from counts by code; a code that is no class must be empty."""
    found: NDArray[np.int64] = counts[codes_of_classes()].astype(np.int64)
    if int(found.sum()) != int(counts[:CODES].sum(dtype=np.int64)):
        raise ValueError("a kernel counted a coup that cannot be")
    return found
