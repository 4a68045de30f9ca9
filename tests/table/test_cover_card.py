"""The cover card: it is set aside, its hand is finished, "last hand" is called, and one more ends the shoe."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from punto.core.cards import Card, cards
from punto.law.rulebook import Rulebook, documents
from punto.table import Reason
from punto.table.events import CoupVoided, ShoeEnded, StepPerformed
from punto.table.instructions import instruction
from punto.table.phases import Phase
from tests.proofs import proves
from tests.table.harness import BANKER_STOOD, BOTH_THIRD, Table, brought, coups, ready, reworded, rules_under

COVER = proves(
    "cover-card", ma_baccarat="10(d)", ma_midi="9(d)", ma_midi_multilevel="9(d)", ma_mini="9(e)", md_mini=".09D"
)
CONTINUOUS: dict[str, Any] = {"shuffle__how": "continuous", "shuffle__continuous_approval": "31"}


def then_one_more(table: Table, section: str) -> None:
    """The coup is finished, "last hand" is called before anything else, and one more coup ends the shoe."""
    table.auto(until="clear-cards")
    assert table.state.shoe == 1
    assert table.due() == ["perform announce-last-hand"]
    table.not_now("no-more-bets", section)
    table.perform("announce-last-hand")
    called = table.last(StepPerformed)
    assert (called.call, called.by, called.section) == ("last hand", "dealer", section)
    table.not_now("announce-last-hand", section)
    table.not_now("set-aside-cover", section)
    table.until(Phase.BETTING)
    table.bet((1, "player", 100))
    table.auto(until="clear-cards")
    assert (table.last(ShoeEnded).shoe, table.last(ShoeEnded).section) == (1, section)
    assert (table.state.shoe, table.state.phase, table.state.cover) == (2, Phase.PREPARING, "none")


# ---------------------------------------------------------------- where it may come


@COVER
def test_it_may_come_as_the_first_card_of_a_round(book: Rulebook) -> None:
    section = book.section("cover-card")
    betting = ready(book, coups()).bet((1, "player", 100))
    assert betting.refused(do="perform", step="set-aside-cover", by="floor").reason is Reason.WRONG_ROLE
    betting.perform("set-aside-cover")
    assert betting.last(StepPerformed).section == section
    then_one_more(betting, section)
    closed = ready(book, coups()).bet((1, "player", 100))
    closed.auto(phase=Phase.DEALING)
    then_one_more(closed.perform("set-aside-cover"), section)


@COVER
@pytest.mark.parametrize("dealt", [1, 2, 3, 4, 5])
def test_it_may_come_in_the_middle_of_one(book: Rulebook, dealt: int) -> None:
    table = ready(book, coups(2, BOTH_THIRD)).bet((1, "player", 100))
    table.auto(phase=Phase.DEALING)
    while len(table.state.places) < dealt:
        table.step()
    if dealt > 3:
        table.auto(phase=Phase.DRAWING)
    table.perform("set-aside-cover")
    table.auto(phase=Phase.PAYING)
    assert len(table.state.places) == 6  # the hand is completed
    then_one_more(table, book.section("cover-card"))


@COVER
def test_nothing_is_called_before_the_hand_is_over(book: Rulebook) -> None:
    table = ready(book, coups()).bet((1, "player", 100))
    section = book.section("cover-card")
    table.not_now("announce-last-hand", section)
    table.perform("set-aside-cover")
    table.not_now("announce-last-hand", section)
    assert instruction(table.rules, "set-aside-cover") == "lay the cover card aside and finish the hand"
    assert instruction(table.rules, "announce-last-hand") == "call “last hand”"


@proves("cover-card/then")
@COVER
def test_then_come_new_cards_or_in_massachusetts_mini_a_shuffle(book: Rulebook) -> None:
    table = ready(book, coups()).last_hand()
    steps = [("set-aside-cover", "dealer"), ("announce-last-hand", "dealer")]
    if book.id == "ma-mini":
        steps.append(("gather-cards", "dealer"))
        assert table.due() == ["perform gather-cards"]
        assert table.state.agenda[1] == "shuffle-unused"
    else:
        assert table.due() == ["perform remove-decks"]
        assert table.state.agenda[1] == "opening"
    assert brought(book, "cover-card") == steps


@proves("cover-card", ma_baccarat="10(d)")
@proves("curator.passes", ma_baccarat="14(a)")
def test_it_is_called_upon_completion_of_that_hand_before_the_shoe_passes_for_a_loss(book: Rulebook) -> None:
    table = ready(book, coups(), curator=True).perform("set-aside-cover").coup()
    assert (table.state.agenda, table.state.curator) == (("curator-next",), 1)  # the Banker's Hand has lost
    assert table.due() == ["perform announce-last-hand"]
    table.not_now("offer-next", book.section("cover-card"), seat=2)
    table.perform("announce-last-hand")
    assert table.last(StepPerformed).section == book.section("cover-card")
    assert table.due() == ["perform offer-next"]
    table.until(Phase.BETTING)
    assert (table.state.curator, table.state.cover) == (2, "last")
    table.coup()
    assert table.state.shoe == 2


@pytest.mark.parametrize("step", ["pass-shoe", "leave"])
def test_it_is_called_first_as_well_where_the_holder_gives_the_shoe_away(step: str) -> None:
    table = ready("ma-baccarat", coups(1, BANKER_STOOD), curator=True).perform("set-aside-cover").coup()
    assert (table.state.phase, table.due()) == (Phase.BETTING, ["perform announce-last-hand"])
    if step == "leave":
        table.must(do="leave", seat=1)
    else:
        table.perform(step)
    assert table.due() == ["perform announce-last-hand"]
    table.perform("announce-last-hand").until(Phase.BETTING)
    assert table.state.curator == 2


# ---------------------------------------------------------------- one that is not reported


def with_left(table: Table, left: int) -> Table:
    """The same table with so many cards in its shoe; the cover card lies fourteen deep."""
    table.state = replace(table.state, left=left)
    return table


@COVER
def test_betting_is_not_closed_over_a_cover_card_that_must_have_come_out(book: Rulebook) -> None:
    table = with_left(ready(book, coups()).bet((1, "player", 100)), 15)
    assert "set-aside-cover" not in " ".join(table.due())
    with_left(table, 14)
    assert table.due()[0] == "perform set-aside-cover"
    refusal = table.refused(do="perform", step="no-more-bets", by="dealer")
    expected = (Reason.STEP_NOT_DUE, book.section("cover-card"), {"due": "set-aside-cover"})
    assert (refusal.reason, refusal.section, refusal.detail) == expected
    table.bet((2, "player", 100))  # wagers are still taken
    table.perform("set-aside-cover")
    then_one_more(table, book.section("cover-card"))


@COVER
def test_a_deeper_cover_card_is_due_at_its_own_depth(book: Rulebook) -> None:
    table = ready(book, coups())
    table.state = replace(table.state, cover_depth=52, left=53)
    assert "perform set-aside-cover" not in table.due()
    assert with_left(table, 52).due()[0] == "perform set-aside-cover"


@COVER
def test_within_a_coup_it_is_offered_first_and_no_card_waits_for_it(book: Rulebook) -> None:
    table = with_left(ready(book, coups(2, BOTH_THIRD)).bet((1, "player", 100)), 15)
    table.auto(phase=Phase.DEALING)
    table.step()
    first = table.expected()[0]
    assert (table.state.left, first.step, first.must) == (14, "set-aside-cover", False)
    acts = {"deal", "turn", "perform", "house-money"}
    while table.state.phase is not Phase.PAYING:  # a dealer who never says so completes the hand
        act = next(act for act in table.expected() if act.must and act.do in acts)
        table._do(act)
    assert (len(table.state.places), table.state.cover) == (6, "in")
    table.auto(until="clear-cards")


@COVER
def test_reported_late_it_came_out_in_the_coup_before_and_last_hand_is_called_at_once(book: Rulebook) -> None:
    table = ready(book, coups(4, BOTH_THIRD)).coup()
    with_left(table.until(Phase.BETTING), 9).perform("set-aside-cover")
    step = table.last(StepPerformed)
    assert (step.coup, table.state.cover_coup) == (1, 1)
    assert table.due()[0] == "perform announce-last-hand"
    table.perform("announce-last-hand").until(Phase.BETTING).coup()
    assert (table.state.shoe, table.all(CoupVoided)) == (2, [])


def test_cards_kept_from_an_error_belong_to_the_coup_that_they_open() -> None:
    table = with_left(ready("md-mini", coups(4)).coup().until(Phase.BETTING), 14).errs().perform("carry-card")
    assert table.state.left == 13
    table.perform("set-aside-cover")
    assert (table.last(StepPerformed).coup, table.state.cover_coup) == (0, 2)


def test_passed_by_the_burn_it_lies_before_the_first_coup() -> None:
    table = with_left(ready("md-mini", coups(4)), 10).perform("set-aside-cover")
    assert (table.last(StepPerformed).coup, table.state.cover_coup) == (0, 1)


@pytest.mark.parametrize("name", documents())
def test_a_log_without_the_term_leaves_it_to_the_dealer(name: str) -> None:
    now = 'due = "at-depth"    # no further round begins before it is set aside\n'
    table = Table(reworded(rules_under(name), (now, "")), coups(), (1, 2, 3), ("cut",))
    table.ready()
    with_left(table.bet((1, "player", 100)), 9).perform("no-more-bets")


# ---------------------------------------------------------------- what counts as a hand


def test_a_free_hand_counts() -> None:
    table = ready("ma-mini", coups(), deal__free_hands=True).perform("set-aside-cover").coup()
    table.perform("announce-last-hand")
    table.must(do="free-hand", seat=1)
    table.auto(until="clear-cards")
    assert table.state.shoe == 2


@pytest.mark.parametrize("name", documents())
def test_a_simulated_round_does_not(name: str) -> None:
    table = ready(name, coups(5)).perform("set-aside-cover").coup().perform("announce-last-hand")
    table.until(Phase.BETTING).sees("face-up", "7c").perform("simulate-round")
    table.auto(until="clear-cards")
    table.until(Phase.BETTING)
    assert (table.state.kind, table.state.cover, table.state.shoe) == ("wagered", "last", 1)
    table.coup()
    assert table.state.shoe == 2


def test_a_continuous_shoe_has_no_cover_card() -> None:
    table = ready("ma-mini", coups(), **CONTINUOUS)
    table.not_now("set-aside-cover", "9(e)")
    table.coup().coup()
    assert (table.state.shoe, table.state.left) == (1, 416)


# ---------------------------------------------------------------- fourteen cards are enough


def near_the_end(name: str, before: int, order: list[Card]) -> Table:
    """A shoe with so many cards left before its cover card, which lies fourteen deep."""
    table = ready(name, order)
    table.state = replace(table.state, left=14 + before)
    return table


def dealt_out(table: Table) -> int:
    """Play until the shoe is over; return the cards that are left in it."""
    left = table.state.left
    for _ in range(12):
        table.until(Phase.BETTING)
        if table.due() == ["perform announce-last-hand"]:
            table.perform("announce-last-hand")
        table.bet((1, "player", 100))
        while table.state.phase is not Phase.PAYING:
            table.step()
        left = table.state.left
        table.auto(until="clear-cards")
        if table.state.shoe == 2:
            break
    assert table.state.shoe == 2
    assert table.all(CoupVoided) == []
    return left


@pytest.mark.parametrize("name", documents())
@pytest.mark.parametrize("before", range(6))
def test_however_the_longest_coups_fall_two_cards_are_left(name: str, before: int) -> None:
    """No coup takes more than six: the one that meets the card and the one after it take twelve of fourteen at most.

    All tens, every coup is of six cards; so the card can be met before any of the six, and each is tried.
    """
    tens = cards(" ".join(f"{rank}{suit}" for rank in ("K", "Q", "J", "10") for suit in "cdhs"))
    assert dealt_out(near_the_end(name, before, list(tens) * 2)) == 14 + before - 12 >= 2


@settings(max_examples=20)
@given(
    name=st.sampled_from(documents()),
    before=st.integers(0, 12),
    order=st.permutations([Card(number) for number in range(52)]),
)
def test_whatever_the_cards_a_shoe_without_irregularities_never_runs_out(
    name: str, before: int, order: list[Card]
) -> None:
    assert dealt_out(near_the_end(name, before, order)) >= 2
