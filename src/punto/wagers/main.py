"""The wagers on the points: Player, Banker, Tie, and the insurance wagers of an EZ table.

Each is a table of conditions (ma-mini 7(a)(1)-(3), (5)-(6)) with the payout of ma-mini 12(a)-(c), (f)-(g), read from
the rulebook; the other documents differ in section numbers, and Maryland in what it offers.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from punto.rulebook import Rulebook, RulebookError
from punto.wagers.conditions import CONDITIONS
from punto.wagers.wager import LOSE, PUSH, Condition, Hand, Result, Verdict, Wager, first_fit

Lines = list[tuple[Condition, Result]]


def player(book: Rulebook) -> Wager:
    """Bet on the Player's Hand (ma-mini 7(a)(2), 12(a))."""
    return _on_points(book, "player", "Player", book.odds("pay.player"), hand="player")


def banker(book: Rulebook) -> Wager:
    """Bet on the Banker's Hand, less vigorish (ma-mini 7(a)(1), 12(c))."""
    return _on_points(book, "banker", "Banker", book.odds("pay.banker"), hand="banker", vigorish=True)


def ez_banker(book: Rulebook) -> Wager:
    """Bet on the Banker's Hand at an EZ table: no vigorish, and a Dragon 7 pushes (ma-mini 1, 7(a)(1)(iii))."""
    return _on_points(
        book,
        "banker",
        "Banker",
        book.odds("pay.banker"),
        hand="banker",
        key="ez-banker",
        first=_lines(book, "wager.banker", "ez-push", PUSH),
        vigorish=book.flag("def.ez", "vigorish"),
    )


def tie(book: Rulebook, pays: Fraction | None = None) -> Wager:
    """Bet on equal counts, at the least odds of the document unless others are given (ma-mini 7(a)(3), 12(b))."""
    return _on_points(book, "tie", "Tie", pays or book.odds("pay.tie", "least"))


def dragon_7(book: Rulebook) -> Wager:
    """Insure against a Dragon 7, at an EZ table (ma-mini 7(a)(5), 12(f))."""
    return _on_points(book, "dragon-7", "Dragon 7", book.odds("pay.dragon-7"))


def panda_8(book: Rulebook) -> Wager:
    """Insure against a Panda 8, at an EZ table (ma-mini 7(a)(6), 12(g))."""
    return _on_points(book, "panda-8", "Panda 8", book.odds("pay.panda-8"))


def _on_points(
    book: Rulebook,
    name: str,
    title: str,
    pays: Fraction,
    *,
    hand: Hand | None = None,
    key: str = "",
    first: Iterable[tuple[Condition, Result]] = (),
    vigorish: bool = False,
) -> Wager:
    """Build a wager from the win, push and lose conditions of its provision.

    What a document names besides (``wins-on`` a Panda 8, ``loses-on`` a Dragon 7: ma-mini 7(a)(2)) goes first.
    """
    provision = f"wager.{name}"
    win = Result(Verdict.WIN, "win", pays)
    pushes = [*first, *_lines(book, provision, "push", PUSH)]
    named = _lines(book, provision, "wins-on", win) + _lines(book, provision, "loses-on", LOSE)
    lines = pushes + named + _lines(book, provision, "win", win) + _lines(book, provision, "lose", LOSE)
    return Wager(
        key=key or name,
        title=title,
        section=book.section(provision),
        results=(win, PUSH, LOSE) if pushes else (win, LOSE),
        on_class=first_fit(lines),
        hand=hand,
        vigorish=vigorish,
        pairs=False,
    )


def _lines(book: Rulebook, provision: str, term: str, result: Result) -> Lines:
    if term not in book.provisions[provision].terms:
        return []
    return [(condition(name), result) for name in book.words(provision, term)]


def condition(name: str) -> Condition:
    """Return a condition by the name a rulebook uses."""
    if name not in CONDITIONS:
        raise RulebookError(f"no condition is called {name!r}")
    return CONDITIONS[name]
