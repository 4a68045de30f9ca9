"""Golden logs as version 1 writes them, one per rulebook and two with virtual shoes. They verify for ever."""

import json
from pathlib import Path

import pytest

from punto.game.game import Session
from punto.law.rulebook import documents
from punto.record.export import export
from punto.record.log_reader import load
from punto.verification.verify import verify
from tests.apps.cli.running import punto
from tests.game.sessions import GOLDEN, LOGS, SCRIPTS

FAIR = ("fair", "fair-continuous")


def test_every_rulebook_has_one() -> None:
    names = (*documents(), *FAIR, "royal-9")  # the last with its meters, and a wallet
    assert {path.name for path in LOGS} == {f"{name}.log.jsonl" for name in names}
    assert {path.name for path in SCRIPTS} == {f"{name}.script.jsonl" for name in names}


def test_a_log_from_before_there_were_meters_keeps_its_stakes_at_the_table() -> None:
    """Its table names no installation, so nothing is passed on and nothing awarded; it verifies all the same."""
    data = (GOLDEN / "old" / "ma-midi.log.jsonl").read_bytes()
    assert verify(data).whole
    session = Session.resume(load(data), "table/MD-11")
    assert (session.state.progressive, session.state.accounts["progressive/royal-9"]) == ("", 5_00)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_it_verifies(path: Path) -> None:
    report = verify(path.read_bytes())
    faults = "\n".join(f"{check}: {fault}" for check, fault in report.faults.items())
    assert report.whole, f"{path.name}\n{faults}\n(before the first release: python -m tests.verification.make_golden)"
    fair = {"fairness"} if path.name.removesuffix(".log.jsonl") in FAIR else set()
    assert report.made == {"file", "chain", "replay", "money", "settlement"} | fair


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_it_is_read_and_written_again_to_the_byte(path: Path) -> None:
    data = path.read_bytes()
    version = json.loads(data.splitlines()[0])["header"]["punto"]
    assert export(load(data), version).encode() == data


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_its_table_can_be_taken_up_where_it_ends(path: Path) -> None:
    store = load(path.read_bytes())
    (stream,) = {record.stream for record in store.records() if record.stream.startswith("table/")}
    last = store.last(stream)
    assert last is not None
    session = Session.resume(store, stream)
    assert (session.stream, session.state.version) == (stream, last.last)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_its_transcript_plays_as_it_expects(path: Path) -> None:
    run = punto("run", path)
    assert (run.code, run.err) == (0, "")
    lines = [json.loads(line) for line in run.out.splitlines()]
    assert any(line.get("event") == "coup-settled/1" for line in lines)
