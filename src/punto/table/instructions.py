"""Short instructions for making a step, from the rulebook's words about its manner.

The engine cannot check whether cards lie in fans or columns, but it can instruct the dealer: the desk shows them
with the step that is due.
"""

from __future__ import annotations

from collections.abc import Callable

from punto.law.schema import Law
from punto.law.words import stated
from punto.rules.house_rules import HouseRules


def instruction(rules: HouseRules, step: str) -> str:
    """Return how a step is made at this table; "" if its name is enough."""
    if step == "inspect":
        least = rules.rulebook.law.open.inspect.least_decks
        return f"look over {rules.stock.decks} decks for defects, at least {least}"
    told = _TOLD.get(step)
    return told(rules.rulebook.law) if told else ""


def _spread(law: Law) -> str:
    spread = law.open.spread
    by = " and ".join(", ".join(spread.sorted_by).rsplit(", ", 1))
    return f"lay the cards face {spread.face} in {spread.shape}, by {by}"


def _batches(law: Law) -> str:
    batches = stated(law.open.batches)
    return f"lay out {batches.batches} batches {'apart from each other' if batches.separate else 'together'}"


def _lace(law: Law) -> str:
    lace = stated(law.shuffle.lace)
    decks, evenly = lace.about_decks, "evenly through" if lace.evenly else "into"
    return f"lace about {decks} deck{'s' * (decks > 1)} {evenly} the stack"


def _feather(law: Law) -> str:
    return "square the stack" if stated(law.shuffle.feathered).squared else "leave the stack feathered"


def _carry_cut(law: Law) -> str:
    words = {"end": "the cutting card comes out", "with-the-cut": "the cover card goes with them"}
    return f"take the cards above the cut to the bottom; {words[law.cut.cover.other_cover]}"


def _into(law: Law, step: str) -> str:
    remedy = law.remedies.doing(step)
    return (remedy and remedy.into) or "cards"


_TOLD: dict[str, Callable[[Law], str]] = {
    "spread": _spread,
    "turn-down": lambda law: f"turn the cards face {law.open.wash.face}",
    "spread-batches": _batches,
    "lace": _lace,
    "feather": _feather,
    "check-shuffle": lambda law: f"look for {stated(law.shuffle.feathered).checked_for}",
    "offer-cut": lambda law: f"hold out the stack, backs {law.cut.offer_order.backs} from you",
    "carry-cut": _carry_cut,
    "expose-first": lambda law: "show the first card",
    "discard-burned": lambda law: f"the burned cards go to the {' or '.join(law.burn.count.into)}",
    "set-aside-cover": lambda law: "lay the cover card aside and finish the hand",
    "announce-last-hand": lambda law: f"call “{law.shoe.cover_card.call}”",
    "unload-idle": lambda law: f"take out the batch kept under {stated(law.idle.batch).procedure} procedures",
    "discard-card": lambda law: f"the card goes to the discard {_into(law, 'discard-card')}",
    "simulate-round": lambda law: (
        f"the round takes no wagers, and its cards go to the discard {_into(law, 'simulate-round')}"
    ),
}
