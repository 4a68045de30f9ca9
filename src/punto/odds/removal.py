"""Effects of removal: the exact change of a wager's expected value when one card is removed from the shoe.

Each effect is the expected value without one card of a rank, less that with it. For a wager on suits it is the average
over the cards of the rank in the shoe. Weighted by the cards of each rank, the effects of a wager sum to zero: a card
removed unseen carries no information.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from punto.cards import DECK, RANKS, Card, Composition
from punto.money import Cents
from punto.odds.sheet import Sheet, sheet
from punto.wagers.wager import Wager

Effects = Mapping[str, Mapping[str, Fraction]]  # wager -> rank -> change of the expected value of one unit


def effects(
    shoe: Composition,
    wagers: Iterable[Wager],
    *,
    rate: Fraction = Fraction(5, 100),
    seat: int = 1,
    meters: Mapping[str, Cents] | None = None,
    stake: Cents = 0,
    ranks: Iterable[str] = RANKS,
    before: Sheet | None = None,
) -> Effects:
    """Return the change of each wager's expected value when one card of a rank is removed.

    ``before`` is the sheet of the full shoe with meters set; pass it to avoid recounting when calling rank by rank.
    """
    asked, asked_for = list(wagers), frozenset(ranks)
    on_class = [wager for wager in asked if wager.on_class]
    on_opening = [wager for wager in asked if wager.on_opening and shoe.suited is not None]

    def odds(held: Composition, wanted: Iterable[Wager]) -> Sheet:
        found = sheet(held, wanted, rate=rate, seat=seat)
        return found.at(meters, stake) if meters else found

    def change(wanted: list[Wager], suits: Callable[[int], Iterable[Card]]) -> dict[str, dict[str, Fraction]]:
        full = before or odds(shoe, wanted)
        table: dict[str, dict[str, Fraction]] = {wager.key: {} for wager in wanted}
        for rank, number in enumerate(shoe.ranks):
            if number and wanted and RANKS[rank] in asked_for:
                gone = [(card, _held(shoe, card)) for card in suits(rank)]
                after = [(odds(shoe.without([card]), wanted), weight) for card, weight in gone if weight]
                whole = sum(weight for _, weight in after)
                for key, effect in table.items():
                    mean = sum((found[key].ev * weight for found, weight in after), Fraction(0)) / whole
                    effect[RANKS[rank]] = mean - full[key].ev
        return table

    every_suit = change(on_opening, lambda rank: DECK[rank::13])
    any_suit = change(on_class, lambda rank: [next(card for card in DECK[rank::13] if _held(shoe, card))])
    return any_suit | every_suit


def _held(shoe: Composition, card: Card) -> int:
    return shoe.ranks[card.rank - 1] if shoe.suited is None else shoe.suited[card]
