"""When the cards are shuffled, and how: by hand, laced or left feathered, once more on the floor's word."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from punto.law.ceremony import complete, may
from punto.law.rulebook import Rulebook, parse, text_of
from punto.rules.house_rules import HouseRules
from punto.rules.review import review_submission
from punto.rules.submission import Submission
from punto.table import Reason
from punto.table.events import ShoeEnded, StepPerformed
from punto.table.instructions import instruction
from punto.table.phases import Phase
from tests.law.submitting import Changes, filed, rules
from tests.proofs import proves
from tests.table.harness import DEVICE, Table, brought, coups, new, ready, shuffled

WHEN = proves(
    "shuffle.when", ma_baccarat="5(a)", ma_midi="5(a)", ma_midi_multilevel="5(a)", ma_mini="5(a)", md_mini=".05A"
)
LACE = proves("shuffle.lace", ma_baccarat="5(a)(1)", ma_midi="5(a)", ma_midi_multilevel="5(a)")
FEATHERED = proves("shuffle.feathered", ma_mini="5(a)", md_mini=".05A(2)")
MANUAL = proves("shuffle.manual-steps", ma_midi="5(g)", ma_midi_multilevel="5(g)", ma_mini="5(h)")
PRESHUFFLED: dict[str, Any] = {"shuffle__preshuffled": True, "shuffle__preshuffled_procedure": "RS-51"}
INTO_THE_SHOE = {
    "ma-baccarat": ["cut", "burn-face-up", "curator"],
    "ma-midi": ["cut", "burn-face-up"],
    "ma-midi-multilevel": ["cut", "burn-face-up"],
    "ma-mini": ["cut", "burn-face-down"],
    "md-mini": ["cut", "burn-face-down"],
}


# ---------------------------------------------------------------- when


@proves("shuffle.when/before-play")
@WHEN
def test_cards_are_shuffled_before_play(book: Rulebook) -> None:
    table = new(book)
    assert list(table.state.agenda) == ["opening", "shuffle", *INTO_THE_SHOE[book.id]]
    table.ready()
    made = table.made()
    assert made.index("stack") < made.index("riffle" if "riffle" in made else "shuffle") < made.index("carry-cut")


@WHEN
def test_pre_shuffled_cards_are_not_shuffled_before_play(book: Rulebook) -> None:
    assert list(new(book, **PRESHUFFLED).state.agenda) == INTO_THE_SHOE[book.id]


@proves("shuffle.when/after-shoe")
@WHEN
def test_they_are_shuffled_again_after_every_shoe(book: Rulebook) -> None:
    """New cards where the document replaces them, and in Massachusetts Mini the same, the unused ones plugged in."""
    moments = {"md-mini": ["before-play"], "ma-mini": ["before-play", "after-shoe", "on-direction"]}
    assert list(book.provisions["shuffle.when"].terms["when"]) == moments.get(book.id, ["before-play", "after-shoe"])
    again = ["shuffle-unused"] if book.id == "ma-mini" else ["opening", "shuffle"]
    table = ready(book, coups()).last_hand()
    assert list(table.state.agenda) == ["closing", *again, *INTO_THE_SHOE[book.id]]
    assert table.last(ShoeEnded).shoe == 1
    assert table.state.shoe == 2


@WHEN
def test_new_pre_shuffled_cards_are_spared_it_and_used_ones_are_not(book: Rulebook) -> None:
    again = ["shuffle-unused"] if book.id == "ma-mini" else []
    table = ready(book, coups(), **PRESHUFFLED).last_hand()
    assert list(table.state.agenda) == ["closing", *again, *INTO_THE_SHOE[book.id]]


@WHEN
def test_where_no_step_has_a_name_of_its_own_the_dealer_shuffles(book: Rulebook) -> None:
    if book.id in ("ma-baccarat", "md-mini"):
        assert brought(book, "shuffle.when") == [("shuffle", "dealer")]
        table = new(book).until(Phase.PREPARING)
        table.auto(until="stack")
        assert table.due() == ["perform shuffle"]
        table.perform("shuffle", "shuffle", "shuffle")
    else:
        assert "steps" not in book.provisions["shuffle.when"].terms


# ---------------------------------------------------------------- on direction


@WHEN
def test_in_massachusetts_mini_the_floor_may_direct_a_shuffle_between_coups(book: Rulebook) -> None:
    table = ready(book, coups()).coup()
    if book.id != "ma-mini":
        table.not_now("order-shuffle", book.section("shuffle.when"), by="floor")
        return
    refusal = table.refused(do="perform", step="order-shuffle", by="dealer")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, "5(a)", {"by": "floor"})
    table.perform("order-shuffle")
    assert (table.last(ShoeEnded).section, table.last(StepPerformed).section) == ("5(a)", "5(a)")
    assert list(table.state.agenda) == ["closing", "shuffle-unused", "cut", "burn-face-down"]
    assert table.due() == ["perform gather-cards"]
    table.shoe.cards = iter(coups(6))
    table.ready()
    assert (table.state.shoe, table.state.left) == (2, 416 - 8)


def test_the_floor_may_have_a_stack_shuffled_again_before_it_is_dealt_from() -> None:
    table = new("ma-mini")
    table.auto(until="check-shuffle")
    table.perform("order-shuffle")
    assert (table.state.agenda[0], table.state.done, table.due()) == ("shuffle", (), ["perform riffle", "perform turn"])
    table.auto(until="carry-cut")
    table.perform("order-shuffle")
    assert list(table.state.agenda) == ["shuffle", "cut", "burn-face-down"]
    table.ready()
    assert (table.state.shoe, table.state.phase) == (1, Phase.BETTING)


def test_a_cut_made_again_gives_way_to_the_shuffle_that_is_directed() -> None:
    table = new("ma-mini")
    table.auto(until="carry-cut")
    table.perform("order-recut", "order-shuffle")
    assert list(table.state.agenda) == ["shuffle", "cut", "burn-face-down"]


def test_with_a_device_the_floor_directs_the_exchange_of_the_batches() -> None:
    table = ready("ma-mini", coups(), **DEVICE).coup().perform("order-shuffle")
    assert list(table.state.agenda) == ["device", "cut", "burn-face-down"]
    assert table.state.batch == 2


def test_a_continuous_shoe_is_not_shuffled_on_direction() -> None:
    table = ready("ma-mini", coups(), shuffle__how="continuous", shuffle__continuous_approval="31")
    table.not_now("order-shuffle", "5(a)", by="floor")


# ---------------------------------------------------------------- lacing


@LACE
def test_about_one_deck_is_laced_evenly_into_the_shuffled_stack(book: Rulebook) -> None:
    table = new(book)
    table.auto(until="stack")
    section = book.section("shuffle.lace")
    table.not_now("lace", section)
    while "perform lace" not in table.due():
        table.not_now("lace", section)
        table.step()
    table.perform("lace")
    assert (table.last(StepPerformed).section, table.last(StepPerformed).by) == (section, "dealer")
    assert brought(book, "shuffle.lace") == [("lace", "dealer")]
    assert instruction(table.rules, "lace") == "lace about 1 deck evenly through the stack"
    table.perform("offer-cut")


RESHUFFLE = proves(
    "shuffle.reshuffle-option", ma_baccarat="5(a)(1)(i)-(ii)", ma_midi="5(a)(1)-(2)", ma_midi_multilevel="5(a)(1)-(2)"
)
TEN = datetime(2026, 11, 2, 10, 0, tzinfo=UTC)
AT_TEN = int(TEN.timestamp()) * 1000


def _notice(on: bool, begins: datetime) -> Changes:
    told = begins - timedelta(hours=1)
    notice = {"surveillance": told, "commission": told, "begins": begins}
    return {"shuffle.reshuffle": on, "shuffle.reshuffle-notice": notice}


def noticed(book: Rulebook, on: bool, begins: datetime = TEN) -> HouseRules:
    """The further shuffle turned on or off, with an hour's notice."""
    return rules(book, _notice(on, begins))


def noticed_submission(book: Rulebook, on: bool) -> Submission:
    found = filed(book, _notice(on, TEN)).submission
    assert found is not None
    return found


@RESHUFFLE
def test_with_the_further_shuffle_lacing_is_followed_by_one_more(book: Rulebook) -> None:
    table = Table(noticed(book, on=True), shuffled(8), [1], now=AT_TEN)
    assert table.state.agenda[1] == "reshuffle"
    table.auto(until="lace")
    assert table.due() == ["perform reshuffle"]
    table.ready()
    assert table.made().count("reshuffle") == 1


@proves("shuffle.reshuffle-option/begins", "shuffle.reshuffle-option/ends")
@RESHUFFLE
@pytest.mark.parametrize("on", [True, False])
def test_the_further_shuffle_neither_begins_nor_ends_before_its_notice_has_run(book: Rulebook, on: bool) -> None:
    before, after = ("shuffle", "reshuffle") if on else ("reshuffle", "shuffle")
    local = TEN.astimezone(timezone(timedelta(hours=-5)))
    for given in (noticed(book, on), noticed(book, on, local), noticed(book, on, TEN.replace(tzinfo=None))):
        assert Table(given, shuffled(8), [1], now=AT_TEN - 1).state.agenda[1] == before
        assert Table(given, shuffled(8), [1], now=AT_TEN).state.agenda[1] == after
    table = Table(noticed(book, on), coups(), [1, 2], ("cut",), now=AT_TEN - 1)
    table.ready()
    table.now = AT_TEN
    table.last_hand()
    assert after in (table.state.agenda[2], table.state.agenda[2].removesuffix("-unused"))


@RESHUFFLE
def test_a_log_without_the_term_has_it_from_the_beginning(book: Rulebook) -> None:
    text = text_of(book.id).replace('held-to = "notice"    # neither begun nor ended before it has run\n', "")
    reviewed = review_submission(parse(text), noticed_submission(book, on=True), ())
    assert reviewed.rules is not None
    assert Table(reviewed.rules, shuffled(8), [1]).state.agenda[1] == "reshuffle"


# ---------------------------------------------------------------- feathered


@FEATHERED
def test_a_stack_shuffled_by_hand_is_left_feathered_for_the_floor_to_check(book: Rulebook) -> None:
    table = new(book)
    section = book.section("shuffle.feathered")
    table.auto(until="stack")
    table.not_now("check-shuffle", section, by="floor")
    table.auto(until="feather")
    refusal = table.refused(do="perform", step="check-shuffle", by="dealer")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, section, {"by": "floor"})
    table.not_now("offer-cut", book.section("cut.offer-order"))
    table.perform("check-shuffle")
    assert brought(book, "shuffle.feathered") == [("feather", "dealer"), ("check-shuffle", "floor")]
    assert [(event.step, event.by) for event in table.all(StepPerformed)[-2:]] == [
        ("feather", "dealer"),
        ("check-shuffle", "floor"),
    ]
    assert instruction(table.rules, "feather") == "leave the stack feathered"
    assert instruction(table.rules, "check-shuffle") == "look for uneven distribution"


@FEATHERED
def test_a_stack_shuffled_by_the_device_is_not(book: Rulebook) -> None:
    table = new(book, **DEVICE)
    table.ready()
    assert "device-shuffle" in table.made()
    assert "feather" not in table.made()


# ---------------------------------------------------------------- plug, riffle, turn, strip


@proves("shuffle.manual-steps/cut-last")
@MANUAL
def test_a_shuffle_by_hand_has_riffle_turn_and_strip_and_the_players_cut_is_its_final_step(book: Rulebook) -> None:
    section = book.section("shuffle.manual-steps")
    table = new(book)
    table.auto(until="stack")
    table.not_now("plug", section)  # there are no unused cards yet
    table.perform("riffle")
    table.not_now("strip", section)  # not before two riffles
    table.perform("turn", "riffle", "strip")
    end = "lace" if book.id != "ma-mini" else "feather"
    table.not_now("offer-cut", book.section("cut.offer-order"))
    table.perform(end)
    if book.id == "ma-mini":
        table.perform("check-shuffle")
    assert table.last(StepPerformed).ends
    table.not_now("riffle", section)
    table.perform("offer-cut").perform("place-cut", cards=208)  # and no cut by the dealer comes before it
    assert "dealer-cut" not in table.made()
    steps = ["plug", "riffle", "turn", "strip"]
    assert brought(book, "shuffle.manual-steps") == [(step, "dealer") for step in steps]


@MANUAL
def test_unused_cards_are_plugged_in(book: Rulebook) -> None:
    ceremony = book.ceremonies["shuffle-unused"]
    end = ["lace"] if book.id != "ma-mini" else ["feather", "check-shuffle"]
    assert may(ceremony, ()) == {"plug", "riffle", "turn"}
    assert complete(ceremony, ["plug", "riffle", "turn", "riffle", "strip", *end])
    assert not may(ceremony, ["riffle", "turn", "riffle", "strip"]) & set(end)  # the plug is still to be made
    assert ceremony.steps["plug"].by == "dealer"
    assert ceremony.steps["plug"].cite.section == book.section("shuffle.manual-steps")


def test_after_a_shoe_of_massachusetts_mini_the_unused_cards_are_plugged() -> None:
    table = ready("ma-mini", coups()).last_hand().forget()
    table.perform("gather-cards")
    assert "perform plug" in table.due()
    table.auto(until="carry-cut")
    assert {"plug", "riffle", "turn", "strip", "feather", "check-shuffle"} == set(table.made("shuffle-unused"))
