"""Vigorish that is collected later: marked exactly, in the seat's box, and due before the next shoe."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from punto.audit import Audit
from punto.audit.document import load
from punto.core.posting import RACK, Posting, move, seat_account
from punto.law.rulebook import Rulebook
from punto.table import Reason
from punto.table.events import PlayerLeft, ShoeEnded, VigorishCollected
from punto.table.phases import Phase
from punto.verification.log_checks import terms_of
from tests.proofs import proves
from tests.table.harness import BANKER_STOOD, PLAYER_STOOD, TIE_STOOD, Table, at

DEFERRED = {
    "ma_baccarat": "13(d)(2)(i)-(iii)",
    "ma_midi": "12(d)(2)(i)-(iii)",
    "ma_midi_multilevel": "12(d)(2)(i)-(iii)",
    "ma_mini": "12(d)(2)(i)-(iii)",
    "md_mini": ".12D(2)(b)(i)-(iii)",
}
LATER: dict[str, Any] = {"vigorish__when": "deferred"}
CENTS: dict[str, Any] = {**LATER, "vigorish__rounding": "quarter", "limits__smallest_chip": 5}


def section(book: Rulebook) -> str:
    return DEFERRED[book.id.replace("-", "_")]


def won_once(book: Rulebook | str, **changes: Any) -> Table:
    """Seats 1 and 3 have won on the Banker's Hand, a hundred and sixty dollars; a new coup is open."""
    table = at(book, BANKER_STOOD, **LATER, **changes).bet((1, "banker", 100), (3, "banker", 60), (2, "player", 10))
    table.play()
    table.ready()
    return table


def last_shoe_over(book: Rulebook | str, **changes: Any) -> Table:
    """The same two owe; the cover card has come and the shoe is over."""
    table = at(book, " ".join([BANKER_STOOD] * 2), cut=True, **LATER, **changes)
    table.must(do="perform", step="set-aside-cover")
    for amount in (100, 60):
        table.bet((1, "banker", amount), (3, "banker", 10))
        table.play()
        if table.state.shoe == 1:
            table.ready()
            table.must(do="perform", step="announce-last-hand")
    assert table.last(ShoeEnded).shoe == 1
    assert table.state.owed == {1: 8_00_000, 3: 1_00_000}
    return table


def step_past_the_markers(table: Table) -> None:
    """The next thing that is due but for collecting."""
    owed = table.state.owed
    table.state = replace(table.state, owed={})
    table.step()
    table.state = replace(table.state, owed=owed)


# ---------------------------------------------------------------- marked


@proves("vigorish.deferred", **DEFERRED)
def test_a_marker_with_the_amount_lies_in_the_seats_box_until_it_is_collected(book: Rulebook) -> None:
    table = won_once(book)
    box = table.rules.layout.area("vigorish")
    assert box is not None
    assert (box.numbered, box.each_seat) == (True, True)
    assert table.state.owed == {1: 5_00_000, 3: 3_00_000}
    assert [(table.line(seat, "banker").vigorish, table.line(seat, "banker").marked) for seat in (1, 3)] == [
        (0, 5_00_000),
        (0, 3_00_000),
    ]
    assert [table.won(seat) for seat in (1, 3)] == [100_00, 60_00]
    for shoe in (PLAYER_STOOD, TIE_STOOD):  # a marker goes neither with a loss nor with a push
        table.shoe = at(book, shoe).shoe
        table.ready()
        table.bet((1, "banker", 20))
        table.play()
        assert table.state.owed == {1: 5_00_000, 3: 3_00_000}
    table.ready()
    (collected,) = table.must(do="collect-vigorish", seat=1)
    assert isinstance(collected, VigorishCollected)
    assert (collected.seat, collected.cents, collected.section) == (1, 5_00, section(book))
    assert table.state.owed == {3: 3_00_000}
    assert table.won(1) == 100_00 - 20_00 - 5_00


@pytest.mark.parametrize("book", ["ma-baccarat", "ma-midi", "md-mini"])
def test_markers_hold_exact_amounts_and_are_rounded_once_when_collected(book: str) -> None:
    table = at(book, " ".join([BANKER_STOOD] * 3), **CENTS)
    for _ in range(3):
        table.ready()
        table.must(do="wager", seat=1, wager="banker", cents=5_05)
        table.play()
    assert table.state.owed == {1: 3 * 25_250}
    (collected,) = table.must(do="collect-vigorish", seat=1)
    assert isinstance(collected, VigorishCollected)
    assert collected.cents == 1_00  # 75.75 cents; each by itself would have made 50


@pytest.mark.parametrize("book", ["ma-baccarat", "ma-mini", "md-mini"])
def test_buttons_of_rounded_amounts_are_rounded_at_each_win_and_audited(book: str) -> None:
    table = at(book, " ".join([BANKER_STOOD] * 3), **CENTS, vigorish__marked="rounded", limits__minimum=20)
    for cents, mark in ((5_05, 50), (5_00, 25), (20, 20)):  # a win of 20 cents is marked with no more than itself
        table.ready()
        before = table.state.owed.get(1, 0)
        table.must(do="wager", seat=1, wager="banker", cents=cents)
        table.play()
        assert table.state.owed == {1: before + mark * 1_000}
        assert table.line(1, "banker").marked == mark * 1_000
    (collected,) = table.must(do="collect-vigorish", seat=1)
    assert isinstance(collected, VigorishCollected)
    assert collected.cents == 1_00  # 95 cents on the buttons, and collected in quarters as filed
    audit = Audit(terms_of(table.rules, load(table.rules.rulebook.id)))
    assert [fault for event in table.events for fault in audit.see(msgspec.to_builtins(event))] == []


def test_without_rounding_fractions_of_a_cent_are_dropped_from_the_sum() -> None:
    table = at("ma-mini", " ".join([BANKER_STOOD] * 3), **{**CENTS, "vigorish__rounding": "exact"})
    for _ in range(3):
        table.must(do="wager", seat=1, wager="banker", cents=5_05)
        table.play()
    (collected,) = table.must(do="collect-vigorish", seat=1)
    assert isinstance(collected, VigorishCollected)
    assert collected.cents == 75


# ---------------------------------------------------------------- due when the player leaves


@proves("vigorish.deferred/leaving")
@proves("vigorish.deferred", **DEFERRED)
def test_who_leaves_pays_first(book: Rulebook) -> None:
    table = won_once(book)
    collected, left = table.must(do="leave", seat=1)
    assert isinstance(collected, VigorishCollected)
    assert (collected.seat, collected.cents, collected.section) == (1, 5_00, section(book))
    assert isinstance(left, PlayerLeft)
    assert sum(posting.cents for posting in left.postings) == 100_095_00
    assert table.state.owed == {3: 3_00_000}
    (gone,) = table.must(do="leave", seat=2)  # who owes nothing
    assert isinstance(gone, PlayerLeft)


@proves("vigorish.deferred", **DEFERRED)
def test_nobody_leaves_with_vigorish_unpaid(book: Rulebook) -> None:
    table = won_once(book)
    chips = dict(table.state.accounts)
    move(chips, [Posting(seat_account(1), RACK, table.chips(1), "as it could be before reading 33")])
    table.state = replace(table.state, accounts=chips)
    refusal = table.refused(do="leave", seat=1)
    assert (refusal.reason, refusal.section) == (Reason.VIGORISH_OWED, section(book))
    assert refusal.detail == {"owed": 5_00, "chips": 0}
    refusal = table.refused(do="collect-vigorish", seat=1)
    assert (refusal.reason, refusal.section) == (Reason.NOT_ENOUGH_CHIPS, section(book))
    table.must(do="buy-in", seat=1, cents=5_00)
    table.must(do="leave", seat=1)


@proves("vigorish.deferred", **DEFERRED)
def test_chips_that_a_marker_is_good_for_are_not_bet(book: Rulebook) -> None:
    table = won_once(book, limits__maximum=200_000_00)
    chips = table.chips(1)
    for given in ({"do": "wager", "wager": "player", "cents": chips}, {"do": "wagers", "stakes": {"player": chips}}):
        refusal = table.refused(**given, seat=1, coup=table.state.coup)
        assert (refusal.reason, refusal.section) == (Reason.VIGORISH_OWED, section(book))
        assert refusal.detail == {"owed": 5_00, "chips": chips}
    refusal = table.refused(do="adjust", by="floor", seat=1, cents=-chips, why="paid too much")
    assert (refusal.reason, refusal.section) == (Reason.VIGORISH_OWED, section(book))
    table.bet((1, "player", (chips - 5_00) // 100))
    assert table.chips(1) == 5_00
    table.must(do="collect-vigorish", seat=1)
    assert table.chips(1) == 0


# ---------------------------------------------------------------- due before a new shoe


@proves("vigorish.deferred/new-shoe")
@proves(
    "vigorish.deferred",
    ma_baccarat="13(d)(2)(i)-(iii)",
    ma_midi="12(d)(2)(i)-(iii)",
    ma_midi_multilevel="12(d)(2)(i)-(iii)",
    md_mini=".12D(2)(b)(i)-(iii)",
)
def test_no_wager_and_no_call_opens_a_new_shoe_while_any_is_owed(book: Rulebook) -> None:
    table = last_shoe_over(book)
    table.shoe = at(book, "2c 3d 4h " + PLAYER_STOOD).shoe
    while table.state.phase is Phase.PREPARING:  # the cards may be prepared meanwhile
        step_past_the_markers(table)
    late: list[dict[str, Any]] = [
        {"do": "wager", "seat": 2, "wager": "player", "cents": 100_00},  # though seat 2 owes nothing
        {"do": "verbal", "seat": 1, "wager": "player", "cents": 100_00},
    ]
    for seat in (1, 3):
        for command in late:
            refusal = table.refused(**dict(command))
            assert (refusal.reason, refusal.section) == (Reason.VIGORISH_OWED, section(book))
            assert refusal.detail == {"seat": seat}
        assert not [act for act in table.expected() if act.do in ("wager", "verbal")]
        table.must(do="collect-vigorish", seat=seat)
    table.bet((2, "player", 100)).play()
    assert table.won(2) == 100_00


@proves("vigorish.deferred/new-shoe")
@proves("vigorish.deferred", ma_mini="12(d)(2)(i)-(iii)")
def test_in_massachusetts_mini_baccarat_it_is_due_before_the_reshuffle(book: Rulebook) -> None:
    table = last_shoe_over(book)
    while table.state.agenda[0] != "shuffle-unused":  # the cards may be gathered meanwhile
        step_past_the_markers(table)
    assert table.due() == ["collect-vigorish", "collect-vigorish"]
    for seat in (1, 3):
        for step in ("plug", "riffle", "turn", "strip"):
            refusal = table.refused(do="perform", step=step)
            assert (refusal.reason, refusal.section) == (Reason.VIGORISH_OWED, "12(d)(2)(i)-(iii)")
            assert refusal.detail == {"seat": seat}
        table.must(do="collect-vigorish", seat=seat)
    table.must(do="perform", step="riffle")


def test_a_free_hand_opens_no_shoe_over_markers_either() -> None:
    """The first call of the shoe is refused, whatever is to be dealt."""
    table = won_once("ma-mini", deal__free_hands=True)
    table._take([ShoeEnded(shoe=1, cards=416, agenda=())])
    table.must(do="free-hand", seat=2)
    refusal = table.refused(do="perform", step="no-more-bets")
    assert (refusal.reason, refusal.section) == (Reason.VIGORISH_OWED, "12(d)(2)(i)-(iii)")


@pytest.mark.parametrize("book", ["ma-mini", "ma-midi", "md-mini"])
def test_the_automatic_dealer_takes_the_markers_up_before_it_goes_on(book: str) -> None:
    table = last_shoe_over(book)
    table.shoe = at(book, "2c 3d 4h").shoe
    table.ready()
    assert table.state.owed == {}
    assert [(event.seat, event.cents) for event in table.all(VigorishCollected)] == [(1, 8_00), (3, 1_00)]
    table.bet((1, "player", 100))


# ---------------------------------------------------------------- who and when


def test_the_dealer_collects_what_is_owed_and_nothing_else() -> None:
    table = won_once("md-mini")
    refusal = table.refused(do="collect-vigorish", seat=1, by="player", who="p1")
    assert (refusal.reason, refusal.section) == (Reason.WRONG_ROLE, ".12D(2)(b)(i)-(iii)")
    for seat in (2, 7, -1):
        refusal = table.refused(do="collect-vigorish", seat=seat)
        assert (refusal.reason, refusal.section) == (Reason.NOTHING_OWED, ".12D(2)(b)(i)-(iii)")


def test_a_marker_of_this_coup_waits_until_its_cards_are_cleared() -> None:
    table = at("ma-midi", BANKER_STOOD, **LATER).bet((1, "banker", 100))
    table.auto(until="announce-result")
    assert not [act for act in table.expected() if act.do == "collect-vigorish"]
    refusal = table.refused(do="collect-vigorish", seat=1)
    assert (refusal.reason, refusal.detail) == (Reason.WRONG_PHASE, {"phase": "paying"})
    table.auto(until="clear-cards")
    assert [act.seat for act in table.expected() if act.do == "collect-vigorish"] == [1]
    table.must(do="collect-vigorish", seat=1)


def test_chips_that_the_coup_has_just_paid_take_up_no_marker() -> None:
    """A correction may still take them back."""
    table = at("ma-midi", BANKER_STOOD, **LATER).bet((1, "banker", 100))
    table.auto(until="announce-result")
    accounts = {**table.state.accounts, seat_account(1): 202_00}
    table.state = replace(table.state, accounts=accounts)
    refusal = table.refused(do="collect-vigorish", by="dealer", seat=1)
    assert (refusal.reason, refusal.section) == (Reason.NOT_ENOUGH_CHIPS, DEFERRED["ma_midi"])


def test_nothing_is_marked_where_vigorish_is_taken_with_the_payout_or_not_at_all() -> None:
    for table in (
        at("md-mini", BANKER_STOOD).bet((1, "banker", 100)),
        at("md-mini", BANKER_STOOD, ez=True).bet((1, "ez-banker", 100)),
    ):
        table.play()
        assert table.state.owed == {}


def test_the_other_batch_is_not_taken_from_the_shuffler_over_markers() -> None:
    table = last_shoe_over("ma-mini", shuffle__how="device", decks=16)
    assert table.state.agenda[0] == "device"
    refusal = table.refused(do="perform", step="device-shuffle")
    assert (refusal.reason, refusal.section) == (Reason.VIGORISH_OWED, "12(d)(2)(i)-(iii)")
