"""Three example wagers outside the built-in documents, written as a user would write them.

They are common elsewhere, and show what a wager needs: a function from a coup's class to its payout.
"""

from __future__ import annotations

from fractions import Fraction

from punto.core.coup import CoupClass
from punto.core.tableau import NONE
from punto.wagers.registry import Pays, register
from punto.wagers.wager import Result, Verdict


@register("player-pair", "Player Pair", settles="before-third-cards")
def player_pair(coup: CoupClass) -> Pays:
    """Pay 11 to 1 when the first two cards of the Player's Hand pair by rank."""
    return 11 if coup.player_pair else -1


@register("lucky-6", "Lucky 6", pairs=False)
def lucky_6(coup: CoupClass) -> Pays:
    """Pay a Banker win with six: 12 to 1 with two cards, 20 to 1 with three."""
    if coup.winner != "banker" or coup.banker != 6:
        return -1
    if coup.banker_third == NONE:
        return Result(Verdict.WIN, "two-cards", Fraction(12))
    return Result(Verdict.WIN, "three-cards", Fraction(20))


@register("super-6-banker", "Super 6 Banker", hand="banker", pairs=False)
def super_6_banker(coup: CoupClass) -> Pays:
    """Pay the Banker even money without vigorish, but half on a win with six."""
    if coup.winner == "tie":
        return 0
    if coup.winner == "player":
        return -1
    return Result(Verdict.WIN, "win-with-6", Fraction(1, 2)) if coup.banker == 6 else 1
