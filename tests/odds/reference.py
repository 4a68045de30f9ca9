"""The second route: the odds of every wager again, by flat arithmetic written from the documents.

Nothing here comes from punto but the cards. Every deal is laid out in arrays: the first four cards by rank in the order
they leave the shoe, and two more by value, whether they are drawn or not: 13 x 13 x 13 x 13 deals one way, 10 x 10 the
other. The weight of a deal is the number of ways a shoe can bring it, a product of six falling factors; for sixteen
decks they sum to 832 x 831 x ... x 827, which 64 bits hold. Drawing rules and wagers are plain comparisons. Royal 9 is
laid out over four single cards.

Sections are those of ma-mini, and of ma-baccarat for the Multi-Level kind of Royal 9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from punto.core.cards import DECK, Card, Composition

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Masks = dict[str, Flags]  # category -> the deals that bring it
Tally = dict[str, int]  # category -> how many

# By rank - 1: ace to nine count their pips, ten and faces nothing (6(a)).
VALUE: Ints = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0], dtype=np.int64)


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class Played:
    """Many coups at once, finished."""

    player_two: Ints
    banker_two: Ints
    player: Ints
    banker: Ints
    player_drew: Flags
    banker_drew: Flags
    player_pair: Flags
    banker_pair: Flags

    @property
    def fields(self) -> tuple[npt.NDArray[Any], ...]:
        return tuple(np.broadcast_arrays(*vars(self).values()))


def play(first_four: Sequence[Ints], fifth: Ints, sixth: Ints) -> Played:
    """Play coups from the ranks (less one) of four cards and the values of two more: P B P B (8(c)), then by 10."""
    p1, b1, p2, b2 = first_four
    player_two, banker_two = (VALUE[p1] + VALUE[p2]) % 10, (VALUE[b1] + VALUE[b2]) % 10
    no_natural = (player_two < 8) & (banker_two < 8)  # 10(a)
    player_drew = no_natural & (player_two <= 5)  # 10(b)
    by_table = (  # 10(c), Table 1, on the Player's third card
        (banker_two <= 2)
        | ((banker_two == 3) & (fifth != 8))
        | ((banker_two == 4) & (fifth >= 2) & (fifth <= 7))
        | ((banker_two == 5) & (fifth >= 4) & (fifth <= 7))
        | ((banker_two == 6) & (fifth >= 6) & (fifth <= 7))
    )
    banker_drew = no_natural & np.where(player_drew, by_table, banker_two <= 5)
    banker_third = np.where(player_drew, sixth, fifth)  # the next card out of the shoe
    return Played(
        player_two,
        banker_two,
        (player_two + np.where(player_drew, fifth, 0)) % 10,
        (banker_two + np.where(banker_drew, banker_third, 0)) % 10,
        player_drew,
        banker_drew,
        p1 == p2,
        b1 == b2,
    )


def falling(numbers: Ints, cards: Sequence[Ints]) -> Ints:
    """In how many ways these cards come one after another, from so many of each kind."""
    ways: Any = 1
    for place, card in enumerate(cards):
        ways = ways * (numbers[card] - sum((card == before).astype(np.int64) for before in cards[:place]))
    return np.asarray(ways)


def values_of(ranks: Sequence[int]) -> Ints:
    """How many cards of each value, from how many of each rank."""
    return np.array([sum(number for number, value in zip(ranks, VALUE, strict=True) if value == v) for v in range(10)])


@cache
def all_deals() -> tuple[tuple[Ints, ...], Ints, Ints]:
    """Every opening by rank down one axis, every continuation by value along the other."""
    four = tuple(np.indices((13, 13, 13, 13)).reshape(4, -1, 1))
    fifth, sixth = np.indices((10, 10)).reshape(2, 1, -1)
    return four, fifth, sixth


@cache
def all_played() -> Played:
    """Every deal played."""
    return play(*all_deals())


@cache
def kinds_of_coup() -> tuple[Played, Ints]:
    """The coups that differ in anything a wager reads, and which of them each deal brings."""
    key: Any = 0
    for field in all_played().fields:
        key = key * 10 + field
    _, where, which = np.unique(key, return_index=True, return_inverse=True)
    return Played(*(field.reshape(-1)[where] for field in all_played().fields)), which.reshape(-1)


def weigh(four: Sequence[Ints], ways: Ints, fifth: Ints, sixth: Ints, values: Ints) -> Ints:
    """Carry the ways of four cards (by rank) on to six: two more, by value, from what is left."""
    gone = [sum((VALUE[card] == value).astype(np.int64) for card in four) for value in range(10)]
    left = values - np.concatenate([np.reshape(column, (-1, 1)) for column in gone], axis=1)
    # A factor below zero stands only beside one that is zero.
    return np.asarray(ways * left[:, fifth[0]] * (left[:, sixth[0]] - (fifth == sixth)))


def weights(ranks: Sequence[int]) -> Ints:
    """In how many ways a shoe brings each deal."""
    four, fifth, sixth = all_deals()
    return weigh(four, falling(np.array(ranks), four), fifth, sixth, values_of(ranks))


# ---------------------------------------------------------------- wagers on points and pairs


def settle(coup: Played) -> dict[str, Masks]:
    """Which coups bring which result of every wager (7(a))."""
    above, below, equal = coup.player > coup.banker, coup.player < coup.banker, coup.player == coup.banker
    dragon_7 = coup.banker_drew & (coup.banker == 7) & (coup.player < 7)  # 1
    panda_8 = coup.player_drew & (coup.player == 8) & (coup.banker < 8)  # 1
    both, either = coup.player_pair & coup.banker_pair, coup.player_pair | coup.banker_pair
    return {
        "player": {"win": above, "push": equal, "lose": below},
        "banker": {"win": below, "push": equal, "lose": above},
        "ez-banker": {"win": below & ~dragon_7, "push": equal | dragon_7, "lose": above},
        "tie": {"win": equal, "lose": ~equal},
        "dragon-7": {"win": dragon_7, "lose": ~dragon_7},
        "panda-8": {"win": panda_8, "lose": ~panda_8},
        "dragon-bonus-player": dragon_bonus(coup.player_two, coup.banker_two, coup.player, coup.banker),
        "dragon-bonus-banker": dragon_bonus(coup.banker_two, coup.player_two, coup.banker, coup.player),
        "house-money": {"both-pairs": both, "one-pair": either & ~both, "lose": ~either},
    }


def dragon_bonus(own_two: Ints, other_two: Ints, own: Ints, other: Ints) -> Masks:
    """On one hand against the other: 7(a)(4)."""
    natural, other_natural = own_two >= 8, other_two >= 8
    masks = {f"by-{margin}": ~natural & (own - other == margin) for margin in range(9, 3, -1)}
    masks["natural"] = natural & (~other_natural | ((own_two == 9) & (other_two == 8)))
    masks["natural-tie"] = natural & (own_two == other_two)
    masks["lose"] = ((own_two == 8) & (other_two == 9)) | (~natural & (own - other < 4))
    return masks


# What a unit gains by each category (12); losing costs it, pushing nothing.
WIN = {
    "player": {"win": Fraction(1)},
    "banker": {"win": Fraction(19, 20)},
    "ez-banker": {"win": Fraction(1)},
    "tie": {"win": Fraction(8)},
    "dragon-7": {"win": Fraction(40)},
    "panda-8": {"win": Fraction(25)},
    "house-money": {"both-pairs": Fraction(15), "one-pair": Fraction(3)},
}
DRAGON_BONUS = {"A": (30, 10, 6, 4, 2, 1, 1), "B": (20, 8, 7, 4, 3, 1, 1), "C": (30, 10, 4, 4, 2, 2, 1)}
DRAGON_BONUS_LINES = (*(f"by-{margin}" for margin in range(9, 3, -1)), "natural")


def gain(wager: str, category: str, paytable: str = "A") -> Fraction:
    """What a unit gains by a result."""
    if category == "lose":
        return Fraction(-1)
    if category in {"push", "natural-tie"}:
        return Fraction(0)
    if wager.startswith("dragon-bonus"):
        return Fraction(DRAGON_BONUS[paytable][DRAGON_BONUS_LINES.index(category)])
    return WIN[wager][category]


class Ride(NamedTuple):
    """What a unit on House Money gains when its payout rides on a hand."""

    always: Fraction
    best: Fraction


class Points:
    """All the odds of one shoe that do not turn on suits."""

    def __init__(self, ranks: Sequence[int]) -> None:
        self.weights = weights(ranks)
        self.deals = int(self.weights.sum())
        kinds, which = kinds_of_coup()
        counts = np.zeros(len(kinds.player), dtype=np.int64)
        np.add.at(counts, which, self.weights.reshape(-1))
        self.tallies: dict[str, Tally] = {
            wager: {category: int(counts[mask].sum()) for category, mask in masks.items()}
            for wager, masks in settle(kinds).items()
        }

    def ev(self, wager: str, paytable: str = "A") -> Fraction:
        """What a unit gains on average."""
        tally = self.tallies[wager]
        return sum((number * gain(wager, name, paytable) for name, number in tally.items()), Fraction(0)) / self.deals

    def ride(self, *wagers: str) -> Ride:
        """House Money's payout riding on the best of some wagers: chosen by opening, four cards up (8(c)(3))."""
        always = best = 0
        for payout, twentieths in self._rides(wagers):
            always += payout * twentieths
            best += max(payout * twentieths, 0)
        taken = self.ev("house-money")
        return Ride(taken + Fraction(always, 20 * self.deals), taken + Fraction(best, 20 * self.deals))

    def _rides(self, wagers: Sequence[str]) -> Iterator[tuple[int, int]]:
        """For each opening what House Money pays and what a unit gains on the hand, in twentieths of all its deals."""
        played = all_played()
        payouts = 3 * (played.player_pair | played.banker_pair) + 12 * (played.player_pair & played.banker_pair)
        ridden = np.max([(self.weights * all_gains(wager)).sum(axis=1) for wager in wagers], axis=0)
        yield from zip(payouts.reshape(-1).tolist(), ridden.tolist(), strict=True)


@cache
def all_gains(wager: str) -> Ints:
    """What each deal gains, in twentieths."""
    return gain_array(settle(all_played())[wager], lambda name: int(20 * gain(wager, name)))


def gain_array(masks: Masks, units: Callable[[str], int]) -> Ints:
    """What each coup gains, in whole units."""
    return np.asarray(sum(mask * np.int64(units(category)) for category, mask in masks.items()))


# ---------------------------------------------------------------- Royal 9

Pair = tuple[Card, Card]
Chairs = Mapping[int, tuple[Pair, ...]]  # chair -> its combinations, the King's first

FACES = (11, 12, 13)

# 13(i) Table 2: the suit of King, Queen and Jack, and that of the nine, at each chair from the first.
TABLE_2 = ("s9h", "s9d", "c9h", "c9d", "h9s", "h9c", "d9s", "d9c", "d9h")


def chairs(posted: Sequence[str], faces: str = "KQJ") -> Chairs:
    """Read what is posted: s9h is the King (Queen, Jack) of spades and the nine of hearts."""
    return {
        chair: tuple((Card.of(face + suits[0]), Card.of("9" + suits[2])) for face in faces)
        for chair, suits in enumerate(posted, 1)
    }


class Hand:
    """Many two-card hands at once, as Royal 9 sees them."""

    def __init__(self, one: Ints, other: Ints, kinds: Sequence[Card | None]) -> None:
        self.cards = one, other
        rank = np.array([card.rank if card is not None else 0 for card in kinds])
        suit = np.array([card.suit if card is not None else index + 4 for index, card in enumerate(kinds)])
        self.kinds = kinds
        face = np.isin(rank, FACES)
        nine = rank == 9
        self.royal: Flags = (nine[one] & face[other]) | (face[one] & nine[other])
        self.suited: Flags = self.royal & (suit[one] == suit[other])

    def is_(self, pair: Pair) -> Flags:
        """The hand is this face card and this nine, in either order."""
        face, nine = (self.kinds.index(card) if card in self.kinds else -1 for card in pair)
        one, other = self.cards
        return np.asarray(((one == face) & (other == nine)) | ((one == nine) & (other == face)))


def progressive(player: Hand, banker: Hand, chairs: Chairs, chair: int) -> Masks:
    """12(i) Table 1 of ma-mini, highest line first."""
    own = chairs[chair][0]
    others = [pairs[0] for other, pairs in chairs.items() if other != chair]
    return first_of(
        {
            "star": player.is_(own) & banker.is_(own),
            "spade": banker.is_(own),
            "heart": player.is_(own),
            "other-identical": any_of([player.is_(pair) & banker.is_(pair) for pair in others]),
        }
        | plain_royals(player, banker)
    )


def multilevel(player: Hand, banker: Hand, chairs: Chairs, chair: int) -> Masks:
    """13(i) Table 1 of ma-baccarat, highest line first."""
    own = chairs.get(chair, ())
    nothing = np.zeros(player.royal.shape, dtype=np.bool_)
    two = [(one, other) for one in own for other in own if one != other]
    return first_of(
        {
            "exact-match": any_of([player.is_(pair) & banker.is_(pair) for pair in own]) | nothing,
            "any-two": any_of([player.is_(one) & banker.is_(other) for one, other in two]) | nothing,
            "banker-k9": banker.is_(own[0]) if own else nothing,
            "player-k9": player.is_(own[0]) if own else nothing,
        }
        | plain_royals(player, banker)
    )


def plain_royals(player: Hand, banker: Hand) -> Masks:
    """The lines that no chair matters to."""
    return {
        "suited-royal-9-both": player.suited & banker.suited,
        "royal-9-both": player.royal & banker.royal,
        "suited-royal-9": player.suited | banker.suited,
        "royal-9": player.royal | banker.royal,
    }


def any_of(masks: Sequence[Flags]) -> Any:
    return np.any(np.stack(masks), axis=0) if masks else False


def first_of(lines: Masks) -> Masks:
    """Only the first line that fits pays, once; where none does the wager loses."""
    found: Masks = {}
    taken: Any = False
    for name, mask in lines.items():
        found[name] = mask & ~np.asarray(taken)
        taken = taken | mask
    return found | {"lose": ~np.asarray(taken)}


Lines = Callable[[Hand, Hand, Chairs, int], Masks]


def royal_kinds(suited: Sequence[int]) -> tuple[list[Card | None], Ints]:
    """The nines and faces, and all other cards as one."""
    cards = [card for card in DECK if card.rank == 9 or card.rank in FACES]
    numbers = [suited[card] for card in cards]
    return [*cards, None], np.array([*numbers, sum(suited) - sum(numbers)])


def single_cards(suited: Sequence[int]) -> tuple[list[Card | None], Ints]:
    """All 52 cards, each by itself."""
    return list(DECK), np.array(suited)


def royal_9(
    suited: Sequence[int], lines: Lines, chairs: Chairs, chair: int, kinds: Any = royal_kinds
) -> tuple[int, Tally]:
    """Every ordered deal of four cards: how many there are, and how many bring each line at a chair."""
    cards, numbers = kinds(suited)
    tally: Tally = {}
    deals = 0
    b1, p2, b2 = np.indices((len(cards),) * 3).reshape(3, -1)
    for first in range(len(cards)):  # one first card at a time, to keep the arrays small
        p1 = np.full_like(b1, first)
        ways = falling(numbers, (p1, b1, p2, b2))
        deals += int(ways.sum())
        for name, mask in lines(Hand(p1, p2, cards), Hand(b1, b2, cards), chairs, chair).items():
            tally[name] = tally.get(name, 0) + int(ways[mask].sum())
    return deals, tally


def royal_9_product(shoe: Composition, lines: Lines, chairs: Chairs, chair: int, wager: str) -> dict[str, Fraction]:
    """For each line of Royal 9: the average of what a wager on points gains where that line is paid.

    The sum of these, each times what its line gains, is the average product of both gains.
    """
    suited = shoe.suited or ()
    holds = {card: suited[card] for card in DECK if card.rank == 9 or card.rank in FACES}
    holds |= {Card(rank - 1): shoe.ranks[rank - 1] for rank in (1, 2, 3, 4, 5, 6, 7, 8, 10)}  # one for all four suits
    cards = [card for card, number in holds.items() if number]
    numbers = np.array([holds[card] for card in cards])
    rank = np.array([card.rank - 1 for card in cards])
    _, fifth, sixth = all_deals()
    b1, p2, b2 = np.indices((len(cards),) * 3).reshape(3, -1, 1)
    totals: Tally = {}
    for first in range(len(cards)):
        p1 = np.full_like(b1, first)
        four = rank[p1], rank[b1], rank[p2], rank[b2]
        ways = weigh(four, falling(numbers, (p1, b1, p2, b2)), fifth, sixth, values_of(shoe.ranks))
        gains = gain_array(settle(play(four, fifth, sixth))[wager], lambda name: int(20 * gain(wager, name)))
        summed = (ways * gains).sum(axis=1)
        for name, mask in lines(Hand(p1, p2, cards), Hand(b1, b2, cards), chairs, chair).items():
            totals[name] = totals.get(name, 0) + sum(summed[mask.reshape(-1)].tolist())
    deals = int(Points(shoe.ranks).deals)
    return {name: Fraction(total, 20 * deals) for name, total in totals.items()}
