"""Shoes card by card: what a wager on suits, a meter, a count or a bankroll needs to see.

The cards come from the same streams by the same draws as the counts, so that a plan's trajectories hold exactly the
coups that it counts; and each is a whole shoe in dealing order, burned and undealt cards too, to be stacked at a
table.
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
    dealt: int  # cards, the burned ones with them
    cards: NDArray[np.uint8]  # all of the shoe; those of a continuous shoe as far as they were dealt
    codes: NDArray[np.uint16]

    @property
    def order(self) -> tuple[Card, ...]:
        """The whole shoe, as a table would deal it."""
        return tuple(DECK[card] for card in self.cards)

    @property
    def coups(self) -> Iterator[tuple[Card, ...]]:
        """The cards of each coup, as they left the shoe."""
        at = self.burned
        for number in self.sizes:
            yield tuple(DECK[card] for card in self.cards[at : at + number])
            at += number

    @property
    def sizes(self) -> list[int]:
        """How many cards each coup took."""
        found: list[int] = sizes_of(self.codes).tolist()
        return found

    @property
    def classes(self) -> Iterator[CoupClass]:
        """What wagers on points and pairs read of each coup."""
        return map(class_of, self.codes.tolist())


def class_of(code: int) -> CoupClass:
    """Return the class of coup that a code stands for."""
    rest, last = divmod(code, 11)
    rest, third = divmod(rest, 11)
    rest, banker = divmod(rest, 10)
    pairs, player = divmod(rest, 10)
    return CoupClass(player, banker, third, last, bool(pairs & 1), bool(pairs & 2))


def sizes_of(codes: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Return how many cards the coups of some codes took."""
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
    """Return all coups of a plan as columns: shoe, coup, six places of cards (255 where there is none), code, last."""
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
