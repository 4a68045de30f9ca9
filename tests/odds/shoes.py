"""Shoes of every sort: full, depleted, skewed, tiny."""

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

from punto.core.cards import DECK, Card, Composition


def full(random: Random) -> Composition:
    """One to sixteen decks."""
    return Composition.decks(random.randint(1, 16))


def depleted(random: Random) -> Composition:
    """What may be left of one to eight decks, 6 to 416 cards; few cards as often as many."""
    decks = random.randint(1, 8)
    left = round(6 * (52 * decks / 6) ** random.random())
    return Composition.of_cards(random.sample(DECK * decks, left))


def skewed(random: Random) -> Composition:
    """Some cards in numbers that no deck has, some ranks absent."""
    present = random.sample(range(1, 14), random.randint(1, 12))
    held: list[Card] = []
    while len(held) < 6:
        held = [card for card in DECK if card.rank in present for _ in range(random.choice((0, 0, 1, 2, 5, 16)))]
    return Composition.of_cards(held)


def royal(random: Random) -> Composition:
    """Hardly anything but nines and faces, so that every line of Royal 9 comes about."""
    told = [card for card in DECK if card.rank in {9, 11, 12, 13}]
    return Composition.of_cards([*random.choices(told, k=random.randint(8, 60)), *random.choices(DECK, k=2)])


def shoes(number: int, seed: int) -> Iterator[Composition]:
    """A number of shoes, of each sort in turn."""
    random = Random(seed)
    return (sort(random) for sort in islice(cycle((full, depleted, skewed, royal)), number))
