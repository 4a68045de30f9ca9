"""Two hands: when their cards are dealt, in which order, by whom, how they lie, and who turns them."""

import pytest

from punto.law.rulebook import Rulebook
from punto.table import Reason
from punto.table.events import CardDealt, CardTurned, StepPerformed
from punto.table.phases import Phase
from tests.proofs import proves
from tests.table.harness import (
    BANKER_STOOD,
    BANKER_THIRD,
    BOTH_THIRD,
    NATURAL_TIE,
    PLAYER_STOOD,
    PLAYER_THIRD,
    Table,
    at,
    squeezed,
)


def dealt(table: Table) -> Table:
    """The first four cards on the table."""
    table.close()
    while table.state.phase is Phase.DEALING:
        table.step()
    return table


def steps(table: Table) -> list[str]:
    return [event.step for event in table.all(StepPerformed)]


# ---------------------------------------------------------------- before any card


@proves("deal.announce", ma_baccarat="9(b)", ma_midi="8(b)", ma_midi_multilevel="8(b)", ma_mini="8(b)", md_mini=".08B")
def test_no_card_is_dealt_before_no_more_bets(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD).bet((1, "player", 100))
    refusal = table.refused(do="deal", place="P1")
    section = {"ma-baccarat": "9(b)", "md-mini": ".08B"}.get(book.id, "8(b)")
    assert (refusal.reason, refusal.section) == (Reason.WRONG_PHASE, section)
    assert refusal.detail == {"phase": "betting"}
    for by in ("player", "floor", "curator"):
        refusal = table.refused(do="perform", step="no-more-bets", by=by)
        assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, section, {"by": "dealer"})
    (called, *_) = table.must(do="perform", step="no-more-bets")
    assert isinstance(called, StepPerformed)
    assert (called.call, called.by, called.section) == ("no more bets", "dealer", section)
    if book.id == "ma-baccarat":
        assert table.refused(do="deal", place="P1").reason is Reason.WRONG_PHASE
        table.must(do="perform", step="cards")
    table.must(do="deal", place="P1")


@proves("deal.announce", ma_baccarat="9(b)")
def test_then_the_curator_is_told_cards(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD, curator=True).bet((1, "player", 100))
    table.auto(phase=Phase.DEALING)
    told = [event for event in table.all(StepPerformed) if event.ceremony == "betting-closed"]
    assert [(event.step, event.call, event.by) for event in told] == [
        ("no-more-bets", "no more bets", "dealer"),
        ("cards", "cards", "dealer"),
    ]
    assert [event.step for event in told] == [step["do"] for step in book.provisions["deal.announce"].terms["steps"]]


def test_an_empty_felt_is_not_closed() -> None:
    refusal = at("ma-midi").refused(do="perform", step="no-more-bets")
    assert (refusal.reason, refusal.section) == (Reason.NO_WAGERS, "8(b)")


# ---------------------------------------------------------------- two hands, four cards


@proves("deal.two-hands", ma_baccarat="9(a)", ma_midi="8(a)", ma_midi_multilevel="8(a)", ma_mini="8(a)", md_mini=".08A")
def test_there_is_a_players_hand_and_a_bankers_hand_and_no_other(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD).bet((1, "player", 100)).close()
    refusal = table.refused(do="deal", place="D1")
    section = {"ma-baccarat": "9(a)", "md-mini": ".08A"}.get(book.id, "8(a)")
    assert (refusal.reason, refusal.section) == (Reason.PLACE_NOT_DUE, section)
    assert refusal.detail == {"hands": "player, banker"}
    table.play()
    assert {event.place[0] for event in table.all(CardDealt)} == {"P", "B"}


@proves("deal.four", ma_baccarat="9(c)", ma_midi="8(c)", ma_midi_multilevel="8(c)", ma_mini="8(c)", md_mini=".08C")
def test_the_first_and_third_card_are_the_players_the_second_and_fourth_the_bankers(book: Rulebook) -> None:
    table = dealt(at(book, PLAYER_STOOD, curator=book.id == "ma-baccarat").bet((1, "player", 100)))
    section = {"ma-baccarat": "9(c)", "md-mini": ".08C"}.get(book.id, "8(c)")
    assert [(event.place, event.face, event.section) for event in table.all(CardDealt)] == [
        (place, "down", section) for place in ("P1", "B1", "P2", "B2")
    ]
    assert table.state.places == dict.fromkeys(("P1", "B1", "P2", "B2"))  # nobody has seen a face
    settled = table.play()
    assert (settled.player, settled.banker) == (7, 6)


@proves("deal.four", ma_baccarat="9(c)", ma_midi="8(c)", ma_midi_multilevel="8(c)", ma_mini="8(c)", md_mini=".08C")
def test_no_card_goes_to_another_place_than_the_next(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD).bet((1, "player", 100)).close()
    section = {"ma-baccarat": "9(c)", "md-mini": ".08C"}.get(book.id, "8(c)")
    for number, due in enumerate(("P1", "B1", "P2", "B2")):
        for place in ("P1", "B1", "P2", "B2"):
            if place != due:
                refusal = table.refused(do="deal", place=place)
                assert (refusal.reason, refusal.section) == (Reason.PLACE_NOT_DUE, section)
                assert refusal.detail == {"due": due}
        table.must(do="deal", place=due)
        assert len(table.state.places) == number + 1


@proves("deal.four/by")
@proves("deal.four", ma_baccarat="9(c)")
def test_the_curator_deals_and_nobody_else(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD, curator=True).bet((2, "player", 100)).close()
    refusal = table.refused(do="deal", place="P1")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, "9(c)", {"by": "curator"})
    assert table.refused(do="deal", place="P1", by="curator", who="p2").reason is Reason.NOT_YOUR_SEAT
    table.must(do="deal", place="P1", by="curator", who="p1")


@proves("deal.four/by")
@proves("deal.four", ma_midi="8(c)", ma_midi_multilevel="8(c)", ma_mini="8(c)", md_mini=".08C")
def test_elsewhere_the_dealer_deals(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD).bet((1, "player", 100)).close()
    section = ".08C" if book.id == "md-mini" else "8(c)"
    refusal = table.refused(do="deal", place="P1", by="floor")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, section, {"by": "dealer"})
    table.must(do="deal", place="P1")


# ---------------------------------------------------------------- turned by the dealer


@proves("deal.dealer-turns/turned")
@proves("deal.dealer-turns", ma_baccarat="9(c)", md_mini=".08D(2)-(3)")
def test_the_dealer_turns_both_hands_himself(book: Rulebook) -> None:
    table = dealt(at(book, PLAYER_STOOD, curator=book.id == "ma-baccarat").bet((2, "player", 100)))
    if book.id == "md-mini":
        table.must(do="perform", step="tuck-banker")
    section = {"ma-baccarat": "9(c)", "md-mini": ".08D(2)-(3)"}[book.id]
    assert table.due() == ["turn P1 B1 P2 B2"]
    faces = {"P1": "7c", "B1": "6d", "P2": "Kh", "B2": "Ks"}
    refusal = table.refused(do="turn", by="floor", faces=faces)
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, section, {"by": "dealer"})
    *turned, step = table.must(do="turn", faces=faces)
    assert turned == [CardTurned(place=place, card=card, section=section) for place, card in faces.items()]
    assert isinstance(step, StepPerformed)
    assert (step.step, step.by, step.section) == ("turn-hands", "dealer", section)


@proves("deal.dealer-turns", ma_baccarat="9(c)")
def test_unless_the_squeeze_is_used(book: Rulebook) -> None:
    table = dealt(at(book, PLAYER_STOOD, **squeezed(book)).bet((2, "player", 100)))
    assert table.due() == ["perform tuck-banker"]
    table.play()
    assert "turn-hands" not in steps(table)


@proves("deal.no-touch/no-touch")
@proves("deal.no-touch", md_mini=".08D(2)")
def test_no_player_touches_a_card(book: Rulebook) -> None:
    table = at(book, BANKER_THIRD).bet((2, "player", 100), (3, "banker", 500)).close()
    refusal = table.refused(do="deal", place="P1", by="player", who="p2")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, ".08D(2)", {"by": "dealer"})
    table.auto(until="tuck-banker")
    faces = {"P1": "6c", "B1": "5d", "P2": "Kh", "B2": "Ks"}
    refusal = table.refused(do="turn", by="player", who="p3", faces=faces)
    assert (refusal.reason, refusal.section) == (Reason.WRONG_ROLE, ".08D(2)")
    table.auto(until="B3")
    table.play()
    assert not [event for event in table.all(StepPerformed) if event.by == "player"]
    assert not table.rules.touch


# ---------------------------------------------------------------- under the shoe


@proves(
    "deal.banker-under-shoe",
    ma_baccarat="9(d)(1)",
    ma_midi="8(c)(1)",
    ma_midi_multilevel="8(c)(1)",
    ma_mini="8(c)(1)",
    md_mini=".08D(1)",
)
def test_the_bankers_hand_waits_under_the_corner_of_the_shoe(book: Rulebook) -> None:
    big = book.id == "ma-baccarat"
    table = dealt(at(book, PLAYER_STOOD, curator=big, **squeezed(book)).bet((2, "player", 100)))
    by, section = ("curator", "9(d)(1)") if big else ("dealer", ".08D(1)" if book.id == "md-mini" else "8(c)(1)")
    assert table.due() == ["perform tuck-banker"]
    for other in {"curator", "dealer", "floor", "player"} - {by}:
        refusal = table.refused(do="perform", step="tuck-banker", by=other)
        assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, section, {"by": by})
    assert table.refused(do="turn", faces={"B1": "6d", "B2": "Ks"}).reason is Reason.WRONG_PHASE
    (tucked,) = table.must(do="perform", step="tuck-banker", by=by)
    assert isinstance(tucked, StepPerformed)
    assert (tucked.by, tucked.section) == (by, section)


@proves("deal.banker-under-shoe", ma_baccarat="9(d)(1)")
def test_at_the_big_table_only_with_the_squeeze(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD).bet((2, "player", 100))
    table.play()
    assert "tuck-banker" not in steps(table)


# ---------------------------------------------------------------- third cards


@proves("third.announce/decided", "third.announce/decided-by")
@proves(
    "third.announce",
    ma_baccarat="10(a)-(b)",
    ma_midi="9(a)-(b)",
    ma_midi_multilevel="9(a)-(b)",
    ma_mini="9(a)-(b)",
    md_mini=".09A-B",
)
def test_both_counts_are_announced_and_then_third_cards_decided(book: Rulebook) -> None:
    table = at(book, PLAYER_THIRD).bet((2, "player", 100))
    while "perform announce-counts" not in table.due():
        table.step()
    section = {"ma-baccarat": "10(a)-(b)", "md-mini": ".09A-B"}.get(book.id, "9(a)-(b)")
    assert table.phase() is Phase.TURNING
    assert table.refused(do="deal", place="P3").reason is Reason.WRONG_PHASE
    refusal = table.refused(do="perform", step="announce-counts", by="floor")
    assert (refusal.reason, refusal.section) == (Reason.WRONG_ROLE, section)
    (called,) = table.must(do="perform", step="announce-counts")
    assert isinstance(called, StepPerformed)
    assert (called.call, called.by, called.section) == ("Player 5, Banker 7", "dealer", section)
    assert table.phase() is Phase.DRAWING


@proves("third.announce", ma_baccarat="10(a)-(b)")
def test_with_the_squeeze_each_hand_is_announced_as_it_comes_back_and_not_again(book: Rulebook) -> None:
    table = at(book, PLAYER_STOOD, **squeezed(book)).bet((2, "player", 100), (3, "banker", 100))
    table.play()
    calls = [event.call for event in table.all(StepPerformed) if event.ceremony == "squeeze" and event.call]
    assert calls == ["Player 7", "Banker 6"]


@proves(
    "third.order",
    ma_baccarat="9(c)",
    ma_midi="8(c)(4)-(5)",
    ma_midi_multilevel="8(c)(4)-(5)",
    ma_mini="9(c)",
    md_mini=".08E-F",
)
def test_the_players_third_card_comes_first_and_lies_as_the_document_has_it(book: Rulebook) -> None:
    """Where no player turns the hands: face up, but for Midi, where the dealer turns it on its area."""
    table = at(book, BOTH_THIRD, curator=book.id == "ma-baccarat").bet((1, "tie", 100))
    section = {"ma-baccarat": "9(c)", "ma-mini": "9(c)", "md-mini": ".08E-F"}.get(book.id, "8(c)(4)-(5)")
    face = "down" if book.id.startswith("ma-midi") else "up"
    while "deal P3" not in table.due():
        table.step()
    by = "curator" if book.id == "ma-baccarat" else "dealer"
    refusal = table.refused(do="deal", place="B3", by=by)
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.PLACE_NOT_DUE, section, {"due": "P3"})
    settled = table.play()
    thirds = [event for event in table.all(CardDealt) if event.place[1] == "3"]
    assert [(event.place, event.face, event.section) for event in thirds] == [
        ("P3", face, section),
        ("B3", face, section),
    ]
    turned = [event for event in table.all(CardTurned) if event.place[1] == "3"]
    assert [(event.place, event.card, event.section) for event in turned] == [
        ("P3", "2d", section),
        ("B3", "3c", section),
    ]
    assert (settled.player, settled.banker) == (7, 7)


@proves(
    "third.one-only", ma_baccarat="10(c)", ma_midi="9(c)", ma_midi_multilevel="9(c)", ma_mini="9(d)", md_mini=".09C"
)
def test_neither_hand_has_a_second_card_more(book: Rulebook) -> None:
    table = at(book, BOTH_THIRD).bet((1, "tie", 100))
    while "deal B3" not in table.due():
        table.step()
    section = {"ma-baccarat": "10(c)", "ma-mini": "9(d)", "md-mini": ".09C"}.get(book.id, "9(c)")
    for place in ("P3", "P4"):
        refusal = table.refused(do="deal", place=place)
        assert (refusal.reason, refusal.section, refusal.detail) == (Reason.PLACE_NOT_DUE, section, {"most": 1})
    table.play()
    assert [event.place for event in table.all(CardDealt)] == ["P1", "B1", "P2", "B2", "P3", "B3"]


def test_no_card_comes_after_the_last() -> None:
    table = at("ma-mini", BOTH_THIRD).bet((1, "tie", 100))
    table.auto(phase=Phase.PAYING)
    for place in ("P3", "B3", "B4"):
        assert table.refused(do="deal", place=place).reason is Reason.WRONG_PHASE


@proves("curator.instructed/told")
@proves("curator.instructed", ma_baccarat="10(b)")
@pytest.mark.parametrize(
    "shoe, told",
    [
        (PLAYER_THIRD, ["a card for the Player"]),
        (BANKER_THIRD, ["a card for the Banker"]),
        (BOTH_THIRD, ["a card for the Player", "a card for the Banker"]),
        (BANKER_STOOD, []),
        (NATURAL_TIE, []),
    ],
)
def test_the_curator_is_told_to_deal_a_third_card_and_deals_it(book: Rulebook, shoe: str, told: list[str]) -> None:
    table = at(book, shoe, curator=True).bet((2, "tie", 100))
    table.auto(until="announce-counts")
    while table.state.phase is Phase.DRAWING:
        if table.due()[0].startswith("deal"):
            place = table.due()[0].split()[1]
            refusal = table.refused(do="deal", place=place)
            assert (refusal.reason, refusal.detail) == (Reason.WRONG_ROLE, {"by": "curator"})
        elif table.due() == ["perform instruct"]:
            for place in ("P3", "B3"):  # not before being told
                refusal = table.refused(do="deal", place=place, by="curator")
                assert (refusal.reason, refusal.section) == (Reason.WRONG_PHASE, "10(b)")
            refusal = table.refused(do="perform", step="instruct", by="curator")
            assert (refusal.reason, refusal.section) == (Reason.WRONG_ROLE, "10(b)")
        table.step()
    instructions = [event for event in table.all(StepPerformed) if event.step == "instruct"]
    assert [event.call for event in instructions] == told
    assert all((event.by, event.section) == ("dealer", "10(b)") for event in instructions)
    assert len(table.state.places) == len(shoe.split())


# ---------------------------------------------------------------- faces


def test_all_cards_that_are_due_are_turned_and_no_others() -> None:
    table = dealt(at("md-mini", PLAYER_STOOD).bet((1, "player", 100)))
    table.must(do="perform", step="tuck-banker")
    for faces in ({}, {"P1": "7c"}, {"P1": "7c", "B1": "6d", "P2": "Kh", "B2": "Ks", "P3": "2c"}):
        refusal = table.refused(do="turn", faces=faces)
        assert (refusal.reason, refusal.detail) == (Reason.PLACE_NOT_DUE, {"due": "P1 B1 P2 B2"})


@pytest.mark.parametrize("face", ["", "1c", "11h", "Xx", "Ks Kh", "joker"])
def test_a_card_that_cannot_exist_is_not_turned(face: str) -> None:
    table = dealt(at("ma-baccarat", PLAYER_STOOD).bet((1, "player", 100)))
    refusal = table.refused(do="turn", faces={"P1": "7c", "B1": "6d", "P2": "Kh", "B2": face})
    assert refusal.reason is Reason.NO_SUCH_CARD


def test_the_ninth_king_of_spades_is_not_turned() -> None:
    table = at("ma-baccarat", "Ks " * 9 + "8s", players=[1])
    table.bet((1, "tie", 100))
    table.auto(until="turn-hands")
    table.play()
    table.auto(phase=Phase.BETTING)
    table.bet((1, "tie", 100))
    table.auto(phase=Phase.TURNING)
    four = {"P1": "Ks", "B1": "Ks", "P2": "Ks", "B2": "Ks"}
    refusal = table.refused(do="turn", faces=four)
    assert refusal.reason is Reason.CARD_EXHAUSTED
    assert refusal.detail == {"card": "Ks", "decks": 8}
    table.must(do="turn", faces=four | {"B1": "7s", "P2": "9s"})


def test_six_kings_of_spades_are_too_many_for_five_decks_left() -> None:
    table = at("md-mini", "Ks Ks Ks Ks", players=[1], decks=6).bet((1, "tie", 100))
    table.auto(until="announce-counts")
    assert table.state.out == {"Ks": 4}
    table.must(do="deal", place="P3")
    table.must(do="turn", faces={"P3": "Ks"})
    table.must(do="deal", place="B3")
    table.must(do="turn", faces={"B3": "Ks"})
    table.auto(phase=Phase.BETTING)
    table.bet((1, "tie", 100))
    table.close()
    for place in ("P1", "B1", "P2", "B2"):
        table.must(do="deal", place=place)
    table.must(do="perform", step="tuck-banker")
    assert (
        table.refused(do="turn", faces={"P1": "Ks", "B1": "2c", "P2": "3c", "B2": "4c"}).reason is Reason.CARD_EXHAUSTED
    )
