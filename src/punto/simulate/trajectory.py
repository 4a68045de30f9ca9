"""Shoes card by card, for wagers on suits, meters, counting and bankrolls.

The cards come from the same streams and draws as the counts, so a plan's trajectories contain exactly the coups that it
counts. Each is a whole shoe in dealing order, including burned and undealt cards, which can be stacked at a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from punto.cards import DECK, Card
from punto.coup import CoupClass
from punto.simulate.cpu import room_for, rules_of, shoe_kernels
from punto.simulate.forge import have_numba
from punto.simulate.plan import Plan
from punto.simulate.tables import key_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_CARD = 255


@dataclass(frozen=True)
class Trajectory:
    """One shoe: its cards in dealing order, and the codes of its coups."""

    shoe: int
    burned: int
    dealt: int  # number of cards, including burned ones
    cards: NDArray[np.uint8]  # the whole shoe; for a continuous shoe, the cards dealt
    codes: NDArray[np.uint16]

    @property
    def order(self) -> tuple[Card, ...]:
        """The whole shoe, in dealing order."""
        return tuple(DECK[card] for card in self.cards)

    @property
    def coups(self) -> Iterator[tuple[Card, ...]]:
        """Cards of each coup, in dealing order."""
        at = self.burned
        for number in self.sizes:
            yield tuple(DECK[card] for card in self.cards[at : at + number])
            at += number

    @property
    def sizes(self) -> list[int]:
        """Number of cards of each coup."""
        found: list[int] = sizes_of(self.codes).tolist()
        return found

    @property
    def classes(self) -> Iterator[CoupClass]:
        """Class of each coup, for wagers on points and pairs."""
        return map(class_of, self.codes.tolist())


def class_of(code: int) -> CoupClass:
    """Return the class of coup of a code."""
    rest, last = divmod(code, 11)
    rest, third = divmod(rest, 11)
    rest, banker = divmod(rest, 10)
    pairs, player = divmod(rest, 10)
    return CoupClass(player, banker, third, last, bool(pairs & 1), bool(pairs & 2))


def sizes_of(codes: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Return the numbers of cards of coups, by their codes."""
    found: NDArray[np.int64] = 4 + (codes // 11 % 11 != 10).astype(np.int64) + (codes % 11 != 10)
    return found


def trajectories(plan: Plan) -> Iterator[Trajectory]:
    """Deal the shoes of a plan one after another.

    >>> shoe = next(trajectories(Plan(shoes=1, seed=1)))
    >>> len(shoe.order), len(list(shoe.coups))
    (416, 83)
    """
    kernels = shoe_kernels(have_numba())
    rules, key = rules_of(plan), key_word(plan)
    for number in range(plan.first, plan.first + plan.shoes):
        room = room_for(plan)
        with np.errstate(over="ignore"):
            coups, burned, dealt = kernels.deal_shoe(key, np.uint64(number), rules, room)
        cards = room.cards[:dealt] if plan.continuous else room.cards
        yield Trajectory(number, burned, dealt, cards, room.codes[:coups])


def columns(plan: Plan) -> dict[str, NDArray[np.generic]]:
    """Return all coups of a plan as columns: shoe, coup, six cards (255 for none), code, last."""
    found = list(trajectories(plan))
    codes = np.concatenate([each.codes for each in found])
    sizes = sizes_of(codes)
    cards = np.concatenate([np.append(each.cards[each.burned : each.dealt], []).astype(np.uint8) for each in found])
    start = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    padded = np.append(cards, np.full(2, NO_CARD, np.uint8))
    player, banker = codes // 11 % 11 != 10, codes % 11 != 10
    number = np.concatenate([np.arange(1, len(each.codes) + 1) for each in found])
    coups = np.array([len(each.codes) for each in found])
    after = plan.coups_after_cover if not plan.coups else 0
    return {
        "shoe": np.repeat(np.array([each.shoe for each in found], np.int64), coups),
        "coup": number.astype(np.int32),
        **{name: padded[start + place] for place, name in enumerate(("p1", "b1", "p2", "b2"))},
        "p3": np.where(player, padded[start + 4], NO_CARD).astype(np.uint8),
        "b3": np.where(banker, padded[start + 4 + player], NO_CARD).astype(np.uint8),
        "code": codes,
        "last": number > np.repeat(coups, coups) - after,
    }
