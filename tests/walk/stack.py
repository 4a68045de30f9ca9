"""A stack of cards that a seed has shuffled: shoe after shoe, and it can be looked at before a card is taken."""

import random
from collections.abc import Sequence

from punto.core.cards import DECK, Card
from punto.rules.house_rules import HouseRules
from punto.table.events import AnyEvent, CoupEnded, CoupVoided, ShoeEnded


class Stack:
    """The cards in the shoe, the next one last; as many as the table says are left."""

    def __init__(self, rules: HouseRules, chance: random.Random) -> None:
        self.rules, self.chance = rules, chance
        self.cards: list[Card] = []
        self._shuffle(())

    def draw(self) -> Card:
        """Take the next card."""
        return self.cards.pop()

    def peek(self) -> Card:
        """Look at the next card: one that lies face up in the shoe."""
        return self.cards[-1]

    def see(self, event: AnyEvent, kept: Sequence[Card]) -> None:
        """Shuffle for a new shoe; a continuous one is whole again after every coup, less what is carried over."""
        if isinstance(event, ShoeEnded) or (isinstance(event, CoupEnded | CoupVoided) and self.rules.shoe.continuous):
            self._shuffle(kept)

    def _shuffle(self, out: Sequence[Card]) -> None:
        self.cards = list(DECK) * self.rules.shoe.decks
        for card in out:
            self.cards.remove(card)
        self.chance.shuffle(self.cards)
