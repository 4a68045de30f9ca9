"""Seats, chips and dealers: who sits where, with how much, who may go, and who does what on the other side."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from punto.core.bounded import toml
from punto.core.posting import Posting
from punto.core.roles import Role
from punto.law.rulebook import Rulebook, build, documents, text_of
from punto.table import Reason, Refusal
from punto.table.commands import Perform
from punto.table.drive import filled, house, person
from punto.table.events import ChipsBought, PlayerLeft, PlayerSeated, StepPerformed
from punto.table.phases import Phase
from punto.table.staff_events import TableStaffed
from tests.proofs import proves
from tests.table.harness import (
    BANKER_STOOD,
    BANKER_THIRD,
    BOTH_THIRD,
    PLAYER_STOOD,
    Table,
    at,
    coups,
    ready,
    rules_under,
    shuffled,
    squeezed,
    take_card,
)

STAFF: dict[str, Any] = {"do": "staff", "by": "floor", "calling": ["ann"], "wagers": ["bob", "cy"]}


# ---------------------------------------------------------------- several dealers


@proves("staff.several-dealers", ma_baccarat="12(b)")
def test_one_dealer_calls_the_game_and_others_handle_the_wagers(book: Rulebook) -> None:
    table = at(book, BANKER_STOOD, vigorish__when="deferred").bet((1, "banker", 100), (2, "player", 100))
    (staffed,) = table.must(**dict(STAFF))
    assert staffed == TableStaffed(calling=("ann",), wagers=("bob", "cy"), section="12(b)")

    def only(who: str, **command: Any) -> None:
        """Refused to all other dealers, and then done."""
        for other in {"ann", "bob", "cy", "dan"} - set(who.split()):
            refusal = table.refused(by="dealer", who=other, **command)
            assert (refusal.reason, refusal.section) == (Reason.WRONG_ROLE, "12(b)")
            assert refusal.detail == {"by": ", ".join(who.split())}
        table.must(by="dealer", who=who.rsplit(maxsplit=1)[-1], **command)

    table.must(do="verbal", seat=3, wager="tie", cents=10_00)
    only("bob cy", do="confirm", seat=3)
    only("ann", do="perform", step="no-more-bets")
    only("ann", do="perform", step="cards")
    assert table.refused(do="confirm", seat=3, by="dealer", who="ann").reason is Reason.WRONG_PHASE
    for place in ("P1", "B1", "P2", "B2"):
        only("ann", do="deal", place=place)  # the dealer who acts as curator is the one who calls (7(d))
    only("ann", do="turn", faces={"P1": "6c", "B1": "7d", "P2": "Kh", "B2": "Ks"})
    only("ann", do="perform", step="announce-counts")
    only("ann", do="perform", step="announce-result")
    only("bob cy", do="perform", step="collect-losing")
    only("bob cy", do="perform", step="pay-seat", seat=1)
    only("ann bob cy", do="perform", step="clear-cards")
    only("bob cy", do="collect-vigorish", seat=1)


@proves("staff.several-dealers", ma_baccarat="12(b)")
@pytest.mark.parametrize(
    "calling, wagers, lawful",
    [
        (["ann"], ["bob"], True),
        (["ann"], ["bob", "cy", "dan"], True),
        ([], ["bob"], False),
        (["ann", "bob"], ["cy"], False),
        (["ann"], [], False),
        (["ann", "ann"], ["bob"], True),
        ([""], ["bob"], False),
        (["ann"], [" "], False),
    ],
)
def test_exactly_one_calls_and_at_least_one_is_on_the_wagers(
    book: Rulebook, calling: list[str], wagers: list[str], lawful: bool
) -> None:
    table = at(book)
    command = STAFF | {"calling": calling, "wagers": wagers}
    if lawful:
        table.must(**command)
        return
    refusal = table.refused(**command)
    assert (refusal.reason, refusal.section) == (Reason.WRONG_STAFF, "12(b)")
    assert refusal.detail == {"calling": 1, "on-wagers-least": 1}


@proves("staff.several-dealers/not-the-caller")
@proves("staff.several-dealers", ma_baccarat="12(b)")
@pytest.mark.parametrize("wagers", [["ann"], ["bob", "ann"]])
def test_who_calls_the_game_is_not_on_the_wagers(book: Rulebook, wagers: list[str]) -> None:
    refusal = at(book).refused(**STAFF | {"calling": ["ann"], "wagers": wagers})
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_STAFF, "12(b)", {"both": "ann"})


@proves("shuffle.reshuffle-option/by-the-caller", "curator.passes/who-orders")
@proves("shuffle.reshuffle-option", ma_baccarat="5(a)(1)(i)-(ii)")
@proves("curator.passes", ma_baccarat="14(a)")
@proves("staff.several-dealers", ma_baccarat="12(b)")
def test_what_the_calling_dealer_does_falls_to_nobody_else(book: Rulebook) -> None:
    """A further shuffle, an order to pass the shoe, a third card that was seen (5(a)(1)(i), 14(a)(2), 15(c))."""
    ann, bob = {"by": "dealer", "who": "ann"}, {"by": "dealer", "who": "bob"}

    def only_ann(table: Table, **command: Any) -> None:
        refusal = table.refused(**command, **bob)
        assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, "12(b)", {"by": "ann"})
        table.must(**command, **ann)

    shuffling = Table(rules_under(book), shuffled(8), [1], ("reshuffle", "cut"))
    shuffling.must(**dict(STAFF))
    shuffling.must(do="perform", step="shuffle", **bob)  # one or more of the dealers
    shuffling.must(do="perform", step="lace", **bob)
    only_ann(shuffling, do="perform", step="reshuffle")
    only_ann(shuffling, do="perform", step="offer-cut")

    passing = ready(book, coups(), curator=True)
    passing.must(**dict(STAFF))
    only_ann(passing, do="perform", step="order-pass", why="delay")

    for disclosed in ("discard", "simulate"):
        table = at(book, BANKER_STOOD, deal__disclosed_third_card=disclosed).bet((1, "banker", 100))
        table.auto(phase=Phase.PAYING)
        table.must(**dict(STAFF))
        table.must(do="turn", faces={"face-up-third": "2h"}, **ann)
        only_ann(table, do="perform", step="discard-card" if disclosed == "discard" else "simulate-round")
        if disclosed == "discard":
            only_ann(table, do="deal", place="discard")


CALLED = {  # by the dealer calling the game: 5(c), 7(b), 7(d), 9(b)-(d), 10(a)-(b), 10(d), 12(a)
    *("offer-cut", "offer-shoe", "keep-shoe", "no-more-bets", "cards", "give-player", "announce-player"),
    *("give-banker", "announce-banker", "announce-counts", "instruct", "announce-last-hand", "announce-result"),
}


@proves("staff.several-dealers", ma_baccarat="12(b)")
def test_each_step_of_the_calling_dealer_is_refused_to_the_others(book: Rulebook) -> None:
    """Over two coups with third cards: one that players turn, one at a shoe that no player takes, which ends it."""
    made: set[str] = set()

    def step(table: Table) -> str:
        act = house(table.rules, table.state) or person(table.rules, table.state)
        assert act is not None
        take_card(table.state, act, table.shoe)
        command = filled(table.rules, table.state, act, table.now, table._fill)
        if act.by is Role.DEALER and act.step in CALLED and act.command is Perform:
            refusal = table.give(msgspec.structs.replace(command, who="bob"))
            assert isinstance(refusal, Refusal), act
            assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, "12(b)", {"by": "ann"})
            made.add(act.step)
        dealers = ("ann", "bob") if act.by is Role.DEALER else (command.who,)
        answers = (table.give(msgspec.structs.replace(command, who=who)) for who in dealers)
        assert any(not isinstance(answer, Refusal) for answer in answers), act
        return act.step

    table = Table(rules_under(book, **squeezed(book)), coups(4, BOTH_THIRD), (1, 2), ("cut", "curator"))
    table.must(**dict(STAFF))
    while not table.at(Phase.BETTING):
        step(table)
    table.bet((1, "player", 100), (2, "banker", 100))
    while step(table) != "clear-cards":
        pass

    alone = Table(rules_under(book), coups(4, BOTH_THIRD), (1,), ("cut", "curator"))
    alone.must(**dict(STAFF))
    while not alone.at(Phase.BETTING):
        if "perform decline-shoe" in alone.due():
            alone.must(do="perform", step="decline-shoe", seat=1)
        else:
            step(alone)
    alone.bet((1, "player", 100)).must(do="perform", step="set-aside-cover", who="ann")
    while step(alone) != "clear-cards":
        pass
    step(alone)
    assert made == CALLED


@proves("staff.several-dealers", ma_baccarat="12(b)")
def test_the_calling_dealer_makes_a_disclosed_third_card_the_bankers(book: Rulebook) -> None:
    """Drawn for a Player who stays, where the Banker draws (15(c))."""
    table = at(book, BANKER_THIRD).bet((1, "banker", 100))
    table.auto(phase=Phase.DRAWING)
    table.must(**dict(STAFF))
    table.must(do="turn", faces={"face-up-third": "2h"}, by="dealer", who="ann")
    refusal = table.refused(do="perform", step="use-as-banker-third", by="dealer", who="bob")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, "12(b)", {"by": "ann"})
    table.must(do="perform", step="use-as-banker-third", by="dealer", who="ann")


@proves("staff.several-dealers/not-the-caller")
@proves("staff.several-dealers", ma_baccarat="12(b)")
def test_where_nobody_is_named_who_calls_the_result_does_not_pay(book: Rulebook) -> None:
    table = at(book, BANKER_STOOD).bet((1, "banker", 100), (2, "player", 100))
    table.auto(phase=Phase.PAYING)
    table.must(do="perform", step="announce-result", who="ann")
    for step in ("collect-losing", "pay-seat"):
        refusal = table.refused(do="perform", step=step, who="ann")
        assert (refusal.reason, refusal.section) == (Reason.SAME_PERSON, "12(b)")
        assert refusal.detail == {"made": "announce-result"}
        table.must(do="perform", step=step, who="bob")
    table.must(do="perform", step="clear-cards", who="ann")
    assert table.state.calling == ()


def test_a_rulebook_without_these_words_tells_dealers_apart_as_it_did() -> None:
    data = toml(text_of("ma-baccarat"))
    for term in ("apart", "caller", "caller-deals", "caller-remedies"):
        del data["staff.several-dealers"][term]
    table = at("ma-baccarat", BANKER_STOOD).bet((1, "banker", 100))
    table.rules = replace(table.rules, rulebook=build(data, "earlier"))
    table.must(**STAFF | {"wagers": ["ann", "bob"]})
    for step in ("no-more-bets", "cards"):
        table.must(do="perform", step=step, who="ann")
    for place in ("P1", "B1", "P2", "B2"):
        table.must(do="deal", place=place, who="bob")


def test_a_floorperson_staffs_the_table() -> None:
    refusal = at("ma-baccarat").refused(**STAFF | {"by": "dealer"})
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, "12(b)", {"by": "floor"})


@pytest.mark.parametrize("book", [name for name in documents() if name != "ma-baccarat"])
def test_elsewhere_there_is_one_dealer(book: str) -> None:
    assert at(book).refused(**dict(STAFF)).reason is Reason.NOT_ALLOWED_HERE


# ---------------------------------------------------------------- sitting down


@pytest.mark.parametrize(
    "book, section", [("ma-baccarat", "2(a)"), ("ma-midi", "2(a)"), ("ma-mini", "2(a)"), ("md-mini", ".02A")]
)
def test_a_seat_is_one_of_the_numbered_ones(book: str, section: str) -> None:
    table = at(book, players=())
    seats = table.rules.seats
    for seat in (0, -1, seats + 1, 10**30):
        refusal = table.refused(do="sit", seat=seat, buy_in=100_00)
        assert (refusal.reason, refusal.section, refusal.detail) == (Reason.NO_SUCH_SEAT, section, {"seats": seats})
    (seated,) = table.must(do="sit", seat=seats, buy_in=100_00)
    assert isinstance(seated, PlayerSeated)
    assert seated.section == section


def test_a_seat_has_one_player_and_a_player_one_seat() -> None:
    table = at("ma-mini", players=[2])
    assert table.refused(do="sit", seat=2, buy_in=100_00, who="zoe").reason is Reason.SEAT_TAKEN
    assert table.refused(do="sit", seat=3, buy_in=100_00, who="p2").reason is Reason.SEAT_TAKEN
    assert table.refused(do="sit", seat=3, buy_in=100_00, by="dealer").reason is Reason.WRONG_ROLE
    table.must(do="sit", seat=3, buy_in=100_00, who="zoe")


@pytest.mark.parametrize("cents", [0, -100, 150, -(10**40), 1])
def test_chips_are_bought_whole(cents: int) -> None:
    table = at("ma-mini", players=[2])
    for command in ({"do": "sit", "seat": 3, "buy_in": cents}, {"do": "buy-in", "seat": 2, "cents": cents}):
        refusal = table.refused(**command)
        assert (refusal.reason, refusal.detail) == (Reason.BAD_AMOUNT, {"smallest-chip": 100})


def test_the_rack_sells_what_it_has() -> None:
    table = at("ma-mini", players=[2], rack=100_500_00)
    for cents in (500_01 * 100, 10**40):
        refusal = table.refused(do="buy-in", seat=2, cents=cents)
        assert (refusal.reason, refusal.detail) == (Reason.RACK_EMPTY, {"rack": 500_00})
    (bought,) = table.must(do="buy-in", seat=2, cents=500_00)
    assert isinstance(bought, ChipsBought)
    assert table.state.accounts == {"house": -200_000_00 - 1_000_00, "drop": 100_500_00, "seat/2": 100_500_00}
    table.must(do="verbal", seat=2, wager="player", cents=100_00)
    assert table.refused(do="confirm", seat=2).reason is Reason.RACK_EMPTY


# ---------------------------------------------------------------- leaving


def test_who_leaves_takes_all_chips_along() -> None:
    table = at("md-mini", PLAYER_STOOD).bet((1, "player", 100))
    table.play()
    (left,) = table.must(do="leave", seat=1)
    assert isinstance(left, PlayerLeft)
    assert sum(posting.cents for posting in left.postings) == 100_100_00
    assert "seat/1" not in table.state.accounts
    assert sorted(table.state.seated) == [2, 3]


def test_nobody_leaves_a_wager_behind() -> None:
    table = at("md-mini", PLAYER_STOOD).bet((1, "player", 100))
    table.must(do="verbal", seat=2, wager="tie", cents=10_00)
    for seat in (1, 2):
        refusal = table.refused(do="leave", seat=seat)
        assert (refusal.reason, refusal.detail) == (Reason.WAGERS_STAND, {"seat": seat})
    table.auto(phase=Phase.PAYING)
    table.must(do="leave", seat=2)
    assert table.refused(do="leave", seat=1).reason is Reason.WAGERS_STAND
    table.must(do="perform", step="announce-result")
    assert table.refused(do="leave", seat=1).reason is Reason.WAGERS_STAND  # settled, but the cards still lie
    table.auto(until="clear-cards")
    table.must(do="leave", seat=1)


def test_nobody_leaves_for_another() -> None:
    table = at("md-mini")
    assert table.refused(do="leave", seat=1, who="p2").reason is Reason.NOT_YOUR_SEAT
    assert table.refused(do="leave", seat=5).reason is Reason.NOT_YOUR_SEAT
    assert table.refused(do="leave", seat=1, by="floor").reason is Reason.WRONG_ROLE
    assert table.refused(do="buy-in", seat=1, who="p2", cents=100_00).reason is Reason.NOT_YOUR_SEAT


@pytest.mark.parametrize("book", documents())
def test_who_is_offered_the_cut_and_leaves_has_declined_it(book: str) -> None:
    table = Table(rules_under(book), players=(1, 2), agenda=("cut",))
    table.must(do="perform", step="offer-cut")
    (seat,) = table.state.asked
    events = table.must(do="leave", seat=seat)
    assert [event.step for event in events if isinstance(event, StepPerformed)] == ["decline-cut"]
    table.must(do="perform", step="offer-cut")
    assert table.state.asked[-1] != seat
    table.ready()


def test_who_is_offered_the_shoe_and_leaves_has_declined_it() -> None:
    table = Table(rules_under("ma-baccarat"), players=(1, 2), agenda=("curator",))
    table.must(do="perform", step="offer-shoe")
    table.must(do="leave", seat=1)
    table.auto(until="accept-shoe")
    assert table.state.curator == 2


def test_the_table_plays_on_whoever_leaves() -> None:
    """Seats without wagers come and go in every phase; nothing is stuck."""
    table = at("ma-baccarat", BOTH_THIRD, players=(1, 2, 3, 4, 5), **squeezed("ma-baccarat"))
    table.bet((5, "player", 100), (5, "banker", 100))
    for seat, phase in ((1, Phase.DEALING), (2, Phase.TURNING), (3, Phase.DRAWING), (4, Phase.PAYING)):
        table.auto(phase=phase)
        table.must(do="leave", seat=seat)
        table.must(do="sit", seat=seat, buy_in=100_00)
    settled = table.play()
    assert (settled.player, settled.banker) == (7, 7)
    assert table.won(5) == 0


# ---------------------------------------------------------------- the rack


def test_the_floor_fills_the_rack_and_takes_chips_away() -> None:
    house = Table("md-mini-classic")
    rack = house.state.accounts["rack"]
    (filled,) = house.must(do="fill", by="floor", cents=50_000_00)
    assert filled.postings == (Posting("house", "rack", 50_000_00, "fill"),)
    (credited,) = house.must(do="fill", by="floor", cents=-20_000_00)
    assert credited.postings == (Posting("rack", "house", 20_000_00, "credit"),)
    assert house.state.accounts["rack"] == rack + 30_000_00


@pytest.mark.parametrize("cents", [0, 1, -1, 10**12, -(10**12)])
def test_a_fill_is_whole_chips_and_no_fortune(cents: int) -> None:
    assert Table("md-mini-classic").refused(do="fill", by="floor", cents=cents).reason is Reason.BAD_AMOUNT


def test_nobody_but_the_floor_fills_a_rack_nor_takes_more_than_is_there() -> None:
    house = Table("md-mini-classic")
    assert house.refused(do="fill", by="dealer", cents=100_00).reason is Reason.WRONG_ROLE
    beyond = -house.state.accounts["rack"] - 100_00
    assert house.refused(do="fill", by="floor", cents=beyond).reason is Reason.RACK_EMPTY


def test_no_chips_leave_the_rack_while_a_coup_may_be_taken_back() -> None:
    house = Table("md-mini-classic", "4h Kd 2c 9s " * 20, players=(3,))
    house.auto(phase=Phase.BETTING)
    house.must(do="wager", seat=3, wager="player", cents=100_00)
    house.auto(until="announce-result")
    assert house.refused(do="fill", by="floor", cents=-100_00).reason is Reason.WAGERS_STAND
    house.must(do="fill", by="floor", cents=100_00)
    house.auto(until="clear-cards")
    house.must(do="fill", by="floor", cents=-100_00)


@pytest.mark.parametrize("who", ["", " ", "a b ", "\u0000", "a\n", "x" * 81, "seat/3"])
def test_a_name_that_nobody_can_read_takes_no_seat(who: str) -> None:
    refused = Table("md-mini-classic").refused(do="sit", who=who, seat=3, buy_in=100_00)
    assert refused.reason is Reason.BAD_NAME


@pytest.mark.parametrize("who", ["a", "Ann", "李雷", "guest 12", "x" * 80])
def test_a_name_that_people_use_takes_one(who: str) -> None:
    Table("md-mini-classic").must(do="sit", who=who, seat=3, buy_in=100_00)
