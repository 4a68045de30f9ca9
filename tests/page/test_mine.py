"""Memory: a player's own rounds with their receipts, and a lobby that knows where one sits."""

import csv
import io

from playwright.sync_api import expect

from tests.page.test_browser import TABLE, Visitor, asks, bets, browser, floor, physical, seated, tap, until, visitor

__all__ = ["browser", "floor", "physical", "visitor"]  # fixtures of the other file
BANKER = ".cell.mine[data-wager=banker], button.spot[data-wager=banker]"


def test_a_player_finds_every_round_again_and_the_seat(floor: str, visitor: Visitor) -> None:
    page = visitor(390, 844)
    seated(page, floor, TABLE)
    expect(page.locator(".bar .more")).to_be_in_viewport()
    bets(page, lambda: tap(page, BANKER), "table.own.stakes.banker > 0")
    shoe, number = asks(page, "[table.now.shoe, table.now.number]")
    until(page, "table.now.settled")
    net, chips = asks(page, "[table.result.net, table.own.chips]")
    until(page, f"table.now.number !== {number}")
    page.goto(f"{floor}#/")
    expect(page.locator(".pinned")).to_contain_text(f"Table {TABLE}, seat")
    expect(page.locator(".tc.own")).to_contain_text("Return")
    page.locator("[data-filter=free]").click()
    page.reload()
    expect(page.locator("[data-filter=free]")).to_have_attribute("aria-pressed", "true")
    page.goto(f"{floor}#/mine")
    row = page.locator(f"[data-coup='{TABLE}/{shoe}/{number}']")
    row.click()
    slip = page.locator(".slip")
    sign = "+" if net > 0 else "−" if net < 0 else ""
    expect(slip.locator(".total")).to_contain_text(f"{sign}${abs(net) / 100:,.2f}")
    expect(slip).to_contain_text("Balance before")
    with page.expect_download() as waiting:
        page.locator("[data-csv]").click()
    lines = list(csv.DictReader(io.StringIO(waiting.value.path().read_text(encoding="utf-8"))))
    (line,) = (one for one in lines if (one["shoe"], one["coup"]) == (str(shoe), str(number)))
    assert (line["table"], line["wager"]) == (TABLE, "banker")
    assert round(float(line["gain"]) * 100) == net
    assert round((float(line["balance after"]) - float(line["balance before"])) * 100) == net
    assert chips > 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("input[name=number]").fill("999 / 999")
    page.keyboard.press("Enter")
    expect(row).to_have_count(0)
    page.goto(f"{floor}#/table/{TABLE}")
    until(page, "table.you.seat !== null && table.own")
    page.evaluate("document.querySelector('punto-table').bar.leave()")
    expect(page.locator(".leftwith")).to_contain_text(f"You left Table {TABLE} with $")


def test_a_table_without_a_dealer_does_not_invite(visitor: Visitor, physical: str) -> None:
    page = visitor()
    page.goto(physical)
    expect(page.locator(".tc.awaits")).to_contain_text("Waiting for a dealer")
    expect(page.locator("[data-sit]")).to_have_count(0)
