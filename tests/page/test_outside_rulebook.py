"""A rulebook from outside in a real browser, served by ``punto serve --rulebooks``."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.apps.cli.test_own_wagers import MINE
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


def test_a_table_of_ones_own_wagers_says_that_no_regulator_approved_them(tmp_path: Path, visitor: Visitor) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINE, encoding="utf-8")
    with process("serve", "--wagers", str(file), "--demo", "--database", "memory:", "--port", "0") as url:
        page = visitor()
        enter(page, url.partition("?")[0], "#/table/OWN-1", ".bar .unapproved")
        banner = page.locator(".bar .unapproved")
        expect(banner).to_contain_text("No regulator approved these rules")
        shot = os.environ.get("PUNTO_SHOTS")
        if shot:
            page.screenshot(path=f"{shot}/own-wide.png")
        page.set_viewport_size({"width": 390, "height": 844})
        expect(banner).to_be_visible()
        expect(banner).to_contain_text("Not approved")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if shot:
            page.screenshot(path=f"{shot}/own-phone.png")
