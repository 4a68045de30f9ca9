"""Odds of a set of wagers for one shoe, from the start or for a coup in progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement

from punto.core.cards import Composition, wrong_type
from punto.core.coup import CoupClass
from punto.core.money import Cents
from punto.odds.cards import count_cards
from punto.odds.covariance import Joint
from punto.odds.exact import Counts, count_classes
from punto.odds.known import NOTHING, Known, OddsError
from punto.odds.openings import count_openings
from punto.odds.parlay import rides
from punto.odds.tables import Table, shoe_table
from punto.odds.wager_odds import Ride, WagerOdds
from punto.wagers.registry import tried
from punto.wagers.wager import Wager, WagerError


@dataclass(frozen=True, slots=True)
class Sheet:
    """Odds of a set of wagers for one shoe."""

    shoe: Composition
    known: Known
    seat: int  # whose combinations Royal 9 uses
    counts: Counts
    wagers: Mapping[str, WagerOdds]

    def __repr__(self) -> str:
        return f"<Sheet of {self.shoe.total} cards: {', '.join(self.wagers) or 'no wagers'}>"

    @property
    def deals(self) -> int:
        """Number of ordered six-card deals."""
        return self.counts.deals

    @property
    def outcomes(self) -> dict[str, int]:
        """Number of deals won by each hand, and tied."""
        tally: Counter[str] = Counter()
        for coup, number in self.counts.points.items():
            tally[coup.winner] += number
        return {name: tally[name] for name in ("banker", "player", "tie")}

    def __getitem__(self, key: str) -> WagerOdds:
        if key not in self.wagers:
            raise OddsError(f"unknown wager {key!r} on this sheet: use {', '.join(self.wagers) or 'none'}")
        return self.wagers[key]

    def at(self, meters: Mapping[str, Cents], stake: Cents | None = None) -> Sheet:
        """Return the sheet with the meters' amounts set, in cents, for all wagers that pay one."""
        paid = {key: odds.at(meters, stake) if odds.meters else odds for key, odds in self.wagers.items()}
        return replace(self, wagers=paid)

    def table(self, name: str) -> Table:
        """Return a table that people quote: totals, margins, cards, naturals, after-two or after-four."""
        return shoe_table(name, self.counts)

    def covariance(self, one: str, other: str) -> Fraction:
        """Return the covariance of the net wins of two wagers, one unit on each."""
        first, second = self[one], self[other]
        joint = Joint(self.shoe, self.known, self.counts, self.seat)
        return joint.product(first, second) - first.ev * second.ev

    def covariances(self, keys: Iterable[str]) -> dict[tuple[str, str], Fraction]:
        """Return the covariances of all pairs of some wagers and their variances; cheaper than one by one."""
        asked = [self[key] for key in dict.fromkeys(keys)]
        classed = tuple(odds.wager for odds in asked if odds.wager.on_class is not None)
        joint = Joint(self.shoe, self.known, self.counts, self.seat, classed)
        pairs = combinations_with_replacement(asked, 2)
        return {(one.wager.key, other.wager.key): joint.product(one, other) - one.ev * other.ev for one, other in pairs}

    def _repr_html_(self) -> str:
        from punto.draw.notebook import sheet_html  # imported here, because drawing is above odds in the layers

        return sheet_html(self)


def sheet(
    shoe: Composition,
    wagers: Iterable[Wager],
    *,
    rate: Fraction = Fraction(5, 100),
    known: Known = NOTHING,
    seat: int = 1,
    portion: Fraction = Fraction(1),
    counts: Counts | None = None,
) -> Sheet:
    """Return the exact odds of wagers for a shoe, from its start or for a coup in progress.

    ``rate`` is the vigorish, ``seat`` is Royal 9's, ``portion`` is the share of House Money's payout that may ride. A
    wager on suits is omitted if the suits of the shoe are not known. ``counts`` are those of another sheet of the same
    ranks and known cards, to avoid counting again. Raises WagerError for a wager outside the
    rulebooks that reads more than it declares.
    """
    if not isinstance(shoe, Composition):
        raise wrong_type(shoe, "a shoe, like Composition.decks(8)")
    counts = counts or count_classes(shoe, known)
    table: dict[str, WagerOdds] = {}
    for wager in wagers:
        if not isinstance(wager, Wager):
            raise wrong_type(wager, "wagers, from punto.wagers_of(rulebook)")
        if not wager.section:
            tried(wager, seat)
        if wager.key in table and table[wager.key].wager != wager:
            raise WagerError(f"two wagers are called {wager.key!r}: give one of them another key")
        if wager.on_cards is not None:
            if shoe.suited is not None:
                table[wager.key] = WagerOdds.of(wager, *count_cards(shoe, wager, known), rate)
        elif wager.on_opening is None:
            table[wager.key] = WagerOdds.of(wager, counts.deals, _tally(wager, counts), rate)
        elif shoe.suited is not None:
            table[wager.key] = WagerOdds.of(wager, *count_openings(shoe, wager, seat, known), rate)
    for key, odds in table.items():
        if odds.wager.rides and not known.thirds:  # the choice to ride precedes third cards
            table[key] = replace(odds, ride=_ridden(counts, odds, table, portion))
    return Sheet(shoe, known, seat, counts, table)


def _tally(wager: Wager, counts: Counts) -> Counter[str]:
    """Count the deals of each category over the smallest view of the classes that the wager can read."""
    tally: Counter[str] = Counter()
    if wager.on_class is not None:
        for coup, number in _view(wager, counts).items():
            tally[wager.on_class(coup).category] += number
    return tally


def _view(wager: Wager, counts: Counts) -> Mapping[CoupClass, int]:
    if wager.settles == "before-third-cards":
        return counts.openings
    return counts.classes if wager.pairs else counts.points


def _ridden(counts: Counts, riding: WagerOdds, table: Mapping[str, WagerOdds], portion: Fraction) -> Mapping[str, Ride]:
    """Return the ride on the first wager on either hand, and on ``either`` for a seat that has both."""
    hands: dict[str, WagerOdds] = {}
    for odds in table.values():
        if odds.wager.hand in riding.wager.rides:
            hands.setdefault(odds.wager.hand, odds)
    held: dict[str, tuple[WagerOdds, ...]] = {hand: (main,) for hand, main in hands.items()}
    choices = {**held, "either": tuple(hands.values())} if len(hands) == 2 else held
    return {choice: rides(counts, riding, mains, portion) for choice, mains in choices.items()}
