"""Coups and shoes as text: round trips of whatever can be dealt, and every way to be refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.core.cards import DECK, Card, CardError, cards
from punto.core.coup import play
from punto.core.notation import IN_A_LINE, NotationError, Shoe, read_coup, read_shoe, write_shoe

dealt = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)


@st.composite
def shoes(draw: st.DrawFn) -> Shoe:
    """Any order of any part of one to eight decks."""
    decks = draw(st.integers(1, 8))
    order = draw(st.lists(st.sampled_from(DECK), max_size=120).filter(lambda some: _most(some) <= decks))
    return Shoe(decks, tuple(order))


def _most(order: list[Card]) -> int:
    return max(map(order.count, set(order)), default=0)


# ---------------------------------------------------------------- coups


@given(dealt)
def test_any_coup_comes_back(order: list[Card]) -> None:
    coup = play(order)
    assert read_coup(str(coup)) == coup
    assert repr(read_coup(str(coup))) == str(coup)


@given(dealt)
def test_counts_and_winner_may_be_left_out(order: list[Card]) -> None:
    coup = play(order)
    bare = f"P {' '.join(map(str, coup.player))}, B {' '.join(map(str, coup.banker))}"
    assert read_coup(bare) == coup
    assert read_coup(f"  {bare}: {coup.winner}\n") == coup


@given(dealt, st.integers(0, 9), st.integers(0, 9))
def test_a_wrong_count_is_refused(order: list[Card], player: int, banker: int) -> None:
    coup = play(order)
    line = str(coup).replace(f"= {coup.points[0]},", f"= {player},").replace(f"= {coup.points[1]}:", f"= {banker}:")
    if (player, banker) == coup.points:
        assert read_coup(line) == coup
    else:
        with pytest.raises(NotationError, match="count is"):
            read_coup(line)


@given(dealt)
def test_a_third_card_more_or_less_is_refused(order: list[Card]) -> None:
    """Whatever is dealt, only the tableau's number of cards makes a coup."""
    coup = play(order)
    for player in (coup.player[:2], (*coup.player[:2], Card(0))):
        for banker in (coup.banker[:2], (*coup.banker[:2], Card(0))):
            line = f"P {' '.join(map(str, player))}, B {' '.join(map(str, banker))}"
            try:
                read = read_coup(line)
            except NotationError:
                continue
            assert (read.player, read.banker) == (player, banker)
            assert len(player) == len(coup.player)


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("P 4h 2c, B Kd 9s", "P 4h 2c = 6, B Kd 9s = 9: banker"),
        ("P 4♥ 2♣,B K♦ 9♠", "P 4h 2c = 6, B Kd 9s = 9: banker"),
        ("P Th 7D, B 2h Jc 5s = 7: tie", "P 10h 7d = 7, B 2h Jc 5s = 7: tie"),
        ("P 2h 2d 9c = 3, B Qh 3d 8s = 1", "P 2h 2d 9c = 3, B Qh 3d 8s = 1: player"),
    ],
)
def test_cards_are_written_one_way_and_read_in_several(text: str, canonical: str) -> None:
    assert str(read_coup(text)) == canonical


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "invalid coup '': write it like"),
        ("4h 2c, Kd 9s", "invalid coup"),
        ("B Kd 9s, P 4h 2c", "invalid coup"),
        ("P 4h 2c B Kd 9s", "invalid coup"),
        ("P 4h 2c, B Kd 9s = 19: banker", "invalid coup"),
        ("P 4h 2c = 6, B Kd 9s = 9: banker, P 4h 2c", "invalid coup"),
        ("P 4x 2c, B Kd 9s", "invalid card '4x'"),
        ("P 4h 2c, B 1d 9s", "invalid card '1d'"),
        ("P 4h, B Kd 9s", "the Player's Hand has two or three cards, not 1"),
        ("P 4h 2c, B Kd 9s 2h 3h", "the Banker's Hand has two or three cards, not 4"),
        ("P 2h 2c, B Kd 3s", "the Player's Hand takes a third card here (4 against 3)"),
        ("P 4h 2c 3d, B Kd 3s", "the Player's Hand takes no third card here (6 against 3)"),
        ("P 4h 2c, B Kd 3s", "the Banker's Hand takes a third card here (6 against 3)"),
        ("P 2h 2c 8d, B Kd 3s 2s", "the Banker's Hand takes no third card here (4 against 3)"),
        ("P 4h 4c, B Kd 3s 2s", "the Banker's Hand takes no third card here (8 against 3)"),
        ("P 4h 2c = 5, B Kd 9s", "the Player's count is 6, not 5"),
        ("P 4h 2c, B Kd 9s = 8", "the Banker's count is 9, not 8"),
        ("P 4h 2c, B Kd 9s: player", "the winner is banker, not player"),
        ("P 4h 2c, B Kd 9s: nobody", "the winner is banker, not nobody"),
    ],
)
def test_what_is_no_coup_is_told_why(text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_coup(text)
    assert words in str(caught.value)
    assert repr(text) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_notation_error_is_a_card_error() -> None:
    assert issubclass(NotationError, CardError)


# ---------------------------------------------------------------- shoes


@given(shoes())
def test_any_shoe_comes_back(shoe: Shoe) -> None:
    assert read_shoe(write_shoe(*shoe)) == shoe


def test_a_full_shoe_of_eight_decks() -> None:
    text = write_shoe(8, DECK * 8)
    assert text.startswith("shoe of 8 decks\nAc 2c ")
    assert text.endswith(" Ks\n")
    assert {len(line.split()) for line in text.splitlines()[1:]} == {IN_A_LINE}
    assert read_shoe(text) == Shoe(8, DECK * 8)


def test_one_deck_is_written_so() -> None:
    assert write_shoe(1, cards("4h")) == "shoe of 1 deck\n4h\n"
    assert write_shoe(2, ()) == "shoe of 2 decks\n"


def test_a_shoe_has_comments_and_any_number_of_cards_to_a_line() -> None:
    text = "\n# found in the bucket\nshoe of 8 decks # so they say\n\n4h, Kd\n2c 9s # a natural\n#5h\n"
    assert read_shoe(text) == Shoe(8, cards("4h Kd 2c 9s"))


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "a shoe begins with a line like 'shoe of 8 decks'"),
        ("# nothing\n", "a shoe begins with"),
        ("4h Kd", "a shoe begins with"),
        ("shoe of 0 decks", "a shoe begins with"),
        ("shoe of -1 decks", "a shoe begins with"),
        ("shoe of 1000 decks", "a shoe begins with"),
        ("shoe of eight decks", "a shoe begins with"),
        ("shoe of 8 decks 4h", "a shoe begins with"),
        ("shoe of 8 decks\n4h\nKd 4x", "line 3: invalid card '4x'"),
        ("shoe of 1 deck\n\n4h Kd\n2c 4h", "line 4: one 4h too many: the shoe has 1 of each card"),
        ("shoe of 8 decks\n" + "Ks " * 9, "line 2: one Ks too many: the shoe has 8 of each card"),
    ],
)
def test_what_is_no_shoe_is_told_why(text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_shoe(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
