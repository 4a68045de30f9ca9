"""Long-run figures that the package and the manual print are those of the record that they name."""

import re
from pathlib import Path

import pytest

from punto.report.studies import cut_card
from tools.soaks import bound, judged
from tools.soaks.device import device

ROOT = Path(__file__).parents[1]
RECORD = (ROOT / "bench" / "h200.txt").read_text()
SIMULATION = (ROOT / "docs" / "simulation.md").read_text()
COVER = RECORD.split("until the cover card:")[1]
EVEN = RECORD.split("67 coups of every shoe:")[1].split("until the cover card")[0]
TITLES = {
    "player": "Player",
    "banker": "Banker",
    "ez-banker": "EZ Banker",
    "tie": "Tie",
    "dragon-7": "Dragon 7",
    "panda-8": "Panda 8",
    "dragon-bonus-player": "Dragon Bonus, Player",
    "dragon-bonus-banker": "Dragon Bonus, Banker",
    "house-money": "House Money",
}


def gains(block: str) -> dict[str, tuple[str, ...]]:
    """What a block of the record says of every wager: found, exact, standard error, z."""
    lines = re.findall(r"^  ([a-z0-9-]+) +(-[\d.]+)  exact (-[\d.]+)  stderr (\S+)  z (\S+)$", block, re.M)
    return {name: tuple(figures) for name, *figures in lines}


def test_the_long_run_of_the_cut_card_study_is_the_recorded_one() -> None:
    assert set(gains(COVER)) == set(TITLES)
    assert {key: tuple(mean) for key, mean in cut_card.DEALT.items()} == {
        key: (float(found), float(error)) for key, (found, _, error, _) in gains(COVER).items()
    }
    assert f"{cut_card.DEALT_ROUNDS:,} rounds" in COVER


@pytest.mark.parametrize("block", [EVEN, COVER], ids=["67 coups of every shoe", "until the cover card"])
def test_the_manual_prints_the_record(block: str) -> None:
    for key, (found, exact, _, z) in gains(block).items():
        row = f"| {TITLES[key]} | {found} | {exact} | {z} |".replace("-", "−")
        assert row in SIMULATION, row


def test_the_cut_card_page_prints_the_long_run_of_the_record() -> None:
    page = (ROOT / "docs" / "studies" / "cut-card.md").read_text()
    printed = {
        row[0]: row[-2:] for row in (line.strip("| ").split(" | ") for line in page.splitlines()) if row[0] in TITLES
    }
    for key, (found, exact, error, _) in gains(COVER).items():
        effect = f"{1e6 * (float(found) - float(exact)):+.2f}".replace("-", "−")
        assert printed[key] == [effect, f"{1e6 * float(error):.2f}"], key


def test_the_device_soak_judges_every_figure_of_the_record() -> None:
    assert device()["worst z, all classes included"] == "player +1.56 of 13, bound 3.36"


# ---------------------------------------------------------------- the soak's bound


@pytest.mark.parametrize("figures, level, z", [(1, 0.05, 1.960), (1, 0.01, 2.576), (9, 0.01, 3.261), (9, 0.001, 3.865)])
def test_the_bound_grows_with_the_number_of_figures(figures: int, level: float, z: float) -> None:
    assert bound(figures, level) == pytest.approx(z, abs=5e-4)


def nine(farthest: float) -> dict[str, float]:
    return {**dict.fromkeys(TITLES, 0.5), "panda-8": farthest}


def test_a_figure_within_the_bound_passes() -> None:
    assert judged(nine(-3.2)) == "panda-8 -3.20 of 9, bound 3.26"


def test_a_figure_beyond_the_bound_is_remarked_on() -> None:
    assert judged(nine(-3.45)) == "panda-8 -3.45 of 9, REMARK: beyond 3.26, where chance goes once in 100 runs"


def test_a_figure_far_beyond_it_fails() -> None:
    with pytest.raises(
        AssertionError, match=r"^panda-8 \+3\.90 of 9: beyond 3\.86, where chance goes once in 1,000 runs$"
    ):
        judged(nine(3.9))
