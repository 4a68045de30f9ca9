"""What Player and Banker pay, and the vigorish on a Banker win."""

from fractions import Fraction

import pytest

from punto.law.rulebook import Rulebook
from punto.wagers import Verdict, pay
from tests.law.filing import easy, opened, plain
from tests.law.flat import outcome, outcomes, paid
from tests.proofs import proves

PLAYER = proves(
    "pay.player", ma_baccarat="13(a)", ma_midi="12(a)", ma_midi_multilevel="12(a)", ma_mini="12(a)", md_mini=".12A"
)
BANKER = proves(
    "pay.banker", ma_baccarat="13(c)", ma_midi="12(c)", ma_midi_multilevel="12(c)", ma_mini="12(c)", md_mini=".12C"
)
EZ = proves("def.ez", ma_baccarat="1", ma_midi="1", ma_midi_multilevel="1", ma_mini="1", md_mini=".01")
STAKES = (5_00, 25_00, 100_00, 33_35, 10_000_00)

PLAYER_WINS, BANKER_WINS, TIE, DRAGON_7 = "3h Kd 4d 6s", "4h Kd 2c 9s", "2h Kc 4d 6d", "2h 2s 4d 3h 2c"


@PLAYER
def test_player_pays_one_to_one(book: Rulebook) -> None:
    wager = opened(plain(book)).wager("player")
    assert {result.pays for _, result in outcomes(wager) if result.verdict == Verdict.WIN} == {Fraction(1)}
    assert [paid(wager, PLAYER_WINS, stake) for stake in STAKES] == [(stake, stake) for stake in STAKES]
    assert paid(wager, TIE, 25_00) == (0, 25_00)
    assert paid(wager, BANKER_WINS, 25_00) == (0, 0)
    assert wager.vigorish is False


@BANKER
def test_banker_pays_one_to_one(book: Rulebook) -> None:
    for rules, key in ((opened(plain(book)), "banker"), (opened(easy(book)), "ez-banker")):
        wager = rules.wager(key)
        assert {result.pays for _, result in outcomes(wager) if result.verdict == Verdict.WIN} == {Fraction(1)}
        assert [paid(wager, BANKER_WINS, stake) for stake in STAKES] == [(stake, stake) for stake in STAKES]
        assert paid(wager, TIE, 25_00) == (0, 25_00)
        assert paid(wager, PLAYER_WINS, 25_00) == (0, 0)


@BANKER
@pytest.mark.parametrize(
    "stake, vigorish",
    [(5_00, Fraction(25)), (100_00, Fraction(5_00)), (10_000_00, Fraction(500_00)), (33_35, Fraction("166.75"))],
)
def test_vigorish_is_five_percent_of_what_banker_wins(book: Rulebook, stake: int, vigorish: Fraction) -> None:
    rules = opened(plain(book))
    wager = rules.wager("banker")
    assert pay(wager, outcome(wager, BANKER_WINS), stake, rules.vigorish, {}).vigorish == vigorish
    for dealt in (PLAYER_WINS, TIE):
        assert pay(wager, outcome(wager, dealt), stake, rules.vigorish, {}).vigorish == 0


@BANKER
def test_vigorish_is_owed_on_no_other_wager(book: Rulebook) -> None:
    rules = opened(plain(book))
    for wager in rules.wagers:
        owed = {pay(wager, result, 100_00, rules.vigorish, {}).vigorish for _, result in outcomes(wager)}
        assert owed == ({0, 5_00} if wager.key == "banker" else {0})


@proves("result.pay-order/ez")
@proves(
    "result.pay-order",
    ma_baccarat="12(b)",
    ma_midi="11(b)",
    ma_midi_multilevel="11(b)",
    ma_mini="11(b)",
    md_mini=".11B(1)-(3)",
)
@EZ
def test_an_ez_table_collects_no_vigorish(book: Rulebook) -> None:
    rules = opened(easy(book))
    assert rules.vigorish is None
    assert rules.wager("ez-banker").vigorish is False
    wager = rules.wager("ez-banker")
    at_five_percent = opened(plain(book)).vigorish
    assert {pay(wager, result, 100_00, at_five_percent, {}).vigorish for _, result in outcomes(wager)} == {0}


@EZ
def test_an_ez_table_pays_banker_in_full_and_gives_it_back_on_a_dragon_7(book: Rulebook) -> None:
    wager = opened(easy(book)).wager("ez-banker")
    assert paid(wager, BANKER_WINS, 40_00) == (40_00, 40_00)
    assert paid(wager, DRAGON_7, 40_00) == (0, 40_00)
