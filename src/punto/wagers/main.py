"""The wagers on the points: Player, Banker, Tie, and the insurance wagers of an EZ table.

Each is a table of conditions (ma-mini 7(a)(1)-(3), (5)-(6)) with the payout of ma-mini 12(a)-(c), (f)-(g), read from
the rulebook; the other documents differ in section numbers, and Maryland in what it offers.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from punto.law.schema.wagers import OnPoints, PairFact, PointFact
from punto.rulebook import Rulebook, RulebookError
from punto.wagers.conditions import CONDITIONS
from punto.wagers.wager import LOSE, PUSH, Condition, Hand, Result, Verdict, Wager, first_fit

Lines = list[tuple[Condition, Result]]


def player(book: Rulebook) -> Wager:
    """Bet on the Player's Hand (ma-mini 7(a)(2), 12(a))."""
    law = book.law
    return _on_points(law.wager.player, "player", "Player", law.pay.player.pays, hand="player")


def banker(book: Rulebook) -> Wager:
    """Bet on the Banker's Hand, less vigorish (ma-mini 7(a)(1), 12(c))."""
    law = book.law
    return _on_points(law.wager.banker, "banker", "Banker", law.pay.banker.pays, hand="banker", vigorish=True)


def ez_banker(book: Rulebook) -> Wager:
    """Bet on the Banker's Hand at an EZ table: no vigorish, and a Dragon 7 pushes (ma-mini 1, 7(a)(1)(iii))."""
    law = book.law
    return _on_points(
        law.wager.banker,
        "ez-banker",
        "Banker",
        law.pay.banker.pays,
        hand="banker",
        first=lines(law.wager.banker.ez_push, PUSH),
        vigorish=law.def_.ez.vigorish,
    )


def tie(book: Rulebook, pays: Fraction | None = None) -> Wager:
    """Bet on equal counts, at the least odds of the document unless others are given (ma-mini 7(a)(3), 12(b))."""
    law = book.law
    return _on_points(law.wager.tie, "tie", "Tie", pays or law.pay.tie.least)


def dragon_7(book: Rulebook) -> Wager:
    """Insure against a Dragon 7, at an EZ table (ma-mini 7(a)(5), 12(f)). Raises RulebookError."""
    wager, pay = book.law.wager.dragon_7, book.law.pay.dragon_7
    if wager is None or pay is None:
        raise RulebookError(f"{book.id} has no Dragon 7")
    return _on_points(wager, "dragon-7", "Dragon 7", pay.pays)


def panda_8(book: Rulebook) -> Wager:
    """Insure against a Panda 8, at an EZ table (ma-mini 7(a)(6), 12(g)). Raises RulebookError."""
    wager, pay = book.law.wager.panda_8, book.law.pay.panda_8
    if wager is None or pay is None:
        raise RulebookError(f"{book.id} has no Panda 8")
    return _on_points(wager, "panda-8", "Panda 8", pay.pays)


def _on_points(
    provision: OnPoints,
    key: str,
    title: str,
    pays: Fraction,
    *,
    hand: Hand | None = None,
    first: Iterable[tuple[Condition, Result]] = (),
    vigorish: bool = False,
) -> Wager:
    """Build a wager from the win, push and lose conditions of its provision.

    What a document names besides (``wins-on`` a Panda 8, ``loses-on`` a Dragon 7: ma-mini 7(a)(2)) goes first.
    """
    win = Result(Verdict.WIN, "win", pays)
    pushes = [*first, *lines(provision.push, PUSH)]
    named = lines(provision.wins_on, win) + lines(provision.loses_on, LOSE)
    return Wager(
        key=key,
        title=title,
        section=provision.section,
        results=(win, PUSH, LOSE) if pushes else (win, LOSE),
        on_class=first_fit(pushes + named + lines(provision.win, win) + lines(provision.lose, LOSE)),
        hand=hand,
        vigorish=vigorish,
        pairs=False,
    )


def lines(facts: Iterable[PointFact | PairFact], result: Result) -> Lines:
    """Return the conditions of some facts, each with the same result."""
    return [(CONDITIONS[fact], result) for fact in facts]
