"""Tallies: wagers applied to counts give exactly what the odds say; and what the kernels are handed."""

from fractions import Fraction

import numpy as np
import pytest

from punto.core.cards import Composition
from punto.core.coup import classes
from punto.core.tableau import DRAW
from punto.law.rulebook import load
from punto.odds import sheet
from punto.simulate import Plan, Tally, bench, gpu, simulate
from punto.simulate.plan import CODES, by_class, codes_of_classes, tables
from punto.simulate.trajectory import class_of
from punto.wagers.book import known

WAGERS = [wager for wager in known(load("ma-mini")) if wager.on_class is not None]


def test_exact_counts_give_the_exact_odds() -> None:
    """A tally of all deals there are: every wager fares as the sheet says, to the fraction."""
    exact = sheet(Composition.decks(8), WAGERS)
    tally = Tally(1, np.array([exact.counts.classes.get(coup, 0) for coup in classes()], np.int64))
    assert tally.rounds == exact.deals
    assert tally.outcomes == exact.outcomes
    for wager in WAGERS:
        fare, odds = tally.fare(wager, Fraction(5, 100)), exact[wager.key]
        assert fare.ev == odds.ev
        assert fare.stderr == pytest.approx(odds.sd / exact.deals**0.5)
        assert tally.categories(wager) == {line.result.category: line.deals for line in odds.lines}


def test_a_wager_on_suits_is_refused() -> None:
    royal = known(load("ma-mini"))[-1]
    with pytest.raises(ValueError, match="unsupported wager royal-9"):
        simulate(Plan(shoes=1)).fare(royal, Fraction(0))


def test_codes_and_classes_are_one_to_one() -> None:
    assert [class_of(code) for code in codes_of_classes().tolist()] == list(classes())


def test_the_cuda_source_knows_where_classes_begin() -> None:
    base = gpu.base_of_classes()
    for number, coup in enumerate(classes()):
        last = coup.banker_third if coup.banker_third != 10 else 0
        place = int(base[(coup.player_two * 10 + coup.banker_two) * 11 + coup.player_third]) + last
        assert 4 * place + 2 * coup.player_pair + coup.banker_pair == number
    assert len(classes()) == gpu.CLASSES


def test_a_coup_that_cannot_be_is_not_counted_silently() -> None:
    counts = np.zeros(CODES + 1, np.uint32)
    counts[0] = 1  # 0 to 0, and both third cards are 0: that one can be
    assert by_class(counts).sum() == 1
    counts[(8 * 10 + 0) * 121] = 1  # a natural, and third cards
    with pytest.raises(ValueError, match="impossible coup"):
        by_class(counts)


def test_the_kernels_are_handed_the_tableau() -> None:
    rows, stands, natural = tables()
    assert [[bool(row >> drawn & 1) for drawn in range(11)] for row in rows.tolist()] == [list(row) for row in DRAW]
    assert (stands, natural) == (6, 8)


def test_the_yardstick_deals_baccarat_too() -> None:
    counts = np.zeros(CODES, np.int64)
    plan = bench.PLAN
    rules = (plan.decks, np.array(plan.burns), plan.cover_depth, plan.coups_after_cover, np.array(DRAW), 6, 8)
    rounds = bench.yardstick(1, 20, *rules, counts)
    assert by_class(counts).sum() == rounds
    assert 20 * 75 < rounds < 20 * 88
