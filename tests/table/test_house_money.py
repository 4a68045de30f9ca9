"""House Money: settled early, from the dealer's right; the payout taken or added to the seat's own wager on a hand."""

from dataclasses import replace
from typing import Any

import pytest

from punto.law.rulebook import Rulebook, parse, text_of
from punto.table import Reason
from punto.table.events import CardDealt, HouseMoneyChosen, HouseMoneySettled
from punto.table.phases import Phase
from tests.proofs import proves
from tests.table.harness import PLAYER_STOOD, Table, at

EARLY = {
    "ma_baccarat": "9(e)(1)-(2)",
    "ma_midi": "8(c)(3)(i)-(ii)",
    "ma_midi_multilevel": "8(c)(3)(i)-(ii)",
    "ma_mini": "8(c)(3)(i)-(ii)",
}
PARLAY = {
    "ma_baccarat": "9(e)(1)a-(ii)",
    "ma_midi": "8(c)(3)(i)a-b",
    "ma_midi_multilevel": "8(c)(3)(i)a-b",
    "ma_mini": "8(c)(3)(i)a-b",
}
# A pair and what follows: P B P B, then third cards.
ONE_PAIR_PLAYER_WINS = "2c 7d 2h Ks 4d"  # 4 and 7; the Player draws to 8
ONE_PAIR_BANKER_WINS = "3c 7d 3h Ks"  # 6 under 7
BOTH_PAIRS_TIE = "Kc Kd Kh Ks 9c 9d"  # 0 and 0, then 9 and 9
NATURAL_PAIR = "4c Kd 4h 7s"  # 8 over 7, four cards
DRAGON = "Ac 2d Ah 2s 2c 3d"  # 2 and 4; the Player draws to 4, the Banker to 7


def table_with(book: Rulebook | str, shoe: str, players: Any = (1, 2, 3), **changes: Any) -> Table:
    offered = changes.pop("wagers__house_money", {})
    return at(book, shoe, players, wagers__house_money=offered, **changes)


def early(table: Table) -> Table:
    """Four cards face up, House Money on the felt."""
    table.auto(phase=Phase.HOUSE_MONEY)
    assert table.state.phase is Phase.HOUSE_MONEY
    return table


def settle(table: Table, seat: int, choice: str = "take") -> HouseMoneySettled:
    """The player says it, the dealer does it."""
    table.must(do="house-money", seat=seat, choice=choice)
    (settled,) = table.must(do="house-money", seat=seat, by="dealer", who="dealer")
    assert isinstance(settled, HouseMoneySettled)
    return settled


# ---------------------------------------------------------------- when and in which order


@proves("house-money.settle-early/when")
@proves("house-money.settle-early", **EARLY)
def test_house_money_is_settled_with_four_cards_open_and_before_any_third(book: Rulebook) -> None:
    table = table_with(book, ONE_PAIR_PLAYER_WINS).bet((2, "player", 100), (2, "house-money", 10))
    section = EARLY[book.id.replace("-", "_")]
    refusal = table.refused(do="house-money", seat=2)
    assert (refusal.reason, refusal.section) == (Reason.WRONG_PHASE, section)
    early(table)
    assert all(table.state.places.values())
    assert len(table.state.places) == 4
    for by in ("dealer", "curator"):
        refusal = table.refused(do="deal", place="P3", by=by)
        assert (refusal.reason, refusal.section) == (Reason.WRONG_PHASE, section)
    settled = settle(table, 2)
    assert (settled.category, settled.stake, settled.payout, settled.rides) == ("one-pair", 10_00, 30_00, 0)
    assert settled.section == section
    assert table.won(2) == 30_00 - 100_00  # the stake is back, the payout is there, the other wager lies
    assert table.state.phase is Phase.DRAWING
    table.play()
    assert table.all(CardDealt)[-1].place == "P3"
    assert table.won(2) == 130_00


@proves("house-money.settle-early", **EARLY)
@pytest.mark.parametrize("shoe, lost", [(ONE_PAIR_PLAYER_WINS, False), (PLAYER_STOOD, True)], ids=["paid", "collected"])
def test_from_the_dealers_right_and_counterclockwise(book: Rulebook, shoe: str, lost: bool) -> None:
    highest = 14 if book.id == "ma-baccarat" else 6
    seats = (1, 2, 4, highest)
    table = table_with(book, shoe, seats)
    for seat in (4, highest, 1, 2):
        table.bet((seat, "tie", 10), (seat, "house-money", 10))
    early(table)
    section = EARLY[book.id.replace("-", "_")]
    for seat in seats:
        for other in (1, 2, 3, 4, highest):
            if other != seat:
                refusal = table.refused(do="house-money", seat=other, by="dealer", who="dealer")
                assert (refusal.reason, refusal.section) == (Reason.STEP_NOT_DUE, section)
                assert refusal.detail == {"seat": seat}
        table.must(do="house-money", seat=seat, by="dealer", who="dealer")
    settled = table.all(HouseMoneySettled)
    assert [event.seat for event in settled] == list(seats)
    assert {(event.category, event.payout) for event in settled} == {("lose", 0) if lost else ("one-pair", 30_00)}
    assert {event.section for event in settled} == {section}
    assert [table.won(seat) for seat in seats] == [-20_00 if lost else 20_00] * 4
    table.play()


@proves("house-money.settle-early", **EARLY)
def test_naturals_are_no_exception(book: Rulebook) -> None:
    table = table_with(book, NATURAL_PAIR).bet((1, "player", 100), (1, "house-money", 10))
    early(table)
    settle(table, 1, "player")
    assert table.state.phase is Phase.PAYING
    table.play()
    assert table.won(1) == 100_00 + 30_00 + 30_00  # the wager, the payout that rode, and what it won


# ---------------------------------------------------------------- what may ride


@proves("house-money.parlay", **PARLAY)
@pytest.mark.parametrize(
    "shoe, hand, won",
    [
        (ONE_PAIR_PLAYER_WINS, "player", 100_00 + 30_00 + 30_00),
        (ONE_PAIR_BANKER_WINS, "player", -100_00),
        (ONE_PAIR_BANKER_WINS, "banker", 100_00 + 30_00 + 30_00 - 6_50),
        (ONE_PAIR_PLAYER_WINS, "banker", -100_00),
        (BOTH_PAIRS_TIE, "player", 150_00),
        (BOTH_PAIRS_TIE, "banker", 150_00),
    ],
)
def test_the_payout_joins_the_original_wager_and_shares_its_fate(
    book: Rulebook, shoe: str, hand: str, won: int
) -> None:
    """At five percent of all that the Banker wins, the ride included."""
    table = table_with(book, shoe).bet((2, hand, 100), (2, "house-money", 10))
    early(table)
    section = PARLAY[book.id.replace("-", "_")]
    (said,) = table.must(do="house-money", seat=2, choice=hand)
    assert said == HouseMoneyChosen(seat=2, choice=hand, section=section)
    before = table.chips(2)
    (settled,) = table.must(do="house-money", seat=2, by="dealer", who="dealer")
    assert isinstance(settled, HouseMoneySettled)
    assert (settled.rides, settled.on, settled.section) == (settled.payout, hand, section)
    assert table.chips(2) == before + 10_00  # the stake alone comes back
    assert table.state.accounts[f"felt/2/{hand}"] == 100_00 + settled.payout
    table.play()
    assert table.line(2, hand).stake == 100_00 + settled.payout
    assert table.won(2) == won


@proves("house-money.parlay", **PARLAY)
def test_it_rides_on_the_seats_own_wager_on_a_hand_and_never_on_tie(book: Rulebook) -> None:
    table = table_with(book, ONE_PAIR_PLAYER_WINS)
    table.bet((1, "banker", 50), (2, "player", 100), (2, "tie", 100), (2, "house-money", 10))
    early(table)
    section = PARLAY[book.id.replace("-", "_")]
    for by, who in (("player", "p2"), ("dealer", "dealer")):
        refusal = table.refused(do="house-money", seat=2, choice="banker", by=by, who=who)
        assert (refusal.reason, refusal.section) == (Reason.NEEDS_ANOTHER_WAGER, section)
        assert refusal.detail == {"needs": "banker"}
        for choice in ("tie", "house-money", ""):
            refusal = table.refused(do="house-money", seat=2, choice=choice, by=by, who=who)
            assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, section)
            assert refusal.detail == {"onto": "player, banker"}
    settle(table, 2, "player")


@proves("house-money.parlay/said", "house-money.parlay/touch")
@proves("house-money.parlay", **PARLAY)
def test_a_player_says_what_becomes_of_it_and_only_the_dealer_handles_it(book: Rulebook) -> None:
    table = table_with(book, ONE_PAIR_PLAYER_WINS).bet((2, "player", 100), (2, "house-money", 10))
    early(table)
    section = PARLAY[book.id.replace("-", "_")]
    accounts = table.state.accounts
    table.must(do="house-money", seat=2, choice="take")
    table.must(do="house-money", seat=2, choice="player")  # until the dealer acts, a player may think again
    assert table.state.accounts == accounts
    assert table.state.phase is Phase.HOUSE_MONEY
    assert table.due() == ["house-money"]
    for by in ("floor", "curator"):
        refusal = table.refused(do="house-money", seat=2, by=by, who=by)
        assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, section, {"by": "dealer"})
    assert table.refused(do="house-money", seat=2, by="player", who="p1").reason is Reason.NOT_YOUR_SEAT
    refusal = table.refused(do="house-money", seat=2, choice="banker", by="dealer", who="dealer")
    assert (refusal.reason, refusal.detail) == (Reason.NOT_ALLOWED_HERE, {"choice": "player"})
    table.must(do="house-money", seat=2, by="dealer", who="dealer")
    assert table.state.accounts["felt/2/player"] == 130_00


def test_the_player_is_waited_for_where_there_is_something_to_choose() -> None:
    table = table_with("ma-mini", ONE_PAIR_PLAYER_WINS)
    table.bet((1, "tie", 10), (1, "house-money", 10), (3, "player", 100), (3, "house-money", 10))
    early(table)
    assert [(act.by, act.seat, act.must) for act in table.expected() if act.do == "house-money"] == [
        ("player", 3, False),
        ("dealer", 1, True),
    ]
    table.must(do="house-money", seat=1, by="dealer", who="dealer")
    assert [(act.by, act.seat, act.must) for act in table.expected() if act.do == "house-money"] == [
        ("player", 3, True),
        ("dealer", 3, True),
    ]
    table.must(do="house-money", seat=3, by="dealer", who="dealer")  # without a word it is taken
    assert table.last(HouseMoneySettled).rides == 0


@proves("house-money.parlay/said")
@proves("house-money.parlay", **PARLAY)
def test_nothing_rides_without_the_seats_word(book: Rulebook) -> None:
    """Not on the dealer's word, not on another seat's, not in a beat of the automatic dealer."""
    table = table_with(book, ONE_PAIR_PLAYER_WINS)
    table.bet((1, "player", 100), (1, "house-money", 10), (2, "player", 100), (2, "house-money", 10))
    early(table)
    refusal = table.refused(do="house-money", seat=1, choice="player", by="dealer", who="dealer")
    assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, PARLAY[book.id.replace("-", "_")])
    assert refusal.detail == {"choice": "take", "said-by": 1}
    assert table.refused(do="house-money", seat=1, choice="player", who="p2").reason is Reason.NOT_YOUR_SEAT
    table.must(do="house-money", seat=1, by="dealer", who="dealer")
    table.must(do="house-money", seat=2, choice="player")
    table.must(do="house-money", seat=2, choice="player", by="dealer", who="dealer")
    assert [event.rides for event in table.all(HouseMoneySettled)] == [0, 30_00]


def test_a_rulebook_without_the_word_lets_the_dealer_say_it() -> None:
    """Logs of the first rulebooks hold such rides, and verify."""
    table = table_with("ma-mini", ONE_PAIR_PLAYER_WINS).bet((2, "player", 100), (2, "house-money", 10))
    table.rules = replace(table.rules, rulebook=parse(text_of("ma-mini").replace('said-by = "player"', "")))
    early(table)
    table.must(do="house-money", seat=2, choice="player", by="dealer", who="dealer")
    assert table.last(HouseMoneySettled).rides == 30_00


def test_with_both_main_wagers_the_player_names_one() -> None:
    table = table_with("ma-mini", ONE_PAIR_PLAYER_WINS)
    table.bet((2, "player", 100), (2, "banker", 100), (2, "house-money", 10))
    early(table)
    settle(table, 2, "player")
    assert (table.state.accounts["felt/2/player"], table.state.accounts["felt/2/banker"]) == (130_00, 100_00)
    table.play()
    assert table.won(2) == 30_00 + 130_00 - 100_00


@pytest.mark.parametrize(
    "portion, stake, rides",
    [("1/2", 10_00, 15_00), ("1/2", 5_00, 7_00), ("1/3", 10_00, 10_00), ("1/4", 5_00, 3_00), ("1/100", 5_00, 0)],
)
def test_only_the_submitted_portion_rides_in_whole_chips(portion: str, stake: int, rides: int) -> None:
    table = table_with("ma-midi", ONE_PAIR_PLAYER_WINS, wagers__house_money={"portion": portion})
    table.bet((2, "player", 100), (2, "house-money", stake // 100))
    early(table)
    settled = settle(table, 2, "player")
    assert (settled.payout, settled.rides, settled.on) == (3 * stake, rides, "player" if rides else "")
    table.play()
    assert table.won(2) == 100_00 + 3 * stake + rides


def test_the_ride_may_go_beyond_the_table_maximum() -> None:
    table = table_with("ma-mini", ONE_PAIR_PLAYER_WINS).bet((2, "player", 10_000), (2, "house-money", 1_000))
    early(table)
    settle(table, 2, "player")
    assert table.state.accounts["felt/2/player"] == 13_000_00
    table.play()
    assert table.won(2) == 3_000_00 + 13_000_00


def test_the_ride_does_not_change_who_squeezes() -> None:
    table = table_with("ma-mini", ONE_PAIR_PLAYER_WINS)
    table.bet((1, "player", 100), (2, "player", 90), (2, "house-money", 10))
    early(table)
    settle(table, 2, "player")
    table.auto(until="P3")
    assert [act.seat for act in table.expected() if act.do == "turn" and act.must] == [1]


def test_a_dragon_7_at_an_ez_table_returns_stake_and_ride() -> None:
    table = table_with("ma-midi", DRAGON, ez=True).bet(
        (2, "ez-banker", 100), (2, "house-money", 10), (2, "dragon-7", 5)
    )
    early(table)
    settled = settle(table, 2, "banker")
    assert (settled.category, settled.on, settled.rides) == ("both-pairs", "ez-banker", 150_00)
    result = table.play()
    assert result.call == "Banker wins, 7 over 4, Dragon 7"
    line = table.line(2, "ez-banker")
    assert (line.verdict, line.stake, line.paid) == ("push", 250_00, 0)
    assert table.won(2) == 150_00 + 200_00  # the payout that rode comes back, and the insurance pays forty to one


def test_match_play_beside_house_money_is_paid_at_its_face() -> None:
    table = table_with("ma-midi", ONE_PAIR_PLAYER_WINS, deal__match_play=True)
    table.must(do="wager", seat=2, wager="house-money", cents=10_00, coupon=10_00)
    early(table)
    (settled,) = table.must(do="house-money", seat=2, by="dealer", who="dealer")
    assert isinstance(settled, HouseMoneySettled)
    assert (settled.stake, settled.coupon, settled.payout) == (10_00, 10_00, 60_00)
    table.play()
    assert table.won(2) == 60_00


def test_without_house_money_nothing_waits() -> None:
    table = table_with("ma-mini", ONE_PAIR_PLAYER_WINS).bet((2, "player", 100))
    table.auto(phase=Phase.DRAWING)
    assert table.all(HouseMoneySettled) == []


def test_a_rack_too_short_to_pay_is_filled() -> None:
    table = table_with("ma-mini", BOTH_PAIRS_TIE, players=[2], rack=100_000_00).bet(
        (2, "tie", 100), (2, "house-money", 100)
    )
    assert "rack" not in table.state.accounts
    early(table)
    table.must(do="house-money", seat=2, by="dealer", who="dealer")
    table.play()
    assert table.won(2) == 1_500_00 + 800_00
    assert sum(table.state.accounts.values()) == 0
