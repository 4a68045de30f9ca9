"""The Dragon Bonus, on either hand (ma-mini 7(a)(4), 12(e)).

A natural that wins pays the natural's odds whatever the margin, natural 9 over natural 8 included (reading 2); equal
naturals push; a hand without a natural is paid by its margin, from four points on; all else loses.
"""

from __future__ import annotations

from collections.abc import Callable

from punto.coup import CoupClass
from punto.rulebook import Rulebook, RulebookError, odds_of
from punto.wagers.conditions import SIDE_CONDITIONS, Side, no_natural_by
from punto.wagers.wager import LOSE, Hand, Result, Verdict, Wager

SideCondition = Callable[[Side], bool]


def dragon_bonus(book: Rulebook, hand: Hand, paytable: str = "A") -> Wager:
    """Bet that a hand wins by a natural or by a wide margin."""
    if hand not in book.words("wager.dragon-bonus", "hands"):
        raise RulebookError(f"{book.id} has no Dragon Bonus on the {hand}'s hand")
    tables = book.table("pay.dragon-bonus", "paytables")
    if paytable not in tables:
        raise RulebookError(f"{book.id} has no Dragon Bonus paytable {paytable!r}: there are {', '.join(tables)}")
    wins = {name: Result(Verdict.WIN, name, odds_of(pays)) for name, pays in tables[paytable].items()}
    push = Result(Verdict(book.word("pay.dragon-bonus", "natural-tie")), "natural-tie")
    naturals = _conditions(book, "natural")
    pushes = _conditions(book, "push")
    margin = book.whole("wager.dragon-bonus", "margin")

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
        section=book.section("wager.dragon-bonus"),
        results=(*wins.values(), push, LOSE),
        on_class=on_class,
        vigorish=book.flag("pay.dragon-bonus", "vigorish"),
        pairs=False,
    )


def _conditions(book: Rulebook, term: str) -> tuple[SideCondition, ...]:
    names = book.words("wager.dragon-bonus", term)
    unknown = [name for name in names if name not in SIDE_CONDITIONS]
    if unknown:
        raise RulebookError(f"no condition is called {unknown[0]!r}")
    return tuple(SIDE_CONDITIONS[name] for name in names)
