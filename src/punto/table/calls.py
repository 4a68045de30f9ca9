"""What is called out at the table, and how cards change hands, as the events of steps say it."""

from __future__ import annotations

from punto.cards import count
from punto.houserules import HouseRules
from punto.table.phases import hand, third_due
from punto.table.state import TableState

CALLS = {"no-more-bets": "no more bets", "cards": "cards"}
HANDS = {"announce-player": ("player",), "announce-banker": ("banker",)}
HANDED = {"give-player": "down", "give-banker": "down", "return-player": "up", "return-banker": "up"}


def said(rules: HouseRules, state: TableState, step: str) -> str:
    """Return what the dealer says with a step: point counts, whether a card is due, or the step's own words."""
    if step in HANDS:
        return _counts(state, HANDS[step])
    if step == "announce-counts":
        return _counts(state, rules.rulebook.law.third.announce.hands)
    if step == "instruct":
        return "a card for the Player" if third_due(state) == "P3" else "a card for the Banker"
    if step == "announce-last-hand":
        return rules.rulebook.law.shoe.cover_card.call
    return CALLS.get(step, "")


def _counts(state: TableState, hands: tuple[str, ...]) -> str:
    return ", ".join(f"{name.capitalize()} {count(hand(state, name[0].upper()))}" for name in hands)


def shown(step: str) -> str:
    """Return which way the cards lie that a step hands to a player or takes back (ma-mini 8(c)(2))."""
    return HANDED.get(step, "")
