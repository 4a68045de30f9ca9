"""Desk, pit and a player's own seat in a real browser; and that every command of the table is reached by a click."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from punto.table import commands
from tests.page.floor import METRICS_TOKEN, PASSWORD
from tests.page.test_browser import (
    PATIENCE,
    PREPARE,
    Visitor,
    another,
    asks,
    bets,
    browser,
    opened,
    prepare,
    seated,
    tap,
    until,
    visitor,
)

__all__ = ["browser", "visitor"]  # fixtures of the other file
SALON, MUST_HIT, FREE, POSTS = "W-2", "MH-1", "MB-01", "W-3"


# ---------------------------------------------------------------- floors, and what they were asked for


@pytest.fixture(scope="module")
def physical() -> Iterator[str]:
    yield from opened("physical", "salon", "posts", "ma-mini-classic:virtual", "--desk")


@pytest.fixture(scope="module")
def alone() -> Iterator[str]:
    yield from opened("musthit", "--alone")


def accepted(floor: str) -> set[str]:
    """Return the commands that came over lines to a floor and were accepted: no other client is there but pages."""
    with urlopen(Request(floor + "metrics", headers={"authorization": f"Bearer {METRICS_TOKEN}"})) as answer:
        told = answer.read().decode()
    return set(re.findall(r'punto_commands_total\{answer="accepted",do="([\w-]+)"\}', told))


def employed(page: Page, floor: str, room: str, name: str) -> None:
    """Come in as somebody of the house."""
    page.goto(floor + room)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def someone(browser: Browser, **how: Any) -> Page:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce", **how)
    context.set_default_timeout(PATIENCE)
    return context.new_page()


# ---------------------------------------------------------------- an evening at the desk


class Desk:
    """The desk of a table of wood, with hands on it."""

    def __init__(self, page: Page, other: Page) -> None:
        self.page, self.other = page, other  # a second dealer, who verifies and pays

    def press(self, *selectors: str) -> None:
        for selector in selectors:
            self.page.locator(selector).first.click()

    def due(self, words: str) -> None:
        expect(self.page.locator(".due .big")).to_have_text(words)

    def do(self, *words: str) -> None:
        """Do what is due, and see that it was that."""
        for word in words:
            self.due(word)
            self.press("main .dueacts [data-act]")

    def key(self, *cards: str) -> None:
        for card in cards:
            self.press(f"[data-key='{card}']")

    def seat(self, number: int) -> None:
        self.press(f"[data-seat='{number}']")
        expect(self.page.locator(".sheet h2")).to_contain_text(f"Seat {number}")

    def sits(self, number: int, *chips: int) -> None:
        self.seat(number)
        self.press(*(f"[data-add='{chip}']" for chip in chips), "[data-does=sit]")
        expect(self.page.locator(".sheet h2")).to_contain_text("Walk-in")

    def lays(self, chip: int, *wagers: str) -> None:
        self.press(f"[data-chip='{chip}']", *(f"[data-area='{wager}']" for wager in wagers))

    def enters(self) -> None:
        self.press("[data-does=enter]")
        expect(self.page.locator("[data-does=enter]")).to_be_disabled()

    def back(self) -> None:
        self.press(".sheet [data-sheet='']")


def people_come(desk: Desk) -> None:
    """Walk-ins sit down, one of them leaves again, and the shoe is made ready."""
    desk.sits(3, 100_000, 100_000)
    desk.sits(5, 100_000)
    desk.press("[data-does=buying]", "[data-add='50000']", "[data-does='buy-in']")
    expect(desk.page.locator(".sheet .cap").first).to_contain_text("$1,500")
    desk.sits(9, 10_000)
    desk.press("[data-does=leave]")
    expect(desk.page.locator(".sheet")).to_have_count(0)
    prepare(desk.page, desk.other)


def wagers_lie(desk: Desk) -> None:
    """Chips, a coupon, a wager taken back, one called with cash, one below the minimum, and chips for the rack."""
    desk.seat(3)
    desk.lays(10_000, "player", "player")
    desk.press("[data-means=coupon]")
    desk.lays(10_000, "player")
    desk.enters()
    expect(desk.page.locator(".deskarea.on")).to_contain_text("coupon")
    desk.seat(5)
    desk.lays(10_000, "banker", "house-money", "tie")
    desk.enters()
    desk.press("[data-less=tie]")
    expect(desk.page.locator("[data-less=tie]")).to_have_count(0)
    desk.press("[data-means=cash]")
    desk.lays(10_000, "tie")
    desk.enters()
    desk.back()
    expect(desk.page.locator(".payline.verbal")).to_contain_text("Tie $100")
    desk.press(".payline.verbal .btn")
    expect(desk.page.locator(".payline.verbal")).to_have_count(0)
    desk.press("[data-sheet=table]", "[data-page=stand]", "[data-pick='3']", "[data-of=tie]", "[data-add='2500']")
    desk.press("[data-does=stand]")
    expect(desk.page.locator(".sheet")).to_have_count(0)
    desk.press("[data-sheet=table]", "[data-page=fill]", "[data-add='50000']", "[data-does=fill]")
    expect(desk.page.locator(".sheet")).to_have_count(0)


def cards_are_dealt(desk: Desk) -> None:
    """The curator deals, a card falls in error, two seats squeeze, and a card that was keyed wrongly is put right."""
    desk.do("No more bets", "Call for cards", "The curator: Deal to P1", "The curator: Deal to B1")
    desk.press("[data-wrong]", "[data-trouble]:has-text('left the shoe in error')")
    desk.due("Was the card seen?")
    desk.press(".remedy [data-act]")
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:  # the rest of the deal, in whichever way the document has it
        if desk.page.locator(".keys").count():
            break
        desk.press("main .dueacts [data-act]")
        desk.page.wait_for_timeout(60)
    desk.due("Seat 3 returns the Player’s Hand")
    desk.key("Ks", "5d")
    desk.do("Announce the Player’s count", "Banker’s Hand to seat 5")
    desk.key("4h", "4d")
    desk.due("Announce the Banker’s count")
    desk.press("[data-sheet=table]", "[data-page=correct]", "[data-place=B2]")
    desk.key("4c")
    desk.press("[data-does=correct]")
    expect(desk.page.locator(".places")).to_contain_text("B2")
    expect(desk.page.get_by_label("four of clubs")).to_be_visible()


def coup_ends(desk: Desk) -> None:
    """House Money rides, seats are paid and marked; then the marker is collected and a payment put right."""
    end = time.monotonic() + 2 * PATIENCE / 1000
    while time.monotonic() < end:
        if desk.page.locator("[data-choice=banker]").count():
            desk.press("[data-choice=banker]")
        elif desk.page.locator(".payline.now [data-act]").count():
            desk.other.locator(".payline.now [data-act]").first.click()  # who called the result does not pay
        elif desk.page.inner_text(".due .big") == "Players are wagering":
            break
        else:
            desk.press("main .dueacts [data-act]")
        desk.page.wait_for_timeout(60)
    desk.seat(5)
    expect(desk.page.locator(".sheet header")).to_contain_text("Owes")
    desk.press(".sheetacts [data-act]")
    expect(desk.page.locator(".sheet header")).not_to_contain_text("Owes")
    desk.press("[data-sheet=table]", "[data-page=adjust]", "[data-pick='5']", "[data-of=banker]", "[data-add='2500']")
    desk.press("[data-does=adjust]")
    expect(desk.page.locator(".sheet")).to_have_count(0)


def dealers_are_named(desk: Desk) -> None:
    """The floor names who calls the game and who handles the wagers: two people."""
    desk.press("[data-sheet=table]", "[data-page=staff]")
    mine = desk.page.locator("[name=calling]").input_value()
    desk.page.locator("[name=wagers]").fill(mine)
    desk.press("[data-does=staff]")
    expect(desk.page.get_by_text("This staffing is not valid here")).to_be_visible()
    desk.page.locator("[name=wagers]").fill("Lou")
    desk.press("[data-does=staff]")
    expect(desk.page.locator(".sheet")).to_have_count(0)


@pytest.fixture(scope="module")
def evening(browser: Browser, physical: str) -> Iterator[Desk]:
    """A dealer, who is the floor as well, at the big table of wood, by clicks alone."""
    page = someone(browser)
    employed(page, physical, f"#/desk/{SALON}", "Kit")
    desk = Desk(page, another(page, physical, SALON))
    desk.due("Inspect the decks")
    for part in (people_come, wagers_lie, cards_are_dealt, coup_ends, dealers_are_named):
        part(desk)
    yield desk
    desk.page.context.close()
    desk.other.context.close()


def test_a_dealer_runs_a_coup_of_the_big_table_for_players_without_screens(evening: Desk) -> None:
    page = evening.page
    evening.due("Players are wagering")
    expect(page.locator(".bar .where")).to_contain_text("Coup 2")
    seats = {one.inner_text().split()[0] for one in page.locator(".rs:not(.e)").all()}
    assert seats == {"3", "5"}, "the one who left is gone"
    expect(page.locator(".rs[data-seat='3']")).to_contain_text("$1,775")


def test_a_refusal_stays_its_whole_time_after_an_earlier_one(evening: Desk, browser: Browser, physical: str) -> None:
    """The timer of an earlier refusal removed the notice of a later one."""
    page = someone(browser)
    page.clock.install()
    employed(page, physical, f"#/desk/{SALON}", "Kit")
    desk = Desk(page, evening.other)
    desk.press("[data-sheet=table]", "[data-page=staff]")
    page.locator("[name=wagers]").fill(page.locator("[name=calling]").input_value())
    refused = page.get_by_text("This staffing is not valid here")
    for _ in range(2):
        desk.press("[data-does=staff]")
        expect(refused).to_be_visible()
        page.clock.fast_forward(6000)
    expect(refused).to_be_visible()
    page.clock.fast_forward(2000)
    expect(refused).to_have_count(0)
    page.context.close()


# ---------------------------------------------------------------- an evening of a guest


@pytest.fixture(scope="module")
def guest(browser: Browser, physical: str) -> Iterator[Page]:
    """A guest at a virtual shoe that a person deals: adds to the shuffle, cuts, buys chips, asks for a free hand."""
    page, dealer = someone(browser), someone(browser)
    seated(page, physical, FREE)
    until(page, "table.entropy.commitment && !table.may('pledge')")  # the page has pledged by itself
    page.locator("[data-open=fair]").first.click()
    expect(page.locator("[data-automatic]")).to_have_attribute("aria-pressed", "true")
    page.locator(".drawer [data-close]").click()
    employed(dealer, physical, f"#/desk/{FREE}", "Kit")
    dealer.locator(".due .big").wait_for()
    other = another(dealer, physical, FREE)
    for _ in range(60):
        if dealer.evaluate(PREPARE, 40):
            break
        if dealer.inner_text(".due .big") == "Verify the decks":
            other.evaluate(PREPARE, 1)
        if page.locator("[data-what='place-cut']").count():
            page.locator("[data-what='place-cut']").click()
    page.locator(".balance").click()
    before = asks(page, "table.own.chips")
    for selector in ("[data-add='10000']", "[data-does=buy]"):
        page.locator(f".drawer {selector}").click()
    until(page, f"table.own.chips === {before + 100_00}")
    page.locator(".drawer [data-close]").click()
    page.locator("[data-does='free-hand']").click()
    until(page, "table.now.kind === 'free'")
    yield page
    for one in (page, dealer, other):
        one.context.close()


def test_a_guest_adds_to_the_shuffle_and_holds_to_limits_of_their_own(guest: Page) -> None:
    assert asks(guest, "table.proofs.failed === null && table.now.fair.listed === 416")
    guest.locator(".balance").click()
    guest.locator(".drawer [name=loss]").fill("50")
    guest.locator(".drawer [data-limit=loss]").click()
    until(guest, "table.account.limits.loss === 5000")
    expect(guest.locator(".drawer .ownlimit").first).to_contain_text("limit $50")


def test_a_chip_and_a_corner_are_dragged_and_must_hit_has_its_moment(alone: str, visitor: Visitor) -> None:
    page = visitor()
    seated(page, alone, MUST_HIT)

    def lay() -> None:
        page.locator("[data-chip='10000']").drag_to(page.locator(".cell.mine[data-wager=banker]"), force=True)
        tap(page, ".cell.mine[data-wager='royal-9']")

    bets(page, lay, "table.own.stakes['royal-9'] && table.own.stakes.banker === 10000")
    card = page.locator(".heldcard").first
    card.wait_for()
    expect(page.locator(".clockface")).to_contain_text("Your choice")
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.78, box["y"] + box["height"] * 0.82)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.6, steps=4)
    assert card.locator("clipPath, path").count() > 0, "a corner is folded"
    page.mouse.move(box["x"] - box["width"] * 0.3, box["y"] - box["height"] * 0.3, steps=8)
    page.mouse.up()
    expect(card).to_have_attribute("aria-label", re.compile(" of "))
    for _ in range(200):  # hands and third cards
        if page.locator("[class*='n-award']").count():
            break
        if page.locator("[data-does=back]").count():
            page.evaluate("document.querySelector('[data-does=back]')?.click()")
        page.wait_for_timeout(100)
    expect(page.locator("[class*='n-award']")).to_contain_text("Must Hit is yours")


def test_the_floor_orders_the_shoe_to_pass_and_says_for_what(evening: Desk, physical: str, visitor: Visitor) -> None:
    page = visitor()
    employed(page, physical, f"#/pit/{SALON}", "Fay")
    order = page.locator(".pitdetail [data-act]").filter(has_text="Order the shoe to be passed")
    order.click()
    page.locator("[data-reason='']").click()
    expect(page.locator("[data-reason]")).to_have_count(0)
    order.click()
    page.locator("[data-reason=delay]").click()
    expect(evening.page.locator(".due .big")).not_to_have_text("Players are wagering")


@pytest.fixture(scope="module")
def posted(browser: Browser, physical: str) -> Iterator[Page]:
    """Dana signs on as the dealer, Fay takes the table, Lou relieves Dana and signs off, Dana reports a defect."""
    dana, fay, lou = (someone(browser) for _ in range(3))
    employed(dana, physical, f"#/desk/{POSTS}", "Dana")
    dana.locator(".dueacts [data-post=dealer]").click()
    employed(fay, physical, f"#/desk/{POSTS}", "Fay")
    fay.locator(".dueacts [data-act]").filter(has_text="as its floorperson").click()
    expect(dana.locator(".due .big")).to_have_text("Inspect the decks")
    expect(dana.locator("[data-sheet=posts]")).to_contain_text("Dealer")
    employed(lou, physical, f"#/desk/{POSTS}", "Lou")
    lou.locator("[data-sheet=posts]").click()
    expect(lou.locator(".sheet .postline")).to_have_count(2)
    lou.locator("[data-relieves]").first.click()
    expect(dana.locator("[data-sheet=posts]")).to_contain_text("Not signed on")
    lou.locator("[data-does=sign-off]").click()
    expect(lou.locator(".sheet [data-signs=dealer]")).to_be_visible()
    dana.locator("[data-sheet=posts]").click()
    dana.locator("[data-signs=dealer]").click()
    expect(dana.locator(".sheet [data-does=sign-off]")).to_contain_text("Sign off as Dealer")
    dana.locator(".sheet [data-sheet='']").click()
    dana.locator("[data-sheet=table]").click()
    for selector in ("[data-page=defect]", "[data-deck='2']", "[data-kind=marked]", "[data-does=defect]"):
        dana.locator(selector).click()
    dana.locator(".due .big", has_text="Replace the deck").wait_for()
    yield dana
    for page in (dana, fay, lou):
        page.context.close()


def test_dealers_sign_on_relieve_each_other_and_report_a_defect_at_the_desk(posted: Page, physical: str) -> None:
    expect(posted.locator(".due .big")).to_have_text("Replace the deck with the defect")
    assert accepted(physical) >= {"sign-on", "sign-off", "relieve", "assign-floor"}


# ---------------------------------------------------------------- for everybody


AXE = Path(__file__).parents[2] / "tools" / "page" / "node_modules" / "axe-core" / "axe.min.js"
FOUND = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(' ')}`)"""
SHEETS = ("[data-seat='1']", "[data-sheet=table]", "[data-page=correct]", "[data-page=adjust]", "[data-sheet=call]")
PIT = (".pitcard", "[data-opens=form]", f".pitcard [data-show='{SALON}']")
EVERYBODY = {
    ("en-GB", 1024): (f"#/desk/{SALON}", ".due .big", SHEETS),
    ("zh-CN", 390): ("#/pit", ".pitcard", PIT),
}


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed: make page")
@pytest.mark.parametrize("locale, width", EVERYBODY)
def test_axe_finds_nothing_at_desk_and_pit(
    evening: Desk, physical: str, visitor: Visitor, locale: str, width: int
) -> None:
    page, (room, ready, parts) = visitor(width, 844, locale=locale), EVERYBODY[locale, width]
    page.goto(physical)
    page.evaluate("async (words) => fetch('/api/login', {method: 'POST', body: words})", LOGIN)
    page.evaluate("localStorage.setItem('known', 'yes')")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate(f"location.hash = '{room}'")
    page.locator(ready).first.wait_for()
    for part in parts:
        page.locator(part).first.click()
        assert page.evaluate(FOUND) == [], part
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), part


LOGIN = json.dumps({"name": "Kit", "password": PASSWORD})


# ---------------------------------------------------------------- all of them

# What no person asks for: Punto itself gives these, and no page can.
OF_THE_SYSTEM = {
    "proceed": "the automatic dealer's whole beat",
    "adopt": "a process takes a table over",
    "commit-shoe": "the keeper of a virtual shoe publishes its commitment",
    "call-entropy": "the keeper calls for what was pledged",
    "show-beacon": "the keeper publishes the beacon's round",
    "take-option": "a notice of the pit has run, and the next shuffle begins",
    "list-cards": "the keeper publishes the list",
    "reveal-seed": "the keeper shows the seed of a shoe that is over",
}


def test_every_command_of_the_table_is_reached_by_a_click(
    evening: Desk, guest: Page, posted: Page, physical: str
) -> None:
    every = {str(command.__struct_config__.tag) for command in get_args(commands.AnyCommand)}
    reached = accepted(physical)
    assert every - reached - OF_THE_SYSTEM.keys() == set(), "no click leads there"
    assert reached <= every - OF_THE_SYSTEM.keys(), "a page did what only the system does"
