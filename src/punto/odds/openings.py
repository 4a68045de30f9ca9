"""Exact counts of the first four cards with suits, for wagers such as Royal 9.

Such a wager names the cards it distinguishes (for Royal 9 the nines and the faces, sixteen of the 52); all others are
one blank to it. Four cards are therefore counted over seventeen kinds instead of fifty-two, exactly. A *stand-in* is
the card that represents its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import perm

from punto.core.cards import DECK, Card, Composition
from punto.core.coup import Opening
from punto.odds.exact import first_four
from punto.odds.known import NOTHING, Known, OddsError, unseen
from punto.wagers.openings import Kind, OpeningTable
from punto.wagers.wager import Wager

StandIns = Mapping[Card, Card]


def count_openings(shoe: Composition, wager: Wager, seat: int, known: Known = NOTHING) -> tuple[int, Counter[str]]:
    """Return the ordered deals of four cards, and how many produce each category at a seat."""
    if wager.on_opening is None:
        raise OddsError(f"{wager.key} is not settled by the first four cards alone")
    table = wager.on_opening
    if isinstance(table, OpeningTable) and len(wager.tells) == len(DECK) and not known.first_four:
        return deals_of_four(shoe, known), _by_kinds(unseen(shoe, known), table, seat)
    tally: Counter[str] = Counter()
    for opening, ways in openings(shoe, blanks(wager.tells), known):
        tally[table(opening, seat).category] += ways
    return deals_of_four(shoe, known), tally


def _by_kinds(left: Composition, table: OpeningTable, seat: int) -> Counter[str]:
    """Count the openings of a wager that distinguishes all 52 cards.

    The number of deals of two hands without a common card is the product of their own numbers, so these are summed by
    kinds of hands. The few pairs of hands with a common card are corrected one by one.
    """
    if left.suited is None:
        raise OddsError("a wager on suits needs the shoe by suit, not only by rank")
    tally, number = Counter[str](), left.suited
    ways = {(one, other): _ways(number, (one, other)) for one in DECK for other in DECK[one:]}
    kinds = {hand: table.kind(hand, seat) for hand in ways}
    sums = Counter[Kind]()
    for hand, own in ways.items():
        sums[kinds[hand]] += own
    for one, many in sums.items():
        for other, more in sums.items():
            tally[table.of(one, other, same=False).category] += many * more
    for hand, own in ways.items():
        for beside in {(min(card, other), max(card, other)) for card in hand for other in DECK}:
            told = kinds[hand], kinds[beside]
            tally[table.of(*told, same=False).category] -= own * ways[beside]
            tally[table.of(*told, same=hand == beside).category] += _ways(number, hand, beside)
    return tally


def _ways(number: Sequence[int], *hands: tuple[Card, Card]) -> int:
    """Return the number of orders in which hands of two cards come from a shoe."""
    ways: int = 1
    for card, times in Counter(card for hand in hands for card in hand).items():
        ways *= perm(number[card], times)
    return ways << sum(one != other for one, other in hands)


def deals_of_four(shoe: Composition, known: Known = NOTHING) -> int:
    """Return the number of orders in which the first four cards can still be dealt."""
    return perm(shoe.total - len(known.all), 4 - len(known.first_four))


def openings(shoe: Composition, stand_ins: StandIns, known: Known = NOTHING) -> Iterator[tuple[Opening, int]]:
    """Yield the first four cards by their stand-ins, with their number of orders."""
    left = unseen(shoe, known)
    if left.suited is None:
        raise OddsError("a wager on suits needs the shoe by suit, not only by rank")
    kinds = list(dict.fromkeys(stand_ins[card] for card in DECK))
    numbers = [0] * len(kinds)
    for card in DECK:
        numbers[kinds.index(stand_ins[card])] += left.suited[card]

    def seen(hand: Sequence[Card]) -> tuple[int, ...]:
        return tuple(kinds.index(stand_ins[card]) for card in hand[:2])

    for (p1, p2), (b1, b2), ways in first_four(numbers, seen(known.player), seen(known.banker)):
        yield Opening((kinds[p1], kinds[p2]), (kinds[b1], kinds[b2])), ways


def blanks(tells: Sequence[Card]) -> StandIns:
    """Return the stand-ins of a wager that distinguishes some cards: one blank for all others."""
    blank = next((card for card in DECK if card not in tells), DECK[0])
    return {card: card if card in tells else blank for card in DECK}


def blanks_by_rank(tells: Sequence[Card]) -> StandIns:
    """Return stand-ins that also keep the rank, so that points and pairs can be read from them."""
    others: dict[int, Card] = {}
    return {card: card if card in tells else others.setdefault(card.rank, card) for card in DECK}
