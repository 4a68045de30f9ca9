"""How a step is made, in a few words: what the rulebook says of it besides who and when.

The engine cannot see whether cards lie in fans or in columns; the dealer can be told. Page, desk and school read these.
"""

from __future__ import annotations

from collections.abc import Callable

from punto.houserules import HouseRules
from punto.table.terms import meant

SHUFFLER, THIRD, DISCLOSED = "idle-table.shuffler-batch", "irregular.player-third-disclosed", "irregular.disclosed"


def instruction(rules: HouseRules, step: str) -> str:
    """Say how a step is made here; nothing where its name says it all."""
    told = _TOLD.get(step)
    return told(rules) if told else ""


def _inspect(rules: HouseRules) -> str:
    least = rules.rulebook.whole("open.inspect", "least-decks")
    return f"look over {rules.stock.decks} decks for defects, at least {least}"


def _spread(rules: HouseRules) -> str:
    book, key = rules.rulebook, "open.spread"
    by = " and ".join(", ".join(book.words(key, "sorted-by")).rsplit(", ", 1))
    return f"lay the cards face {book.word(key, 'face')} in {book.word(key, 'shape')}, by {by}"


def _batches(rules: HouseRules) -> str:
    apart = "apart from each other" if rules.rulebook.flag("open.batches", "separate") else "together"
    return f"lay out {rules.rulebook.whole('open.batches', 'batches')} batches {apart}"


def _lace(rules: HouseRules) -> str:
    decks = rules.rulebook.whole("shuffle.lace", "about-decks")
    evenly = "evenly through" if rules.rulebook.flag("shuffle.lace", "evenly") else "into"
    return f"lace about {decks} deck{'s' * (decks > 1)} {evenly} the stack"


def _feather(rules: HouseRules) -> str:
    return "square the stack" if rules.rulebook.flag("shuffle.feathered", "squared") else "leave the stack feathered"


def _carry_cut(rules: HouseRules) -> str:
    words = {"end": "the cutting card comes out", "with-the-cut": "the cover card goes with them"}
    first = meant(rules.rulebook, "cut.cover-card-14", "other-cover", words)
    return f"take the cards above the cut to the bottom; {first}"


def _expose(rules: HouseRules) -> str:
    cards = rules.rulebook.whole("burn", "exposed")
    return "show the first card" if cards == 1 else f"show the first {cards} cards"


def _cover(rules: HouseRules) -> str:
    rest = "finish the hand" if rules.rulebook.flag("cover-card", "completes") else "break off the hand"
    return f"lay the cover card aside and {rest}"


def _unload(rules: HouseRules) -> str:
    return f"take out the batch kept under {rules.rulebook.word(SHUFFLER, 'procedure')} procedures"


def _into(key: str, what: str) -> Callable[[HouseRules], str]:
    return lambda rules: f"{what} to the discard {rules.rulebook.word(key, 'into')}"


_TOLD: dict[str, Callable[[HouseRules], str]] = {
    "inspect": _inspect,
    "spread": _spread,
    "turn-down": lambda rules: f"turn the cards face {rules.rulebook.word('open.wash', 'face')}",
    "spread-batches": _batches,
    "lace": _lace,
    "feather": _feather,
    "check-shuffle": lambda rules: f"look for {rules.rulebook.word('shuffle.feathered', 'checked-for')}",
    "offer-cut": lambda rules: f"hold out the stack, backs {rules.rulebook.word('cut.offer-order', 'backs')} from you",
    "carry-cut": _carry_cut,
    "expose-first": _expose,
    "discard-burned": lambda rules: f"the burned cards go to the {' or '.join(rules.rulebook.words('burn', 'into'))}",
    "set-aside-cover": _cover,
    "announce-last-hand": lambda rules: f"call “{rules.rulebook.word('cover-card', 'call')}”",
    "unload-idle": _unload,
    "discard-card": _into(THIRD, "the card goes"),
    "simulate-round": _into(DISCLOSED, "the round takes no wagers, and its cards go"),
}
