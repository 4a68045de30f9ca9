"""The thread through all rooms: one coup from a submission to a settlement, a log that proves itself."""

import runpy
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "one_coup.py"


def test_one_coup_is_settled_and_its_log_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert capsys.readouterr().out.splitlines() == [
        "coup 1: Banker wins, 8 over 1 (§ .11B(1)-(3))",
        "  seat 3 tie: lose, $10 staked, $0 paid, $0 vigorish (§ .07A(3))",
        "  seat 3 banker: win, $100 staked, $100 paid, $5 vigorish (§ .07A(1))",
        "seat 3 has $585; 50 events, log whole: True",
    ]
