"""``punto par``: a whole sheet, or nothing at all."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.cli.running import CLASSIC, SUBMISSIONS, edited, process, punto
from tests.apps.cli.test_program import loaded

EZ = SUBMISSIONS / "md-mini-ez.toml"  # the quickest


def test_a_summary_in_the_terminal() -> None:
    run = punto("par", EZ)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("PAR sheet of ")
    for words in ("ez-banker", "dragon-7", "7.6113%", "1.0183%", "all agree", "-o sheet.html"):
        assert words in run.out


def test_the_document_on_standard_output() -> None:
    run = punto("par", EZ, "--json")
    assert run.json["document"] == "par-sheet/1"
    assert len(run.json["punto"]["code"]) == 64


EVERY_FORM = """
import sys
from pathlib import Path
from punto.apps.cli.output import house_rules, write_whole
from punto.library import BUILT_IN
from punto.apps.cli.par import FORMS
from punto.report import par_of
par = par_of(house_rules(sys.argv[1], BUILT_IN), "c0de")
for suffix, form in FORMS.items():
    write_whole(f"{sys.argv[2]}/sheet{suffix}", form(par))
"""


def test_a_sheet_has_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    """In which names have other hashes."""
    made = []
    for seed in ("1", "2"):
        (folder := tmp_path / seed).mkdir()
        subprocess.run(
            [sys.executable, "-c", EVERY_FORM, EZ, folder],
            env=os.environ | {"PYTHONHASHSEED": seed},
            timeout=60,
            check=True,
        )
        made.append({path.name: path.read_bytes() for path in sorted(folder.iterdir())})
    assert made[0] == made[1]
    assert list(made[0]) == ["sheet.html", "sheet.json", "sheet.pdf"]


def test_a_sheet_goes_to_a_file(tmp_path: Path) -> None:
    target = tmp_path / "sheet.pdf"
    run = process("par", EZ, "-o", target)
    assert (run.code, run.out, run.err) == (0, "", f"written: {target}\n")
    assert target.read_bytes().startswith(b"%PDF-")


def test_a_file_and_the_document(tmp_path: Path) -> None:
    target = tmp_path / "sheet.HTML"
    run = punto("par", EZ, "-o", target, "--json")
    assert json.loads(run.out)["table"] == "MB-6"
    assert target.read_text().startswith("<!DOCTYPE html>")
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("name", ["sheet.doc", "sheet", "-", "html"])
def test_a_suffix_that_is_none(name: str, tmp_path: Path) -> None:
    punto("par", EZ, "-o", tmp_path / name).refused(name, ".html, .pdf, .json")
    assert list(tmp_path.iterdir()) == []


def test_without_typst_there_is_no_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.report.pdf.find_spec", lambda name: None)
    punto("par", EZ, "-o", tmp_path / "sheet.pdf").refused("typst", "pip install 'punto[report]'")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    punto("par", EZ, "-o", tmp_path / "missing" / "sheet.html").refused("cannot be written")
    punto("par", EZ, "-o", "/proc/sheet.pdf").refused("cannot be written")
    (tmp_path / "sheet.json").mkdir()
    punto("par", EZ, "-o", tmp_path / "sheet.json").refused("folder")
    assert [path.name for path in tmp_path.rglob("*")] == ["sheet.json"]


def test_a_full_disk_leaves_the_old_sheet_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "sheet.pdf"
    target.write_text("old")
    real = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        real(self, data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    punto("par", EZ, "-o", target).refused("sheet.pdf", "No space left on device")
    assert (list(tmp_path.iterdir()), target.read_text()) == ([target], "old")


def test_an_unlawful_submission_has_no_sheet(tmp_path: Path) -> None:
    path = edited(CLASSIC, tmp_path, ("seats = 7", "seats = 10"))
    target = tmp_path / "sheet.html"
    punto("par", path, "-o", target).refused("$.seats", "[seats-outside]", code=1)
    assert not target.exists()


def test_a_submission_that_is_not_there(tmp_path: Path) -> None:
    punto("par", tmp_path / "missing.toml").refused("missing.toml", "No such file")
    punto("par").refused("SUBMISSION")


def test_a_check_that_fails_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.audit.document.Document.player_takes", lambda document, player, banker: True)
    punto("par", EZ, "-o", tmp_path / "sheet.html").refused("a check of the sheet failed", "third cards")
    assert list(tmp_path.iterdir()) == []


def test_asking_for_help_loads_no_report() -> None:
    modules = loaded("par", "--help")
    assert modules & {"punto.report", "jinja2", "typst", "numpy", "punto.rules.review"} == set()


def test_a_json_sheet_needs_no_typesetter() -> None:
    modules = loaded("par", str(EZ), "--json")
    assert "punto.report.document" in modules
    assert modules & {"jinja2", "typst", "rich", "numba"} == set()


def test_a_process_says_no_with_1(tmp_path: Path) -> None:
    path = edited(CLASSIC, tmp_path, ("seats = 7", "seats = 10"))
    assert process("par", path).code == 1
