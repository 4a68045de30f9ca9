"""Charts: everything that is on one is drawn to scale, and has its place in the legend."""

from xml.etree import ElementTree

import pytest

from punto.draw.chart import Axis, Band, Bars, Cells, Chart, Line, Marks, Part, chart_svg, percent, plain
from punto.draw.plot import Field, round_numbers

SVG = "{http://www.w3.org/2000/svg}"
POINTS = [(0.0, 1.0), (1.0, 3.0), (2.0, 2.0)]
PARTS: list[Part] = [
    Line("a line", POINTS, "player", "8 4"),
    Band("a band", POINTS, [(x, y + 1) for x, y in POINTS]),
    Bars("bars", POINTS),
    Marks("marks", POINTS, [0.1, 0.2, 0.3]),
    Marks("marks along", POINTS, [0.1, 0.2, 0.3], hollow=True, along=True),
]


def drawn(*parts: Part, x: Axis = Axis("x"), y: Axis = Axis("y")) -> ElementTree.Element:  # noqa: B008
    return ElementTree.fromstring(chart_svg(Chart("A chart <&>", "of nothing much", x, y, parts, "A foot.")))


def words(root: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_a_part_is_in_the_field_and_in_the_legend(part: Part) -> None:
    root = drawn(part)
    assert {"A chart <&>", "of nothing much", part.name, "x", "y", "A foot."} <= set(words(root))
    for rect in root.iter(f"{SVG}rect"):
        assert all(float(rect.attrib[name]) >= 0 for name in ("x", "y", "width", "height"))
    for dot in root.iter(f"{SVG}circle"):
        assert 0 < float(dot.attrib["cx"]) < 1120
        assert 0 < float(dot.attrib["cy"]) < 600


def test_marks_lie_where_their_numbers_are() -> None:
    root = drawn(Marks("", [(0.0, 0.0), (5.0, 5.0), (10.0, 10.0)]))
    dots = [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in root.iter(f"{SVG}circle")]
    (x0, y0), (x1, y1), (x2, y2) = dots
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.02)
    assert y0 - y1 == pytest.approx(y1 - y2, abs=0.02)
    assert x2 > x0
    assert y2 < y0  # up is more


def test_cells_have_their_words_on_axes_of_names() -> None:
    names = Axis("hands", names=("one", "two"))
    root = drawn(Cells("cells", [(0.0, 0.0), (1.0, 1.0)], ["+0.25", "take"]), x=names, y=names)
    assert {"+0.25", "take", "one", "two"} <= set(words(root))


def test_numbers_are_round_and_inside() -> None:
    assert round_numbers(0, 10, 5) == [0, 2, 4, 6, 8, 10]
    assert round_numbers(-0.31, 0.29, 6) == pytest.approx([-0.3, -0.2, -0.1, 0, 0.1, 0.2], abs=1e-9)
    field = Field(100, 200, 10, 60, 0, 4, -1, 1)
    assert (field.x(0), field.x(4), field.y(-1), field.y(1), field.y(0)) == (100, 200, 60, 10, 35)
    assert (plain(-1500.0), percent(0.0125)) == ("−1,500", "1.25%")
