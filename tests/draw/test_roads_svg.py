"""The roads as pictures: every mark is there, told apart by shape alone, and the newest is outlined."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.draw.roads import bead_svg, big_svg, derived_svg, mark, paper_svg
from punto.views.results import Ended
from punto.views.roads import DERIVED, Roads

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "roads.md"
PICTURE = ROOT / "docs" / "pictures" / "roads.svg"
SVG = "{http://www.w3.org/2000/svg}"
SHOES = [
    "",
    "T",
    "B",
    "TTBTBPTTPB",
    "BBBBBBBB PPPPPPP BBBBBB PPPPP BBBB PPP BB",
    "BTPTT" * 12,
]

shoes = st.lists(st.tuples(st.sampled_from("BPT"), st.integers(1, 9)), max_size=30).map(
    lambda runs: "".join(letter * length for letter, length in runs)
)


def marks(drawing: str) -> dict[str, Counter[str]]:
    """How often each mark is drawn in each road."""
    root = ET.fromstring(drawing)
    roads = (group for group in root.iter(f"{SVG}g") if "data-road" in group.attrib)
    return {road.attrib["data-road"]: _marks_in(road) for road in roads}


def _marks_in(road: ET.Element) -> Counter[str]:
    return Counter(group.attrib["data-mark"] for group in road.iter(f"{SVG}g") if "data-mark" in group.attrib)


def newest(drawing: str) -> list[str]:
    return re.findall(r'data-newest="([^"]+)"', drawing)


@given(shoes)
@settings(max_examples=40)
def test_there_are_as_many_marks_as_cells(shoe: str) -> None:
    roads = Roads.of(shoe)
    wide = len(shoe) + 1
    assert marks(bead_svg(roads, columns=wide)) == {"bead": Counter(shoe)}
    assert marks(big_svg(roads, columns=wide)) == {"big": Counter(shoe.replace("T", ""))}
    for road, expected in zip(DERIVED, roads.derived, strict=True):
        assert marks(derived_svg(roads, road, columns=wide)) == {road: Counter(expected)}


@pytest.mark.parametrize("shoe", SHOES)
def test_the_paper_holds_all_five_and_ask(shoe: str) -> None:
    roads = Roads.of(shoe)
    drawn = paper_svg(roads)
    eye, small, cockroach = map(Counter, roads.derived)
    expected = {"bead": Counter(roads.outcomes), "big": Counter(roads.outcomes.replace("T", ""))}
    assert marks(drawn) == expected | {"big-eye": eye, "small": small, "cockroach": cockroach}
    answers = {
        f"{winner} {road} {answer}"
        for winner, asked in (("B", roads.ask("B")), ("P", roads.ask("P")))
        for road, answer in zip(DERIVED, asked, strict=True)
        if answer
    }
    assert set(re.findall(r'data-ask="([^"]+)"', drawn)) == answers


@pytest.mark.parametrize("shoe", SHOES)
def test_the_paper_counts_the_outcomes(shoe: str) -> None:
    root = ET.fromstring(paper_svg(Roads.of(shoe)))
    labels = [group.get("aria-label") for group in root.iter(f"{SVG}g")]
    assert f"Banker {shoe.count('B')}, Player {shoe.count('P')}, Tie {shoe.count('T')}" in labels


@pytest.mark.parametrize("shoe", SHOES)
def test_nothing_comes_from_elsewhere(shoe: str) -> None:
    drawn = paper_svg(Roads.of(shoe))
    assert re.findall(r"\w+://[^\"' ]+", drawn) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"<(script|image|use|style|foreignObject)|url\(|href", drawn)


def test_the_newest_cell_of_each_road_is_outlined() -> None:
    roads = Roads.of("BBPPPBPBB")
    assert newest(bead_svg(roads)) == ["1 2"]
    assert newest(big_svg(roads)) == ["4 1"]
    assert newest(big_svg(roads.after("T"))) == ["4 1"]
    assert len(newest(paper_svg(roads))) == 5
    assert newest(paper_svg(Roads())) == []


def test_the_last_columns_are_shown() -> None:
    roads = Roads.of("BP" * 30 + "BBB")
    assert marks(big_svg(roads, columns=4)) == {"big": Counter("PBPBBB")}
    assert marks(bead_svg(roads, columns=2)) == {"bead": Counter("BPBPBPBBB")}


def test_a_long_tail_does_not_push_the_newest_cell_out_of_sight() -> None:
    roads = Roads.of("B" * 40 + "P")
    assert newest(big_svg(roads, columns=10)) == ["1 0"]
    assert marks(big_svg(roads, columns=10))["big"]["P"] == 1


@given(shoes, st.integers(1, 40), st.sampled_from([8, 12, 24]))
@settings(max_examples=40)
def test_all_marks_lie_on_the_grid(shoe: str, columns: int, unit: int) -> None:
    root = ET.fromstring(big_svg(Roads.of(shoe), columns=columns, unit=unit))
    for circle in root.iter(f"{SVG}circle"):
        assert 0 < float(circle.attrib["cx"]) < columns * unit + 1
        assert 0 < float(circle.attrib["cy"]) < 6 * unit + 1
    (grid,) = (path for path in root.iter(f"{SVG}path") if path.get("shape-rendering") == "crispEdges")
    assert {number[-2:] for number in re.findall(r"[\d.]+", grid.attrib["d"])} == {".5"}, "lines fill whole pixels"


def shape(kind: str, of: str, ties: int = 0, unit: int = 24) -> str:
    """A mark as one sees it who sees no colours."""
    sheet = "#fbf8ef"
    return re.sub(
        r"#[0-9a-f]{3,6}", lambda ink: "paper" if ink[0] == sheet else "ink", mark(kind, of, 12, 12, unit, ties)
    )


@pytest.mark.parametrize("kind, letters", [("bead", "BPT"), *((road, "rb") for road in DERIVED)])
def test_marks_differ_without_their_colours(kind: str, letters: str) -> None:
    for one, other in combinations(letters, 2):
        assert shape(kind, one) != shape(kind, other)


@pytest.mark.parametrize("unit", [8, 24])
def test_rings_with_ties_differ_without_their_colours(unit: int) -> None:
    seen = {shape("big", of, ties, unit) for of in "BP" for ties in (0, 1)}
    assert len(seen) == 4
    assert shape("big", "B", 2, unit) != shape("big", "P", 2, unit)


def test_more_than_one_tie_is_counted_where_a_figure_can_be_read() -> None:
    assert ">3</text>" in big_svg(Roads.of("BTTT"))
    assert "</text>" not in big_svg(Roads.of("BT"))
    assert "</text>" not in big_svg(Roads.of("BTTT"), unit=8)


def test_a_tail_drops_again_where_that_is_wanted() -> None:
    roads = Roads.of("BBBBBBBB PPPPPPPPPP")
    assert newest(big_svg(roads)) == ["6 4"]
    assert newest(big_svg(roads, drop_again=True)) == ["5 5"]
    assert "6 4" in newest(paper_svg(roads))
    assert "5 5" in newest(paper_svg(roads, drop_again=True))


def test_a_notebook_shows_the_paper() -> None:
    roads = Roads.of("BBPTP")
    assert roads._repr_svg_() == paper_svg(roads)


def test_the_picture_in_the_manual_is_the_one_its_command_draws() -> None:
    (shoe,) = re.findall(r"^\$ punto roads ([BPT]+) -o roads\.svg$", PAGE.read_text(), re.M)
    assert PICTURE.read_text() == paper_svg(Roads.of(shoe)), f"punto roads {shoe} -o docs/pictures/roads.svg"


# ---------------------------------------------------------------- more than the winner

PAST = (
    Ended(outcome="B", player=1, banker=8, natural=True, banker_pair=True),
    Ended(outcome="T", player=6, banker=6, player_pair=True),
    Ended(outcome="B", player=2, banker=7, bonus="dragon-7"),
    Ended(outcome="P", player=9, banker=1, natural=True, player_pair=True, banker_pair=True),
)
MORE = re.compile(r'data-(?:pair|natural|bonus)="[^"]*"')


def more(drawing: str) -> list[list[str]]:
    """The further marks of each mark, in order."""
    root = ET.fromstring(drawing)
    groups = [group for group in root.iter(f"{SVG}g") if "data-mark" in group.attrib]
    return [MORE.findall(ET.tostring(group, encoding="unicode")) for group in groups]


def test_pairs_naturals_and_bonus_results_are_marked_where_they_are_known() -> None:
    roads = Roads.of("BTBP")
    all_of = [
        ['data-pair="B"', 'data-natural="1"'],
        ['data-pair="P"'],
        ['data-bonus="dragon-7"'],
        ['data-pair="B"', 'data-pair="P"', 'data-natural="1"'],
    ]
    assert more(bead_svg(roads, PAST)) == all_of
    assert more(big_svg(roads, PAST)) == [all_of[0], *all_of[2:]], "a tie has no cell"
    assert not any(more(bead_svg(roads)) + more(big_svg(roads)))
    assert len(MORE.findall(paper_svg(roads, PAST))) == 7 + 6


def test_ties_before_the_first_decision_are_shown() -> None:
    for shoe, ties in (("T", 1), ("TTT", 3)):
        assert f'data-ties="{ties}"' in big_svg(Roads.of(shoe))
        assert newest(big_svg(Roads.of(shoe))) == ["0 0"]
        assert f"T{ties}" in Roads.of(shoe).text()
    assert Roads.of("TTTB").drawn_cells() == Roads.of("TTTB").big_cells()
