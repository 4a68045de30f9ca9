"""Remedies of other documents, from data alone: a card stands, is burned, the floor decides, a coup gets new cards."""

from collections.abc import Iterable
from functools import cache
from itertools import count

import pytest
from msgspec.structs import replace

from punto.core.cards import Card, cards
from punto.law.rulebook import load, parse
from punto.rules.house_rules import HouseRules
from punto.rules.review import review_submission
from punto.rules.submission import read
from punto.table import Reason, TableState, evolve
from punto.table.card_positions import MOVES, CardPositions, follow_cards
from punto.table.drive import house as next_act
from punto.table.events import CoupSettled, CoupVoided, ShoeEnded, StepPerformed, WagersReturned
from punto.table.phases import Phase
from punto.views.results import Score
from tests.law.filing import plain
from tests.law.schema_2 import remedies, with_remedies, without_choices
from tests.table.harness import BANKER_THIRD, BOTH_THIRD, PLAYER_STOOD, Table, coups

FULL = 100_000_00


@cache
def house(name: str, base: str = "ma-mini") -> HouseRules:
    """The house rules of a plain table under a built-in rulebook with the remedies of a file."""
    text = plain(load(base))
    filed = read(text if name == "documents" else without_choices(text)).submission
    assert filed is not None
    found = review_submission(parse(with_remedies(remedies(name), base)), filed)
    assert found.rules is not None, found.findings
    return found.rules


def at(name: str, coup: str, base: str = "ma-mini", order: Iterable[Card] | None = None) -> Table:
    """A table ready to bet, with $100 on Player."""
    rules = house(name, base)
    table = Table(rules, order if order is not None else coups(3, coup), [1, 2, 3], ("cut",))
    table.ready()
    return table.bet((1, "player", 100))


def dealt(table: Table, number: int) -> Table:
    """Deal so many cards."""
    while len(table.state.places) < number:
        table.step()
    return table


def counts(table: Table) -> tuple[int, int]:
    """Finish the coup, and return the counts of its settlement."""
    table.auto(until="clear-cards")
    result = table.last(CoupSettled)
    return result.player, result.banker


def short(name: str, left: int, coup: str, base: str = "ma-mini") -> Table:
    """A coup for which so many cards are left; the next shoe has the same cards on top."""
    table = at(name, coup, base, cards(" ".join([*coup.split()[:left], *coup.split()[left:], PLAYER_STOOD])))
    table.state = replace(table.state, left=left, cover="last")
    while "perform complete-from-new-cards" not in table.due():
        table.step()
    return table


# ---------------------------------------------------------------- a card stands


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_card_that_shows_its_face_while_it_is_dealt_stands(number: int) -> None:
    table = dealt(at("macau", BOTH_THIRD), number)
    place = [*table.state.places][-1]
    face = str(table.shoe.sealed[place])
    table.must(do="turn", faces={"seen": face})
    assert table.due() == ["perform let-card-stand"]
    table.perform("let-card-stand")
    made = table.last(StepPerformed)
    assert (made.step, made.place, made.section) == ("let-card-stand", place, "article 4")
    assert (table.state.places[place], table.state.trouble) == (face, None)
    assert counts(table) == (7, 7)
    assert table.all(WagersReturned) == []


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_card_found_face_up_in_the_shoe_stands_where_it_was_due(number: int) -> None:
    table = dealt(at("macau", BOTH_THIRD).until(Phase.DEALING), number)
    table.sees("face-up", BOTH_THIRD.split()[number])
    table.perform("let-card-stand")
    assert table.last(StepPerformed).place == ["P1", "B1", "P2", "B2"][number]
    assert counts(table) == (7, 7)


def test_roads_know_the_cards_that_stand() -> None:
    """A pair of two cards that stood is a pair, and a hand of three cards is never a natural."""
    table = at("macau", "2c Kd 2h 4s 4d 4c").until(Phase.DEALING)  # the Player draws to 8, the Banker to 8
    for card in ["2c", "Kd", "2h", "4s"]:
        table.sees("face-up", card).perform("let-card-stand")
    assert counts(table) == (8, 8)
    (ended,) = Score().after(table.events).outcomes
    assert (ended.player_pair, ended.banker_pair, ended.natural) == (True, False, False)


def test_a_hand_that_was_given_a_disclosed_third_card_is_no_natural_in_the_roads() -> None:
    table = at("documents", "6c 5d Kh Ks 3s").until(Phase.DRAWING)
    table.sees("face-up-third", "3s").perform("use-as-banker-third")  # the Banker has 8
    assert counts(table) == (6, 8)
    assert not Score().after(table.events).outcomes[0].natural


def test_a_third_card_found_face_up_stands() -> None:
    table = at("macau", BOTH_THIRD).until(Phase.DRAWING)
    table.sees("face-up", "2d").perform("let-card-stand")
    assert table.state.places["P3"] == "2d"
    assert counts(table) == (7, 7)


def test_a_card_without_a_place_does_not_stand() -> None:
    table = at("macau", BOTH_THIRD).until(Phase.TURNING)
    table.sees("face-up", "9h")
    assert table.due() == ["perform discard-card"]
    table = at("macau", BANKER_THIRD).until(Phase.PAYING)
    table.must(do="correct", by="floor", who="fay", place="B1", card="7d", why="read wrongly")  # the Banker had to stay
    assert table.state.trouble is not None
    assert (table.state.trouble.dealt_to, table.due()) == ("B3", ["perform discard-card"])


@pytest.mark.parametrize("seen", [("P1",), ("P2",), ("P1", "P2"), ("B1", "B2"), ("P1", "B1", "P2", "B2")])
def test_the_squeeze_goes_on_with_the_cards_that_lie_face_down(seen: tuple[str, ...]) -> None:
    table = at("macau", BOTH_THIRD, "ma-midi").bet((2, "banker", 100)).until(Phase.DEALING)
    for place, face in zip(("P1", "B1", "P2", "B2"), BOTH_THIRD.split(), strict=False):
        if place in seen:
            table.sees("face-up", face).perform("let-card-stand")
        else:
            table.step()
    while table.state.phase is not Phase.DRAWING:
        act = next(act for act in table.expected() if act.must)
        if act.do == "turn":
            faces = {place: str(table.shoe.sealed[place]) for place in act.places}
            assert not set(faces) & set(seen)
            table.must(do="turn", by=act.by, who=table.who(act.by, act.seat), faces=faces)
        else:
            table.perform(act.step)
    assert [table.state.places[place] for place in ("P1", "B1", "P2", "B2")] == BOTH_THIRD.split()[:4]


def test_a_card_that_is_taken_back_leaves_its_place() -> None:
    """Otherwise a shoe that is shuffled without the cards on the table would lack one more."""
    table = dealt(at("floor", BOTH_THIRD), 2)
    table.must(do="turn", faces={"seen": "Kd"})
    table.perform("discard-card")
    state, trail, drawn = TableState(), CardPositions[int]({}, ()), count()
    for event in table.events:
        before, state = state, evolve(state, event)
        if isinstance(event, MOVES):
            trail = follow_cards(before, event, state, trail, lambda: next(drawn))
    assert [place for place in trail.at if place[0] in "PB"] == [*state.places] == ["P1"]


# ---------------------------------------------------------------- a card is burned


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.TURNING, Phase.DRAWING, Phase.PAYING])
def test_a_card_dealt_by_mistake_is_burned(phase: Phase) -> None:
    table = at("louisiana", BOTH_THIRD)
    table = table if phase is Phase.BETTING else table.until(phase)
    table.shoe.cards = iter([Card.of("9h"), *table.shoe.cards])
    table.errs()
    assert table.refused(do="wager", seat=2, wager="player", cents=100_00).section == "3106(C)(1)(b)"
    table.perform("burn-drawn-card")
    assert (table.last(StepPerformed).section, table.state.trouble) == ("3106(C)(1)(b)", None)
    assert (table.state.opening, table.state.waiting) == ((), 0)
    assert counts(table) == (7, 7)


# ---------------------------------------------------------------- the floor decides


def test_only_a_floorperson_decides() -> None:
    table = at("louisiana", BANKER_THIRD).until(Phase.DRAWING).errs("error-third")
    assert table.due() == ["perform use-as-banker-third", "perform burn-drawn-card"]
    refusal = table.refused(do="perform", step="use-as-banker-third")
    assert (refusal.reason, refusal.section, refusal.detail) == (Reason.WRONG_ROLE, "ours", {"by": "floor"})
    assert table.refused(do="deal", place="B3").reason is Reason.TROUBLE_STANDS
    assert next_act(table.rules, table.state) is None  # nor does the automatic dealer
    table.perform("use-as-banker-third")
    made = table.last(StepPerformed)
    assert (made.by, made.section, table.state.places["B3"]) == ("floor", "ours", None)


def test_a_remedy_that_was_not_offered_is_refused_to_the_floor_too() -> None:
    table = at("louisiana", BANKER_THIRD).until(Phase.DRAWING).errs("error-third")
    refusal = table.refused(do="perform", by="floor", who="fay", step="complete-from-new-cards")
    assert (refusal.reason, refusal.section) == (Reason.STEP_NOT_DUE, "ours")


@pytest.mark.parametrize("step", ["void-and-carry", "void-and-burn", "void-round"])
@pytest.mark.parametrize("cards_dealt", [-1, 0, 2, 4])
def test_a_coup_that_the_floor_voids(step: str, cards_dealt: int) -> None:
    """During betting no coup can be void: the wagers go back, and betting stays open."""
    table = at("floor", BOTH_THIRD)
    if cards_dealt >= 0:
        dealt(table.until(Phase.DEALING), cards_dealt)
    table.errs().perform(step)
    assert (table.last(WagersReturned).why, table.chips(1)) == ("irregular.drawn", FULL)
    assert {event.section for event in table.events[-2:]} == {"1(c)"}
    assert len(table.all(CoupVoided)) == (cards_dealt >= 0)
    assert (table.state.places, table.state.trouble) == ({}, None)
    assert table.state.phase is (Phase.PREPARING if step == "void-round" else Phase.BETTING)
    assert table.state.waiting == (step == "void-and-carry")
    if step != "void-round":
        table.coup((1, "player", 100))
        assert table.last(CoupSettled).coup == 1 + (cards_dealt >= 0)


# ---------------------------------------------------------------- a coup is completed from new cards


@pytest.mark.parametrize("left", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("name, base", [("macau", "ma-mini"), ("louisiana", "ma-mini"), ("louisiana", "ma-baccarat")])
def test_a_coup_is_completed_from_new_cards(name: str, base: str, left: int) -> None:
    table = short(name, left, BOTH_THIRD, base)
    lying = dict(table.state.places)
    table.perform("complete-from-new-cards")
    ended = table.last(ShoeEnded)
    assert (ended.section, ended.completes, ended.lying) == ("ours", True, left if name == "louisiana" else 0)
    assert (table.state.phase, table.state.places) == (Phase.PREPARING, lying)
    assert table.state.left == ended.cards - ended.lying
    assert "curator" not in table.state.agenda
    assert table.chips(1) == FULL - 100_00
    assert table.refused(do="wager", seat=2, wager="player", cents=100_00).reason is Reason.WRONG_PHASE
    assert table.refused(do="leave", seat=1).reason is Reason.WAGERS_STAND
    table.shoe.cards = iter([*cards("2c 9h 9d"), *cards(" ".join(BOTH_THIRD.split()[left:])), *coups()])  # 2 burned
    assert counts(table) == (7, 7)
    assert (table.state.shoe, table.state.coup, table.state.old) == (2, 2, ())
    assert not any(account.startswith("felt/") for account in table.state.accounts)


def test_a_face_of_the_shoe_before_is_corrected_while_the_coup_waits() -> None:
    """It does not belong to the new shoe, whose seen cards stay as they are."""
    table = short("macau", 4, BOTH_THIRD).perform("complete-from-new-cards")
    assert table.state.old == ("P1", "B1", "P2", "B2")
    table.must(do="correct", by="floor", who="fay", place="P1", card="Ac", why="read wrongly")
    assert (table.state.places["P1"], table.state.out) == ("Ac", {})


def test_a_coup_that_waits_can_be_void_after_all() -> None:
    """A card drawn in error while the new cards are burned: the floor voids the coup, and the burn goes on."""
    table = short("floor", 4, BOTH_THIRD).perform("complete-from-new-cards")
    table.shoe.cards = iter([*cards("2c 9h 9d 9s"), *coups()])
    while not table.state.agenda[0].startswith("burn") or "draw-first" not in table.state.done:
        table.step()
    table.errs().perform("void-and-burn")
    assert (table.state.phase, table.state.places, table.chips(1)) == (Phase.PREPARING, {}, FULL)
    table.until(Phase.BETTING).coup((1, "player", 100))
    assert table.state.coup == 3


def test_decks_that_are_too_old_by_then_give_way_and_the_coup_still_waits() -> None:
    table = short("louisiana", 4, BOTH_THIRD).perform("complete-from-new-cards")
    while table.state.agenda[0] != "cut":
        table.step()
    table.perform("retire-decks")
    ended = table.last(ShoeEnded)
    assert (ended.completes, ended.lying, len(table.state.places)) == (True, 0, 4)
    assert table.all(WagersReturned) == []
