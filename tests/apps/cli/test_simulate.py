"""``punto simulate``: its JSON to the letter, the files it writes, what it refuses, and Ctrl-C."""

import csv
import json
import signal
import subprocess
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from punto.simulate import Plan, cpu, trajectory
from tests.apps.cli.running import CLASSIC, PUNTO, SUBMISSIONS, edited, punto


def test_json() -> None:
    answer = punto("simulate", "--shoes", "2000", "--decks", "8", "--seed", "1", "--threads", "2", "--json").json
    keys = ["shoes", "rounds", "seconds", "rounds-per-second", "device", "threads", "outcomes", "wagers"]
    assert list(answer) == keys
    assert (answer["shoes"], answer["device"], answer["threads"]) == (2000, "cpu", 2)
    assert sum(answer["outcomes"].values()) == answer["rounds"] == int(cpu.count_part(Plan(shoes=2000)).sum())
    assert list(answer["outcomes"]) == ["banker", "player", "tie"]
    assert answer["rounds-per-second"] == pytest.approx(answer["rounds"] / answer["seconds"])
    banker = answer["wagers"]["banker"]
    assert list(banker) == ["ev", "stderr", "exact", "z"]
    assert banker["exact"] == pytest.approx(-0.0105790578)
    assert banker["stderr"] == pytest.approx(0.92737 / answer["rounds"] ** 0.5, rel=0.01)
    assert all(abs(wager["z"]) < 5 for wager in answer["wagers"].values())


def test_a_submission_says_which_shoe_and_which_wagers() -> None:
    answer = punto("simulate", "--shoes", "300", "--submission", SUBMISSIONS / "md-mini-ez.toml", "--json").json
    assert list(answer["wagers"]) == ["player", "ez-banker", "tie", "dragon-7"]
    answer = punto("simulate", "--shoes", "300", "--submission", SUBMISSIONS / "ma-mini-continuous.toml", "--json").json
    assert answer["rounds"] == 300 * 80


def test_text() -> None:
    run = punto("simulate", "--shoes", "500", "--submission", SUBMISSIONS / "ma-mini-ez-royal.toml")
    assert run.code == 0
    assert "500 shoes of 8 decks" in run.out
    assert "Royal 9 pays meters, and is not counted here." in run.out


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--shoes", "0"], "invalid number of shoes 0: expected 1"),
        (["--shoes", "-5"], "invalid number of shoes -5"),
        (["--shoes", "five"], "'five' is not a whole number"),
        (["--shoes", "1", "--decks", "0"], "expected 1 to 16"),
        (["--shoes", "1", "--seed", "-1"], "invalid seed"),
        (["--shoes", "1", "--threads", "0"], "--threads"),
        (["--shoes", "1", "--submission", "nowhere.toml"], "nowhere.toml"),
        (["--shoes", "1", "-o", "nowhere/rounds.parquet"], "nowhere/rounds.parquet: there is no folder nowhere"),
        (["--shoes", "1", "-o", "."], "a folder"),
        (["--shoes", "1", "-o", "rounds.xlsx"], "rounds.xlsx: rounds are written as .parquet or .csv"),
        (["--shoes", "1", "--device", "gpu", "--cluster", "tcp://127.0.0.1:1"], "give one of them"),
        (["--shoes", "1", "--cluster", "tcp://127.0.0.1:1"], "no scheduler responds"),
        (["--shoes", "1", "--cluster", "nonsense://x"], "no scheduler responds"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.simulate.cluster.SECONDS", 1)  # to wait for a scheduler that is not there
    punto("simulate", *arguments).refused(words)


def test_an_unlawful_submission_is_one_line(tmp_path: Path) -> None:
    bad = edited(CLASSIC, tmp_path, ("decks = 8", "decks = 5"))
    punto("simulate", "--shoes", "1", "--submission", bad).refused(str(bad), "decks")


@pytest.mark.parametrize(
    "module, arguments, words",
    [
        ("cupy", ["--device", "gpu"], "pip install 'punto[gpu]'"),
        ("duckdb", ["-o", "rounds.parquet"], "pip install 'punto[data]'"),
        ("distributed", ["--cluster", "tcp://127.0.0.1:1"], "pip install 'punto[cluster]'"),
    ],
)
def test_a_missing_extra_is_named(module: str, arguments: list[str], words: str) -> None:
    with patch.dict("sys.modules", {module: None}):
        punto("simulate", "--shoes", "1", *arguments).refused(words)


def test_ctrl_c_keeps_what_was_counted() -> None:
    cpu.warm(Plan(shoes=1))  # so that the process finds the kernels compiled
    command: list[str | Path] = [PUNTO, "simulate", "--shoes", "1000000000", "--threads", "1", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        while cpu_seconds(run.pid) < 4:  # imports are behind it
            time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    assert run.returncode == 130
    answer = json.loads(out)
    assert 0 < answer["shoes"] < 1_000_000_000
    assert (
        err == f"punto: interrupted: the figures are of {answer['shoes']:,} of 1,000,000,000 shoes, all of them whole\n"
    )


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


# ---------------------------------------------------------------- rounds


def test_rounds_are_written(tmp_path: Path) -> None:
    import duckdb

    target = tmp_path / "it's rounds.parquet"
    assert punto("simulate", "--shoes", "30", "--seed", "4", "-o", target, "--json").code == 0
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
    cards = "player_1, banker_1, player_2, banker_2, player_3, banker_3"
    query = f"SELECT shoe, coup, {cards}, player, banker, winner, last_hand"
    rows = duckdb.sql(f"{query} FROM '{str(target).replace(chr(39), chr(39) * 2)}' ORDER BY shoe, coup").fetchall()
    due = []
    for shoe in trajectory.trajectories(Plan(shoes=30, seed=4)):
        found = [*zip(shoe.coups, shoe.classes, strict=True)]
        for number, (dealt, coup) in enumerate(found, 1):
            names = [*map(str, dealt)]
            third = names[4] if coup.player_third != 10 else None
            last = names[-1] if coup.banker_third != 10 else None
            hands = (*names[:4], third, last, coup.player, coup.banker, coup.winner)
            due.append((shoe.shoe, number, *hands, number == len(found)))
    assert rows == due


def test_rounds_are_written_as_text_if_the_file_is_called_so(tmp_path: Path) -> None:
    target = tmp_path / "rounds.csv"
    assert punto("simulate", "--shoes", "2", "--seed", "4", "-o", target, "--json").code == 0
    with target.open(newline="") as file:
        rows = list(csv.DictReader(file))
    coups = [coup for shoe in trajectory.trajectories(Plan(shoes=2, seed=4)) for coup in shoe.classes]
    assert [row["winner"] for row in rows] == [coup.winner for coup in coups]
    assert [int(row["player"]) for row in rows] == [coup.player for coup in coups]


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the disk's."""
    target = tmp_path / "rounds.parquet"
    target.write_text("before")
    limited = f"ulimit -f 8; exec {PUNTO} simulate --shoes 3000 -o {target} --json"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"punto: {target}: cannot be written")
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
    assert target.read_text() == "before"
