"""``punto roads``: text, JSON, a picture, and one line where the input is bad."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from punto.apps.cli import main
from punto.views.roads import Roads

Captured = pytest.CaptureFixture[str]


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(["roads", *arguments])
    code = left.value.code
    assert isinstance(code, int)
    return code


def test_text(capsys: Captured) -> None:
    assert run("BBPTP") == 0
    assert capsys.readouterr().out == Roads.of("BBPTP").text(100) + "\n"


@pytest.mark.parametrize("arguments", [["BBPTP"], ["bbptp"], ["BB PTP"], ["BB", "pt p"]])
def test_json_however_it_is_written(arguments: list[str], capsys: Captured) -> None:
    assert run(*arguments, "--json") == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == Roads.of("BBPTP").document()
    assert err == ""


def test_the_keys_of_the_document(capsys: Captured) -> None:
    run("BPPPPB", "--json")
    document = json.loads(capsys.readouterr().out)
    assert list(document) == ["bead", "big", "big-eye", "small", "cockroach", "ask"]
    assert document["big-eye"] == "brrb"
    assert document["ask"] == {"B": ["r", "b", None], "P": ["b", "r", None]}


def test_a_tail_may_drop_again(capsys: Captured, tmp_path: Path) -> None:
    shoe = "B" * 8 + "P" * 9 + "BB" + "P"
    drawn = {}
    for option in ((), ("--drop-again",)):
        assert run(shoe, "--json", *option) == 0
        cells = [(cell["column"], cell["row"]) for cell in json.loads(capsys.readouterr().out)["big"]]
        assert cells == [cell[:2] for cell in Roads.of(shoe).big_cells(drop_again=bool(option))]
        assert run(shoe, *option) == 0
        target = tmp_path / "roads.svg"
        assert run(shoe, "-o", str(target), *option) == 0
        drawn[option] = cells, capsys.readouterr().out, target.read_text(encoding="utf-8")
    assert all(one != other for one, other in zip(*drawn.values(), strict=True)), "text, cells and drawing differ"


def test_an_empty_shoe_has_empty_roads(capsys: Captured) -> None:
    assert run("", "--json") == 0
    assert json.loads(capsys.readouterr().out)["bead"] == []
    assert run("") == 0
    assert "if Banker  -" in capsys.readouterr().out


def test_a_picture(tmp_path: Path, capsys: Captured) -> None:
    target = tmp_path / "roads.svg"
    assert run("BBPTP", "-o", str(target)) == 0
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"drawn: {target}\n")
    assert ET.fromstring(target.read_text()).tag.endswith("svg")
    assert [*tmp_path.iterdir()] == [target]


def test_a_picture_and_json(tmp_path: Path, capsys: Captured) -> None:
    assert run("BBPTP", "--json", "-o", str(tmp_path / "roads.svg")) == 0
    assert json.loads(capsys.readouterr().out) == Roads.of("BBPTP").document()


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (["BBX"], "invalid outcome 'X' at 3: use B for Banker, P for Player, T for a tie"),
        (["BB", "P1"], "invalid outcome '1' at 4: use B for Banker, P for Player, T for a tie"),
        ([], "missing argument"),
        (["BBP", "-o", "roads.png"], "-o roads.png: roads are drawn as .svg"),
        (["BBP", "-o", "nowhere/roads.svg"], "nowhere/roads.svg: cannot be written"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"punto: {complaint}")
    assert err.count("\n") == 1
    assert [*tmp_path.iterdir()] == []


def test_a_bad_letter_leaves_an_old_picture_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "roads.svg"
    target.write_text("old")
    assert run("BBX", "-o", str(target)) == 2
    assert target.read_text() == "old"
