"""Effects of removal: that they balance, and which cards matter."""

from fractions import Fraction

from punto.core.cards import RANKS, Composition, cards
from punto.law.rulebook import load
from punto.odds import sheet
from punto.odds.queries import effects
from punto.wagers.book import known

MINI = known(load("ma-mini"))
POINTS = [wager for wager in MINI if wager.on_class]


def test_effects_balance_for_every_wager_on_points_and_pairs() -> None:
    shoe = Composition.of("A=3,2=1,4=4,5=2,6=2,8=4,9=2,T=2,K=1")
    table = effects(shoe, POINTS)
    assert set(table) == {wager.key for wager in POINTS}
    for key, effect in table.items():
        assert sum(effect[rank] * number for rank, number in zip(RANKS, shoe.ranks, strict=True) if number) == 0, key
        assert any(effect.values()), key


def test_an_effect_is_the_difference_of_two_sheets() -> None:
    shoe = Composition.decks(1)
    change = sheet(shoe.without(cards("4s")), POINTS)["player"].ev - sheet(shoe, POINTS)["player"].ev
    assert effects(shoe, POINTS[:1])["player"]["4"] == change


def test_a_four_out_hurts_the_player_most_and_a_six_helps_most() -> None:
    effect = effects(Composition.decks(8), POINTS[:1])["player"]
    assert min(effect, key=effect.__getitem__) == "4"
    assert max(effect, key=effect.__getitem__) == "6"
    assert [round(100 * float(effect[rank]), 4) for rank in ("4", "6")] == [-0.0120, 0.0113]


def test_royal_9_is_averaged_over_the_suits() -> None:
    shoe = Composition.of_cards(cards("9s 9h Ks Kh Kd 2c 3c 4c 5c 6c"))
    royal = [wager for wager in MINI if wager.on_opening]
    meters = {"star": 5_000_000, "spade": 350_000, "heart": 350_000}
    table = effects(shoe, royal, meters=meters)["royal-9"]
    assert table["9"] < 0 < table["2"]
    whole = sum((table[rank] * number for rank, number in zip(RANKS, shoe.ranks, strict=True) if number), Fraction(0))
    assert whole == 0


def test_a_rank_that_is_out_has_no_effect_and_a_shoe_by_rank_no_royal_9() -> None:
    table = effects(Composition.of("A=4,2=4,9=4"), MINI)
    assert "royal-9" not in table
    assert list(table["player"]) == ["A", "2", "9"]
