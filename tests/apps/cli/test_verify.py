"""``punto verify``: a verdict as text and JSON, exit codes, a hash that was noted earlier."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.apps.cli.running import process, punto
from tests.game.sessions import event, forged, one_coup


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_bytes(one_coup())
    return path


def test_a_whole_log(log: Path) -> None:
    run = punto("verify", log)
    assert (run.code, run.err) == (0, "")
    first, stream, *checks, verdict = run.out.splitlines()
    assert first.endswith("events")
    assert stream.startswith("table/MB-7: event ")
    assert [line.split()[:2] for line in checks[:5]] == [
        [check, "passed"] for check in ("file", "chain", "replay", "money", "settlement")
    ]
    assert checks[5] == "fairness     nothing to check: no shoe of this log was committed to"
    assert checks[6] == "duties       nothing to check: this export does not hold the floor's journal, house/floor"
    assert verdict == "intact"


def test_a_whole_log_as_json(log: Path) -> None:
    run = punto("verify", log, "--json")
    assert run.code == 0
    assert list(run.json) == ["whole", "records", "events", "streams", "checks", "notes"]
    assert run.json["whole"] is True
    assert run.json["checks"]["chain"] == {"holds": True}
    assert run.json["checks"]["fairness"]["holds"] is None
    end = json.loads(one_coup().splitlines()[-1])["end"]
    assert run.json["streams"] == end["streams"]
    assert run.json["records"] == end["records"]


def test_a_log_from_standard_input() -> None:
    assert punto("verify", "-", stdin=one_coup().decode()).code == 0
    assert punto("verify", "-", stdin="").code == 1


def changed(data: bytes) -> bytes:
    return data.replace(b'"buy-in":50000', b'"buy-in":60000')


def cut_off(data: bytes) -> bytes:
    return b"".join(data.splitlines(keepends=True)[:12])


def reordered(data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    lines[8], lines[9] = lines[9], lines[8]
    return b"".join(lines)


def doubled(data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join([*lines[:9], lines[8], *lines[9:]])


def paid_more(data: bytes) -> bytes:
    def edit(records: list[Any]) -> None:
        event(records, "coup-settled")["lines"][0]["paid"] = 99999

    return forged(data, edit)


BROKEN: list[tuple[Callable[[bytes], bytes], str, int, str]] = [
    (changed, "chain", 3, "was changed"),
    (cut_off, "file", 12, "the end is missing: the log was cut off after 11 records"),
    (reordered, "chain", 9, "stands in the wrong place"),
    (doubled, "chain", 10, "repetition"),
    (paid_more, "settlement", 0, "the lines have 99999 cents paid"),
    (paid_more, "replay", 0, "coup-settled/1: lines[0].paid comes out otherwise"),
]


@pytest.mark.parametrize(
    "edit, check, line, words", BROKEN, ids=[f"{edit.__name__}-{check}" for edit, check, *_ in BROKEN]
)
def test_what_does_not_hold_is_named_with_its_record(
    edit: Callable[[bytes], bytes], check: str, line: int, words: str, log: Path
) -> None:
    log.write_bytes(edit(one_coup()))
    run = punto("verify", log)
    assert (run.code, run.err) == (1, "")
    assert run.out.splitlines()[-1] == "CORRUPT"
    (said,) = (each for each in run.out.splitlines() if each.startswith(check))
    assert said.split()[1] == "FAILED:"
    assert words in said
    found = punto("verify", log, "--json").json
    assert (found["whole"], found["checks"][check]["holds"]) == (False, False)
    assert words in found["checks"][check]["message"]
    if line:
        assert found["checks"][check]["line"] == line


def test_a_hash_that_was_noted_is_still_there(log: Path) -> None:
    lines = one_coup().splitlines()
    noted = json.loads(lines[10])["hash"]
    run = punto("verify", log, "--contains", noted)
    assert run.code == 0
    assert "noted hash   is in it" in run.out
    assert punto("verify", log, "--contains", noted, "--json").json["holds"] is True


def test_a_log_that_was_written_again_does_not_hold_it(log: Path) -> None:
    """Every check holds: only the hash that somebody noted tells the two apart."""

    def edit(records: list[Any]) -> None:
        records[1]["command"]["id"] = "another"

    noted = json.loads(one_coup().splitlines()[10])["hash"]
    log.write_bytes(forged(one_coup(), edit))
    assert punto("verify", log).code == 0
    run = punto("verify", log, "--contains", noted)
    assert run.code == 1
    assert "is NOT in it: this is another log" in run.out
    assert punto("verify", log, "--contains", noted, "--json").code == 1


@pytest.mark.parametrize("noted", ["", "abc", "X" * 64, "A" * 64])
def test_what_is_no_hash_is_one_line(noted: str, log: Path) -> None:
    punto("verify", log, "--contains", noted).refused("64 hexadecimal digits")


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    punto("verify", tmp_path / "missing.jsonl").refused("missing.jsonl", "No such file")
    punto("verify", tmp_path).refused("folder")
    punto("verify").refused("LOG")


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"{}\n", b"PK\x03\x04", b"[" * 100_000, b"\n\n\n"])
def test_what_is_no_log_is_not_whole(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(data)
    run = punto("verify", path)
    assert (run.code, run.err) == (1, "")
    assert punto("verify", path, "--json").json["whole"] is False


def test_a_process_says_no_with_1(log: Path) -> None:
    assert process("verify", log).code == 0
    log.write_bytes(one_coup()[:-1])
    assert process("verify", log).code == 1


def test_of_a_file_without_records_nothing_but_the_file_is_checked(tmp_path: Path) -> None:
    """A check that had nothing to look at does not say that it holds."""
    path = tmp_path / "letter.txt"
    path.write_text("no log at all")
    run = punto("verify", path)
    assert run.code == 1
    assert " holds" not in run.out
    assert run.out.count("nothing to check: no record could be read") == 4
