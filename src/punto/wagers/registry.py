"""Wagers by key: what a rulebook knows, and what users add.

    from punto.wagers import register, Wager

    @register("player-seven", "Player 7")
    def player_seven(coup):
        return 10 if coup.player == 7 and coup.winner == "player" else -1

A registered wager is taken by odds, simulator and felt like any other. Whether a document allows it at a table is
another matter, and ``punto.review`` says no where it does not.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Literal

from punto.coup import CoupClass, classes
from punto.wagers.wager import LOSE, PUSH, Hand, Result, Verdict, Wager, results_of

Pays = int | Fraction | Result | None  # to one; -1 loses, 0 or None pushes; or a Result with a name of its own

_REGISTERED: dict[str, Callable[[], Wager]] = {}


def register(
    key: str,
    title: str = "",
    *,
    hand: Hand | None = None,
    settles: Literal["before-third-cards", "after-result"] = "after-result",
    pairs: bool = True,
) -> Callable[[Callable[[CoupClass], Pays]], Callable[[CoupClass], Pays]]:
    """Make a wager of a function from a coup's class to what it pays."""
    if key in _REGISTERED:
        raise ValueError(f"a wager {key!r} is registered already")

    def decorate(function: Callable[[CoupClass], Pays]) -> Callable[[CoupClass], Pays]:
        @cache
        def build() -> Wager:
            wins = {pays for pays in map(function, classes()) if not isinstance(pays, Result) and pays and pays > 0}
            many = len(wins) > 1  # several payouts need several names

            def on_class(coup: CoupClass) -> Result:
                return _as_result(key, function(coup), many)

            return Wager(
                key=key,
                title=title or key.replace("-", " ").title(),
                results=results_of(on_class),
                on_class=on_class,
                hand=hand,
                settles=settles,
                pairs=pairs,
            )

        _REGISTERED[key] = build
        return function

    return decorate


def registered(key: str) -> Wager:
    """Return a wager that was registered."""
    if key not in _REGISTERED:
        raise KeyError(f"no wager {key!r} is registered: there are {', '.join(sorted(_REGISTERED)) or 'none'}")
    return _REGISTERED[key]()


def registered_keys() -> tuple[str, ...]:
    """Return the keys of all registered wagers."""
    return tuple(sorted(_REGISTERED))


def _as_result(key: str, pays: Pays, many: bool) -> Result:
    if isinstance(pays, Result):
        return pays
    if not pays:
        return PUSH
    if pays == -1:
        return LOSE
    if pays < 0:
        raise ValueError(f"wager {key!r} pays {pays}: a wager loses its stake (-1), and no more or less")
    return Result(Verdict.WIN, f"win-{pays}" if many else "win", Fraction(pays))
