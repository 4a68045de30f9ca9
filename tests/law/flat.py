"""Coups in flat arithmetic, for the tests alone: written from the documents, with nothing of Punto's own rules.

``endings`` goes through every class of coup there is and says beside it what the felt shows in the end.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from punto.core.cards import cards
from punto.core.coup import CoupClass, classes, play
from punto.wagers import Result, Verdict, Wager, pay

NO_THIRD_CARD = 10


class Ending(NamedTuple):
    """What the felt shows when a coup is over."""

    player: int
    banker: int
    player_cards: int
    banker_cards: int
    player_natural: bool
    banker_natural: bool
    pairs: int

    @property
    def dragon_7(self) -> bool:
        """The Banker's Hand has 7 with three cards, the Player's Hand less than 7."""
        return self.banker == 7 and self.banker_cards == 3 and self.player < 7

    @property
    def panda_8(self) -> bool:
        """The Player's Hand has 8 with three cards, the Banker's Hand less than 8."""
        return self.player == 8 and self.player_cards == 3 and self.banker < 8


def ending(coup: CoupClass) -> Ending:
    player_two, banker_two, player_third, banker_third, player_pair, banker_pair = coup
    player = player_two + (0 if player_third == NO_THIRD_CARD else player_third)
    banker = banker_two + (0 if banker_third == NO_THIRD_CARD else banker_third)
    return Ending(
        int(str(player)[-1]),
        int(str(banker)[-1]),
        2 if player_third == NO_THIRD_CARD else 3,
        2 if banker_third == NO_THIRD_CARD else 3,
        player_two in {8, 9},
        banker_two in {8, 9},
        int(player_pair) + int(banker_pair),
    )


@cache
def endings() -> tuple[tuple[CoupClass, Ending], ...]:
    """Every class of coup, with its ending."""
    return tuple((coup, ending(coup)) for coup in classes())


def outcomes(wager: Wager) -> Iterator[tuple[Ending, Result]]:
    """What becomes of a wager in every class of coup."""
    assert wager.on_class is not None
    for coup, end in endings():
        yield end, wager.on_class(coup)


def outcome(wager: Wager, dealt: str) -> Result:
    """What becomes of a wager in one coup, from its cards as they leave the shoe: P B P B, third cards."""
    assert wager.on_class is not None
    coup = play(cards(dealt))
    assert coup.dealt == cards(dealt)
    return wager.on_class(coup.coup_class)


def verdict(won: bool, pushed: bool = False) -> Verdict:
    return Verdict.WIN if won else Verdict.PUSH if pushed else Verdict.LOSE


def paid(wager: Wager, dealt: str, stake: int) -> tuple[int, int]:
    """What a stake brings in one coup: chips paid, and how much of the stake comes back."""
    payment = pay(wager, outcome(wager, dealt), stake, None, {})
    return payment.paid, payment.returned
