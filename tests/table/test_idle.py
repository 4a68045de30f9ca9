"""A table without play: its cards come out of the shoe, are shown to the first player, and are mixed or exchanged."""

from typing import Any

import pytest

from punto.law.rulebook import Rulebook
from punto.table import Reason
from punto.table.drive import house
from punto.table.events import ShoeEnded, StepPerformed
from punto.table.instructions import instruction
from punto.table.interruptions import interruption_due
from punto.table.phases import Phase
from punto.table.preparation import where
from tests.proofs import proves
from tests.table.harness import DEVICE, MINUTE, Table, brought, coups, ready, rules_under, shuffled

IDLE = proves("idle-table", ma_mini="5(g)(1)-(2)", md_mini=".05H(1)-(3)")
BATCH = proves("idle-table.shuffler-batch", ma_mini="5(g)(2)(i)-(ii)", md_mini=".05H(4)")
SECURE: dict[str, Any] = {**DEVICE, "shuffle__stores_securely": True, "shuffle__storage_procedure": "RS-60"}


def idle(book: Rulebook | str, players: tuple[int, ...] = (1, 2), **changes: Any) -> Table:
    """A table whose last coup was half an hour ago, its cards just taken out of the shoe."""
    table = ready(book, coups(), players=players, **changes)
    if players:
        table.coup((players[0], "player", 100))
    table.shoe.cards = iter(shuffled(8))
    table.now += 30 * MINUTE
    return table.forget().perform("take-out")


# ---------------------------------------------------------------- when


@proves("idle-table/taken-out")
@IDLE
def test_a_table_is_idle_when_nobody_has_played_for_the_submitted_time(book: Rulebook) -> None:
    table = ready(book, coups(), times__idle_minutes=45).coup()
    section = book.section("idle-table")
    table.now = 45 * MINUTE - 1
    refusal = table.refused(do="perform", step="take-out")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.STEP_NOT_DUE, section, {"minutes": 1})
    assert interruption_due(table.rules, table.state, table.now) == ""
    table.now = 45 * MINUTE
    due = house(table.rules, table.state, table.now)
    assert due is not None
    assert (due.step, due.by, due.section) == ("take-out", "dealer", section)
    assert table.refused(do="perform", step="take-out", by="floor").reason is Reason.WRONG_ROLE
    table.perform("take-out")
    assert (table.state.phase, table.last(ShoeEnded).section) == (Phase.IDLE, section)


@IDLE
@pytest.mark.parametrize("called", [False, True])
def test_a_wager_is_play_until_it_is_taken_back(book: Rulebook, called: bool) -> None:
    """Reading 25: the time counts from when none lies there any more, be it on the felt or called with cash."""
    table = ready(book, coups(), deal__verbal_wagers=True).coup()
    wager = {"do": "verbal" if called else "wager", "seat": 1, "wager": "player"}
    table.now = 29 * MINUTE
    table.must(**wager, cents=100_00)
    table.now = 45 * MINUTE
    assert interruption_due(table.rules, table.state, table.now) == ""
    table.must(do="withdraw", seat=1, wager="player")
    refusal = table.refused(do="perform", step="take-out")
    assert (refusal.reason, refusal.detail) == (Reason.STEP_NOT_DUE, {"minutes": 30})
    table.must(**wager, cents=100_00)
    table.must(do="withdraw", seat=1, wager="player")
    table.now = 75 * MINUTE
    assert table.refused(**wager, cents=100_00).reason is Reason.TABLE_IDLE
    table.perform("take-out")


@IDLE
def test_then_no_wager_is_taken_before_the_cards_have_been_out_of_the_shoe(book: Rulebook) -> None:
    table = ready(book, coups()).coup()
    table.now = 30 * MINUTE
    refusal = table.refused(do="wager", seat=1, wager="player", cents=10_000)
    assert (refusal.reason, refusal.section) == (Reason.TABLE_IDLE, book.section("idle-table"))
    assert refusal.detail == {"minutes": 30}
    assert table.refused(do="perform", step="no-more-bets").reason is Reason.TABLE_IDLE
    assert table.refused(do="verbal", seat=1, wager="player", cents=10_000).reason is Reason.TABLE_IDLE


@IDLE
def test_a_wager_on_the_felt_is_play(book: Rulebook) -> None:
    table = ready(book, coups()).bet((1, "player", 100))
    table.now = 60 * MINUTE
    table.not_now("take-out", book.section("idle-table"))
    table.auto(until="clear-cards")
    assert table.state.at == 60 * MINUTE
    table.now += 29 * MINUTE
    table.bet((1, "player", 100))


# ---------------------------------------------------------------- what is done


@IDLE
def test_without_a_device_the_cards_are_spread_shown_washed_stacked_shuffled_and_cut(book: Rulebook) -> None:
    table = idle(book)
    section = book.section("idle-table")
    assert list(table.state.agenda) == ["idle", "shuffle", "cut", "burn-face-down"]
    for early in ("show-idle", "wash-idle", "stack-idle"):
        table.not_now(early, section)
    table.perform("spread-down")
    assert table.refused(do="wager", seat=1, wager="player", cents=10_000).reason is Reason.WRONG_PHASE
    table.not_now("wash-idle", section)
    table.perform("show-idle", "wash-idle")
    assert table.at(Phase.IDLE)
    table.perform("stack-idle")
    assert table.at(Phase.PREPARING)
    table.ready()
    assert (table.state.shoe, table.state.phase) == (2, Phase.BETTING)
    assert table.made("idle") == ["take-out", "spread-down", "show-idle", "wash-idle", "stack-idle"]
    assert {event.section for event in table.all(StepPerformed) if event.ceremony == "idle"} == {section}
    assert {"carry-cut", "burn-card"} <= set(table.made())
    table.coup()


@IDLE
def test_the_steps_are_the_dealers_but_for_the_request(book: Rulebook) -> None:
    dealer = ["spread-down", "spread-up", "show-idle", "wash-idle", "stack-idle", "load-idle", "unload-idle"]
    steps = [("take-out", "dealer"), ("ask-face-up", "player"), *((step, "dealer") for step in dealer)]
    assert brought(book, "idle-table") == steps


@IDLE
def test_they_lie_face_down_until_the_first_player_has_seen_them(book: Rulebook) -> None:
    table = idle(book, players=())
    assert table.due() == ["perform spread-down"]
    table.not_now("spread-up", book.section("idle-table"))
    table.perform("spread-down")
    assert table.due() == []
    table.not_now("show-idle", book.section("idle-table"))
    table.now += 300 * MINUTE
    table.must(do="sit", seat=3, buy_in=100_000)
    assert table.due() == ["perform show-idle"]


@proves("idle-table/on-request")
@IDLE
@pytest.mark.parametrize("lie_already", [True, False])
def test_a_player_may_ask_for_them_face_up(book: Rulebook, lie_already: bool) -> None:
    table = idle(book)
    if lie_already:
        table.perform("spread-down")
    refusal = table.refused(do="perform", step="ask-face-up", by="dealer")
    assert (refusal.reason, refusal.section) == (Reason.WRONG_ROLE, book.section("idle-table"))
    assert table.refused(do="perform", step="ask-face-up", by="player", who="stranger").reason is Reason.NOT_YOUR_SEAT
    table.must(do="perform", step="ask-face-up", by="player", who="p2")
    assert table.last(StepPerformed).seat == 2
    table.not_now("spread-down", book.section("idle-table"))
    table.not_now("show-idle", book.section("idle-table"))
    assert table.due() == ["perform spread-up"]
    table.perform("spread-up", "show-idle", "wash-idle", "stack-idle")
    assert table.state.agenda[0] == "shuffle"


@IDLE
def test_with_a_device_they_are_exchanged_with_the_batch_in_it(book: Rulebook) -> None:
    table = idle(book, **SECURE)
    assert list(table.state.agenda) == ["idle-device", "cut", "burn-face-down"]
    table.perform("spread-down", "show-idle")
    table.not_now("wash-idle", book.section("idle-table"))
    table.perform("stack-idle")
    table.not_now("unload-idle", book.section("idle-table"))
    table.perform("load-idle", "unload-idle")
    assert where(table.rules, table.state) == {"shoe": (2,), "device": (1,), "discards": (2,)}
    table.ready()
    assert "riffle" not in table.made()
    assert (table.state.phase, table.state.batch) == (Phase.BETTING, 2)


# ---------------------------------------------------------------- the device's batch


@BATCH
def test_the_device_s_batch_needs_no_inspection_unless_a_player_asks(book: Rulebook) -> None:
    table = idle(book, **SECURE).perform("spread-down", "show-idle", "stack-idle", "load-idle", "unload-idle")
    section = book.section("idle-table.shuffler-batch")
    for early in ("spread-batch", "show-batch", "reshuffle-batch"):
        table.not_now(early, section)
    assert table.state.phase is Phase.IDLE
    table.perform("offer-cut")  # nobody asks: the next ceremony begins
    assert (table.state.phase, table.state.agenda[0], table.state.asked) == (Phase.PREPARING, "cut", (2,))
    table.not_now("ask-inspection", section, by="player", who="p1")
    table.ready()
    assert "spread-batch" not in table.made()


@proves("idle-table.shuffler-batch/on-request")
@BATCH
def test_a_player_who_asks_sees_it_spread_and_it_is_reshuffled(book: Rulebook) -> None:
    table = idle(book, **SECURE).perform("spread-down", "show-idle", "stack-idle", "load-idle", "unload-idle")
    section = book.section("idle-table.shuffler-batch")
    assert table.refused(do="perform", step="ask-inspection", by="dealer").section == section
    table.must(do="perform", step="ask-inspection", by="player", who="p1")
    table.not_now("offer-cut", book.section("cut.offer-order"))
    assert table.due() == ["perform spread-batch"]
    table.perform("spread-batch", "show-batch")
    table.not_now("offer-cut", book.section("cut.offer-order"))
    table.perform("reshuffle-batch")
    assert table.state.agenda[0] == "cut"
    steps = [("ask-inspection", "player"), ("spread-batch", "dealer"), ("show-batch", "dealer")]
    assert brought(book, "idle-table.shuffler-batch") == [*steps, ("reshuffle-batch", "dealer")]
    assert {event.section for event in table.all(StepPerformed)[-4:]} == {section}


@BATCH
@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("procedure", ["RS-60", ""])
def test_both_grounds_spare_it_in_massachusetts_and_either_in_maryland(
    book: Rulebook, stored: bool, procedure: str
) -> None:
    spared = stored and procedure if book.id == "ma-mini" else stored or procedure
    grounds = {"shuffle__stores_securely": stored, "shuffle__storage_procedure": procedure}
    table = idle(book, **{**DEVICE, **grounds})
    assert table.state.agenda[0] == ("idle-device" if spared else "idle-device-inspected")
    table.perform("spread-down", "show-idle", "stack-idle", "load-idle", "unload-idle")
    if spared:
        assert "perform offer-cut" in table.due()
    else:
        assert table.due() == ["perform spread-batch"]
        table.perform("spread-batch", "show-batch", "reshuffle-batch")
    table.ready()


@BATCH
def test_the_procedures_are_submitted_and_in_maryland_approved(book: Rulebook) -> None:
    how = "submitted" if book.id == "ma-mini" else "approved"
    words = f"take out the batch kept under {how} procedures"
    assert instruction(rules_under(book, **SECURE), "unload-idle") == words


# ---------------------------------------------------------------- elsewhere


@pytest.mark.parametrize("name", ["ma-baccarat", "ma-midi", "ma-midi-multilevel"])
def test_baccarat_and_midi_know_no_idle_table(name: str) -> None:
    table = ready(name, coups()).coup().until(Phase.BETTING)
    table.now = 600 * MINUTE
    table.not_now("take-out", table.rules.rulebook.section("deal.announce"))
    table.bet((1, "player", 100))


def test_a_continuous_shoe_mixes_its_cards_by_itself() -> None:
    table = ready("ma-mini", coups(), shuffle__how="continuous", shuffle__continuous_approval="31").coup()
    table.now = 600 * MINUTE
    table.not_now("take-out", "5(g)(1)-(2)")
    table.bet((1, "player", 100))


def test_the_automatic_dealer_takes_the_cards_out_when_it_is_told_the_time() -> None:
    table = ready("md-mini", coups()).coup()
    table.now = 30 * MINUTE
    for step in ("take-out", "spread-down", "show-idle"):
        act = house(table.rules, table.state, table.now)
        assert act is not None
        assert act.step == step
        table._do(act)
