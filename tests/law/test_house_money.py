"""House Money: a pair in the first two cards of either hand, or both."""

from fractions import Fraction
from itertools import product

import pytest

from punto.core.cards import DECK, Card
from punto.core.coup import play
from punto.law.rulebook import Rulebook
from punto.wagers import Verdict
from tests.law.filing import opened, plain
from tests.law.flat import outcomes, paid, verdict
from tests.proofs import proves
from tests.wagers.wagering import house_money

HOUSE_MONEY = proves(
    "wager.house-money", ma_baccarat="8(a)(7)", ma_midi="7(a)(7)", ma_midi_multilevel="7(a)(7)", ma_mini="7(a)(7)"
)
PAYS = proves("pay.house-money", ma_baccarat="13(h)", ma_midi="12(h)", ma_midi_multilevel="12(h)", ma_mini="12(h)")
NO_PAIR = (Card.of("9h"), Card.of("8c"))
READY = (Card.of("2d"), Card.of("2d"))  # third cards, if the tableau asks for them


@HOUSE_MONEY
def test_a_pair_in_either_hand_or_both_wins_and_no_pair_loses(book: Rulebook) -> None:
    wager = opened(plain(book, "[wagers.house-money]\n")).wager("house-money")
    for end, result in outcomes(wager):
        assert result.category == ("lose", "one-pair", "both-pairs")[end.pairs], end
        assert result.verdict == verdict(end.pairs > 0), end


@HOUSE_MONEY
@pytest.mark.parametrize("hand", ["player", "banker"])
def test_a_pair_is_two_cards_of_one_rank_whatever_their_suits(book: Rulebook, hand: str) -> None:
    wager = opened(plain(book, "[wagers.house-money]\n")).wager("house-money")
    assert wager.on_class is not None
    for pair in product(DECK, repeat=2):
        player, banker = (pair, NO_PAIR) if hand == "player" else (NO_PAIR, pair)
        coup = play((player[0], banker[0], player[1], banker[1], *READY))
        same_rank = repr(pair[0])[:-1] == repr(pair[1])[:-1]
        assert wager.on_class(coup.coup_class).verdict == (Verdict.WIN if same_rank else Verdict.LOSE), pair


@HOUSE_MONEY
def test_two_queens_are_a_pair_and_a_queen_and_a_king_are_none(book: Rulebook) -> None:
    assert paid(house_money(book), "Qh 3d Qc 4s 2h", 25_00) == (75_00, 25_00)
    assert paid(house_money(book), "Qh 3d Kc 4s 2h", 25_00) == (0, 0)


@HOUSE_MONEY
def test_a_third_card_makes_no_pair(book: Rulebook) -> None:
    assert paid(house_money(book), "Qh Kd 4c 3s 4h 3h", 25_00) == (0, 0)
    assert house_money(book).settles == "before-third-cards"


@PAYS
def test_one_pair_pays_three_to_one_and_two_pay_fifteen(book: Rulebook) -> None:
    wager = opened(plain(book, "[wagers.house-money]\n")).wager("house-money")
    odds = {end.pairs: result.pays for end, result in outcomes(wager)}
    assert odds == {0: 0, 1: Fraction(3), 2: Fraction(15)}
    assert paid(wager, "5h 9d 5c Ks", 20_00) == (60_00, 20_00)
    assert paid(wager, "3h 9d 5c 9s", 20_00) == (60_00, 20_00)
    assert paid(wager, "4h 9d 4c 9s", 20_00) == (300_00, 20_00)
