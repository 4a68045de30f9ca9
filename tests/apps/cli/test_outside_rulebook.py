"""A rulebook from outside: every command works with it, without a line of code."""

import json
import re
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

from tests.apps.cli.running import ROOT, Run, process, punto
from tests.game.sessions import AUTO, script
from tests.outside import ID, NEW, OLD, SUBMISSION, library, rulebook, submission

SIT = {"do": "sit", "by": "player", "who": "ann", "seat": 3, "buy-in": 50000}
BET = {"do": "wager", "by": "player", "who": "ann", "seat": 3, "wager": "tie", "cents": 2000}
CUT = {"do": "perform", "by": "player", "who": "ann", "step": "place-cut", "cards": 140}
COLUMNS = "section,wager,if,then\n"
TIE = "2c 9h 9d  4s 4d 2d 2c"  # burned, then Player 6, Banker 6


@pytest.fixture
def books(tmp_path: Path) -> Path:
    return library(tmp_path)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return submission(tmp_path)


def test_it_is_listed_with_its_editions(books: Path) -> None:
    listed = punto("rules", "list", "--rulebooks", books, "--json").json
    assert [(one["edition"], one["in-force"]) for one in listed if one["id"] == ID] == [
        (OLD, f"in force from {OLD}"),
        (NEW, f"in force from {NEW}"),
    ]
    assert [one["file"] for one in listed if "file" in one] == [f"{books}/{ID}/{day}.toml" for day in (OLD, NEW)]
    assert ID not in punto("rules", "list").out


def test_it_is_shown_and_checked(books: Path) -> None:
    shown = punto("rules", "show", ID, "--section", "R12B", "--rulebooks", books)
    assert "least: 10 to 1" in shown.out
    checked = punto("rules", "check", ID, "--rulebooks", books, "--json").json
    assert [(one["edition"], one["sound"], one["audited"]) for one in checked] == [
        (OLD, True, False),
        (NEW, True, False),
    ]
    one = punto("rules", "check", f"{ID}@2020-01-01", "--rulebooks", books, "--json").json
    assert (one["rulebook"], one["edition"], one["sound"]) == (ID, OLD, True)


def test_the_editions_are_compared_by_their_days_or_files(books: Path) -> None:
    names = (f"{ID}@2023-12-31", f"{ID}@2024-07-01"), (books / ID / f"{OLD}.toml", books / ID / f"{NEW}.toml")
    for one, other in names:
        found = punto("rules", "diff", one, other, "--rulebooks", books, "--json").json
        assert found["rulebooks"] == [str(one), str(other)]
        assert list(found["provisions"]) == ["table.seats.max-9", "pay.tie"]
    assert punto("rules", "diff", ID, "md-mini", "--rulebooks", books).code == 0


@pytest.mark.parametrize("name", [f"{ID}@yesterday", f"{ID}@2024-02-30", f"{ID}@", "xx-mni", "nowhere/book.toml"])
def test_a_name_that_means_no_edition_is_one_line(name: str, books: Path) -> None:
    punto("rules", "show", name, "--rulebooks", books).refused()


def test_a_submission_is_reviewed_under_the_edition_of_the_day(books: Path, table: Path) -> None:
    assert "lawful: Nowhere Mini Baccarat" in punto("check", table, "--rulebooks", books).out
    assert punto("check", table, "--rulebooks", books, "--on", "2020-01-01").code == 0
    table.write_text(SUBMISSION.replace("seats = 5", "seats = 8"))
    assert punto("check", table, "--rulebooks", books, "--on", "2020-01-01").code == 0
    now = punto("check", table, "--rulebooks", books, "--on", "2024-07-01", "--json")
    assert [(one["code"], one["section"]) for one in json.loads(now.out)["findings"]] == [("seats-outside", "R02A")]
    before = json.loads(punto("check", table, "--rulebooks", books, "--on", "2010-01-01", "--json").out)
    assert (before["lawful"], before["findings"][0]["code"]) == (False, "not-in-force")
    assert before["findings"][0]["message"] == f"{ID} is not in force on 2010-01-01: its first day is {OLD}"


def test_without_the_folder_it_is_unknown(table: Path) -> None:
    found = json.loads(punto("check", table, "--json").out)
    assert [one["code"] for one in found["findings"]] == ["unknown-rulebook"]


def test_the_folder_can_be_in_the_environment(books: Path, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUNTO_RULEBOOKS", str(books))
    assert punto("check", table).code == 0
    monkeypatch.setenv("PUNTO_RULEBOOKS", str(books / "nowhere"))
    punto("check", table).refused("does not exist")


def test_odds_felt_and_par(books: Path, table: Path, tmp_path: Path) -> None:
    odds = punto("odds", "--rulebook", ID, "--rulebooks", books, "--json").json
    assert odds["rulebook"] == ID
    assert odds["wagers"]["tie"]["results"][0]["pays"] == 10
    older = punto("odds", "--rulebook", ID, "--rulebooks", books, "--on", "2020-01-01", "--json").json
    assert older["wagers"]["tie"]["results"][0]["pays"] == 8
    file = punto("odds", "--rulebook", books / ID / f"{OLD}.toml", "--json").json
    assert file == older
    of_table = punto("odds", "--submission", table, "--rulebooks", books, "--json").json
    assert list(of_table["wagers"]) == ["player", "banker", "tie"]
    assert punto("felt", table, "-o", tmp_path / "felt.svg", "--rulebooks", books).code == 0
    assert "10 to 1" in (tmp_path / "felt.svg").read_text().lower()
    par = punto("par", table, "--rulebooks", books, "--json").json
    assert par["rulebook"]["id"] == ID if isinstance(par["rulebook"], dict) else par["rulebook"] == ID


@pytest.mark.slow
def test_simulation(books: Path, table: Path) -> None:
    run = punto("simulate", "--shoes", "20", "--submission", table, "--rulebooks", books, "--json")
    assert json.loads(run.out)["wagers"]["tie"]["exact"] == pytest.approx(0.0467, abs=1e-4)


def played(books: Path, table: Path, log: Path) -> Run:
    lines = ({"open": {"submission": str(table), "cards": TIE}}, SIT, AUTO, CUT, AUTO, BET, AUTO)
    return punto("run", "-", "-o", log, "--rulebooks", books, stdin=script(*lines))


def test_a_table_is_played_and_its_log_verified_without_the_folder(books: Path, table: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    run = played(books, table, log)
    assert run.code == 0, run.err
    (settled,) = (one for one in map(json.loads, run.out.splitlines()) if one["event"] == "coup-settled/1")
    assert (settled["winner"], settled["lines"][0]["paid"]) == ("tie", 20000)  # 10 to 1
    for arguments in ((), ("--rulebooks", books)):
        report = punto("verify", log, *arguments)
        assert report.code == 0
        assert report.out.splitlines()[-1] == "intact; no audit for this document"
    assert f"its own {ID}" in punto("verify", log).out
    assert f"its own {ID}" not in punto("verify", log, "--rulebooks", books).out


def audit(texts: str) -> str:
    """Maryland's audit with the sections and the numbers of this rulebook."""
    text = files("punto").joinpath("audit", "books", "md-mini.csv").read_text(encoding="utf-8")
    lines = [re.sub(r"^\.", "R", line) for line in text.splitlines() if ",text,," not in line]
    digest = sha256(texts.encode()).hexdigest()
    return "\n".join([lines[0], f",text,,{digest}", *lines[1:]]) + "\n"


def test_an_audit_beside_it_covers_the_texts_that_it_lists(books: Path, table: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    played(books, table, log)
    (books / ID / "audit.csv").write_text(audit(rulebook(NEW, seats=6, tie=10)))
    report = punto("verify", log, "--rulebooks", books)
    assert (report.code, report.out.splitlines()[-1]) == (0, "intact")
    assert punto("verify", log).out.splitlines()[-1] == "intact; no audit for this document"
    (books / ID / "audit.csv").write_text(audit("another text"))
    assert punto("verify", log, "--rulebooks", books).out.splitlines()[-1] == "intact; no audit for this document"


def test_no_table_opens_on_a_rulebook_that_differs_from_its_audit(books: Path, table: Path) -> None:
    written = audit(rulebook(NEW, seats=6, tie=10)).replace("seats,n <= 9", "seats,n <= 6")
    written = written.replace("8 to 1 or more", "10 to 1 or more")
    (books / ID / "audit.csv").write_text(written)
    found = punto("rules", "check", ID, "--rulebooks", books)
    assert found.code == 0, found.out
    assert punto("check", table, "--rulebooks", books).code == 0
    file = books / ID / f"{NEW}.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("40 to 1", "400 to 1"), encoding="utf-8")
    line = file.read_text(encoding="utf-8").splitlines().index('["pay.dragon-7"]') + 1
    said = rf"{NEW}.toml:{line}: pay.dragon-7: .*the rulebook says win: 400 to 1, the audit win: 40 to 1"
    for command in (
        ("rules", "check", ID),
        ("check", table),
        ("odds", "--rulebook", ID),
        ("odds", "--submission", table),
    ):
        found = punto(*command, "--rulebooks", books)
        assert found.code in (1, 2)
        assert re.search(said, found.out + found.err)


def test_the_documented_skeleton_takes_a_wager_of_ones_own(tmp_path: Path) -> None:
    """The road of docs/own-rulebook.md: a skeleton, its sections, then the wager of the drill in docs/developing.md."""
    new = punto("rules", "new", "-o", tmp_path / ID)
    file = tmp_path / ID / "rulebook.toml"
    assert (new.code, new.err) == (0, "")
    text = re.sub(r'(?m)^section = ""  # there: (.*)$', r'section = "\1"', file.read_text(encoding="utf-8"))
    drill = (ROOT / "docs" / "developing.md").read_text(encoding="utf-8")
    wager = drill.partition("```toml\n")[2].partition("```")[0].replace('"ours"', '"99.1"')
    assert "wager.zero-tie" in wager
    file.write_text(f"{text}\n{wager}", encoding="utf-8")
    checked = punto("rules", "check", ID, "--rulebooks", tmp_path)
    assert (checked.code, checked.out.endswith(": sound; no audit for this document\n")) == (0, True), checked.out
    assert "zero-tie" in punto("odds", "--rulebook", ID, "--rulebooks", tmp_path).out
    first = punto("rules", "new", "--from", "md-mini", "-o", tmp_path / "yy-mini")
    assert "schema 1" in first.err


@pytest.mark.parametrize(
    "text", ["", "nonsense", "section,wager,if,then\n,,((((,\n", "section,wager,if,then\n" + "(" * 100_000]
)
def test_an_audit_that_is_none_is_a_finding(text: str, books: Path, table: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    played(books, table, log)
    (books / ID / "audit.csv").write_text(text)
    assert punto("verify", log, "--rulebooks", books).code == 0
    checked = punto("rules", "check", ID, "--rulebooks", books)
    assert (checked.code, "audit cannot be read" in checked.out) == (1, True)


def test_the_school_teaches_it(books: Path) -> None:
    found = punto(
        "school", "--rulebook", ID, "--question-bank", "--questions", "15", "--seed", "3", "--rulebooks", books
    ).json
    assert len(found) == 15
    assert {one["rulebook"] for one in found} == {ID}
    assert all(section.startswith("R") for one in found for section in one["sections"])


@pytest.mark.parametrize(
    "name, text, words",
    [
        ("md-mini.toml", "", "md-mini cannot be used"),
        (f"{ID}/2020-01-01.toml", "nonsense", f"{ID} cannot be used"),
        (f"{ID}/2024-07-02.toml", rulebook(NEW, 6, 10), "make both the same"),
    ],
)
def test_a_wrong_file_in_the_folder_opens_no_table(name: str, text: str, words: str, books: Path, table: Path) -> None:
    (books / name).write_text(text)
    rulebook_id = name.partition("/")[0].removesuffix(".toml")
    table.write_text(SUBMISSION.replace(f'"{ID}"', f'"{rulebook_id}"'))
    run = punto("check", table, "--rulebooks", books)
    assert (run.code, words in run.out) == (1, True)
    listed = punto("rules", "list", "--rulebooks", books)
    assert (listed.code, str(books / name) in listed.err) == (0, True)
    checked = punto("rules", "check", rulebook_id, "--rulebooks", books)
    assert (checked.code, f"{books / name}:" in checked.out) == (1, True)


def test_a_skeleton_is_found_as_soon_as_it_is_written(tmp_path: Path) -> None:
    assert punto("rules", "new", "--from", "md-mini", "-o", tmp_path / "books" / ID).code == 0
    document = punto("rules", "check", ID, "--rulebooks", tmp_path / "books")
    assert {re.split(r": ", line)[1].rpartition(".")[2] for line in document.out.splitlines()[:-1]} == {"section"}
    file = tmp_path / "books" / ID / "rulebook.toml"
    file.write_text(file.read_text().replace('section = ""', 'section = "1"'))
    assert punto("rules", "check", ID, "--rulebooks", tmp_path / "books").out.endswith(
        "sound; no audit for this document\n"
    )
    assert punto("odds", "--rulebook", ID, "--rulebooks", tmp_path / "books", "--json").json["rulebook"] == ID


def test_a_skeleton_of_a_dated_rulebook_has_no_date(books: Path) -> None:
    assert punto("rules", "new", "--from", ID, "-o", books / "yy-mini", "--rulebooks", books).code == 0
    text = (books / "yy-mini" / "rulebook.toml").read_text()
    assert 'id = "yy-mini"' in text
    assert NEW not in text.replace("# or its first day: { from = 2024-07-01 }", "")


def test_as_a_process_of_its_own(books: Path, table: Path) -> None:
    assert process("check", table, "--rulebooks", books).code == 0
