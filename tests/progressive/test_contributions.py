"""What five dollars bring to the meters, to the reserves and to the house; figures worked by hand."""

from fractions import Fraction

import pytest

from punto import fair
from punto.law.rulebook import load
from punto.progressive import TermsError, terms_of
from punto.progressive.messages import Move
from punto.progressive.state import Split
from punto.rules.house_rules import Meter
from punto.rules.review import review
from tests.law.submitting import MULTI_LEVEL, PROGRESSIVE, Changes, example, rules
from tests.progressive.installed import MUST_HIT, Bench, cents, installation


def paytable(number: int, **more: object) -> Changes:
    return {"wagers.royal-9": {"paytable": number}, **more}


def test_five_dollars_of_the_progressive() -> None:
    """$5 is 500 cents. Star 9% = 45, Spade 5% = 25, Heart 5% = 25, Must Hit 2% = 10; the house keeps 395."""
    terms = installation("ma-midi", MUST_HIT)
    assert {key: terms.split(key) for key in terms.meters} == {
        "star": Split(45_000_000, 0),
        "spade": Split(25_000_000, 0),
        "heart": Split(25_000_000, 0),
        "must-hit": Split(10_000_000, 0),
    }
    assert terms.house == 395_000_000


@pytest.mark.parametrize(
    "table, major, house",
    [
        (1, 45_000_000, 405_000_000),  # 9.00% of 500 cents is 45; 500 - 45 - 25 - 25
        (2, 48_000_000, 402_000_000),  # 9.60% of 500 cents is 48; 500 - 48 - 25 - 25
    ],
)
@pytest.mark.parametrize("book", ["ma-baccarat", "ma-midi-multilevel"])
def test_five_dollars_of_the_multi_level(book: str, table: int, major: int, house: int) -> None:
    terms = installation(book, paytable(table))
    assert {key: terms.split(key).meter for key in terms.meters} == {
        "major": major,
        "k9-banker": 25_000_000,
        "k9-player": 25_000_000,
    }
    assert terms.house == house


def test_a_reserve_takes_its_part_of_the_rate() -> None:
    """The filed example: 9.60% of 500 cents is 48 cents, a tenth of which, 4.8 cents, is kept for the next start."""
    filed = review(example("ma-baccarat-royal")).rules
    assert filed is not None
    terms = terms_of(filed)
    assert terms.split("major") == Split(43_200_000, 4_800_000)
    assert terms.house == 402_000_000


def test_what_cannot_be_split_to_the_micro_cent_stays_whole() -> None:
    """1.000001% of 500 cents is 5.000005 cents; 33.333333% of that is 1.666668316…: the rest is the meter's."""
    changes = {
        **PROGRESSIVE,
        "wagers.royal-9.meters.spade": {"seed": 350_00, "rate": "1.000001%", "reserve": "33.333333%"},
    }
    terms = installation("ma-mini", changes)
    assert terms.split("spade") == Split(5_000_005 - 1_666_668, 1_666_668)
    assert sum(sum(terms.split(key)) for key in terms.meters) + terms.house == cents(500)


def test_a_coup_of_three_seats() -> None:
    """Three stakes, $15: 135 cents to Star, 75 to Spade, 75 to Heart, 1215 to the house."""
    bench = Bench(installation("ma-mini", PROGRESSIVE))
    (event,) = bench.ends(1, 2, 3, 6)
    assert set(event.moves) == {
        Move("table/T", "meter/star", cents(135), "contribution"),
        Move("table/T", "meter/spade", cents(75), "contribution"),
        Move("table/T", "meter/heart", cents(75), "contribution"),
        Move("table/T", "house", cents(1_215), "contribution"),
    }
    assert [bench.reads(meter) for meter in ("star", "spade", "heart")] == [50_001_35, 350_75, 350_75]
    assert event.section == "12(i) Table 1"


def test_meters_start_at_their_seeds() -> None:
    assert Bench(installation("ma-baccarat", paytable(1))).reads("major") == 50_000_00
    bench = Bench(installation("ma-midi-multilevel", paytable(2)))
    assert [bench.reads(meter) for meter in ("major", "k9-banker", "k9-player")] == [25_000_00, 350_00, 350_00]
    assert bench.pot("house") == -cents(25_700_00)


def test_a_coup_without_the_wager_leaves_nothing() -> None:
    bench = Bench(installation("ma-baccarat", paytable(1)))
    before = bench.state
    assert bench.ends(1) == ()
    assert bench.state == before


# ---------------------------------------------------------------- a ceiling

CEILING = paytable(1, **{"wagers.royal-9.meters": {"k9-banker": {"ceiling": 351_00, "reserve": "20%"}}})


def test_above_the_ceiling_it_goes_to_the_overflow() -> None:
    """Of 25 cents 20 go to the meter and 5 to the reserve. The ceiling is $1 above the seed: five stakes.

    Seven stakes bring 140 cents to the meter: 100 fit, 40 go to the overflow; the reserve has 35.
    """
    bench = Bench(installation("ma-baccarat", CEILING))
    bench.ends(1, 1, 2, 3, 4, 5, 6, 7)
    assert bench.reads("k9-banker") == 351_00
    assert (bench.pot("overflow/k9-banker"), bench.pot("reserve/k9-banker")) == (cents(40), cents(35))
    bench.ends(2, 1)
    assert bench.reads("k9-banker") == 351_00
    assert (bench.pot("overflow/k9-banker"), bench.pot("reserve/k9-banker")) == (cents(60), cents(40))


def test_an_award_at_the_ceiling_and_a_start_with_reserve_and_overflow() -> None:
    """$351.00 are paid. The new start: seed $350.00, reserve 35 cents, overflow 40: $350.75."""
    bench = Bench(installation("ma-baccarat", CEILING))
    bench.ends(1, 1, 2, 3, 4, 5, 6, 7)
    (hit,) = bench.does(bench.claim(2, (3, "banker-k9")))
    assert bench.reads("k9-banker") == 350_75
    assert set(hit.moves) == {
        Move("meter/k9-banker", "table/T", cents(351_00), "award"),
        Move("house", "meter/k9-banker", cents(350_00), "reset"),
        Move("reserve/k9-banker", "meter/k9-banker", cents(35), "reset"),
        Move("overflow/k9-banker", "meter/k9-banker", cents(40), "reset"),
    }


def test_a_meter_may_start_at_nothing() -> None:
    """A stake brings 25 cents, the ceiling is 25 cents: it just fits."""
    changes = {**PROGRESSIVE, "wagers.royal-9.meters.spade": {"seed": 0, "rate": "5%", "ceiling": 25}}
    bench = Bench(installation("ma-mini", changes))
    bench.ends(1, 1)
    assert (bench.reads("spade"), bench.pot("overflow/spade")) == (25, 0)
    bench.ends(2, 1)
    assert (bench.reads("spade"), bench.pot("overflow/spade")) == (25, cents(25))


def test_what_finds_no_room_at_a_start_waits() -> None:
    """Reserve 60 cents and overflow 140 make $2; there is room for $1: the reserve first, then 40 of the overflow."""
    bench = Bench(installation("ma-baccarat", CEILING))
    bench.ends(1, *range(1, 13))  # 12 stakes: 240 cents to the meter, 60 to the reserve; 140 do not fit
    assert (bench.pot("reserve/k9-banker"), bench.pot("overflow/k9-banker")) == (cents(60), cents(140))
    bench.does(bench.claim(2, (3, "banker-k9")))
    assert bench.reads("k9-banker") == 351_00
    assert (bench.pot("reserve/k9-banker"), bench.pot("overflow/k9-banker")) == (0, cents(100))


# ---------------------------------------------------------------- terms that bring no installation


def test_a_table_without_royal_9_feeds_nothing() -> None:
    with pytest.raises(TermsError, match="none of its wagers feeds meters"):
        terms_of(rules(load("ma-mini")))


def test_must_hit_needs_lots() -> None:
    with pytest.raises(TermsError, match=r"pass punto\.fair"):
        terms_of(rules(load("ma-mini"), MUST_HIT))


def test_tables_agree_on_what_the_meters_are_not_on_their_seats() -> None:
    six, seven = (installation("ma-midi", {**PROGRESSIVE, **combinations(seats)}) for seats in (6, 7))
    assert six.digest == seven.digest == installation("ma-mini", PROGRESSIVE).digest
    others = [
        installation("ma-mini", MUST_HIT),
        installation("ma-mini", {**PROGRESSIVE, "wagers.royal-9.meters.star.seed": 1}),
        installation("ma-mini", {**PROGRESSIVE, "wagers.royal-9.meters.star.rate": "9.01%"}),
        installation("ma-mini", {**PROGRESSIVE, "wagers.royal-9.meters.star.reserve": "1%"}),
        installation("ma-mini", {**PROGRESSIVE, "wagers.royal-9.meters.star.ceiling": 60_000_00}),
        installation("ma-baccarat", MULTI_LEVEL),
    ]
    assert len({six.digest, *(other.digest for other in others)}) == 7


def combinations(seats: int) -> Changes:
    posted = ["s9h", "s9d", "c9h", "c9d", "h9s", "d9c", "h9c"][:seats]
    return {"seats": seats, "wagers.royal-9.combinations": posted}


def test_fair_draws_the_lots() -> None:
    terms = terms_of(rules(load("ma-midi"), MUST_HIT), name="pit-3", lots=fair)
    assert terms.must_hit is not None
    assert terms.must_hit.meter == Meter("must-hit", 500_00, Fraction(1, 50), Fraction(0), 1_000_00)
    assert terms.name == "pit-3"
