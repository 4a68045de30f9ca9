"""The burn: the first card of a shoe is shown, and as many more as it says go with it to the discards."""

from typing import Any

import pytest

from punto.core.cards import Card, cards
from punto.law.rulebook import Rulebook
from punto.table import Reason
from punto.table.events import CardDealt, CardTurned, StepPerformed
from punto.table.evolve_events import Trouble
from punto.table.instructions import instruction
from punto.table.phases import Phase
from tests.proofs import proves
from tests.table.harness import Table, brought, reworded, rules_under

BURN = proves("burn", ma_baccarat="5(e)", ma_midi="5(e)", ma_midi_multilevel="5(e)", ma_mini="5(f)", md_mini=".05F-G")
COUNTS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "J": 10, "Q": 10, "K": 10}
REST = cards("2c 3c 4c 5c 6c 7c 8c 9c 2d 3d")
UNDISCLOSED = proves(
    "irregular.undisclosed",
    ma_baccarat="15(a)",
    ma_midi="13(a)",
    ma_midi_multilevel="13(a)",
    ma_mini="13(a)",
    md_mini=".13A",
)
DISCLOSED = proves(
    "irregular.disclosed",
    ma_baccarat="15(d)",
    ma_midi="13(d)",
    ma_midi_multilevel="13(d)",
    ma_mini="13(d)",
    md_mini=".13D",
)
SHOWN = ("ma-baccarat", "ma-midi", "ma-midi-multilevel")


def burning(book: Rulebook | str, first: str, **changes: Any) -> Table:
    """A full shoe, its first card known to the test."""
    rules = rules_under(book, **changes)
    ceremony = "burn-face-up" if rules.shuffling.burn_shown else "burn-face-down"
    return Table(rules, [Card.of(first), *REST], [1], agenda=(ceremony,))


@BURN
@pytest.mark.parametrize("rank", COUNTS)
def test_as_many_cards_follow_as_the_first_one_says(book: Rulebook, rank: str) -> None:
    """An ace says one; tens and faces say ten."""
    table = burning(book, f"{rank}h")
    table.ready()
    burned = [event.place for event in table.all(CardDealt)]
    assert burned == ["burn", *(f"burn{number}" for number in range(1, COUNTS[rank] + 1))]
    assert table.state.left == 416 - 1 - COUNTS[rank]
    assert table.all(CardTurned)[0].place == "burn"
    assert table.state.out[f"{rank}h"] == 1


@BURN
def test_the_burn_goes_step_by_step(book: Rulebook) -> None:
    table = burning(book, "2h")
    section = book.section("burn")
    assert table.due() == ["deal burn"]
    for step in ("discard-burned",):
        table.not_now(step, section)
    refusal = table.refused(do="deal", place="P1")
    assert (refusal.reason, refusal.section) == (Reason.PLACE_NOT_DUE, section)
    assert table.refused(do="deal", place="burn", by="floor").reason is Reason.WRONG_ROLE
    assert table.refused(do="turn", faces={"burn": "2h"}).reason is Reason.WRONG_PHASE
    table.step()
    assert (table.all(CardDealt)[-1].section, table.due()) == (section, ["turn burn"])
    assert table.refused(do="deal", place="burn1").reason is Reason.WRONG_PHASE
    table.step()
    assert (table.last(StepPerformed).step, table.last(StepPerformed).cards) == ("expose-first", 2)
    table.not_now("discard-burned", section)
    table.step()
    table.not_now("discard-burned", section)
    table.step()
    assert table.refused(do="deal", place="burn3").reason is Reason.WRONG_PHASE
    if book.id in SHOWN:
        table.perform("show-burned")
    table.perform("discard-burned")
    assert table.state.phase is Phase.BETTING
    assert {event.by for event in table.all(StepPerformed)} == {"dealer"}
    steps = ["draw-first", "expose-first", "burn-card", "discard-burned"]
    assert brought(book, "burn") == [(step, "dealer") for step in steps]
    assert list(dict.fromkeys(step for step in table.made() if step != "show-burned")) == steps


@BURN
def test_one_card_is_shown_and_all_go_to_the_discards(book: Rulebook) -> None:
    rules = rules_under(book)
    assert instruction(rules, "expose-first") == "show the first card"
    into = {"ma-baccarat": "bucket", "ma-mini": "rack or bucket", "md-mini": "bucket"}.get(book.id, "bucket or rack")
    assert instruction(rules, "discard-burned") == f"the burned cards go to the {into}"


# ---------------------------------------------------------------- whether the others are seen


@pytest.mark.parametrize("name", SHOWN)
def test_at_baccarat_and_midi_all_burned_cards_are_shown(name: str) -> None:
    table = burning(name, "3h")
    table.auto(until="burn-card")
    table.auto(until="burn-card")
    table.not_now("show-burned", "5(e)")
    table.auto(until="burn-card")
    assert table.due() == ["turn burn1 burn2 burn3", "perform show-burned"]
    table.must(do="turn", faces={"burn1": "2c", "burn2": "3c", "burn3": "4c"})
    assert table.state.out == {"3h": 1, "2c": 1, "3c": 1, "4c": 1}
    table.perform("discard-burned")
    assert table.state.places == {}


@pytest.mark.parametrize("name", SHOWN)
def test_they_may_be_shown_without_being_keyed_in(name: str) -> None:
    table = burning(name, "Ah")
    table.auto(until="burn-card")
    table.perform("show-burned", "discard-burned")
    assert table.state.out == {"Ah": 1}


def test_at_mini_in_massachusetts_they_are_shown_where_the_licensee_says_so() -> None:
    hidden, shown = burning("ma-mini", "2h"), burning("ma-mini", "2h", deal__burned_cards="face-up")
    hidden.ready(), shown.ready()
    assert "show-burned" not in hidden.made()
    assert "show-burned" in shown.made()
    assert (set(hidden.state.out), set(shown.state.out)) == ({"2h"}, {"2h", "2c", "3c"})


def test_in_maryland_nobody_sees_them() -> None:
    table = burning("md-mini", "5h")
    table.ready()
    assert table.state.out == {"5h": 1}
    table.not_now("show-burned", ".08B")  # no such step: what is due is cited


# ---------------------------------------------------------------- irregularities


@proves("irregular.undisclosed/next-hand")
@UNDISCLOSED
def test_a_card_drawn_in_error_during_the_burn_opens_the_first_hand(book: Rulebook) -> None:
    table = burning(book, "2h")
    section = book.section("irregular.undisclosed")
    refusal = table.refused(do="deal", place="error")  # the first card of the shoe is the one to burn, however it came
    assert (refusal.reason, refusal.section) == (Reason.WRONG_PHASE, section)
    table.perform_all("draw-first", "expose-first").errs()
    assert (table.due(), table.state.left) == (["perform carry-card"], 414)
    refusal = table.refused(do="deal", place="burn1")
    assert (refusal.reason, refusal.section) == (Reason.TROUBLE_STANDS, section)
    table.perform("carry-card")
    assert table.due() == ["deal burn1"]
    table.ready()
    assert (table.state.left, table.state.waiting, table.state.kind) == (412, 1, "wagered")
    table.bet((1, "player", 100)).until(Phase.PAYING)
    assert table.state.places["P1"] == "2c"


@proves("irregular.disclosed/simulated")
@DISCLOSED
def test_a_card_found_face_up_during_the_burn_opens_a_simulated_round(book: Rulebook) -> None:
    table = burning(book, "2h").perform_all("draw-first", "expose-first", "burn-card").sees("face-up", "3c")
    assert table.due() == ["perform simulate-round"]
    table.perform("simulate-round").ready()
    assert (table.state.opening, table.state.kind, table.state.left) == (("3c",), "simulated", 412)
    refusal = table.refused(do="wager", seat=1, wager="player", cents=10_000)
    assert (refusal.reason, refusal.section) == (Reason.NOT_ALLOWED_HERE, book.section("irregular.disclosed"))
    table.auto(until="clear-cards")
    assert (table.state.kind, table.state.shoe, table.state.coup) == ("wagered", 1, 2)


@UNDISCLOSED
@DISCLOSED
def test_a_card_drawn_in_error_that_shows_its_face_is_a_disclosed_one(book: Rulebook) -> None:
    table = burning(book, "2h").perform_all("draw-first", "expose-first").errs()
    table.must(do="turn", faces={"error": "2c"})
    table.perform("simulate-round").ready()
    assert (table.state.opening, table.state.waiting, table.state.kind) == (("2c",), 0, "simulated")


def test_the_first_card_can_be_corrected_while_another_is_in_trouble() -> None:
    table = burning("md-mini", "2h").perform_all("draw-first", "expose-first").errs()
    table.must(do="correct", by="floor", place="burn", card="3h", why="read wrongly")
    assert (table.state.exposed, table.state.burning) == ("3h", 3)
    assert table.state.trouble == Trouble("drawn-in-error")


def test_once_they_are_discarded_the_burn_is_over() -> None:
    table = burning("ma-baccarat", "Ah").perform_all("draw-first", "expose-first", "burn-card", "show-burned")
    table.errs().perform("carry-card").perform_all("discard-burned")
    assert table.state.phase is Phase.BETTING
    assert "error" in [act.place for act in table.expected()]  # from here on it is play


@pytest.mark.parametrize("place", ["error", "face-up"])
def test_a_log_without_the_term_hears_of_none(place: str) -> None:
    table = burning("md-mini", "2h").perform_all("draw-first", "expose-first")
    table.rules = reworded(table.rules, ('during = ["play", "burn"]\n', ""))
    assert (place,) not in [act.places for act in table.expected()]
