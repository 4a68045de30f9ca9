"""The wagers on Banker, Player and Tie, in every coup there is."""

from collections.abc import Callable

import pytest

from punto.law.rulebook import Rulebook
from punto.wagers import Verdict
from tests.law.filing import easy, opened, plain
from tests.law.flat import outcome, outcomes, verdict
from tests.proofs import proves
from tests.wagers.wagering import banker, ez_banker, player, tie

BANKER = proves(
    "wager.banker",
    ma_baccarat="8(a)(1)",
    ma_midi="7(a)(1)",
    ma_midi_multilevel="7(a)(1)",
    ma_mini="7(a)(1)",
    md_mini=".07A(1)",
)
PLAYER = proves(
    "wager.player",
    ma_baccarat="8(a)(2)",
    ma_midi="7(a)(2)",
    ma_midi_multilevel="7(a)(2)",
    ma_mini="7(a)(2)",
    md_mini=".07A(2)",
)
TIE = proves(
    "wager.tie",
    ma_baccarat="8(a)(3)",
    ma_midi="7(a)(3)",
    ma_midi_multilevel="7(a)(3)",
    ma_mini="7(a)(3)",
    md_mini=".07A(3)",
)
WIN, LOSE, PUSH = Verdict.WIN, Verdict.LOSE, Verdict.PUSH

# Cards as they leave the shoe, and what becomes of Player, Banker, Banker at an EZ table, Tie.
COUPS = {
    "natural 9 over 6": ("4h Kd 2c 9s", LOSE, WIN, WIN, LOSE),
    "7 over 6": ("3h Kd 4d 6s", WIN, LOSE, LOSE, LOSE),
    "6 and 6": ("2h Kc 4d 6d", PUSH, PUSH, PUSH, WIN),
    "0 and 0": ("Kh Kc Qd Qs Jh Jc", PUSH, PUSH, PUSH, WIN),
    "three-card 7 over 6": ("2h 2s 4d 3h 2c", LOSE, WIN, PUSH, LOSE),
    "two-card 7 over 6": ("2h 3s 4d 4h", LOSE, WIN, WIN, LOSE),
    "three-card 7 and 7": ("3h 2s 4d 3h 2c", PUSH, PUSH, PUSH, WIN),
    "three-card 8 over three-card 7": ("Kh 2s 3d 3h 5c 2d", WIN, LOSE, LOSE, LOSE),
    "three-card 8 under three-card 9": ("Kh 2s 3d 3h 5c 4d", LOSE, WIN, WIN, LOSE),
}


@BANKER
def test_banker_wins_above_loses_below_and_pushes_on_equal_counts(book: Rulebook) -> None:
    wager = opened(plain(book)).wager("banker")
    for end, result in outcomes(wager):
        assert result.verdict == verdict(end.banker > end.player, pushed=end.banker == end.player), end


@BANKER
def test_banker_at_an_ez_table_pushes_on_a_dragon_7_besides(book: Rulebook) -> None:
    wager = opened(easy(book)).wager("ez-banker")
    for end, result in outcomes(wager):
        won = end.banker > end.player and not end.dragon_7
        assert result.verdict == verdict(won, pushed=end.banker == end.player or end.dragon_7), end


@PLAYER
@pytest.mark.parametrize("table", [plain, easy])
def test_player_wins_above_loses_below_and_pushes_on_equal_counts(
    book: Rulebook, table: Callable[[Rulebook], str]
) -> None:
    wager = opened(table(book)).wager("player")
    for end, result in outcomes(wager):
        assert result.verdict == verdict(end.player > end.banker, pushed=end.player == end.banker), end


@proves("wager.player", ma_baccarat="8(a)(2)", ma_midi="7(a)(2)", ma_midi_multilevel="7(a)(2)", ma_mini="7(a)(2)")
def test_player_wins_on_a_panda_8(book: Rulebook) -> None:
    assert book.provisions["wager.player"].terms["wins-on"] == ["panda-8"]
    pandas = [result for end, result in outcomes(player(book)) if end.panda_8]
    assert len(pandas) > 100
    assert {result.verdict for result in pandas} == {WIN}


@PLAYER
def test_player_loses_on_a_dragon_7(book: Rulebook) -> None:
    assert book.provisions["wager.player"].terms["loses-on"] == ["dragon-7"]
    dragons = [result for end, result in outcomes(player(book)) if end.dragon_7]
    assert len(dragons) > 100
    assert {result.verdict for result in dragons} == {LOSE}


@TIE
def test_tie_wins_on_equal_counts_and_on_nothing_else(book: Rulebook) -> None:
    wager = opened(plain(book)).wager("tie")
    for end, result in outcomes(wager):
        assert result.verdict == verdict(end.player == end.banker), end


@BANKER
@PLAYER
@TIE
@pytest.mark.parametrize("dealt, on_player, on_banker, on_ez_banker, on_tie", COUPS.values(), ids=COUPS)
def test_a_coup_settles_the_main_wagers(
    book: Rulebook, dealt: str, on_player: Verdict, on_banker: Verdict, on_ez_banker: Verdict, on_tie: Verdict
) -> None:
    wagers = player(book), banker(book), ez_banker(book), tie(book)
    assert [outcome(wager, dealt).verdict for wager in wagers] == [on_player, on_banker, on_ez_banker, on_tie]


@BANKER
@PLAYER
@TIE
def test_a_wager_cites_the_place_that_names_it(book: Rulebook) -> None:
    wagers = opened(plain(book)).wagers
    where = "8(a)" if book.id == "ma-baccarat" else ".07A" if book.id == "md-mini" else "7(a)"
    assert {wager.key: wager.section for wager in wagers} == {
        "banker": f"{where}(1)",
        "player": f"{where}(2)",
        "tie": f"{where}(3)",
    }
    assert [wager.hand for wager in wagers] == ["player", "banker", None]
    assert not book.checked.findings
