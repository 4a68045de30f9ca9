"""Royal 9 Multi-Level: both paytables, the combinations of the chairs, every two hands at every chair."""

from fractions import Fraction
from itertools import product

import pytest

from punto.law.rulebook import Rulebook
from punto.rules.house_rules import HouseRules, Royal9
from punto.wagers import Verdict, Wager
from tests.law.filing import opened, plain
from tests.law.royals import EVERY_HAND, HANDS, Hand, awarded, hand, same, settled
from tests.proofs import proves

DEFINITION = proves("def.royal-9", ma_baccarat="13(i)", ma_midi_multilevel="12(i)")
PAYTABLES = proves("royal9.multilevel.paytables", ma_baccarat="13(i) Table 1", ma_midi_multilevel="12(i) Table 1")
CHAIRS = proves("royal9.multilevel.chairs", ma_baccarat="13(i) Table 2", ma_midi_multilevel="12(i) Table 2")
EXACT_MATCH = proves("royal9.multilevel.exact-match", ma_baccarat="13(i)", ma_midi_multilevel="12(i)")

POSTED = {
    1: ("Ks 9h", "Qs 9h", "Js 9h"),
    2: ("Ks 9d", "Qs 9d", "Js 9d"),
    3: ("Kc 9h", "Qc 9h", "Jc 9h"),
    4: ("Kc 9d", "Qc 9d", "Jc 9d"),
    5: ("Kh 9s", "Qh 9s", "Jh 9s"),
    6: ("Kh 9c", "Qh 9c", "Jh 9c"),
    7: ("Kd 9s", "Qd 9s", "Jd 9s"),
    8: ("Kd 9c", "Qd 9c", "Jd 9c"),
    9: ("Kd 9h", "Qd 9h", "Jd 9h"),
}
METERS = {"major": 61_234_57, "k9-banker": 412_34, "k9-player": 377_05}

# The printed lines, and what five dollars bring.
AWARDS = {
    "exact-match": 61_234_57,
    "any-two": 6_123_45,  # a tenth, less the fraction of a cent
    "banker-k9": 412_34,
    "player-k9": 377_05,
    "suited-royal-9-both": 1_500_00,
    "royal-9-both": 250_00,
    "suited-royal-9": 50_00,
    "royal-9": 25_00,
    "lose": 0,
}
NOTHING = "Ac 5d"


def at_nine_chairs_or_more(book: Rulebook, paytable: int = 1) -> HouseRules:
    """Fourteen seats at the big table, the nine of the chairs posted elsewhere."""
    text = plain(book, f"[wagers.royal-9]\npaytable = {paytable}\n")
    return opened(text.replace("seats = 6", "seats = 9"))


def terms(rules: HouseRules) -> Royal9:
    assert rules.royal9 is not None
    return rules.royal9


def royal_9(book: Rulebook) -> Wager:
    return at_nine_chairs_or_more(book).wager("royal-9")


def line(player: Hand, banker: Hand, chair: int) -> str:
    """The first printed line that fits."""
    posted = [hand(text) for text in POSTED[chair]]
    players = [number for number, own in enumerate(posted) if same(player, own)]
    bankers = [number for number, own in enumerate(posted) if same(banker, own)]
    if players and bankers:
        return "exact-match" if players == bankers else "any-two"
    if bankers == [0]:
        return "banker-k9"
    if players == [0]:
        return "player-k9"
    if player.suited and banker.suited:
        return "suited-royal-9-both"
    if player.royal and banker.royal:
        return "royal-9-both"
    if player.suited or banker.suited:
        return "suited-royal-9"
    return "royal-9" if player.royal or banker.royal else "lose"


@PAYTABLES
@CHAIRS
@EXACT_MATCH
def test_the_first_printed_line_that_fits_pays(book: Rulebook) -> None:
    wager = royal_9(book)
    seen = set()
    for chair, player, banker in product(POSTED, HANDS, HANDS):
        result = settled(wager, player, banker, chair)
        assert result.category == line(player, banker, chair), (chair, player, banker)
        seen.add(result)
    assert {result.category: awarded(wager, result, METERS) for result in seen} == {
        name: (award, 0) for name, award in AWARDS.items()
    }


@PAYTABLES
@pytest.mark.parametrize("paytable", [1, 2])
def test_both_paytables_have_the_same_lines_in_printed_order(book: Rulebook, paytable: int) -> None:
    wager = at_nine_chairs_or_more(book, paytable).wager("royal-9")
    assert [result.category for result in wager.results] == list(AWARDS)
    assert [result.verdict for result in wager.results] == [Verdict.WIN] * 8 + [Verdict.LOSE]
    assert [awarded(wager, result, METERS)[0] for result in wager.results] == list(AWARDS.values())
    assert [result.share for result in wager.results[:4]] == [1, Fraction(1, 10), 1, 1]


@PAYTABLES
@pytest.mark.parametrize("paytable, major_seed, major_rate", [(1, 50_000_00, "9.00"), (2, 25_000_00, "9.60")])
def test_a_paytable_seeds_its_meters_and_gives_their_rates(
    book: Rulebook, paytable: int, major_seed: int, major_rate: str
) -> None:
    royal = terms(at_nine_chairs_or_more(book, paytable))
    assert royal.paytable == str(paytable)
    assert {key: (meter.seed, meter.rate) for key, meter in royal.meters.items()} == {
        "major": (major_seed, Fraction(major_rate) / 100),
        "k9-banker": (350_00, Fraction(5, 100)),
        "k9-player": (350_00, Fraction(5, 100)),
    }


@CHAIRS
def test_each_of_nine_chairs_has_its_king_queen_and_jack_with_a_nine(book: Rulebook) -> None:
    posted = terms(at_nine_chairs_or_more(book)).combinations
    written = {chair: tuple(" ".join(map(repr, pair)) for pair in pairs) for chair, pairs in posted.items()}
    assert written == POSTED


@CHAIRS
def test_a_chairs_own_king_9_takes_the_meter_of_its_hand(book: Rulebook) -> None:
    wager = royal_9(book)
    for chair, (king, queen, jack) in POSTED.items():
        assert settled(wager, hand(NOTHING), hand(king), chair).category == "banker-k9"
        assert settled(wager, hand(king), hand(NOTHING), chair).category == "player-k9"
        for face in (queen, jack):
            assert settled(wager, hand(face), hand(NOTHING), chair).category == "royal-9"


@CHAIRS
def test_no_two_chairs_win_the_same_meter_at_once(book: Rulebook) -> None:
    wager = royal_9(book)
    for player, banker in product(HANDS, repeat=2):
        won = [settled(wager, player, banker, chair).pays for chair in POSTED]
        assert all(won.count(meter) <= 1 for meter in METERS)


@EXACT_MATCH
def test_an_exact_match_is_one_combination_twice_and_posted_at_that_chair(book: Rulebook) -> None:
    wager = royal_9(book)
    every = [(chair, hand(text)) for chair, texts in POSTED.items() for text in texts]
    for chair, (owner, player), (_, banker) in product(POSTED, every, every):
        matched = settled(wager, player, banker, chair).category == "exact-match"
        assert matched == (player == banker and owner == chair)


@proves("royal9.multilevel.chairs", ma_baccarat="13(i) Table 2")
def test_chairs_ten_to_fourteen_have_no_combination_and_no_meter_to_win(book: Rulebook) -> None:
    rules = at_nine_chairs_or_more(book)
    wager = rules.wager("royal-9")
    assert rules.seats == 14
    assert set(terms(rules).combinations) == {1, 2, 3, 4, 5, 6, 7, 8, 9}
    for chair, player, banker in product(range(10, 15), HANDS, HANDS):
        assert settled(wager, player, banker, chair).pays not in METERS


@proves("royal9.multilevel.chairs", ma_midi_multilevel="12(i) Table 2")
def test_a_chair_that_the_table_does_not_have_posts_nothing(book: Rulebook) -> None:
    rules = opened(plain(book, "[wagers.royal-9]\npaytable = 1\n"))
    assert set(terms(rules).combinations) == {1, 2, 3, 4, 5, 6}


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
@EXACT_MATCH
def test_the_cards_of_a_combination_may_come_in_either_order(book: Rulebook) -> None:
    wager = royal_9(book)
    for player, banker in product(HANDS, repeat=2):
        expected = settled(wager, player, banker, seat=9)
        for one, other in ((player.turned, banker), (player, banker.turned), (player.turned, banker.turned)):
            assert settled(wager, one, other, seat=9) == expected


# Chair, Player's Hand, Banker's Hand: hands that fit several lines.
FITS_SEVERAL = {
    "the King combination twice": (1, "Ks 9h", "9h Ks", "exact-match"),
    "the Jack combination twice": (1, "Js 9h", "Js 9h", "exact-match"),
    "King and Queen combination": (1, "Ks 9h", "Qs 9h", "any-two"),
    "Queen and Jack combination": (1, "Qs 9h", "Js 9h", "any-two"),
    "King-9 on Banker against a suited Royal 9": (1, "Kd 9d", "Ks 9h", "banker-k9"),
    "King-9 on Player against another chair's King-9": (1, "Ks 9h", "Ks 9d", "player-k9"),
    "another chair's combination twice": (1, "Kc 9h", "Kc 9h", "royal-9-both"),
    "own Queen combination against another Royal 9": (1, "Qs 9h", "Jd 9d", "royal-9-both"),
    "two suited Royal 9": (1, "Kd 9d", "Qc 9c", "suited-royal-9-both"),
    "a suited Royal 9 against nothing": (1, NOTHING, "9c Qc", "suited-royal-9"),
    "own Queen combination against nothing": (1, "Qs 9h", NOTHING, "royal-9"),
}


@PAYTABLES
@EXACT_MATCH
@pytest.mark.parametrize("chair, player, banker, expected", FITS_SEVERAL.values(), ids=FITS_SEVERAL)
def test_a_hand_gets_the_first_line_it_fits(
    book: Rulebook, chair: int, player: str, banker: str, expected: str
) -> None:
    assert settled(royal_9(book), hand(player), hand(banker), chair).category == expected
