"""The documents' own words: natural, Dragon 7, Panda 8, EZ, curator, free hand."""

import pytest

from punto.core.cards import cards
from punto.core.coup import play
from punto.core.tableau import natural
from punto.law.rulebook import Rulebook, documents, load
from punto.rules.review import review
from tests.law.filing import found, opened, plain
from tests.law.flat import endings
from tests.proofs import proves

NATURAL = proves("def.natural", ma_baccarat="1", ma_midi="1", ma_midi_multilevel="1", ma_mini="1", md_mini=".01")
DRAGON_7 = proves("def.dragon-7", ma_baccarat="1", ma_midi="1", ma_midi_multilevel="1", ma_mini="1", md_mini=".01")
PANDA_8 = proves("def.panda-8", ma_baccarat="1", ma_midi="1", ma_midi_multilevel="1", ma_mini="1")


@NATURAL
def test_a_natural_is_eight_or_nine_with_the_first_two_cards(book: Rulebook) -> None:
    assert [two for two in range(10) if natural(two)] == [8, 9]
    assert play(cards("4h Kd 4c 9s")).ended == "natural"
    assert play(cards("Kh 2s 3d 3h 5c 4d")).points == (8, 9)
    assert play(cards("Kh 2s 3d 3h 5c 4d")).ended == "drawn"
    assert not book.checked.findings


@DRAGON_7
def test_a_dragon_7_is_a_three_card_banker_7_over_less(book: Rulebook) -> None:
    assert all(coup.dragon_7 == end.dragon_7 for coup, end in endings())
    assert play(cards("2h 2s 4d 3h 2c")).coup_class.dragon_7
    assert not book.checked.findings


@PANDA_8
def test_a_panda_8_is_a_three_card_player_8_over_less(book: Rulebook) -> None:
    assert all(coup.panda_8 == end.panda_8 for coup, end in endings())
    assert play(cards("Kh 2s 3d 3h 5c 2d")).coup_class.panda_8
    assert not book.checked.findings


@proves("def.natural", md_mini=".01")
@proves("def.dragon-7", md_mini=".01")
@proves("def.ez", md_mini=".01")
def test_maryland_takes_its_definitions_from_another_chapter(book: Rulebook) -> None:
    for key in ("def.natural", "def.dragon-7", "def.ez"):
        assert book.provisions[key].terms["by"] == "COMAR 36.05.10"


@proves("def.curator", ma_baccarat="1")
def test_a_player_holds_the_shoe_and_deals_as_the_dealer_says(book: Rulebook) -> None:
    assert dict(book.provisions["def.curator"].terms) == {"is": "player", "holds": "shoe", "directed-by": "dealer"}
    assert opened(plain(book)).curator
    assert [name for name in documents() if opened(plain(load(name))).curator] == ["ma-baccarat"]


@proves("def.free-hand", ma_mini="1")
def test_a_free_hand_is_dealt_without_wagers(book: Rulebook) -> None:
    asked = plain(book).replace("[deal]", "[deal]\nfree-hands = true")
    assert opened(asked).free_hands
    assert not opened(plain(book)).free_hands
    assert book.provisions["def.free-hand"].terms["wagers"] is False


@pytest.mark.parametrize("name", [name for name in documents() if name != "ma-mini"])
def test_only_mini_baccarat_in_massachusetts_knows_a_free_hand(name: str) -> None:
    asked = plain(load(name)).replace("[deal]", "[deal]\nfree-hands = true")
    assert [code for code, _, _ in found(review(asked))] == ["not-a-choice"]
