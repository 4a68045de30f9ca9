"""The studies: exact parts exactly, dealt ones from fixed seeds within their errors, and what others have published."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from punto.cards import Composition
from punto.draw.chart import chart_svg
from punto.odds import sheet
from punto.report.studies import STUDIES, Study, StudyError, module_of, study
from punto.report.studies.answer import Averages, Sample
from punto.report.studies.counting import COUNTS
from punto.report.studies.cut_card import cards_of_a_coup, effects
from punto.report.studies.felts import examples, wagers
from punto.report.studies.rounds import lengths
from punto.simulate.cpu import count
from punto.simulate.held import before_coups
from punto.simulate.plan import Plan
from punto.simulate.tally import Tally
from tests.cli.running import punto

ROOT = Path(__file__).parents[2]
FEW = 40
SVG = "{http://www.w3.org/2000/svg}"


def made(name: str, shoes: int = FEW, seed: int = 1) -> Study:
    return study(name, shoes if hasattr(module_of(name), "SHOES") else None, seed)


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_can_be_read_drawn_and_made_again(name: str) -> None:
    found = made(name)
    assert found.name == name
    assert found.title
    assert found.tables
    for table in found.tables:
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.columns)}
    json.dumps(found.document, allow_nan=False)
    assert found.document == made(name).document
    root = ElementTree.fromstring(chart_svg(found.chart))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for words in root.iter(f"{SVG}text"):
        assert 0 <= float(words.attrib["x"]) <= width
        assert 0 <= float(words.attrib["y"]) <= height
    for path in root.iter(f"{SVG}path"):
        numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*", path.attrib["d"])]
        assert all(-1 <= number <= width for number in numbers)


def test_no_study_of_that_name() -> None:
    with pytest.raises(StudyError, match="there are rounds, cut-card"):
        study("luck")
    punto("study", "round").refused("did you mean 'rounds'?")


def test_the_command_line(tmp_path: Path) -> None:
    for name, asks in STUDIES.items():
        assert f"{name} " in punto("study").out
        assert asks in punto("study").out
    assert punto("study", "--json").json == STUDIES
    plot = tmp_path / "plot.svg"
    run = punto("study", "rounds", "--shoes", "20", "--seed", "3", "-o", str(plot))
    assert run.code == 0
    assert run.err == f"drawn: {plot}\n"
    assert "20 shoes of each kind, seed 3" in run.out
    assert plot.read_text() == chart_svg(made("rounds", 20, 3).chart)
    document = punto("study", "rounds", "--shoes", "20", "--seed", "3", "--json").json
    assert document == {"study": "rounds", **made("rounds", 20, 3).document}
    punto("study", "rounds", "-o", "plot.png").refused("drawn as .svg")
    punto("study", "rounds", "--shoes", "0").refused("--shoes")


def test_means_have_the_errors_of_a_hand_count() -> None:
    class Column(list[float]):
        def sum(self) -> float:
            return sum(self)

        def __mul__(self, other: object) -> "Column":
            return Column(one * one for one in self)

    averages = Averages()
    averages.add("x", Column([1.0, 2.0]))
    averages.add("x", Column([3.0, 6.0]))
    assert averages["x"].value == 3.0
    assert averages["x"].error == pytest.approx((14 / 3 / 4) ** 0.5)
    assert averages["x"].over(2).value == 1.5


# ---------------------------------------------------------------- rounds


def test_rounds_of_other_depths_are_those_of_shoes_dealt_so() -> None:
    sample = Sample(FEW, 5)
    for plan in (Plan(FEW, 5, decks=6), Plan(FEW, 5)):
        for length in lengths(sample, plan, (14, 40, 100)):
            counts, _ = count(length.plan)
            rounds = Tally(FEW, counts).rounds
            assert sum(number * times for number, times in length.counts.items()) == rounds
            assert length.mean.value == pytest.approx(rounds / FEW)


def test_an_eight_deck_shoe_has_81_and_a_half_rounds() -> None:
    """81.48 ± 0.01, of a plain count over a million shoes (docs/soak.md)."""
    (length,) = lengths(Sample(2_000, 1), Plan(2_000, 1), (14,))
    assert abs(length.mean.value - 81.48) < 4 * length.mean.error < 0.2


def test_every_example_is_studied() -> None:
    assert set(made("rounds").document["submissions"]) == set(examples())


# ---------------------------------------------------------------- the cut card


def test_a_coup_takes_its_published_number_of_cards() -> None:
    assert cards_of_a_coup(sheet(Composition.decks(8), wagers())) == pytest.approx(4.9388, abs=5e-5)


def test_the_effect_is_that_of_trillions_of_rounds() -> None:
    """Within four standard errors of a plain count of 3.8·10^12 rounds, of which the first sixty have none."""
    _, found = effects(Sample(600, 2), Plan(600, 2))
    for each in found:
        assert abs(each.fixed.value) < 4 * each.fixed.error
        assert each.effect.error < each.plain / 100
        if each.dealt is not None:
            assert abs(each.effect.value - each.dealt) < 4 * each.effect.error
    ez = next(each for each in found if each.key == "ez-banker")
    assert ez.effect.error < 4e-6


# ---------------------------------------------------------------- counting


def test_counts_win_what_was_published() -> None:
    document = made("counting", 600, 4).document
    for each in COUNTS:
        row = document["counts"][each.name]
        there = row["published"]["found"]
        assert abs(there["units"] - each.units) < 4 * there["stderr"] < 0.2
        if each.bets is not None:
            assert there["bets"] == pytest.approx(each.bets, abs=0.8)
        assert row["units"] < document["perfect"][each.wager]["units"]


def test_a_running_count_is_the_sum_of_the_tags_seen() -> None:
    from punto.simulate.trajectory import trajectories

    plan = Plan(3, 9)
    held = before_coups(plan)
    running = held.running(COUNTS[0].tags, plan.decks).tolist()
    expected = []
    for shoe in trajectories(plan):
        total = COUNTS[0].tags[shoe.order[0].rank - 1]
        for coup in shoe.coups:
            expected.append(total)
            total += sum(COUNTS[0].tags[card.rank - 1] for card in coup)
    assert running == expected
