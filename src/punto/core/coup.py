"""A coup: two hands, completed by the third-card rules.

Only ``play`` creates a ``Coup``, so that every coup is legal. Wagers read less than a whole coup: a ``CoupClass``
(two-card counts, values of third cards, whether the first two cards pair: 13,576 classes) or an ``Opening`` (the first
four cards).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Literal, NamedTuple

from punto.core.cards import Card, CardError, Cards, count, each_card
from punto.core.tableau import NONE, banker_draws, natural, player_draws

Winner = Literal["banker", "player", "tie"]


class CoupClass(NamedTuple):
    """The facts of a coup that wagers on points and pairs depend on."""

    player_two: int
    banker_two: int
    player_third: int = NONE  # value 0 to 9, or NONE
    banker_third: int = NONE
    player_pair: bool = False
    banker_pair: bool = False

    @property
    def player(self) -> int:
        """The final point count of the Player's Hand."""
        return self[0] if self[2] == NONE else (self[0] + self[2]) % 10

    @property
    def banker(self) -> int:
        """The final point count of the Banker's Hand."""
        return self[1] if self[3] == NONE else (self[1] + self[3]) % 10

    @property
    def winner(self) -> Winner:
        """The hand with the higher point count, or ``tie``."""
        player, banker = self.player, self.banker
        return "tie" if player == banker else "player" if player > banker else "banker"

    @property
    def dragon_7(self) -> bool:
        """A three-card Banker 7 over a lower Player's Hand (ma-mini 1)."""
        return self[3] != NONE and self.banker == 7 and self.player < 7

    @property
    def panda_8(self) -> bool:
        """A three-card Player 8 over a lower Banker's Hand (ma-mini 1)."""
        return self[2] != NONE and self.player == 8 and self.banker < 8


class Opening(NamedTuple):
    """The first two cards of each hand, which Royal 9 reads."""

    player: tuple[Card, Card]
    banker: tuple[Card, Card]


@dataclass(frozen=True, slots=True)
class Coup:
    """A finished coup; only ``play`` creates one.

    >>> play("4h Kd 2c 9s")
    P 4h 2c = 6, B Kd 9s = 9: banker
    """

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    ended: Literal["natural", "stood", "drawn"]

    @property
    def winner(self) -> Winner:
        """The hand with the higher point count, or ``tie``."""
        return self.coup_class.winner

    @property
    def points(self) -> tuple[int, int]:
        """The final point counts, Player's Hand first."""
        return count(self.player), count(self.banker)

    @property
    def opening(self) -> Opening:
        """The first four cards, by hand."""
        return Opening(self.player[:2], self.banker[:2])  # type: ignore[arg-type]

    @property
    def coup_class(self) -> CoupClass:
        """The class of this coup, which wagers on points and pairs read."""
        player, banker = self.player, self.banker
        return CoupClass(
            count(player[:2]),
            count(banker[:2]),
            player[2].value if len(player) == 3 else NONE,
            banker[2].value if len(banker) == 3 else NONE,
            player[0].rank == player[1].rank,
            banker[0].rank == banker[1].rank,
        )

    @property
    def dealt(self) -> tuple[Card, ...]:
        """The cards in dealing order: P B P B, then third cards, Player's first."""
        player, banker = self.player, self.banker
        return (player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:])

    def __str__(self) -> str:
        player, banker = (" ".join(map(str, hand)) for hand in (self.player, self.banker))
        return f"P {player} = {self.points[0]}, B {banker} = {self.points[1]}: {self.winner}"

    __repr__ = __str__

    def _repr_svg_(self) -> str:
        from punto.draw.coup import coup_svg  # imported late: only notebooks draw a coup

        return coup_svg(self)


def play(shoe: Cards) -> Coup:
    """Deal one coup from the front of a shoe: first and third card to the Player's Hand (ma-mini 8(c)).

    Takes from an iterator only the cards that it needs. Raises ``CardError`` if there are too few.

    >>> play("4h Kd 2c 3s 9d").winner
    'player'
    """
    source = each_card(shoe)
    try:
        p1, b1, p2, b2 = next(source), next(source), next(source), next(source)
        player, banker = (p1, p2), (b1, b2)
        two = count(player), count(banker)
        third = (next(source),) if player_draws(*two) else ()
        drawn = third[0].value if third else NONE
        last = (next(source),) if banker_draws(*two, drawn) else ()
    except StopIteration:
        raise CardError("too few cards to finish the coup") from None
    ended: Literal["natural", "stood", "drawn"]
    ended = "natural" if natural(two[0]) or natural(two[1]) else "drawn" if third or last else "stood"
    return Coup(player + third, banker + last, ended)


@cache
def classes() -> tuple[CoupClass, ...]:
    """Return all 13,576 classes of a finished coup."""
    return tuple(
        CoupClass(player, banker, drawn, last, player_pair, banker_pair)
        for player, banker, drawn, lasts in endings()
        for last in lasts
        for player_pair in (False, True)
        for banker_pair in (False, True)
    )


def endings() -> Iterator[tuple[int, int, int, range]]:
    """Yield the counts of both hands after two cards, the Player's third card, and the range of the Banker's."""
    for player, banker in product(range(10), repeat=2):
        for drawn in ANY_CARD if player_draws(player, banker) else NO_CARD:
            yield player, banker, drawn, ANY_CARD if banker_draws(player, banker, drawn) else NO_CARD


ANY_CARD, NO_CARD = range(10), range(NONE, NONE + 1)  # third cards by value
