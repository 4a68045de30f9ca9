"""Irregularities: cards drawn in error or seen too early, third cards that should not be, and too few cards."""

import dataclasses
from itertools import chain, count
from typing import Any

import pytest
from msgspec.structs import replace

from punto.core.bounded import toml
from punto.core.cards import Card, cards
from punto.law.rulebook import Rulebook, build, documents, load, text_of
from punto.rules.house_rules import HouseRules
from punto.table import Reason, evolve
from punto.table.card_positions import CardPositions, follow_cards
from punto.table.events import (
    CardDealt,
    CardTakenBack,
    CardTurned,
    CoupEnded,
    CoupSettled,
    CoupVoided,
    ShoeEnded,
    StepPerformed,
    WagersReturned,
)
from punto.table.evolve_events import ERRORS
from punto.table.instructions import instruction
from punto.table.phases import Phase
from tests.law.submitting import royal
from tests.proofs import proves
from tests.table.harness import (
    BANKER_STOOD,
    BANKER_THIRD,
    BOTH_THIRD,
    PLAYER_NATURAL,
    PLAYER_STOOD,
    Table,
    coups,
    ready,
    reworded,
    rules_under,
)
from tests.table.irregularities import COLUMNS, cell, generated, moments, written

UNDISCLOSED = proves(
    "irregular.undisclosed",
    ma_baccarat="15(a)",
    ma_midi="13(a)",
    ma_midi_multilevel="13(a)",
    ma_mini="13(a)",
    md_mini=".13A",
)
THIRD_UNDISCLOSED = proves(
    "irregular.player-third-undisclosed",
    ma_baccarat="15(b)",
    ma_midi="13(b)",
    ma_midi_multilevel="13(b)",
    ma_mini="13(b)",
    md_mini=".13B",
)
THIRD_DISCLOSED = proves(
    "irregular.player-third-disclosed",
    ma_baccarat="15(c)",
    ma_midi="13(c)",
    ma_midi_multilevel="13(c)",
    ma_mini="13(c)",
    md_mini=".13C",
)
THIRD_OPTION = proves(
    "irregular.player-third-option",
    ma_baccarat="15(c)(1)-(2)",
    ma_midi="13(c)(1)-(2)",
    ma_midi_multilevel="13(c)(1)-(2)",
    ma_mini="13(c)(1)-(2)",
    md_mini=".13C(2)(a)-(b)",
)
DISCLOSED = proves(
    "irregular.disclosed",
    ma_baccarat="15(d)",
    ma_midi="13(d)",
    ma_midi_multilevel="13(d)",
    ma_mini="13(d)",
    md_mini=".13D",
)
INSUFFICIENT = proves(
    "irregular.insufficient",
    ma_baccarat="15(e)",
    ma_midi="13(e)",
    ma_midi_multilevel="13(e)",
    ma_mini="13(e)",
    md_mini=".13E",
)
PLAYED = (Phase.BETTING, Phase.DEALING, Phase.TURNING, Phase.DRAWING, Phase.PAYING)
STAYS = pytest.mark.parametrize("coup", [BANKER_STOOD, PLAYER_NATURAL], ids=["stays", "natural"])
FOUND = pytest.mark.parametrize("found", ["when-dealt", "face-up-in-shoe"])
OPTION = {"ma-baccarat": "15(c)(1)-(2)", "md-mini": ".13C(2)(a)-(b)"}


def under_way(book: Rulebook | str, phase: Phase, coup: str = BOTH_THIRD, **changes: Any) -> Table:
    """A coup with a wager, brought to a phase; three more coups lie in the shoe."""
    table = ready(book, coups(3, coup), **changes).bet((1, "player", 100))
    table.auto(phase=phase)
    assert table.state.phase is phase
    return table


def next_card(table: Table, card: str) -> Table:
    """Slip a card into the shoe, on top."""
    table.shoe.cards = chain([Card.of(card)], table.shoe.cards)
    return table


def hands_open(book: Rulebook | str, coup: str, **changes: Any) -> Table:
    """Four cards face up, nothing more dealt."""
    table = ready(book, coups(3, coup), **changes).bet((1, "player", 100))
    while len([face for face in table.state.places.values() if face]) < 4:
        table.step()
    return table


def finished(table: Table) -> Table:
    """Up to the next coup's betting."""
    table.auto(until="clear-cards")
    return table.until(Phase.BETTING)


def settled(table: Table) -> tuple[int, int]:
    """The counts of the last settlement."""
    result = table.last(CoupSettled)
    return result.player, result.banker


# ---------------------------------------------------------------- drawn in error, unseen


@proves("irregular.undisclosed/next-hand")
@UNDISCLOSED
@pytest.mark.parametrize("phase", PLAYED)
def test_a_card_drawn_in_error_and_not_seen_opens_the_next_hand(book: Rulebook, phase: Phase) -> None:
    """The coup under way goes on with the following cards; one without a card yet is itself the next hand."""
    table = under_way(book, phase)
    if phase is Phase.DEALING:
        table.step()
    next_card(table, "9h").errs()
    section = book.section("irregular.undisclosed")
    assert table.due() == ["perform carry-card"]
    assert {act.section for act in table.expected() if act.must} == {section}
    assert table.refused(do="wager", seat=2, wager="player", cents=10_000).section == section
    assert table.refused(do="deal", place="error").reason is Reason.TROUBLE_STANDS
    left = table.state.left
    table.perform("carry-card")
    assert (table.last(StepPerformed).section, table.state.left, table.state.phase) == (section, left, phase)
    if phase is Phase.BETTING:
        table.auto(phase=Phase.PAYING)
        assert table.state.places["P1"] == "9h"
        return
    finished(table)
    assert settled(table) == (7, 7)  # as if nothing had happened
    table.forget().bet((1, "player", 100)).auto(phase=Phase.PAYING)
    first = table.all(CardDealt)[0]
    assert (first.place, first.carried) == ("P1", True)
    assert [event.carried for event in table.all(CardDealt)][1:] == [False] * (len(table.all(CardDealt)) - 1)
    assert table.state.places["P1"] == "9h"


@UNDISCLOSED
def test_two_of_them_open_it_in_the_order_they_were_drawn(book: Rulebook) -> None:
    table = under_way(book, Phase.PAYING)
    for card in ("9h", "8h"):
        next_card(table, card).errs().perform("carry-card")
    finished(table).bet((1, "player", 100)).auto(phase=Phase.PAYING)
    assert (table.state.places["P1"], table.state.places["B1"]) == ("9h", "8h")


@pytest.mark.parametrize("name", documents())
def test_in_the_last_hand_there_is_no_next_and_the_card_goes_to_the_discards(name: str) -> None:
    """Reading 16."""
    table = ready(name, coups()).perform("set-aside-cover").coup().perform("announce-last-hand").until(Phase.BETTING)
    table.errs().perform("carry-card")  # it opens the last hand itself
    table.bet((1, "player", 100)).auto(phase=Phase.TURNING)
    table.errs()
    assert table.due() == ["perform discard-card"]
    table.perform("discard-card")
    table.auto(until="clear-cards")
    assert (table.state.shoe, table.state.carried, table.state.opening) == (2, (), ())


def test_a_card_that_waits_when_the_shoe_is_over_goes_to_the_discards_too() -> None:
    table = ready("ma-mini", coups()).errs().perform("carry-card", "order-shuffle")
    assert (table.state.opening, table.state.left) == ((), 416)


# ---------------------------------------------------------------- the Player's third card, unseen


@proves("irregular.player-third-undisclosed/banker-draws")
@THIRD_UNDISCLOSED
def test_an_unseen_third_card_that_the_player_may_not_have_is_the_bankers_if_that_hand_draws(book: Rulebook) -> None:
    """By the rule for a Player's Hand that stood, whatever the card is (reading 16)."""
    table = next_card(hands_open(book, BANKER_THIRD), "3h").errs("error-third")
    section = book.section("irregular.player-third-undisclosed")
    assert table.due() == ["perform use-as-banker-third"]
    table.perform("use-as-banker-third")
    assert table.last(StepPerformed).section == section
    assert table.state.places["B3"] is None
    dealt = len(table.all(CardDealt))
    finished(table)
    assert settled(table) == (6, 8)
    assert len(table.all(CardDealt)) == dealt


@proves("irregular.player-third-undisclosed/banker-stays")
@THIRD_UNDISCLOSED
@STAYS
def test_else_it_opens_the_next_hand(book: Rulebook, coup: str) -> None:
    table = next_card(hands_open(book, coup), "3h").errs("error-third")
    assert table.due() == ["perform carry-card"]
    table.perform("carry-card")
    assert table.last(StepPerformed).section == book.section("irregular.player-third-undisclosed")
    finished(table).bet((1, "player", 100)).auto(phase=Phase.PAYING)
    assert table.state.places["P1"] == "3h"


@THIRD_UNDISCLOSED
def test_a_third_card_that_the_player_may_have_is_no_irregularity(book: Rulebook) -> None:
    table = hands_open(book, BOTH_THIRD)
    refusal = table.refused(do="deal", place="error-third")
    assert (refusal.reason, refusal.section) == (
        Reason.PLACE_NOT_DUE,
        book.section("irregular.player-third-undisclosed"),
    )


# ---------------------------------------------------------------- the Player's third card, seen


def third_seen(table: Table, card: str, found: str) -> Table:
    """The card is seen as it is dealt, or lay face up in the shoe."""
    next_card(table, card)
    return (
        table.errs("error-third").sees("error-third", card)
        if found == "when-dealt"
        else table.sees("face-up-third", card)
    )


@proves("irregular.player-third-disclosed/banker-draws")
@THIRD_DISCLOSED
@FOUND
def test_a_third_card_that_was_seen_is_the_bankers_too_if_that_hand_draws(book: Rulebook, found: str) -> None:
    table = third_seen(hands_open(book, BANKER_THIRD), "3h", found)
    assert table.due() == ["perform use-as-banker-third"]
    table.perform("use-as-banker-third")
    assert table.last(StepPerformed).section == book.section("irregular.player-third-disclosed")
    assert table.state.places["B3"] == "3h"
    finished(table)
    assert settled(table) == (6, 8)
    assert table.state.out["3h"] == 1


@proves("irregular.player-third-option/discard", "irregular.player-third-option/extra-hidden")
@THIRD_OPTION
@THIRD_DISCLOSED
@FOUND
@STAYS
def test_else_it_is_discarded_with_one_more_unseen_where_that_is_submitted(
    book: Rulebook, coup: str, found: str
) -> None:
    table = third_seen(hands_open(book, coup, deal__disclosed_third_card="discard"), "3h", found)
    assert table.due() == ["perform discard-card"]
    left = table.state.left
    table.perform("discard-card")
    section = OPTION.get(book.id, "13(c)(1)-(2)")
    assert (table.last(StepPerformed).section, table.last(StepPerformed).cards) == (section, 1)
    assert table.due() == ["deal discard"]
    table.forget().step()
    assert table.all(CardTurned) == []
    assert (table.state.left, table.state.trouble) == (left - 1, None)
    finished(table)
    assert (table.state.kind, table.state.opening) == ("wagered", ())
    holder = "rack" if book.id == "ma-mini" else "bucket"
    assert instruction(table.rules, "discard-card") == f"the card goes to the discard {holder}"


@proves("irregular.player-third-option/simulate")
@THIRD_OPTION
@THIRD_DISCLOSED
@FOUND
@STAYS
def test_or_it_opens_a_simulated_round_where_that_is(book: Rulebook, coup: str, found: str) -> None:
    table = third_seen(hands_open(book, coup, deal__disclosed_third_card="simulate"), "3h", found)
    assert table.due() == ["perform simulate-round"]
    table.perform("simulate-round")
    assert table.last(StepPerformed).section == OPTION.get(book.id, "13(c)(1)-(2)")
    finished(table)
    assert (table.state.kind, table.state.opening) == ("simulated", ("3h",))


@proves(
    "irregular.player-third-option/no-wagers",
    "irregular.player-third-option/as-dealt",
    "irregular.player-third-option/discards",
)
@THIRD_OPTION
def test_the_round_that_it_opens_has_no_wagers_is_dealt_by_the_rules_and_discarded(book: Rulebook) -> None:
    table = third_seen(hands_open(book, BANKER_STOOD, deal__disclosed_third_card="simulate"), "3h", "when-dealt")
    finished(table.perform("simulate-round"))
    assert table.state.kind == "simulated"
    refusal = table.refused(do="wager", seat=1, wager="player", cents=10_000)
    assert (refusal.reason, refusal.detail) == (Reason.NOT_ALLOWED_HERE, {"kind": "simulated"})
    table.forget()
    finished(table)
    assert [event.place for event in table.all(CardDealt)][:4] == ["P1", "B1", "P2", "B2"]
    assert table.all(CardDealt)[0].carried
    assert [event.step for event in table.all(StepPerformed)][-1] == "clear-cards"
    assert table.all(CoupSettled) == []
    assert (table.state.kind, table.state.places) == ("wagered", {})


@pytest.mark.parametrize("name", documents())
def test_the_cover_card_may_come_instead_of_the_extra_card(name: str) -> None:
    """Reading 8: it appears during play."""
    table = hands_open(name, BANKER_STOOD, deal__disclosed_third_card="discard")
    third_seen(table, "3h", "when-dealt").perform("discard-card", "set-aside-cover")
    assert (table.due(), table.state.cover) == (["deal discard"], "seen")
    table.step()
    finished(table)
    assert table.due() == ["perform announce-last-hand"]


def test_where_no_card_is_left_none_goes_with_it() -> None:
    table = hands_open("md-mini", BANKER_STOOD)
    table.state = replace(table.state, left=1)
    third_seen(table, "3h", "face-up-in-shoe").perform("discard-card")
    assert (table.state.left, table.state.trouble) == (0, None)


# ---------------------------------------------------------------- any other card that was seen


@proves(
    "irregular.disclosed/simulated",
    "irregular.disclosed/no-wagers",
    "irregular.disclosed/as-dealt",
    "irregular.disclosed/discards",
)
@DISCLOSED
@FOUND
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.DEALING])
def test_a_card_seen_before_the_first_of_a_coup_opens_a_round_without_wagers(
    book: Rulebook, phase: Phase, found: str
) -> None:
    table = next_card(under_way(book, phase, PLAYER_STOOD), "9h")
    table.errs().sees("error", "9h") if found == "when-dealt" else table.sees("face-up", "9h")
    section = book.section("irregular.disclosed")
    assert table.due() == ["perform simulate-round"]
    table.perform("simulate-round")
    assert (table.last(StepPerformed).section, table.last(WagersReturned).section) == (section, section)
    assert (table.chips(1), table.state.kind) == (100_000_00, "simulated")
    refusal = table.refused(do="wager", seat=1, wager="player", cents=10_000)
    assert refusal.section == (section if phase is Phase.BETTING else book.section("wager.no-more-bets"))
    table.forget()
    finished(table)
    assert table.all(CardDealt)[0].carried
    assert table.all(CoupSettled) == []  # dealt by the rules, and discarded: nobody has won
    assert (table.state.kind, table.state.coup, table.chips(1)) == ("wagered", 2, 100_000_00)
    holder = "rack" if book.id == "ma-mini" else "bucket"
    words = f"the round takes no wagers, and its cards go to the discard {holder}"
    assert instruction(table.rules, "simulate-round") == words


@proves("irregular.disclosed/simulated")
@DISCLOSED
@FOUND
@pytest.mark.parametrize("phase", [Phase.DEALING, Phase.TURNING, Phase.DRAWING, Phase.PAYING])
def test_a_card_seen_in_the_middle_of_a_coup_opens_one_when_it_is_finished(
    book: Rulebook, phase: Phase, found: str
) -> None:
    """The coup is completed with the following cards (reading 15)."""
    table = under_way(book, phase)
    if phase is Phase.DEALING:
        table.step()
    next_card(table, "9h")
    table.errs().sees("error", "9h") if found == "when-dealt" else table.sees("face-up", "9h")
    table.perform("simulate-round")
    assert table.last(StepPerformed).section == book.section("irregular.disclosed")
    finished(table)
    assert (settled(table), table.chips(1)) == ((7, 7), 100_000_00)
    assert (table.state.kind, table.state.opening, table.state.coup) == ("simulated", ("9h",), 2)
    table.forget()
    finished(table)
    assert (table.all(CardDealt)[0].place, table.all(CardDealt)[0].carried) == ("P1", True)
    assert (table.state.kind, table.state.coup, table.all(CoupSettled)) == ("wagered", 3, [])


@DISCLOSED
@pytest.mark.parametrize("number, place", list(enumerate(["P1", "B1", "P2", "B2"], 1)))
def test_a_card_that_shows_its_face_while_it_is_dealt_leaves_its_hand(book: Rulebook, number: int, place: str) -> None:
    table = under_way(book, Phase.DEALING)
    while len(table.state.places) < number:
        table.step()
    shown = str(table.shoe.sealed[place])
    table.sees("seen", shown)
    taken = table.last(CardTakenBack)
    assert (taken.place, taken.to, taken.section) == (place, "error", book.section("irregular.disclosed"))
    assert place not in table.state.places
    table.perform("simulate-round")
    if number == 1:
        assert (table.state.kind, table.chips(1)) == ("simulated", 100_000_00)
        return
    assert table.due() == [f"deal {place}"]
    table.shoe.cards = chain([Card.of(shown)], table.shoe.cards)
    finished(table)
    assert settled(table) == (7, 7)
    assert table.state.opening == (shown,)


@pytest.mark.parametrize("name", ["ma-baccarat", "ma-midi", "ma-midi-multilevel", "ma-mini"])
def test_a_third_card_that_a_player_is_to_turn_may_show_itself_too(name: str) -> None:
    squeeze = {"deal__hands_turned_by": "squeeze"} if name == "ma-baccarat" else {}
    table = under_way(name, Phase.DRAWING, **squeeze)
    while "P3" not in table.state.places:
        table.step()
    table.sees("seen", "2d").perform("simulate-round")
    assert "P3" not in table.state.places
    next_card(table, "2h")
    finished(table)
    assert (settled(table), table.state.opening) == ((7, 7), ("2d",))


@pytest.mark.parametrize("name", ["ma-baccarat", "md-mini"])
def test_cards_that_the_rules_deal_face_up_are_not_disclosed(name: str) -> None:
    table = under_way(name, Phase.DRAWING)
    while "P3" not in table.state.places:
        table.step()
    refusal = table.refused(do="turn", faces={"seen": "2d"})
    assert (refusal.reason, refusal.section) == (Reason.PLACE_NOT_DUE, "15(d)" if name == "ma-baccarat" else ".13D")


@pytest.mark.parametrize("name", documents())
@pytest.mark.parametrize("phase", [Phase.TURNING, Phase.DRAWING])
def test_a_coup_in_which_a_card_was_seen_is_void_where_that_is_submitted(name: str, phase: Phase) -> None:
    table = under_way(name, phase, deal__disclosed_mid_coup="void").sees("face-up", "2d")
    section = table.rules.rulebook.section("irregular.disclosed")
    assert table.due() == ["perform void-and-simulate"]
    table.perform("void-and-simulate")
    assert (table.last(WagersReturned).section, table.last(CoupVoided).section) == (section, section)
    assert (table.chips(1), table.state.phase) == (100_000_00, Phase.BETTING)
    assert (table.state.kind, table.state.opening) == ("simulated", ("2d",))
    finished(table)
    assert table.state.kind == "wagered"


def test_once_it_is_settled_a_coup_is_not_void() -> None:
    table = under_way("md-mini", Phase.PAYING, deal__disclosed_mid_coup="void")
    table.perform("announce-result").sees("face-up", "2d")
    assert table.due() == ["perform simulate-round"]


@UNDISCLOSED
@THIRD_UNDISCLOSED
def test_an_unseen_card_waits_past_a_simulated_round_for_the_next_hand_that_is_played(book: Rulebook) -> None:
    table = next_card(under_way(book.id, Phase.PAYING), "9h").errs().perform("carry-card")
    assert table.last(StepPerformed).waits
    table.sees("face-up", "7c").perform("simulate-round").forget()
    finished(table)
    assert (table.state.opening, table.state.waiting) == (("7c",), 1)
    finished(table.until(Phase.BETTING))
    assert [event.place for event in table.all(CardDealt) if event.carried] == ["P1"]
    assert (table.state.opening, table.state.waiting, table.kind()) == ((), 1, "wagered")
    table.until(Phase.BETTING).forget().bet((1, "player", 100)).until(Phase.PAYING)
    assert [event.place for event in table.all(CardDealt) if event.carried] == ["P1"]
    assert (table.state.places["P1"], table.state.waiting) == ("9h", 0)


@UNDISCLOSED
def test_a_seen_card_takes_the_place_of_one_that_was_to_open_this_hand(book: Rulebook) -> None:
    """Before the first card: the wagers go back, the round is simulated, and the unseen card waits on."""
    table = next_card(ready(book, coups(4)), "9h").errs().perform("carry-card").bet((1, "player", 100))
    table.sees("face-up", "7c").perform("simulate-round").forget()
    finished(table)
    assert [event.place for event in table.all(CardDealt) if event.carried] == ["P1"]
    table.until(Phase.BETTING).bet((1, "player", 100)).until(Phase.PAYING)
    assert table.state.places["P1"] == "9h"


def test_a_free_hand_is_a_hand_that_is_played() -> None:
    table = next_card(ready("ma-mini", coups(4), deal__free_hands=True), "9h").errs().perform("carry-card")
    table.must(do="free-hand", seat=1)
    assert table.until(Phase.PAYING).state.places["P1"] == "9h"


@pytest.mark.parametrize("name", documents())
def test_two_stray_cards_are_used_as_they_were_drawn(name: str) -> None:
    """Reading 40; the second was drawn in the coup that the first opened, and so opens the next one."""
    table = next_card(ready(name, coups(4)), "9h").errs().perform("carry-card")
    next_card(table, "8h").errs().perform("carry-card").bet((1, "player", 100)).until(Phase.DEALING)
    table.step()
    next_card(table, "7h").errs().perform("carry-card")
    assert (table.state.waiting, table.state.later) == (1, 1)
    table.until(Phase.PAYING)
    assert [table.state.places[place] for place in ("P1", "B1")] == ["9h", "8h"]
    finished(table)
    table.until(Phase.BETTING).bet((1, "player", 100)).until(Phase.PAYING)
    assert table.state.places["P1"] == "7h"


def test_a_card_is_followed_to_the_hand_that_it_waited_for() -> None:
    """By its number in the shoe: 0, 1 and 2 wait for the hand; 1 is seen there, and opens the next round, simulated."""
    table = ready("md-mini", coups(6)).forget()
    before, drawn = table.state, count()
    for _ in range(3):
        table.errs().perform("carry-card")
    table.bet((1, "player", 100)).until(Phase.DEALING)
    table.step()
    table.step()
    table.must(do="turn", faces={"seen": str(table.shoe.sealed["B1"])})
    table.perform("simulate-round").until(Phase.PAYING)
    finished(table)
    table.until(Phase.PAYING)
    where, at = CardPositions[int]({}, ()), []
    for event in table.events:
        after = evolve(before, event)
        where, before = follow_cards(before, event, after, where, lambda: next(drawn)), after
        if isinstance(event, CardDealt):
            at.append((event.place, where.at[event.place]))
    assert at == [
        *(("error", 0), ("error", 1), ("error", 2), ("P1", 0), ("B1", 1), ("B1", 2), ("P2", 3), ("B2", 4)),
        *(("P1", 1), ("B1", 5), ("P2", 6), ("B2", 7)),
    ]


@pytest.mark.parametrize("name", documents())
def test_under_the_old_word_a_card_that_was_seen_goes_before_those_that_were_not(name: str) -> None:
    """Logs from before: its place is named, the first of the simulated round; the unseen one is the second."""
    table = under_way(name, Phase.PAYING)
    old = (("first-card-of-next-hand-played", "first-card-of-next-hand"),)
    table.rules = reworded(table.rules, *old)
    next_card(table, "9h").errs().perform("carry-card")
    table.sees("face-up", "7c").perform("simulate-round")
    table.forget()
    finished(table)
    assert table.state.opening == ("7c", None)
    finished(table.until(Phase.BETTING))
    carried = [event.place for event in table.all(CardDealt) if event.carried]
    assert carried == ["P1", "B1"]


@pytest.mark.parametrize("name", documents())
def test_cards_that_a_round_has_no_need_of_wait_for_the_next(name: str) -> None:
    """A natural takes four; nobody bets on a fifth that was seen."""
    table = ready(name, coups(4))
    for card in ("9c", "Kd", "Kh", "7s", "2d"):
        table.sees("face-up", card).perform("simulate-round")
    table.errs().perform("carry-card")
    finished(table)
    assert (table.state.opening, table.kind()) == (("2d",), "simulated")
    finished(table.until(Phase.BETTING))
    assert (table.state.opening, table.state.waiting, table.kind()) == ((), 1, "wagered")


@pytest.mark.parametrize("name", documents())
def test_those_that_wait_when_a_coup_is_void_wait_on(name: str) -> None:
    table = ready(name, coups(4), deal__disclosed_mid_coup="void")
    table.sees("face-up", "9c").perform("simulate-round").sees("face-up", "Kd").perform("simulate-round")
    table.perform("no-more-bets")
    if "perform cards" in table.due():
        table.perform("cards")
    table.step()
    assert table.state.places == {"P1": "9c"}
    table.sees("face-up", "3d").perform("void-and-simulate")
    assert (table.state.opening, table.kind()) == (("Kd", "3d"), "simulated")


def test_the_shoe_passes_before_a_simulated_round_and_its_new_holder_deals_it() -> None:
    """Reading 9; and no round that nobody could bet on makes it pass again."""
    table = ready("ma-baccarat", coups(4), players=(1, 3, 5), curator=True).bet((1, "player", 100))
    table.auto(phase=Phase.PAYING)
    table.sees("face-up", "9h").perform("simulate-round")
    table.auto(until="clear-cards")
    assert table.state.agenda == ("curator-next",)
    table.perform("offer-next", "accept-next")
    assert (table.state.kind, table.state.curator) == ("simulated", 3)
    table.auto(until="clear-cards")
    assert (table.last(CoupEnded).agenda, table.state.curator) == ((), 3)


@pytest.mark.parametrize("name", documents())
def test_a_simulated_round_whose_shoe_is_over_is_not_dealt(name: str) -> None:
    table = ready(name, coups()).perform("set-aside-cover").coup().perform("announce-last-hand").until(Phase.BETTING)
    table.bet((1, "player", 100)).auto(phase=Phase.PAYING)
    table.sees("face-up", "9h")
    assert table.due() == ["perform discard-card"]
    table.perform("discard-card").auto(until="clear-cards")
    assert (table.state.shoe, table.state.kind) == (2, "wagered")


def test_a_free_hand_that_a_seen_card_opens_is_a_simulated_round() -> None:
    table = ready("ma-mini", coups(), deal__free_hands=True)
    table.must(do="free-hand", seat=1)
    table.sees("face-up", "9h").perform("simulate-round")
    assert table.state.kind == "simulated"


@pytest.mark.parametrize("name", documents())
def test_no_other_card_is_dealt_or_turned_while_trouble_stands(name: str) -> None:
    table = ready(name, cards(BOTH_THIRD)).bet((1, "player", 100)).until(Phase.DEALING).errs()
    section = table.rules.rulebook.section("irregular.undisclosed")
    for given in ({"do": "deal", "place": "P1"}, {"do": "turn", "faces": {"P1": "2c"}}):
        refusal = table.refused(**given)
        assert (refusal.reason, refusal.section) == (Reason.TROUBLE_STANDS, section)


# ---------------------------------------------------------------- too few cards


def running_short(book: Rulebook | str, left: int, coup: str = BOTH_THIRD, **changes: Any) -> Table:
    """A shoe with so few cards left; the first bets, and the cards are dealt until one is missing."""
    table = ready(book, cards(coup), **changes)
    table.state = replace(table.state, left=left, cover="last", hands_after=0)
    return table


@proves("irregular.insufficient/void", "irregular.insufficient/returned", "irregular.insufficient/new-cards")
@INSUFFICIENT
@pytest.mark.parametrize("left", range(6))
def test_a_round_that_cannot_be_completed_is_void_and_all_wagers_go_back(book: Rulebook, left: int) -> None:
    table = running_short(book, left).bet((1, "player", 100), (2, "tie", 50), (3, "banker", 70))
    while "perform void-round" not in table.due():
        table.step()
    assert len(table.state.places) == left
    section = book.section("irregular.insufficient")
    assert {act.section for act in table.expected()} == {section}
    missing = ["P1", "B1", "P2", "B2", "P3", "B3"][left]
    refusal = table.refused(do="deal", place=missing, by="curator" if table.state.curator else "dealer")
    assert (refusal.reason, refusal.section) == (Reason.TROUBLE_STANDS, section)
    assert refusal.detail == {"trouble": "too-few-cards"}
    table.perform("void-round")
    kinds = (StepPerformed, WagersReturned, CoupVoided, ShoeEnded)
    assert [table.last(kind).section for kind in kinds] == [section] * 4
    assert [table.chips(seat) for seat in (1, 2, 3)] == [100_000_00] * 3
    assert not any(account.startswith("felt/") for account in table.state.accounts)
    then = ("closing", "shuffle") if book.id == "ma-mini" else ("closing", "opening")
    assert (table.state.agenda[:2], table.state.shoe, table.state.coup) == (then, 2, 2)


@INSUFFICIENT
def test_no_round_is_void_while_the_cards_last(book: Rulebook) -> None:
    table = running_short(book, 6).bet((1, "player", 100))
    table.auto(until="clear-cards")
    assert (settled(table), table.all(CoupVoided)) == ((7, 7), [])


@pytest.mark.parametrize("choice, name", [(choice, name) for choice in ("take", "player") for name in documents()[:4]])
def test_house_money_that_was_paid_or_rides_is_moved_back(choice: str, name: str) -> None:
    pair = "2c Kd 2h 4s"  # a pair for the Player; 4 and 4, so both draw
    table = running_short(name, 4, pair, wagers__house_money={}).bet((1, "player", 100), (1, "house-money", 25))
    table.auto(phase=Phase.HOUSE_MONEY)
    if choice != "take":
        table.must(do="house-money", seat=1, choice=choice)
    table.must(do="house-money", seat=1, by="dealer", choice="take")
    assert table.chips(1) == 100_000_00 - 100_00 + (75_00 if choice == "take" else 0)
    while "perform void-round" not in table.due():
        table.step()
    table.perform("void-round")
    assert table.chips(1) == 100_000_00
    memos = {posting.memo for posting in table.last(WagersReturned).postings}
    assert {"returned", "returned reversed"} <= memos
    assert ("paid reversed" if choice == "take" else "rides reversed") in memos


@pytest.mark.parametrize("name", documents()[:4])
def test_royal_9_stakes_come_back_from_the_progressive(name: str) -> None:
    changes = {path.replace(".", "__").replace("-", "_"): value for path, value in royal(load(name)).items()}
    table = running_short(name, 4, **changes).bet((1, "player", 100), (1, "royal-9", 5))
    while "perform void-round" not in table.due():
        table.step()
    assert table.state.accounts["progressive/royal-9"] == 5_00
    table.perform("void-round")
    assert "progressive/royal-9" not in table.state.accounts
    assert (table.chips(1), table.state.royals) == (100_000_00, ())


def test_nobody_leaves_with_house_money_that_a_void_may_take_back() -> None:
    pair = "2c Kd 2h 4s"
    table = running_short("ma-mini", 4, pair, wagers__house_money={}).bet((1, "player", 100), (2, "house-money", 25))
    table.auto(phase=Phase.HOUSE_MONEY)
    table.must(do="house-money", seat=2, by="dealer")
    assert table.refused(do="leave", seat=2).reason is Reason.WAGERS_STAND
    refusal = table.refused(do="adjust", by="floor", seat=2, cents=-100_050_00, why="a slip")
    assert (refusal.reason, refusal.detail) == (Reason.NOT_ENOUGH_CHIPS, {"chips": 100_075_00, "of this coup": 100_00})
    table.auto(until="void-round")
    assert table.chips(2) == 100_000_00
    table.must(do="leave", seat=2)


def test_a_void_is_no_loss_of_the_bankers_hand_and_makes_vigorish_due() -> None:
    table = ready("ma-baccarat", cards(f"{BANKER_STOOD} {BOTH_THIRD}"), curator=True, vigorish__when="deferred")
    table.coup((1, "banker", 100))
    table.state = replace(table.state, left=5)
    table.bet((1, "player", 100))
    while "perform void-round" not in table.due():
        table.step()
    table.perform("void-round")
    assert (table.state.curator, table.state.agenda[0]) == (1, "closing")
    assert "collect-vigorish" in table.due()


def test_a_simulated_round_may_run_short_too() -> None:
    table = running_short("md-mini", 3).sees("face-up", "2d").perform("simulate-round")
    while "perform void-round" not in table.due():
        table.step()
    table.perform("void-round")
    assert (table.all(WagersReturned), table.state.shoe, table.state.kind) == ([], 2, "wagered")


# ---------------------------------------------------------------- where nothing can go wrong


@pytest.mark.parametrize("name", documents())
@pytest.mark.parametrize("place", ["error", "error-third"])
@pytest.mark.parametrize("idle", [False, True])
def test_before_a_shoe_is_ready_no_card_is_drawn_in_error(name: str, place: str, idle: bool) -> None:
    table = Table(rules_under(name), [], [1])
    if idle and "idle-table" in table.rules.rulebook:
        table = ready(name, coups())
        table.now = 30 * 60_000
        table.perform("take-out")
    key = "irregular.undisclosed" if place == "error" else "irregular.player-third-undisclosed"
    refusal = table.refused(do="deal", place=place)
    assert (refusal.reason, refusal.section) == (Reason.WRONG_PHASE, table.rules.rulebook.section(key))
    refusal = table.refused(do="turn", faces={"face-up": "2d"})
    section = table.rules.rulebook.section("irregular.disclosed")
    assert (refusal.reason, refusal.section) == (Reason.WRONG_PHASE, section)


@pytest.mark.parametrize("name", documents())
@pytest.mark.parametrize(
    "step, key",
    [
        ("carry-card", "undisclosed"),
        ("simulate-round", "disclosed"),
        ("void-and-simulate", "disclosed"),
        ("use-as-banker-third", "player-third-undisclosed"),
        ("discard-card", "player-third-option"),
        ("void-round", "insufficient"),
    ],
)
def test_without_trouble_there_is_nothing_to_remedy(name: str, step: str, key: str) -> None:
    table = under_way(name, Phase.DRAWING)
    table.not_now(step, table.rules.rulebook.section(f"irregular.{key}"))


# ---------------------------------------------------------------- what is said of it


@pytest.mark.parametrize("name", documents())
def test_a_refusal_says_what_stands_in_the_way(name: str) -> None:
    table = under_way(name, Phase.DEALING)
    refusal = table.refused(do="deal", place="error-third")
    assert (refusal.reason, refusal.detail) == (Reason.PLACE_NOT_DUE, {"phase": "dealing"})
    table.errs()
    for command in (
        {"do": "wager", "seat": 2, "wager": "player", "cents": 100_00},
        {"do": "deal", "place": "error"},
    ):
        refusal = table.refused(**command)
        assert (refusal.reason, refusal.detail) == (Reason.TROUBLE_STANDS, {"trouble": "drawn-in-error"})


@THIRD_DISCLOSED
def test_while_the_extra_card_is_due_nothing_else_is_done(book: Rulebook) -> None:
    table = third_seen(hands_open(book, BANKER_STOOD, deal__disclosed_third_card="discard"), "3h", "when-dealt")
    table.perform("discard-card")
    refusal = table.refused(do="deal", place="error")
    assert (refusal.reason, refusal.detail) == (Reason.TROUBLE_STANDS, {"trouble": "player-third"})
    assert refusal.section == OPTION.get(book.id, "13(c)(1)-(2)")


@THIRD_UNDISCLOSED
def test_a_banker_who_has_a_third_card_gets_no_other(book: Rulebook) -> None:
    table = next_card(under_way(book, Phase.PAYING, BANKER_THIRD), "3h").errs("error-third")
    assert table.due() == ["perform carry-card"]
    table.perform("carry-card")
    finished(table)
    assert settled(table) == (6, 9)


@pytest.mark.parametrize("name", documents())
def test_a_void_names_its_coup_and_what_goes_back_its_reason(name: str) -> None:
    table = ready(name, cards(f"{PLAYER_STOOD} {BOTH_THIRD}")).coup().until(Phase.BETTING)
    table.state = replace(table.state, left=5)
    table.bet((1, "player", 100))
    while "perform void-round" not in table.due():
        table.step()
    table.perform("void-round")
    assert (table.last(CoupVoided).coup, table.last(WagersReturned).why) == (2, "irregular.insufficient")


def mishaps(table: Table) -> dict[str, tuple[str, str]]:
    """The places at which a card may fall in error now: who takes it from the shoe, and the section that rules it."""
    falls = [act for act in table.expected() if {*act.places} & {*ERRORS, "seen"} and not act.must]
    return {act.places[0]: (act.by, act.section) for act in falls}


@UNDISCLOSED
@THIRD_UNDISCLOSED
@DISCLOSED
@THIRD_DISCLOSED
def test_what_may_go_wrong_is_offered_under_its_section(book: Rulebook) -> None:
    keys = {
        "error": "irregular.undisclosed",
        "face-up": "irregular.disclosed",
        "error-third": "irregular.player-third-undisclosed",
        "face-up-third": "irregular.player-third-disclosed",
    }
    table = hands_open(book, BANKER_STOOD)
    assert mishaps(table) == {place: ("dealer", book.section(key)) for place, key in keys.items()}


def test_at_the_big_table_it_is_the_holder_of_the_shoe_who_draws_in_error() -> None:
    """ma-baccarat 9(c): the curator deals."""
    table = ready("ma-baccarat", coups(), curator=True)
    assert mishaps(table) == {"error": ("curator", "15(a)"), "face-up": ("dealer", "15(d)")}


@pytest.mark.parametrize("name", documents())
@pytest.mark.parametrize("coup", [BANKER_STOOD, BOTH_THIRD], ids=["stays", "draws"])
def test_once_cards_are_turned_none_shows_itself_and_a_third_errs_only_beside_two_open_hands(
    name: str, coup: str
) -> None:
    table = under_way(name, Phase.TURNING, coup)
    assert mishaps(table).keys() == {"error", "face-up", "seen"}
    table.step()
    while None in table.state.places.values():
        assert mishaps(table).keys() == {"error", "face-up"}, table.state.places
        table.step()


@pytest.mark.parametrize("name", documents())
def test_a_third_card_that_the_player_may_have_is_in_error_neither_before_nor_after_it_comes(name: str) -> None:
    table = hands_open(name, BOTH_THIRD)
    while not table.state.settled:
        assert mishaps(table).keys() - {"seen"} == {"error", "face-up"}
        table.step()


@pytest.mark.parametrize("name", documents())
def test_a_coup_that_a_seen_card_makes_void_is_named_too(name: str) -> None:
    table = ready(name, coups(3), deal__disclosed_mid_coup="void").coup().until(Phase.BETTING).bet((1, "player", 100))
    table.until(Phase.TURNING).sees("face-up", "2d").perform("void-and-simulate")
    assert (table.last(CoupVoided).coup, table.last(WagersReturned).why) == (2, "irregular.disclosed")


@DISCLOSED
def test_a_card_found_face_up_leaves_the_shoe_under_the_section_that_rules_it(book: Rulebook) -> None:
    table = under_way(book, Phase.TURNING).sees("face-up", "9h")
    assert table.last(CardDealt).section == book.section("irregular.disclosed")
    table = third_seen(hands_open(book, BANKER_STOOD), "3h", "face-up-in-shoe")
    assert table.last(CardDealt).section == book.section("irregular.player-third-disclosed")


@pytest.mark.parametrize("name", documents())
def test_a_simulated_round_is_not_the_last_hand_and_a_card_may_wait_for_that(name: str) -> None:
    """Reading 16 turns on there being no next hand; after a simulated round there is one."""
    table = ready(name, coups(5)).perform("set-aside-cover").coup()
    table.auto(until="announce-last-hand")
    table.until(Phase.BETTING).sees("face-up", "7c").perform("simulate-round").until(Phase.TURNING)
    assert table.errs().due() == ["perform carry-card"]


# ---------------------------------------------------------------- under another document


def opened(rules: HouseRules, number: int = 4) -> Table:
    table = Table(rules, coups(number), (1, 2, 3), ("cut",))
    table.ready()
    return table


@pytest.mark.parametrize("name", documents())
def test_no_table_opens_under_a_document_that_takes_wagers_on_a_simulated_round(name: str) -> None:
    data = toml(text_of(name))
    data["irregular.disclosed"]["wagers"] = True
    law, findings = build(data, "otherwise").checked
    assert (law, [finding.path for finding in findings]) == (None, ["irregular.disclosed.wagers"])


@pytest.mark.parametrize("name", documents())
def test_were_two_hands_dealt_after_the_cover_card_the_first_would_have_a_next(name: str) -> None:
    rules = rules_under(name)
    table = opened(dataclasses.replace(rules, shoe=dataclasses.replace(rules.shoe, coups_after_cover=2)))
    table.perform("set-aside-cover").coup().auto(until="announce-last-hand")
    for remedy in ("carry-card", "discard-card"):
        table.until(Phase.BETTING).bet((1, "player", 100)).until(Phase.TURNING).errs()
        assert table.due() == [f"perform {remedy}"]
        table.perform(remedy).auto(until="clear-cards")


# ---------------------------------------------------------------- the page


def test_the_manual_says_what_the_engine_does() -> None:
    assert written() == generated(), "python -m tests.table.irregularities writes the page anew"


@pytest.mark.parametrize("name", documents())
def test_every_trouble_at_every_moment_is_remedied_or_refused_with_its_section(name: str) -> None:
    book = load(name)
    own = {"ma-baccarat": "15(", "md-mini": ".13"}.get(name, "13(")
    for moment in moments(book):
        for column in COLUMNS:
            words = cell(book, moment, column)
            assert words == "—" or f"({own}" in words, (moment, column)
