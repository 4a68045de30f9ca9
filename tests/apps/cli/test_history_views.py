"""``punto history --statistics``, ``--ledger`` and ``--view-as``: what they print, and one line where they cannot."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.apps.cli.running import punto
from tests.apps.cli.test_history import MIDI
from tests.game.sessions import AUTO, BET, CUT, SIT, event, forged, log_of, one_coup

BEN = {"by": "player", "who": "ben", "seat": 5}


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One coup: Ann wins $100 on Banker, less $5."""
    path = tmp_path_factory.mktemp("folds") / "log.jsonl"
    path.write_bytes(one_coup())
    return path


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six coups of two players."""
    path = tmp_path_factory.mktemp("folds") / "log.jsonl"
    sit = {**SIT, "buy-in": 1_000_000}
    ben = {"do": "sit", **BEN, "buy-in": 500_000}
    cut = {**CUT, "by": "player", "who": "ben"}
    rounds = [BET, {"do": "wager", **BEN, "wager": "player", "cents": 5000}, AUTO] * 6
    path.write_bytes(log_of({"open": {"submission": "md-mini-payout", "seed": 5}}, sit, ben, AUTO, cut, AUTO, *rounds))
    return path


# ---------------------------------------------------------------- statistics


def test_statistics_for_people(log: Path) -> None:
    run = punto("history", log, "--statistics")
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("Statistics of table MB-7: one round, ")
    assert "banker 1, player 0, tie 0\n" in run.out
    (row,) = (line for line in run.out.splitlines() if line.startswith("banker ") and "$100" in line)
    assert row.split() == ["banker", "$100", "−$95", "−95.00%", "1.06%", "$1.06", "−1.04"]
    (seat,) = (line for line in run.out.splitlines() if line.startswith("3 "))
    assert seat.split()[:5] == ["3", "$100", "$500", "−$95", "−19.00%"]
    assert "Vigorish: $5 collected, part of the win.\n" in run.out
    assert "dragon-bonus" not in run.out


def test_statistics_for_programs(log: Path) -> None:
    found = punto("history", log, "--statistics", "--json").json
    assert (found["table"], found["rounds"]["wagered"], found["outcomes"]) == (
        "MB-7", 1, {"banker": 1, "player": 0, "tie": 0},
    )  # fmt: skip
    assert (found["total"]["handle"], found["total"]["win"], found["total"]["drop"]) == (10000, -9500, 50000)
    assert found["wagers"]["banker"]["theoretical"] == pytest.approx(105.8, abs=0.5)
    assert found["seats"]["3"]["hold-of-drop"] == -0.19
    assert found["shoes"]["1"]["outcomes"] == {"banker": 1, "player": 0, "tie": 0}


def test_coupons_rides_markers_and_meters_are_told() -> None:
    run = punto("history", MIDI, "--statistics")
    assert run.code == 0
    assert "Match play: $100 at its face; should have cost $44.62, cost $0, before vigorish.\n" in run.out
    assert "House Money: $75 rode, part of the handle.\n" in run.out
    assert "Royal 9, kept apart: $5 staked, $0 paid from the rack, $0 awarded by meters.\n" in run.out
    assert "Vigorish: $25 collected" in run.out


def test_the_hold_is_drawn(six: Path, tmp_path: Path) -> None:
    target = tmp_path / "hold.svg"
    run = punto("history", six, "--statistics", "-o", target)
    assert (run.code, run.out, run.err) == (0, "", f"drawn: {target}\n")
    assert "<title>Table MB-7, 6 coups: won " in target.read_text()


def test_a_log_without_a_coup_has_statistics_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(log_of({"open": {"submission": "md-mini-payout", "seed": 5}}))
    run = punto("history", path, "--statistics", "-o", tmp_path / "hold.svg", "--json")
    assert run.code == 0
    assert json.loads(run.out)["total"]["handle"] == 0
    assert punto("history", path, "--statistics").code == 0


# ---------------------------------------------------------------- ledger


def test_a_trial_balance(log: Path) -> None:
    run = punto("history", log, "--ledger")
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("Trial balance of table/MB-7\n")
    assert [line.split() for line in run.out.splitlines() if line.startswith(("seat/3", "total"))] == [
        ["seat/3", "$0", "$700", "$105", "$595"],
        ["total", "$0", "$1,001,305", "$1,001,305", "$0"],
    ]
    assert run.out.endswith("The balance holds: every cent that an account has, another gave.\n")
    found = punto("history", log, "--ledger", "--json").json
    assert found["balanced"] is True
    assert found["total"] == {"account": "total", "opening": 0, "came": 100130500, "went": 100130500, "closing": 0}


def test_a_statement(log: Path) -> None:
    run = punto("history", log, "--ledger", "seat/3")
    assert run.out.startswith("Statement of seat/3 at table/MB-7\n")
    assert [line.split()[-2:] for line in run.out.splitlines() if " rack " in line] == [
        ["$500", "$500"],
        ["−$5", "$495"],
        ["$100", "$595"],
    ]
    found = punto("history", log, "--ledger", "seat/3", "--json").json
    assert (found["opening"], found["closing"], len(found["movements"])) == (0, 59500, 5)


def test_a_statement_of_one_coup(six: Path) -> None:
    second = punto("history", six, "--ledger", "seat/5", "--coup", "2", "--json").json
    third = punto("history", six, "--ledger", "seat/5", "--shoe", "1", "--coup", "3", "--json").json
    assert third["opening"] == second["closing"]
    assert {move["coup"] for move in third["movements"]} == {3}
    assert punto("history", six, "--ledger", "--coup", "2").out.startswith("Trial balance of table/MB-7, coup 2")
    assert punto("history", six, "--ledger", "--shoe", "1").out.startswith("Trial balance of table/MB-7, shoe 1\n")


# ---------------------------------------------------------------- views


def lines(*arguments: str | Path) -> list[dict[str, Any]]:
    run = punto("history", *arguments, "--json")
    assert (run.code, run.err) == (0, "")
    return [json.loads(line) for line in run.out.splitlines()]


def test_a_spectator_sees_seats_and_stakes_and_no_purse(log: Path) -> None:
    seen = lines(log, "--view-as", "spectator")
    assert [one["n"] for one in seen] == list(range(1, len(seen) + 1))
    (sat,) = (one for one in seen if one["event"] == "player-seated/1")
    assert {*sat} == {"n", "time", "event", "section", "seat"}
    (bet,) = (one for one in seen if one["event"] == "wager-made/1")
    assert (bet["seat"], bet["wager"], bet["cents"]) == (3, "banker", 10000)
    assert all("postings" not in one for one in seen)


def test_a_seat_sees_its_own(six: Path) -> None:
    own, other = lines(six, "--view-as", "player", "--seat", "5"), lines(six, "--view-as", "player", "--seat", "3")
    sat = [one.get("postings") for one in own if one["event"] == "player-seated/1"]
    assert sat == [None, [["rack", "seat/5", 500000, "chips"]]]
    assert [one.get("postings") for one in other if one["event"] == "player-seated/1"][1] is None
    assert all("who" in one for one in own if one["event"] == "player-seated/1")


def test_an_auditor_sees_what_is_stored(log: Path) -> None:
    stored = [event for line in one_coup().splitlines()[1:-1] for event in json.loads(line)["record"]["events"]]
    for one, old in zip(lines(log, "--view-as", "auditor"), stored, strict=True):
        assert one == {"n": one["n"], "time": one["time"], **old}


def test_the_events_of_one_coup(six: Path) -> None:
    whole = lines(six, "--view-as", "dealer")
    third = lines(six, "--view-as", "dealer", "--coup", "3")
    assert 0 < len(third) < len(whole)
    assert [one["coup"] for one in third if one["event"] == "coup-settled/1"] == [3]
    assert all(one in whole for one in third)


def test_a_view_for_people(log: Path) -> None:
    run = punto("history", log, "--view-as", "player", "--seat", "3", "--coup", "1")
    assert run.out.startswith("table/MB-7 as a player at seat 3 sees it: ")
    assert "felt/3/banker $100" in run.out
    assert "an auditor sees it" in punto("history", log, "--view-as", "auditor").out


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--statistics", "--ledger"], "--statistics and --ledger: give one of them"),
        (["--view-as", "dealer", "--statistics"], "--statistics and --view-as: give one of them"),
        (["--statistics", "--coup", "1"], "--statistics are of the whole log"),
        (["-o", "hold.svg"], "-o: only --statistics are drawn"),
        (["--statistics", "-o", "hold.pdf"], "-o hold.pdf: the hold is drawn as .svg"),
        (["--ledger", "seat/9"], "--ledger seat/9: no such account: did you mean 'seat/3'?"),
        (["--view-as", "deeler"], "--view-as: no role is called 'deeler': did you mean 'dealer'?"),
        (["--view-as", "owner"], "--view-as: no role is called 'owner'"),
        (["--view-as", "dealer", "--seat", "3"], "--seat: only --view-as player sits at one"),
        (["--seat", "3"], "--seat: only --view-as player sits at one"),
        (["--view-as", "floor", "--coup", "9"], "--coup 9: there is coup 1"),
    ],
)
def test_what_cannot_be_shown_is_one_line(arguments: list[str], words: str, log: Path) -> None:
    punto("history", log, *arguments).refused(words)


@pytest.mark.parametrize("arguments", [["--statistics"], ["--ledger"], ["--view-as", "floor"]])
def test_a_log_that_is_not_whole_is_shown_with_a_warning(arguments: list[str], tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(one_coup().splitlines(keepends=True)[:-1]))
    run = punto("history", path, *arguments)
    assert run.code == 1
    assert run.out
    assert run.err.startswith(f"punto: {path}: this log is corrupt: ")


@pytest.mark.parametrize("arguments", [["--statistics"], ["--ledger"], ["--view-as", "floor"]])
def test_a_log_that_cannot_be_followed_is_shown_as_far_as_it_goes(arguments: list[str], tmp_path: Path) -> None:
    def overdraw(records: list[Any]) -> None:
        event(records, "coup-settled")["postings"][0][2] = 10**9

    path = tmp_path / "log.jsonl"
    path.write_bytes(forged(one_coup(), overdraw))
    run = punto("history", path, *arguments)
    assert run.code == 1
    assert "cannot be followed to its end" in run.err


def test_rules_that_are_not_in_the_log_are_one_line(tmp_path: Path) -> None:
    def nonsense(records: list[Any]) -> None:
        records[0]["command"]["submission"] = "rulebook = 'md-mini'"

    path = tmp_path / "log.jsonl"
    path.write_bytes(forged(one_coup(), nonsense))
    punto("history", path, "--statistics").refused("the rules of table/MB-7 cannot be read")
    path.write_bytes(forged(one_coup(), lambda records: records.pop(0)))
    punto("history", path, "--statistics").refused("is not opened in this log")
