"""Built-in tables, and the wagers of a whole document, as inputs of studies."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib.resources import files

from punto.cards import Composition
from punto.houserules import HouseRules
from punto.odds import Sheet, sheet
from punto.review import review
from punto.rulebook import load
from punto.wagers.book import Terms, known, vigorish_rate
from punto.wagers.wager import Wager

BOOK, DECKS = "ma-mini", 8


@cache
def examples() -> dict[str, HouseRules]:
    """Return the house rules of every built-in submission, by name."""
    found = {}
    for entry in sorted(files("punto").joinpath("submissions").iterdir(), key=lambda entry: entry.name):
        rules = review(entry.read_text(encoding="utf-8")).rules
        if rules is not None:
            found[entry.name.removesuffix(".toml")] = rules
    return found


@cache
def wagers(*keys: str, tie: int | None = None, table: str = "A") -> tuple[Wager, ...]:
    """Return wagers of ma-mini by key, or all on points; ``tie-9`` is a tie that pays nine."""
    every = {wager.key: wager for wager in known(load(BOOK), Terms(Fraction(tie) if tie else None, table))}
    nine = known(load(BOOK), Terms(Fraction(9)))
    every["tie-9"] = replace(next(wager for wager in nine if wager.key == "tie"), key="tie-9")
    if not keys:
        return tuple(wager for key, wager in every.items() if wager.on_class and key != "tie-9")
    return tuple(every[key] for key in keys)


def vigorish() -> Fraction:
    """Return the rate of ma-mini 12(c)."""
    return vigorish_rate(load(BOOK))


@cache
def full_shoe(decks: int = DECKS) -> Sheet:
    """Return the odds of every wager on points at a full shoe."""
    return sheet(Composition.decks(decks), wagers(), rate=vigorish())
