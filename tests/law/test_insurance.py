"""Dragon 7 and Panda 8 Insurance: what wins them, what they pay, and that they are for EZ tables."""

from fractions import Fraction

import pytest

from punto.law.rulebook import Rulebook
from punto.rules.review import review
from punto.wagers import Verdict
from tests.law.filing import easy, found, opened, plain
from tests.law.flat import outcome, outcomes, paid, verdict
from tests.proofs import proves
from tests.wagers.wagering import dragon_7, panda_8

DRAGON_7 = proves(
    "wager.dragon-7",
    ma_baccarat="8(a)(5)",
    ma_midi="7(a)(5)",
    ma_midi_multilevel="7(a)(5)",
    ma_mini="7(a)(5)",
    md_mini=".07A(5)",
)
PANDA_8 = proves(
    "wager.panda-8", ma_baccarat="8(a)(6)", ma_midi="7(a)(6)", ma_midi_multilevel="7(a)(6)", ma_mini="7(a)(6)"
)
PAYS_DRAGON_7 = proves(
    "pay.dragon-7", ma_baccarat="13(f)", ma_midi="12(f)", ma_midi_multilevel="12(f)", ma_mini="12(f)", md_mini=".12G"
)
PAYS_PANDA_8 = proves("pay.panda-8", ma_baccarat="13(g)", ma_midi="12(g)", ma_midi_multilevel="12(g)", ma_mini="12(g)")

# Cards as they leave the shoe.
NEARLY = {
    "7 with two cards": "2h 3s 4d 4h",
    "7 against 7": "3h 2s 4d 3h 2c",
    "7 under 8": "Kh 2s 3d 3h 5c 2d",
    "8 with two cards": "Kh 2s 8d 5h",
    "8 against 8": "Kh 2s 3d 3h 5c 3c",
    "8 under 9": "Kh 2s 3d 3h 5c 4d",
}


@DRAGON_7
def test_dragon_7_insurance_wins_on_a_dragon_7_and_on_nothing_else(book: Rulebook) -> None:
    wager = opened(easy(book)).wager("dragon-7")
    for end, result in outcomes(wager):
        assert result.verdict == verdict(end.dragon_7), end


@PANDA_8
def test_panda_8_insurance_wins_on_a_panda_8_and_on_nothing_else(book: Rulebook) -> None:
    wager = opened(easy(book)).wager("panda-8")
    for end, result in outcomes(wager):
        assert result.verdict == verdict(end.panda_8), end


@DRAGON_7
@pytest.mark.parametrize("dealt", NEARLY.values(), ids=NEARLY)
def test_what_is_nearly_a_dragon_7_loses_its_insurance(book: Rulebook, dealt: str) -> None:
    assert outcome(dragon_7(book), dealt).verdict == Verdict.LOSE


@PANDA_8
@pytest.mark.parametrize("dealt", [cards for name, cards in NEARLY.items() if name != "7 under 8"])
def test_what_is_nearly_a_panda_8_loses_its_insurance(book: Rulebook, dealt: str) -> None:
    assert outcome(panda_8(book), dealt).verdict == Verdict.LOSE


@PAYS_DRAGON_7
def test_a_dragon_7_pays_forty_to_one(book: Rulebook) -> None:
    wager = opened(easy(book)).wager("dragon-7")
    assert {result.pays for end, result in outcomes(wager) if end.dragon_7} == {Fraction(40)}
    assert paid(wager, "2h 2s 4d 3h 2c", 25_00) == (1_000_00, 25_00)


@PAYS_PANDA_8
def test_a_panda_8_pays_twenty_five_to_one(book: Rulebook) -> None:
    wager = opened(easy(book)).wager("panda-8")
    assert {result.pays for end, result in outcomes(wager) if end.panda_8} == {Fraction(25)}
    assert paid(wager, "Kh 2s 3d 3h 5c 2d", 4_00) == (100_00, 4_00)


@DRAGON_7
def test_dragon_7_insurance_is_for_ez_tables_only(book: Rulebook) -> None:
    refused = review(plain(book, "[wagers.dragon-7]\n"))
    assert found(refused) == [("ez-only", "$.wagers.dragon-7", book.section("wager.dragon-7"))]
    assert "dragon-7" in opened(easy(book)).limits


@PANDA_8
def test_panda_8_insurance_is_for_ez_tables_only(book: Rulebook) -> None:
    refused = review(plain(book, "[wagers.panda-8]\n"))
    assert found(refused) == [("ez-only", "$.wagers.panda-8", book.section("wager.panda-8"))]
    assert "panda-8" in opened(easy(book)).limits
