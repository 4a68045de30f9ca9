"""The manual's own verifier of a log: it knows nothing of Punto, believes what is true, and notices what is not."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from punto.record.export import export
from tests.game.sessions import event, forged, one_coup
from tests.test_docs import blocks
from tests.verification import witness
from tests.walk.walker import Walker

ROOT = Path(__file__).parents[2]
GOLDEN = sorted((ROOT / "tests" / "verification" / "golden").glob("*.log.jsonl"))


def test_the_page_shows_the_program() -> None:
    page = (ROOT / "docs" / "verifier.md").read_text(encoding="utf-8")
    (shown,) = (block.text for block in blocks(page) if 'title="witness.py"' in block.info)
    assert shown == (ROOT / "tests" / "verification" / "witness.py").read_text(encoding="utf-8")
    assert "punto" not in [line.split()[1] for line in shown.splitlines() if line.startswith(("import", "from"))]


def test_it_runs_without_punto_in_reach(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_bytes(one_coup())
    bare = [sys.executable, "-I", "-S", str(ROOT / "tests" / "verification" / "witness.py"), "log.jsonl"]
    done = subprocess.run(bare, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "table/MB-7: chain, cents and cards hold; 1 wagers settled again\n"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name.removesuffix(".log.jsonl"))
def test_it_believes_a_log_of_every_kind(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    witness.main(str(path))
    assert "chain, cents and cards hold" in capsys.readouterr().out


@pytest.mark.parametrize("submission, seed", [("ma-baccarat-salon", 1), ("ma-midi-squeeze", 3), ("md-mini-ez", 1)])
def test_it_believes_an_evening_full_of_mishaps(
    submission: str, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    walker = Walker(submission, seed)
    walker.walk(500)
    path = tmp_path / "log.jsonl"
    path.write_text(export(walker.session.store, "0.1.0"))
    witness.main(str(path))
    assert "chain, cents and cards hold" in capsys.readouterr().out


def _card(records: list[Any]) -> None:
    event(records, "card-turned", 1)["card"] = "3s"  # a Player's natural, and yet two third cards


def _other_count(records: list[Any]) -> None:
    event(records, "card-turned", -1)["card"] = "4s"


def _payment(records: list[Any]) -> None:
    event(records, "coup-settled")["lines"][0]["paid"] = 20000


def _verdict(records: list[Any]) -> None:
    event(records, "coup-settled")["lines"][0]["verdict"] = "push"


def _cents(records: list[Any]) -> None:
    event(records, "wager-made")["postings"][0][2] = 90000


@pytest.mark.parametrize(
    "edit, words",
    [
        (_card, "a hand has not the cards that are due to it"),
        (_other_count, "the counts are others"),
        (_payment, "paid 20000, should be 10000"),
        (_verdict, "found push, should win"),
        (_cents, "seat/3 has not 90000 cents"),
    ],
)
def test_it_notices_a_forgery_that_was_chained_anew(
    edit: Callable[[list[Any]], None], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(forged(one_coup(), edit))
    with pytest.raises(ValueError, match=words):
        witness.main(str(path))


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda data: data.replace(b'"stake":10000', b'"stake":90000'), r"line \d+: the chain is broken"),
        (lambda data: b"\n".join(data.splitlines()[:10]), "end|chain"),
    ],
)
def test_it_notices_changed_bytes(change: Callable[[bytes], bytes], words: str, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(change(one_coup()))
    with pytest.raises((ValueError, KeyError), match=words):
        witness.main(str(path))
