"""Work in chunks goes on where it stopped."""

from pathlib import Path

import pytest

from tools import chunks
from tools.soak import WorkTree

TREE = WorkTree("1234abc", "1234abc")


def squared(number: int) -> dict[str, int]:
    if number == 3 and not Path("three").exists():
        raise AssertionError("not yet")
    Path(f"did-{number}").touch(exist_ok=False)  # none is done twice
    return {"chunks": 1, "sum": number * number}


def test_what_is_done_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(chunks, "STATE", tmp_path / ".soak")
    monkeypatch.setattr(WorkTree, "now", lambda: TREE)
    assert chunks.in_chunks("squares", range(3), squared) == {"chunks": 3, "sum": 5}
    with pytest.raises(AssertionError, match="not yet"):
        chunks.in_chunks("squares", range(4), squared)
    (kept,) = (tmp_path / ".soak" / TREE.key).iterdir()
    with kept.open("a") as file:
        file.write('{"chunk": 3, "figu')  # cut off in the middle
    Path("three").touch()
    assert chunks.in_chunks("squares", range(4), squared) == {"chunks": 4, "sum": 14}
    assert chunks.in_chunks("squares", range(4), squared) == {"chunks": 4, "sum": 14}


def test_figures_add_up_by_name() -> None:
    assert chunks.total([{"a": 1}, {"a": 2, "b": 5}]) == {"a": 3, "b": 5}
