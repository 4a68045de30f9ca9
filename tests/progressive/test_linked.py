"""Linked tables: whatever the order in which their coups arrive, each stake counts once and no award is lost."""

from itertools import permutations

import pytest

from punto.progressive.messages import EndRound, Settle
from tests.law.submitting import PROGRESSIVE
from tests.progressive.installed import Bench, installation


def story(bench: Bench) -> list[Settle | EndRound]:
    """Two coups at A, the first of which wins the Spade; one at B, which wins it too."""
    return [
        bench.claim(1, (1, "spade"), table="A"),
        bench.ending(1, 1, 2, table="A"),
        bench.ending(2, 1, table="A"),
        bench.claim(1, (5, "spade"), table="B"),
        bench.ending(1, 5, 6, table="B"),
    ]


ORDERS = [
    order
    for order in permutations(range(5))
    if order.index(0) < order.index(1) < order.index(2) and order.index(3) < order.index(4)
]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: "".join(map(str, order)))
def test_in_any_order_the_same_money(order: tuple[int, ...]) -> None:
    """Five stakes of 25 cents. What both winners took and what the meter holds is always 3 x $350 and $1.25."""
    bench = Bench(installation("ma-mini", PROGRESSIVE), "A", "B")
    commands = story(bench)
    for index in order:
        bench.does(commands[index])
        assert bench.tries(commands[index]) == ()
    tables = bench.pot("table/A") + bench.pot("table/B")
    awarded = tables + 5 * 5_00 * 1_000_000
    assert awarded + bench.pot("meter/spade") == (3 * 350_00 + 125) * 1_000_000
    assert bench.state.stakes == 5
    assert bench.state.runs["spade"] == 3


def test_ten_orders() -> None:
    assert len(ORDERS) == 10
