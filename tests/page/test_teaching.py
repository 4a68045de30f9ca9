"""Teaching on the page: a guided round with its three questions, explanations, and how baccarat is played."""

import pytest
from playwright.sync_api import expect

from punto.core.tableau import DRAW
from tests.page.test_browser import TABLE, Visitor, asks, bets, betting, browser, floor, seated, tap, until, visitor

__all__ = ["browser", "floor", "visitor"]  # fixtures of the other file
BANKER = ".cell.mine[data-wager=banker], button.spot[data-wager=banker]"


def test_a_guided_round_ends_with_three_questions_and_comes_once(floor: str, visitor: Visitor) -> None:
    page = visitor(390, 844)
    page.goto(floor)
    page.evaluate("sessionStorage.new = 'yes'; localStorage.removeItem('guided')")
    seated(page, floor, TABLE)
    page.get_by_role("button", name="Show me").click()
    guide = page.locator("section.guide")
    bets(page, lambda: tap(page, BANKER), "table.own.stakes.banker > 0")
    for title in ("Four cards", "Count the cards", "Player’s third", "Banker’s third", "The result", "Your payout"):
        guide.locator("[data-guide=next]:not([disabled])").click()
        expect(guide.get_by_role("heading")).to_contain_text(title)
    expect(guide.locator("[data-guide=next]:not([disabled])")).to_be_visible()
    coup, net = asks(page, "[table.guide.round.number, table.guide.round.result.net]")
    guide.get_by_role("button", name="Three questions").click()
    for number in range(3):
        choices = guide.locator("[data-choose]")
        expect(choices.first).to_be_visible()
        choices.first.click()
        expect(guide.locator(".answered")).to_have_count(number + 1)
    amount = asks(page, "table.guide.questions[1].choices[table.guide.marks[1].choice].cents")
    assert amount == net, f"what was won in coup {coup}, as the table paid it"
    expect(guide.get_by_text("of 3 right")).to_be_visible()
    guide.get_by_role("button", name="Play on").click()
    expect(guide).to_be_hidden()
    page.reload()
    until(page, "table.you.seat !== null")
    assert asks(page, "table.guide.state") == "off"


@pytest.mark.parametrize("width, height, locale", [(1440, 900, "en-GB"), (390, 844, "zh-CN")])
def test_a_tap_and_a_key_explain_what_is_on_the_table(
    floor: str, visitor: Visitor, width: int, height: int, locale: str
) -> None:
    page = visitor(width, height, locale=locale)
    seated(page, floor, TABLE)
    betting(page)
    asks(page, "table.explain()")
    tap(page, BANKER)
    drawer = page.locator("dialog.drawer")
    expect(drawer.locator(".edge")).to_contain_text("1.0558%")
    expect(drawer.locator(".edge")).to_contain_text("460,294,100 / 43,594,702,723")
    expect(drawer.locator(".says").first).to_contain_text(".07A(1)" if locale == "en-GB" else "押庄")
    assert asks(page, "table.slip.want.banker ?? 0") == 0, "explaining wagers nothing"
    page.keyboard.press("Escape")
    page.locator(BANKER.replace("banker", "tie")).focus()
    page.keyboard.press("?")
    expect(drawer.locator(".edge")).to_contain_text("14.4382%")
    page.keyboard.press("Escape")
    bets(page, lambda: tap(page, BANKER), "table.own.stakes.banker > 0")  # wagers are made again


def test_how_baccarat_is_played_is_drawn_from_the_engine(floor: str, visitor: Visitor) -> None:
    page = visitor(390, 844)
    page.goto(f"{floor}#/howto/MD-11")
    expect(page.locator(".howwagers > li")).to_have_count(7)
    assert page.locator(".thirdtable .draws").count() == sum(map(sum, DRAW))
    expect(page.locator(".howexample")).to_have_count(7)
    says = page.locator(".howsays")
    for _ in range(3):
        before = says.inner_text()
        page.locator("[data-step='1']").click()
        expect(says).not_to_have_text(before)
    expect(page.locator(".howhand.wins, .howhand")).not_to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
