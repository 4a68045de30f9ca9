"""The closed form counts what the plain path counts: kernels run as they are written, uncompiled.

The soak does the same with machine code, over many thousands of compositions.
"""

import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from math import perm

import numpy as np
import pytest

from punto.core.cards import Composition
from punto.core.cards import cards as read_cards
from punto.core.coup import CoupClass
from punto.core.tableau import DRAW, NONE, banker_draws, player_draws
from punto.law.rulebook import load
from punto.odds import OddsError, count_classes, sheet
from punto.odds.fast import MOST_CARDS, batch, cells, codegen, compiling, fares, first_four, through, views
from punto.odds.fast.measure import Measure, enumerate_cells
from punto.odds.fast.views import Ints, cell_of
from punto.wagers import Result, Verdict, Wager
from punto.wagers.book import known
from tests.odds.shoes import shoes

MINI = known(load("ma-mini"))
FEW = [shoe for shoe in shoes(12, seed=3) if shoe.total <= MOST_CARDS]


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "hands", compiling.plain_hands)
    monkeypatch.setattr(first_four, "sum_openings", first_four.count_hands)


def plainly(shoe: Composition) -> list[int]:
    """The cells, summed over the classes that the plain path finds."""
    table = dict.fromkeys(map(int, views.cells()), 0)
    for coup, deals in count_classes(shoe).points.items():
        table[cell_of(coup)] += deals
    return list(table.values())


def by_value(some: Sequence[Composition]) -> Ints:
    return np.array([shoe.values for shoe in some], dtype=np.int64)


@pytest.mark.parametrize("lanes", [1, 3, 8])
def test_every_cell_of_every_sort_of_shoe(lanes: int) -> None:
    assert cells(by_value(FEW), lanes=lanes).tolist() == [plainly(shoe) for shoe in FEW]


@pytest.mark.parametrize(
    "ranks",
    [(100,) * 13, (0, 650, 0, 0, 0, 650) + (0,) * 7, (1_300,) + (0,) * 12, (0, 0, 0, 13) + (0,) * 5 + (1_287, 0, 0, 0)],
    ids=["25 decks", "two ranks", "one rank", "tens and a few"],
)
def test_the_largest_shoes_are_exact(ranks: tuple[int, ...]) -> None:
    shoe = Composition(ranks)
    assert shoe.total == MOST_CARDS
    assert cells(by_value([shoe]), lanes=1).tolist() == [plainly(shoe)]


def test_the_limit_is_where_the_numbers_still_fit() -> None:
    assert 2 * MOST_CARDS**5 < 2**53
    assert perm(MOST_CARDS, 6) < 2**63


def test_every_wager_of_a_batch_is_the_sheets() -> None:
    some = [shoe for shoe in FEW if shoe.total < 500][:3]
    many = batch(np.array([shoe.suited for shoe in some]), MINI, seat=2)
    for row, shoe in enumerate(some):
        plain = sheet(shoe, MINI, seat=2)
        assert int(many.deals[row]) == plain.deals
        assert many.outcomes[row].tolist() == [plain.outcomes[name] for name in ("banker", "player", "tie")]
        for key, odds in plain.wagers.items():
            assert many.wagers[key].odds(row).lines == odds.lines, key
            assert many.wagers[key].odds(row).deals == odds.deals
            if not odds.meters:
                assert many.wagers[key].ev[row] == pytest.approx(float(odds.ev), abs=1e-12)


def test_one_shoe_has_the_same_fractions() -> None:
    shoe = Composition.decks(8)
    plain, quick = sheet(shoe, MINI), fares(shoe, MINI)
    assert {key: odds.lines for key, odds in quick.items()} == {key: odds.lines for key, odds in plain.wagers.items()}
    assert quick["banker"].ev == plain["banker"].ev == Fraction(-114753351728, 10847218479825)


def test_the_odds_through_a_shoe() -> None:
    shoe = Composition.decks(1).without(read_cards("9s"))
    coups = [read_cards("4h Kd 2c 9h"), read_cards("As 2h 3d 4c 5s 6h")]
    curve = through(shoe, coups, MINI[:2])
    assert curve.cards.tolist() == [51, 47, 41]
    for row, held in enumerate((shoe, shoe.without(coups[0]), shoe.without(coups[0] + coups[1]))):
        assert curve.wagers["banker"].odds(row).ev == sheet(held, MINI[:2])["banker"].ev


def test_a_shoe_beyond_the_limit_goes_the_plain_way() -> None:
    shoe = Composition.decks(26)
    assert fares(shoe, MINI[:2])["banker"].lines == sheet(shoe, MINI[:2])["banker"].lines
    with pytest.raises(OddsError, match="shoe 1 of the batch holds 1352 cards: batches are exact up to 1300"):
        batch([Composition.decks(1).ranks, shoe.ranks])


def third_is_a_pair(coup: CoupClass) -> Result:
    win = coup.player_pair and coup.banker_third == 9
    return Result(Verdict.WIN, "win", Fraction(20)) if win else Result(Verdict.LOSE, "lose")


def test_a_wager_that_reads_more_goes_the_plain_way() -> None:
    results = (Result(Verdict.WIN, "win", Fraction(20)), Result(Verdict.LOSE, "lose"))
    wager = Wager(key="odd", title="Odd", results=results, on_class=third_is_a_pair)
    assert views.reading(wager) is None
    shoe = Composition.decks(1)
    assert batch([shoe.ranks], [wager]).wagers["odd"].odds(0).lines == sheet(shoe, [wager])["odd"].lines


@pytest.mark.parametrize(
    "rows, wagers, complaint",
    [
        ([1, 2, 3], (), "one row of 10, 13 or 52 counts"),
        ([[1] * 9], (), "one row of 10, 13 or 52 counts"),
        ([[1.5] * 10], (), "invalid counts of type float64"),
        ([[9] * 10, [-1] + [9] * 9], (), "shoe 1 of the batch has a negative count"),
        ([[0] * 9 + [5]], (), "shoe 0 of the batch holds 5 cards: expected at least six"),
        ([[9] * 10], MINI, "no odds for house-money: give the shoes by ranks"),
        ([[9] * 13], MINI, "no odds for royal-9: give the shoes by single cards"),
    ],
)
def test_what_is_no_batch(rows: list[list[int]], wagers: tuple[Wager, ...], complaint: str) -> None:
    with pytest.raises(OddsError, match=complaint):
        batch(rows, wagers)


def test_the_yardstick_measures_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.odds.fast.measure.enumerated", enumerate_cells)
    measure = Measure(shoes=1)
    assert measure.agree()
    monkeypatch.setattr(measure, "_enumerate", lambda values: np.ones((4, 10, 10), np.int64))
    assert not measure.agree()


def test_the_code_is_written_from_the_tableau(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another tableau, in which no order of third cards lets ever more counts draw, is counted as it says."""
    changed = tuple(
        tuple(draws if third == NONE else draws != (banker == 3) for third, draws in enumerate(row))
        for banker, row in enumerate(DRAW)
    )
    monkeypatch.setattr(codegen, "DRAW", changed)
    compiling.plain_hands.cache_clear()
    counted = cells(by_value(FEW[:2]), lanes=1)
    compiling.plain_hands.cache_clear()
    tens = range(10)
    player = np.array([[player_draws(p, b) for b in tens] for p in tens])
    banker = np.array([[[banker_draws(p, b, x) for x in range(11)] for b in tens] for p in tens])
    for p in (p for p in tens if player[p, 3]):
        banker[p, 3] = changed[3]
    for row, shoe in zip(counted, by_value(FEW[:2]), strict=True):
        out = np.zeros((4, 10, 10), np.int64)
        enumerate_cells(shoe, player, banker, np.zeros(10, np.int64), out)
        assert out.ravel()[views.cells()].tolist() == row.tolist()


def test_exact_odds_of_one_shoe_start_without_arrays() -> None:
    code = (
        "import sys; from punto.apps.cli import punto; punto.main(['odds', '--json'], standalone_mode=False);"
        "print(sorted({'numba', 'numpy'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_arrays_alone_do_not_start_the_compiler() -> None:
    code = "import sys, punto.odds.fast; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
