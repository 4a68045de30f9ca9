"""The thread through all rooms: one coup from a submission to a settlement, a log that proves itself."""

import runpy
from pathlib import Path

import msgspec
import pytest

from punto.log import Conflict, MemoryLog, Record, verify
from punto.table import TableState, evolve
from punto.table.events import AnyEvent, CardDealt, StepPerformed, TableOpened

EXAMPLE = Path(__file__).parents[2] / "examples" / "one_coup.py"


def test_one_coup_is_settled_and_its_log_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert capsys.readouterr().out.splitlines() == [
        "coup 1: Banker wins, 8 over 1 (§ .11B(1)-(3))",
        "  seat 3 tie: lose, $10 staked, $0 paid, $0 vigorish (§ .07A(3))",
        "  seat 3 banker: win, $100 staked, $100 paid, $5 vigorish (§ .07A(1))",
        "seat 3 has $585; 50 records, chain whole: True",
    ]


def some_log() -> MemoryLog:
    log = MemoryLog()
    log.append("t", 0, [TableOpened(table="t", rulebook="md-mini", digest="d", seats=7, cards=416, agenda=())])
    log.append("t", 1, [StepPerformed(ceremony="betting-closed", step="no-more-bets", by="dealer", ends=True)])
    log.append("t", 2, [CardDealt(place="P1"), CardDealt(place="B1")])
    return log


def test_a_log_replays_to_the_same_state() -> None:
    state = TableState()
    for record in some_log().read("t"):
        state = evolve(state, msgspec.json.decode(record.body, type=AnyEvent))
    assert (state.version, state.places) == (4, {"P1": None, "B1": None})


def test_a_conflicting_append_is_refused_whole() -> None:
    log = some_log()
    with pytest.raises(Conflict):
        log.append("t", 3, [CardDealt(place="P2")])
    assert len(log.read("t")) == 4


@pytest.mark.parametrize("bad", [0, 1, 2, 3])
def test_an_edited_record_is_named(bad: int) -> None:
    records = list(some_log().read("t"))
    old = records[bad]
    records[bad] = Record(old.stream, old.version, old.body + b" ", old.hash)
    assert verify(records) == bad + 1


def test_a_reordered_or_cut_log_is_found() -> None:
    records = some_log().read("t")
    assert verify((records[1], records[0], *records[2:])) == 1
    assert verify((records[0], *records[2:])) == 2
    assert verify(records) is None
