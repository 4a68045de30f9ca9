"""``punto check``: findings as text and JSON, exit codes, several tables as one pit, files that cannot be read."""

from pathlib import Path
from typing import Any

import pytest

from tests.apps.cli.running import CLASSIC, SUBMISSIONS, edited, punto

EVERY_SUBMISSION = sorted(SUBMISSIONS.glob("*.toml"))
PANDA = "[wagers.panda-8]\n[wagers.tie]"


def findings(*arguments: str | Path) -> list[dict[str, Any]]:
    run = punto("check", *arguments, "--json")
    assert run.code == 1
    found: list[dict[str, Any]] = run.json["findings"]
    return found


@pytest.mark.parametrize("path", EVERY_SUBMISSION, ids=lambda path: path.stem)
def test_every_submission_that_we_ship_is_lawful(path: Path) -> None:
    run = punto("check", path, "--json")
    assert run.code == 0
    assert (run.json["lawful"], run.json["findings"]) == (True, [])
    assert path.stem.startswith(run.json["rulebook"])


def test_all_of_them_are_lawful_as_one_floor() -> None:
    run = punto("check", *EVERY_SUBMISSION)
    assert (run.code, run.err) == (0, "")
    assert run.out.count(": lawful: ") == len(EVERY_SUBMISSION)


def test_a_lawful_submission_is_said_in_a_line() -> None:
    run = punto("check", CLASSIC)
    assert (run.code, run.err) == (0, "")
    assert run.out == (
        f"{CLASSIC}: lawful: Massachusetts Mini Baccarat, table MB-01, 7 seats, 8 decks, "
        "player, banker, tie, dragon-bonus-player, dragon-bonus-banker\n"
    )


def test_the_json_of_a_finding(tmp_path: Path) -> None:
    path = edited(SUBMISSIONS / "md-mini-ez.toml", tmp_path, ("[wagers.tie]", PANDA))
    run = punto("check", path, "--json")
    assert run.code == 1
    document = run.json
    assert list(document) == ["rulebook", "lawful", "findings"]
    assert (document["rulebook"], document["lawful"]) == ("md-mini", False)
    (finding,) = document["findings"]
    assert list(finding) == ["code", "path", "section", "message"]
    assert finding["code"] == "wager-not-offered"
    assert finding["path"] == "$.wagers.panda-8"
    assert finding["section"] == ".07A"
    assert "panda-8" in finding["message"]


def test_the_text_of_a_finding_says_where_why_and_by_which_section(tmp_path: Path) -> None:
    path = edited(SUBMISSIONS / "md-mini-ez.toml", tmp_path, ("[wagers.tie]", PANDA))
    run = punto("check", path)
    assert (run.code, run.err) == (1, "")
    first, last = run.out.splitlines()
    assert first.startswith(f"{path}: $.wagers.panda-8: ")
    assert first.endswith("(§ .07A) [wager-not-offered]")
    assert last == f"{path}: not lawful, 1 finding"


def test_every_finding_is_said_at_once(tmp_path: Path) -> None:
    path = edited(CLASSIC, tmp_path, ("seats = 7", "seats = 10"), ("decks = 8", "decks = 5"), ("8 to 1", "7 to 1"))
    found = findings(path)
    assert {finding["path"] for finding in found} == {"$.seats", "$.decks", "$.wagers.tie.pays"}
    assert all(finding["section"] for finding in found)
    assert punto("check", path).out.endswith("not lawful, 3 findings\n")


def test_a_misspelt_field_is_told_the_near_one(tmp_path: Path) -> None:
    path = edited(CLASSIC, tmp_path, ("seats = 7", "seat = 7"))
    by_path = {finding["path"]: finding for finding in findings(path)}
    assert by_path["$.seat"]["code"] == "unknown-field"
    assert "did you mean 'seats'" in by_path["$.seat"]["message"]
    assert by_path["$.seats"]["code"] == "missing-field"


def test_an_unknown_rulebook_is_told_the_near_one(tmp_path: Path) -> None:
    (finding,) = findings(edited(CLASSIC, tmp_path, ('"ma-mini"', '"ma-minni"')))
    assert (finding["code"], finding["path"]) == ("unknown-rulebook", "$.rulebook")
    assert "did you mean 'ma-mini'" in finding["message"]


def test_what_is_no_toml_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("rulebook = ma-mini\n")
    (finding,) = findings(path)
    assert (finding["code"], finding["path"]) == ("not-toml", "$")


def test_what_is_beyond_the_engine_is_not_called_unlawful(tmp_path: Path) -> None:
    changes = ("decks = 8", "decks = 17"), ("[wagers.royal-9]\npaytable = 1\n", "")
    path = edited(SUBMISSIONS / "ma-midi-multilevel-royal.toml", tmp_path, *changes)
    run = punto("check", path, "--json")
    assert run.code == 1
    assert run.json["lawful"] is True
    assert [finding["code"] for finding in run.json["findings"]] == ["beyond-capacity"]
    assert "lawful, but not playable here" in punto("check", path).out


def test_a_warning_is_no_finding(tmp_path: Path) -> None:
    changes = ("decks = 8", "decks = 10"), ("[wagers.royal-9]\npaytable = 1\n", "")
    path = edited(SUBMISSIONS / "ma-midi-multilevel-royal.toml", tmp_path, *changes)
    run = punto("check", path, "--json")
    assert run.code == 0
    assert run.json["lawful"] is True
    assert "$.decks" in [warning["path"] for warning in run.json["warnings"]]
    assert ": note: $.decks: " in punto("check", path).out


def test_several_tables_are_one_pit(tmp_path: Path) -> None:
    salon = SUBMISSIONS / "ma-baccarat-salon.toml"
    other = edited(salon, tmp_path, ('"B-1"', '"B-9"'), ('"three-dealers"', '"manual"'))
    assert punto("check", other).code == 0
    run = punto("check", salon, other, "--json")
    assert run.code == 1
    first, second = run.json["tables"]
    assert (first["file"], second["file"]) == (str(salon), str(other))
    assert first["lawful"] is True
    assert second["lawful"] is False
    assert [(finding["code"], finding["section"]) for finding in second["findings"]] == [("pit-differs", "5(b)")]


def test_a_submission_can_come_from_standard_input() -> None:
    run = punto("check", "-", "--json", stdin=CLASSIC.read_text())
    assert run.code == 0
    assert run.json["lawful"] is True


# ---------------------------------------------------------------- files that cannot be read


@pytest.mark.parametrize("form", [[], ["--json"]])
@pytest.mark.parametrize(
    "name, words", [("missing.toml", "No such file"), (".", "folder"), ("latin.toml", "UTF-8"), ("table.toml/x", "x")]
)
def test_a_file_that_cannot_be_read_is_one_line(name: str, words: str, form: list[str], tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes('operator = "Café"\n'.encode("latin-1"))
    (tmp_path / "table.toml").write_text(CLASSIC.read_text())
    punto("check", tmp_path / name, *form).refused(str(tmp_path / name), words)
    punto("check", CLASSIC, tmp_path / name, *form).refused(
        str(tmp_path / name), words
    )  # nothing is said of the good one either


def test_standard_input_that_is_no_submission_is_a_finding() -> None:
    run = punto("check", "-", stdin="\x00")
    assert (run.code, run.err) == (1, "")
    assert run.out.startswith("standard input: $: ")
    assert "[not-toml]" in run.out


def test_a_submission_that_ships_is_found_by_its_name() -> None:
    assert punto("check", "ma-mini-classic").out.startswith("ma-mini-classic: lawful")
    punto("check", "ma-mini-clasic").refused("did you mean 'ma-mini-classic'")


# ---------------------------------------------------------------- beside the submission in force


def test_ending_an_option_without_notice_is_a_finding_against_the_submission_in_force(tmp_path: Path) -> None:
    old = SUBMISSIONS / "ma-midi-squeeze.toml"
    text = old.read_text(encoding="utf-8")
    begin = text.index("[shuffle.reshuffle-notice]")
    end = text.index("\n[", begin)
    new = tmp_path / "new.toml"
    new.write_text(text[:begin].replace("reshuffle = true\n", "") + text[end + 1 :], encoding="utf-8")
    assert punto("check", new).code == 0
    (found,) = findings(new, "--in-force", old)
    assert (found["code"], found["path"]) == ("notice-missing", "$.shuffle.reshuffle-notice")
    assert punto("check", old, "--in-force", new).code == 0  # begun with notice


def test_the_submission_in_force_is_one_of_the_same_table() -> None:
    run = punto("check", CLASSIC, "--in-force", SUBMISSIONS / "ma-midi-squeeze.toml")
    assert (run.code, run.out) == (2, "")
    assert "is for table" in run.err
    assert punto("check", CLASSIC, "--in-force", "no-such-file.toml").code == 2
