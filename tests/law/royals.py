"""What the Royal 9 tests share: two-card hands told apart by their text alone, and the wager settled on them."""

from itertools import product
from typing import NamedTuple

from punto.core.cards import DECK, Card
from punto.core.coup import Opening
from punto.wagers import Result, Wager, pay

STAKE = 5_00


class Hand(NamedTuple):
    """Two cards as written: ``Ks 9h``."""

    first: str
    second: str

    @property
    def royal(self) -> bool:
        """A nine with a Jack, a Queen or a King."""
        ranks = {self.first[:-1], self.second[:-1]}
        return ranks in ({"9", "J"}, {"9", "Q"}, {"9", "K"})

    @property
    def suited(self) -> bool:
        """A Royal 9 whose cards are of one suit."""
        return self.royal and self.first[-1] == self.second[-1]

    @property
    def turned(self) -> "Hand":
        """The same cards the other way round."""
        return Hand(self.second, self.first)


ROYALS = tuple(Hand(face + suit, "9" + nine) for face, suit, nine in product("KQJ", "cdhs", "cdhs"))
OTHERS = (Hand("9s", "9h"), Hand("Ks", "Qh"), Hand("10s", "9s"), Hand("Ac", "5d"))
HANDS = (*ROYALS, *OTHERS)
EVERY_HAND = tuple(Hand(repr(first), repr(second)) for first, second in product(DECK, repeat=2))


def hand(text: str) -> Hand:
    first, second = text.split()
    return Hand(first, second)


def same(one: Hand, other: Hand) -> bool:
    """Whether two hands are the same combination, in whatever order their cards came."""
    return {one.first, one.second} == {other.first, other.second}


def settled(wager: Wager, player: Hand, banker: Hand, seat: int) -> Result:
    assert wager.on_opening is not None
    pairs = [(Card.of(first), Card.of(second)) for first, second in (player, banker)]
    return wager.on_opening(Opening(*pairs), seat)


def awarded(wager: Wager, result: Result, meters: dict[str, int]) -> tuple[int, int]:
    """What the stake of five dollars brings: the award, and how much of the stake comes back."""
    payment = pay(wager, result, STAKE, None, meters)
    return payment.paid, payment.returned
