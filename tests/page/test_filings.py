"""The register of filings in a real browser: entered, filed, approved, due at a table; a notice with its clock."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.page.test_browser import Visitor, browser, opened, visitor
from tests.page.test_staff import employed

__all__ = ["browser", "visitor"]  # fixtures of the other files


@pytest.fixture(scope="module")
def midi() -> Iterator[str]:
    yield from opened("ma-midi-squeeze", "--alone")


def test_a_submission_is_entered_approved_and_due_and_a_notice_runs(midi: str, visitor: Visitor) -> None:
    page = visitor()
    employed(page, midi, "#/filings", "Fay")
    page.locator("[data-form=new]").click()
    page.locator("[name=title]").fill("The table as it is")
    page.locator("[name=text]").fill("ma-midi-squeeze")
    page.locator("[data-act=draft]").click()
    expect(page.locator(".register tbody")).to_contain_text("RS-0001")
    page.locator("[data-act=file]").click()
    page.locator("[name=reference]").fill("RS-2026-31")
    page.locator("[name=dated]").fill("yesterday")
    page.locator("[data-act=approved]").click()
    expect(page.locator(".n-refused")).to_contain_text("malformed")
    page.locator("[name=dated]").fill("2026-11-02")
    page.locator("[data-act=approved]").click()
    expect(page.locator(".register tbody")).to_contain_text("approved")
    page.locator("[data-act=amend]").click()
    expect(page.locator(".filings")).to_contain_text("RS-0001 from the next shoe")
    page.locator("[data-form=notice]").click()
    page.locator("[data-act=notice]").last.click()
    expect(page.locator(".notice .ring")).to_contain_text("–")
    page.locator("[data-act=deliver]").first.click()
    page.locator("[data-act=deliver][data-to=commission]").click()
    expect(page.locator(".notice .ring")).to_contain_text(":")
    page.locator("[data-act=cancel]").click()
    expect(page.locator(".notice")).to_have_count(0)
