"""What shows itself in a notebook: well-formed, with the figures that it holds, and nothing loaded from elsewhere."""

from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

import punto
from punto.draw.chart import Axis, Chart, Line
from tests import filed

RULES = punto.check(filed.text("md-mini-classic")).rules
assert RULES is not None


class Cells(HTMLParser):
    """The rows of a table, and whether every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.caption = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data
        elif self.open[-1] == "caption":
            self.caption += data


CHART = Chart("One", "line", Axis("x"), Axis("y"), (Line("a", [(0.0, 1.0), (1.0, 2.0)]),))


@pytest.mark.parametrize(
    "thing",
    [punto.read_coup("P 4h 2c, B Kd 3s 9d"), punto.Roads.of("BPPTB"), RULES, CHART],
    ids=["coup", "roads", "felt", "chart"],
)
def test_what_draws_itself(thing: Any) -> None:
    assert ElementTree.fromstring(thing._repr_svg_()).tag.endswith("svg")


def test_odds_show_every_wager() -> None:
    odds = punto.sheet(punto.Composition.decks(8), punto.wagers_of(punto.load("ma-mini")))
    table = Cells(odds._repr_html_())
    assert table.open == []
    assert table.caption.startswith("416 cards, 4,998,398,275,503,360 deals: banker 45.8597%")
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["banker"] == ["1.0579%", "0.9274"]
    assert rows["royal-9"] == ["by its meters", ""]
    assert len(rows) == len(odds.wagers) + 1


def test_a_wager_shows_every_result() -> None:
    odds = punto.sheet(punto.Composition.decks(8), punto.wagers_of(punto.load("ma-mini")))
    tie, royal = Cells(odds["tie"]._repr_html_()), Cells(odds["royal-9"]._repr_html_())
    assert tie.caption == "Tie: house edge 14.3596% = 103841353768/723147898655"
    assert tie.rows[1] == ["win", "8", "475,627,426,473,216", "9.5156%"]
    assert royal.rows[1][:2] == ["star", "the star meter"]


def test_a_review_shows_every_finding_and_escapes_what_was_filed() -> None:
    text = filed.text("md-mini-ez").replace("seats = 9", "seats = 12").replace("[wagers.tie]", '[wagers."<b>"]')
    review = punto.check(text)
    table = Cells(review._repr_html_())
    assert table.caption == f"md-mini: not lawful, {len(review.findings)} findings"
    assert [row[3] for row in table.rows[1:]] == [*(one.code for one in (*review.findings, *review.warnings))]
    assert "<b>" not in review._repr_html_()
    assert Cells(punto.check(filed.text("md-mini-ez"))._repr_html_()).caption == "md-mini: lawful"


def test_a_submission_that_does_not_ship() -> None:
    with pytest.raises(LookupError, match="no submission 'roulette' comes with Punto: there are ma-baccarat-royal, "):
        punto.shipped("roulette")
