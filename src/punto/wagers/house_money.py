"""House Money: a pair in the first two cards of either hand, or both (ma-mini 7(a)(7), 12(h)).

It is settled with four cards face up and before any third card; its payout may then ride on the seat's own wager on
a hand (ma-mini 8(c)(3)). Where the ride is worth taking is a matter of odds: see ``punto.odds.ride``.
"""

from __future__ import annotations

from punto.rulebook import Rulebook, RulebookError
from punto.wagers.main import lines
from punto.wagers.wager import LOSE, Result, Verdict, Wager, first_fit


def house_money(book: Rulebook) -> Wager:
    """Bet on a pair by rank in the first two cards of a hand. Raises RulebookError."""
    wager, pay = book.law.wager.house_money, book.law.pay.house_money
    if wager is None or pay is None:
        raise RulebookError(f"{book.id} has no House Money")
    odds = {"both-pairs": pay.both_pairs, "one-pair": pay.one_pair}
    wins = {fact: Result(Verdict.WIN, fact, odds[fact]) for fact in wager.win}
    won = [line for fact, result in wins.items() for line in lines((fact,), result)]
    return Wager(
        key="house-money",
        title="House Money",
        section=wager.section,
        results=(*wins.values(), LOSE),
        on_class=first_fit(won + lines(wager.lose, LOSE)),
        settles="before-third-cards",
        rides=True,
    )
