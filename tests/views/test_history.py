"""The history of a coup: what was staked, dealt, done and paid, and what everybody had before and after."""

from typing import Any

import pytest

from punto.table.events import (
    AnyEvent,
    CardDealt,
    CardsListed,
    CardTurned,
    ChipsBought,
    CoupEnded,
    CoupVoided,
    RoyalStakesTaken,
    SeedRevealed,
    ShoeCommitted,
    StepPerformed,
    TableOpened,
    WagerMade,
)
from punto.views.history import CoupHistory, LoggedEvent, history, words
from tests.game.sessions import ANN, AUTO, BET, ONE_COUP, OPEN, SIT, played
from tests.game.test_random_sessions import happened

D1: dict[str, Any] = {"by": "dealer", "who": "d1"}
FLOOR: dict[str, Any] = {"by": "floor", "who": "fay"}
BEN: dict[str, Any] = {"by": "player", "who": "ben"}


def coups(*lines: dict[str, Any]) -> list[CoupHistory]:
    return list(history(happened(played(*lines)[0].session)))


def step(name: str) -> dict[str, Any]:
    return {"do": "perform", **D1, "step": name}


def test_a_coup_is_told_whole() -> None:
    (coup,) = coups(*ONE_COUP)
    assert (coup.table, coup.shoe, coup.coup, coup.number) == ("MB-7", 1, 1, 1)
    assert (coup.kind, coup.finished, coup.void) == ("wagered", True, False)
    assert [(stake.seat, stake.who, stake.wager, stake.cents) for stake in coup.wagers] == [(3, "ann", "banker", 10000)]
    assert [(dealt.place, dealt.card) for dealt in coup.cards] == [
        ("P1", "Ks"),
        ("B1", "Qd"),
        ("P2", "5d"),
        ("B2", "5c"),
        ("P3", "6h"),
        ("B3", "3s"),
    ]
    assert coup.result is not None
    assert (coup.result.winner, coup.result.player, coup.result.banker) == ("banker", 1, 8)
    assert all(line.section for line in coup.result.lines)


def test_balances_are_before_and_after_with_what_was_bought() -> None:
    (coup,) = coups(*ONE_COUP)
    (ann,) = coup.balances
    assert (ann.before, ann.bought, ann.taken, ann.after, ann.won) == (0, 50000, 0, 59500, 9500)


def test_steps_are_in_order_with_who_and_when_and_by_which_section() -> None:
    (coup,) = coups(*ONE_COUP)
    numbers = [each.n for each in (*coup.preparation, *coup.steps)]
    assert numbers == sorted(numbers)
    assert numbers[0] == 1
    wager = coup.steps[0]
    assert (wager.by, wager.who, wager.event, wager.words) == (
        "player",
        "ann",
        "wager-made/1",
        "$100 on banker, seat 3",
    )
    assert (wager.at, wager.section) == (coup.began, ".07B-C")


def test_preparing_the_shoe_is_told_apart() -> None:
    (coup,) = coups(*ONE_COUP)
    assert "place-cut, seat 3, 140 cards" in [each.words for each in coup.preparation]
    assert all(each.event != "wager-made/1" for each in coup.preparation)
    assert not any(dealt.place.startswith("burn") for dealt in coup.cards)


def test_the_next_coup_begins_where_the_last_ended() -> None:
    more = {"do": "buy-in", **ANN, "seat": 3, "cents": 10000}
    opened = {"open": {**OPEN, "cards": OPEN["cards"] + " 9s 2d 10h Ac"}}
    first, second = coups(opened, *ONE_COUP[1:], more, BET, AUTO, {"do": "leave", **ANN, "seat": 3})
    (before,), (after,) = first.balances, second.balances
    assert (after.before, after.bought, after.won, after.after) == (before.after, 10000, -10000, before.after)
    assert (second.coup, second.number) == (2, 2)


def test_whoever_leaves_takes_chips_away() -> None:
    opened = {"open": {**OPEN, "cards": OPEN["cards"] + " 9s 2d 10h Ac"}}
    ben = {**SIT, **BEN, "seat": 2}
    leave = {"do": "leave", **ANN, "seat": 3}
    _, second = coups(opened, SIT, ben, *ONE_COUP[2:], leave, {**BET, **BEN, "seat": 2}, AUTO)
    other, ann = second.balances
    assert (ann.who, ann.before, ann.taken, ann.after, ann.won) == ("ann", 59500, 59500, 0, 0)
    assert (other.who, other.won) == ("ben", -10000)


def test_a_seat_that_changes_hands_has_two_balances() -> None:
    opened = {"open": {**OPEN, "cards": OPEN["cards"] + " 9s 2d 10h Ac"}}
    leave = {"do": "leave", **ANN, "seat": 3}
    _, second = coups(opened, *ONE_COUP[1:], leave, {**SIT, **BEN}, {**BET, **BEN}, AUTO)
    assert [(each.seat, each.who, each.after) for each in second.balances] == [(3, "ann", 0), (3, "ben", 40000)]


def test_a_wager_that_was_raised_is_one_and_a_withdrawn_one_none() -> None:
    tie = {**BET, "wager": "tie", "cents": 1000}
    back = {"do": "withdraw", **ANN, "seat": 3, "wager": "tie"}
    (coup,) = coups(*ONE_COUP[:-1], tie, back, {**BET, "cents": 5000}, AUTO)
    assert [(stake.wager, stake.cents) for stake in coup.wagers] == [("banker", 15000)]


def test_a_coup_under_way_is_told_as_far_as_it_came() -> None:
    (coup,) = coups(*ONE_COUP[:-1], step("no-more-bets"), {"do": "deal", **D1, "place": "P1"})
    assert not coup.finished
    assert coup.result is None
    assert [(dealt.place, dealt.card) for dealt in coup.cards] == [("P1", None)]


def test_a_table_where_nobody_has_wagered_has_no_history() -> None:
    assert coups(*ONE_COUP[:-2]) == []


def deal(*places: str) -> list[dict[str, Any]]:
    return [{"do": "deal", **D1, "place": place} for place in places]


def settled_by_hand() -> list[dict[str, Any]]:
    """One coup, step by step, up to the announcement of its result."""
    four = {"do": "turn", **D1, "faces": ["P1", "B1", "P2", "B2"]}
    third = [{"do": "turn", **D1, "faces": [place]} for place in ("P3", "B3")]
    return [
        *ONE_COUP[:-1],
        step("no-more-bets"),
        *deal("P1", "B1", "P2", "B2"),
        step("tuck-banker"),
        four,
        step("announce-counts"),
        *deal("P3"),
        third[0],
        *deal("B3"),
        third[1],
        step("announce-result"),
    ]


def test_a_corrected_card_is_shown_as_corrected_and_both_readings_are_steps() -> None:
    """With 2s for 3s the Banker has 7, and wins all the same; the first settlement was taken back."""
    correct = {"do": "correct", **FLOOR, "place": "B3", "card": "2s", "why": "read wrongly"}
    (coup,) = coups(*settled_by_hand(), correct, AUTO)
    assert coup.result is not None
    assert coup.result.banker == 7
    assert {dealt.place: dealt.card for dealt in coup.cards}["B3"] == "2s"
    told = [each.words for each in coup.steps]
    assert "B3 is 3s" in told
    assert "card corrected: place B3, was 3s, card 2s, why read wrongly" in told
    (ann,) = coup.balances
    assert ann.won == 9500


def test_a_reversed_settlement_is_no_result() -> None:
    correct = {"do": "correct", **FLOOR, "place": "B3", "card": "2s", "why": "read wrongly"}
    (coup,) = coups(*settled_by_hand(), correct)
    assert coup.result is None


def test_a_void_coup_is_told_and_ends() -> None:
    """A fold of events: a coup that is void was a coup, and what comes after it is another."""
    opened = TableOpened(table="t", rulebook="md-mini", digest="", seats=7, cards=416, agenda=())
    told: tuple[AnyEvent, ...] = (
        opened,
        StepPerformed(ceremony="betting-closed", step="no-more-bets", by="dealer", ends=True),
        CardDealt(place="P1"),
        CoupVoided(coup=1),
        StepPerformed(ceremony="betting-closed", step="no-more-bets", by="dealer", ends=True),
        CardDealt(place="P1"),
    )
    first, second = history(LoggedEvent(n, n, "dealer", "d1", event) for n, event in enumerate(told, 1))
    assert (first.void, first.finished, first.result) == (True, True, None)
    assert (second.void, second.finished, second.coup) == (False, False, 2)


def test_a_document_is_plain_and_in_kebab_case() -> None:
    (coup,) = coups(*ONE_COUP)
    document = coup.document
    assert {"shoe", "coup", "number", "wagers", "cards", "house-money", "result", "balances", "steps"} <= set(document)
    assert document["result"]["event"] == "coup-settled/1"
    assert document["balances"][0]["bought"] == 50000


@pytest.mark.parametrize(
    "event, told",
    [
        (CardDealt(place="P1"), "a card to P1"),
        (CardTurned(place="P1", card="4h"), "P1 is 4h"),
        (StepPerformed(ceremony="c", step="wash", by="dealer"), "wash"),
        (StepPerformed(ceremony="c", step="place-cover", by="dealer", cards=14), "place-cover, 14 cards"),
        (StepPerformed(ceremony="c", step="announce-counts", by="dealer", call="6, 5"), "announce-counts: 6, 5"),
        (WagerMade(seat=3, wager="tie", cents=500), "$5 on tie, seat 3"),
        (ChipsBought(seat=3, cents=500), "chips bought: seat 3, cents 500"),
        (RoyalStakesTaken(seats=(1, 4)), "royal stakes taken: seats 1 4"),
        (CoupEnded(coup=1), "coup ended: coup 1"),
        (ShoeCommitted(shoe=1, commitment="0123456789abcdef" * 4), "seed committed: 0123456789abcdef…"),
        (CardsListed(shoe=1, hashes=("00" * 32,) * 52), "52 cards listed"),
        (CardsListed(shoe=1, hashes=(), silent=("ann", "bob")), "0 cards listed, without ann and bob"),
        (SeedRevealed(shoe=2, seed="00" * 32), "seed of shoe 2 revealed"),
        (SeedRevealed(shoe=1, coup=7, seed="00" * 32), "seed of shoe 1, coup 7 revealed"),
    ],
)
def test_every_event_has_words(event: Any, told: str) -> None:
    assert words(event) == told
