"""What cards are worth, and what a hand counts."""

from itertools import product

from punto.core.cards import Card, cards, count
from punto.law.rulebook import Rulebook
from tests.proofs import proves

WORTH = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 0, "J": 0, "Q": 0, "K": 0}


@proves("points.values", ma_baccarat="6(a)", ma_midi="6(a)", ma_midi_multilevel="6(a)", ma_mini="6(a)", md_mini=".06A")
def test_a_card_counts_its_face_an_ace_one_a_ten_and_a_face_card_nothing(book: Rulebook) -> None:
    assert book.law.points.values.values == WORTH
    assert {(rank, suit): Card.of(rank + suit).value for rank in WORTH for suit in "cdhs"} == {
        (rank, suit): value for rank, value in WORTH.items() for suit in "cdhs"
    }
    assert not book.checked.findings


@proves("points.count/total")
@proves("points.count", ma_baccarat="6(b)", ma_midi="6(b)", ma_midi_multilevel="6(b)", ma_mini="6(b)", md_mini=".06B-C")
def test_a_hand_counts_the_right_digit_of_its_total(book: Rulebook) -> None:
    for number in (2, 3):
        for ranks in product(WORTH, repeat=number):
            total = sum(WORTH[rank] for rank in ranks)
            assert str(count(Card.of(f"{rank}h") for rank in ranks)) == str(total)[-1]
    assert not book.checked.findings


@proves("points.count/example-7", "points.count/example-2")
@proves("points.count", ma_baccarat="6(b)", ma_midi="6(b)", ma_midi_multilevel="6(b)", ma_mini="6(b)")
def test_a_hand_counts_as_in_the_documents_examples(book: Rulebook) -> None:
    assert count(cards("Ac 2d 4h")) == 7
    assert sum(card.value for card in cards("Ac 2d 9h")) == 12
    assert count(cards("Ac 2d 9h")) == 2
    assert not book.checked.findings
