"""Awards: the meter as shown, in whole cents; what starts the next; who comes first."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from punto.core.roles import Role
from punto.progressive import MICRO, Reason, awards_due
from punto.progressive.messages import MeterHit, Move, Reverse, StakesContributed
from tests.law.submitting import PROGRESSIVE, Changes
from tests.progressive.installed import Bench, cents, installation

TENTHS: Changes = {"wagers.royal-9": {"paytable": 2, "meters": {"major": {"reserve": "10%"}}}}  # 43.2 and 4.8 cents


def hits(bench: Bench, coup: int, *claims: tuple[int, str], table: str = "T") -> list[MeterHit]:
    made = bench.does(bench.claim(coup, *claims, table=table))
    return [event for event in made if isinstance(event, MeterHit)]


def test_a_whole_meter_leaves_its_fraction_of_a_cent() -> None:
    """Three stakes of 43.2 cents: the Major holds $25,001.296, and shows $25,001.29. The award is what it shows.

    The reserve has 3 x 4.8 = 14.4 cents. The new start: seed $25,000, 14.4 cents, and the 0.6 of a cent that was left,
    which make $25,000.15 to the micro-cent. The winning coup's own stake of 43.2 cents comes on top when it ends.
    """
    bench = Bench(installation("ma-baccarat", TENTHS))
    bench.ends(1, 1, 2, 3)
    assert (bench.reads("major"), bench.pot("meter/major")) == (25_001_29, 2_500_129_600_000)
    (hit,) = hits(bench, 2, (1, "exact-match"))
    assert (hit.shown, hit.award, hit.share, hit.restarts, hit.run) == (25_001_29, 25_001_29, "1", True, 1)
    assert bench.pot("meter/major") == cents(25_000_00) + 14_400_000 + 600_000 == cents(25_000_15)
    bench.ends(2, 1)
    assert bench.pot("meter/major") == cents(25_000_15) + 43_200_000
    assert bench.state.runs["major"] == 2


@pytest.mark.parametrize("paytable, seed", [(1, 50_000_00), (2, 25_000_00)])
@pytest.mark.parametrize("book", ["ma-baccarat", "ma-midi-multilevel"])
def test_ten_percent_and_then_all(book: str, paytable: int, seed: int) -> None:
    """A tenth of $S is $S/10; the meter goes on with nine tenths, and the next exact match takes those."""
    bench = Bench(installation(book, {"wagers.royal-9": {"paytable": paytable}}))
    (tenth,) = hits(bench, 1, (4, "any-two"))
    assert (tenth.award, tenth.share, tenth.restarts) == (seed // 10, "1/10", False)
    assert bench.reads("major") == seed - seed // 10
    bench.ends(1, 4)
    own = 45 if paytable == 1 else 48
    (whole,) = hits(bench, 2, (4, "exact-match"))
    assert whole.award == seed - seed // 10 + own
    assert bench.reads("major") == seed
    assert (tenth.run, whole.run, bench.state.hits["major"]) == (1, 1, 2)


def test_a_house_that_tops_up_restores_the_seed_after_a_tenth() -> None:
    """The house adds what is missing to the seed, no more; a correction takes it back; a full meter needs nothing."""
    meters = {"meters": {"major": {"tops-up": True}}}
    plain, generous = (
        Bench(installation("ma-baccarat", {"wagers.royal-9": {"paytable": 2, **more}})) for more in ({}, meters)
    )
    assert plain.terms.digest != generous.terms.digest
    house = generous.pot("house")
    (tenth,) = hits(generous, 1, (4, "any-two"))
    assert (tenth.award, tenth.restarts, generous.reads("major")) == (2_500_00, False, 25_000_00)
    assert generous.pot("house") == house - cents(2_500_00)
    generous.does(Reverse(**generous.floor(), table="T", shoe=1, coup=1, why="a face misread"))
    assert (generous.reads("major"), generous.pot("house")) == (25_000_00, house)
    for coup in range(1, 700):
        generous.ends(coup, *range(1, 10))
    reads = generous.reads("major")
    assert reads > 28_000_00
    (tenth,) = hits(generous, 700, (4, "any-two"))
    assert generous.reads("major") == reads - tenth.award > 25_000_00


def test_a_tenth_is_rounded_down_to_the_cent() -> None:
    """$25,001.29 as shown (.296 held): a tenth is $2,500.129, and $2,500.12 are paid. $22,501.176 stay."""
    bench = Bench(installation("ma-baccarat", TENTHS))
    bench.ends(1, 1, 2, 3)
    (hit,) = hits(bench, 2, (2, "any-two"))
    assert hit.award == 2_500_12
    assert bench.pot("meter/major") == 2_500_129_600_000 - cents(2_500_12)


@pytest.mark.parametrize(
    "book, category, meter",
    [
        ("ma-midi", "star", "star"),
        ("ma-midi", "spade", "spade"),
        ("ma-mini", "heart", "heart"),
    ],
)
def test_star_spade_and_heart_are_taken_whole(book: str, category: str, meter: str) -> None:
    bench = Bench(installation(book, PROGRESSIVE))
    bench.ends(1, 1, 2)
    shown = bench.reads(meter)
    (hit,) = hits(bench, 2, (2, category))
    assert (hit.meter, hit.award, hit.section) == (meter, shown, "12(i) Table 1")
    assert bench.reads(meter) == (50_000_00 if meter == "star" else 350_00)


def test_the_coups_own_stakes_are_not_in_its_award() -> None:
    """The display says $350.00 when the Spade falls, though two stakes of this very coup are on their way."""
    bench = Bench(installation("ma-mini", PROGRESSIVE))
    (hit,) = hits(bench, 1, (5, "spade"))
    assert hit.award == 350_00
    bench.ends(1, 4, 5)
    assert bench.reads("spade") == 350_50


def test_two_seats_win_two_meters() -> None:
    bench = Bench(installation("ma-mini", PROGRESSIVE))
    first, second = hits(bench, 1, (5, "spade"), (2, "heart"))
    assert bench.state.hits == {"spade": 1, "heart": 1}
    assert bench.state.version == len(bench.events)
    assert [(hit.seat, hit.meter, hit.award) for hit in (first, second)] == [(5, "spade", 350_00), (2, "heart", 350_00)]


def test_at_linked_tables_the_first_to_be_appended_takes_the_meter() -> None:
    """Both tables turn their King-9 while the display says $350.50; the second finds the meter started again."""
    bench = Bench(installation("ma-mini", PROGRESSIVE), "A", "B")
    bench.ends(1, 1, 2, table="A")
    (first,) = hits(bench, 2, (1, "spade"), table="A")
    (second,) = hits(bench, 1, (6, "spade"), table="B")
    assert (first.award, second.award) == (350_50, 350_00)
    assert (first.run, second.run) == (1, 2)


def test_an_empty_meter_awards_nothing() -> None:
    changes = {**PROGRESSIVE, "wagers.royal-9.meters.spade": {"seed": 0, "rate": "0.10%"}}  # half a cent a stake
    bench = Bench(installation("ma-mini", changes))
    bench.ends(1, 1)
    (hit,) = hits(bench, 2, (1, "spade"))
    assert (hit.shown, hit.award, hit.moves) == (0, 0, ())
    bench.ends(2, 1)
    assert bench.pot("meter/spade") == MICRO


# ---------------------------------------------------------------- told again, told otherwise


def test_a_coup_is_settled_once() -> None:
    bench = Bench(installation("ma-mini", PROGRESSIVE))
    hits(bench, 1, (5, "spade"))
    after = bench.state
    assert hits(bench, 1, (5, "spade")) == []
    assert bench.refused(bench.claim(1, (5, "heart"))) is Reason.COUP_DIFFERS
    assert bench.refused(bench.claim(1, (5, "spade"), (2, "heart"))) is Reason.COUP_DIFFERS
    bench.ends(1, 5)
    assert hits(bench, 1, (5, "spade")) == []
    assert bench.state.pots["meter/spade"] == after.pots["meter/spade"] + cents(25)


def test_a_coup_contributes_once() -> None:
    bench = Bench(installation("ma-mini", PROGRESSIVE))
    bench.ends(1, 5)
    after = bench.state
    assert bench.ends(1, 5) == ()
    assert bench.refused(bench.ending(1, 5, 6)) is Reason.COUP_DIFFERS
    assert bench.refused(bench.ending(1, 5, kind="void")) is Reason.COUP_DIFFERS
    assert bench.refused(bench.claim(1, (5, "spade"))) is Reason.COUP_DIFFERS
    assert bench.state == after


def test_coups_come_in_order_and_none_is_left_open() -> None:
    bench = Bench(installation("ma-mini", PROGRESSIVE), "A", "B")
    bench.does(bench.claim(7, (1, "spade"), table="A"))
    assert bench.refused(bench.ending(8, 1, table="A")) is Reason.ROUND_NOT_ENDED
    assert bench.refused(bench.claim(8, (1, "heart"), table="A")) is Reason.ROUND_NOT_ENDED
    bench.ends(3, 1, table="B")
    bench.ends(7, 1, table="A")
    assert bench.refused(bench.ending(6, 1, table="A")) is Reason.COUP_PAST
    assert bench.refused(bench.claim(6, (1, "spade"), table="A")) is Reason.COUP_PAST
    assert bench.refused(bench.ending(9, 1, table="A", shoe=0)) is Reason.COUP_PAST
    assert bench.does(bench.ending(1, 1, table="A", shoe=2))


def test_the_end_goes_with_the_awards() -> None:
    bench = Bench(installation("ma-mini", PROGRESSIVE))
    hits(bench, 1, (5, "spade"))
    assert bench.refused(bench.ending(1, 4)) is Reason.COUP_DIFFERS
    assert bench.refused(bench.ending(1, 5, 5)) is Reason.COUP_DIFFERS
    assert bench.refused(bench.ending(1, 5, kind="void")) is Reason.AWARD_STANDS
    (event,) = bench.ends(1, 4, 5)
    assert isinstance(event, StakesContributed)


@pytest.mark.parametrize(
    "claims, seats, reason",
    [
        ([(5, "royal-9")], (5,), Reason.NO_SUCH_AWARD),  # a fixed award is the table's
        ([(5, "lose")], (5,), Reason.NO_SUCH_AWARD),
        ([(5, "spade"), (5, "heart")], (5,), Reason.CLAIMED_TWICE),
        ([(5, "spade")], (4,), Reason.NO_STAKE),
    ],
)
def test_no_award_without_a_line_and_a_stake(
    claims: list[tuple[int, str]], seats: tuple[int, ...], reason: Reason
) -> None:
    bench = Bench(installation("ma-mini", PROGRESSIVE))
    command = bench.claim(1, *claims)
    assert bench.refused(replace(command, seats=seats)) is reason


# ---------------------------------------------------------------- who, when, where


def test_only_a_linked_table_feeds_and_wins() -> None:
    bench = Bench(installation("ma-mini", PROGRESSIVE))
    assert bench.refused(bench.ending(1, 1, table="B")) is Reason.TABLE_NOT_LINKED
    assert bench.refused(bench.claim(1, (1, "spade"), table="B")) is Reason.TABLE_NOT_LINKED


def test_the_dealer_ends_a_round_and_the_floor_opens() -> None:
    bench = Bench(installation("ma-baccarat", TENTHS))
    end = bench.ending(1, 1)
    assert bench.refused(replace(end, by=Role.PLAYER)) is Reason.WRONG_ROLE
    settle = bench.claim(1, (1, "any-two"))
    assert bench.refused(replace(settle, by=Role.FLOOR)) is Reason.WRONG_ROLE


def test_the_terms_say_which_line_takes_which_share() -> None:
    terms = installation("ma-baccarat", TENTHS)
    assert {category: (award.meter, award.share) for category, award in terms.awards.items()} == {
        "exact-match": ("major", Fraction(1)),
        "any-two": ("major", Fraction(1, 10)),
        "banker-k9": ("k9-banker", Fraction(1)),
        "player-k9": ("k9-player", Fraction(1)),
    }
    assert awards_due(terms, ()) == ()


def test_moves_of_an_award_name_the_table() -> None:
    bench = Bench(installation("ma-mini", PROGRESSIVE), "A", "B")
    (hit,) = hits(bench, 1, (1, "star"), table="B")
    assert hit.moves[0] == Move("meter/star", "table/B", cents(50_000_00), "award")
