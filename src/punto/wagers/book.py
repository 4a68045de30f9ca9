"""The wagers a rulebook knows, under the terms it needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from punto.rulebook import Rulebook
from punto.wagers import dragon_bonus, main, royal9
from punto.wagers.house_money import house_money
from punto.wagers.wager import Wager


@dataclass(frozen=True, slots=True)
class Terms:
    """What a licensee chooses about its wagers; what is not given is the document's own or first choice."""

    tie: Fraction | None = None
    dragon_bonus: str = "A"
    combinations: royal9.Combinations | None = None


def known(book: Rulebook, terms: Terms = Terms()) -> tuple[Wager, ...]:  # noqa: B008 - an immutable default
    """Return every wager that the document knows, in the order of the felt; EZ and plain Banker both."""
    wagers = [main.player(book), main.banker(book), main.ez_banker(book), main.tie(book, terms.tie)]
    permissible = book.law.wager.permissible
    side = {*permissible.offered, *permissible.ez}
    builders: dict[str, Callable[[], Wager]] = {
        "dragon-7": lambda: main.dragon_7(book),
        "panda-8": lambda: main.panda_8(book),
        "dragon-bonus-player": lambda: dragon_bonus.dragon_bonus(book, "player", terms.dragon_bonus),
        "dragon-bonus-banker": lambda: dragon_bonus.dragon_bonus(book, "banker", terms.dragon_bonus),
        "house-money": lambda: house_money(book),
    }
    wagers += [build() for key, build in builders.items() if key in side]
    royal = royal_9(book, terms.combinations)
    return (*wagers, royal) if royal else tuple(wagers)


def royal_9(book: Rulebook, combinations: royal9.Combinations | None = None) -> Wager | None:
    """Return the document's Royal 9, or nothing where it has none."""
    royal = book.law.royal9
    if royal.multilevel is not None:
        return royal9.multilevel(book, combinations)
    if royal.progressive is not None:
        seats = max(royal.progressive.terms.seats)
        return royal9.progressive(book, combinations or royal9.king_9s(royal9.UNSUITED[:seats]))
    return None
