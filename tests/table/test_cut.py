"""The cut: offered round the table, deep enough, carried out with the cover cards, and made again if need be."""

from typing import Any

import pytest

from punto.core.roles import Rank
from punto.law.rulebook import Rulebook
from punto.table import Reason
from punto.table.events import StepPerformed
from punto.table.instructions import instruction
from punto.table.phases import Phase
from tests.law.submitting import findings
from tests.proofs import proves
from tests.table.harness import BANKER_STOOD, Table, brought, coups, new, ready, reworded, rules_under, shuffled

OFFER = proves(
    "cut.offer-order",
    ma_baccarat="5(c)",
    ma_midi="5(c)",
    ma_midi_multilevel="5(c)",
    ma_mini="5(b)",
    md_mini=".05B(1)-(3)",
)
ONE_DECK = proves("cut.depth-one-deck", ma_baccarat="5(d)", ma_midi="5(d)", ma_midi_multilevel="5(d)", ma_mini="5(c)")
TEN_CARDS = proves("cut.depth-ten-cards", md_mini=".05B(4)")
COVER = proves(
    "cut.cover-card-14", ma_baccarat="5(e)", ma_midi="5(e)", ma_midi_multilevel="5(e)", ma_mini="5(d)", md_mini=".05C"
)
RECUT = proves(
    "cut.recut", ma_baccarat="5(f)", ma_midi="5(f)", ma_midi_multilevel="5(f)", ma_mini="5(e)", md_mini=".05D-E"
)
MIDI = ("ma-midi", "ma-midi-multilevel")
HALF = 208


def at_the_cut(table: Table) -> Table:
    """The stack shuffled, ready to be offered, with only later events to be seen."""
    while table.state.agenda[0] != "cut":
        table.step()
    return table.forget()


def declined_by_all(table: Table) -> list[int]:
    """Offer the cut until nobody is left, and return who was asked, in order."""
    while "perform offer-cut" in table.due():
        table.perform("offer-cut", "decline-cut")
    assert table.due() == ["perform dealer-cut"]
    return table.offers()


# ---------------------------------------------------------------- who is asked


@OFFER
def test_the_cut_goes_round_from_the_highest_seat(book: Rulebook) -> None:
    """Clockwise is downwards; at Midi it goes counterclockwise: the highest, then 1, 2 and up."""
    everybody = declined_by_all(at_the_cut(new(book, players=(1, 3, 5, 6))))
    assert everybody == ([6, 1, 3, 5] if book.id in MIDI else [6, 5, 3, 1])
    without_the_highest = declined_by_all(at_the_cut(new(book, players=(1, 3, 5))))
    assert without_the_highest == ([5, 1, 3] if book.id in MIDI else [5, 3, 1])


MIDI_OFFER = proves("cut.offer-order", ma_midi="5(c)", ma_midi_multilevel="5(c)")


@MIDI_OFFER
def test_at_midi_it_begins_with_the_highest_occupied_seat_and_wraps_past_the_dealer(book: Rulebook) -> None:
    assert declined_by_all(at_the_cut(new(book, players=(2, 3, 6), seats=7))) == [6, 2, 3]


@MIDI_OFFER
def test_at_midi_a_round_that_has_begun_keeps_its_start(book: Rulebook) -> None:
    table = at_the_cut(new(book, players=(2, 3, 6), seats=7)).perform("offer-cut")
    table.must(do="leave", seat=6)
    assert declined_by_all(table) == [6, 2, 3]


@MIDI_OFFER
def test_at_midi_a_cut_made_again_by_the_next_goes_on_where_the_round_stopped(book: Rulebook) -> None:
    table = at_the_cut(new(book, players=(2, 3, 6), seats=7, cut__recut_by="next"))
    table.perform("offer-cut", "decline-cut", "offer-cut").perform("place-cut", cards=HALF).perform("order-recut")
    assert declined_by_all(table) == [6, 2, 3]


def test_a_log_under_the_old_word_still_begins_at_the_highest_seat() -> None:
    """Logs carry their rulebook: "highest" means what it meant when they were written."""
    rules = reworded(rules_under("ma-midi", seats=7), ('start = "highest-occupied"', 'start = "highest"'))
    assert declined_by_all(at_the_cut(Table(rules, shuffled(8), (2, 3, 6)))) == [2, 3, 6]


@OFFER
def test_after_the_first_shoe_it_starts_with_the_last_curator_where_there_is_one(book: Rulebook) -> None:
    """Massachusetts Mini names a curator too, but nobody has held the shoe there but the dealer (reading 12)."""
    table = ready(book, coups(), players=(1, 3, 5, 6), curator=book.id == "ma-baccarat").last_hand()
    assert table.state.curator == (3 if book.id == "ma-baccarat" else None)
    expected = {"ma-baccarat": [3, 1, 6, 5], "ma-mini": [6, 5, 3, 1], "md-mini": [6, 5, 3, 1]}
    assert declined_by_all(at_the_cut(table)) == expected.get(book.id, [6, 1, 3, 5])


@OFFER
def test_the_first_who_accepts_cuts(book: Rulebook) -> None:
    table = at_the_cut(new(book, players=(1, 3, 5, 6)))
    section = book.section("cut.offer-order")
    table.not_now("decline-cut", section, by="player", who="p6")
    refusal = table.refused(do="perform", step="offer-cut", by="dealer", seat=3)
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.STEP_NOT_DUE, section, {"seat": 6})
    assert table.refused(do="perform", step="offer-cut", by="player", who="p6").reason is Reason.WRONG_ROLE
    table.perform("offer-cut")
    table.not_now("dealer-cut", section, cards=HALF)
    refusal = table.refused(do="perform", step="place-cut", by="player", who="p1", cards=HALF)
    assert (refusal.reason, refusal.detail) == (Reason.NOT_YOUR_SEAT, {"seat": 6})
    table.perform("decline-cut", "offer-cut")
    second = 1 if book.id in MIDI else 5
    table.perform("place-cut", cards=HALF)
    assert (table.last(StepPerformed).seat, table.state.cutter) == (second, second)
    assert table.due() == ["perform carry-cut"]
    assert brought(book, "cut.offer-order") == [
        ("offer-cut", "dealer"),
        ("decline-cut", "player"),
        ("dealer-cut", "dealer"),
    ]
    assert instruction(table.rules, "offer-cut") == "hold out the stack, backs away from you"


@OFFER
def test_if_nobody_does_the_dealer_cuts(book: Rulebook) -> None:
    for players in ((2, 4), (2,)):
        table = at_the_cut(new(book, players=players))
        declined_by_all(table)
        table.perform("dealer-cut", cards=HALF)
        assert table.last(StepPerformed).section == book.section("cut.offer-order")
        assert (table.last(StepPerformed).by, table.state.cutter) == ("dealer", 0)


def test_at_the_big_table_a_curator_who_is_gone_or_is_the_dealer_leaves_the_start_to_the_highest() -> None:
    gone = ready("ma-baccarat", coups(), players=(1, 3, 5, 6), curator=True).last_hand()
    gone.must(do="leave", seat=3)
    assert declined_by_all(at_the_cut(gone)) == [6, 5, 1]
    dealer = ready("ma-baccarat", coups(0, *[BANKER_STOOD] * 2), players=(1, 3, 5, 6)).last_hand()
    assert declined_by_all(at_the_cut(dealer)) == [6, 5, 3, 1]


def test_whoever_leaves_when_asked_has_declined() -> None:
    table = at_the_cut(new("md-mini", players=(1, 3))).perform("offer-cut")
    table.must(do="leave", seat=3)
    assert declined_by_all(table) == [3, 1]


def test_where_the_licensee_leaves_the_cut_to_the_dealer_nobody_is_asked() -> None:
    table = at_the_cut(new("ma-mini", cut__by="dealer"))
    assert table.due() == ["perform dealer-cut"]
    table.not_now("offer-cut", "5(b)")


# ---------------------------------------------------------------- how deep


@ONE_DECK
def test_a_cut_is_at_least_one_deck_in_from_either_end(book: Rulebook) -> None:
    for decks, whole in ((6, 312), (8, 416)):
        cut_between(new(book, players=(2,), decks=decks), book.section("cut.depth-one-deck"), 52, whole)
    assert brought(book, "cut.depth-one-deck") == [("place-cut", "player")]


@TEN_CARDS
def test_in_maryland_a_cut_is_at_least_ten_cards_in_from_either_end(book: Rulebook) -> None:
    for decks, whole in ((6, 312), (8, 416)):
        cut_between(new(book, players=(2,), decks=decks), ".05B(4)", 10, whole)
    assert brought(book, "cut.depth-ten-cards") == [("place-cut", "player")]


def cut_between(table: Table, section: str, least: int, whole: int) -> None:
    at_the_cut(table).perform("offer-cut")
    assert table.refused(do="perform", step="place-cut", by="dealer", cards=HALF).reason is Reason.WRONG_ROLE
    for cards in (None, 0, least - 1, whole - least + 1, whole, -least):
        refusal = table.refused(do="perform", step="place-cut", by="player", who="p2", cards=cards)
        assert (refusal.reason, refusal.section) == (Reason.TOO_NEAR_THE_END, section)
        assert refusal.detail == {"least": least, "cards": whole}
    table.perform("decline-cut")
    assert table.refused(do="perform", step="dealer-cut", cards=least - 1).section == section
    table.perform("dealer-cut", cards=whole - least)
    table.perform("order-recut")
    if "perform offer-cut" in table.due():
        table.perform("offer-cut")
    step = "place-cut" if "perform place-cut" in table.due() else "dealer-cut"
    table.perform(step, cards=least)
    assert table.last(StepPerformed).cards == least


# ---------------------------------------------------------------- the cover cards


@COVER
def test_a_cover_card_goes_in_at_least_fourteen_cards_above_the_bottom(book: Rulebook) -> None:
    table = at_the_cut(new(book, players=(2,))).perform("offer-cut")
    section = book.section("cut.cover-card-14")
    table.not_now("carry-cut", section)
    table.perform("place-cut", cards=HALF)
    table.not_now("place-cover", section, cards=14)
    table.perform("carry-cut")
    table.not_now("load-shoe", section)
    for cards in (None, 0, 13, 416):
        refusal = table.refused(do="perform", step="place-cover", cards=cards)
        assert (refusal.reason, refusal.section) == (Reason.TOO_NEAR_THE_END, section)
        assert refusal.detail == {"least": 14}
    table.perform("place-cover", cards=14)
    assert table.state.cover_depth == 14
    table.perform("order-recut")  # and once more, deeper
    table.auto(until="carry-cut")
    table.perform("place-cover", cards=20)
    assert (table.state.cover_depth, table.state.cover) == (20, "none")
    table.auto(until="load-shoe")
    assert table.state.cover == "in"


@COVER
def test_the_other_cover_card_lies_at_the_end_or_went_with_the_cut(book: Rulebook) -> None:
    table = at_the_cut(new(book, players=(2,)))
    table.auto(until="load-shoe")
    steps = ["carry-cut", "place-cover", "load-shoe"]
    told = "take the cards above the cut to the bottom; "
    if book.id in ("ma-mini", "md-mini"):
        told += "the cover card goes with them"
    else:
        steps.insert(2, "place-end-cover")
        told += "the cutting card comes out"
    assert table.made("cut") == ["offer-cut", "place-cut", *steps]
    assert brought(book, "cut.cover-card-14") == [(step, "dealer") for step in steps]
    assert instruction(table.rules, "carry-cut") == told


# ---------------------------------------------------------------- again


@proves("cut.recut/until", "cut.recut/ordered-by")
@RECUT
def test_the_floor_may_order_the_cut_again_until_the_shoe_is_full_or_the_burn_begins(book: Rulebook) -> None:
    table = at_the_cut(new(book, players=(2,))).perform("offer-cut")
    section = book.section("cut.recut")
    table.not_now("order-recut", section, by="floor")
    table.perform("place-cut", cards=HALF)
    refusal = table.refused(do="perform", step="order-recut", by="dealer")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, section, {"by": "floor"})
    while table.state.agenda[0] == "cut":
        assert allowed(table, section)
        table.step()
    assert table.made()[-1] == "load-shoe"
    until_the_burn = book.id not in ("ma-mini", "md-mini")
    assert allowed(table, section) is until_the_burn
    table.auto(until="draw-first")
    assert not allowed(table, section)
    table.not_now("order-recut", section, by="floor")
    assert brought(book, "cut.recut") == [("order-recut", "floor")]


@proves("cut.recut/ordered-by", "cut.recut/ground")
@RECUT
def test_the_cut_is_ordered_again_for_a_ground_and_by_the_rank_that_the_document_names(book: Rulebook) -> None:
    """At the big table and at Midi a casino supervisor, or a floorperson with the signature of one."""
    table = at_the_cut(new(book, players=(2,))).perform("offer-cut").perform("place-cut", cards=HALF)
    section, highest = book.section("cut.recut"), Rank.SHIFT_MANAGER
    order: dict[str, Any] = {"do": "perform", "step": "order-recut", "by": "floor"}
    for why in ("", "delay"):
        refusal = table.refused(**order, why=why, rank=highest)
        assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, section)
        assert refusal.detail == {"for": "improper-cut, fairness"}
    above = book.id not in ("ma-mini", "md-mini")
    assert [act.rank for act in table.expected() if act.step == "order-recut"] == [Rank.PIT_MANAGER if above else None]
    second = {"who": "sue", "duty": "floor", "rank": "pit-manager"}
    other = {"who": "dan", "duty": "surveillance"}
    if above:
        for more in ({}, {"witness": second | {"rank": None}}, {"witness": other}):
            refusal = table.refused(**order, why="fairness", **more)
            assert (refusal.reason, refusal.section) == (Reason.RANK_TOO_LOW, section)
            assert refusal.detail == {"rank": "pit-manager"}
        table.must(**order, why="fairness", witness=second)
    else:
        table.must(**order, why="fairness")
    assert table.last(StepPerformed).why == "fairness"
    table.step()
    if "perform place-cut" in table.due():
        table.perform("place-cut", cards=HALF)
    table.must(**order, why="improper-cut", rank=highest)


def allowed(table: Table, section: str) -> bool:
    return any((act.step, act.by, act.section) == ("order-recut", "floor", section) for act in table.expected())


@proves("cut.recut/loaded")
@RECUT
def test_it_is_made_again_by_the_next_in_the_same_round(book: Rulebook) -> None:
    choice: dict[str, Any] = {} if book.id in ("ma-mini", "md-mini") else {"cut__recut_by": "next"}
    table = at_the_cut(new(book, players=(1, 3, 5, 6), **choice))
    table.perform("offer-cut", "decline-cut", "offer-cut").perform("place-cut", cards=HALF)
    table.perform("carry-cut", "order-recut")
    assert table.last(StepPerformed).ceremony == "recut-next"
    order = [6, 1, 3, 5] if book.id in MIDI else [6, 5, 3, 1]
    assert declined_by_all(table) == order
    table.perform("dealer-cut", cards=HALF)
    table.perform("order-recut")  # all were asked: the round begins anew
    assert declined_by_all(table.forget()) == order
    table.perform("dealer-cut", cards=HALF).ready()
    assert table.state.phase is Phase.BETTING


@RECUT
def test_at_baccarat_and_midi_it_may_be_the_last_cutter_who_makes_it_again(book: Rulebook) -> None:
    if book.id in ("ma-mini", "md-mini"):
        section = book.section("cut.recut")
        assert findings(book, {"cut.recut-by": "last"}) == [("not-a-choice", "$.cut.recut-by", section)]
        return
    assert rules_under(book).shuffling.recut_by == "last"
    table = at_the_cut(new(book, players=(1, 3, 5, 6)))
    table.perform("offer-cut", "decline-cut", "offer-cut").perform("place-cut", cards=HALF)
    cutter = 1 if book.id in MIDI else 5
    table.perform("carry-cut", "place-cover", "place-end-cover", "load-shoe", "order-recut", cards=14)
    assert (table.state.agenda[0], table.state.cover) == ("recut-last", "none")
    assert table.due() == ["perform place-cut"]
    refusal = table.refused(do="perform", step="place-cut", by="player", who="p3", cards=HALF)
    assert (refusal.reason, refusal.detail) == (Reason.NOT_YOUR_SEAT, {"seat": cutter})
    table.perform("place-cut", cards=HALF + 1)
    table.ready()
    assert (table.state.phase, table.state.cover) == (Phase.BETTING, "in")


@pytest.mark.parametrize("leaves", [True, False])
def test_a_cutter_who_is_gone_and_a_dealer_who_cut_leave_the_recut_to_the_dealer(leaves: bool) -> None:
    table = at_the_cut(new("ma-midi", players=(1, 2))).perform("offer-cut")
    if leaves:
        table.perform("place-cut", cards=HALF)
        table.must(do="leave", seat=table.state.cutter)
    else:
        table.perform("decline-cut", "offer-cut", "decline-cut").perform("dealer-cut", cards=HALF)
    table.perform("order-recut")
    assert table.due() == ["perform dealer-cut"]
    table.perform("dealer-cut", cards=HALF)
    assert table.due() == ["perform carry-cut"]
