"""Royal 9's meters: what it returns at given amounts, and where it is fair."""

from fractions import Fraction
from functools import cache

import pytest

from punto.core.cards import DECK, Composition
from punto.law.rulebook import load
from punto.odds import OddsError, Sheet, WagerOdds, sheet
from punto.odds.openings import count_openings
from punto.wagers.book import known
from tests.odds.agreement import as_tally
from tests.wagers.wagering import royal_9

EIGHT = Composition.decks(8)
STAKE = 500
DEALS = 416 * 415 * 414 * 413
PROGRESSIVE = {"star": 68_412_35, "spade": 3_500_00, "heart": 1_250_50}
SEEDS = {"major": 50_000_00, "k9-banker": 350_00, "k9-player": 350_00}  # ma-baccarat 13(i) Table 1, paytable 1


@cache
def odds_of(book: str, seat: int = 1, shoe: Composition = EIGHT) -> WagerOdds:
    wager = royal_9(load(book))
    return sheet(shoe, [wager], seat=seat)["royal-9"]


@pytest.mark.parametrize("book, seats", [("ma-mini", 6), ("ma-baccarat", 14)])
def test_results_sum_to_the_deals_at_every_seat(book: str, seats: int) -> None:
    wager = royal_9(load(book))
    tallies = [count_openings(EIGHT, wager, seat)[1] for seat in range(1, seats + 1)]
    assert [sum(tally.values()) for tally in tallies] == [DEALS] * seats
    posted = tallies[:9]
    assert posted == [posted[0]] * len(posted)  # in full decks no combination is better than another
    for tally in tallies[9:]:  # chairs 10 to 14 have none
        assert [tally[name] for name in ("exact-match", "any-two", "banker-k9", "player-k9")] == [0, 0, 0, 0]


def test_seats_differ_in_a_shoe_that_has_lost_cards() -> None:
    shoe = EIGHT.without([DECK[card] for card in (51, 51, 51)])  # kings of spades
    assert as_tally(odds_of("ma-mini", 1, shoe)) != as_tally(odds_of("ma-mini", 6, shoe))


def test_the_progressive_at_given_meters() -> None:
    """Fixed awards for one: 1,000, 300, 50, 10 and 5 stakes."""
    fixed = 1000 * 62_720 + 300 * 2_264_064 + 50 * 32_366_080 + 10 * 507_162_624 + 5 * 1_479_224_320
    meters = 12_544 * 68_412_35 + 21_873_152 * (3_500_00 + 1_250_50)
    wanted = Fraction(fixed, DEALS) + Fraction(meters, STAKE * DEALS) - 1
    assert odds_of("ma-mini").at(PROGRESSIVE, STAKE).ev == wanted


def test_the_multi_level_at_its_seeds() -> None:
    """The Major pays in full on an exact match and by a tenth on any two of the chair's own."""
    tally = as_tally(odds_of("ma-baccarat"))
    one, again = 2 * 8 * 8, 2 * 7 * 7
    assert tally["exact-match"] == 3 * one * again
    assert tally["any-two"] == 3 * one * 2 * (2 * 8 * 7)  # the nine is shared
    assert tally["banker-k9"] == tally["player-k9"] == one * (414 * 413 - again - 2 * (2 * 8 * 7))
    awards = 300 * tally["suited-royal-9-both"] + 50 * tally["royal-9-both"]
    awards += 10 * tally["suited-royal-9"] + 5 * tally["royal-9"]
    meters = 50_000_00 * (tally["exact-match"] + Fraction(tally["any-two"], 10)) + 350_00 * 2 * tally["banker-k9"]
    assert odds_of("ma-baccarat").at(SEEDS, STAKE).ev == (awards + meters / STAKE) / DEALS - 1


CASES = [("ma-mini", meter, PROGRESSIVE) for meter in PROGRESSIVE] + [("ma-baccarat", meter, SEEDS) for meter in SEEDS]


@pytest.mark.parametrize("book, meter, meters", CASES)
def test_at_its_break_even_a_meter_makes_the_wager_fair(book: str, meter: str, meters: dict[str, int]) -> None:
    odds = odds_of(book)
    fair = odds.break_even(meter, meters, STAKE)
    below, above = (odds.at({**meters, meter: cents}, STAKE).ev for cents in (fair // 1, fair // 1 + 1))
    assert below <= 0 < above
    assert below + (fair - fair // 1) * (above - below) == 0


def test_the_star_breaks_even_where_it_returns_what_the_rest_leaves() -> None:
    fixed = 1000 * 62_720 + 300 * 2_264_064 + 50 * 32_366_080 + 10 * 507_162_624 + 5 * 1_479_224_320
    rest = STAKE * (DEALS - fixed) - 21_873_152 * (3_500_00 + 1_250_50)
    assert odds_of("ma-mini").break_even("star", PROGRESSIVE, STAKE) == Fraction(rest, 12_544)


def test_the_major_breaks_even_over_both_of_its_lines() -> None:
    tally = as_tally(odds_of("ma-baccarat"))
    base = odds_of("ma-baccarat").at({**SEEDS, "major": 0}, STAKE).ev
    per_cent = Fraction(tally["exact-match"] * 10 + tally["any-two"], 10 * DEALS * STAKE)
    assert (
        odds_of("ma-baccarat").break_even("major", {"k9-banker": 350_00, "k9-player": 350_00}, STAKE)
        == -base / per_cent
    )


def test_a_meter_must_have_its_amount() -> None:
    odds = odds_of("ma-mini")
    assert odds.meters == ("star", "spade", "heart")
    with pytest.raises(OddsError, match="royal-9 pays meters: set the amounts of star, spade, heart"):
        _ = odds.ev
    with pytest.raises(OddsError, match="missing amount for the meter 'heart'"):
        odds.at({"star": 1, "spade": 1}, STAKE)
    with pytest.raises(OddsError, match="invalid stake of 0 cents"):
        odds.at(PROGRESSIVE, 0)
    with pytest.raises(OddsError, match="unknown meter 'major' of royal-9: use star, spade, heart"):
        odds.break_even("major", PROGRESSIVE, STAKE)


def test_a_meter_that_no_deal_pays_has_no_break_even() -> None:
    with pytest.raises(OddsError, match="the meter 'k9-banker' cannot be won from this shoe"):
        odds_of("ma-baccarat", seat=12).break_even("k9-banker", SEEDS, STAKE)


def test_a_sheet_takes_the_amounts_for_all_its_wagers() -> None:
    full: Sheet = sheet(EIGHT, known(load("ma-mini"))).at(PROGRESSIVE, STAKE)
    assert full["royal-9"].meters == ()
    assert full["royal-9"].gains["star"] == Fraction(68_412_35, STAKE) - 1
    assert full["house-money"].ride  # nothing else is lost
    assert full["player"].ev == sheet(EIGHT, known(load("ma-mini")))["player"].ev
