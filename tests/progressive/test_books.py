"""Reconciliation: every row adds up, the pots come to nothing in all, and what does not is named."""

from msgspec.structs import replace

from punto.progressive import Row, State, faults, reconcile
from tests.law.submitting import PROGRESSIVE
from tests.progressive.installed import Bench, cents, installation


def played() -> Bench:
    """Two coups, a Spade won between them, and ten dollars put to the Heart by hand."""
    bench = Bench(installation("ma-mini", PROGRESSIVE))
    bench.ends(1, 1, 2)
    bench.does(bench.claim(2, (2, "spade")))
    bench.ends(2, 2)
    bench.adjusted("house", "meter/heart", cents(10_00))
    return bench


def test_start_and_contributions_less_hits_and_resets_make_now() -> None:
    """Spade: 350.00 + 3 x 0.25 - 350.50 + 350.00 = 350.25."""
    rows = {row.pot: row for row in reconcile(played().state)}
    spade = Row("meter/spade", cents(350_00), cents(75), -cents(350_50), cents(350_00), 0, cents(350_25))
    assert rows["meter/spade"] == spade
    assert rows["meter/heart"] == Row("meter/heart", cents(350_00), cents(75), 0, 0, cents(10_00), cents(360_75))
    assert all(row.whole for row in rows.values())


def test_what_the_table_gave_is_somewhere() -> None:
    """Three stakes: $15. Star 135 cents, Spade 75, Heart 75, the house 1215; the table got $350.50 back."""
    rows = {row.pot: row for row in reconcile(played().state)}
    given = {pot: row.contributed for pot, row in rows.items() if row.contributed}
    assert given == {
        "table/T": -cents(15_00),
        "meter/star": cents(135),
        "meter/spade": cents(75),
        "meter/heart": cents(75),
        "house": cents(1_215),
    }
    assert rows["table/T"].holds == cents(350_50) - cents(15_00)
    assert rows["house"].start == -cents(50_700_00)


def test_a_day_begins_where_the_last_one_ended() -> None:
    bench = played()
    morning = bench.state
    bench.ends(3, 4, 5)
    rows = {row.pot: row for row in reconcile(bench.state, since=morning)}
    assert rows["meter/spade"] == Row("meter/spade", cents(350_25), cents(50), 0, 0, 0, cents(350_75))
    assert all(row.whole for row in rows.values())


def test_a_pot_that_was_tampered_with_is_named() -> None:
    bench = played()
    pots = {**bench.state.pots, "meter/star": bench.state.pots["meter/star"] + 1}
    assert faults(bench.terms, replace(bench.state, pots=pots)) == (
        f"meter/star holds {pots['meter/star']} micro-cents, but its movements differ",
        "the pots sum to 1 micro-cents, not to zero",
    )


def test_a_stake_that_is_missing_is_named() -> None:
    bench = played()
    assert faults(bench.terms, replace(bench.state, stakes=4)) == (
        "4 stakes of 500 cents were taken, but they moved 1500000000 micro-cents",
    )


def test_a_pot_below_zero_and_a_meter_above_its_ceiling_are_named() -> None:
    bench = Bench(installation("ma-mini", {**PROGRESSIVE, "wagers.royal-9.meters.star.ceiling": 60_000_00}))
    pots = {**bench.state.pots, "meter/star": cents(60_000_00) + 1, "reserve/star": -1}
    found = faults(bench.terms, replace(bench.state, pots=pots))
    assert "reserve/star is negative" in found
    assert "meter/star is above its ceiling of 6000000 cents" in found


def test_nothing_is_wrong_with_nothing() -> None:
    assert faults(installation("ma-mini", PROGRESSIVE), State()) == ()
