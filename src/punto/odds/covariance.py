"""Joint odds of two wagers on one coup: the mean product of their net wins, from which the covariance follows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from punto.core.cards import Composition
from punto.odds.cards import Categories, count_beside
from punto.odds.exact import Branch, Counts, Hands, Pairs, branches
from punto.odds.known import Known
from punto.odds.moments import Gains
from punto.odds.openings import blanks, blanks_by_rank, deals_of_four, openings
from punto.odds.wager_odds import WagerOdds
from punto.wagers.hands import Classed, table_of
from punto.wagers.wager import LOSE, Wager


@dataclass(frozen=True, slots=True)
class Joint:
    """A shoe, the known cards, their counts, and the seat of wagers on the first four cards."""

    shoe: Composition
    known: Known
    counts: Counts
    seat: int
    classed: tuple[Wager, ...] = ()  # wagers on points and pairs that are asked for, to count them in one batch
    _counted: dict[str, Mapping[Categories, int]] = field(default_factory=dict, compare=False, repr=False)
    _followed: dict[str, tuple[Branch, ...]] = field(default_factory=dict, compare=False, repr=False)

    def product(self, one: WagerOdds, other: WagerOdds) -> Fraction:
        """Return the mean product of two wagers' net wins, one unit on each."""
        if one.wager.on_cards or other.wager.on_cards:
            return self._on_cards(one, other)
        first, second = Gains(one), Gains(other)
        if one.wager.on_opening and other.wager.on_opening:
            return self._on_openings(first, second)
        if one.wager.on_opening:
            return self._on_both(first, second)
        if other.wager.on_opening:
            return self._on_both(second, first)
        return self._on_classes(first, second)

    def _on_cards(self, one: WagerOdds, other: WagerOdds) -> Fraction:
        """Sum over all cards of a coup; what two wagers gain over a loss is left where neither of them loses."""
        if one.wager.on_cards is None:
            one, other = other, one
        first, second = one.gains, other.gains
        if one.wager.key == other.wager.key:
            both = (deals * first[result.category] * second[result.category] for result, deals in one.lines)
            return sum(both, Fraction(0)) / one.deals
        lost, also = (gains.get(LOSE.category, Fraction(-1)) for gains in (first, second))
        at, counts = 0, self._counted.get(one.wager.key)
        if other.wager not in self.classed:
            counts = count_beside(self.shoe, one.wager, table_of(other.wager, self.seat), self.known)
        else:
            at = self.classed.index(other.wager)
            if counts is None:
                counts = count_beside(self.shoe, one.wager, Classed(self.classed), self.known)
                self._counted[one.wager.key] = counts
        total = sum((ways * (first[a] - lost) * (second[b[at]] - also) for (a, b), ways in counts.items()), Fraction(0))
        return total / self.counts.deals + lost * other.ev + also * one.ev - lost * also

    def _on_classes(self, one: Gains, other: Gains) -> Fraction:
        """Sum over the classes of coup, for wagers on points and pairs."""
        classes = self.counts.classes if one.wager.pairs or other.wager.pairs else self.counts.points
        total = sum(number * one.by_class(coup) * other.by_class(coup) for coup, number in classes.items())
        return Fraction(total, one.unit * other.unit * self.counts.deals)

    def _on_openings(self, one: Gains, other: Gains) -> Fraction:
        """Sum over the first four cards, distinguished as either wager does, for wagers that they settle."""
        stand_ins = blanks(one.wager.tells + other.wager.tells)
        total = sum(
            ways * one.by_opening(opening, self.seat) * other.by_opening(opening, self.seat)
            for opening, ways in openings(self.shoe, stand_ins, self.known)
        )
        return Fraction(total, one.unit * other.unit * deals_of_four(self.shoe, self.known))

    def _on_both(self, on_opening: Gains, on_class: Gains) -> Fraction:
        """Weight every opening by one wager's net win there, and extend it through the other's."""
        total = sum(
            weight * on_class.over(branch, pairs)
            for branch in self._weighted(on_opening)
            for pairs, weight in branch.weights.items()
        )
        return Fraction(total, on_opening.unit * on_class.unit * self.counts.deals)

    def _weighted(self, gains: Gains) -> tuple[Branch, ...]:
        """Return the openings, weighted by a wager's net win there and extended to their endings; cached."""
        key = gains.wager.key
        if key not in self._followed:
            weights: defaultdict[Hands, Counter[Pairs]] = defaultdict(Counter)
            for opening, ways in openings(self.shoe, blanks_by_rank(gains.wager.tells), self.known):
                (p1, p2), (b1, b2) = opening
                hands = p1.value, p2.value, b1.value, b2.value
                weights[hands][p1.rank == p2.rank, b1.rank == b2.rank] += ways * gains.by_opening(opening, self.seat)
            self._followed[key] = branches(self.shoe, self.known, weights)
        return self._followed[key]
