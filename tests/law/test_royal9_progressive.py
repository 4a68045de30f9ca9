"""Royal 9 Progressive: Star, Spade and Heart, and the fixed awards, for every two hands at every seat."""

from itertools import product

import pytest

from punto.law.rulebook import Rulebook
from punto.wagers import Verdict, Wager
from tests.law.filing import opened, plain
from tests.law.royals import EVERY_HAND, HANDS, Hand, awarded, hand, same, settled
from tests.proofs import proves

DEFINITION = proves("def.royal-9", ma_midi="12(i)", ma_mini="12(i)")
PAYTABLE = proves("royal9.progressive.paytable", ma_midi="12(i) Table 1", ma_mini="12(i) Table 1")
HANDS_NAMED = proves("royal9.progressive.hands", ma_midi="12(i)", ma_mini="12(i)")

FILED = """
[wagers.royal-9]
combinations = ["s9h", "s9d", "c9h", "c9d", "h9s", "d9c"]
[wagers.royal-9.meters.star]
seed = 50_000_00
rate = "9.00%"
[wagers.royal-9.meters.spade]
seed = 350_00
rate = "5.00%"
[wagers.royal-9.meters.heart]
seed = 350_00
rate = "5.00%"
"""
SEATS = dict(enumerate(map(hand, ("Ks 9h", "Ks 9d", "Kc 9h", "Kc 9d", "Kh 9s", "Kd 9c")), 1))
METERS = {"star": 51_234_56, "spade": 412_34, "heart": 377_05}

# The printed lines, and what five dollars bring.
AWARDS = {
    "star": 51_234_56,
    "spade": 412_34,
    "heart": 377_05,
    "other-identical": 5_000_00,
    "suited-royal-9-both": 1_500_00,
    "royal-9-both": 250_00,
    "suited-royal-9": 50_00,
    "royal-9": 25_00,
    "lose": 0,
}
NOTHING = "Ac 5d"


def royal_9(book: Rulebook) -> Wager:
    return opened(plain(book, FILED)).wager("royal-9")


def line(player: Hand, banker: Hand, seat: int) -> str:
    """The first printed line that fits."""
    if same(player, banker) and same(player, SEATS[seat]):
        return "star"
    if same(banker, SEATS[seat]):
        return "spade"
    if same(player, SEATS[seat]):
        return "heart"
    if same(player, banker) and any(same(player, king) for king in SEATS.values()):
        return "other-identical"
    if player.suited and banker.suited:
        return "suited-royal-9-both"
    if player.royal and banker.royal:
        return "royal-9-both"
    if player.suited or banker.suited:
        return "suited-royal-9"
    return "royal-9" if player.royal or banker.royal else "lose"


@PAYTABLE
@HANDS_NAMED
def test_the_first_printed_line_that_fits_pays(book: Rulebook) -> None:
    wager = royal_9(book)
    seen = set()
    for seat, player, banker in product(SEATS, HANDS, HANDS):
        result = settled(wager, player, banker, seat)
        assert result.category == line(player, banker, seat), (seat, player, banker)
        seen.add(result)
    assert {result.category: awarded(wager, result, METERS) for result in seen} == {
        name: (award, 0) for name, award in AWARDS.items()
    }


@PAYTABLE
def test_the_lines_stand_in_printed_order(book: Rulebook) -> None:
    wager = royal_9(book)
    assert [result.category for result in wager.results] == list(AWARDS)
    assert [result.verdict for result in wager.results] == [Verdict.WIN] * 8 + [Verdict.LOSE]
    assert [awarded(wager, result, METERS)[0] for result in wager.results] == list(AWARDS.values())


@DEFINITION
def test_a_royal_9_is_a_nine_and_a_face_card_in_a_hands_first_two_cards(book: Rulebook) -> None:
    wager = royal_9(book)
    assert book.provisions["def.royal-9"].terms["faces"] == ["J", "Q", "K"]
    for other in EVERY_HAND:
        for player, banker in ((other, hand(NOTHING)), (hand(NOTHING), other)):
            result = settled(wager, player, banker, seat=1)
            assert (result.verdict == Verdict.WIN) == other.royal, other
            assert (result.category == "suited-royal-9") == other.suited, other


@DEFINITION
@HANDS_NAMED
def test_the_cards_of_a_combination_may_come_in_either_order(book: Rulebook) -> None:
    wager = royal_9(book)
    for player, banker in product(HANDS, repeat=2):
        expected = settled(wager, player, banker, seat=3)
        for one, other in ((player.turned, banker), (player, banker.turned), (player.turned, banker.turned)):
            assert settled(wager, one, other, seat=3) == expected


# Seat, Player's Hand, Banker's Hand: hands that fit several lines.
FITS_SEVERAL = {
    "star, and a Spade and a Heart besides": (1, "Ks 9h", "9h Ks", "star"),
    "Spade, and a tie of Royal 9 besides": (1, "Kd 9h", "Ks 9h", "spade"),
    "Spade, where the other hand is another seat's King-9": (1, "Ks 9d", "Ks 9h", "spade"),
    "Heart, and any suited Royal 9 besides": (2, "Ks 9d", "Qh 9h", "heart"),
    "another seat's King-9 twice, and a tie of Royal 9 besides": (2, "Kd 9c", "Kd 9c", "other-identical"),
    "a King-9 of no seat twice": (2, "Kd 9h", "Kd 9h", "royal-9-both"),
    "two other seats' King-9": (2, "Kd 9c", "Kh 9s", "royal-9-both"),
    "a suited King-9 twice": (2, "Kd 9d", "Kd 9d", "suited-royal-9-both"),
    "two suited Royal 9 of different suits": (2, "Kd 9d", "Js 9s", "suited-royal-9-both"),
    "one of two Royal 9 suited": (2, "Kd 9d", "Js 9c", "royal-9-both"),
    "a suited Royal 9 alone": (2, NOTHING, "9s Js", "suited-royal-9"),
    "another seat's King-9 once": (2, "Kd 9c", NOTHING, "royal-9"),
    "a nine in each hand and a King in neither": (2, "9c 9d", "9s 10s", "lose"),
}


@PAYTABLE
@HANDS_NAMED
@pytest.mark.parametrize("seat, player, banker, expected", FITS_SEVERAL.values(), ids=FITS_SEVERAL)
def test_a_hand_gets_the_first_line_it_fits(book: Rulebook, seat: int, player: str, banker: str, expected: str) -> None:
    assert settled(royal_9(book), hand(player), hand(banker), seat).category == expected


@proves("royal9.progressive.hands/not-wagered")
@HANDS_NAMED
def test_another_seats_king_9_counts_whether_or_not_anybody_sits_there(book: Rulebook) -> None:
    """The wager hears the seat it is made at and nothing of who else plays: every posted King-9 counts."""
    wager = royal_9(book)
    for king in SEATS.values():
        categories = [settled(wager, king, king.turned, seat).category for seat in SEATS]
        assert sorted(categories) == ["other-identical"] * 5 + ["star"]


@HANDS_NAMED
def test_no_two_seats_win_the_same_progressive_at_once(book: Rulebook) -> None:
    wager = royal_9(book)
    for player, banker in product(HANDS, repeat=2):
        won = [settled(wager, player, banker, seat).category for seat in SEATS]
        assert all(won.count(meter) <= 1 for meter in METERS)
