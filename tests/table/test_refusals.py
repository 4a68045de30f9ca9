"""Refusals: why not, by which section, what would be right; and the table is as it was."""

import random
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.law.rulebook import documents
from punto.table import Reason, Refusal, TableState, decide
from punto.table.commands import Wager
from punto.table.events import ShoeEnded
from punto.table.holes import Why
from punto.table.phases import Phase
from tests.table.harness import (
    ALL,
    BANKER_STOOD,
    HOUR,
    PLAYER_STOOD,
    Table,
    at,
    coups,
    new,
    ready,
    rules_under,
    shuffled,
    squeezed,
)

ANN = {"do": "wager", "seat": 1, "wager": "player", "cents": 100_00}


def refused(table: Table, **command: Any) -> Refusal:
    """A refusal, after which not a byte of the state is another."""
    before = msgspec.json.encode(table.state)
    refusal = table.refused(**command)
    assert msgspec.json.encode(table.state) == before
    return refusal


# ---------------------------------------------------------------- one fault


@pytest.mark.parametrize(
    "fault, reason, section, detail",
    [
        ({"coup": 2}, Reason.WRONG_COUP, "", {"coup": 1}),
        ({"coup": 0}, Reason.WRONG_COUP, "", {"coup": 1}),
        ({"by": "dealer"}, Reason.WRONG_ROLE, "7(b)", {"by": "player"}),
        ({"by": "floor"}, Reason.WRONG_ROLE, "7(b)", {"by": "player"}),
        ({"by": "surveillance"}, Reason.WRONG_ROLE, "7(b)", {"by": "player"}),
        ({"who": "a stranger"}, Reason.NOT_YOUR_SEAT, "7(b)", {"seat": 1}),
        ({"who": "p2"}, Reason.NOT_YOUR_SEAT, "7(b)", {"seat": 1}),
        ({"seat": 2, "who": "p1"}, Reason.NOT_YOUR_SEAT, "7(b)", {"seat": 2}),
        ({"seat": 5}, Reason.NOT_YOUR_SEAT, "7(b)", {"seat": 5}),
        ({"seat": -1}, Reason.NOT_YOUR_SEAT, "7(b)", {"seat": -1}),
        ({"seat": 10**30}, Reason.NOT_YOUR_SEAT, "7(b)", {"seat": 10**30}),
        ({"wager": "dragon-7"}, Reason.NOT_OFFERED, "7(a)", {"offered": "player, banker, tie"}),
        ({"wager": "ez-banker"}, Reason.NOT_OFFERED, "7(a)", {"offered": "player, banker, tie"}),
        ({"wager": ""}, Reason.NOT_OFFERED, "7(a)", {"offered": "player, banker, tie"}),
        ({"wager": "../seat/2"}, Reason.NOT_OFFERED, "7(a)", {"offered": "player, banker, tie"}),
        ({"means": "a promise"}, Reason.NOT_ALLOWED_HERE, "7(b)", {"means": "chips, plaques"}),
        ({"coupon": 100_00}, Reason.NOT_ALLOWED_HERE, "7(b)", {"means": "chips, plaques"}),
        ({"cents": 0}, Reason.BAD_AMOUNT, "7(b)", {"smallest-chip": 100}),
        ({"cents": -100_00}, Reason.BAD_AMOUNT, "7(b)", {"smallest-chip": 100}),
        ({"cents": 100_50}, Reason.BAD_AMOUNT, "7(b)", {"smallest-chip": 100}),
        ({"cents": 4_00}, Reason.BELOW_MINIMUM, "", {"minimum": 5_00}),
        ({"cents": 10_001_00}, Reason.ABOVE_MAXIMUM, "", {"maximum": 10_000_00}),
        ({"cents": 2**63 // 100 * 100}, Reason.ABOVE_MAXIMUM, "", {"maximum": 10_000_00}),
        ({"cents": 10**60}, Reason.ABOVE_MAXIMUM, "", {"maximum": 10_000_00}),
        ({"cents": 10_000_00}, Reason.DIFFERENCE_EXCEEDED, "", {"difference": 9_000_00}),
        ({"cents": 8_000_00}, Reason.NOT_ENOUGH_CHIPS, "7(b)", {"chips": 7_000_00}),
    ],
)
def test_a_wager_with_one_fault(fault: dict[str, Any], reason: Reason, section: str, detail: dict[str, Any]) -> None:
    table = at("ma-mini", players=(), limits__difference=9_000_00)
    table.must(do="sit", seat=1, buy_in=7_000_00)
    table.must(do="sit", seat=2, buy_in=7_000_00)
    refusal = refused(table, **ANN | fault)
    assert (refusal.reason, refusal.section, refusal.detail) == (reason, section, detail)
    table.must(**ANN)


@pytest.mark.parametrize("amount", [1.5, "100", None, float("nan"), True])
def test_what_is_no_whole_number_never_becomes_a_command(amount: Any) -> None:
    table = at("ma-mini")
    with pytest.raises(msgspec.ValidationError):
        table.do(**ANN | {"cents": amount})


def test_nothing_is_done_at_a_table_that_is_not_open() -> None:
    command = Wager(id="1", by="player", who="p1", at=0, seat=1, wager="player", cents=100_00)  # type: ignore[arg-type]
    refusal = decide(rules_under("ma-mini"), TableState(), command)
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.detail) == (Reason.WRONG_PHASE, {"phase": "closed"})


@pytest.mark.parametrize("do", ["wager", "withdraw", "verbal", "confirm", "free-hand", "house-money"])
def test_no_money_moves_on_the_felt_while_trouble_stands(do: str) -> None:
    table = at("ma-mini", "2c", deal__free_hands=True).bet((2, "player", 100))
    table.must(do="deal", place="error")
    more = {"wager": {"wager": "tie", "cents": 10_00}, "verbal": {"wager": "tie", "cents": 10_00}}
    refusal = refused(table, **{"do": do, "seat": 2} | more.get(do, {"wager": "player"} if do == "withdraw" else {}))
    assert refusal.reason is Reason.TROUBLE_STANDS


def test_a_late_retry_never_becomes_a_wager_in_the_next_coup() -> None:
    table = at("ma-mini", PLAYER_STOOD).bet((2, "player", 100))
    table.play()
    refusal = refused(table, **ANN, coup=1)
    assert (refusal.reason, refusal.detail) == (Reason.WRONG_COUP, {"coup": 2})
    table.must(**ANN, coup=2)


@pytest.mark.parametrize(
    "command, reason, detail",
    [
        ({"do": "withdraw", "seat": 1, "wager": "tie"}, Reason.NOT_OFFERED, {"standing": "player"}),
        ({"do": "withdraw", "seat": 1, "wager": "player", "by": "dealer"}, Reason.WRONG_ROLE, {"by": "player"}),
        ({"do": "withdraw", "seat": 1, "wager": "player", "who": "p2"}, Reason.NOT_YOUR_SEAT, {"seat": 1}),
        ({"do": "confirm", "seat": 1}, Reason.STEP_NOT_DUE, {"called": "2"}),
        ({"do": "verbal", "seat": 2, "wager": "player", "cents": 10_00}, Reason.WAGERS_STAND, {"seat": 2}),
        ({"do": "verbal", "seat": 1, "wager": "panda-8", "cents": 10_00}, Reason.NOT_OFFERED, None),
        ({"do": "verbal", "seat": 1, "wager": "tie", "cents": 10**50}, Reason.ABOVE_MAXIMUM, {"maximum": 10_000_00}),
        ({"do": "verbal", "seat": 1, "wager": "tie", "cents": -5_00}, Reason.BAD_AMOUNT, {"smallest-chip": 100}),
        ({"do": "free-hand", "seat": 1, "who": "p2"}, Reason.NOT_YOUR_SEAT, {"seat": 1}),
        ({"do": "perform", "step": "no-such-step"}, Reason.STEP_NOT_DUE, None),
        ({"do": "perform", "step": "announce-result"}, Reason.STEP_NOT_DUE, None),
        ({"do": "deal", "place": "P1"}, Reason.WRONG_PHASE, {"phase": "betting"}),
        ({"do": "deal", "place": ""}, Reason.WRONG_PHASE, {"phase": "betting"}),
        ({"do": "turn", "faces": {"P1": "Ks"}}, Reason.WRONG_PHASE, {"phase": "betting"}),
        ({"do": "turn", "faces": {}}, Reason.WRONG_PHASE, {"phase": "betting"}),
        ({"do": "house-money", "seat": 1}, Reason.WRONG_PHASE, {"phase": "betting"}),
        ({"do": "collect-vigorish", "seat": 1}, Reason.NOTHING_OWED, {"seat": 1}),
    ],
)
def test_other_commands_with_one_fault(command: dict[str, Any], reason: Reason, detail: dict[str, Any] | None) -> None:
    table = at("ma-midi").bet((1, "player", 100))
    table.must(do="verbal", seat=2, wager="tie", cents=10_00)
    refusal = refused(table, **command)
    assert refusal.reason is reason
    assert detail is None or refusal.detail == detail


# ---------------------------------------------------------------- several faults: the first of the list is given

FAULTS: dict[Reason, dict[str, Any]] = {
    Reason.WRONG_COUP: {"coup": 7},
    Reason.WRONG_ROLE: {"by": "floor"},
    Reason.NOT_YOUR_SEAT: {"who": "a stranger"},
    Reason.NOT_OFFERED: {"wager": "panda-8"},
    Reason.NOT_ALLOWED_HERE: {"means": "a promise"},
    Reason.BAD_AMOUNT: {"cents": 4_50},
    Reason.BELOW_MINIMUM: {"cents": 4_00},
    Reason.ABOVE_MAXIMUM: {"cents": 20_000_00},
    Reason.NOT_ENOUGH_CHIPS: {"cents": 9_000_00},
}
MOMENTS = (None, Reason.WRONG_PHASE, Reason.VIGORISH_OWED)


def at_the_moment(moment: Reason | None) -> Table:
    """A table at which betting is open, closed, or held up by the last shoe's vigorish; seat 1 is short of chips."""
    table = at("ma-midi", BANKER_STOOD, players=[2], vigorish__when="deferred").bet((2, "banker", 100))
    table.must(do="sit", seat=1, buy_in=7_000_00)
    if moment is Reason.WRONG_PHASE:
        table.close()
    if moment is Reason.VIGORISH_OWED:
        table.play()
        table._take([ShoeEnded(shoe=1, cards=416, agenda=())])
        assert table.phase() is Phase.BETTING
    return table


@pytest.mark.parametrize("moment", MOMENTS)
def test_of_several_reasons_the_first_is_given(moment: Reason | None) -> None:
    table = at_the_moment(moment)
    order = list(Reason)
    for faults in [*combinations(FAULTS, 1), *combinations(FAULTS, 2), *combinations(FAULTS, 3)]:
        fields = [field for fault in faults for field in FAULTS[fault]]
        if len(set(fields)) < len(fields):
            continue  # one amount is one fault
        command = dict(ANN)
        for fault in faults:
            command |= FAULTS[fault]
        holds = {*faults, *([moment] if moment else [])}
        assert refused(table, **command).reason is min(holds, key=order.index), command


# ---------------------------------------------------------------- what is cited


WAGER = {"do": "wager", "seat": 1, "wager": "player", "cents": 500}


@pytest.mark.parametrize("name", ALL)
def test_before_a_shoe_is_ready_a_wager_cites_what_is_due(name: str) -> None:
    """Nobody has called "no more bets": not before the first shoe, not after the last hand, not after a void."""
    table = new(name)
    book = table.rules.rulebook
    assert refused(table, **WAGER).section == book.section("open.inspect")
    table.auto(until="load-shoe")
    (due,) = {act.section for act in table.expected() if act.must}
    for command in (WAGER, {"do": "deal", "place": "P1"}):
        assert refused(table, **command).section == due != book.section("deal.announce")
    over = ready(name, coups()).last_hand()
    over.auto(phase=Phase.PREPARING)
    due = next(act.section for act in over.expected() if act.must)
    assert refused(over, **WAGER).section == due
    short = ready(name, coups()).bet((1, "player", 100))
    short.close()
    short.state = msgspec.structs.replace(short.state, left=0)
    assert refused(short, **WAGER).section == book.section("wager.no-more-bets")  # that was called
    short.perform("void-round")
    due = next(act.section for act in short.expected() if act.must)
    assert refused(short, **WAGER).section == due


@pytest.mark.parametrize("name", ["ma-mini", "md-mini"])
def test_decks_a_day_old_are_cited_until_they_are_changed(name: str) -> None:
    table = ready(name, coups()).bet((2, "player", 100))  # a wager lies: the table is not idle
    table.now = 25 * HOUR
    section = table.rules.rulebook.section("cards.change-daily")
    assert refused(table, **WAGER).section == section
    table.perform("retire-decks")
    assert refused(table, **WAGER).section == section
    table.perform("fetch-decks")
    assert refused(table, **WAGER).section == table.rules.rulebook.section("open.inspect")


@pytest.mark.parametrize("name", ALL)
def test_another_persons_act_cites_what_makes_it_theirs(name: str) -> None:
    table = at(name, BANKER_STOOD).bet((1, "player", 100))
    means = table.rules.rulebook.section("wager.means")
    for do in ("wager", "verbal", "withdraw"):
        stake = {} if do == "withdraw" else {"cents": 500}
        refusal = refused(table, do=do, seat=1, wager="player", who="p2", **stake)
        assert (refusal.reason, refusal.section) == (Reason.NOT_YOUR_SEAT, means)
    for faces in ({"P1": "Zz"}, {"face-up": "Zz"}):
        refusal = refused(table, do="turn", faces=faces)
        assert refusal.section, refusal
    assert refused(table, do="leave", seat=1).section == table.rules.rulebook.section("deal.announce")


@pytest.mark.parametrize("name, section", [("ma-midi-multilevel-royal", "12(i)"), ("ma-mini-ez-royal", "12(i)")])
def test_another_stake_than_royal_9_has_cites_what_fixes_it(name: str, section: str) -> None:
    house = Table(name, shuffled(8, 1), players=(2,)).ready()
    house.must(do="wager", seat=2, wager="player", cents=house.rules.limits["player"].least)
    house.must(do="wager", seat=2, wager="royal-9", cents=500)
    refusal = house.refused(do="wager", seat=2, wager="royal-9", cents=500)
    assert (refusal.reason, refusal.section) == (Reason.ABOVE_MAXIMUM, section)


# ---------------------------------------------------------------- whatever is expected is accepted


def command_of(table: Table, act: Any, chance: random.Random) -> dict[str, Any]:
    """A command that does what is expected."""
    command: dict[str, Any] = {"do": act.do, "by": act.by, "who": table.who(act.by, act.seat, act.step)}
    if act.do == "perform":
        depth = {"place-cover": table.rules.shoe.cover_depth}.get(act.step, table.rules.shoe.decks * 26)
        whys = [hole.of[0] for _, hole in act.holes if isinstance(hole, Why)]
        command |= {"step": act.step, "cards": depth, "why": whys[0] if whys else "delay"}
        command |= {"rank": act.rank} if act.rank else {}
    elif act.do == "deal":
        table.shoe.dealt(act.place)
        command |= {"place": act.place}
    elif act.do == "turn":
        places = act.places
        sealed = all(place in table.shoe.sealed for place in places)
        faces = table.shoe.turned(places) if sealed else {place: str(next(table.shoe.cards)) for place in places}
        command |= {"faces": faces}
    elif act.do in ("wager", "verbal"):
        command |= {"seat": act.seat, "wager": act.wager, "cents": dict(act.holes)["cents"].least}
    elif act.do == "withdraw":
        command |= {"seat": act.seat, "wager": act.wager}
    elif act.do == "sit":
        command |= {"seat": act.seat, "buy_in": 1_000_00, "who": f"p{act.seat}"}
    else:
        command |= {"seat": act.seat}
    return command


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), book=st.sampled_from(documents()), kind=st.sampled_from(["plain", "deferred", "ez"]))
def test_whoever_does_what_is_expected_is_never_refused(seed: int, book: str, kind: str) -> None:
    chance = random.Random(seed)
    changes: dict[str, Any] = {"vigorish__when": "deferred"} if kind == "deferred" else {}
    if book != "md-mini":
        changes |= {"wagers__house_money": {}}
    table = at(book, players=(1, 2, 4), ez=kind == "ez", cut=True, **changes, **squeezed(book))
    table.shoe.cards = iter(shuffled(8, seed) * 2)
    for _ in range(120):
        acts = table.expected()
        must = [act for act in acts if act.must]
        assert must or table.state.phase is Phase.BETTING  # where a wager comes first
        act = chance.choice(must if must and chance.random() < 0.7 else acts)
        answer = table.do(**command_of(table, act, chance))
        assert not isinstance(answer, Refusal) or act.step == "take-out", (act, answer)  # which waits for its time
        assert sum(table.state.accounts.values()) == 0


def test_a_refusal_is_a_value_that_goes_over_the_wire_and_comes_back() -> None:
    refusal = at("ma-mini").refused(**ANN | {"cents": 0})
    assert msgspec.json.decode(msgspec.json.encode(refusal), type=Refusal) == refusal


@pytest.mark.parametrize("place", [" P1", "P1 ", "P1 P1", "", "p1"])
def test_a_place_is_named_to_the_letter(place: str) -> None:
    table = at("md-mini", PLAYER_STOOD).bet((1, "player", 100)).close()
    assert refused(table, do="deal", place=place).reason is Reason.PLACE_NOT_DUE
    table.auto(until="tuck-banker")
    (turn,) = (" ".join(act.places) for act in table.expected() if act.do == "turn" and act.must)
    assert refused(table, do="turn", faces={turn: "4h"}).reason is Reason.PLACE_NOT_DUE
    assert refused(table, do="turn", faces=dict.fromkeys([*turn.split(), ""], "4h")).reason is Reason.PLACE_NOT_DUE
