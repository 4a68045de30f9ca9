"""``punto school``: practice and exams through a pipe, progress kept, and bad input answered in a line."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from punto.school import kinds_of, of_id
from punto.school.exam import paper
from tests.apps.cli.running import ROOT, punto


def answers(kinds: tuple[str, ...], number: int, seed: int) -> str:
    return "".join(f"{question.said}\n" for question in paper("ma-mini", kinds, number, seed))


def test_practice_tells_the_section_after_each_answer_and_keeps_progress(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    ask = ("school", "--kind", "third-card", "--questions", "3", "--seed", "5", "--progress", path)
    came = punto(*ask, stdin="draws\nwhat?\nstands\nd\n")
    assert came.code == 0
    assert came.out.count("ma-mini § 10") == 3
    assert "invalid call 'what?'" in came.out
    assert "of 3 right." in came.out
    assert sum(item["asked"] for item in json.loads(path.read_text())["items"].values()) == 3
    listed = {row["kind"]: row for row in punto("school", "--list", "--progress", path, "--json").json}
    assert listed["third-card"]["asked"] == "3"
    assert list(listed) == list(kinds_of("ma-mini"))


def test_practice_as_json_has_the_questions_and_the_answers(tmp_path: Path) -> None:
    came = punto(
        *("school", "--kind", "count", "--questions", "5", "--seed", "2", "--json", "--progress", tmp_path / "p"),
        stdin="a\n1\n2\n3\n",
    )
    document = json.loads(came.out)
    assert document["mode"] == "practice"
    for line in document["questions"]:
        assert of_id(line["id"]).sections == tuple(line["sections"])
        assert line["right"] == (line["given"] == line["answer"])


def test_an_exam_is_passed_and_certified_and_analysed(tmp_path: Path) -> None:
    path, page = tmp_path / "p.json", tmp_path / "certificate.html"
    exam = ("school", "--exam", "--questions", "15", "--seed", "4", "--progress", path)
    right = answers(kinds_of("ma-mini"), 15, 4)
    came = punto(*exam, "--certificate", page, "--name", "Ada", stdin=right)
    assert came.code == 0
    assert "15 of 15 right, 100 percent: passed." in came.out
    assert "Ada" in page.read_text()
    failed = punto(*exam, stdin="")
    assert failed.code == 1
    assert "0 of 15 right, 0 percent: not passed." in failed.out
    rows = punto("school", "--item-analysis", path, "--json").json
    assert {row["difficulty"] for row in rows} == {"1/2"}
    assert {row["discrimination"] for row in rows} == {"1"}


def test_the_bank_prints_questions_with_their_answers() -> None:
    ask = ("school", "--rulebook", "md-mini", "--question-bank", "--questions", "4", "--seed", "1")
    found = punto(*ask).json
    assert [of_id(one["id"]).answer for one in found] == [one["answer"] for one in found]
    assert punto(*ask).json == found


def test_a_broken_progress_file_is_set_aside_and_said_so(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text("no json")
    came = punto("school", "--list", "--progress", path)
    assert came.code == 0
    assert came.err.startswith("punto: ")
    assert "set aside as p.json.broken" in came.err
    assert (tmp_path / "p.json.broken").read_text() == "no json"


@pytest.mark.parametrize(
    "options, words",
    [
        (("--kind", "curator"), "ma-mini has no questions of kind 'curator'"),
        (("--kind", "counts"), "did you mean 'count'?"),
        (("--rulebook", "ma-mino"), "did you mean 'ma-mini'?"),
        (("--questions", "0"), "--questions"),
        (("--seed", "-1"), "--seed"),
        (("--certificate", "c.html"), "add --exam"),
        (("--exam", "--certificate", "c.doc"), "it is set as .html or .pdf"),
        (("--item-analysis", "nowhere.json"), "nowhere.json"),
        (("--item-analysis", "pyproject.toml"), "not a progress file"),
    ],
)
def test_bad_input_is_answered_in_a_line(options: tuple[str, ...], words: str) -> None:
    punto("school", *options).refused(words)


# A shell that puts the tests into the background has them ignore Ctrl-C, and whatever they start would too.
LISTENING = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("punto", run_name="__main__")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_keeps_what_was_answered(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    command = (sys.executable, "-c", LISTENING, "school", "--kind", "third-card", "--seed", "5", "--progress", path)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=os.environ) as school:
        assert school.stdin is not None
        assert school.stdout is not None
        school.stdin.write(b"draws\n")
        school.stdin.flush()
        while b"2 of 10" not in (line := school.stdout.readline()):
            assert line
        school.send_signal(signal.SIGINT)
        rest = school.communicate(timeout=60)[0].decode()
    assert school.returncode == 130
    assert f"Kept in {path}" in rest.replace("\n", "")
    assert len(json.loads(path.read_text())["items"]) == 1
