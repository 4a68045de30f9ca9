"""A public beacon at live tables: named at the commitment, waited for, left out if it is missing; and the cheats."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from punto.floor import Clock, Floor, Pace, Setup
from punto.record.export import export
from punto.record.memory import MemoryDurable, MemoryStore
from punto.verification.verify import Report, knowing, verify
from tests.fair import stranger
from tests.fair.drand import OWN, OwnBeacon, signed
from tests.floor.floors import submission
from tests.floor.virtual import evening
from tests.game.sessions import event, forged

START = 1_800_000_000_000
PACE = Pace(bets=3_000, beat=200, prepare=400, choice=5_000, round=0)


def played(name: str, beacon: OwnBeacon | None, seconds: int) -> bytes:
    """The log of a table with two demo players at a floor with a beacon."""
    store = MemoryDurable()

    async def run() -> None:
        house = await Floor.open(store, Clock(START), beacon=beacon)
        desk = await house.open_table(submission(name, "T"), Setup(pace=PACE, players=2))
        await house.clock.sleep_until(START + 1000 * seconds)
        assert not desk.failed, desk.failed
        await house.stop()

    evening(run())

    async def log() -> bytes:
        return export(MemoryStore([record async for record in store.records()]), "0.1.0").encode()

    return asyncio.run(log())


def report(log: bytes) -> Report:
    return verify(log, knowing(OWN))


def events(log: bytes, tag: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in log.splitlines()]
    return [
        event | {"given": line["record"]["command"]["at"]}
        for line in lines
        if "record" in line
        for event in line["record"]["events"]
        if event["event"].startswith(tag)
    ]


@pytest.mark.parametrize("name, seconds", [("md-mini-classic", 60), ("ma-mini-continuous", 120)])
def test_every_shuffle_has_the_round_that_its_commitment_named(name: str, seconds: int) -> None:
    beacon = OwnBeacon()
    log = played(name, beacon, seconds)
    found = report(log)
    assert found.whole, found.faults
    committed, shown = events(log, "shoe-committed"), events(log, "beacon-shown")
    assert len(shown) >= (2 if name == "ma-mini-continuous" else 1)
    for one in committed:
        assert one["beacon"] == OWN.hash.hex()
        assert one["round-at"] == OWN.time_of(one["round"]) > one["given"]
    assert all(one["given"] >= OWN.time_of(named["round"]) for one, named in zip(shown, committed, strict=False))
    assert {one["who"] for one in events(log, "entropy-revealed")} == {"bot-1", "bot-2"}
    assert any("made with beacon tests, its signatures checked" in note for note in found.notes), found.notes
    unknown = verify(log)
    assert unknown.whole
    assert any("which is not known here, whose signatures are not checked" in note for note in unknown.notes)


@pytest.mark.parametrize("name", ["md-mini-classic", "ma-mini-continuous"])
def test_a_beacon_that_is_away_stops_nothing_and_the_proof_says_so(name: str) -> None:
    beacon = OwnBeacon(away=True)
    log = played(name, beacon, 120)
    found = report(log)
    assert found.whole, found.faults
    assert beacon.asked
    assert not events(log, "beacon-shown")
    assert events(log, "coup-settled")
    assert any("made without the round of beacon tests that was named" in note for note in found.notes), found.notes


def test_without_a_beacon_no_commitment_names_one() -> None:
    log = played("md-mini-classic", None, 30)
    assert not any("beacon" in one for one in events(log, "shoe-committed"))


def test_the_verifier_of_the_manual_reads_shoes_with_a_beacon() -> None:
    log = played("ma-mini-continuous", OwnBeacon(), 120)
    said = [stranger.verify(shoe) for shoe in stranger.shoes(log.decode().splitlines())]
    assert said
    assert set(said) == {"everything holds, but the beacon is another than quicknet"}


# ---------------------------------------------------------------- the house as a cheat


@pytest.fixture(scope="module")
def log() -> bytes:
    return played("ma-mini-continuous", OwnBeacon(), 30)


def at_fault(log: bytes, edit: Callable[[list[Any]], None]) -> str:
    fault = report(forged(log, edit)).faults.get("fairness")
    return fault.words if fault is not None else ""


def given(records: list[Any], tag: str) -> dict[str, Any]:
    """The command of the first record with an event of a tag."""
    found = [record for record in records if any(one["event"].startswith(f"{tag}/") for one in record["events"])]
    command: dict[str, Any] = found[0]["command"]
    return command


def test_a_round_that_was_public_at_the_commitment_is_found(log: bytes) -> None:
    def edit(records: list[Any]) -> None:
        given(records, "shoe-committed")["at"] = event(records, "shoe-committed")["round-at"]

    assert "which was public when it was committed to" in at_fault(log, edit)


def test_a_round_that_is_due_at_another_time_than_the_commitment_says_is_found(log: bytes) -> None:
    def edit(records: list[Any]) -> None:
        event(records, "shoe-committed")["round-at"] += 60_000

    assert "is not due when the commitment says" in at_fault(log, edit)


def test_a_signature_that_the_house_invents_or_takes_from_another_round_is_found(log: bytes) -> None:
    for signature in ("ab" * 48, signed(5).signature.hex()):

        def edit(records: list[Any], signature: str = signature) -> None:
            event(records, "beacon-shown")["signature"] = signature

        assert "of beacon tests is not signed with its key" in at_fault(log, edit)


@pytest.mark.parametrize(
    "tag, words", [("entropy-pledged", "pledges when the"), ("entropy-revealed", "reveals when the")]
)
def test_entropy_that_could_be_chosen_to_suit_the_round_is_found(tag: str, words: str, log: bytes) -> None:
    def edit(records: list[Any]) -> None:
        given(records, tag)["at"] = event(records, "shoe-committed")["round-at"]

    assert f"{words} beacon's round was public" in at_fault(log, edit)


def test_a_round_that_the_house_leaves_out_is_one_choice_and_the_proof_names_it(log: bytes) -> None:
    """The house has seen the round, likes the other order more, and lists without it: it verifies, and says so."""
    found = report(played("ma-mini-continuous", OwnBeacon(away=True), 60))
    assert found.whole
    assert any("without the round of beacon tests that was named" in note for note in found.notes)
