"""``punto history``: a list of coups, one coup whole, as text and JSON; and one line where there is none."""

from pathlib import Path
from typing import Any

import pytest

from punto.record.export import export
from punto.record.log_reader import load
from punto.record.memory import MemoryStore
from tests.apps.cli.running import punto
from tests.game.sessions import AUTO, BET, CUT, GOLDEN, ONE_COUP, OPEN, SIT, VERSION, event, forged, log_of, one_coup

MIDI = GOLDEN / "ma-midi.log.jsonl"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_bytes(one_coup())
    return path


@pytest.fixture(scope="module")
def two_shoes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log whose first shoe has a few coups, since its cover card lies deep."""
    path = tmp_path_factory.mktemp("history") / "log.jsonl"
    cover = {"do": "perform", "by": "dealer", "who": "d1", "step": "place-cover", "cards": 295}
    carry = {"do": "perform", "by": "dealer", "who": "d1", "step": "carry-cut"}
    rounds = [BET, AUTO] * 5
    opened = {"open": {"submission": "md-mini-payout", "seed": 5}}
    sit = {**SIT, "buy-in": 1_000_000}
    path.write_bytes(log_of(opened, sit, AUTO, CUT, carry, cover, AUTO, *rounds, CUT, AUTO, BET, AUTO))
    return path


def test_a_list_of_coups(log: Path) -> None:
    run = punto("history", log)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("History of table MB-7: one coup\n")
    (row,) = (line for line in run.out.splitlines() if "Ks 5d 6h" in line)
    assert row.split()[:3] == ["1", "1", "1"]
    assert "Ks 5d 6h = 1" in row
    assert "Qd 5c 3s = 8" in row
    assert row.split()[-3:] == ["banker", "$100", "$95"]


def test_a_list_as_json(log: Path) -> None:
    run = punto("history", log, "--json")
    (coup,) = run.json
    assert (coup["table"], coup["shoe"], coup["coup"], coup["number"]) == ("MB-7", 1, 1, 1)
    assert (coup["staked"], coup["won"], coup["winner"]) == (10000, 9500, "banker")
    assert coup["cards"] == {"P1": "Ks", "B1": "Qd", "P2": "5d", "B2": "5c", "P3": "6h", "B3": "3s"}


@pytest.mark.parametrize(
    "arguments", [["--coup", "1"], ["--shoe", "1", "--coup", "1"], ["--table", "MB-7", "--coup", "1"]]
)
def test_one_coup_for_people(arguments: list[str], log: Path) -> None:
    run = punto("history", log, *arguments)
    assert (run.code, run.err) == (0, "")
    text = run.out
    assert text.startswith("History: table MB-7, shoe 1, coup 1 (the table's 1)\n")
    assert "a record, nothing here is live" in text
    assert "Wagers\n  seat 3 ann: banker $100\n" in text
    assert "Cards, as they were dealt\n  P1 Ks  B1 Qd  P2 5d  B2 5c  P3 6h  B3 3s\n" in text
    assert "seat 3 banker: win, $100 staked, $100 paid, $5 vigorish  § .07A(1)\n" in text
    assert "Balances\n  seat 3 ann: $0 before, $500 bought, $95 won, $595 after\n" in text
    assert "no-more-bets" in text


def test_one_coup_for_programs(log: Path) -> None:
    run = punto("history", log, "--coup", "1", "--json")
    coup = run.json
    assert coup["wagers"] == [{"seat": 3, "who": "ann", "wager": "banker", "cents": 10000, "coupon": 0}]
    assert [dealt["place"] for dealt in coup["cards"]] == ["P1", "B1", "P2", "B2", "P3", "B3"]
    assert coup["result"]["lines"][0]["section"] == ".07A(1)"
    assert coup["balances"] == [{"seat": 3, "who": "ann", "before": 0, "bought": 50000, "taken": 0, "after": 59500}]
    assert coup["steps"][-1]["event"] == "coup-ended/1"


def test_house_money_coupons_and_marked_vigorish_are_told() -> None:
    run = punto("history", MIDI, "--coup", "1")
    assert run.code == 0
    assert "seat 5 ben: player $200 with a coupon of $100" in run.out
    assert "House Money, seat 5: " in run.out
    assert "rides on player  §" in run.out
    assert "$25 vigorish marked" in run.out


def test_a_coup_under_way_is_not_settled() -> None:
    run = punto("history", MIDI)
    assert run.code == 0
    path_list = punto("history", MIDI, "--json").json
    assert [coup["finished"] for coup in path_list][:1] == [True]


def test_coups_of_the_second_shoe(two_shoes: Path) -> None:
    listed = punto("history", two_shoes, "--json").json
    second = [coup for coup in listed if coup["shoe"] == 2]
    assert second
    assert second[0]["number"] == 1
    assert second[0]["coup"] > 1
    only = punto("history", two_shoes, "--shoe", "2", "--json").json
    assert only == second
    by_shoe = punto("history", two_shoes, "--shoe", "2", "--coup", "1", "--json").json
    by_table = punto("history", two_shoes, "--coup", str(second[0]["coup"]), "--json").json
    assert by_shoe == by_table
    assert "shoe 2, coup 1 (the table's" in punto("history", two_shoes, "--shoe", "2", "--coup", "1").out


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--coup", "9"], "--coup 9: there is coup 1"),
        (["--shoe", "9"], "--shoe 9: there is shoe 1"),
        (["--shoe", "1", "--coup", "9"], "--coup 9: there is coup 1"),
        (["--coup", "0"], "--coup"),
        (["--coup", "one"], "one"),
        (["--table", "MB-8"], "no table is called 'MB-8' here: did you mean 'MB-7'?"),
    ],
)
def test_what_is_not_there_is_one_line(arguments: list[str], words: str, log: Path) -> None:
    punto("history", log, *arguments).refused(words)


def test_several_coups_are_named_by_their_range(two_shoes: Path) -> None:
    punto("history", two_shoes, "--coup", "99").refused("--coup 99: there are coups 1 to ")


def test_a_log_without_a_coup(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(log_of(*ONE_COUP[:2]))
    assert punto("history", path).out == "History: no coup was played.\n"
    assert punto("history", path, "--json").json == []
    punto("history", path, "--coup", "1").refused("there is no coup in this log")


def test_several_tables_in_one_log(tmp_path: Path) -> None:
    other = log_of({"open": {**OPEN, "submission": "md-mini-ez"}}, SIT)
    both = MemoryStore([*load(one_coup()).records(), *load(other).records()])
    path = tmp_path / "log.jsonl"
    path.write_text(export(both, VERSION))
    punto("history", path).refused("which --table? There are MB-7, MB-6")
    assert punto("history", path, "--table", "MB-7").code == 0


# ---------------------------------------------------------------- logs that are not whole


def test_a_log_that_is_not_whole_is_shown_with_a_warning(log: Path) -> None:
    lines = one_coup().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]))
    run = punto("history", log, "--coup", "1")
    assert run.code == 1
    assert run.out.startswith("History: table MB-7")
    assert run.err.startswith(f"punto: {log}: this log is corrupt: ")
    assert punto("history", log, "--json").code == 1


def test_a_log_that_cannot_be_followed_is_shown_as_far_as_it_goes(log: Path) -> None:
    def overdraw(records: list[Any]) -> None:
        event(records, "coup-settled")["postings"][0][2] = 10**9

    log.write_bytes(forged(one_coup(), overdraw))
    run = punto("history", log)
    assert run.code == 1
    assert "cannot be followed to its end" in run.err


@pytest.mark.parametrize("data", [b"", b"nothing\n", b"{}\n"])
def test_what_is_no_log_is_one_line(data: bytes, log: Path) -> None:
    log.write_bytes(data)
    punto("history", log).refused("there is no table in this log")


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    punto("history", tmp_path / "missing.jsonl").refused("No such file")
    punto("history", tmp_path).refused("folder")


def test_a_log_from_standard_input() -> None:
    assert punto("history", "-", stdin=one_coup().decode()).code == 0


def test_a_time_beyond_calendars_is_a_number(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(log_of({"open": {**OPEN, "at": 2**53 - 10**6}}, *ONE_COUP[1:]))
    assert punto("history", path, "--coup", "1").code == 0
