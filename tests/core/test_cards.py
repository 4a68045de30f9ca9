"""Cards: reading, writing, counting, and shoes as counts of cards."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.core.cards import (
    DECK,
    RANKS,
    SUIT_NAMES,
    SUITS,
    SYMBOLS,
    VALUES,
    Card,
    CardError,
    Composition,
    cards,
    count,
    rank_of,
)

some_cards = st.lists(st.sampled_from(DECK), max_size=30)


def test_there_are_52_cards_each_by_its_number() -> None:
    assert len(DECK) == len(set(map(str, DECK))) == 52
    assert [int(card) for card in DECK] == list(range(52))
    assert [(card.suit, card.rank) for card in DECK] == [(suit, rank) for suit in range(4) for rank in range(1, 14)]
    assert len(SUITS) == len(SUIT_NAMES) == len(SYMBOLS) == 4


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_read_as_it_is_written(card: Card) -> None:
    assert Card.of(str(card)) == Card.of(repr(card)) == Card.of(card.symbol) == card
    assert Card.of(str(card).upper()) == Card.of(str(card).lower()) == card
    assert pickle.loads(pickle.dumps(card)) == copy.deepcopy(card) == card
    assert type(copy.copy(card)) is Card


@pytest.mark.parametrize("text, card", [("Th", "10h"), ("td", "10d"), ("aS", "As"), ("K♠", "Ks"), ("10♥", "10h")])
def test_other_ways_to_write_a_card(text: str, card: str) -> None:
    assert str(Card.of(text)) == card


@pytest.mark.parametrize("text", ["", "4", "h", "1h", "11h", "0h", "4x", "h4", "4 h", " 4h", "Ahh", "♥4", "🂡"])
def test_what_is_no_card_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(CardError) as refusal:
        Card.of(text)
    assert str(refusal.value).startswith(f"invalid card {text!r}: use a rank")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("number", [-1, 52, 1000])
def test_no_card_has_another_number(number: int) -> None:
    with pytest.raises(CardError, match=f"invalid card number {number}: use 0 to 51"):
        Card(number)


def test_ace_counts_one_pips_count_themselves_ten_and_faces_nothing() -> None:
    values = {name: Card.of(f"{name}h").value for name in RANKS}
    assert values == {"A": 1} | {str(pips): pips for pips in range(2, 10)} | dict.fromkeys(("10", "J", "Q", "K"), 0)
    assert tuple(values.values()) == VALUES


@pytest.mark.parametrize(
    "hand, points", [("", 0), ("Ah 2c 9d", 2), ("Kh Qd", 0), ("9h 9s 9d", 7), ("5h 5d", 0), ("4c 5s", 9)]
)
def test_only_the_right_digit_of_a_total_counts(hand: str, points: int) -> None:
    assert count(cards(hand)) == points


def test_cards_are_parted_by_blanks_or_commas() -> None:
    assert cards("9s 9h Kd") == cards("9s,9h, Kd ") == (Card.of("9s"), Card.of("9h"), Card.of("Kd"))
    assert cards("  ") == ()


@pytest.mark.parametrize("text, rank", [("A", 1), ("a", 1), ("10", 10), ("T", 10), ("t", 10), ("K", 13), ("k", 13)])
def test_ranks(text: str, rank: int) -> None:
    assert rank_of(text) == rank


@pytest.mark.parametrize("text", ["", "1", "11", "X", "AK"])
def test_what_is_no_rank_is_refused(text: str) -> None:
    with pytest.raises(CardError, match=r"invalid rank .*: use A 2 … 9 10 J Q K"):
        rank_of(text)


# ---------------------------------------------------------------- compositions


@pytest.mark.parametrize("decks", [1, 6, 8, 16])
def test_full_decks(decks: int) -> None:
    shoe = Composition.decks(decks)
    assert shoe.total == 52 * decks
    assert shoe.ranks == tuple(shoe) == (4 * decks,) * 13
    assert shoe.values == (16 * decks,) + (4 * decks,) * 9
    assert shoe == Composition.of_cards(DECK * decks)


def test_a_shoe_by_rank_is_read_as_it_is_written() -> None:
    shoe = Composition.of("A=1, 2=2,T=30 ,K=0")
    assert str(shoe) == "A=1,2=2,3=0,4=0,5=0,6=0,7=0,8=0,9=0,10=30,J=0,Q=0,K=0"
    assert Composition.of(str(shoe)) == shoe == Composition.of_ranks({1: 1, 2: 2, 10: 30})
    assert (shoe.total, shoe.values, shoe.suited) == (33, (30, 1, 2, 0, 0, 0, 0, 0, 0, 0), None)
    assert Composition.of("").total == 0


@pytest.mark.parametrize(
    "text, words",
    [
        ("A", "invalid count 'A': use a rank, =, a whole number, like A=32"),
        ("A=", "invalid count 'A='"),
        ("A=x", "invalid count 'A=x'"),
        ("A=1.5", "invalid count 'A=1.5'"),
        ("Z=1", "invalid rank 'Z'"),
        ("1=1", "invalid rank '1'"),
        ("A=1,a=2", "rank A is given twice"),
        ("10=1,T=2", "rank 10 is given twice"),
        ("A=-1", "a shoe cannot hold -1 cards of rank A"),
    ],
)
def test_what_is_no_shoe_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(CardError) as refusal:
        Composition.of(text)
    assert str(refusal.value).startswith(words)


def test_a_composition_has_13_counts_or_52_and_none_below_zero() -> None:
    with pytest.raises(CardError, match="13 counts by rank, or 52 by card"):
        Composition((1,) * 12)
    with pytest.raises(CardError, match="13 counts by rank, or 52 by card"):
        Composition((4,) * 13, (1,) * 51)
    with pytest.raises(CardError, match="a shoe cannot hold -1 of Ac"):
        Composition((4,) * 13, (-1,) + (1,) * 51)
    with pytest.raises(CardError, match="at least one deck, not 0"):
        Composition.decks(0)


@given(some_cards, some_cards)
def test_taking_out_undoes_putting_in(held: list[Card], more: list[Card]) -> None:
    assert Composition.of_cards(held + more).without(more) == Composition.of_cards(held)
    by_rank = Composition(Composition.of_cards(held + more).ranks)
    assert by_rank.without(more).ranks == Composition.of_cards(held).ranks
    assert by_rank.without(more).suited is None


def test_what_is_not_there_cannot_be_taken() -> None:
    eight = Composition.decks(8)
    assert eight.without(cards("Ks " * 8)).total == 408
    with pytest.raises(CardError, match="no Ks is left to take: the shoe held 8"):
        eight.without(cards("Ks " * 9))
    with pytest.raises(CardError, match="no K is left to take"):
        Composition.of("K=1").without(cards("Ks Kh"))
    assert eight == Composition.decks(8)  # nothing was taken from it
