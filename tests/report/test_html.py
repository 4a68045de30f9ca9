"""The sheet as one HTML file: whole, self-contained, and safe from whatever an operator is called."""

import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest

from punto.report.html import css_text, html
from punto.report.pages import report_of
from punto.report.par import par_of
from tests.report.sheets import PLAIN, ROYAL, par, rules

VOID = {"meta", "link", "br", "img"}


class Page(HTMLParser):
    """What a page holds: tags that are closed as they were opened, ids, links, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            elif name == "href":
                self.links.append(str(value))
            elif name in ("src", "srcset", "data", "poster", "onload"):
                self.loads.append(str(value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def page(name: str) -> Page:
    return Page(html(report_of(par(name))))


@pytest.mark.parametrize("name", [*PLAIN, ROYAL])
def test_a_sheet_needs_nothing_from_outside(name: str) -> None:
    text = html(report_of(par(name)))
    found = Page(text)
    assert found.loads == []
    assert {link[0] for link in found.links} == {"#"}
    assert [link[1:] for link in found.links if link[1:] not in found.ids] == []
    assert len(set(found.ids)) == len(found.ids)
    assert not re.search(r"@import|url\(|<script|https?://(?!www\.w3\.org/2000/svg)", text)


@pytest.mark.parametrize("name", [*PLAIN, ROYAL])
def test_everything_of_the_report_is_on_the_page(name: str) -> None:
    report, words = report_of(par(name)), "".join(page(name).words)

    def cells(value: Any) -> list[str]:
        if isinstance(value, str):
            return [] if value.startswith("<svg") else [value]
        if isinstance(value, tuple):
            return [cell for inner in value for cell in cells(inner)]
        slots = getattr(value, "__slots__", ())
        return [cell for slot in slots for cell in cells(getattr(value, slot))]

    shown = cells(report.sections) + cells(report.head)
    assert len(shown) > 300
    assert [cell for cell in shown if cell not in words] == []


def test_each_wager_has_its_two_figures() -> None:
    text = html(report_of(par(ROYAL)))
    assert text.count("<svg") == 2 * len(par(ROYAL).wagers)
    assert text.count("data-band") == 3 * len(par(ROYAL).wagers)


def test_a_wicked_operator_is_only_words() -> None:
    wicked = """</style><script>alert("1")</script>' & co"""
    sheet = par_of(rules("md-mini-ez"))
    named = replace(sheet, rules=replace(sheet.rules, layout=replace(sheet.rules.layout, operator=wicked)))
    text = html(report_of(named))
    assert "<script" not in text
    assert wicked in "".join(Page(text).words)


def test_words_in_a_style_sheet() -> None:
    assert css_text('B·7 "</style>') == "B\\b7 7\\20 \\22 \\3c \\2f style\\3e "


def test_in_a_notebook_it_is_a_page_of_its_own_in_a_frame() -> None:
    text = par(PLAIN[0])._repr_html_()
    assert text.startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;')
    assert text.count('"') == 4  # nothing of the page ends the attribute that holds it


def test_a_house_that_marks_rounded_amounts_and_restores_seeds_says_so() -> None:
    later = ('rounding = "quarter"\nwhen = "deferred"', 'rounding = "quarter"\nwhen = "deferred"\nmarked = "rounded"')
    exact, rounded = (html(report_of(par_of(rules("md-mini-classic", *changes), "c0de"))) for changes in ((), (later,)))
    for words, in_exact in (("by markers of rounded amounts", False), ("the most that there can be", True)):
        assert (words in exact) is in_exact
        assert (words in rounded) is not in_exact
    royal = rules("ma-midi-multilevel-royal", ("paytable = 1\n", "paytable = 1\nmeters.major.tops-up = true\n"))
    sheet = par_of(royal, "c0de")
    found = next(one.progressive for one in sheet.wagers if one.progressive)
    major = found.meters[0]
    assert major.topped_up == Fraction(major.meter.seed, 500) * major.part * Fraction(1, 10) > 0
    assert [one.topped_up for one in found.meters[1:]] == [0, 0]
    assert "The house then restores its seed, which returns at most" in html(report_of(sheet))
