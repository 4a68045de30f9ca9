"""Cards and collections of cards.

A card is an integer from 0 to 51, ``suit * 13 + rank - 1``, so that JSON, numba and CUDA share it. Ranks run from 1
(ace) to 13 (king); suits are clubs, diamonds, hearts, spades.

The value of a card is 1 for an ace, its face for 2 to 9 and zero for a ten or a face card. A hand's point count is the
right digit of its total (ma-mini 6(a)-(b); the same in all five documents).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "cdhs"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SYMBOLS = "♣♦♥♠"
VALUES: tuple[int, ...] = (*range(1, 10), 0, 0, 0, 0)  # by rank - 1

_RANK_OF = {name: rank for rank, name in enumerate(RANKS, 1)} | {"T": 10, "1": 1}
_SUIT_OF = {letter: suit for suit, letter in enumerate(SUITS)} | {sign: suit for suit, sign in enumerate(SYMBOLS)}


class CardError(ValueError):
    """Error for text or counts that are not valid cards."""


def wrong_type(given: object, wanted: str) -> TypeError:
    """Return the error for an argument of a wrong type, in one sentence."""
    return TypeError(f"expected {wanted}, not {type(given).__name__} {repr(given)[:40]}")


class Card(int):
    """One of the 52 cards; ``Card.of("4h")`` parses one, and ``repr`` formats it.

    >>> Card.of("Ks").rank, Card.of("K♠").value, Card.of("Th")
    (13, 0, 10h)
    """

    __slots__ = ()

    def __new__(cls, index: int) -> Card:
        """Return card number ``index``. Raises ``CardError`` unless it is from 0 to 51."""
        if not isinstance(index, int):
            raise wrong_type(index, "a card number from 0 to 51; Card.of reads text like '4h'")
        if not 0 <= index < 52:
            raise CardError(f"invalid card number {index}: use 0 to 51")
        return super().__new__(cls, index)

    @classmethod
    def of(cls, text: str) -> Card:
        """Parse a card such as ``4h``, ``10s``, ``Td`` or ``K♠``. Raises ``CardError``."""
        known = _BY_NAME.get(text)
        if known is not None:
            return known
        if not isinstance(text, str):
            raise wrong_type(text, "the text of a card, like '4h'")
        rank, suit = text[:-1].upper(), text[-1:].lower()
        if rank not in _RANK_OF or rank == "1" or suit not in _SUIT_OF:
            raise CardError(f"invalid card {text!r}: use a rank (A 2 … 9 10 J Q K) and a suit (c d h s), like 4h")
        return cls(_SUIT_OF[suit] * 13 + _RANK_OF[rank] - 1)

    @property
    def rank(self) -> int:
        """The rank, from 1 (ace) to 13 (king)."""
        return self % 13 + 1

    @property
    def suit(self) -> int:
        """The suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self // 13

    @property
    def value(self) -> int:
        """The value in a point count, from 0 to 9."""
        return VALUES[self % 13]

    @property
    def symbol(self) -> str:
        """The card with its suit symbol: ``4♥``."""
        return RANKS[self % 13] + SYMBOLS[self // 13]

    def __repr__(self) -> str:
        return _NAMES[self]

    __str__ = __repr__


_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
Cards = str | Card | Iterable[Card | str]  # text, a card, or several of either
DECK = tuple(Card(index) for index in range(52))
_BY_NAME = {repr(card): card for card in DECK}


def cards(text: str) -> tuple[Card, ...]:
    """Parse cards separated by spaces or commas: ``"9s 9h Kd"``."""
    if not isinstance(text, str):
        raise wrong_type(text, "cards as text, like '9s 9h Kd'")
    return tuple(Card.of(word) for word in text.replace(",", " ").split())


def each_card(given: Cards) -> Iterator[Card]:
    """Yield cards from text, from one card or from several; from an iterator only those that are asked for.

    >>> list(each_card("9s 9h")) == list(each_card(["9s", Card.of("9h")]))
    True
    """
    if isinstance(given, str | Card):
        yield from cards(given) if isinstance(given, str) else (given,)
        return
    if not isinstance(given, Iterable):
        raise wrong_type(given, "cards, as text like '9s 9h Kd' or as Card objects")
    for card in given:
        yield card if isinstance(card, Card) else Card.of(card)


def rank_of(text: str) -> int:
    """Parse a rank: A 2 … 9 10 J Q K, T for ten. Raises ``CardError``."""
    rank = _RANK_OF.get(text.upper())
    if rank is None or text == "1":
        raise CardError(f"invalid rank {text!r}: use A 2 … 9 10 J Q K")
    return rank


def count(hand: Iterable[Card]) -> int:
    """Return the point count of a hand: the right digit of its total (ma-mini 6(b)).

    >>> count(cards("Ah 2c 9d"))
    2
    """
    return sum([VALUES[card % 13] for card in hand]) % 10


@dataclass(frozen=True, slots=True)
class Composition:
    """The number of each card left in a shoe.

    ``ranks`` has 13 counts. ``suited`` has 52, one for each card, or is None if only the ranks are known; then nothing
    that depends on suits can be computed.
    """

    ranks: tuple[int, ...]
    suited: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if len(self.ranks) != 13 or (self.suited is not None and len(self.suited) != 52):
            raise CardError("a composition has 13 counts by rank, or 52 by card")
        for rank, number in enumerate(self.ranks):
            if number < 0:
                raise CardError(f"a shoe cannot hold {number} cards of rank {RANKS[rank]}")
        for card, number in enumerate(self.suited or ()):
            if number < 0:
                raise CardError(f"a shoe cannot hold {number} of {Card(card)}")
        if self.suited is not None and _ranks_of(self.suited) != self.ranks:
            raise CardError("the counts by card and by rank do not agree")

    @classmethod
    def decks(cls, number: int) -> Composition:
        """Return the composition of full decks. Raises ``CardError`` for fewer than one.

        >>> Composition.decks(8).total
        416
        """
        if not isinstance(number, int):
            raise wrong_type(number, "a whole number of decks, like 8")
        if number < 1:
            raise CardError(f"a shoe needs at least one deck, not {number}")
        return cls((4 * number,) * 13, (number,) * 52)

    @classmethod
    def of_cards(cls, held: Cards) -> Composition:
        """Return the composition of the given cards."""
        suited = [0] * 52
        for card in each_card(held):
            suited[card] += 1
        return cls(_ranks_of(suited), tuple(suited))

    @classmethod
    def of_ranks(cls, counts: Mapping[int, int]) -> Composition:
        """Return a composition known by rank alone; ranks that are missing count zero."""
        return cls(tuple(counts.get(rank, 0) for rank in range(1, 14)))

    @classmethod
    def of(cls, text: str) -> Composition:
        """Parse ``A=32,2=31,…,K=32``; ranks that are missing count zero. Raises ``CardError``.

        >>> Composition.of("8=3,9=3,T=4").values
        (4, 0, 0, 0, 0, 0, 0, 0, 3, 3)
        """
        if not isinstance(text, str):
            raise wrong_type(text, "counts by rank as text, like 'A=32,2=31'")
        counts: dict[int, int] = {}
        for part in filter(None, text.replace(" ", "").split(",")):
            name, sign, number = part.partition("=")
            if not sign or not number.removeprefix("-").isdecimal():
                raise CardError(f"invalid count {part!r}: use a rank, =, a whole number, like A=32")
            rank = rank_of(name)
            if rank in counts:
                raise CardError(f"rank {RANKS[rank - 1]} is given twice")
            counts[rank] = int(number)
        return cls.of_ranks(counts)

    @property
    def total(self) -> int:
        """The number of cards."""
        return sum(self.ranks)

    @property
    def values(self) -> tuple[int, ...]:
        """The number of cards of each value, 0 to 9."""
        return (sum(self.ranks[9:]), *self.ranks[:9])

    def without(self, gone: Cards) -> Composition:
        """Return the composition without some cards. Raises ``CardError`` if one of them is not in it.

        >>> Composition.decks(8).without("4h Kd").total
        414
        """
        ranks = list(self.ranks)
        suited = None if self.suited is None else list(self.suited)
        for card in each_card(gone):
            if suited is not None:
                if not suited[card]:
                    raise CardError(f"no {card} is left to take: {_all_of(self.suited, card)}")
                suited[card] -= 1
            if not ranks[card.rank - 1]:
                raise CardError(f"no {RANKS[card.rank - 1]} is left to take")
            ranks[card.rank - 1] -= 1
        return Composition(tuple(ranks), None if suited is None else tuple(suited))

    def __iter__(self) -> Iterator[int]:
        return iter(self.ranks)

    def __repr__(self) -> str:
        decks, rest = divmod(self.total, 52)
        if decks and not rest and self.suited == (decks,) * 52:
            return f"Composition.decks({decks})"
        return f"Composition.of('{self}')" if self.suited is None else f"<Composition of {self.total} cards: {self}>"

    def __str__(self) -> str:
        return ",".join(f"{name}={number}" for name, number in zip(RANKS, self.ranks, strict=True))


def _ranks_of(suited: Iterable[int]) -> tuple[int, ...]:
    ranks = [0] * 13
    for card, number in enumerate(suited):
        ranks[card % 13] += number
    return tuple(ranks)


def _all_of(suited: tuple[int, ...] | None, card: Card) -> str:
    held = suited[card] if suited else 0
    return f"the shoe held {held}"
