"""Steps of control that fail: a defect, an inspection that is not verified, cards that are not mixed evenly."""

from typing import Any

import pytest

from punto.law.rulebook import Rulebook
from punto.table import Reason
from punto.table.events import ShoeEnded, StepPerformed, WagersReturned
from punto.table.instructions import instruction
from punto.table.phases import Phase
from punto.table.staff_events import DefectFound
from tests.proofs import proves
from tests.table.harness import Table, coups, new, ready

INSPECT = proves(
    "open.inspect", ma_baccarat="4(a)-(b)", ma_midi="4(a)-(b)", ma_midi_multilevel="4(a)-(b)", ma_mini="4(a)",
    md_mini=".04A",
)  # fmt: skip
FEATHERED = proves("shuffle.feathered", ma_mini="5(a)", md_mini=".05A(2)")
DIRECTED = proves("shuffle.when", ma_mini="5(a)")
DEFECT: dict[str, Any] = {"do": "report-defect", "by": "dealer", "deck": 3, "card": "7h", "kind": "damaged"}


@proves("open.inspect/inspected")
@INSPECT
def test_a_deck_with_a_defect_is_replaced_and_the_decks_are_inspected_again(book: Rulebook) -> None:
    table = new(book)
    section = book.section("open.inspect")
    for when in ("before", "after"):  # the dealer says so while looking, or the one who verifies sees it
        if when == "after":
            table.perform("inspect")
        (found,) = table.must(**DEFECT)
        assert found == DefectFound(deck=3, card="7h", kind="damaged", who="dealer", at=0, section=section)
        assert table.due() == ["perform replace-deck"]
        for step, by in (("inspect", "dealer"), ("verify", "floor"), ("refuse-inspection", "floor")):
            table.not_now(step, section, by=by)
        refusal = table.refused(do="perform", step="replace-deck", by="dealer")
        assert (refusal.reason, refusal.section) == (Reason.WRONG_ROLE, section)
        table.must(**DEFECT | {"deck": 1, "card": "", "kind": "missing", "by": "floor"})
        assert {*table.state.defects} == {3, 1}
        table.perform("replace-deck")
        assert (len(table.state.defects), len(table.state.done)) == (0, 0)
        assert table.due() == ["perform inspect"]
    table.perform("inspect", "verify")
    refusal = table.refused(**DEFECT)
    assert refusal.reason is Reason.STEP_NOT_DUE


@pytest.mark.parametrize("wrong", [{"deck": 0}, {"deck": 9}, {"card": "1x"}])
def test_a_defect_is_of_a_card_of_a_deck_that_is_there(wrong: dict[str, Any]) -> None:
    table = new("ma-midi")
    refusal = table.refused(**DEFECT | wrong)
    assert (refusal.reason, refusal.section) == (Reason.NO_SUCH_CARD, "4(a)-(b)")
    assert table.refused(**DEFECT | {"by": "player"}).reason is Reason.WRONG_ROLE


@proves("open.inspect/verified")
@INSPECT
def test_an_inspection_that_is_not_verified_is_made_again(book: Rulebook) -> None:
    table = new(book)
    section = book.section("open.inspect")
    table.not_now("refuse-inspection", section, by="floor")
    table.perform("inspect")
    refusal = table.refused(do="perform", step="refuse-inspection", by="dealer")
    assert (refusal.reason, refusal.section) == (Reason.WRONG_ROLE, section)
    table.perform("refuse-inspection", why="two decks not looked at")
    assert (table.last(StepPerformed).section, table.last(StepPerformed).why) == (section, "two decks not looked at")
    assert table.due() == ["perform inspect"]
    table.perform("inspect", "verify")
    assert table.made() == ["inspect", "refuse-inspection", "inspect", "verify"]


def test_the_floorperson_of_the_table_alone_refuses_to_verify() -> None:
    table = new("ma-mini", staff__posts=True)
    table.auto(until="inspect")
    refusal = table.refused(do="perform", step="refuse-inspection", by="floor", who="gail")
    assert (refusal.reason, refusal.section) == (Reason.WRONG_POST, "4(a)")


@proves("shuffle.feathered/checked")
@FEATHERED
def test_cards_that_are_not_mixed_evenly_are_shuffled_again(book: Rulebook) -> None:
    table = new(book)
    section = book.section("shuffle.feathered")
    table.auto(until="feather")
    assert instruction(table.rules, "check-shuffle") == "look for uneven distribution"
    begun = table.made("shuffle")
    refusal = table.refused(do="perform", step="refuse-shuffle", by="dealer")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, section, {"by": "floor"})
    table.perform("refuse-shuffle")
    assert (table.state.agenda[0], table.state.done) == ("shuffle", ())
    table.forget().auto(until="feather")
    assert table.made("shuffle") == begun  # as often as the first time
    table.perform("check-shuffle")
    table.not_now("refuse-shuffle", section, by="floor")
    assert table.state.agenda[0] == "cut"


@proves("shuffle.when/on-direction")
@DIRECTED
def test_a_shuffle_that_is_directed_over_wagers_returns_them(book: Rulebook) -> None:
    table = ready(book, coups()).coup().bet((1, "player", 100), (2, "tie", 20))
    table.must(do="verbal", seat=3, wager="tie", cents=20_00)
    held = table.chips(1), table.chips(2)
    table.perform("order-shuffle")
    assert (table.chips(1), table.chips(2)) == (held[0] + 100_00, held[1] + 20_00)
    assert (table.last(WagersReturned).section, table.last(ShoeEnded).section) == ("5(a)", "5(a)")
    assert (table.state.verbal, table.state.phase) == ({}, Phase.PREPARING)
    table.shoe.cards = iter(coups(6))
    assert table.ready().state.shoe == 2


def test_a_defect_at_a_table_in_play_is_not_of_the_inspection() -> None:
    table: Table = ready("ma-midi", coups())
    refusal = table.refused(**DEFECT)
    assert (refusal.reason, refusal.detail) == (
        Reason.STEP_NOT_DUE,
        {"defect": "reported while the decks are inspected"},
    )
