"""``punto run``: events and refusals as JSON lines, expectations, logs, and one line where a transcript is bad."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from punto.apps.cli.output import write_whole
from punto.verification.verify import verify
from tests.apps.cli.running import SUBMISSIONS, Run, edited, process, punto
from tests.game.sessions import ANN, AUTO, BET, CUT, ONE_COUP, OPEN, SIT, script

D1 = {"by": "dealer", "who": "d1"}


def run(*lines: dict[str, Any], arguments: tuple[str | Path, ...] = ()) -> Run:
    return punto("run", "-", *arguments, stdin=script(*lines))


def answers(*lines: dict[str, Any]) -> list[dict[str, Any]]:
    done = run(*lines)
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def test_one_coup() -> None:
    events = answers(*ONE_COUP)
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    (settled,) = (event for event in events if event["event"] == "coup-settled/1")
    assert (settled["winner"], settled["player"], settled["banker"]) == ("banker", 1, 8)
    (line,) = settled["lines"]
    assert (line["seat"], line["wager"], line["stake"], line["paid"], line["vigorish"]) == (
        3,
        "banker",
        10000,
        10000,
        500,
    )


def test_an_event_is_a_line_with_its_number_its_tag_and_its_section() -> None:
    done = run(*ONE_COUP)
    (line,) = (line for line in done.out.splitlines() if '"place": "P1", "card"' in line)
    turned = json.loads(line)
    assert list(turned)[:4] == ["n", "event", "place", "card"]
    assert list(turned)[-1] == "section"
    assert (turned["event"], turned["place"], turned["card"]) == ("card-turned/1", "P1", "Ks")


def test_a_refusal_is_a_line_and_does_not_stop_the_run() -> None:
    *_, refused, sat = answers({"open": OPEN}, {**SIT, "seat": 99}, SIT)
    assert list(refused) == ["refused", "line", "section", "detail"]
    assert refused == {"refused": "no-such-seat", "line": 2, "section": ".02A", "detail": {"seats": 7}}
    assert sat["event"] == "player-seated/1"


def test_a_command_that_comes_again_is_answered_again_and_done_once() -> None:
    same = {**SIT, "id": "x"}
    _, first, second, left = answers({"open": OPEN}, same, same, {"do": "leave", **ANN, "seat": 3})
    assert first == second
    assert left["postings"] == [["seat/3", "house", 50000, "chips taken away"]]


def test_a_refused_command_that_comes_again_is_decided_anew() -> None:
    ben = {**SIT, "who": "ben", "id": "b"}
    tags = [each.get("event") for each in answers({"open": OPEN}, SIT, ben, {"do": "leave", **ANN, "seat": 3}, ben)]
    assert tags == ["table-opened/1", "player-seated/1", None, "player-left/1", "player-seated/1"]


def test_a_late_retry_does_not_become_a_wager_in_the_next_coup() -> None:
    late = {**BET, "coup": 1}
    *_, refused = answers({"open": {**OPEN, "cards": OPEN["cards"] + " 4h 4c 5h 5c"}}, *ONE_COUP[1:], late)
    assert (refused["refused"], refused["detail"]) == ("wrong-coup", {"coup": 2})


# ---------------------------------------------------------------- expectations


def test_expectations_that_are_met_are_quiet() -> None:
    lines = (
        {"open": OPEN, "expect": "table-opened"},
        {**SIT, "expect": "player-seated"},
        {**SIT, "who": "ben", "expect": {"refused": "seat-taken"}},
        {**AUTO, "expect": "step-performed"},
    )
    assert run(*lines).code == 0


@pytest.mark.parametrize(
    "line, words",
    [
        ({**SIT, "seat": 99, "expect": "player-seated"}, "line 2: expected player-seated; refused: no-such-seat came"),
        ({**SIT, "expect": {"refused": "seat-taken"}}, "line 2: expected refused: seat-taken; player-seated came"),
        ({**SIT, "expect": "card-turned"}, "line 2: expected card-turned; player-seated came"),
        ({**CUT, "expect": "step-performed"}, "line 2: expected step-performed; refused: step-not-due came"),
    ],
)
def test_an_expectation_that_is_not_met_is_said_and_the_run_goes_on(line: dict[str, Any], words: str) -> None:
    done = run({"open": OPEN}, line, {**SIT, "who": "ben", "seat": 5})
    assert done.code == 1
    assert done.err == f"punto: {words}\n"
    assert json.loads(done.out.splitlines()[-1])["who"] == "ben"


def test_an_automatic_dealer_who_has_nothing_to_do_brings_nothing() -> None:
    done = run({"open": OPEN}, SIT, AUTO, {**AUTO, "expect": "step-performed"})
    assert (done.code, done.err) == (1, "punto: line 4: expected step-performed; nothing came\n")


def test_every_expectation_that_is_not_met_is_said() -> None:
    done = run({"open": OPEN, "expect": "coup-settled"}, {**SIT, "expect": "coup-settled"})
    assert (done.code, done.err.count("\n")) == (1, 2)


# ---------------------------------------------------------------- submissions


def test_a_submission_is_a_file_here_or_beside_the_transcript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edited(SUBMISSIONS / "md-mini-payout.toml", tmp_path, ('"MB-7"', '"MINE"'))
    transcript = tmp_path / "script.jsonl"
    transcript.write_text(script({"open": {"submission": "md-mini-payout.toml"}}))
    assert json.loads(punto("run", transcript).out)["table"] == "MINE"
    absolute = {"open": {"submission": str(tmp_path / "md-mini-payout.toml")}}
    assert json.loads(run(absolute).out)["table"] == "MINE"
    monkeypatch.chdir(tmp_path)
    assert json.loads(run({"open": {"submission": "md-mini-payout.toml"}}).out)["table"] == "MINE"


@pytest.mark.parametrize("path", sorted(SUBMISSIONS.glob("*.toml")), ids=lambda path: path.stem)
@pytest.mark.parametrize("shoe", ["physical", "virtual"])
def test_every_submission_that_we_ship_opens_and_prepares_its_shoe(path: Path, shoe: str) -> None:
    events = answers({"open": {"submission": path.stem, "shoe": shoe}}, AUTO)
    assert events[0]["event"] == "table-opened/1"
    assert len(events) > 1


def test_an_unknown_submission_is_told_the_near_one() -> None:
    run({"open": {"submission": "md-mini-payot"}}).refused("'md-mini-payot'", "did you mean 'md-mini-payout'?")


def test_an_unlawful_submission_is_answered_with_its_findings(tmp_path: Path) -> None:
    path = edited(
        SUBMISSIONS / "md-mini-payout.toml", tmp_path, ("seats = 7", "seats = 11"), ("decks = 12", "decks = 3")
    )
    done = run({"open": {"submission": str(path)}})
    assert (done.code, done.out) == (1, "")
    assert "[seats-outside]" in done.err
    assert all(line.startswith(f"punto: {path}: $.") for line in done.err.splitlines())


@pytest.mark.parametrize("text, code", [("seats =", "not-toml"), ('rulebook = "ma-minni"', "unknown-rulebook")])
def test_a_submission_without_a_rulebook_too(text: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text)
    done = run({"open": {"submission": str(path)}})
    assert (done.code, done.out) == (1, "")
    assert f"[{code}]" in done.err


# ---------------------------------------------------------------- logs


def test_the_log_is_written_whole_and_verifies(tmp_path: Path) -> None:
    target = tmp_path / "log.jsonl"
    done = run(*ONE_COUP, arguments=("-o", target))
    assert (done.code, done.err) == (0, f"written: {target}\n")
    assert verify(target.read_bytes()).whole
    assert [*tmp_path.iterdir()] == [target]


def test_it_is_written_though_an_expectation_was_not_met(tmp_path: Path) -> None:
    target = tmp_path / "log.jsonl"
    assert run({"open": OPEN}, {**SIT, "expect": "coup-settled"}, arguments=("-o", target)).code == 1
    assert verify(target.read_bytes()).whole


def test_a_bad_transcript_writes_none_and_leaves_an_old_one(tmp_path: Path) -> None:
    target = tmp_path / "log.jsonl"
    target.write_text("old")
    run({"open": OPEN}, {"do": "sitt"}, arguments=("-o", target)).refused("line 2", "did you mean 'sit'?")
    assert run({"open": {**OPEN, "cards": "2c"}}, *ONE_COUP[1:], arguments=("-o", target)).code == 2
    assert target.read_text() == "old"
    assert [*tmp_path.iterdir()] == [target]


def test_a_log_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    done = run({"open": OPEN}, arguments=("-o", tmp_path / "nowhere" / "log.jsonl"))
    assert done.code == 2
    assert "cannot be written" in done.err


# ---------------------------------------------------------------- bad transcripts


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "standard input: line 1: there is nothing here"),
        ("{}", "line 1: the first line opens the table"),
        (script({"open": OPEN}) + "{", "line 2: invalid JSON"),
        (script({"open": OPEN}, {**SIT, "sead": 3}), "line 2: no field is called 'sead': did you mean 'seat'?"),
        (script({"open": OPEN}, SIT, {**SIT, "seat": "3"}), "line 3: seat: Expected `int`, got `str`"),
    ],
)
def test_a_bad_line_is_one_line_and_nothing_is_played(text: str, words: str) -> None:
    punto("run", "-", stdin=text).refused(words)


def test_a_transcript_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    punto("run", tmp_path / "missing.jsonl").refused("missing.jsonl", "No such file")
    punto("run", tmp_path).refused("folder")
    (tmp_path / "latin.jsonl").write_bytes(b'{"open": "\xe9"}')
    punto("run", tmp_path / "latin.jsonl").refused("UTF-8")


@pytest.mark.parametrize(
    "lines, words",
    [
        (({"open": {**OPEN, "cards": "2c"}}, *ONE_COUP[1:]), "line 5: a card is due"),
        (({"open": OPEN}, SIT, {**BET, "at": 3}), "line 3: at: time does not run backwards"),
        (
            ({"open": {"submission": "md-mini-payout"}}, {"do": "turn", **D1, "faces": ["P1"]}),
            "line 2: faces: a physical",
        ),
    ],
)
def test_what_only_playing_shows_ends_the_run_with_one_line(lines: tuple[dict[str, Any], ...], words: str) -> None:
    done = run(*lines)
    assert done.code == 2
    assert done.err.startswith("punto: standard input: ")
    assert words in done.err
    assert done.err.count("\n") == 1


def test_amounts_beyond_reason_are_refused_or_named() -> None:
    for cents in (-1, 0, 10**18, 10**40):
        *_, last = answers({"open": OPEN}, {**SIT, "buy-in": cents})
        assert "refused" in last
    run({"open": OPEN}, {**SIT, "buy-in": 1e3}).refused("line 2", "buy-in")


def test_a_process_reads_a_file(tmp_path: Path) -> None:
    path = tmp_path / "script.jsonl"
    path.write_text(script(*ONE_COUP))
    done = process("run", path)
    assert done.code == 0
    assert done.out == run(*ONE_COUP).out


# ---------------------------------------------------------------- scenarios in plain sentences

TIES = Path(__file__).parents[3] / "docs" / "scenarios" / "curator-ties.txt"


def test_a_scenario_goes_as_written_and_leaves_its_log(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    done = punto("run", TIES, "-o", log)
    assert (done.code, done.err) == (0, f"written: {log}\n")
    assert done.out == "ma-baccarat: ma-baccarat-salon: as written, 12 lines, the log verified\n"
    assert verify(log.read_bytes()).whole


def test_a_scenario_that_does_not_hold(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(TIES.read_text().replace("holds $5,000", "holds $6,000"))
    punto("run", sheet).refused("line 18: 'Ann holds $6,000' is not so: it is $5,000", code=1)
    sheet.write_text(TIES.read_text().replace("wagers", "bets"))
    punto("run", sheet).refused("line 12: unknown act")
    sheet.write_text(TIES.read_text().replace("ma-baccarat-salon", "ma-baccarat-saloon"))
    punto("run", sheet).refused("did you mean 'ma-baccarat-salon'")
    punto("run", TIES.with_name("burn.txt"), "-o", tmp_path / "log.jsonl").refused("5 tables write 5 logs")
    punto("run", tmp_path / "nothing.txt").refused("nothing.txt")


def test_a_scenario_of_a_submission_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text((SUBMISSIONS / "ma-baccarat-salon.toml").read_text())
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(TIES.read_text().replace("ma-baccarat-salon", "mine.toml"))
    assert punto("run", sheet).out == "ma-baccarat: mine.toml: as written, 12 lines, the log verified\n"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)
        write_whole(str(link), "a log\n")
        assert read.result(timeout=10) == b"a log\n"
    assert pipe.is_fifo()
    assert link.is_symlink()
