"""Wagers: with what they are made, until when, beside what, and a hand without any."""

from typing import Any

import pytest

from punto.core.roles import Role
from punto.law.rulebook import Rulebook, load
from punto.table import Reason
from punto.table.events import (
    CardDealt,
    FreeHandAsked,
    RoyalStakesTaken,
    VerbalCalled,
    VerbalEnded,
    WagerMade,
    WagerWithdrawn,
)
from punto.table.phases import Phase
from tests.law.submitting import PROGRESSIVE
from tests.proofs import proves
from tests.table.harness import BANKER_STOOD, BANKER_THIRD, BOTH_THIRD, PLAYER_STOOD, TIE_STOOD, Table, at, squeezed

MEANS = {"ma_baccarat": "8(b)", "ma_midi": "7(b)", "ma_midi_multilevel": "7(b)", "ma_mini": "7(b)", "md_mini": ".07B-C"}
CLOSE = {"ma_baccarat": "8(c)", "ma_midi": "7(c)", "ma_midi_multilevel": "7(c)", "ma_mini": "7(d)", "md_mini": ".07D"}
SECTIONS = {name.replace("_", "-"): section for name, section in MEANS.items()}
CLOSED = {name.replace("_", "-"): section for name, section in CLOSE.items()}


def accounts(table: Table, *names: str) -> list[int]:
    return [table.state.accounts.get(name, 0) for name in names]


# ---------------------------------------------------------------- with what


@proves("wager.means", **MEANS)
@pytest.mark.parametrize("means", ["chips", "plaques"])
def test_a_wager_is_chips_or_plaques_on_the_felt(book: Rulebook, means: str) -> None:
    table = at(book)
    (made,) = table.must(do="wager", seat=2, wager="player", cents=100_00, means=means)
    assert isinstance(made, WagerMade)
    assert (made.means, made.section) == (means, SECTIONS[book.id])
    assert accounts(table, "felt/2/player", "seat/2") == [100_00, 99_900_00]


@proves("wager.means", **MEANS)
@pytest.mark.parametrize("means", ["cash", "credit", "match-play", ""])
def test_nothing_else_is_a_wager(book: Rulebook, means: str) -> None:
    refusal = at(book).refused(do="wager", seat=2, wager="player", cents=100_00, means=means)
    assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, SECTIONS[book.id])


@proves("wager.means/confirmed", "wager.means/converted")
@proves("wager.means", **MEANS)
@pytest.mark.parametrize("into", ["chips", "plaques"])
def test_a_verbal_wager_is_none_until_the_dealer_confirms_it_and_its_cash_is_chips(book: Rulebook, into: str) -> None:
    table = at(book)
    called = table.must(do="verbal", seat=3, wager="banker", cents=200_00)
    assert called == [VerbalCalled(seat=3, wager="banker", cents=200_00, section=SECTIONS[book.id])]
    assert accounts(table, "felt/3/banker", "seat/3", "drop") == [0, 100_000_00, 300_000_00]
    ended, made = table.must(do="confirm", seat=3, into=into)
    assert isinstance(ended, VerbalEnded)
    assert ended.confirmed
    assert isinstance(made, WagerMade)
    assert (made.seat, made.wager, made.cents, made.means) == (3, "banker", 200_00, into)
    assert accounts(table, "felt/3/banker", "seat/3", "drop") == [200_00, 100_000_00, 300_200_00]
    assert table.state.verbal == {}


@proves("wager.means", **MEANS)
def test_only_the_dealer_confirms_and_cash_becomes_nothing_but_chips_or_plaques(book: Rulebook) -> None:
    table = at(book)
    table.must(do="verbal", seat=3, wager="banker", cents=200_00)
    for by, who in (("player", "p3"), ("floor", "floor")):
        refusal = table.refused(do="confirm", seat=3, by=by, who=who)
        assert (refusal.reason, refusal.section) == (Reason.WRONG_ROLE, SECTIONS[book.id])
        assert refusal.detail == {"by": "dealer"}
    refusal = table.refused(do="confirm", seat=3, into="cash")
    assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, SECTIONS[book.id])
    assert refusal.detail == {"into": "chips, plaques"}


def test_a_house_may_hear_no_verbal_wagers_at_all() -> None:
    table = at("ma-mini", deal__verbal_wagers=False)
    refusal = table.refused(do="verbal", seat=3, wager="banker", cents=200_00)
    assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, "7(b)")
    assert not [act for act in table.expected() if act.do == "verbal"]


@pytest.mark.parametrize("book", ["ma-baccarat", "md-mini"])
def test_no_more_bets_overtakes_a_called_wager_and_its_cash_goes_back(book: str) -> None:
    table = at(book, PLAYER_STOOD).bet((1, "player", 100))
    table.must(do="verbal", seat=3, wager="banker", cents=200_00)
    back, *_ = table.must(do="perform", step="no-more-bets")
    assert back == VerbalEnded(seat=3, confirmed=False, section=SECTIONS[book])
    assert table.refused(do="confirm", seat=3).reason is Reason.WRONG_PHASE
    table.play()
    assert [table.won(seat) for seat in (1, 2, 3)] == [100_00, 0, 0]


def test_a_called_wager_may_be_taken_back_while_nobody_has_confirmed_it() -> None:
    table = at("ma-mini")
    table.must(do="verbal", seat=3, wager="banker", cents=200_00)
    assert table.must(do="withdraw", seat=3, wager="banker") == [VerbalEnded(seat=3, confirmed=False, section="7(b)")]
    assert table.refused(do="confirm", seat=3).reason is Reason.STEP_NOT_DUE
    table.must(do="leave", seat=3)


def test_a_called_wager_is_measured_again_when_it_is_confirmed() -> None:
    table = at("ma-mini")
    table.must(do="verbal", seat=3, wager="banker", cents=6_000_00)
    table.bet((3, "banker", 6_000))
    refusal = table.refused(do="confirm", seat=3)
    assert (refusal.reason, refusal.detail) == (Reason.ABOVE_MAXIMUM, {"maximum": 10_000_00})


# ---------------------------------------------------------------- match play


@proves("wager.means", ma_baccarat="8(b)", ma_midi="7(b)", ma_midi_multilevel="7(b)")
def test_a_match_play_coupon_is_paid_as_chips_of_its_face_and_surrendered(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD + " " + PLAYER_STOOD, deal__match_play=True)
    table.must(do="wager", seat=1, wager="player", cents=100_00, coupon=50_00)
    table.must(do="wager", seat=2, wager="banker", cents=100_00, coupon=100_00)
    table.play()
    assert [table.won(seat) for seat in (1, 2)] == [150_00, -100_00]
    assert [table.line(1, "player").coupon, table.line(2, "banker").coupon] == [0, 0]
    table.auto(phase=Phase.BETTING)
    table.bet((1, "player", 100)).play()
    assert table.won(1) == 250_00  # it is gone


def test_a_coupon_stays_on_a_push() -> None:
    table = at("ma-midi", TIE_STOOD, deal__match_play=True)
    table.must(do="wager", seat=1, wager="player", cents=100_00, coupon=50_00)
    table.play()
    assert table.won(1) == 0
    assert table.line(1, "player").coupon == 50_00


def test_vigorish_counts_what_a_coupon_wins() -> None:
    table = at("ma-midi", BANKER_STOOD, deal__match_play=True)
    table.must(do="wager", seat=1, wager="banker", cents=100_00, coupon=100_00)
    table.play()
    assert (table.line(1, "banker").paid, table.line(1, "banker").vigorish) == (200_00, 10_00)
    assert table.won(1) == 190_00


@proves("wager.means", ma_mini="7(b)", md_mini=".07B-C")
def test_match_play_is_no_means_where_the_document_does_not_name_it(book: Rulebook) -> None:
    refusal = at(book).refused(do="wager", seat=1, wager="player", cents=100_00, coupon=50_00)
    assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, SECTIONS[book.id])
    assert refusal.detail == {"means": "chips, plaques"}


def test_a_house_may_take_no_coupons_where_the_document_would_let_it() -> None:
    refusal = at("ma-midi").refused(do="wager", seat=1, wager="player", cents=100_00, coupon=50_00)
    assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, "7(b)")


@pytest.mark.parametrize("coupon", [-50_00, 150_00, 50])
def test_a_coupon_lies_beside_at_least_as_many_chips_and_has_a_face_in_chips(coupon: int) -> None:
    table = at("ma-midi", deal__match_play=True)
    refusal = table.refused(do="wager", seat=1, wager="player", cents=100_00, coupon=coupon)
    assert (refusal.reason, refusal.section) == (Reason.BAD_AMOUNT, "7(b)")
    table.must(do="wager", seat=1, wager="player", cents=100_00, coupon=100_00)
    refusal = table.refused(do="wager", seat=1, wager="player", cents=10_00, coupon=20_00)
    assert refusal.detail == {"coupon": 120_00, "chips": 110_00}


def test_a_coupon_withdrawn_with_its_wager_does_not_come_back_with_the_next() -> None:
    table = at("ma-midi", PLAYER_STOOD, deal__match_play=True)
    table.must(do="wager", seat=1, wager="player", cents=100_00, coupon=100_00)
    (back,) = table.must(do="withdraw", seat=1, wager="player")
    assert isinstance(back, WagerWithdrawn)
    table.bet((1, "player", 100)).play()
    assert table.won(1) == 100_00


# ---------------------------------------------------------------- until when


@proves("wager.no-more-bets/make", "wager.no-more-bets/increase", "wager.no-more-bets/withdraw")
@proves("wager.no-more-bets", **CLOSE)
@pytest.mark.parametrize(
    "late",
    [
        {"do": "wager", "seat": 2, "wager": "player", "cents": 100_00},
        {"do": "wager", "seat": 1, "wager": "player", "cents": 100_00},
        {"do": "withdraw", "seat": 1, "wager": "player"},
        {"do": "verbal", "seat": 2, "wager": "player", "cents": 100_00},
        {"do": "verbal", "seat": 1, "wager": "player", "cents": 100_00},
    ],
    ids=["made", "increased", "withdrawn", "called", "called-beside"],
)
def test_after_no_more_bets_no_wager_is_made_increased_or_withdrawn(book: Rulebook, late: dict[str, Any]) -> None:
    table = at(book, BOTH_THIRD, **squeezed(book)).bet((1, "player", 100), (3, "banker", 100))
    table.must(do="perform", step="no-more-bets")
    asked = set()
    while True:
        refusal = table.refused(**dict(late))
        assert (refusal.reason, refusal.section) == (Reason.WRONG_PHASE, CLOSED[book.id])
        asked.add(table.state.phase)
        if table.state.settled:
            break
        table.step()
    assert asked >= {Phase.DEALING, Phase.TURNING, Phase.DRAWING, Phase.PAYING}


@proves("wager.no-more-bets", **CLOSE)
def test_until_then_a_wager_is_made_increased_and_withdrawn_freely(book: Rulebook) -> None:
    table = at(book).bet((1, "player", 100), (1, "player", 50), (1, "tie", 10))
    assert accounts(table, "felt/1/player") == [150_00]
    table.must(do="withdraw", seat=1, wager="player")
    assert accounts(table, "felt/1/player", "felt/1/tie", "seat/1") == [0, 10_00, 99_990_00]
    table.bet((1, "player", 25))
    assert accounts(table, "felt/1/player") == [25_00]


@proves("wager.no-more-bets", ma_baccarat="8(c)")
def test_at_the_big_table_the_call_closes_and_not_the_word_to_the_curator(book: Rulebook) -> None:
    table = at(book).bet((1, "player", 100))
    table.must(do="perform", step="no-more-bets")
    assert table.due() == ["perform cards"]
    assert {act.do for act in table.expected()} & {"wager", "withdraw", "verbal", "confirm", "free-hand"} == set()
    refusal = table.refused(do="wager", seat=2, wager="tie", cents=100_00)
    assert (refusal.reason, refusal.section) == (Reason.WRONG_PHASE, "8(c)")


# ---------------------------------------------------------------- a hand without wagers


@proves("wager.free-hand", ma_mini="7(c)")
def test_a_free_hand_is_dealt_out_where_the_licensee_allows_it_and_a_player_asks(book: Rulebook) -> None:
    table = at(book, BANKER_THIRD, deal__free_hands=True)
    assert [act.seat for act in table.expected() if act.do == "free-hand"] == [1, 2, 3]
    (asked,) = table.must(do="free-hand", seat=2)
    assert asked == FreeHandAsked(seat=2, section="7(c)")
    assert table.kind() == "free"
    settled = table.play()
    assert (settled.player, settled.banker, settled.lines, settled.postings) == (6, 9, (), ())
    assert table.kind() == "wagered"
    assert [table.won(seat) for seat in (1, 2, 3)] == [0, 0, 0]


@proves("wager.free-hand", ma_mini="7(c)")
def test_a_free_hand_is_a_players_to_ask_and_the_licensees_to_grant(book: Rulebook) -> None:
    table = at(book, deal__free_hands=True)
    refusal = table.refused(do="free-hand", seat=2, by="dealer", who="dealer")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, "7(c)", {"by": Role.PLAYER})
    refusal = at(book).refused(do="free-hand", seat=2)
    assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, "7(c)")


@proves("wager.free-hand", ma_mini="7(c)")
def test_one_wager_from_anybody_bars_a_free_hand_before_or_after(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD, deal__free_hands=True).bet((1, "player", 100))
    refusal = table.refused(do="free-hand", seat=2)
    assert (refusal.reason, refusal.section) == (Reason.WAGERS_STAND, "7(c)")
    table.must(do="withdraw", seat=1, wager="player")
    table.must(do="free-hand", seat=2)
    table.bet((1, "player", 100))
    assert table.state.kind == "wagered"
    table.play()
    assert table.won(1) == 100_00


def test_a_free_hand_is_not_asked_twice_nor_after_no_more_bets() -> None:
    table = at("ma-mini", deal__free_hands=True)
    table.must(do="free-hand", seat=2)
    assert table.refused(do="free-hand", seat=1).reason is Reason.NOT_ALLOWED_HERE
    table.must(do="perform", step="no-more-bets")
    assert table.refused(do="free-hand", seat=1).reason is Reason.WRONG_PHASE


@pytest.mark.parametrize("book", ["ma-baccarat", "ma-midi", "ma-midi-multilevel", "md-mini"])
def test_no_other_document_knows_a_free_hand(book: str) -> None:
    table = at(book)
    assert table.refused(do="free-hand", seat=2).reason is Reason.NOT_ALLOWED_HERE
    assert table.refused(do="perform", step="no-more-bets").reason is Reason.NO_WAGERS


# ---------------------------------------------------------------- Royal 9 stands beside another

ROYAL: dict[str, Any] = {path.replace(".", "__").replace("-", "_"): value for path, value in PROGRESSIVE.items()}


@proves("royal9.progressive.underlying", ma_midi="12(i)", ma_mini="12(i)")
@pytest.mark.parametrize("beside", ["player", "banker", "tie"])
def test_royal_9_is_wagered_beside_an_underlying_wager(book: Rulebook, beside: str) -> None:
    table = at(book, PLAYER_STOOD, **ROYAL)
    refusal = table.refused(do="wager", seat=2, wager="royal-9", cents=5_00)
    assert (refusal.reason, refusal.section) == (Reason.NEEDS_ANOTHER_WAGER, "12(i)")
    assert refusal.detail == {"needs": "player, banker, tie"}
    table.bet((1, "player", 100))  # another's does not help
    assert table.refused(do="wager", seat=2, wager="royal-9", cents=5_00).reason is Reason.NEEDS_ANOTHER_WAGER
    table.bet((2, beside, 100), (2, "royal-9", 5))
    refusal = table.refused(do="withdraw", seat=2, wager=beside)
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WAGERS_STAND, "12(i)", {"wager": "royal-9"})
    table.must(do="withdraw", seat=2, wager="royal-9")
    table.must(do="withdraw", seat=2, wager=beside)


@proves("royal9.progressive.underlying/two-each")
@proves("royal9.progressive.underlying", ma_midi="12(i)", ma_mini="12(i)")
def test_after_all_wagers_each_hand_has_two_cards_as_ever(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD, **ROYAL).bet((2, "player", 100), (2, "royal-9", 5))
    table.forget().auto(phase=Phase.TURNING)
    assert [event.place for event in table.all(CardDealt)] == ["P1", "B1", "P2", "B2"]
    assert table.refused(do="wager", seat=2, wager="royal-9", cents=5_00).section == book.section("wager.no-more-bets")


@proves("royal9.progressive.underlying", ma_midi="12(i)", ma_mini="12(i)")
def test_royal_9_is_an_option_and_is_placed_before_the_cards(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD, **ROYAL).bet((1, "player", 100), (2, "player", 100), (2, "royal-9", 5))
    table.must(do="perform", step="no-more-bets")
    assert table.last(RoyalStakesTaken).seats == (2,)
    assert accounts(table, "felt/2/royal-9", "progressive/royal-9") == [0, 5_00]
    assert table.refused(do="wager", seat=1, wager="royal-9", cents=5_00).reason is Reason.WRONG_PHASE
    table.play()
    assert [table.won(seat) for seat in (1, 2)] == [100_00, 95_00]


def test_the_banker_of_an_ez_table_is_an_underlying_wager_too() -> None:
    table = at("ma-mini", ez=True, **ROYAL).bet((1, "ez-banker", 100), (1, "royal-9", 5))
    assert accounts(table, "felt/1/royal-9") == [5_00]


@pytest.mark.parametrize("cents", [4_00, 6_00, 10_00])
def test_royal_9_is_five_dollars_and_no_other_amount(cents: int) -> None:
    table = at("ma-mini", **ROYAL).bet((1, "player", 100))
    reason = table.refused(do="wager", seat=1, wager="royal-9", cents=cents).reason
    assert reason is (Reason.BELOW_MINIMUM if cents < 500 else Reason.ABOVE_MAXIMUM)
    table.bet((1, "royal-9", 5))
    assert table.refused(do="wager", seat=1, wager="royal-9", cents=5_00).reason is Reason.ABOVE_MAXIMUM


def test_chairs_without_a_combination_have_no_royal_9() -> None:
    table = at("ma-baccarat", players=(9, 10), wagers__royal_9={"paytable": 1})
    table.bet((9, "player", 100), (9, "royal-9", 5), (10, "player", 100))
    refusal = table.refused(do="wager", seat=10, wager="royal-9", cents=5_00)
    assert (refusal.reason, refusal.section) == (Reason.NOT_OFFERED, "13(i) Table 2")
    assert not [act for act in table.expected() if (act.do, act.wager, act.seat) == ("wager", "royal-9", 10)]


def test_a_coupon_never_lies_beside_royal_9() -> None:
    table = at("ma-midi", deal__match_play=True, **ROYAL).bet((1, "player", 100))
    refusal = table.refused(do="wager", seat=1, wager="royal-9", cents=5_00, coupon=5_00)
    assert refusal.reason is Reason.NOT_ALLOWED_HERE


# ---------------------------------------------------------------- how much


def test_a_seats_wager_stays_within_the_limits_of_its_area() -> None:
    table = at("md-mini")
    low = table.refused(do="wager", seat=1, wager="tie", cents=4_00)
    assert (low.reason, low.detail) == (Reason.BELOW_MINIMUM, {"minimum": 5_00})
    table.bet((1, "tie", 9_000), (1, "tie", 1_000))
    high = table.refused(do="wager", seat=1, wager="tie", cents=1_00)
    assert (high.reason, high.detail) == (Reason.ABOVE_MAXIMUM, {"maximum": 10_000_00})


@pytest.mark.parametrize("after_close", [False, True])
@pytest.mark.parametrize("cents, won", [(2_00, 2_00), (10_001_00, 10_001_00)])
def test_a_wager_outside_the_limits_that_the_dealer_let_stand_is_settled_as_made(
    after_close: bool, cents: int, won: int
) -> None:
    table = at("md-mini", PLAYER_STOOD).bet((1, "player", 100))
    if after_close:
        table.must(do="perform", step="no-more-bets")
    (made,) = table.must(do="let-stand", by="floor", seat=2, wager="player", cents=cents, why="seen too late")
    assert isinstance(made, WagerMade)
    assert (made.seat, made.cents, made.section, made.let_stand) == (2, cents, ".07B-C", "seen too late")
    table.play()
    assert [table.won(seat) for seat in (1, 2)] == [100_00, won]


def test_it_may_exceed_the_difference_and_counts_what_the_seat_has_there_already() -> None:
    table = at("md-mini", limits__difference=1_000_00).bet((1, "player", 600), (2, "banker", 100))
    table.must(do="let-stand", by="floor", seat=3, wager="player", cents=600_00, why="seen too late")
    table.must(do="let-stand", by="floor", seat=1, wager="player", cents=9_500_00, why="seen too late")
    assert accounts(table, "felt/1/player", "felt/3/player") == [10_100_00, 600_00]


def test_a_void_returns_it_once() -> None:
    table = at("md-mini", deal__disclosed_mid_coup="void").bet((1, "player", 100))
    table.must(do="perform", step="no-more-bets")
    table.must(do="let-stand", by="floor", seat=2, wager="player", cents=2_00, why="seen too late")
    table.must(do="deal", place="P1")
    table.must(do="turn", faces={"face-up": "2d"})
    table.must(do="perform", step="void-and-simulate")
    assert accounts(table, "seat/1", "seat/2", "felt/2/player") == [100_000_00, 100_000_00, 0]


@pytest.mark.parametrize(
    "changes, reason, detail",
    [
        ({"by": "dealer", "who": "dealer"}, Reason.WRONG_ROLE, {"by": "floor"}),
        ({"by": "player", "who": "p2"}, Reason.WRONG_ROLE, {"by": "floor"}),
        ({"who": "p2"}, Reason.WRONG_STAFF, {"seat": 2, "own": "p2"}),
        ({"seat": 6}, Reason.NO_SUCH_SEAT, {"seat": 6}),
        ({"wager": "dragon-7"}, Reason.NOT_OFFERED, {"offered": "player, banker, tie"}),
        ({"cents": 100_00}, Reason.BAD_AMOUNT, {"minimum": 5_00, "maximum": 10_000_00}),
        ({"cents": 0}, Reason.BAD_AMOUNT, {"smallest-chip": 1_00}),
        ({"cents": 2_50}, Reason.BAD_AMOUNT, {"smallest-chip": 1_00}),
        ({"cents": 100_001_00}, Reason.NOT_ENOUGH_CHIPS, {"chips": 100_000_00}),
        ({"why": " "}, Reason.CANNOT_STAND, {"needs": "why"}),
    ],
)
def test_the_floor_alone_lets_a_wager_stand_and_only_outside_the_limits(
    changes: dict[str, Any], reason: Reason, detail: dict[str, Any]
) -> None:
    given = {"do": "let-stand", "by": "floor", "seat": 2, "wager": "player", "cents": 2_00, "why": "seen too late"}
    refusal = at("md-mini").refused(**given | changes)
    assert (refusal.reason, refusal.detail) == (reason, detail)
    assert refusal.section in (".07A", ".07B-C")


def test_once_the_first_card_is_dealt_it_is_a_dispute() -> None:
    table = at("md-mini").bet((1, "player", 100))
    table.must(do="perform", step="no-more-bets")
    table.must(do="deal", place="P1")
    refusal = table.refused(do="let-stand", by="floor", seat=2, wager="player", cents=2_00, why="seen too late")
    assert (refusal.reason, refusal.section) == (Reason.WRONG_PHASE, ".07D")
    table.must(do="adjust", by="floor", seat=2, cents=2_00, why="a wager of $2 lay there", cause="dispute")


@pytest.mark.parametrize("book", ["ma-baccarat", "ma-midi", "ma-midi-multilevel", "ma-mini"])
@pytest.mark.parametrize("do", ["wager", "let-stand"])
@pytest.mark.parametrize("cents", [2_50, 3_00, 10_00])
def test_another_amount_for_royal_9_is_refused_by_the_section_that_fixes_it(book: str, do: str, cents: int) -> None:
    royal9 = ROYAL if "royal9.progressive.terms" in load(book) else {"wagers__royal_9": {"paytable": 1}}
    table = at(book, limits__smallest_chip=2_50, limits__minimum=50_00, **royal9).bet((1, "player", 100))
    given = {"by": "floor", "why": "seen too late"} if do == "let-stand" else {}
    refusal = table.refused(do=do, seat=1, wager="royal-9", cents=cents, **given)
    assert refusal.section == {"ma-baccarat": "13(i)"}.get(book, "12(i)")


def test_the_greatest_difference_bars_what_widens_it_and_nothing_else() -> None:
    table = at("md-mini", limits__difference=1_000_00).bet((1, "player", 600), (2, "banker", 100))
    refusal = table.refused(do="wager", seat=3, wager="player", cents=501_00)
    assert (refusal.reason, refusal.detail) == (Reason.DIFFERENCE_EXCEEDED, {"difference": 1_000_00})
    table.bet((3, "player", 500), (3, "tie", 5_000))  # exactly; and a tie is on neither hand
    assert table.refused(do="wager", seat=1, wager="player", cents=1_00).reason is Reason.DIFFERENCE_EXCEEDED
    table.bet((2, "banker", 2_000))  # from one side of it to the other
    assert table.refused(do="wager", seat=2, wager="banker", cents=1_00).reason is Reason.DIFFERENCE_EXCEEDED
