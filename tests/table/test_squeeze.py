"""The squeeze: who is handed a hand, how it comes back, and who turns it when they will not."""

from typing import Any

import pytest

from punto.law.rulebook import Rulebook
from punto.table import Reason, Refusal
from punto.table.events import CardDealt, CardTurned, StepPerformed
from punto.table.phases import Phase
from tests.proofs import proves
from tests.table.harness import BANKER_THIRD, BOTH_THIRD, PLAYER_STOOD, PLAYER_THIRD, Table, at, reworded, squeezed

HANDS = {
    "ma_baccarat": "9(d)(2)-(3)",
    "ma_midi": "8(c)(1)-(2)",
    "ma_midi_multilevel": "8(c)(1)-(2)",
    "ma_mini": "8(c)(1)-(2)",
}
THIRDS = {
    "ma_baccarat": "9(d)(4)-(5)",
    "ma_midi": "8(c)(4)-(5)",
    "ma_midi_multilevel": "8(c)(4)-(5)",
    "ma_mini": "8(c)(4)-(5)",
}
EQUALS = {"ma_baccarat": "9(d)(6)", "ma_midi": "8(c)(6)", "ma_midi_multilevel": "8(c)(6)", "ma_mini": "8(c)(6)"}
GIVEN_UP = {"ma_baccarat": "9(f)", "ma_midi": "8(d)", "ma_midi_multilevel": "8(d)", "ma_mini": "8(d)"}


def squeeze(book: Rulebook | str, shoe: str = PLAYER_STOOD, players: Any = (1, 2, 3, 4), **changes: Any) -> Table:
    return at(book, shoe, players, **squeezed(book), **changes)


def handed(table: Table) -> list[tuple[str, int | None]]:
    """To whom hands and third cards were given, in order."""
    gives = ("give-player", "give-banker")
    return [(event.step, event.seat) for event in table.all(StepPerformed) if event.step in gives]


def turned_by(table: Table, place: str) -> int:
    """The seat that is to turn a card; 0 for the dealer."""
    (act,) = (act for act in table.expected() if act.do == "turn" and act.must)
    assert place in act.places
    return act.seat or 0


def until(table: Table, due: str) -> Table:
    while due not in table.due():
        table.step()
    return table


# ---------------------------------------------------------------- the first two cards


@proves("deal.squeeze", **HANDS)
def test_each_hand_goes_face_down_to_its_highest_wager_and_comes_back_face_up(book: Rulebook) -> None:
    table = squeeze(book).bet((1, "player", 100), (3, "player", 300), (2, "banker", 50), (4, "banker", 20))
    section = HANDS[book.id.replace("-", "_")]
    until(table, "perform give-player")
    table.auto(until="announce-banker")
    made = [event for event in table.all(StepPerformed) if event.ceremony == "squeeze"]
    assert [(event.step, event.by, event.seat, event.face, event.call) for event in made[1:]] == [
        ("give-player", "dealer", 3, "down", ""),
        ("return-player", "player", 3, "up", ""),
        ("announce-player", "dealer", None, "", "Player 7"),
        ("give-banker", "dealer", 2, "down", ""),
        ("return-banker", "player", 2, "up", ""),
        ("announce-banker", "dealer", None, "", "Banker 6"),
    ]
    assert {event.section for event in made[1:]} == {section}
    assert [event.step for event in made[1:]] == [step["do"] for step in book.provisions["deal.squeeze"].terms["steps"]]


@proves("deal.squeeze", **HANDS)
def test_the_bankers_hand_stays_down_until_the_players_is_announced(book: Rulebook) -> None:
    table = squeeze(book).bet((3, "player", 300), (2, "banker", 50))
    until(table, "perform give-player")
    assert table.refused(do="perform", step="give-banker").reason is Reason.STEP_NOT_DUE
    table.must(do="perform", step="give-player")
    section = HANDS[book.id.replace("-", "_")]
    for faces, by, who, reason in (
        ({"P1": "7c", "P2": "Kh"}, "dealer", "dealer", Reason.WRONG_ROLE),
        ({"P1": "7c", "P2": "Kh"}, "player", "p2", Reason.NOT_YOUR_SEAT),
        ({"B1": "6d", "B2": "Ks"}, "player", "p3", Reason.PLACE_NOT_DUE),
        ({"P1": "7c"}, "player", "p3", Reason.PLACE_NOT_DUE),
    ):
        refusal = table.refused(do="turn", faces=faces, by=by, who=who)
        assert (refusal.reason, refusal.section) == (reason, section)
    assert table.state.places["P1"] is None
    table.must(do="turn", faces={"P1": "7c", "P2": "Kh"}, by="player", who="p3")
    assert table.due() == ["perform announce-player"]
    assert table.refused(do="perform", step="give-banker").reason is Reason.STEP_NOT_DUE
    table.must(do="perform", step="announce-player")
    assert table.due() == ["perform give-banker"]
    assert (table.state.places["B1"], table.state.places["B2"]) == (None, None)


def test_the_dealer_cannot_give_a_hand_to_another_seat() -> None:
    table = squeeze("ma-midi").bet((3, "player", 300), (2, "banker", 50))
    until(table, "perform give-player")
    refusal = table.refused(do="perform", step="give-player", seat=2, by="dealer")
    assert (refusal.reason, refusal.detail) == (Reason.STEP_NOT_DUE, {"seat": 3})


def test_one_seat_may_turn_both_hands() -> None:
    table = squeeze("ma-mini").bet((2, "player", 300), (2, "banker", 50))
    table.play()
    assert handed(table) == [("give-player", 2), ("give-banker", 2)]


def test_only_wagers_on_the_hand_itself_count() -> None:
    table = squeeze("ma-mini", wagers__dragon_bonus_player={"paytable": "A"})
    table.bet((1, "tie", 5000), (2, "dragon-bonus-player", 5000), (3, "banker", 5000), (4, "player", 5))
    table.play()
    assert handed(table) == [("give-player", 4), ("give-banker", 3)]


def test_wagers_of_several_seats_are_not_added_up() -> None:
    """Reading 41: the highest single wager, whoever else bets for the same person."""
    table = squeeze("ma-mini").bet((1, "player", 60), (2, "player", 60), (3, "player", 100))
    until(table, "perform give-player")
    assert [act.seat for act in table.expected() if act.step == "give-player"] == [3]
    assert table.refused(do="sit", seat=5, buy_in=100_00, who="p1").reason is Reason.SEAT_TAKEN  # one person, one seat


def test_match_play_counts_at_its_face() -> None:
    table = squeeze("ma-midi", deal__match_play=True).bet((1, "player", 150))
    table.must(do="wager", seat=3, wager="player", cents=100_00, coupon=60_00)
    until(table, "perform give-player")
    assert handed(table) == []
    table.must(do="perform", step="give-player")
    assert handed(table) == [("give-player", 3)]


def test_the_bankers_hand_of_an_ez_table_goes_by_its_own_wager() -> None:
    table = squeeze("ma-mini", ez=True).bet((1, "ez-banker", 100), (4, "ez-banker", 200), (2, "player", 5))
    table.play()
    assert handed(table) == [("give-player", 2), ("give-banker", 4)]


# ---------------------------------------------------------------- equal wagers


@proves("deal.squeeze-equal", **EQUALS)
def test_of_equal_wagers_the_one_nearest_the_dealer_counterclockwise(book: Rulebook) -> None:
    table = squeeze(book).bet((4, "player", 300), (2, "player", 300), (3, "player", 300), (1, "player", 299))
    table.bet((4, "banker", 50), (3, "banker", 50))
    table.play()
    assert handed(table) == [("give-player", 2), ("give-banker", 3)]


@proves("deal.squeeze-equal", **EQUALS)
def test_a_hand_is_given_by_the_section_that_makes_it_its_takers(book: Rulebook) -> None:
    """Of equal wagers the nearest, else the highest; once it was given up, neither counts any more."""
    name = book.id.replace("-", "_")
    table = squeeze(book).bet((4, "player", 300), (2, "player", 300), (3, "banker", 50), (1, "banker", 20))
    until(table, "perform give-player")
    refusal = table.refused(do="perform", step="give-player", seat=4, by="dealer")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.STEP_NOT_DUE, EQUALS[name], {"seat": 2})
    table.must(do="perform", step="give-player")
    table.must(do="perform", step="give-up", by="player", who="p2")
    table.play()
    given = [
        (event.step, event.seat, event.section)
        for event in table.all(StepPerformed)
        if event.step in dict(handed(table))
    ]
    assert given == [
        ("give-player", 2, EQUALS[name]),
        ("give-player", 3, GIVEN_UP[name]),
        ("give-banker", 3, HANDS[name]),
    ]


@pytest.mark.parametrize("book", ["ma-mini", "ma-baccarat"])
def test_nearest_means_the_dealers_right_even_beside_the_highest_seat(book: str) -> None:
    highest = 14 if book == "ma-baccarat" else 6
    table = squeeze(book, players=(1, highest)).bet((highest, "player", 300), (1, "player", 300))
    table.play()
    assert handed(table) == [("give-player", 1)]


# ---------------------------------------------------------------- third cards


@proves("deal.squeeze-third", **THIRDS)
def test_a_third_card_goes_face_down_to_the_player_who_returned_that_hand(book: Rulebook) -> None:
    table = squeeze(book, BOTH_THIRD).bet((1, "player", 100), (3, "player", 300), (2, "banker", 50))
    section = THIRDS[book.id.replace("-", "_")]
    for place, seat, card in (("P3", 3, "2d"), ("B3", 2, "3c")):
        until(table, f"turn {place}")
        assert table.all(CardDealt)[-1] == CardDealt(place=place, face="down", section=section)
        assert table.state.places[place] is None
        assert turned_by(table, place) == seat
        refusal = table.refused(do="turn", faces={place: card})
        assert (refusal.reason, refusal.section) == (Reason.WRONG_ROLE, section)
        assert table.refused(do="turn", faces={place: card}, by="player", who="p1").reason is Reason.NOT_YOUR_SEAT
        (back,) = table.must(do="turn", faces={place: card}, by="player", who=f"p{seat}")
        assert back == CardTurned(place=place, card=card, section=section)
    assert table.state.phase is Phase.PAYING


@pytest.mark.parametrize("book, face", [("ma-mini", "up"), ("ma-midi", "down"), ("ma-baccarat", "down")])
def test_the_third_card_of_a_hand_that_the_dealer_turned_is_his_too(book: str, face: str) -> None:
    table = squeeze(book, BOTH_THIRD).bet((2, "banker", 50))
    until(table, "turn P3")
    assert table.last(CardDealt).face == face
    assert turned_by(table, "P3") == 0
    table.step()
    until(table, "turn B3")
    assert table.last(CardDealt).face == "down"
    assert turned_by(table, "B3") == 2


@proves("deal.squeeze-third", ma_baccarat="9(d)(4)-(5)")
@pytest.mark.parametrize("wager, place", [("banker", "P3"), ("player", "B3")])
def test_at_the_big_table_a_third_card_is_placed_face_down_whoever_turns_it(
    book: Rulebook, wager: str, place: str
) -> None:
    table = until(squeeze(book, BOTH_THIRD).bet((2, wager, 50)), f"turn {place}")
    assert table.last(CardDealt) == CardDealt(place=place, face="down", section="9(d)(4)-(5)")
    assert turned_by(table, place) == 0


def test_without_the_squeeze_and_in_a_log_without_the_term_it_is_dealt_face_up() -> None:
    plain = until(at("ma-baccarat", BOTH_THIRD, (1, 2)).bet((2, "banker", 50)), "turn P3")
    assert plain.last(CardDealt) == CardDealt(place="P3", face="up", section="9(c)")
    old = squeeze("ma-baccarat", BOTH_THIRD).bet((2, "banker", 50))
    old.rules = reworded(old.rules, ('placed = "down"    # whoever turns it\n', ""))
    assert until(old, "turn P3").last(CardDealt) == CardDealt(place="P3", face="up", section="9(c)")


# ---------------------------------------------------------------- nobody's hand


@proves("deal.squeeze-none", ma_baccarat="9(d)(7)")
def test_a_hand_without_wagers_is_turned_by_the_dealer_and_so_is_its_third_card(book: Rulebook) -> None:
    table = squeeze(book, PLAYER_THIRD).bet((2, "banker", 50), (3, "tie", 50))
    until(table, "turn P1 P2")
    refusal = table.refused(do="turn", faces={"P1": "2c", "P2": "3h"}, by="player", who="p3")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, "9(d)(7)", {"by": "dealer"})
    opened = table.must(do="turn", faces={"P1": "2c", "P2": "3h"})
    assert {event.section for event in opened} == {"9(d)(7)"}
    until(table, "turn P3")
    (third,) = table.must(do="turn", faces={"P3": "4d"})
    assert third == CardTurned(place="P3", card="4d", section="9(d)(7)")
    assert handed(table) == [("give-banker", 2)]


def test_elsewhere_the_dealer_turns_it_too() -> None:
    for book in ("ma-mini", "ma-midi", "ma-midi-multilevel"):
        table = squeeze(book, BANKER_THIRD).bet((3, "tie", 50))
        table.play()
        assert handed(table) == []
        assert {event.by for event in table.all(StepPerformed)} == {"dealer"}


# ---------------------------------------------------------------- giving it up


@proves("deal.squeeze-relinquish/given-up")
@proves("deal.squeeze-relinquish", **GIVEN_UP)
def test_the_right_passes_to_the_right_and_round_and_at_last_to_the_dealer(book: Rulebook) -> None:
    table = squeeze(book, players=(1, 2, 4, 6)).bet((4, "player", 300), (2, "tie", 20))
    section = GIVEN_UP[book.id.replace("-", "_")]
    until(table, "perform give-player")
    acts: list[dict[str, Any]] = [
        {"step": "give-up", "by": "player", "who": "p4"},
        {"step": "give-up", "by": "player", "who": "p6"},
        {"step": "order-give-up", "by": "floor", "why": "delay"},
        {"step": "order-give-up", "by": "dealer", "why": "delay"},
    ]
    for seat, act in zip((4, 6, 1, 2), acts, strict=True):
        (given,) = table.must(do="perform", step="give-player")
        assert isinstance(given, StepPerformed)
        assert (given.seat, given.section) == (seat, HANDS[book.id.replace("-", "_")] if seat == 4 else section)
        (up,) = table.must(do="perform", **act)
        assert isinstance(up, StepPerformed)
        assert (up.step, up.seat, up.section, up.why) == (act["step"], seat, section, act.get("why", ""))
    assert table.due() == ["turn P1 P2"]
    *_, step = table.must(do="turn", faces={"P1": "7c", "P2": "Kh"})
    assert isinstance(step, StepPerformed)
    assert (step.step, step.by, step.section) == ("open-player", "dealer", section)


@proves("deal.squeeze-relinquish", **GIVEN_UP)
def test_the_steps_of_giving_up_come_as_the_document_lists_them(book: Rulebook) -> None:
    table = squeeze(book, players=(1, 2)).bet((1, "player", 300))
    until(table, "perform give-player")
    table.must(do="perform", step="give-player")
    table.must(do="perform", step="give-up", by="player", who="p1")
    table.must(do="perform", step="give-player")
    table.must(do="perform", step="order-give-up", why="delay")
    table.play()
    listed = [step["do"] for step in book.provisions["deal.squeeze-relinquish"].terms["steps"]]
    assert [event.step for event in table.all(StepPerformed) if event.step in listed] == listed
    assert listed == ["give-up", "order-give-up", "open-player", "open-banker"]


@proves("deal.squeeze-relinquish/ordered")
@proves("deal.squeeze-relinquish", **GIVEN_UP)
@pytest.mark.parametrize("by", ["dealer", "floor"])
def test_dealer_or_floorperson_may_take_the_right_away_for_delay_alone(book: Rulebook, by: str) -> None:
    table = squeeze(book).bet((2, "player", 300))
    until(table, "perform give-player")
    table.must(do="perform", step="give-player")
    section = GIVEN_UP[book.id.replace("-", "_")]
    for why in ("", "losing", "delays"):
        refusal = table.refused(do="perform", step="order-give-up", by=by, why=why)
        assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, section)
        assert refusal.detail == {"for": "delay"}
    refusal = table.refused(do="perform", step="order-give-up", by="player", who="p1", why="delay")
    assert (refusal.reason, refusal.section) == (Reason.WRONG_ROLE, section)
    table.must(do="perform", step="order-give-up", by=by, why="delay")
    table.must(do="perform", step="give-player")
    assert handed(table)[-1] == ("give-player", 3)


@proves("deal.squeeze-relinquish", **GIVEN_UP)
def test_who_takes_a_hand_over_keeps_it_for_the_round_third_card_included(book: Rulebook) -> None:
    table = squeeze(book, BOTH_THIRD).bet((1, "player", 300), (2, "banker", 100))
    until(table, "perform give-player")
    table.must(do="perform", step="give-player")
    table.must(do="perform", step="give-up", by="player", who="p1")
    until(table, "turn P3")
    assert turned_by(table, "P3") == 2
    table.play()
    table.shoe = at(book, PLAYER_STOOD).shoe
    table.auto(phase=Phase.BETTING)
    table.bet((1, "player", 300))
    table.play()
    assert handed(table)[-1] == ("give-player", 1)  # and not for longer


@proves("deal.squeeze-relinquish", **GIVEN_UP)
def test_a_third_card_that_is_given_up_goes_round_as_well(book: Rulebook) -> None:
    table = squeeze(book, PLAYER_THIRD, players=(1, 2, 3)).bet((2, "player", 300))
    section = GIVEN_UP[book.id.replace("-", "_")]
    until(table, "turn P3")
    table.must(do="perform", step="give-up", by="player", who="p2")
    assert table.due() == ["perform give-player"]
    (given,) = table.must(do="perform", step="give-player")
    assert isinstance(given, StepPerformed)
    assert (given.seat, given.by, given.section, given.face) == (3, "dealer", section, "down")
    assert turned_by(table, "P3") == 3
    table.must(do="perform", step="order-give-up", by="floor", why="delay")
    table.must(do="perform", step="give-player")
    table.must(do="perform", step="give-up", by="player", who="p1")
    assert turned_by(table, "P3") == 0
    (third,) = table.must(do="turn", faces={"P3": "4d"})
    assert third.section == section
    table.play()


def test_a_hand_that_somebody_declined_is_not_offered_to_them_again_in_that_round() -> None:
    table = squeeze("ma-midi", PLAYER_THIRD, players=(1, 2, 3)).bet((2, "player", 300))
    until(table, "perform give-player")
    for seat in (2, 3):
        table.must(do="perform", step="give-player")
        table.must(do="perform", step="give-up", by="player", who=f"p{seat}")
    until(table, "turn P3")
    assert turned_by(table, "P3") == 1
    table.must(do="perform", step="give-up", by="player", who="p1")
    assert turned_by(table, "P3") == 0


def test_declining_one_hand_loses_nothing_of_the_other() -> None:
    table = squeeze("ma-mini", BOTH_THIRD, players=(1, 2)).bet((1, "player", 300), (2, "banker", 300))
    until(table, "perform give-player")
    for seat in (1, 2):
        table.must(do="perform", step="give-player")
        table.must(do="perform", step="give-up", by="player", who=f"p{seat}")
    until(table, "turn B1 B2")
    assert turned_by(table, "B1") == 2
    until(table, "turn P3")
    assert (turned_by(table, "P3"), table.last(CardDealt).face) == (0, "up")
    until(table, "turn B3")
    assert turned_by(table, "B3") == 2


def test_only_the_holder_gives_a_hand_up() -> None:
    table = squeeze("ma-mini").bet((1, "player", 300))
    until(table, "perform give-player")
    assert table.refused(do="perform", step="give-up", by="player", who="p1").reason is Reason.STEP_NOT_DUE
    table.must(do="perform", step="give-player")
    refusal = table.refused(do="perform", step="give-up", by="player", who="p2")
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.NOT_YOUR_SEAT


# ---------------------------------------------------------------- leaving with cards in hand


def test_a_player_who_leaves_gives_the_hand_up() -> None:
    table = squeeze("ma-midi", BOTH_THIRD, players=(1, 2, 3)).bet((1, "player", 300), (3, "banker", 100))
    until(table, "perform give-player")
    table.must(do="perform", step="give-player")
    table.must(do="perform", step="give-up", by="player", who="p1")
    table.must(do="perform", step="give-player")  # to seat 2, who has no wager and goes
    table.must(do="leave", seat=2)
    assert table.due() == ["perform give-player"]
    table.must(do="perform", step="give-player")
    assert handed(table) == [("give-player", 1), ("give-player", 2), ("give-player", 3)]
    settled = table.play()
    assert (settled.player, settled.banker) == (7, 7)


def test_a_player_who_leaves_after_returning_a_hand_does_not_hold_up_its_third_card() -> None:
    table = squeeze("ma-mini", BOTH_THIRD, players=(1, 2, 3)).bet((1, "player", 300), (3, "banker", 100))
    until(table, "perform give-player")
    table.must(do="perform", step="give-player")
    table.must(do="perform", step="give-up", by="player", who="p1")
    until(table, "deal P3")
    table.must(do="leave", seat=2)
    table.step()
    assert table.due() == ["perform give-player"]
    table.must(do="perform", step="give-player")
    assert turned_by(table, "P3") == 3
    table.play()


def test_whoever_leaves_with_a_hand_while_a_card_lies_astray_has_given_it_up() -> None:
    house = Table("ma-mini-classic", "2c 3d " + "4h Kd 2c 9s 5c 6d " * 20, players=(1, 3, 5))
    house.auto(phase=Phase.BETTING)
    house.must(do="wager", seat=3, wager="player", cents=100_00)
    house.auto(until="give-player")
    house.must(do="perform", by="player", who="p3", step="give-up", seat=3)
    house.must(do="perform", by="dealer", step="give-player", seat=5)
    house.shoe.dealt("error")
    house.must(do="deal", place="error")
    house.must(do="leave", seat=5)
    house.must(do="perform", by="dealer", step="carry-card")
    assert house.due() == ["perform give-player"]
    house.auto(until="clear-cards")
