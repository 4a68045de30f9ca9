"""Every sheet of the manual, played at each of its tables against the real engine; and what they leave out."""

import pytest

from punto.law.coverage import Place, places
from punto.scenario import play
from punto.scenario.sheet import Sheet, Table
from tests.scenario import sheets

PLAYS = [(name, table) for name in sheets.names() for table in sheets.sheet(name).tables]


@pytest.mark.parametrize("name, table", PLAYS, ids=[f"{name}-{table.submission}" for name, table in PLAYS])
def test_it_goes_as_written(name: str, table: Table) -> None:
    sheet = sheets.sheet(name)
    played = play(sheet, table)
    assert played.rulebook == sheets.rulebook_of(table.submission)
    assert played.cited == sheet.cited(played.rulebook)  # what the index says was cited, was


@pytest.mark.parametrize("name", sheets.names())
def test_every_row_of_a_head_is_cited(name: str) -> None:
    sheet: Sheet = sheets.sheet(name)
    assert {key for table in sheet.tables for key in table.sections} == {
        key for book in sheets.books(name) for key in sheet.cited(book)
    }


PROCEDURES = places(["procedure"])


@pytest.mark.parametrize("place", PROCEDURES, ids=lambda place: f"{place.rulebook}-{place.key}")
def test_every_procedure_is_played_under_every_rulebook_that_has_it(place: Place) -> None:
    assert list(sheets.citing(place)), f"{place} is in no sheet"


def test_the_tables_of_the_page_are_those_of_the_sheets() -> None:
    page = sheets.PAGE.read_text(encoding="utf-8")
    assert {match["name"] for match in sheets.MARKED.finditer(page)} == set(sheets.TABLES)
    assert sheets.written(page) == page, "python -m tests.scenario.sheets"
