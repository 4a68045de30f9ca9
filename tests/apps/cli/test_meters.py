"""Meters and wallets from the command line: a transcript is run, its log verified, its awards told."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.apps.cli.running import punto
from tests.game.sessions import script
from tests.law.submitting import example

ANN = {"by": "player", "who": "ann"}


def lines(submission: str, **opening: Any) -> tuple[dict[str, Any], ...]:
    """Ann, alone, has a Royal 9 beside her wager on Player: her hand is the King and the nine of her own seat."""
    return (
        {"open": {"submission": submission, "cards": "Ac 2d  Ks 4d 9h 4c", **opening}},
        {"do": "sit", **ANN, "seat": 1, "buy-in": 100000, **({"transfer": "b-1"} if "wallets" in opening else {})},
        {"auto": "dealer"},
        {"do": "wager", **ANN, "seat": 1, "wager": "player", "cents": 1000},
        {"do": "wager", **ANN, "seat": 1, "wager": "royal-9", "cents": 500},
        {"auto": "dealer"},
        {"do": "turn", **ANN, "faces": ["P1", "P2"]},
        {"auto": "dealer"},
    )


@pytest.fixture
def near(tmp_path: Path) -> Path:
    """A submission whose Must Hit is so near its ceiling that it hits in the first round."""
    text = example("ma-mini-ez-royal").replace("ceiling = 1_000_00", "ceiling = 500_05")
    path = tmp_path / "near.toml"
    path.write_text(text)
    return path


def run(path: Path, *transcript: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a transcript and write its log beside it."""
    played = path / "transcript.jsonl"
    played.write_text(script(*transcript))
    done = punto("run", played, "-o", path / "log.jsonl")
    assert done.code == 0, done.err
    return [json.loads(line) for line in done.out.splitlines()]


def test_a_hit_and_must_hit_from_end_to_end(near: Path, tmp_path: Path) -> None:
    printed = run(tmp_path, *lines(str(near)))
    beside = [(line["n"], line["event"]) for line in printed if line.get("stream") == "progressive/royal-9"]
    assert beside == [
        (1, "progressive-opened/1"),
        (2, "must-hit-armed/1"),
        (3, "table-linked/1"),
        (4, "meter-hit/1"),
        (5, "stakes-contributed/1"),
        (6, "must-hit-won/1"),
        (7, "must-hit-armed/1"),
    ]
    awards = [line for line in printed if line["event"] == "award-paid/1"]
    assert [(award["seat"], award["category"], award["cents"]) for award in awards] == [
        (1, "heart", 350_00),
        (1, "must-hit", 500_05),
    ]
    assert not any("stream" in award for award in awards)
    checked = punto("verify", tmp_path / "log.jsonl")
    assert checked.code == 0, checked.out
    assert "fairness     passed" in checked.out
    assert "progressive/royal-9: event 7, hash " in checked.out


def test_the_same_transcript_writes_the_same_log(near: Path, tmp_path: Path) -> None:
    logs = []
    for _ in range(2):
        run(tmp_path, *lines(str(near)))
        logs.append((tmp_path / "log.jsonl").read_bytes())
    assert logs[0] == logs[1]
    run(tmp_path, *lines(str(near), meters="another word"))
    assert (tmp_path / "log.jsonl").read_bytes() != logs[0]


def test_the_history_tells_the_awards(near: Path, tmp_path: Path) -> None:
    run(tmp_path, *lines(str(near)))
    told = punto("history", tmp_path / "log.jsonl", "--coup", "1").out
    assert "  seat 1 heart award: $350 of the heart meter, its run 1  § 12(i) Table 1\n" in told
    assert "  seat 1 must-hit award: $500.05 of the must-hit meter, its run 1  § 12(j)\n" in told
    document = json.loads(punto("history", tmp_path / "log.jsonl", "--coup", "1", "--json").out)
    assert [award["meter"] for award in document["awards"]] == ["heart", "must-hit"]
    assert [balance["taken"] for balance in document["balances"]] == [0]


def test_an_award_that_was_taken_back_is_not_told(near: Path, tmp_path: Path) -> None:
    *before, last = lines(str(near))
    correct = {"do": "correct", "by": "floor", "who": "f1", "place": "P2", "card": "8h", "why": "it was the eight"}
    dealer: dict[str, Any] = {"by": "dealer", "who": "d1"}
    says, turns = {"do": "perform", **dealer}, {"do": "turn", **dealer, "faces": ["B1", "B2"]}
    names = ("announce-banker", "announce-counts", "announce-result")
    steps = ({**says, "step": "announce-player"}, turns, *({**says, "step": name} for name in names))
    printed = run(tmp_path, *before, *steps, correct, last)
    assert "meter-hit-reversed/1" in [line.get("event") for line in printed]
    document = json.loads(punto("history", tmp_path / "log.jsonl", "--coup", "1", "--json").out)
    assert [award["meter"] for award in document["awards"]] == ["must-hit"]
    assert [balance["taken"] for balance in document["balances"]] == [0]
    assert punto("verify", tmp_path / "log.jsonl").code == 0


def test_a_wallet_in_a_transcript(near: Path, tmp_path: Path) -> None:
    leave = {"do": "leave", **ANN, "seat": 1, "transfer": "c-1"}
    printed = run(tmp_path, *lines(str(near), wallets={"ann": 200000}), leave)
    wallet = [line for line in printed if line.get("stream") == "wallet/ann"]
    assert [line["event"] for line in wallet] == [
        "wallet-opened/1",
        "transfer-begun/1",
        "transfer-posted/1",
        "transfer-begun/1",
        "transfer-posted/1",
        "transfer-begun/1",
        "transfer-posted/1",
    ]
    assert wallet[-2]["cents"] == 1000_00 - 5_00 + 10_00 + 350_00 + 500_05
    assert punto("verify", tmp_path / "log.jsonl").code == 0


@pytest.mark.parametrize(
    "wallets, words",
    [
        ({"ann": 0}, "wallets: at least one cent"),
        ({"": 500}, "the wallet of '' cannot be opened: bad-name"),
        ({"ann": 2**52}, "the wallet of 'ann' cannot be opened: bad-amount"),
    ],
)
def test_a_wallet_that_cannot_be(wallets: dict[str, int], words: str, tmp_path: Path) -> None:
    path = tmp_path / "transcript.jsonl"
    path.write_text(script({"open": {"submission": "ma-mini-ez-royal", "wallets": wallets}}))
    done = punto("run", path)
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err
