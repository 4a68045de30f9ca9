"""The pit in a real browser: tables opened, limits posted, meters changed by two people, players kept out."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.page.test_browser import Visitor, asks, bets, betting, browser, laid, opened, seated, visitor
from tests.page.test_staff import MUST_HIT, alone, employed

__all__ = ["alone", "browser", "visitor"]  # fixtures of the other files


@pytest.fixture(scope="module")
def physical() -> Iterator[str]:
    yield from opened("physical", "--desk")


def test_the_floor_opens_a_table_and_is_refused_an_unlawful_one(physical: str, visitor: Visitor) -> None:
    page = visitor()
    employed(page, physical, "#/pit", "Fay")
    page.locator("[data-opens=form]").click()
    page.locator("[name=text]").fill(UNLAWFUL)
    page.locator("[data-opens=table]").click()
    expect(page.locator(".found li")).to_have_count(1)
    expect(page.locator(".found")).to_contain_text("$.seats")
    page.locator("[name=text]").fill(UNLAWFUL.replace("seats = 11", "seats = 7"))
    page.locator("[data-choose=virtual][data-value=no]").click()
    page.locator("[data-opens=table]").click()
    expect(page.locator("h1")).to_have_text("Table N-1")
    page.locator("[data-limit='banker/least']").fill("25")
    page.locator("[data-does=post]").click()
    expect(page.locator("[data-limit='banker/least']")).to_have_attribute("placeholder", "25")
    page.locator("[data-limit='banker/most']").fill("99999")
    page.locator("[data-does=post]").click()
    expect(page.locator(".n-refused")).to_be_visible()
    page.locator("[data-does=close]").click()
    page.locator("[data-show='']").click()
    page.locator("[data-reopen='N-1']").click()
    expect(page.locator(".pitcard[data-of='N-1']")).to_be_visible()


UNLAWFUL = """rulebook = "md-mini"
table = "N-1"
seats = 11
decks = 6
[limits]
smallest-chip = 100
minimum = 15_00
maximum = 3_000_00
[wagers.player]
[wagers.banker]
[wagers.tie]
[shuffle]
how = "manual"
[deal]
disclosed-third-card = "discard"
disclosed-mid-coup = "complete"
[vigorish]
rounding = "quarter"
when = "with-payout"
[layout]
operator = "Chesapeake Casino"
approval = "SLGCA layout 26-118"
odds = "layout"
tip-box = "elsewhere"
tip-box-approval = "SLGCA 26-119"
"""


def test_a_dealer_calls_the_floor_and_what_is_asked_for_is_approved(physical: str, visitor: Visitor) -> None:
    dealer, floor = visitor(390, 844), visitor()
    employed(dealer, physical, "#/desk/W-1", "Dana")
    for selector in ("[data-sheet=table]", "[data-page=fill]", "[data-add='500000']", "[data-does=fill]"):
        dealer.locator(selector).click()
    expect(dealer.locator(".n-called")).to_be_visible()
    employed(floor, physical, "#/pit", "Fay")
    expect(floor.locator(".asked")).to_contain_text("Fill $5,000")
    floor.locator("[data-approve]").click()
    expect(floor.locator(".asked")).to_have_count(0)
    expect(floor.locator(".money")).to_contain_text("$5,000 Fill or credit · W-1")
    expect(floor.locator("[data-approves]")).to_be_disabled()  # one's own
    second = visitor()
    employed(second, physical, "#/pit", "Kit")
    second.locator("[data-approves]").click()
    expect(second.locator(".money")).to_have_count(0)
    expect(floor.locator(".pitcard[data-of='W-1']")).to_contain_text("$1,005,000")


def test_a_meter_is_changed_by_two_people(alone: str, visitor: Visitor) -> None:
    one, other = visitor(), visitor(390, 844)
    employed(one, alone, f"#/pit/{MUST_HIT}", "Fay")
    one.locator("[name=cents]").fill("100")
    one.locator("[name=because]").fill("counted again")
    one.locator("[data-does=propose]").click()
    expect(one.locator(".proposals li")).to_contain_text("counted again")
    expect(one.locator("[data-approved]")).to_be_disabled()  # whoever proposes a change does not approve it
    employed(other, alone, f"#/pit/{MUST_HIT}", "Kit")
    other.locator("[data-approved]").click()
    for page in (one, other):
        expect(page.locator(".proposals li")).to_have_count(0)
        star = page.locator(".pitdetail .wide tbody tr").first
        expect(star).to_contain_text("$50,100")
        expect(star.locator(".tag.good")).to_be_visible()


def named(page: Page, **words: str) -> None:
    for name, said in words.items():
        page.locator(f".people [name={name}]").fill(said)


def test_the_floor_takes_cash_and_keeps_somebody_out_until_they_may_play_again(alone: str, visitor: Visitor) -> None:
    guest, floor = visitor(), visitor()
    seated(guest, alone, MUST_HIT)
    who = asks(guest, "table.you.who")
    employed(floor, alone, "#/pit", "Fay")
    named(floor, player="Dana", dollars="250", reason="cash at the table")
    floor.locator("[data-person=deposit]").click()
    expect(floor.locator(".n-done")).to_be_visible()
    expect(floor.locator(".people [name=player]")).to_have_value("")
    named(floor, player="Dana", dollars="100", reason="cash at the cage")
    floor.locator("[data-person=withdrawal]").click()
    expect(floor.locator(".people [name=player]")).to_have_value("")
    named(floor, player="Dana", dollars="150.01")
    floor.locator("[data-person=withdrawal]").click()
    expect(floor.locator(".n-refused")).to_contain_text("The wallet holds less than that")
    named(floor, player="Nobody", dollars="250")
    floor.locator("[data-person=deposit]").click()
    expect(floor.locator(".n-refused").last).to_contain_text("No account has this name or pseudonym")
    named(floor, player=who, reason="asked to")
    floor.locator("[data-person=off]").click()
    expect(floor.locator(".people [name=player]")).to_have_value("")
    refused(guest, "You cannot bet now")
    named(floor, player=who)
    floor.locator("[data-person=on]").click()
    expect(floor.locator(".people [name=player]")).to_have_value("")
    bets(guest, wager(guest), "table.own.stakes.banker > 0")


def test_what_one_person_moves_beyond_a_day_is_proposed_and_approved_by_another(alone: str, visitor: Visitor) -> None:
    """A thousand dollars are one person's: what comes after is small, and waits for a second person all the same."""
    lou, fay = visitor(), visitor()
    employed(lou, alone, "#/pit", "Lou")
    for dollars in ("900", "200"):
        named(lou, player="Vera", dollars=dollars, reason="cash at the cage")
        lou.locator("[data-person=deposit]").click()
        expect(lou.locator(".people [name=player]")).to_have_value("")
    expect(lou.locator(".n-refused")).to_have_count(0)
    expect(lou.locator(".money")).to_contain_text("$200")
    expect(lou.locator("[data-approves]")).to_be_disabled()
    employed(fay, alone, "#/pit", "Fay")
    fay.locator("[data-approves]").click()
    expect(fay.locator(".money")).to_have_count(0)


def refused(page: Page, words: str) -> None:
    """Bet until the answer comes before bets are closed, and see why it is refused."""
    for _ in range(6):
        betting(page)
        wager(page)()
        try:
            expect(page.locator(".n-refused").filter(has_text=words)).to_be_visible(timeout=3_000)
        except AssertionError:
            continue
        return
    raise AssertionError(f"never refused: {words}")


def wager(page: Page) -> Callable[[], object]:
    return laid(page, "$100", "banker")


def test_who_sits_at_a_table_that_closes_is_told_and_finds_the_others(physical: str, visitor: Visitor) -> None:
    guest, dealer, floor = visitor(390, 844), visitor(), visitor()
    seated(guest, physical, "W-1")
    employed(dealer, physical, "#/desk/W-1", "Kit")
    employed(floor, physical, "#/pit/W-1", "Fay")
    floor.locator("[data-does=close]").click()
    expect(guest.locator(".n-shut")).to_contain_text("All players have left with their chips")
    expect(dealer.locator(".n-shut")).to_contain_text("This table is closed")
    expect(guest.locator(".n-lost")).to_have_count(0)
    assert asks(guest, "table.you.seat === null && table.free.length === 0")
    guest.get_by_role("link", name="Tables").last.click()
    expect(guest.get_by_role("heading", name="Tables")).to_be_visible()
    floor.locator("[data-show='']").click()
    floor.locator("[data-reopen='W-1']").click()
    expect(floor.locator(".pitcard[data-of='W-1']")).to_be_visible()


def test_a_guest_who_takes_a_break_is_held_to_it(alone: str, visitor: Visitor) -> None:
    page = visitor()
    seated(page, alone, MUST_HIT)
    page.locator(".balance").click()
    page.locator(".drawer [data-pause]").first.click()
    expect(page.locator(".drawer .badge")).to_be_visible()
    page.locator(".drawer [data-close]").click()
    refused(page, "You are taking a break")


# ---------------------------------------------------------------- coupons


@pytest.fixture(scope="module")
def midi() -> Iterator[str]:
    yield from opened("ma-midi-squeeze", "--alone")


def issued(page: Page, who: str, face: str) -> None:
    for name, said in {"holder": who, "face": face, "cause": "a birthday"}.items():
        page.locator(f".coupons [name={name}]").fill(said)
    page.locator("[data-issue]").click()
    expect(page.locator(".coupons [name=holder]")).to_have_value("")


def test_coupons_are_issued_by_one_countersigned_by_another_and_laid_by_their_holder(
    midi: str, visitor: Visitor
) -> None:
    guest, fay, kit = visitor(), visitor(), visitor()
    seated(guest, midi, "MD-11")
    guest.locator("[data-open=seat]").first.click()
    guest.locator("[data-part=coupon]").click()
    expect(guest.locator(".drawer").get_by_text("You have no coupons.")).to_be_visible()
    guest.keyboard.press("Escape")
    who = asks(guest, "table.you.who")
    employed(fay, midi, "#/pit", "Fay")
    issued(fay, who, "100")
    expect(fay.locator(".coupons li").first).to_contain_text("Ready")
    issued(fay, who, "150")
    row = fay.locator(".coupons li").first
    expect(row).to_contain_text("To countersign")
    expect(row.locator("[data-countersign]")).to_be_disabled()  # a different person countersigns
    employed(kit, midi, "#/pit", "Kit")
    kit.locator("[data-countersign='2']").click()
    expect(kit.locator(".coupons li").first).to_contain_text("Ready")
    kit.locator("[data-cancel='1']").click()
    expect(kit.locator(".coupons li").nth(1)).to_contain_text("Cancelled")

    def lay() -> None:
        guest.locator("[data-open=seat]").first.click()
        for selector in ("[data-part=coupon]", "[data-coupon='2']", "[data-wager=player]", "[data-does=coupon]"):
            guest.locator(f".drawer {selector}").click()
        guest.keyboard.press("Escape")

    bets(guest, lay, "table.own.coupons?.player === 15000 && table.own.stakes.player === 15000")
    expect(kit.locator(".coupons li").first).to_contain_text("at MD-11")  # laid, and soon used
