"""Fair shoes in a log: proved offline; whatever somebody did to them is found, at the first record that is wrong."""

import json
from functools import cache
from typing import Any

import pytest

from punto.core.cards import Card
from punto.fair import Contribution, Proof, Shoe, pledge, shuffle
from punto.game.game import Session
from punto.game.headless import Headless
from punto.game.virtual_shoe import VirtualShoe
from punto.record.export import LogFault, export
from punto.record.vault import Derived, Sealed
from punto.table import TableState
from punto.table.events import CardTurned
from punto.table.transcript import TranscriptError, read
from punto.verification.verify import Report, verify
from tests.game.sessions import ANN, AUTO, BET, CUT, SIT, VERSION, event, forged, log_of, one_coup, played, script

Fields = dict[str, Any]
OPEN: Fields = {"open": {"submission": "md-mini-payout", "seed": 5}}
SEATED: Fields = {**SIT, "buy-in": 1_000_000}
BOB: Fields = {"by": "player", "who": "bob"}
D1: Fields = {"by": "dealer", "who": "d1"}
TIE: Fields = {**BET, "wager": "tie", "cents": 2500}
ENTROPY = {"ann": b"six two four one", "bob": b"heads tails head"}


@cache
def pledges() -> tuple[Fields, ...]:
    """What ann and bob pledge for the first shoe."""
    fair = played(OPEN, SEATED)[0].session.state.fair
    assert fair is not None
    assert fair.stack is not None
    commitment, seats = bytes.fromhex(fair.stack.commitment), {"ann": 3, "bob": 4}
    made = [pledge(commitment, Contribution(who, entropy)) for who, entropy in ENTROPY.items()]
    return tuple(
        {"do": "pledge", "by": "player", "who": each.player, "seat": seats[each.player], "hash": each.hash.hex()}
        for each in made
    )


@cache
def two_shoes() -> bytes:
    """A shoe with players' entropy of which bob's is missing, played to its early end, and a coup of the next one."""
    bob = {"do": "sit", **BOB, "seat": 4, "buy-in": 50000}
    reveal = {"do": "reveal-entropy", **ANN, "seat": 3, "entropy": ENTROPY["ann"].hex()}
    decline = {"do": "perform", **BOB, "step": "decline-cut"}
    carry = {"do": "perform", **D1, "step": "carry-cut"}
    cover = {"do": "perform", **D1, "step": "place-cover", "cards": 295}
    first = (OPEN, SEATED, bob, *pledges(), AUTO, reveal, AUTO, decline, AUTO, CUT, carry, cover, AUTO)
    return log_of(*first, *[BET, AUTO] * 5, decline, AUTO, CUT, AUTO, BET, AUTO)


def found(data: bytes) -> LogFault:
    """What the fairness check finds."""
    report = verify(data)
    assert "fairness" in report.faults, report.faults
    return report.faults["fairness"]


def records(data: bytes) -> list[Any]:
    return [json.loads(line)["record"] for line in data.splitlines()[1:-1]]


def numbered(changed: list[Any]) -> None:
    """Number the events of records anew."""
    n = 1
    for record in changed:
        record["n"], n = n, n + len(record["events"])


def holding(changed: list[Any], tag: str, number: int = 0) -> Any:
    return [one for one in changed if any(each["event"] == f"{tag}/1" for each in one["events"])][number]


# ---------------------------------------------------------------- what holds


def test_a_shoe_that_was_shown_is_dealt_again_and_one_that_was_not_is_looked_at_as_far_as_can_be() -> None:
    report = verify(two_shoes())
    assert report.whole, report.faults
    assert "fairness" in report.made
    shown, waiting = report.notes
    assert shown == "table/MB-7: 1 shuffle is shown, and made again from the seed"
    assert waiting.startswith("table/MB-7: shoe 2 is not shown yet: its ")
    assert waiting.endswith(" turned cards are on its list")
    assert event(records(two_shoes()), "cards-listed")["silent"] == ["bob"]


def test_a_log_without_a_virtual_shoe_has_nothing_to_check() -> None:
    assert "fairness" not in verify(one_coup()).made


def continuous(*lines: Fields) -> Report:
    opened = {"open": {"submission": "ma-mini-continuous", "seed": 7}}
    return verify(log_of(opened, SEATED, AUTO, *lines))


def test_a_continuous_shoe_is_dealt_again_coup_by_coup() -> None:
    report = continuous(*[TIE, AUTO] * 3)
    assert report.whole, report.faults
    shown, waiting = report.notes
    assert shown == "table/MB-03: 3 shuffles are shown, and made again from the seed"
    assert waiting == "table/MB-03: shoe 1, coup 4 is not shown yet, and no card turned"


NO_MORE: Fields = {"do": "perform", **D1, "step": "no-more-bets"}
DEALS = [{"do": "deal", **D1, "place": place} for place in ("P1", "B1", "P2", "B2", "error")]


def test_a_card_carried_from_one_shuffle_to_the_next_is_proved_in_the_first() -> None:
    report = continuous(TIE, NO_MORE, *DEALS, AUTO, TIE, AUTO, TIE, AUTO)
    assert report.whole, report.faults
    assert report.notes[0].startswith("table/MB-03: 3 shuffles are shown")


def test_one_that_is_carried_twice_keeps_two_seeds_waiting() -> None:
    """Two cards are kept from the first coup; one is seen as it is dealt in the next, and goes on to the third."""
    carry = {"do": "perform", **D1, "step": "carry-card"}
    seen = {"do": "turn", **D1, "faces": ["seen"]}
    opened = {"open": {"submission": "ma-mini-continuous", "seed": 7}}
    first = (opened, SEATED, AUTO, TIE, NO_MORE, *DEALS, carry, DEALS[-1], AUTO)
    lines = (*first, TIE, NO_MORE, *DEALS[:2], seen)
    log = log_of(*lines, AUTO, TIE, AUTO)
    told = [one for record in records(log) for one in record["events"] if one["event"].startswith(("shoe-", "seed-"))]
    assert [(one["event"][:4], one["coup"], one.get("out", [])) for one in told] == [
        ("shoe", 1, []),
        ("shoe", 2, [[1, 4], [1, 5]]),
        ("shoe", 3, [[1, 5]]),
        *[("seed", coup, []) for coup in (1, 2, 3)],
        ("shoe", 4, []),
        ("seed", 4, []),
        ("shoe", 5, []),
    ]
    report = verify(log)
    assert report.whole, report.faults


def test_trouble_with_cards_of_a_whole_shoe_is_followed() -> None:
    """One card drawn in error opens the next coup; another is seen there, and a simulated round takes it."""
    seen = [{"do": "deal", **D1, "place": "error"}, {"do": "turn", **D1, "faces": ["error"]}]
    lines = (OPEN, SEATED, AUTO, CUT, AUTO, BET, NO_MORE, *DEALS, AUTO, BET, NO_MORE, DEALS[0], *seen)
    report = verify(log_of(*lines, AUTO, AUTO, BET, AUTO))
    assert report.whole, report.faults


def test_cards_found_face_up_one_after_the_other_are_two_cards() -> None:
    up = {"do": "turn", **D1, "faces": ["face-up"]}
    simulate = {"do": "perform", **D1, "step": "simulate-round"}
    opened = {"open": {"submission": "ma-mini-classic", "seed": 2}}
    log = log_of(opened, SEATED, AUTO, CUT, AUTO, up, simulate, up, simulate, AUTO)
    report = verify(log)
    assert report.whole, report.faults
    turned = [one for record in records(log) for one in record["events"] if one["event"] == "card-turned/1"]
    first, second = (one["position"] for one in turned if one["place"] == "face-up")
    assert second == first + 1


@pytest.mark.parametrize("step", ["order-shuffle", "order-recut"])
def test_a_shuffle_or_a_cut_made_again(step: str) -> None:
    order = {"do": "perform", "by": "floor", "who": "fay", "step": step}
    opened = {"open": {"submission": "ma-midi-squeeze", "seed": 1}}
    for lines in [(AUTO, CUT, order, AUTO, CUT, AUTO, BET, AUTO), (AUTO, CUT, AUTO, order, AUTO, CUT, AUTO, BET, AUTO)]:
        report = verify(log_of(opened, SEATED, *lines))
        assert report.whole, report.faults
        assert "fairness" in report.made


# ---------------------------------------------------------------- what does not


def test_a_swapped_card() -> None:
    def edit(changed: list[Any]) -> None:
        turned = holding(changed, "card-turned", 1)
        first = next(one for one in turned["events"] if one["event"] == "card-turned/1")
        first["card"] = "4h" if first["card"] != "4h" else "5h"
        turned["command"]["faces"][first["place"]] = first["card"]

    fault = found(forged(two_shoes(), edit))
    assert "with this salt is not what the list of event" in fault.words
    assert fault.n == holding(records(two_shoes()), "card-turned", 1)["n"]


def test_a_wrong_salt() -> None:
    def edit(changed: list[Any]) -> None:
        event(changed, "card-turned")["salt"] = "00" * 32

    fault = found(forged(two_shoes(), edit))
    assert "with this salt is not what the list" in fault.words
    assert fault.n == holding(records(two_shoes()), "card-turned")["n"]


def test_a_card_from_another_position() -> None:
    def edit(changed: list[Any]) -> None:
        event(changed, "card-turned")["position"] += 1

    assert "is shown from position 141; the card at burn lay at 140" in found(forged(two_shoes(), edit)).words


def test_a_list_that_is_published_after_the_cut() -> None:
    def edit(changed: list[Any]) -> None:
        listed = holding(changed, "cards-listed")
        changed.remove(listed)
        cut = next(one for one in changed if one["command"].get("step") == "place-cut")
        changed.insert(changed.index(cut) + 1, listed)
        numbered(changed)

    fault = found(forged(two_shoes(), edit))
    assert fault.words == "the cut is made before the list is published"


def test_a_seed_that_does_not_match() -> None:
    def edit(changed: list[Any]) -> None:
        shown = holding(changed, "seed-revealed")
        shown["events"][0]["seed"] = shown["command"]["seed"] = "00" * 32

    fault = found(forged(two_shoes(), edit))
    assert "commitment: this seed is not the one that was committed to" in fault.words
    assert fault.n == holding(records(two_shoes()), "seed-revealed")["n"]


def test_a_shoe_that_ended_and_was_not_shown() -> None:
    def edit(changed: list[Any]) -> None:
        changed.remove(holding(changed, "seed-revealed"))
        numbered(changed)

    fault = found(forged(two_shoes(), edit))
    assert fault.words == "shoe 1 is over, and its seed is not shown"


def test_entropy_that_was_not_pledged() -> None:
    def edit(changed: list[Any]) -> None:
        shown = holding(changed, "entropy-revealed")
        shown["events"][0]["entropy"] = shown["command"]["entropy"] = b"six two four two".hex()

    fault = found(forged(two_shoes(), edit))
    assert fault.words == "'ann' did not pledge this entropy"
    assert fault.n == holding(records(two_shoes()), "entropy-revealed")["n"]


def test_entropy_that_was_taken_away_shows_when_the_seed_is_shown() -> None:
    def edit(changed: list[Any]) -> None:
        changed.remove(holding(changed, "entropy-revealed"))
        numbered(changed)

    assert "shoe 1, listed at event" in found(forged(two_shoes(), edit)).words


def test_a_silent_player_who_is_not_named() -> None:
    def edit(changed: list[Any]) -> None:
        del event(changed, "cards-listed")["silent"]

    assert "silent: 'bob' pledged, was left out, and is not named" in found(forged(two_shoes(), edit)).words


def test_a_pledge_after_the_call() -> None:
    def edit(changed: list[Any]) -> None:
        pledged, called = holding(changed, "entropy-pledged", 1), holding(changed, "entropy-called")
        changed.remove(pledged)
        changed.insert(changed.index(called) + 1, pledged)
        numbered(changed)

    assert found(forged(two_shoes(), edit)).words == "'bob' pledges after the pledges were closed"


def test_a_list_that_is_not_what_the_seed_gives() -> None:
    """A house that lists another card for a position, and shows it with a salt that fits, is found out by its seed."""

    def edit(changed: list[Any]) -> None:
        listed, turned = holding(changed, "cards-listed"), holding(changed, "card-turned", 1)
        first = next(one for one in turned["events"] if one["event"] == "card-turned/1")
        first["card"] = turned["command"]["faces"][first["place"]] = _other(first["card"])
        proof = Proof(first["position"], Card.of(first["card"]), bytes.fromhex(first["salt"]))
        for hashes in (listed["events"][0]["hashes"], listed["command"]["hashes"]):
            hashes[first["position"]] = proof.hash.hex()

    fault = found(forged(two_shoes(), edit))
    assert "list: the entry at position" in fault.words
    assert fault.n == holding(records(two_shoes()), "seed-revealed")["n"]


def _other(card: str) -> str:
    return "4h" if card[0] not in "4" else "5h"


@cache
def coups() -> bytes:
    opened = {"open": {"submission": "ma-mini-continuous", "seed": 7}}
    return log_of(opened, SEATED, AUTO, *[TIE, AUTO] * 2)


@pytest.mark.parametrize(
    "tag, words",
    [
        ("shoe-committed", "cards are listed of a shoe that nobody committed to"),
        ("cards-listed", "a wager is made before the cards are listed"),
        ("seed-revealed", "shoe 1, coup 1 is over, and its seed is not shown"),
    ],
)
def test_what_is_missing_of_a_coup_is_missed_at_once(tag: str, words: str) -> None:
    def edit(changed: list[Any]) -> None:
        changed.remove(holding(changed, tag, 0 if tag == "seed-revealed" else 1))
        numbered(changed)

    assert found(forged(coups(), edit)).words == words


def test_neither_commitment_nor_list() -> None:
    def edit(changed: list[Any]) -> None:
        for tag in ("shoe-committed", "cards-listed"):
            changed.remove(holding(changed, tag, 1))
        numbered(changed)

    assert found(forged(coups(), edit)).words == "a wager is made before the shoe is committed to"


@pytest.mark.parametrize(
    "tag, words",
    [
        ("shoe-committed", "shoe 1, coup 2 is still played"),
        ("cards-listed", "the list is published twice"),
        ("seed-revealed", "the seed of shoe 1, coup 1 is not to be shown now"),
    ],
)
def test_what_comes_twice(tag: str, words: str) -> None:
    def edit(changed: list[Any]) -> None:
        first = holding(changed, tag, 0 if tag == "seed-revealed" else 1)
        changed.insert(changed.index(first) + 1, json.loads(json.dumps(first)))
        numbered(changed)

    assert found(forged(coups(), edit)).words == words


def test_entropy_revealed_after_the_list() -> None:
    def edit(changed: list[Any]) -> None:
        shown, listed = holding(changed, "entropy-revealed"), holding(changed, "cards-listed")
        changed.remove(shown)
        changed.insert(changed.index(listed) + 1, shown)
        numbered(changed)

    assert found(forged(two_shoes(), edit)).words == "'ann' reveals after the list was published"


class Chooser(VirtualShoe):
    """A keeper who lets the dealer choose."""

    def cut(self, state: TableState) -> int | None:
        return 156


def test_how_deep_the_dealer_cuts_is_drawn() -> None:
    """Everybody declines, so the dealer cuts; then the decks are retired, so that the seed is shown."""
    decline = {"do": "perform", **ANN, "step": "decline-cut"}
    retire = {"do": "perform", **D1, "step": "retire-decks"}
    lines = (OPEN, SEATED, AUTO, decline, AUTO, retire)
    assert verify(log_of(*lines)).whole
    table, _ = played(OPEN)
    table.keeper = Chooser(table.session.rules, keeper_of(table).vault)
    for line in read(script(*lines)).lines:
        list(table.play(line))
    fault = found(export(table.session.store, VERSION).encode())
    assert fault.words == "shoe 1: cut: the dealer cut 156 cards deep where 166 was drawn"


def test_a_transcript_cannot_choose_the_dealers_cut() -> None:
    cut = {"do": "perform", **D1, "step": "dealer-cut"}
    decline = {"do": "perform", **ANN, "step": "decline-cut"}
    with pytest.raises(TranscriptError, match="line 5: cards: how deep the dealer cuts a virtual shoe is drawn"):
        played(OPEN, SEATED, AUTO, decline, {**cut, "cards": 156})
    assert verify(log_of(OPEN, SEATED, AUTO, decline, cut, AUTO, BET, AUTO)).whole


@pytest.mark.parametrize(
    "tag, key, value",
    [
        ("shoe-committed", "commitment", "no hash"),
        ("entropy-revealed", "entropy", "no hex"),
        ("seed-revealed", "seed", "00"),
        ("card-turned", "card", "5x"),
        ("card-turned", "place", "nowhere"),
    ],
)
def test_whatever_stands_there_the_answer_is_a_fault(tag: str, key: str, value: str) -> None:
    def edit(changed: list[Any]) -> None:
        event(changed, tag)[key] = value

    assert not verify(forged(two_shoes(), edit)).whole


# ---------------------------------------------------------------- the keeper


def keeper_of(table: Headless) -> VirtualShoe:
    assert isinstance(table.keeper, VirtualShoe)
    return table.keeper


def again_after_every_line(*lines: Fields) -> bytes:
    """Play a transcript with a process that dies after every line: session and keeper are made anew from the log."""
    table, _ = played(lines[0])
    vault, store = keeper_of(table).vault, table.session.store
    for line in read(script(*lines)).lines:
        session = Session.resume(store, table.session.stream)
        table = Headless(session, VirtualShoe(session.rules, vault))
        list(table.play(line))
    return export(store, VERSION).encode()


@pytest.mark.parametrize("submission", ["md-mini-payout", "ma-mini-continuous"])
def test_a_keeper_made_anew_in_the_middle_of_anything_draws_nothing_anew(submission: str) -> None:
    lines: list[Fields] = [{"open": {"submission": submission, "seed": 3}}, SEATED, AUTO]
    lines += [CUT, AUTO] if submission == "md-mini-payout" else []
    lines += [TIE, NO_MORE, *DEALS, AUTO, TIE, NO_MORE, *DEALS[:2], AUTO, TIE, AUTO]
    assert again_after_every_line(*lines) == log_of(*lines)
    assert verify(log_of(*lines)).whole


def test_the_cards_are_a_function_of_the_vault_and_the_cards_dealt() -> None:
    table, _ = played(OPEN, SEATED, AUTO, CUT, AUTO, BET, NO_MORE, *DEALS[:3])
    state, keeper = table.session.state, keeper_of(table)
    anew = VirtualShoe(table.session.rules, keeper.vault)
    places = ["P1", "B1", "P2", "P3"]
    assert anew.faces(state, places) == keeper.faces(state, places)
    assert set(anew.faces(state, places)) == {"P1", "B1", "P2"}
    seed = keeper.vault.seed(Sealed("MB-7", 1))
    stack = shuffle(seed, Shoe("MB-7", 1, 6))
    assert state.fair is not None
    assert anew.faces(state, ["P1"]) == {"P1": str(stack.cards[state.fair.at["P1"][1]])}


def test_no_seed_is_in_the_log_before_it_is_shown() -> None:
    table, _ = played(OPEN, SEATED, AUTO, CUT, AUTO, BET, AUTO)
    seed = Derived(keeper_of(table).vault._secret).seed(Sealed("MB-7", 1))  # type: ignore[attr-defined]
    log = export(table.session.store, VERSION)
    assert seed.hex() not in log
    turned = [one for record in table.session.store.records() for one in record.batch.events]
    assert all(one.salt in log for one in turned if isinstance(one, CardTurned))
