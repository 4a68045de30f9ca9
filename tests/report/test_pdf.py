"""The sheet as PDF: the same bytes whenever and wherever it is set, with the typesetter's own fonts."""

import re
from dataclasses import replace

import pytest

from punto.report import ReportError, par_of
from punto.report import pdf as setting
from punto.report.blocks import Facts, Report, Section, Text
from punto.report.pages import report_of
from punto.report.pdf import pdf, pictures
from tests.report.sheets import par, rules


def test_a_sheet_is_set_alike_twice() -> None:
    report = report_of(par("ma-mini-classic"))
    made = pdf(report)
    assert made.startswith(b"%PDF-")
    assert made == pdf(report)
    assert re.search(rb"/Count (\d+)", made)


def test_no_clock_and_no_font_of_the_machine() -> None:
    made = pdf(report_of(par("ma-mini-classic")))
    fonts = {name.split(b"+")[-1] for name in re.findall(rb"/BaseFont\s*/([\w+-]+)", made)}
    assert fonts
    assert {font.split(b"-")[0] for font in fonts} <= {b"LibertinusSerif", b"DejaVuSansMono"}
    assert set(re.findall(rb"/(?:CreationDate|ModDate)\s*\(D:(\d{4})", made)) <= {b"1970"}
    assert b"PAR sheet" in made or b"\xfe\xff" in made  # its title


def test_what_would_be_markup_is_only_words() -> None:
    """An operator may be called anything."""
    sheet = par_of(rules("md-mini-ez"))
    wicked = '#panic("no") *_$ @nobody <label> \\ `raw` = heading'
    named = replace(sheet, rules=replace(sheet.rules, layout=replace(sheet.rules.layout, operator=wicked)))
    assert pdf(report_of(named)) != pdf(report_of(sheet))


def test_pages_are_pictures_too() -> None:
    small = Report("T", "t", "r", (Facts((("a", "b"),)),), (Section("1", "One", (Text("words"),)),))
    (page,) = pictures(small)
    assert page.startswith(b"\x89PNG")


def test_without_typst_it_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setting, "find_spec", lambda name: None)
    with pytest.raises(ReportError, match=r"pip install 'punto\[report\]'"):
        pdf(report_of(par("ma-mini-classic")))
