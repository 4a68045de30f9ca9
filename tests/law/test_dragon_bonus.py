"""The Dragon Bonus on either hand: in every coup there is, and line by line of its three paytables."""

from fractions import Fraction

import pytest

from punto.law.rulebook import Rulebook
from punto.wagers import Verdict, WagerError, pay
from punto.wagers.facts import Hand
from tests.law.filing import opened, plain
from tests.law.flat import Ending, outcome, outcomes, paid
from tests.proofs import proves
from tests.wagers.wagering import dragon_bonus

DRAGON_BONUS = proves(
    "wager.dragon-bonus",
    ma_baccarat="8(a)(4)",
    ma_midi="7(a)(4)",
    ma_midi_multilevel="7(a)(4)",
    ma_mini="7(a)(4)",
    md_mini=".07A(4)",
)
PAYS = proves(
    "pay.dragon-bonus",
    ma_baccarat="13(e)",
    ma_midi="12(e)",
    ma_midi_multilevel="12(e)",
    ma_mini="12(e)",
    md_mini=".12E-F",
)
HANDS: tuple[Hand, ...] = ("player", "banker")


def line(end: Ending, hand: Hand) -> str:
    """The line of the paytable on which a coup falls for the wager on one hand."""
    own, other, own_natural, other_natural = end.player, end.banker, end.player_natural, end.banker_natural
    if hand == "banker":
        own, other, own_natural, other_natural = other, own, other_natural, own_natural
    if own_natural and other_natural:
        return "natural-tie" if own == other else "natural" if own == 9 else "lose"
    if own_natural:
        return "natural"
    return f"by-{own - other}" if own - other >= 4 else "lose"


@proves("wager.dragon-bonus/no-lead")
@DRAGON_BONUS
@pytest.mark.parametrize("hand", HANDS)
def test_it_wins_by_a_natural_or_by_four_points_and_pushes_on_equal_naturals(book: Rulebook, hand: Hand) -> None:
    verdicts = {"natural-tie": Verdict.PUSH, "lose": Verdict.LOSE}
    for end, result in outcomes(dragon_bonus(book, hand)):
        expected = line(end, hand)
        assert (result.category, result.verdict) == (expected, verdicts.get(expected, Verdict.WIN)), end


@DRAGON_BONUS
def test_it_may_be_made_on_either_hand_or_both(book: Rulebook) -> None:
    both = "".join(f"[wagers.dragon-bonus-{hand}]\npaytable = 'A'\n" for hand in HANDS)
    assert {"dragon-bonus-player", "dragon-bonus-banker"} <= opened(plain(book, both)).limits.keys()
    assert book.provisions["wager.dragon-bonus"].terms["hands"] == ["player", "banker"]
    with pytest.raises(WagerError, match="no wager 'dragon-bonus-dealer'"):
        dragon_bonus(book, "dealer")  # type: ignore[arg-type]


# Cards as they leave the shoe, and what becomes of the wager on Player and on Banker.
COUPS = {
    "natural 9 over 0": ("9h Kd Kc Qs", "natural", "lose"),
    "natural 8 over 7": ("3h 8d 4c Qs", "lose", "natural"),
    "natural 9 over natural 8": ("9h 8d Kc Qs", "natural", "lose"),
    "natural 8 under natural 9": ("8h 9d Kc Qs", "lose", "natural"),
    "natural 9 and natural 9": ("9h 5d Kc 4s", "natural-tie", "natural-tie"),
    "natural 8 and natural 8": ("8h 4d Kc 4s", "natural-tie", "natural-tie"),
    "three-card 9 over 0": ("Kh Qd Jc Ks 9h 10c", "by-9", "lose"),
    "7 over 3": ("3h Kd 4c As 2h", "by-4", "lose"),
    "7 over 4": ("3h Kd 4c As 3h", "lose", "lose"),
    "6 and 6": ("2h Kd 4c 6s", "lose", "lose"),
}


@proves("wager.dragon-bonus/no-lead")
@DRAGON_BONUS
@pytest.mark.parametrize("dealt, on_player, on_banker", COUPS.values(), ids=COUPS)
def test_a_coup_settles_the_dragon_bonus(book: Rulebook, dealt: str, on_player: str, on_banker: str) -> None:
    assert [outcome(dragon_bonus(book, hand), dealt).category for hand in HANDS] == [on_player, on_banker]


LINES = ("by-9", "by-8", "by-7", "by-6", "by-5", "by-4", "natural")  # as printed
PAYTABLES = {
    "A": (30, 10, 6, 4, 2, 1, 1),
    "B": (20, 8, 7, 4, 3, 1, 1),
    "C": (30, 10, 4, 4, 2, 2, 1),
}
WON_BY_PLAYER = (
    "Kh Qd Jc Ks 9h 10c",
    "Kh Qd Jc Ks 9h Ac",
    "3h Qd 4c Ks 10h",
    "3h Qd 4c Ks Ah",
    "3h Qd 4c Ks 2h",
    "3h Qd 4c Ks 3h",
    "9h Qd Kc Ks",
)


@PAYS
@pytest.mark.parametrize("paytable", PAYTABLES)
def test_a_winning_line_pays_its_odds(book: Rulebook, paytable: str) -> None:
    rules = opened(plain(book, f"[wagers.dragon-bonus-player]\npaytable = '{paytable}'\n"))
    wager = rules.wager("dragon-bonus-player")
    printed = [(result.category, result.pays) for result in wager.results if result.verdict == Verdict.WIN]
    assert printed == list(zip(LINES, map(Fraction, PAYTABLES[paytable]), strict=True))
    for name, odds, dealt in zip(LINES, PAYTABLES[paytable], WON_BY_PLAYER, strict=True):
        assert outcome(wager, dealt).category == name
        assert paid(wager, dealt, 25_00) == (25_00 * odds, 25_00)


@PAYS
@pytest.mark.parametrize("hand", HANDS)
def test_a_natural_tie_gives_the_stake_back(book: Rulebook, hand: Hand) -> None:
    assert paid(dragon_bonus(book, hand), "9h 5d Kc 4s", 25_00) == (0, 25_00)


@PAYS
def test_no_vigorish_is_taken_of_a_dragon_bonus(book: Rulebook) -> None:
    rules = opened(plain(book, "[wagers.dragon-bonus-banker]\npaytable = 'A'\n"))
    assert rules.vigorish is not None
    wager = rules.wager("dragon-bonus-banker")
    for _, result in outcomes(wager):
        assert pay(wager, result, 25_00, rules.vigorish, {}).vigorish == 0
