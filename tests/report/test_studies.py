"""The studies: exact parts exactly, dealt ones from fixed seeds within their errors, and what others have published."""

import json
import random
import re
import statistics
from fractions import Fraction
from functools import cache
from itertools import islice
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest

from punto.core.cards import Composition
from punto.draw.chart import chart_svg
from punto.odds import sheet
from punto.report.studies import STUDIES, Study, StudyError, module_of, study
from punto.report.studies.answer import Averages, Sample, examples, full_shoe, wagers
from punto.report.studies.counting import COUNTS
from punto.report.studies.cut_card import cards_of_a_coup, effects
from punto.report.studies.rounds import lengths
from punto.report.studies.royal_9 import Hits, MustHit, royal_of
from punto.report.studies.ruin import PUBLISHED, Step, Walk, deviation, ruin, spread, walk_of
from punto.report.studies.vigorish import edge, rounded
from punto.rules.house_rules import Meter
from punto.simulate.cpu import count
from punto.simulate.plan import Plan, Tally
from punto.simulate.trajectory import before_coups, trajectories
from tests.apps.cli.running import punto

ROOT = Path(__file__).parents[2]
FEW = 40
SVG = "{http://www.w3.org/2000/svg}"


@cache
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
    if hasattr(module_of(name), "SHOES"):
        assert found.document == study(name, FEW, 1).document
        assert found.document != study(name, FEW, 2).document
    root = ElementTree.fromstring(chart_svg(found.chart))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for words in root.iter(f"{SVG}text"):
        assert 0 <= float(words.attrib["x"]) <= width
        assert 0 <= float(words.attrib["y"]) <= height
    for path in root.iter(f"{SVG}path"):
        numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*", path.attrib["d"])]
        assert all(-1 <= number <= width for number in numbers)


def test_no_study_of_that_name() -> None:
    with pytest.raises(StudyError, match="use rounds, cut-card"):
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
    assert cards_of_a_coup(full_shoe(8)) == pytest.approx(4.9388, abs=5e-5)


def test_the_effect_is_that_of_trillions_of_rounds() -> None:
    """Within four standard errors of a plain count of 3.8·10^12 rounds, of which the first sixty have none."""
    _, found = effects(Sample(600, 2), Plan(600, 2))
    for each in found:
        assert abs(each.fixed.value) < 4 * each.fixed.error
        assert each.effect.error < each.plain / 100
        assert each.dealt
        assert abs(each.effect.value - each.dealt.value) < 4 * hypot(each.effect.error, each.dealt.error)
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


# ---------------------------------------------------------------- vigorish


def test_rounding_costs_by_hand() -> None:
    """One dollar: a win brings 75 cents of 95; of 100 wins, 45.86."""
    rows = {row["stake"]: row for row in made("vigorish").document["stakes"]}
    full = sheet(Composition.decks(8), wagers("banker"))["banker"]
    win, lose = full.probability("win"), full.probability("lose")
    assert Fraction(rows[100]["edge-exact"]) == lose - win * Fraction(75, 100)
    assert Fraction(rows[700]["edge-exact"]) == lose - win * Fraction(650, 700)
    assert rows[700]["collected"] == 50
    for stake, row in rows.items():
        assert (Fraction(row["edge-exact"]) == full.edge) == (stake % 500 == 0)


def test_up_to_51_dollars_rounding_can_make_player_the_cheaper_wager() -> None:
    odds = sheet(Composition.decks(8), wagers("banker", "player"))
    dear = [stake for stake in range(1, 200) if edge(odds["banker"], 100 * stake, rounded()) > odds["player"].edge]
    assert max(dear) == 51


def test_rounding_once_costs_less() -> None:
    deferred = made("vigorish").document["deferred"]
    assert deferred["100"]["1"] == 0.25
    for rates in deferred.values():
        assert rates["5"] == 0.05  # of whole dollars, five wins always owe whole quarters
        assert rates["1"] >= rates["3"] >= 0.05


# ---------------------------------------------------------------- House Money


def test_house_money_is_the_sheets() -> None:
    document = made("house-money").document
    for decks in (8,):
        money = sheet(Composition.decks(decks), wagers("house-money", "player", "banker"))["house-money"]
        row = document["decks"][str(decks)]
        assert Fraction(row["take-exact"]) == money.ev
        for hand, ride in money.ride.items():
            assert row["ride"][hand] == {"ev": float(ride.ev), "best": float(ride.best)}
            assert (ride.ev < money.ev) == (hand != "either")
            assert ride.best > money.ev


def test_the_counts_that_call_for_either_choice() -> None:
    """At seven decks openings of 4 against 4 still differ; at one deck EZ Banker depends on the cards when ahead."""
    found = {
        decks: {(line["hand"], line["player"], line["banker"]) for line in row["either"]}
        for decks, row in made("house-money").document["decks"].items()
    }
    fours = {(hand, 4, 4) for hand in ("player", "banker", "ez-banker")}
    assert found.pop("1") == fours | {("ez-banker", 0, 1), ("ez-banker", 1, 2)}
    assert found.pop("2") == fours
    assert found.pop("8") == set()
    assert found == {str(decks): {("player", 4, 4)} for decks in range(3, 8)}


def test_house_money_is_best_with_both_main_wagers() -> None:
    row = made("house-money").document["decks"]["8"]["ride"]
    assert row["either"]["best"] == pytest.approx(-0.1255832230)
    assert row["ez-either"]["best"] == pytest.approx(-0.1208436243)


def test_ride_on_the_hand_that_is_ahead() -> None:
    """Whoever is ahead after two cards is worth riding on; nobody is ahead at 4 against 4, and yet the Player gains."""
    ride = made("house-money").document["ride"]
    for line in ride["player"]:
        ahead = line["player"] > line["banker"]
        assert (line["least"] > 0) == (ahead or (line["player"], line["banker"]) == (4, 4))
    for line in ride["banker"]:
        assert (line["least"] > 0) == (line["banker"] > line["player"])
    assert all(line["player"] % 2 == 0 or line["banker"] % 2 == 0 for line in ride["player"])


# ---------------------------------------------------------------- options


def test_published_edges_of_the_options() -> None:
    """Wizard of Odds and multiplayerbaccarat.com: eight decks, per cent."""
    terms = {(row["wager"], row["terms"]): row["edge"]["8"] for row in made("options").document["terms"]}
    published = {
        ("banker", "5% vigorish"): 1.0579,
        ("ez-banker", "EZ: even money, Dragon 7 pushes"): 1.0183,
        ("tie", "8 to 1"): 14.3596,
        ("tie", "9 to 1"): 4.8440,
        ("dragon-bonus-player", "paytable A"): 2.65,
        ("dragon-bonus-banker", "paytable A"): 9.37,
    }
    for key, percent in published.items():
        digits = len(str(percent).split(".")[1])
        assert round(100 * terms[key], digits) == percent


def test_options_are_the_plain_paths() -> None:
    document = made("options").document["decks"]
    for decks in (1, 6):
        full = full_shoe(decks)
        for key, row in document.items():
            assert Fraction(row[str(decks)]["exact"]) == full[key].edge


# ---------------------------------------------------------------- Royal 9


def test_what_comes_back_is_what_went_in() -> None:
    """Fixed awards, all rates, the seeds as often as they are paid, and Must Hit: nothing else is returned."""
    for name, rules in examples().items():
        royal = royal_of(name, rules)
        if royal is None:
            continue
        rates = sum(hits.meter.rate for hits in royal.hits.values())
        seeds = sum(hits.whole * hits.meter.seed for hits in royal.hits.values()) / royal.stake
        fixed = royal.returns(dict.fromkeys(royal.hits, 0))
        assert royal.long_run == fixed + rates + seeds + royal.lottery
        for key in royal.hits:
            fair = royal.odds.break_even(key, royal.seeds, royal.stake)
            assert royal.odds.at({**royal.seeds, key: fair}, royal.stake).ev == 0  # type: ignore[dict-item]


def test_a_meter_shows_its_mean_when_it_is_won() -> None:
    """A meter with a whole and a part to be won, played by dice."""
    meter = Meter("major", 350_00, Fraction(5, 100))
    hits = Hits(meter, 5_00, Fraction(1, 400), Fraction(1, 100) * Fraction(1, 10))
    dice, shows, seen = random.Random(3), float(meter.seed), []
    for _ in range(400_000):
        throw = dice.random()
        if throw < 1 / 400:
            seen.append(shows)
            shows = float(meter.seed)
        elif throw < 1 / 400 + 1 / 100:
            shows *= 0.9
        shows += 25
    assert statistics.mean(seen) == pytest.approx(float(hits.mean), abs=4 * statistics.stdev(seen) / len(seen) ** 0.5)
    assert hits.within(0.5) == pytest.approx(0.693 * 400, rel=2e-3)


def test_must_hit_by_hand() -> None:
    """From 10 to 14 cents, two a wager: 10, 11 and 12 are reached by the first, 13 and 14 by the second."""
    must = MustHit(Meter("must-hit", 10, Fraction(2, 100)), 14, 100)
    assert must.runs == (Fraction(3 * 1 + 2 * 2, 5), Fraction(3 * 12 + 2 * 14, 5))
    assert must.returns(10) == Fraction(2, 4) * 12 / 100
    assert must.returns(12) == Fraction(14, 100)
    assert must.fair(1 - Fraction(14, 100)) == 12


# ---------------------------------------------------------------- ruin


def test_ruin_by_hand() -> None:
    """Two units at even money and even chances, four coups: LL, WLLL, LWLL."""
    fair = Walk(1, (Step(1, 0.5), Step(-1, 0.5)))
    (found,) = ruin(fair, [4])
    assert found[1] == 0.5 + 0.125
    assert found[2] == 0.25 + 2 / 16
    assert found[5] == 0.0
    assert deviation(fair) == 1.0
    assert list(spread(fair, 2))[-1] == (-2, [0.25, 0.0, 0.5, 0.0, 0.25])


def test_a_bankroll_lasts_as_long_in_whole_shoes() -> None:
    """Ten units on Banker within seventy coups, in 1,500 shoes: within four standard errors."""
    banker = sheet(Composition.decks(8), wagers("banker"))["banker"]
    (found,) = ruin(walk_of(banker), [70])
    on_class, gains = banker.wager.on_class, banker.gains
    assert on_class is not None
    lost, shoes = 0, 1_500
    for shoe in trajectories(Plan(shoes, 6)):
        left = Fraction(10)
        for coup in islice(shoe.classes, 70):
            left += gains[on_class(coup).category]
            if left < 1:
                lost += 1
                break
    chance = found[10]
    assert abs(lost / shoes - chance) < 4 * (chance * (1 - chance) / shoes) ** 0.5


def test_a_counters_career_is_the_published_one() -> None:
    """Stephen How: 24% behind after 500 shoes, 250 units on average (his 3.5% of ruin we do not find)."""
    found = made("ruin").document["counter"]
    assert found["behind"] == pytest.approx(PUBLISHED["behind"], abs=0.005)
    assert found["mean"] == pytest.approx(PUBLISHED["mean"], abs=5)
    assert found["ruin"] < 0.06


# ---------------------------------------------------------------- the manual


EXACT = [name for name in STUDIES if not hasattr(module_of(name), "SHOES")]


@pytest.mark.parametrize("name", EXACT)
def test_the_picture_of_the_manual_is_the_one_that_is_drawn(name: str) -> None:
    """``punto study NAME -o docs/pictures/study-NAME.svg`` draws it again."""
    assert (ROOT / "docs" / "pictures" / f"study-{name}.svg").read_text() == chart_svg(made(name).chart)


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_has_its_page_and_its_picture(name: str) -> None:
    page = (ROOT / "docs" / "studies" / f"{name}.md").read_text()
    assert f"$ punto study {name}" in page
    assert f"(../pictures/study-{name}.svg)" in page
    assert f"(studies/{name}.md)" in (ROOT / "docs" / "studies.md").read_text()
    ElementTree.parse(ROOT / "docs" / "pictures" / f"study-{name}.svg")
