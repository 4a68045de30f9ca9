"""``punto felt``: a whole picture, or nothing at all."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.apps.cli.running import CLASSIC, ROOT, SUBMISSIONS, edited, process, punto


def test_a_felt_goes_to_standard_output() -> None:
    run = punto("felt", CLASSIC)
    assert (run.code, run.err) == (0, "")
    assert ElementTree.fromstring(run.out).tag.endswith("svg")


def test_a_felt_goes_to_a_file(tmp_path: Path) -> None:
    target = tmp_path / "felt.svg"
    run = process("felt", CLASSIC, "-o", target)
    assert (run.code, run.out, run.err) == (0, "", f"drawn: {target}\n")
    assert ElementTree.parse(target).getroot().tag.endswith("svg")
    assert list(tmp_path.iterdir()) == [target]
    assert target.read_text().rstrip("\n") == punto("felt", CLASSIC).out.rstrip("\n")


@pytest.mark.parametrize("path", sorted(SUBMISSIONS.glob("*.toml")), ids=lambda path: path.stem)
def test_every_submission_that_we_ship_is_drawn(path: Path) -> None:
    run = punto("felt", path)
    assert run.code == 0
    assert ElementTree.fromstring(run.out).tag.endswith("svg")


def test_the_picture_in_the_readme_is_what_is_drawn() -> None:
    shown = ROOT / "docs" / "pictures" / "felt.svg"
    again = "punto felt src/punto/submissions/ma-midi-squeeze.toml -o docs/pictures/felt.svg"
    assert shown.read_text() == punto("felt", SUBMISSIONS / "ma-midi-squeeze.toml").out.removesuffix("\n"), again


def test_a_felt_is_drawn_over_an_older_one(tmp_path: Path) -> None:
    target = tmp_path / "felt.SVG"
    target.write_text("old")
    assert punto("felt", CLASSIC, "--output", target).code == 0
    assert "<svg" in target.read_text()
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("name", ["felt.png", "felt", "-", "svg"])
def test_a_felt_is_svg(name: str, tmp_path: Path) -> None:
    punto("felt", CLASSIC, "-o", tmp_path / name).refused(name, ".svg")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    punto("felt", CLASSIC, "-o", tmp_path / "missing" / "felt.svg").refused("missing/felt.svg", "cannot be written")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "felt.svg").mkdir()
    punto("felt", CLASSIC, "-o", tmp_path / "felt.svg").refused("folder")
    assert [path.name for path in tmp_path.rglob("*")] == ["felt.svg"]


def test_a_folder_that_nobody_may_write_to() -> None:
    punto("felt", CLASSIC, "-o", "/proc/felt.svg").refused("/proc/felt.svg", "cannot be written")


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "table").write_text("")
    punto("felt", CLASSIC, "-o", tmp_path / "table" / "felt.svg").refused("cannot be written")


def test_a_full_disk_leaves_the_old_felt_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, text: str, encoding: str) -> int:
        self.write_bytes(text.encode(encoding)[:10])
        raise OSError(28, "No space left on device")

    target = tmp_path / "felt.svg"
    target.write_text("old")
    monkeypatch.setattr(Path, "write_text", full)
    punto("felt", CLASSIC, "-o", target).refused("felt.svg", "No space left on device")
    assert (list(tmp_path.iterdir()), target.read_text()) == ([target], "old")


def test_a_drawing_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(rules: object) -> str:
        raise ZeroDivisionError("a seat without width")

    monkeypatch.setattr("punto.draw.felt.felt_svg", fail)
    punto("felt", CLASSIC, "-o", tmp_path / "felt.svg").refused("a seat without width")
    assert list(tmp_path.iterdir()) == []


def test_an_unlawful_submission_has_no_felt(tmp_path: Path) -> None:
    path = edited(CLASSIC, tmp_path, ("seats = 7", "seats = 10"))
    target = tmp_path / "felt.svg"
    punto("felt", path, "-o", target).refused("$.seats", "[seats-outside]", code=1)
    assert not target.exists()


def test_a_submission_that_is_not_there(tmp_path: Path) -> None:
    punto("felt", tmp_path / "missing.toml").refused("missing.toml", "No such file")
