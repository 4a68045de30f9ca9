"""Published figures, to the last digit: what the package computes must agree with what others have printed.

Counts are ordered deals of six cards. Sources: the Wizard of Odds (baccarat, EZ Baccarat, side bets), casinoexploit.com
and multiplayerbaccarat.com; what is marked computed has no published figure and stands by two routes.
"""

from fractions import Fraction
from functools import cache

import pytest

from punto.core.cards import Composition
from punto.core.tableau import NONE
from punto.law.rulebook import load
from punto.odds import Sheet, sheet
from punto.wagers.book import Terms, known
from tools.soaks.odds import rounds_of_shoes

OUTCOMES = {
    8: (4_998_398_275_503_360, 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
    6: (878_869_206_895_680, 403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
}


@cache
def full_shoe(decks: int = 8, tie: int = 8, dragon_bonus: str = "A") -> Sheet:
    return sheet(Composition.decks(decks), known(load("ma-mini"), Terms(Fraction(tie), dragon_bonus)))


@pytest.mark.parametrize("decks", OUTCOMES)
def test_outcomes(decks: int) -> None:
    deals, banker, player, tie = OUTCOMES[decks]
    answer = full_shoe(decks)
    assert answer.deals == deals
    assert answer.outcomes == {"banker": banker, "player": player, "tie": tie}


@pytest.mark.parametrize(
    "key, edge",
    [
        ("banker", "1.0579%"),
        ("player", "1.2351%"),
        ("tie", "14.3596%"),
        ("ez-banker", "1.0183%"),
        ("dragon-7", "7.6113%"),
        ("panda-8", "10.1876%"),
        ("dragon-bonus-player", "2.65%"),
        ("dragon-bonus-banker", "9.37%"),
    ],
)
def test_the_edge_of_a_full_eight_deck_shoe(key: str, edge: str) -> None:
    assert printed_as(edge, full_shoe()[key].edge)


def test_a_tie_that_pays_nine() -> None:
    assert printed_as("4.8440%", full_shoe(tie=9)["tie"].edge)


def printed_as(text: str, number: Fraction) -> bool:
    """The number, rounded to as many places as are printed."""
    places = len(text.removesuffix("%").partition(".")[2])
    return round(number * 100, places) == Fraction(text.removesuffix("%"))


def test_banker_to_every_digit() -> None:
    banker = full_shoe()["banker"]
    assert banker.ev == Fraction(-114_753_351_728, 10_847_218_479_825)
    assert round(banker.sd, 10) == 0.9273720218


def test_dragon_7_and_panda_8() -> None:
    assert deals("dragon-7", "win") == 112_633_011_329_024
    assert deals("panda-8", "win") == 172_660_763_262_976


def deals(key: str, category: str) -> int:
    (found,) = (deals for result, deals in full_shoe()[key].lines if result.category == category)
    return found


PLAYER_MARGINS = {
    9: 18_409_431_764_992,
    8: 34_097_645_543_424,
    7: 89_590_261_473_280,
    6: 141_238_897_317_888,
    5: 166_169_165_987_840,
    4: 186_780_352_174_080,
}
BANKER_MARGINS = {  # computed
    9: 15_390_342_909_952,
    8: 28_305_092_784_128,
    7: 79_517_099_278_336,
    6: 119_200_072_366_080,
    5: 157_275_882_332_160,
    4: 201_147_167_287_296,
}


@pytest.mark.parametrize("hand, margins", [("player", PLAYER_MARGINS), ("banker", BANKER_MARGINS)])
def test_the_margins_of_the_dragon_bonus(hand: str, margins: dict[int, int]) -> None:
    assert {by: deals(f"dragon-bonus-{hand}", f"by-{by}") for by in margins} == margins


@pytest.mark.parametrize("hand", ["player", "banker"])
def test_a_natural_wins_and_naturals_tie(hand: str) -> None:
    assert deals(f"dragon-bonus-{hand}", "natural") == 812_685_054_124_032
    assert deals(f"dragon-bonus-{hand}", "natural-tie") == 89_325_908_267_520


@pytest.mark.parametrize(
    "hand, paytable, edge",
    [
        ("player", "A", "2.6517%"),
        ("player", "B", "2.5823%"),
        ("player", "C", "2.4996%"),
        ("banker", "A", "9.3731%"),
        ("banker", "B", "8.8473%"),
        ("banker", "C", "8.5305%"),
    ],
)
def test_the_edge_of_every_dragon_bonus(hand: str, paytable: str, edge: str) -> None:
    assert printed_as(edge, full_shoe(dragon_bonus=paytable)[f"dragon-bonus-{hand}"].edge)


def test_cards_per_round() -> None:
    points = full_shoe().counts.points
    cards = sum(number * (4 + (coup[2] != NONE) + (coup[3] != NONE)) for coup, number in points.items())
    assert round(cards / full_shoe().deals, 4) == 4.9388


def test_rounds_per_shoe() -> None:
    """Some shoes only: the mean of a thousand strays by a twentieth; the soak deals enough for a hundredth."""
    rounds = rounds_of_shoes(1_000, seed=1)
    assert abs(rounds.mean() - 81.48) < 0.25
    assert all(70 < number < 95 for number in rounds.tolist())


# ---------------------------------------------------------------- House Money and Royal 9, computed by hand


def test_house_money_by_hand() -> None:
    """A pair on one hand: 31 of 415. On the other as well: of the same rank 30 · 29, of another 12 · 32 · 31."""
    one = Fraction(31, 415)
    both = Fraction(31 * (30 * 29 + 12 * 32 * 31), 415 * 414 * 413)
    odds = full_shoe()["house-money"]
    assert odds.probability("both-pairs") == both
    assert odds.probability("one-pair") == 2 * (one - both)
    assert odds.ev == 15 * both + 3 * 2 * (one - both) - (1 - 2 * one + both)


def test_royal_9_by_hand() -> None:
    """Eight of every card, four cards in order; a combination comes in two orders in either hand."""
    own, own_again, any_two = 2 * 8 * 8, 2 * 7 * 7, 414 * 413
    royal_after_own = 2 * 95 * 31
    suited_after_suited = 2 * (7 * 7 + 2 * 8 * 7 + 9 * 8 * 8)  # same, same nine, other suit
    both_royal = 2 * 96 * 32 * royal_after_own
    star = own * own_again
    alone = own * (any_two - own_again)
    others = 5 * star
    suited_both = 12 * own * suited_after_suited
    royal_both = both_royal - star - others - suited_both - 2 * own * (royal_after_own - own_again)
    odds = full_shoe()["royal-9"]
    found = {result.category: number for result, number in odds.lines}
    assert odds.deals == 416 * 415 * 414 * 413
    assert found["star"] == star == 12_544
    assert found["spade"] == found["heart"] == alone == 21_873_152
    assert found["other-identical"] == others == 62_720
    assert found["suited-royal-9-both"] == suited_both == 2_264_064
    assert found["royal-9-both"] == royal_both == 32_366_080
    assert odds.probability("lose") == Fraction(27_453_493_824, 416 * 415 * 414 * 413)
