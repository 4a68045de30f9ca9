"""The headless table: cards from a seed, from a list or from nowhere, and a dealer who stops where people choose."""

from typing import Any

import pytest

from punto.core.roles import Role
from punto.fair import Shoe as FairShoe
from punto.fair import place, shuffle
from punto.game.card_sources import UnknownCards
from punto.game.game import Accepted
from punto.game.headless import Answer
from punto.record.vault import Derived, Sealed
from punto.table import Due, Refusal
from punto.table.commands import CommitShoe
from punto.table.events import AnyEvent, CardTurned
from punto.table.transcript import TranscriptError
from tests.game.sessions import ANN, AUTO, BET, CUT, ONE_COUP, OPEN, SIT, log_of, played

D1: dict[str, Any] = {"by": "dealer", "who": "d1"}


def events(answers: list[Answer]) -> list[AnyEvent]:
    return [event for answer in answers if isinstance(answer.came, Accepted) for event in answer.came.events]


def faces(answers: list[Answer], *places: str) -> list[str]:
    turned = [event for event in events(answers) if isinstance(event, CardTurned)]
    return [event.card for event in turned if not places or event.place in places]


def refusals(answers: list[Answer]) -> list[str]:
    return [str(answer.came.reason) for answer in answers if isinstance(answer.came, Refusal)]


# ---------------------------------------------------------------- given cards


def test_given_cards_are_dealt_in_their_order() -> None:
    table, answers = played(*ONE_COUP)
    assert faces(answers) == ["2c", "Ks", "Qd", "5d", "5c", "6h", "3s"]
    assert refusals(answers) == []
    assert table.session.state.coup == 2


def test_cards_that_a_person_deals_come_from_the_same_shoe() -> None:
    deal = [{"do": "deal", **D1, "place": place} for place in ("P1", "B1")]
    _, answers = played(*ONE_COUP[:-1], {"do": "perform", **D1, "step": "no-more-bets"}, *deal, AUTO)
    assert faces(answers, "P1", "B1", "P2", "B2") == ["Ks", "Qd", "5d", "5c"]


def test_all_out() -> None:
    with pytest.raises(TranscriptError, match="line 7: a card is due, and all given cards are dealt"):
        played({"open": {**OPEN, "cards": "2c 9h 9d Ks Qd"}}, *ONE_COUP[1:])


def test_a_shoe_may_be_asked_for_the_faces() -> None:
    opened = {"open": {**OPEN, "submission": "ma-mini-classic", "cards": "Ac 9h 4c 9d 5c Kd"}}
    turn = {"do": "turn", **ANN, "faces": ["B1", "B2"]}
    _, answers = played(opened, SIT, AUTO, CUT, AUTO, BET, AUTO, turn, AUTO)
    assert refusals(answers) == []
    assert faces(answers, "B1", "B2") == ["9d", "Kd"]


def test_where_no_card_lies_the_table_says_so() -> None:
    _, answers = played(*ONE_COUP[:-1], {"do": "turn", **D1, "faces": ["P1"]})
    assert refusals(answers) == ["wrong-phase"]


def test_a_face_that_is_keyed_wrongly_is_what_was_keyed() -> None:
    """Corrections are for that: both readings stay in the log."""
    no_more = {"do": "perform", **D1, "step": "no-more-bets"}
    deal = [{"do": "deal", **D1, "place": place} for place in ("P1", "B1", "P2", "B2")]
    keyed = {"do": "turn", **D1, "faces": {"P1": "Kc", "B1": "Qd", "P2": "5d", "B2": "5c"}}
    tuck = {"do": "perform", **D1, "step": "tuck-banker"}
    _, answers = played(*ONE_COUP[:-1], no_more, *deal, tuck, keyed)
    assert refusals(answers) == []
    assert faces(answers, "P1") == ["Kc"]


# ---------------------------------------------------------------- cards drawn in error


def test_a_card_drawn_in_error_and_not_seen_is_the_next_card() -> None:
    """The coup is Ks Qd 8d 7c, and 9s was drawn before it was over: it opens the next one."""
    opened = {"open": {**OPEN, "cards": "2c 9h 9d  Ks Qd 8d 7c 9s  2d Ac 4s 8h 8c 8d"}}
    no_more = {"do": "perform", **D1, "step": "no-more-bets"}
    deal = [{"do": "deal", **D1, "place": place} for place in ("P1", "B1", "P2", "B2", "error")]
    table, answers = played(opened, *ONE_COUP[1:-1], no_more, *deal, AUTO, BET, AUTO)
    assert refusals(answers) == []
    assert faces(answers, "P1") == ["Ks", "9s"]
    assert faces(answers, "B1") == ["Qd", "2d"]
    assert table.session.state.coup == 3


def test_a_card_that_was_not_seen_waits_past_the_simulated_round_of_one_that_was() -> None:
    """9s was drawn unseen and then 4d was seen: the simulated round begins with 4d, and the hand after it with 9s."""
    opened = {"open": {**OPEN, "cards": "2c 9h 9d  Ks Qd 8d 7c 9s 4d  2d Ac 8h 8c 8d  3d Kc 4h"}}
    no_more = {"do": "perform", **D1, "step": "no-more-bets"}
    deal = [{"do": "deal", **D1, "place": place} for place in ("P1", "B1", "P2", "B2", "error")]
    carry = {"do": "perform", **D1, "step": "carry-card"}
    seen = [{"do": "deal", **D1, "place": "error"}, {"do": "turn", **D1, "faces": ["error"]}]
    simulate = {"do": "perform", **D1, "step": "simulate-round"}
    table, answers = played(opened, *ONE_COUP[1:-1], no_more, *deal, carry, *seen, simulate, AUTO, AUTO, BET, AUTO)
    assert refusals(answers) == []
    assert faces(answers, "error", "P1", "B1") == ["4d", "Ks", "Qd", "2d", "9s", "3d"]
    assert table.session.state.coup == 4


def test_a_third_card_that_was_not_to_be_drawn_may_become_the_bankers() -> None:
    """Player stands on 6 and 3s is drawn to that hand all the same; Banker, on 5, must take it."""
    opened = {"open": {**OPEN, "cards": "2c 9h 9d  Ks Qd 6d 5c 3s"}}
    no_more = {"do": "perform", **D1, "step": "no-more-bets"}
    deal = [{"do": "deal", **D1, "place": place} for place in ("P1", "B1", "P2", "B2")]
    turn = [{"do": "perform", **D1, "step": "tuck-banker"}, {"do": "turn", **D1, "faces": ["P1", "B1", "P2", "B2"]}]
    error = {"do": "deal", **D1, "place": "error-third"}
    table, answers = played(opened, *ONE_COUP[1:-1], no_more, *deal, *turn, error, AUTO)
    assert refusals(answers) == []
    assert faces(answers, "B3") == ["3s"]
    assert table.session.state.coup == 2


# ---------------------------------------------------------------- a seed


def virtual(**opening: object) -> list[Answer]:
    opened = {"open": {"submission": "md-mini-payout", "shoe": "virtual", **opening}}
    return played(opened, SIT, AUTO, CUT, AUTO, BET, AUTO)[1]


def test_a_seed_gives_the_same_cards_again_and_another_one_others() -> None:
    assert faces(virtual(seed=1)) == faces(virtual(seed=1))
    assert faces(virtual(seed=1)) == faces(virtual(seed="1"))
    assert faces(virtual(seed=1)) != faces(virtual(seed=2))


def test_without_a_seed_chance_is_real() -> None:
    assert len({tuple(faces(virtual())) for _ in range(3)}) > 1


def test_the_cards_are_those_of_the_fair_shuffle_from_the_cut_on() -> None:
    seed = bytes(range(32))
    shoe = FairShoe("MB-7", 1, 6)
    stack = shuffle(Derived(seed).seed(Sealed("MB-7", 1)), shoe)
    order = [stack.cards[place(shoe, 140, drawn)] for drawn in range(40)]
    answers = virtual(seed=seed.hex())
    burned = faces(answers, "burn")
    assert burned == [str(order[0])]
    after = 1 + (1 if order[0].rank == 1 else min(order[0].rank, 10))
    assert faces(answers, "P1", "B1", "P2", "B2") == [str(card) for card in order[after : after + 4]]


def test_a_log_of_a_seed_is_written_again_to_the_byte() -> None:
    lines = {"open": {"submission": "ma-mini-continuous", "seed": 7}}, {**SIT, "buy-in": 100000}, AUTO, BET, AUTO
    assert log_of(*lines) == log_of(*lines)


def rounds(submission: str, number: int) -> list[str]:
    opened = {"open": {"submission": submission, "seed": "many"}}
    bet = {"do": "wager", **ANN, "seat": 3, "wager": "tie", "cents": 2500}
    table, answers = played(opened, {**SIT, "buy-in": 5_000_000}, AUTO, *([bet, AUTO] * number))
    assert table.session.state.coup == number + 1
    return faces(answers)


def test_a_continuous_shoe_is_another_one_for_every_coup() -> None:
    dealt = rounds("ma-mini-continuous", 3)
    assert len(set(dealt)) > 6


def test_a_new_shoe_is_another_seed() -> None:
    vault = Derived(bytes(32))
    seeds = [vault.seed(Sealed("MB-7", *name)) for name in [(1,), (2,), (1, 1), (1, 0, 1), (2, 1)]]
    assert len({vault.seed(Sealed("MB-8", 1)), *seeds}) == 6
    assert vault.seed(Sealed("MB-7", 2)) == seeds[1]


# ---------------------------------------------------------------- the automatic dealer


def test_it_stops_where_somebody_is_to_cut_and_where_nobody_has_wagered() -> None:
    table, answers = played({"open": OPEN}, SIT, AUTO, AUTO, CUT, AUTO, AUTO)
    assert refusals(answers) == []
    assert table.session.state.phase == "betting"


def test_at_a_physical_shoe_it_stops_where_a_face_is_to_be_keyed() -> None:
    opened = {"open": {"submission": "md-mini-payout", "shoe": "physical"}}
    table, answers = played(opened, SIT, AUTO, CUT, AUTO, AUTO)
    assert faces(answers) == []
    with pytest.raises(TranscriptError, match="a physical shoe shows no faces"):
        played(opened, SIT, AUTO, CUT, AUTO, {"do": "turn", **D1, "faces": ["burn"]})
    assert table.session.state.phase == "preparing"


def test_it_does_not_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.game.headless.MOST_ACTS", 5)
    with pytest.raises(TranscriptError, match="line 3: the automatic dealer does not come to rest in 5 acts"):
        played({"open": OPEN}, SIT, AUTO)


# ---------------------------------------------------------------- time and money


def test_time_goes_on_by_a_second_unless_a_line_says_otherwise() -> None:
    table, _ = played({"open": {**OPEN, "at": 5000}}, SIT, {**SIT, "who": "ben", "seat": 4, "at": 90_000})
    assert [record.batch.command.at for record in table.session.store.records()] == [5000, 6000, 90_000]


def test_time_does_not_run_backwards() -> None:
    with pytest.raises(TranscriptError, match="line 2: at: time does not run backwards, from 5000 to 7"):
        played({"open": {**OPEN, "at": 5000}}, {**SIT, "at": 7})


def test_time_has_an_end() -> None:
    with pytest.raises(TranscriptError, match="line 2: at: there is no more time"):
        played({"open": {**OPEN, "at": 2**53}}, AUTO)


def test_a_keeper_of_a_physical_shoe_keeps_nothing() -> None:
    keeper = UnknownCards()
    table, _ = played(*ONE_COUP[:2])
    state = table.session.state
    keeper.see(state, ())
    assert (keeper.knows, keeper.owes(state), keeper.cut(state)) == (False, None, None)
    assert keeper.faces(state, ["P1"]) == keeper.salts(state, ["P1"]) == {}
    with pytest.raises(LookupError, match="nothing is published about a shoe without a commitment"):
        keeper.command(state, Due(CommitShoe, Role.SYSTEM), 0)
