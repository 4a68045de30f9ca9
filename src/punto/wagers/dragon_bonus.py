"""The Dragon Bonus, on either hand (ma-mini 7(a)(4), 12(e)).

A natural that wins pays the natural's odds whatever the margin, natural 9 over natural 8 included (reading 2); equal
naturals push; a hand without a natural is paid by its margin, from four points on; all else loses.
"""

from __future__ import annotations

from punto.coup import CoupClass
from punto.law.schema.wagers import BonusTable
from punto.rulebook import Rulebook, RulebookError
from punto.wagers.conditions import SIDE_CONDITIONS, Side, no_natural_by
from punto.wagers.wager import LOSE, Hand, Result, Verdict, Wager


def dragon_bonus(book: Rulebook, hand: Hand, paytable: str = "A") -> Wager:
    """Bet that a hand wins by a natural or by a wide margin. Raises RulebookError."""
    wager, pay = book.law.wager.dragon_bonus, book.law.pay.dragon_bonus
    if wager is None or pay is None or hand not in wager.hands:
        raise RulebookError(f"{book.id} has no Dragon Bonus on the {hand}'s hand")
    table = next((one for name, one in pay.paytables.items() if name == paytable), None)
    if table is None:
        there = ", ".join(pay.paytables)
        raise RulebookError(f"{book.id} has no Dragon Bonus paytable {paytable!r}: there are {there}")
    wins, push = _wins(table), Result(Verdict.PUSH, "natural-tie")
    naturals = [SIDE_CONDITIONS[fact] for fact in wager.natural]
    pushes = [SIDE_CONDITIONS[fact] for fact in wager.push]
    margin = wager.margin

    def on_class(coup: CoupClass) -> Result:
        side = Side(coup, hand)
        if any(condition(side) for condition in pushes):
            return push
        if any(condition(side) for condition in naturals):
            return wins["natural"]
        ahead = no_natural_by(side)
        return wins[f"by-{ahead}"] if ahead >= margin else LOSE

    return Wager(
        key=f"dragon-bonus-{hand}",
        title=f"Dragon Bonus {hand.capitalize()}",
        section=wager.section,
        results=(*wins.values(), push, LOSE),
        on_class=on_class,
        vigorish=pay.vigorish,
        pairs=False,
    )


def paytables(book: Rulebook) -> tuple[str, ...]:
    """Return the names of the Dragon Bonus paytables; none where the document has no Dragon Bonus."""
    pay = book.law.pay.dragon_bonus
    return tuple(pay.paytables) if pay is not None else ()


def _wins(table: BonusTable) -> dict[str, Result]:
    odds = {
        "by-9": table.by_9,
        "by-8": table.by_8,
        "by-7": table.by_7,
        "by-6": table.by_6,
        "by-5": table.by_5,
        "by-4": table.by_4,
        "natural": table.natural,
    }
    return {name: Result(Verdict.WIN, name, pays) for name, pays in odds.items()}
