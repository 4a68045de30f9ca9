"""Verification of a log in several processes, and in memory that does not grow with it."""

import os
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from punto.apps.cli.bench.verify import write_log
from punto.record.log_reader import LogSource, Scan, read
from punto.verification import seen, verify
from punto.verification.seen import Seen
from punto.verification.survey import Survey
from tests.apps.cli.running import punto
from tests.game.sessions import event, forged

TABLES = frozenset({"table/T1"}), frozenset({"table/T2"})


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of two tables whose rounds alternate."""
    path = tmp_path_factory.mktemp("logs") / "two.jsonl"
    write_log(path, "md-mini-classic", tables=2, rounds=6)
    return path


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "LEAST", 1)


def test_tables_of_their_own_are_parts_of_their_own(log: Path) -> None:
    assert {*Survey.of(LogSource(path=log)).parts(3)} == {*TABLES}
    assert Survey.of(LogSource(path=log)).parts(1) == [TABLES[0] | TABLES[1]]


def test_a_table_and_its_meters_are_one_part(tmp_path: Path) -> None:
    write_log(tmp_path / "log.jsonl", "ma-midi-squeeze", tables=2, rounds=2)
    parts = Survey.of(LogSource(path=tmp_path / "log.jsonl")).parts(4)
    assert {*parts} == {frozenset({f"table/T{n}", f"progressive/T{n}"}) for n in (1, 2)}


def test_every_line_belongs_to_one_scan(log: Path) -> None:
    source, lines = LogSource(path=log), Counter[int]()
    scans = [Scan(source, frozenset(), rest=True), *(Scan(source, part, rest=False) for part in TABLES)]
    for scan in scans:
        lines.update(entry.line for entry in scan if entry is not None)
    whole = read(log.read_bytes())
    assert lines == Counter(entry.line for entry in whole.entries)
    assert sum(scan.frame.records for scan in scans) == whole.records


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("wrong", [False, True], ids=["whole", "forged"])
def test_workers_report_what_one_process_reports(log: Path, tmp_path: Path, wrong: bool) -> None:
    data = log.read_bytes()
    if wrong:
        data = forged(data, lambda records: event(records, "wager-made", 20).update(cents=1))
        data = data.replace(b'"shoe-committed/1","shoe":1', b'"shoe-committed/1","shoe":2', 1)
    path = tmp_path / "log.jsonl"
    path.write_bytes(data)
    alone = verify.verify(data)
    assert alone.whole is not wrong
    assert verify.verify_log(LogSource(path=path), workers=2) == alone


def _dies(job: object, streams: frozenset[str], there: Connection) -> None:
    os._exit(9)


@pytest.mark.usefixtures("_small")
def test_a_log_is_verified_even_if_a_worker_dies(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "_work", _dies)
    assert verify.verify_log(LogSource(path=log), workers=2) == verify.verify(log.read_bytes())


def test_a_command_is_recognized_however_long_ago_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "RECENT", 3)
    known = Seen()
    assert not any(known.again("table/T1", "ann", f"{number}") for number in range(20))
    assert all(known.again("table/T1", "ann", f"{number}") for number in range(20))
    assert not known.again("table/T1", "bob", "1")
    assert not known.again("table/T2", "ann", "1")


def test_a_log_from_a_pipe(log: Path) -> None:
    run = punto("verify", "-", stdin=log.read_text())
    assert run.code == 0
    assert run.out.endswith("intact\n")


def test_the_benchmark_says_what_it_extrapolates() -> None:
    found = punto("bench", "verify", "--tables", "2", "--rounds", "4", "--workers", "1", "--json").json
    assert (found["benchmark"], found["rounds"], found["workers"]) == ("verify", 4, 1)
    assert found["rounds-per-core-second"] > 0
    assert found["megabytes"] > 0
