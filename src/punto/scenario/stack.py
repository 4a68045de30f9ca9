"""The cards of a scenario: those that a sheet puts in order, and quiet ones otherwise.

In a quiet shoe every coup takes four cards and the Banker's Hand never loses, so that coups which a sheet does not
describe have no side effects.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from punto.core.cards import Card, count
from punto.core.cards import cards as cards_of
from punto.game.card_sources import NoMoreCards
from punto.table import TableState
from punto.table.events import AnyEvent, ShoeEnded
from punto.table.phases import Phase

TENS = ("10", "J", "Q", "K")
Hand = tuple[Card, Card]


def quiet(decks: int, last: Sequence[Card] = ()) -> tuple[Hand, list[Card]]:
    """Return two cards to burn (an ace and the one that it requires), and the rest of a shoe in which all hands stand.

    Hands of cards that a sheet uses itself come last, so that they are available until the shoe is nearly dealt.

    >>> burned, order = quiet(8)
    >>> len(order), sorted({count(order[at + 1:at + 4:2]) for at in range(0, len(order) - 3, 4)})
    (414, [6, 7, 8, 9])
    """
    pairs = [("5", "A"), ("4", "2"), *zip(TENS, ("6", "7", "8", "9"), strict=True)]
    hands = [_hand(one + suit, two + suit) for one, two in pairs for suit in "cdhs" for _ in range(decks)]
    hands += [_hand("3c", "3d") for _ in range(decks)] + [_hand("3h", "3s") for _ in range(decks)]
    burned, *hands = hands
    kept = [hand for hand in dict.fromkeys(hands) if set(hand) <= set(last)]
    for hand in kept:
        hands.remove(hand)
    hands.sort(key=count)
    half = len(hands) // 2
    order = [card for low, high in zip(hands[:half], reversed(hands), strict=False) for card in _dealt(low, high)]
    return (burned[1], burned[0]), [
        *order,
        *(hands[half] if len(hands) % 2 else ()),
        *(c for hand in kept for c in hand),
    ]


def _hand(one: str, two: str) -> Hand:
    first, second = cards_of(f"{one} {two}")
    return first, second


def _dealt(player: Hand, banker: Hand) -> tuple[Card, ...]:
    return player[0], banker[0], player[1], banker[1]


class Stack:
    """A source of cards: those that the sheet has set first, then quiet cards."""

    def __init__(self, decks: int, state: Callable[[], TableState], named: Sequence[Card] = ()) -> None:
        self.decks, self.state, self.named = decks, state, named
        self.laid: deque[Card] = deque()
        self.to_burn: deque[Card] = deque()
        self._fill()

    def _fill(self) -> None:
        burned, order = quiet(self.decks, self.named)
        self._burned, self._order = deque(burned), deque(order)

    def lay(self, order: Sequence[Card], burned: Sequence[Card]) -> None:
        """Add cards behind those already set."""
        self.laid.extend(order)
        self.to_burn.extend(burned)

    def _pile(self) -> deque[Card]:
        if self.state().phase is Phase.PREPARING:
            return self.to_burn or self._burned or self._order
        return self.laid or self._order

    def peek(self) -> Card | None:
        """Return the next card, or None; it is visible if it is face up in the shoe."""
        return next(iter(self._pile()), None)

    def draw(self) -> Card:
        """Return the next card."""
        if not self._pile():
            raise NoMoreCards("a card is due, and the shoe is empty")
        return self._pile().popleft()

    def see(self, event: AnyEvent, kept: Sequence[Card]) -> None:
        """Start another shoe when one is over."""
        if isinstance(event, ShoeEnded):
            self._fill()
