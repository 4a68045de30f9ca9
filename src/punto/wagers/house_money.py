"""House Money: a pair in the first two cards of either hand, or both (ma-mini 7(a)(7), 12(h)).

It is settled with four cards face up and before any third card; its payout may then ride on the seat's own wager on
a hand (ma-mini 8(c)(3)). Where the ride is worth taking is a matter of odds: see ``punto.odds.ride``.
"""

from __future__ import annotations

from punto.rulebook import Rulebook
from punto.wagers.main import condition
from punto.wagers.wager import LOSE, Result, Verdict, Wager, first_fit


def house_money(book: Rulebook) -> Wager:
    """Bet on a pair by rank in the first two cards of a hand."""
    wins = {
        name: Result(Verdict.WIN, name, book.odds("pay.house-money", name))
        for name in book.words("wager.house-money", "win")
    }
    lines = [(condition(name), result) for name, result in wins.items()]
    lines += [(condition(name), LOSE) for name in book.words("wager.house-money", "lose")]
    return Wager(
        key="house-money",
        title="House Money",
        section=book.section("wager.house-money"),
        results=(*wins.values(), LOSE),
        on_class=first_fit(lines),
        settles="before-third-cards",
    )
