"""How many may sit at a table, how many decks it is played with, and what the cards look like."""

import pytest

from punto.law.rulebook import Rulebook
from tests.law.submitting import DEVICE, filed, findings, rules, said
from tests.proofs import proves

BIG_TABLE = proves("table.seats.10-14", ma_baccarat="2(a)")
NINE_SEATS = proves("table.seats.max-9", ma_midi="2(a)", ma_midi_multilevel="2(a)", ma_mini="2(a)", md_mini=".02A")
SIX_TO_EIGHT = proves("cards.six-to-eight", ma_baccarat="3(a)", ma_mini="3(a)", md_mini=".03A")
AT_LEAST_SIX = proves("cards.at-least-six", ma_midi="3(a)", ma_midi_multilevel="3(a)")
BATCHES = proves("cards.two-batches", ma_mini="3(b)(1)-(2)", md_mini=".03B(1)-(2)")


# ---------------------------------------------------------------- seats


@BIG_TABLE
@pytest.mark.parametrize("seats", range(10, 15))
def test_the_big_table_seats_ten_to_fourteen(book: Rulebook, seats: int) -> None:
    assert rules(book, {"seats": seats}).seats == seats


@BIG_TABLE
@pytest.mark.parametrize("seats", [-1, 0, 9, 15, 1_000])
def test_no_fewer_than_ten_and_no_more_than_fourteen_sit_at_the_big_table(book: Rulebook, seats: int) -> None:
    assert findings(book, {"seats": seats}) == [("seats-outside", "$.seats", "2(a)")]
    assert "10 to 14 players" in said(book, {"seats": seats})


@NINE_SEATS
@pytest.mark.parametrize("seats", range(1, 10))
def test_a_midi_or_mini_table_seats_up_to_nine(book: Rulebook, seats: int) -> None:
    assert rules(book, {"seats": seats}).seats == seats


@NINE_SEATS
@pytest.mark.parametrize("seats", [-1, 0, 10, 14])
def test_no_more_than_nine_sit_at_a_midi_or_mini_table(book: Rulebook, seats: int) -> None:
    section = {"md-mini": ".02A"}.get(book.id, "2(a)")
    assert findings(book, {"seats": seats}) == [("seats-outside", "$.seats", section)]


@BIG_TABLE
@NINE_SEATS
def test_every_position_is_numbered(book: Rulebook) -> None:
    seat = rules(book).layout.seat
    assert (seat.key, seat.each_seat, seat.numbered) == ("seat", True, True)
    assert seat.cite == (book.id, ".02A" if book.id == "md-mini" else "2(a)")


# ---------------------------------------------------------------- decks


@SIX_TO_EIGHT
@pytest.mark.parametrize("decks", [6, 7, 8])
def test_six_to_eight_decks_make_a_shoe(book: Rulebook, decks: int) -> None:
    made = rules(book, {"decks": decks})
    assert (made.stock.decks, made.shoe.decks, made.shuffling.batches) == (decks, decks, 1)


@SIX_TO_EIGHT
@pytest.mark.parametrize("decks", [-1, 0, 1, 5, 9, 16, 17])
def test_five_decks_are_too_few_and_nine_too_many(book: Rulebook, decks: int) -> None:
    reviewed = filed(book, {"decks": decks})
    assert findings(book, {"decks": decks}) == [("decks-outside", "$.decks", book.section("cards.six-to-eight"))]
    assert "6 to 8" in said(book, {"decks": decks})
    assert not reviewed.lawful


@AT_LEAST_SIX
@pytest.mark.parametrize("decks", [-1, 0, 5])
def test_midi_needs_at_least_six_decks(book: Rulebook, decks: int) -> None:
    assert findings(book, {"decks": decks}) == [("decks-outside", "$.decks", "3(a)")]
    assert "at least 6" in said(book, {"decks": decks})


@AT_LEAST_SIX
@pytest.mark.parametrize("decks", [6, 7, 8, 9, 12, 16])
def test_midi_has_no_greatest_number_of_decks(book: Rulebook, decks: int) -> None:
    reviewed = filed(book, {"decks": decks})
    assert reviewed.rules is not None
    assert reviewed.rules.shoe.decks == decks
    assert [warning.code for warning in reviewed.warnings] == ["holder-too-small"] * (decks > 8)


@AT_LEAST_SIX
@pytest.mark.parametrize("decks", [17, 1_000])
def test_what_midi_allows_and_our_engine_cannot_count_is_not_called_unlawful(book: Rulebook, decks: int) -> None:
    reviewed = filed(book, {"decks": decks})
    assert findings(book, {"decks": decks}) == [("beyond-capacity", "$.decks", "3(a)")]
    assert reviewed.lawful
    assert reviewed.rules is None


@SIX_TO_EIGHT
@AT_LEAST_SIX
def test_two_cover_cards_come_with_the_decks(book: Rulebook) -> None:
    assert rules(book).stock.cover_cards == 2


# ---------------------------------------------------------------- two batches


@BATCHES
@pytest.mark.parametrize("decks, in_the_shoe", [(12, 6), (14, 7), (16, 8)])
def test_with_a_shuffler_two_equal_batches_share_the_decks(book: Rulebook, decks: int, in_the_shoe: int) -> None:
    made = rules(book, {**DEVICE, "decks": decks})
    assert (made.stock.decks, made.shuffling.batches, made.shoe.decks) == (decks, 2, in_the_shoe)


@BATCHES
@pytest.mark.parametrize("decks", [6, 8, 11, 17, 18])
def test_a_shuffler_takes_twelve_to_sixteen_decks(book: Rulebook, decks: int) -> None:
    changes = {**DEVICE, "decks": decks}
    assert findings(book, changes) == [("decks-outside", "$.decks", book.section("cards.two-batches"))]
    assert "12 to 16 in 2 batches" in said(book, changes)


@BATCHES
@pytest.mark.parametrize("decks", [13, 15])
def test_batches_are_equal(book: Rulebook, decks: int) -> None:
    changes = {**DEVICE, "decks": decks}
    assert findings(book, changes) == [("batches-unequal", "$.decks", book.section("cards.two-batches"))]
    assert "12, 14 or 16" in said(book, changes)


# ---------------------------------------------------------------- backs and cover cards


@SIX_TO_EIGHT
@AT_LEAST_SIX
def test_one_set_of_cards_has_one_back(book: Rulebook) -> None:
    assert rules(book).stock.backs == ("red",)
    assert rules(book, {"cards.backs": ["blue"]}).stock.backs == ("blue",)
    for backs in ([], [" "], ["red", "blue"]):
        assert [found[:2] for found in findings(book, {"cards.backs": backs})] == [("backs", "$.cards.backs")]


@AT_LEAST_SIX
def test_midi_asks_for_backs_of_one_colour_and_design(book: Rulebook) -> None:
    changes = {"cards.backs": ["red", "blue"]}
    assert findings(book, changes) == [("backs", "$.cards.backs", "3(a)")]
    assert said(book, changes).startswith("the backs are one colour and design:")


@BATCHES
def test_the_batches_have_backs_of_different_colours(book: Rulebook) -> None:
    section = book.section("cards.two-batches")
    assert rules(book, DEVICE).stock.backs == ("red", "blue")
    assert rules(book, {**DEVICE, "cards.backs": ["green", "black"]}).stock.backs == ("green", "black")
    for backs in (["red"], ["red", "Red "], ["red", "blue", "green"]):
        assert findings(book, {**DEVICE, "cards.backs": backs}) == [("backs", "$.cards.backs", section)]


@proves("cards.at-least-six/unlike-backs")
@AT_LEAST_SIX
def test_midis_cover_cards_are_told_from_the_backs(book: Rulebook) -> None:
    changes = {"cards.backs": ["Red"], "cards.cover": "red"}
    assert rules(book).stock.cover == "yellow"
    assert findings(book, changes) == [("cover-cards", "$.cards.cover", "3(a)")]
    assert said(book, changes).startswith("the cover cards are opaque, one solid colour, unlike the backs")


@SIX_TO_EIGHT
@AT_LEAST_SIX
def test_cover_cards_have_a_colour(book: Rulebook) -> None:
    assert [found[:2] for found in findings(book, {"cards.cover": " "})] == [("cover-cards", "$.cards.cover")]
