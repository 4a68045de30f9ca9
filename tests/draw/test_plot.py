"""The hold as a picture: everything is on the paper, the bands stand around the theory, and long courses stay small."""

import re
from collections import Counter
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from punto.draw.plot import hold_svg
from punto.views.figures import Figures, Point
from punto.views.statistics import Tally
from punto.views.theory import Stake, Theory
from tests.table.harness import rules_under
from tests.views.evening import PICTURE, picture

RULES = rules_under("md-mini")
SVG = "{http://www.w3.org/2000/svg}"


def figures(win: int = -5_00, handle: int = 100_00) -> Figures:
    banker = Stake("banker")
    tally = Tally(wagers=1, handle=handle, win=win, drop=handle)
    tally.staked, tally.products = Counter({banker: handle}), Counter({(banker, banker): handle**2})
    return Figures.of(tally, Theory(RULES))


def walk(length: int, shoe: int = 70, drift: int = 100) -> list[Point]:
    """A course that goes up and down by a dollar, and slowly up."""
    return [
        Point(n, 1 + (n - 1) // shoe, Fraction((-1) ** n * drift), Fraction(n), Fraction(n * 10_000))
        for n in range(1, length + 1)
    ]


def numbers(path: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+\.?\d*", path)]


@pytest.mark.parametrize("length", [0, 1, 2, 70, 500, 5_000])
@pytest.mark.parametrize("drift", [0, 1, 100, -(10**9)])
def test_whatever_the_course_it_is_drawn_on_the_paper(length: int, drift: int) -> None:
    drawn = hold_svg("MB-7", walk(length, drift=drift), figures())
    root = ElementTree.fromstring(drawn)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for path in root.iter(f"{SVG}path"):
        if not re.search("[lhHV]", path.attrib["d"]):
            places = numbers(path.attrib["d"])
            assert all(0 <= x <= width for x in places[::2])
            assert all(0 <= y <= height for y in places[1::2])
    for words in root.iter(f"{SVG}text"):
        assert 0 <= float(words.attrib["x"]) <= width
        assert 0 <= float(words.attrib["y"]) <= height
    assert len(drawn) < 120_000


def test_bands_are_one_two_and_three_standard_deviations_about_the_theory() -> None:
    root = ElementTree.fromstring(hold_svg("MB-7", walk(100), figures()))
    heights = {}
    for path in root.iter(f"{SVG}path"):
        if "data-band" in path.attrib:
            places = numbers(path.attrib["d"])
            last = [y for x, y in zip(places[::2], places[1::2], strict=True) if x == max(places[::2])]
            heights[int(path.attrib["data-band"])] = max(last) - min(last)
    assert list(heights) == [3, 2, 1]
    assert heights[3] == pytest.approx(3 * heights[1], abs=0.1)
    assert heights[2] == pytest.approx(2 * heights[1], abs=0.1)


def test_shoes_are_numbered_as_far_as_there_is_room() -> None:
    few = hold_svg("MB-7", walk(200), figures())
    assert re.findall(r'data-shoe="(\d+)"', few) == ["1", "2", "3"]
    many = re.findall(r'data-shoe="(\d+)"', hold_svg("MB-7", walk(7000), figures()))
    assert many[0] == "1"
    assert len(many) < 20


def test_the_figures_stand_at_the_top_and_in_the_name() -> None:
    drawn = hold_svg("MB-7", walk(1), figures())
    assert "<title>Table MB-7, one coup: won −$5, theoretical win $1.06</title>" in drawn
    for words in ("$100", "−$5", "−5.00%", "1.06%", "−0.07 SD"):
        assert f">{words}<" in drawn


def test_a_table_that_has_not_played_has_no_hold() -> None:
    assert ">–<" in hold_svg("MB-7", [], Figures.of(Tally(), Theory(RULES)))


def test_nothing_in_a_name_breaks_the_drawing() -> None:
    ElementTree.fromstring(hold_svg('<"&\x00>', walk(3), figures()))


def test_the_picture_of_the_manual_is_the_one_that_is_drawn() -> None:
    assert PICTURE.read_text() == picture(), "python -m tests.views.evening"
