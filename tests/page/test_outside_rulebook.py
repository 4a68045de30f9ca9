"""A rulebook from outside in a real browser, served by ``punto serve --rulebooks``."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.apps.cli.test_serve import process
from tests.outside import ID, TABLE, library, submission
from tests.page.test_browser import Visitor, browser, visitor
from tests.page.test_views import enter

__all__ = ["browser", "visitor"]  # what pytest looks for here
TITLE = "Nowhere Mini Baccarat"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[str]:
    books, table = str(library(tmp_path)), str(submission(tmp_path))
    with process("serve", table, "--demo", "--database", "memory:", "--port", "0", "--rulebooks", books) as url:
        yield url.partition("?")[0]


def test_its_rules_its_odds_and_its_table_are_on_the_page(floor: str, visitor: Visitor) -> None:
    page = visitor()
    enter(page, floor, f"#/rules/md-mini+{ID}", "table.sides")
    expect(page.get_by_label(TITLE)).to_be_checked()
    page.get_by_label("Only differences").check()
    expect(page.locator(".sides")).to_contain_text("least: 10 to 1")
    enter(page, floor, "#/odds", "table.odds")
    page.locator("select[name=book]").select_option(label=TITLE)
    page.locator("select[name=wager]").select_option("tie")
    expect(page.locator(".results")).to_contain_text("+10")
    enter(page, floor, "#/school", "punto-school")
    enter(page, floor, f"#/table/{TABLE}", "#page > *")
    expect(page.locator("body")).to_contain_text(TITLE)
