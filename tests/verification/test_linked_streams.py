"""Verification of a log with meters: whatever is done to an award, its hit or its stakes is seen."""

from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.record.export import Check
from punto.verification.verify import verify
from tests.game.linked import (
    BOTH,
    METERS,
    MUST_HIT,
    NO_ROYAL,
    PLAYER,
    Edit,
    Linked,
    of,
    opening,
    renumbered,
    with_event,
)
from tests.game.sessions import event, forged


@cache
def whole() -> bytes:
    """Seat 1 wins the Star; then the Heart, which is taken back; Must Hit is won every time."""
    there = Linked(opening("ma-midi", MUST_HIT), BOTH, PLAYER, NO_ROYAL).play_with(1, 3).settled(1)
    there.must(do="correct", by="floor", place="P2", card="8h", why="it was the eight")
    there.auto(until="clear-cards")
    return there.play_with(3).log()


def faults_of(edit: Edit) -> dict[Check, str]:
    data = forged(whole(), edit)
    assert data != whole()
    report = verify(data)
    assert not report.whole
    assert "chain" not in report.faults
    return {check: str(fault) for check, fault in report.faults.items()}


def test_the_log_is_whole() -> None:
    assert verify(whole()).whole
    assert forged(whole(), lambda records: None) == whole()


def higher_award(records: list[Any]) -> None:
    paid = event(records, "award-paid")
    paid["cents"] = paid["postings"][0][2] = 60_000_00


def posted_otherwise(records: list[Any]) -> None:
    event(records, "award-paid")["postings"][0][2] = 60_000_00


def to_another_seat(records: list[Any]) -> None:
    paid = event(records, "award-paid")
    paid["seat"], paid["postings"][0][1] = 3, "seat/3"


def award_missing(records: list[Any]) -> None:
    with_event(records, "award-paid")["events"].pop()
    renumbered(records)


def two_awards(records: list[Any]) -> None:
    events = with_event(records, "award-paid")["events"]
    events.append(deepcopy(events[-1]))
    renumbered(records)


def award_of_no_meter(records: list[Any]) -> None:
    award = deepcopy(event(records, "award-paid"))
    of(records, "wager", "table/")["events"].append(award)
    renumbered(records)


def higher_hit(records: list[Any]) -> None:
    """Both sides say the same, and the meter never showed so much."""
    hit = event(records, "meter-hit")
    hit["award"] = hit["shown"] = 60_000_00
    hit["moves"][0][2] = 60_000_00 * 1_000_000
    higher_award(records)


def hit_missing(records: list[Any]) -> None:
    records.remove(with_event(records, "meter-hit"))
    renumbered(records)


def meters_cut_off(records: list[Any]) -> None:
    last = max(index for index, record in enumerate(records) if record["stream"] == METERS)
    del records[last]


def no_meters_at_all(records: list[Any]) -> None:
    records[:] = [record for record in records if record["stream"] != METERS]


def hit_elsewhere(records: list[Any]) -> None:
    """The hit stands in the log, but not where it was appended."""
    record = with_event(records, "meter-hit")
    index = records.index(record)
    records[index], records[index + 1] = records[index + 1], record


def not_taken_back(records: list[Any]) -> None:
    records.remove(of(records, "reverse"))
    renumbered(records)


def stakes_kept(records: list[Any]) -> None:
    del event(records, "coup-ended")["postings"]


def fewer_stakes(records: list[Any]) -> None:
    event(records, "coup-ended")["postings"][0][2] = 5_00


def contributed_less(records: list[Any]) -> None:
    record = of(records, "end-round", METERS)
    record["command"]["seats"] = record["events"][0]["seats"] = [1]


def pots_out_of_nothing(records: list[Any]) -> None:
    event(records, "stakes-contributed")["moves"][0][2] += 1


def another_winner(records: list[Any]) -> None:
    won = event(records, "must-hit-won")
    paid = next(e for r in records for e in r["events"] if e["event"] == "award-paid/1" and e["category"] == "must-hit")
    won["seat"] = paid["seat"] = 1 if won["seat"] == 3 else 3
    paid["postings"][0][1] = f"seat/{paid['seat']}"


def winner_who_made_no_wager(records: list[Any]) -> None:
    """In the last coup only seat 3 made it."""
    won, paid = event(records, "must-hit-won", -1), event(records, "award-paid", -1)
    won["seat"] = paid["seat"] = 1
    paid["postings"][0][1] = "seat/1"


def another_seed(records: list[Any]) -> None:
    event(records, "must-hit-won")["seed"] = "11" * 32


def another_trigger(records: list[Any]) -> None:
    event(records, "must-hit-won")["trigger"] -= 1


def another_commitment(records: list[Any]) -> None:
    event(records, "must-hit-armed")["commitment"] = "22" * 32


def no_seed_at_all(records: list[Any]) -> None:
    event(records, "must-hit-won")["seed"] = "x"


FORGERIES: list[tuple[Edit, Check, str]] = [
    (
        higher_award,
        "settlement",
        "the star award of seat 1 is 5000000 cents by its meter, and is paid otherwise: postings",
    ),
    (posted_otherwise, "settlement", "and is paid otherwise: postings"),
    (posted_otherwise, "money", "audit: posting 1: expected 5000000 cents from house to seat/1"),
    (to_another_seat, "settlement", "and is paid otherwise: postings"),
    (to_another_seat, "money", "audit: an award to seat 3: expected none, found star"),
    (award_missing, "settlement", "the star award of seat 1, 5000000 cents by its meter, is not paid"),
    (award_missing, "money", "audit: the coup ends: expected the star award paid to seat 1, found none"),
    (two_awards, "settlement", "5000000 cents are paid to seat 1 as an award that no meter made"),
    (two_awards, "money", "audit: an award to seat 1: expected no second one, found star"),
    (award_of_no_meter, "settlement", "as an award that no meter made"),
    (award_of_no_meter, "money", "audit: an award to seat 1: expected a settlement before it"),
    (higher_hit, "replay", "meter-hit/1: "),
    (higher_hit, "settlement", "and is paid otherwise: postings"),
    (hit_missing, "settlement", "progressive/royal-9 has nothing of what follows from this"),
    (meters_cut_off, "settlement", "progressive/royal-9 has nothing of what follows from this"),
    (no_meters_at_all, "settlement", "progressive/royal-9 cannot be followed to here"),
    (hit_elsewhere, "settlement", "progressive/royal-9 has nothing of what follows from this"),
    (not_taken_back, "settlement", "progressive/royal-9 has nothing of what follows from this"),
    (stakes_kept, "replay", "coup-ended/1: postings comes out otherwise"),
    (stakes_kept, "money", "audit: posting 1: expected 1000 cents from progressive/royal-9 to house, found nothing"),
    (fewer_stakes, "money", "found 500 cents from progressive/royal-9 to house"),
    (contributed_less, "settlement", "the table's record before asks for another command: seats"),
    (pots_out_of_nothing, "money", "stakes of 500 cents were taken"),
    (another_winner, "replay", "must-hit-won/1: seat comes out otherwise"),
    (another_winner, "settlement", "the must-hit award of seat"),
    (winner_who_made_no_wager, "money", "audit: Must Hit to seat 1: expected one of seats [3], and one alone"),
    (another_seed, "fairness", "Must Hit: commitment: this seed is not the one that was committed to"),
    (another_seed, "replay", "must-hit-armed/1: commitment comes out otherwise when it is decided again"),
    (another_trigger, "fairness", "Must Hit: trigger: the seed gives"),
    (another_commitment, "fairness", "Must Hit: commitment"),
    (no_seed_at_all, "replay", ""),
]


@pytest.mark.parametrize(
    "edit, check, words", FORGERIES, ids=[f"{edit.__name__}-{check}" for edit, check, _ in FORGERIES]
)
def test_a_forgery_is_seen_though_its_chain_holds(edit: Edit, check: Check, words: str) -> None:
    found = faults_of(edit)
    assert check in found, found
    assert words in found[check]


# ---------------------------------------------------------------- whatever is done to it


rows = st.integers(0, 1000)


@given(st.lists(st.tuples(st.sampled_from(["drop", "double", "swap"]), rows, rows), min_size=1, max_size=3))
@settings(max_examples=12)
def test_records_of_several_streams_may_be_mixed_up_and_nothing_stumbles(edits: list[tuple[str, int, int]]) -> None:
    def edit(records: list[Any]) -> None:
        for what, one, other in edits:
            first, second = one % len(records), other % len(records)
            match what:
                case "drop" if len(records) > 1:
                    del records[first]
                case "double":
                    records.insert(second, deepcopy(records[first]))
                case _:
                    records[first], records[second] = records[second], records[first]

    report = verify(forged(whole(), edit))
    assert all(str(fault) for fault in report.faults.values())


@given(st.integers(0, len(whole()) - 1), st.integers(1, 255))
@settings(max_examples=12)
def test_any_byte_that_is_changed_is_seen(position: int, by: int) -> None:
    data = whole()
    assert not verify(data[:position] + bytes([data[position] ^ by]) + data[position + 1 :]).whole
