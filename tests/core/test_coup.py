"""Coups: dealt by the tableau, and what wagers read of them."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.core.cards import DECK, Card, CardError, cards, count
from punto.core.coup import CoupClass, classes, play
from punto.core.tableau import NONE, banker_draws, natural, player_draws

POINTS = [coup for coup in classes() if not coup.player_pair and not coup.banker_pair]
six_cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)


@pytest.mark.parametrize(
    "shoe, line, ended",
    [
        ("4h Kd 2c 9s", "P 4h 2c = 6, B Kd 9s = 9: banker", "natural"),
        ("9h 9d Kc Ks", "P 9h Kc = 9, B 9d Ks = 9: tie", "natural"),
        ("6h Kd Kc 7s", "P 6h Kc = 6, B Kd 7s = 7: banker", "stood"),
        ("7h 5d Kc Ks 2h", "P 7h Kc = 7, B 5d Ks 2h = 7: tie", "drawn"),
        ("2h 3d Kc Ks 8h", "P 2h Kc 8h = 0, B 3d Ks = 3: banker", "drawn"),
        ("2h 3d Kc Ks 7h 4c", "P 2h Kc 7h = 9, B 3d Ks 4c = 7: player", "drawn"),
    ],
)
def test_a_coup_is_played_by_the_tableau(shoe: str, line: str, ended: str) -> None:
    coup = play(cards(shoe))
    assert (str(coup), repr(coup), coup.ended) == (line, line, ended)
    assert coup.dealt == cards(shoe)
    assert coup.opening == ((coup.player[0], coup.player[1]), (coup.banker[0], coup.banker[1]))


@given(six_cards)
def test_a_coup_takes_the_cards_it_needs_and_no_more(shoe: list[Card]) -> None:
    source = iter(shoe)
    coup = play(source)
    assert (*coup.dealt, *source) == tuple(shoe)
    assert play(coup.dealt) == coup


@given(six_cards, st.integers(0, 5))
def test_too_few_cards_make_no_coup(shoe: list[Card], few: int) -> None:
    if few < len(play(shoe).dealt):
        with pytest.raises(CardError, match="too few cards to finish the coup"):
            play(shoe[:few])


@given(six_cards)
def test_what_wagers_read_is_what_lies_on_the_felt(shoe: list[Card]) -> None:
    coup = play(shoe)
    seen = coup.coup_class
    assert seen in classes()
    assert (seen.player, seen.banker) == coup.points == (count(coup.player), count(coup.banker))
    assert (seen.player_third == NONE, seen.banker_third == NONE) == (len(coup.player) == 2, len(coup.banker) == 2)
    assert seen.player_pair == (coup.player[0].rank == coup.player[1].rank)
    assert coup.winner == seen.winner
    higher = {True: "player", False: "banker"}[seen.player > seen.banker]
    assert coup.winner == ("tie" if seen.player == seen.banker else higher)
    assert (coup.ended == "natural") == (natural(seen.player_two) or natural(seen.banker_two))
    assert (coup.ended == "drawn") == (len(coup.dealt) > 4)


def test_there_are_13576_classes_and_each_can_end() -> None:
    assert len(classes()) == len(set(classes())) == 13_576
    assert len(POINTS) == 13_576 // 4
    for player, banker, third, last, *_ in classes():
        assert (third != NONE) == player_draws(player, banker)
        assert (last != NONE) == banker_draws(player, banker, third)


def test_dragon_7_and_panda_8_have_three_cards_and_a_lower_hand_against_them() -> None:
    assert CoupClass(6, 3, NONE, 4).dragon_7
    assert not CoupClass(6, 7).dragon_7  # two cards
    assert not CoupClass(7, 3, NONE, 4).dragon_7  # a tie
    assert CoupClass(2, 7, 6).panda_8
    assert not CoupClass(8, 7).panda_8
    for coup in classes():
        assert not coup.dragon_7 or (coup.winner == "banker" and coup.banker == 7 and coup.banker_third != NONE)
        assert not coup.panda_8 or (coup.winner == "player" and coup.player == 8 and coup.player_third != NONE)


# ---------------------------------------------------------------- perft


def lines(opening: tuple[Card, ...]) -> Iterator[int]:
    """How many cards each line has that begins with these: a line is a sequence of values that ends a coup."""
    try:
        play(opening)
    except CardError:
        for card in DECK[:10]:  # ace to ten: one of each value
            yield from lines((*opening, card))
    else:
        yield len(opening)


def test_perft_of_a_coup() -> None:
    """Lines by length, counted by dealing a hundredth of the openings and by the classes.

    Whatever the first card of either hand, one second card makes a count of it: a class has a hundred lines.
    """
    by_class = Counter(4 + (coup[2] != NONE) + (coup[3] != NONE) for coup in POINTS)
    assert {length: 100 * number for length, number in by_class.items()} == {4: 4_000, 5: 29_400, 6: 306_000}
    first = DECK[:1], DECK[4:5]
    dealt = Counter(length for opening in product(*first, DECK[:10], DECK[:10]) for length in lines(opening))
    assert {length: 100 * number for length, number in dealt.items()} == {4: 4_000, 5: 29_400, 6: 306_000}


@pytest.mark.slow
def test_the_whole_perft_of_a_coup() -> None:
    dealt = Counter(length for opening in product(DECK[:10], repeat=4) for length in lines(opening))
    assert dealt == {4: 4_000, 5: 29_400, 6: 306_000}
