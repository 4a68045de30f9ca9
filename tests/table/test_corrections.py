"""Putting right what was keyed or paid wrongly: both readings stay, money moves by entries of its own."""

from typing import Any

import pytest

from punto.core.cards import cards
from punto.law.rulebook import documents
from punto.table import Reason
from punto.table.events import (
    CardCorrected,
    CardTakenBack,
    CoupSettled,
    HouseMoneySettled,
    PaymentCorrected,
    SettlementReversed,
)
from punto.table.phases import Phase
from tests.table.harness import (
    BANKER_STOOD,
    BANKER_THIRD,
    BOTH_THIRD,
    PLAYER_STOOD,
    PLAYER_THIRD,
    Table,
    coups,
    ready,
    rules_under,
)

NAMES = pytest.mark.parametrize("name", documents())
THIRD_OPTION = {"ma-baccarat": "15(c)(1)-(2)", "md-mini": ".13C(2)(a)-(b)"}


def open_on_the_table(name: str, coup: str, *wagers: tuple[int, str, int], **changes: Any) -> Table:
    """A coup with all its cards open and no result announced."""
    table = ready(name, coups(2, coup), **changes).bet(*(wagers or [(1, "player", 100)]))
    table.auto(phase=Phase.PAYING)
    return table


def correct(table: Table, place: str, card: str) -> None:
    table.must(do="correct", by="floor", place=place, card=card, why="misread")


# ---------------------------------------------------------------- a face, before and after the settlement


@NAMES
def test_a_face_that_was_read_wrongly_is_put_right_before_the_result(name: str) -> None:
    table = open_on_the_table(name, PLAYER_STOOD)
    correct(table, "P1", "6c")
    corrected = table.last(CardCorrected)
    assert (corrected.place, corrected.was, corrected.card, corrected.why) == ("P1", "7c", "6c", "misread")
    assert table.all(SettlementReversed) == []
    assert (table.state.places["P1"], table.state.out.get("7c"), table.state.out["6c"]) == ("6c", None, 1)
    table.auto(until="clear-cards")
    assert (table.last(CoupSettled).winner, table.chips(1)) == ("tie", 100_000_00)


@NAMES
def test_after_it_the_settlement_is_taken_back_and_made_again(name: str) -> None:
    table = open_on_the_table(name, PLAYER_STOOD, (1, "player", 100), (2, "banker", 70))
    table.perform("announce-result")
    assert (table.chips(1), table.chips(2)) == (100_100_00, 100_000_00 - 70_00)
    first = table.last(CoupSettled)
    correct(table, "B1", "9d")
    reversed_ = table.last(SettlementReversed)
    assert {(one.debit, one.credit, one.cents) for one in reversed_.postings} == {
        (one.credit, one.debit, one.cents) for one in first.postings
    }
    assert all(one.memo.endswith(" reversed") for one in reversed_.postings)
    assert (table.chips(1), table.chips(2)) == (100_000_00 - 100_00, 100_000_00 - 70_00)
    assert table.due() == ["perform announce-result"]
    table.auto(until="clear-cards")
    assert [event.winner for event in table.all(CoupSettled)] == ["player", "banker"]
    assert (table.chips(1), table.chips(2)) == (100_000_00 - 100_00, 100_000_00 + 70_00 - 3_50)


@NAMES
def test_vigorish_that_was_marked_on_it_is_unmarked(name: str) -> None:
    table = open_on_the_table(name, BANKER_STOOD, (1, "banker", 100), vigorish__when="deferred")
    table.perform("announce-result")
    assert table.state.owed == {1: 500_000}
    correct(table, "P1", "7c")
    assert table.last(SettlementReversed).unmarked == {1: 500_000}
    assert table.state.owed == {}
    table.auto(until="clear-cards")
    assert (table.last(CoupSettled).winner, table.state.owed, table.chips(1)) == ("tie", {}, 100_000_00)


@NAMES
def test_when_the_cards_are_cleared_no_face_is_put_right(name: str) -> None:
    table = open_on_the_table(name, PLAYER_STOOD)
    table.auto(until="clear-cards")
    refusal = table.refused(do="correct", by="floor", place="P1", card="6c", why="misread")
    assert (refusal.reason, refusal.detail) == (Reason.PLACE_NOT_DUE, {"open": ""})


@pytest.mark.parametrize(
    "change, reason, detail",
    [
        ({"by": "dealer"}, Reason.WRONG_ROLE, {"by": "floor"}),
        ({"place": "P3"}, Reason.PLACE_NOT_DUE, {"open": "P1 B1 P2 B2"}),
        ({"card": "1c"}, Reason.NO_SUCH_CARD, None),
        ({"card": "7c"}, Reason.CANNOT_STAND, {"was": "7c"}),
        ({"why": " "}, Reason.CANNOT_STAND, {"was": "7c"}),
    ],
)
def test_a_correction_needs_the_floor_a_known_card_another_face_and_a_reason(
    change: dict[str, str], reason: Reason, detail: dict[str, str] | None
) -> None:
    table = open_on_the_table("md-mini", PLAYER_STOOD)
    refusal = table.refused(**{"do": "correct", "by": "floor", "place": "P1", "card": "6c", "why": "misread"} | change)
    assert refusal.reason is reason
    assert detail is None or refusal.detail == detail


def test_no_card_is_there_more_often_than_there_are_decks() -> None:
    table = ready("md-mini", coups(0, *["9c 6d Kh Ks"] * 6, "7c 6h Qh Qs"), decks=6)
    for _ in range(6):
        table.coup()
    table.bet((1, "player", 100)).auto(phase=Phase.PAYING)
    refusal = table.refused(do="correct", by="floor", place="P1", card="9c", why="misread")
    assert (refusal.reason, refusal.detail) == (Reason.CARD_EXHAUSTED, {"card": "9c", "decks": 6})


# ---------------------------------------------------------------- third cards


@NAMES
@pytest.mark.parametrize("announced", [False, True])
def test_a_third_card_that_the_true_faces_ask_for_is_dealt(name: str, announced: bool) -> None:
    table = open_on_the_table(name, f"{PLAYER_STOOD} 4d")
    if announced:
        table.perform("announce-result")
    correct(table, "P1", "5c")
    assert table.state.phase is Phase.DRAWING
    table.auto(until="clear-cards")
    result = table.last(CoupSettled)
    assert (result.player, result.banker) == (9, 6)


@NAMES
@pytest.mark.parametrize("announced", [False, True])
def test_one_that_they_do_not_allow_the_player_is_an_irregularity(name: str, announced: bool) -> None:
    """5 drew a 4, but it was a 6 that stays; the Banker's 7 stays too."""
    table = open_on_the_table(name, PLAYER_THIRD)
    if announced:
        table.perform("announce-result")
    correct(table, "P1", "3c")
    assert (table.last(CardTakenBack).place, table.last(CardTakenBack).to) == ("P3", "error-third")
    assert table.due() == ["perform discard-card"]
    assert {act.section for act in table.expected()} == {THIRD_OPTION.get(name, "13(c)(1)-(2)")}
    table.perform("discard-card").step()
    table.auto(until="clear-cards")
    result = table.last(CoupSettled)
    assert (result.player, result.banker) == (6, 7)


@NAMES
def test_it_is_the_bankers_where_that_hand_must_draw(name: str) -> None:
    """5 drew a 9, so the Banker's 5 stayed; but it was a 6 that stays, and beside it a 5 draws."""
    table = open_on_the_table(name, "2c 5d 3h Ks 9d")
    correct(table, "P1", "3c")
    assert table.due() == ["perform use-as-banker-third"]
    table.perform("use-as-banker-third").auto(until="clear-cards")
    result = table.last(CoupSettled)
    assert (result.player, result.banker) == (6, 4)


@NAMES
def test_one_that_they_ask_for_while_it_lies_aside_is_the_card_that_follows(name: str) -> None:
    """A natural 8 bars a third card; but it was a 1, so both hands draw, and neither the card that lies aside."""
    table = ready(name, coups(2, "2c 7d 3h As")).bet((1, "player", 100))
    table.auto(phase=Phase.PAYING)
    table.sees("face-up-third", "3d")
    correct(table, "B1", "Qh")
    assert table.due() == ["perform simulate-round"]
    table.perform("simulate-round")
    table.auto(until="clear-cards")
    result = table.last(CoupSettled)
    assert (result.player, result.banker) == (1, 1)  # a six and a ten came
    assert table.state.opening == ("3d",)


@NAMES
def test_one_that_they_do_not_allow_the_banker_opens_a_simulated_round(name: str) -> None:
    table = open_on_the_table(name, BANKER_THIRD)
    correct(table, "B1", "6d")
    assert (table.last(CardTakenBack).place, table.last(CardTakenBack).to) == ("B3", "error")
    assert table.due() == ["perform simulate-round"]
    table.perform("simulate-round").auto(until="clear-cards")
    assert (table.last(CoupSettled).winner, table.until(Phase.BETTING).state.opening) == ("tie", ("4s",))


@NAMES
@pytest.mark.parametrize("place, card", [("P1", "4c"), ("P1", "5c")])
def test_what_two_third_cards_were_dealt_on_cannot_be_undone(name: str, place: str, card: str) -> None:
    table = open_on_the_table(name, BOTH_THIRD)
    refusal = table.refused(do="correct", by="floor", place=place, card=card, why="misread")
    section = table.rules.rulebook.section("third.one-only")
    assert (refusal.reason, refusal.section) == (Reason.CANNOT_STAND, section)
    assert table.state.places[place] == "2c"


def test_a_bankers_third_card_before_a_player_s_that_was_due_cannot_stand_either() -> None:
    table = open_on_the_table("md-mini", BANKER_THIRD)
    assert table.refused(do="correct", by="floor", place="P1", card="5c", why="misread").reason is Reason.CANNOT_STAND


def test_a_hand_that_is_not_open_yet_asks_for_nothing() -> None:
    table = ready("ma-midi", coups(2, PLAYER_STOOD)).bet((1, "player", 100))
    table.auto(until="return-player")
    correct(table, "P1", "4c")
    assert table.state.places == {"P1": "4c", "B1": None, "P2": "Kh", "B2": None}


# ---------------------------------------------------------------- House Money


@pytest.mark.parametrize("name", documents()[:4])
def test_house_money_that_was_settled_on_a_pair_which_was_none_is_settled_again(name: str) -> None:
    wagers = [(1, "player", 100), (1, "house-money", 25)]
    table = open_on_the_table(name, "2c Kd 2h 7s Kd", *wagers, wagers__house_money={})
    table.perform("announce-result")
    assert [event.payout for event in table.all(HouseMoneySettled)] == [75_00]
    correct(table, "P1", "3c")
    assert (table.state.phase, table.last(SettlementReversed).house_money) == (Phase.HOUSE_MONEY, True)
    table.auto(until="clear-cards")
    assert [event.payout for event in table.all(HouseMoneySettled)] == [75_00, 0]
    assert table.chips(1) == 100_000_00 - 100_00 - 25_00


@pytest.mark.parametrize("name", documents()[:4])
def test_a_payout_that_rode_comes_off_the_felt_again(name: str) -> None:
    table = ready(name, coups(2, "2c Kd 2h 7s 4d"), wagers__house_money={})
    table.bet((1, "player", 100), (1, "house-money", 25)).auto(phase=Phase.HOUSE_MONEY)
    table.must(do="house-money", seat=1, choice="player")
    table.auto(phase=Phase.PAYING)
    assert table.state.accounts["felt/1/player"] == 175_00
    correct(table, "P2", "Ah")
    assert table.state.accounts["felt/1/player"] == 100_00
    table.auto(until="clear-cards")
    assert (table.last(CoupSettled).winner, table.chips(1)) == ("tie", 100_000_00 - 25_00)


@pytest.mark.parametrize("name", documents()[:4])
def test_a_correction_that_leaves_the_pairs_alone_leaves_house_money_alone(name: str) -> None:
    wagers = [(1, "player", 100), (1, "house-money", 25)]
    table = open_on_the_table(name, "2c Kd 2h 7s Kd", *wagers, wagers__house_money={})
    correct(table, "B1", "Qd")
    assert len(table.all(HouseMoneySettled)) == 1
    assert table.state.phase is Phase.PAYING


# ---------------------------------------------------------------- other cards that lie open


def test_a_card_drawn_in_error_and_seen_may_have_been_misread_too() -> None:
    table = ready("md-mini", coups()).sees("face-up", "2d")
    correct(table, "face-up", "3d")
    table.perform("simulate-round")
    assert (table.state.opening, table.state.out) == (("3d",), {"3d": 1})


@NAMES
@pytest.mark.parametrize("burned, rest", [(0, 5), (2, 3), (7, 0)])
def test_the_first_card_burned_says_anew_how_many_follow(name: str, burned: int, rest: int) -> None:
    rules = rules_under(name)
    ceremony = "burn-face-up" if rules.shuffling.burn_shown else "burn-face-down"
    table = Table(rules, cards("8h 2c 3c 4c 5c 6c 7c 8c 9c"), [1], agenda=(ceremony,))
    table.auto(until="expose-first")
    for _ in range(burned):
        table.step()
    correct(table, "burn", "5h")
    assert table.state.burning == rest
    table.auto(until="discard-burned")
    assert table.state.left == 416 - 1 - max(5, burned)
    assert (table.state.out["5h"], "8h" in table.state.out) == (1, False)
    assert (
        table.refused(do="correct", by="floor", place="burn", card="6h", why="misread").reason is Reason.PLACE_NOT_DUE
    )


# ---------------------------------------------------------------- a payment


@NAMES
def test_a_payment_is_put_right_by_one_of_its_own(name: str) -> None:
    table = open_on_the_table(name, PLAYER_STOOD)
    table.auto(until="clear-cards")
    rack = table.state.accounts["rack"]
    table.must(do="adjust", by="floor", seat=1, cents=-25_00, why="paid too much")
    table.must(do="adjust", by="floor", seat=2, cents=50_00, why="not paid")
    assert (table.chips(1), table.chips(2)) == (100_075_00, 100_050_00)
    assert table.state.accounts["rack"] == rack - 25_00
    assert [(event.seat, event.cents, event.why) for event in table.all(PaymentCorrected)] == [
        (1, -25_00, "paid too much"),
        (2, 50_00, "not paid"),
    ]


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"by": "dealer"}, Reason.WRONG_ROLE),
        ({"seat": 5}, Reason.NO_SUCH_SEAT),
        ({"cents": 0}, Reason.BAD_AMOUNT),
        ({"why": ""}, Reason.BAD_AMOUNT),
        ({"cents": -100_000_01}, Reason.NOT_ENOUGH_CHIPS),
        ({"cents": 10**12}, Reason.NOT_ENOUGH_CHIPS),
    ],
)
def test_it_needs_the_floor_a_player_an_amount_and_a_reason(change: dict[str, Any], reason: Reason) -> None:
    table = ready("md-mini", coups())
    given = {"do": "adjust", "by": "floor", "seat": 1, "cents": -1, "why": "a slip"} | change
    assert table.refused(**given).reason is reason


def test_what_a_correction_may_still_take_back_is_not_given_away() -> None:
    """The seat has staked all it had and won; the marker of an earlier coup waits until the cards are cleared."""
    table = ready(
        "md-mini", coups(2, BANKER_STOOD, PLAYER_STOOD), vigorish__when="deferred", limits__maximum=100_000_00
    )
    table.coup((1, "banker", 100)).bet((1, "player", 100_000)).auto(phase=Phase.PAYING)
    table.perform("announce-result")
    assert table.chips(1) == 200_100_00
    table.must(do="adjust", by="floor", seat=1, cents=-100_00, why="not of this coup")
    assert table.refused(do="collect-vigorish", seat=1).reason is Reason.NOT_ENOUGH_CHIPS
    correct(table, "P1", "6c")
    assert table.chips(1) == 0
