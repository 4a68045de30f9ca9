"""Which cards a shoe has: new ones, the other batch, or the same again; and how long they may be used."""

from typing import Any

import pytest

from punto.law.rulebook import Rulebook, documents
from punto.table import Reason
from punto.table.drive import house
from punto.table.events import ShoeEnded, StepPerformed, WagersReturned
from punto.table.phases import Phase
from punto.table.preparation import time_left, where
from tests.proofs import proves
from tests.table.harness import DEVICE, HOUR, MINUTE, Table, brought, coups, new, ready, shuffled

EVERY_SHOE = proves(
    "cards.change-every-shoe", ma_baccarat="3(b)", ma_midi="9(d)", ma_midi_multilevel="9(d)", md_mini=".09D(3)"
)
ALTERNATION = proves("cards.batch-alternation", ma_mini="3(b)(3)-(5)", md_mini=".03B(3)-(5)")
DAILY = proves("cards.change-daily", ma_mini="3(c)", md_mini=".03C")
DAY = 24 * HOUR


# ---------------------------------------------------------------- new decks every shoe


@proves("cards.change-every-shoe/every-shoe", "cards.change-every-shoe/after-last-hand")
@EVERY_SHOE
def test_new_decks_come_after_every_shoe(book: Rulebook) -> None:
    table = ready(book, coups(8))
    section = book.section("cards.change-every-shoe")
    for shoe in (1, 2):
        table.last_hand().forget()
        assert table.state.agenda[:2] == ("closing", "opening")
        assert table.due() == ["perform remove-decks"]
        table.not_now("inspect", book.section("open.inspect"))
        table.not_now("bring-decks", section, by="floor")
        table.perform("remove-decks", "bring-decks")
        made = [(event.step, event.by, event.section) for event in table.all(StepPerformed)]
        assert made == [("remove-decks", "dealer", section), ("bring-decks", "floor", section)]
        assert table.due() == ["perform inspect"]
        table.shoe.cards = iter([*shuffled(8)[:12], *coups(8)])
        table.auto(until="discard-burned")
        table.shoe.cards = iter(coups(8))
        table.until(Phase.BETTING)
        assert table.state.shoe == shoe + 1
    assert brought(book, "cards.change-every-shoe") == [("remove-decks", "dealer"), ("bring-decks", "floor")]


@EVERY_SHOE
def test_in_maryland_the_other_batch_is_the_new_cards_where_a_device_is_used(book: Rulebook) -> None:
    """Reading 19."""
    if book.id != "md-mini":
        assert "with-device" not in book.provisions["cards.change-every-shoe"].terms
        return
    table = ready(book, coups(), **DEVICE).last_hand()
    assert list(table.state.agenda) == ["device", "cut", "burn-face-down"]
    table.not_now("remove-decks", ".09D(3)")


# ---------------------------------------------------------------- two batches


@ALTERNATION
def test_one_batch_is_played_while_the_other_is_in_the_device(book: Rulebook) -> None:
    table = new(book, **DEVICE)
    table.auto(until="stack-batches")
    section = book.section("cards.batch-alternation")
    assert list(table.state.agenda) == ["device-first", "cut", "burn-face-down"]
    table.perform("load-device")
    table.not_now("take-batch", section)
    table.perform("device-shuffle", "take-batch")
    assert (table.last(StepPerformed).by, table.last(StepPerformed).section) == ("dealer", section)
    table.not_now("offer-cut", book.section("cut.offer-order"))  # the other goes in first
    table.perform("load-device").ready()
    assert where(table.rules, table.state) == {"shoe": (1,), "device": (2,), "discards": (1,)}


@proves("cards.batch-alternation/apart")
@ALTERNATION
def test_they_take_turns_shoe_by_shoe(book: Rulebook) -> None:
    table = ready(book, coups(), **DEVICE)
    for shoe, batch in ((1, 1), (2, 2), (3, 1), (4, 2)):
        assert (table.state.shoe, table.state.batch) == (shoe, batch)
        other = 3 - batch
        assert where(table.rules, table.state) == {"shoe": (batch,), "device": (other,), "discards": (batch,)}
        table.last_hand().forget()
        assert list(table.state.agenda) == ["device", "cut", "burn-face-down"]
        table.perform("device-shuffle", "take-batch", "load-device")
        table.shoe.cards = iter(shuffled(8))
        table.auto(until="discard-burned")
        table.shoe.cards = iter(coups())
        table.until(Phase.BETTING)
    assert brought(book, "cards.batch-alternation") == [("take-batch", "dealer")]


@pytest.mark.parametrize("name", documents())
def test_without_a_device_there_is_one_set(name: str) -> None:
    table = ready(name, coups())
    assert where(table.rules, table.state) == {"shoe": (1,), "device": (), "discards": (1,)}


# ---------------------------------------------------------------- twenty-four hours


def aged(book: Rulebook | str, at: int, **changes: Any) -> Table:
    """A table ready to bet whose decks were opened at midnight, and what time it is now."""
    table = ready(book, coups(8), times__idle_minutes=24 * 60, **changes)
    table.now = at
    return table


@proves("cards.change-daily/daily")
@DAILY
def test_no_coup_begins_with_cards_that_are_a_day_old(book: Rulebook) -> None:
    section = book.section("cards.change-daily")
    table = aged(book, DAY - 1).bet((1, "player", 100))
    table.now = DAY
    refusal = table.refused(do="perform", step="no-more-bets")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.CARDS_TOO_OLD, section, {"hours": 24})
    assert table.refused(do="wager", seat=2, wager="player", cents=10_000).reason is Reason.CARDS_TOO_OLD
    act = house(table.rules, table.state, DAY)
    assert act is not None
    assert (act.step, act.by, act.section) == ("retire-decks", "dealer", section)
    table.perform("retire-decks")
    assert (table.last(WagersReturned).section, table.chips(1)) == (section, 100_000_00)
    assert (table.last(ShoeEnded).section, table.last(StepPerformed).section) == (section, section)
    assert list(table.state.agenda) == ["change-daily", "opening", "shuffle", "cut", "burn-face-down"]
    refusal = table.refused(do="perform", step="fetch-decks", by="dealer")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, section, {"by": "floor"})
    table.perform("fetch-decks")
    assert table.due() == ["perform inspect"]
    assert brought(book, "cards.change-daily") == [("retire-decks", "dealer"), ("fetch-decks", "floor")]
    table.shoe.cards = iter(shuffled(8))
    table.ready()
    assert (table.state.phase, table.state.decks) == (Phase.BETTING, (DAY,))


@DAILY
def test_the_coup_in_progress_is_finished_and_then_they_are_changed(book: Rulebook) -> None:
    table = aged(book, DAY - 1).bet((1, "player", 100))
    table.perform("no-more-bets")
    table.now = DAY + HOUR
    table.auto(until="clear-cards")
    assert table.chips(1) == 100_100_00
    assert table.last(ShoeEnded).section == book.section("cards.change-daily")
    assert table.state.agenda[0] == "change-daily"
    assert table.due() == ["perform retire-decks"]
    young = aged(book, DAY - 1).coup()
    assert (young.state.phase, young.state.shoe) == (Phase.BETTING, 1)


@DAILY
def test_no_shoe_is_loaded_that_could_not_be_dealt_out_in_the_time_left(book: Rulebook) -> None:
    """How long a shoe takes is a field: reading 13."""
    table = new(book, times__shoe_minutes=75)
    table.auto(until="place-cover")
    table.now = DAY - 75 * MINUTE + 1
    refusal = table.refused(do="perform", step="load-shoe")
    assert (refusal.reason, refusal.section) == (Reason.CARDS_TOO_OLD, book.section("cards.change-daily"))
    assert refusal.detail == {"minutes": 75}
    table.perform("retire-decks")
    assert table.state.agenda[0] == "change-daily"
    just = new(book, times__shoe_minutes=75)
    just.auto(until="place-cover")
    just.now = DAY - 75 * MINUTE
    just.perform("load-shoe")


@DAILY
def test_cards_may_be_changed_earlier_but_not_in_a_coup(book: Rulebook) -> None:
    table = aged(book, HOUR).bet((1, "player", 100))
    table.auto(phase=Phase.DEALING)
    table.not_now("retire-decks", book.section("cards.change-daily"))
    table.auto(until="clear-cards")
    table.perform("retire-decks")
    assert table.state.shoe == 2


@DAILY
def test_each_batch_has_its_own_clock(book: Rulebook) -> None:
    table = aged(book, HOUR, **DEVICE).perform("retire-decks")
    assert list(table.state.agenda) == ["change-daily", "opening", "device", "cut", "burn-face-down"]
    table.perform("fetch-decks")
    assert (table.state.decks, table.state.batch) == ((HOUR, 0), 2)
    table.shoe.cards = iter(shuffled(8))
    table.ready()
    assert time_left(table.rules, table.state, 1, 2 * HOUR) == 23 * HOUR
    assert time_left(table.rules, table.state, 2, 2 * HOUR) == 22 * HOUR
    table.shoe.cards = iter(coups())
    table.now = DAY
    assert table.refused(do="perform", step="no-more-bets").reason is Reason.CARDS_TOO_OLD
    table.perform("retire-decks", "fetch-decks")
    assert (table.state.decks, table.state.batch) == ((HOUR, DAY), 1)


def test_a_batch_in_the_device_that_is_too_old_is_changed_before_its_shoe() -> None:
    table = aged("ma-mini", 20 * HOUR, **DEVICE).perform("retire-decks", "fetch-decks")  # the first gives way
    table.shoe.cards = iter(shuffled(8))
    table.ready()
    table.shoe.cards = iter(coups())
    table.now = 22 * HOUR
    table.last_hand()
    assert (list(table.state.agenda), table.state.batch) == (["device", "cut", "burn-face-down"], 1)
    table.shoe.cards = iter(shuffled(8))
    table.ready()
    table.shoe.cards = iter(coups())
    table.now = 23 * HOUR + 30 * MINUTE
    table.last_hand()
    assert table.state.agenda == ("change-daily", "opening", "device-first", "cut", "burn-face-down")
    assert (table.state.batch, table.state.changing) == (2, (2,))


def test_two_old_batches_are_changed_together() -> None:
    table = aged("md-mini", DAY, **DEVICE).perform("retire-decks")
    assert table.state.agenda == ("change-daily", "opening-batches", "device-first", "cut", "burn-face-down")
    table.perform("fetch-decks")
    assert (table.state.decks, table.state.changing) == ((DAY, DAY), ())


def test_used_cards_that_are_too_old_for_another_shoe_are_not_shuffled_but_changed() -> None:
    table = aged("ma-mini", DAY - 30 * MINUTE).last_hand()
    assert list(table.state.agenda) == ["change-daily", "opening", "shuffle", "cut", "burn-face-down"]


def test_new_decks_of_every_shoe_start_the_clock_anew_in_maryland() -> None:
    table = aged("md-mini", 10 * HOUR).last_hand().perform("remove-decks", "bring-decks")
    assert table.state.decks == (10 * HOUR,)


def test_a_continuous_shoe_has_its_cards_changed_too() -> None:
    table = new("ma-mini", shuffle__how="continuous", shuffle__continuous_approval="31")
    table.ready()
    table.now = DAY
    assert table.refused(do="wager", seat=1, wager="player", cents=10_000).reason is Reason.CARDS_TOO_OLD
    table.perform("retire-decks", "fetch-decks")
    assert list(table.state.agenda) == ["opening", "continuous"]
    table.ready()
    assert table.state.phase is Phase.BETTING


def test_the_clock_starts_when_the_first_decks_are_opened() -> None:
    table = new("ma-mini")
    table.now = 5 * HOUR
    table.perform("inspect")
    table.now = 6 * HOUR
    table.perform("verify")
    assert table.state.decks == (5 * HOUR,)


@pytest.mark.parametrize("name", ["ma-baccarat", "ma-midi", "ma-midi-multilevel"])
def test_where_every_shoe_has_new_decks_there_is_no_daily_change(name: str) -> None:
    table = aged(name, 30 * HOUR)
    assert time_left(table.rules, table.state, 1, 0) is None
    table.not_now("retire-decks", table.rules.rulebook.section("deal.announce"))
    table.coup()


CONTINUOUS: dict[str, Any] = {"shuffle__how": "continuous", "shuffle__continuous_approval": "31"}


@pytest.mark.parametrize("changes", [{}, CONTINUOUS], ids=["cut", "continuous"])
def test_cards_that_cannot_be_loaded_any_more_are_changed_by_the_automatic_dealer_too(changes: dict[str, Any]) -> None:
    table = new("ma-mini", times__shoe_minutes=75, **changes)
    load = "fill-shoe" if changes else "load-shoe"
    while f"perform {load}" not in table.due():
        table.step()
    table.now = DAY
    assert table.refused(do="perform", step=load).reason is Reason.CARDS_TOO_OLD
    act = house(table.rules, table.state, table.now)
    assert act is not None
    assert act.step == "retire-decks"
    table.perform("retire-decks", "fetch-decks").ready()
    assert table.state.phase is Phase.BETTING
