"""The manual's pictures of the page, with Chromium at a real floor: ``make pictures``."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.page.test_browser import CHROMIUM, SQUEEZE, TABLE, asks, betting, opened, seated, tap, to_the_payment, until
from tests.page.test_staff import employed

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SHOWN = "document.querySelector('#page > *')"
ROOMS = {  # address, what to wait for, what to do then, and what to wait for after it
    "odds": ("#/odds", "table.odds", f"{SHOWN}.typed({{name: 'seen', value: '9s 9h 8d 8c'}})", ".moved"),
    "rules": ("#/rules", ".sides .glance", "", ""),
    "editor": ("#/editor", ".filedfelt", "", ""),
    "school": ("#/school", ".kinds", f"{SHOWN}.practise()", ".answering"),
    "wall": ("#/watch", ".monitor .mhands", "", ""),
    "records": (f"#/watch/{TABLE}", ".coups table", "", ""),
    "replay": (f"#/watch/{TABLE}/1/1", ".eventlist li", f"{SHOWN}.go(12)", ".eventlist .now"),
}
COUPS = 20  # of a shoe before the table is drawn
SIZES = {"": (1440, 900), "-tablet": (1024, 768), "-phone": (390, 844)}


def played(page: Page, floor: str) -> None:
    """Wait until there is something on the roads."""
    page.goto(f"{floor}#/table/{SQUEEZE}")
    until(page, "table.now")
    while asks(page, "table.now.outcomes.length") < COUPS:
        page.wait_for_timeout(1000)
    page.close()


def table(floor: str, page: Page, name: str) -> None:
    """A table while wagers are made."""
    seated(page, floor, SQUEEZE)
    betting(page)
    page.locator("[data-chip='10000']").click()
    for wager in ("banker", "banker", "tie"):
        tap(page, f".cell.mine[data-wager={wager}], button.spot[data-wager={wager}]")
    until(page, "table.own.stakes.banker === 20000 && table.own.stakes.tie")
    page.screenshot(path=PICTURES / f"page-table{name}.jpg", type="jpeg", quality=88)
    page.locator(".heldcard").first.wait_for(timeout=60_000)
    page.wait_for_timeout(400)
    page.screenshot(path=PICTURES / f"page-squeeze{name}.jpg", type="jpeg", quality=88)
    asks(page, "table.do({do: 'leave', seat: table.you.seat})")


def lobby(floor: str, page: Page, name: str) -> None:
    """Every table that there is."""
    page.goto(floor + "#/")
    page.locator(".tc").first.wait_for()
    page.screenshot(path=PICTURES / f"page-lobby{name}.jpg", type="jpeg", quality=88)


def rooms(floor: str, page: Page, name: str) -> None:
    """The rooms beside the table."""
    for room, (address, ready, act, then) in ROOMS.items():
        page.goto(floor + "#/")
        page.goto(floor + address)
        page.locator(ready).first.wait_for(timeout=30_000)
        if act:
            page.evaluate(act)
            page.locator(then).first.wait_for(timeout=30_000, state="attached")
        page.wait_for_timeout(500)
        page.screenshot(path=PICTURES / f"page-{room}{name}.jpg", type="jpeg", quality=80)


def sizes(page: Page, name: str) -> None:
    """One moment on a screen, a tablet and a phone."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        page.screenshot(path=PICTURES / f"page-{name}{size}.jpg", type="jpeg", quality=88)


def desk(dealer: Page, guest: Page, floor: str) -> None:
    """The dealer's desk, while a seat is paid."""
    to_the_payment(dealer, guest, floor)
    while dealer.locator("[data-dismiss]").count():  # a refusal from the way there
        dealer.locator("[data-dismiss]").first.click()
    sizes(dealer, "desk")


def pit(page: Page, guest: Page, floor: str) -> None:
    """The pit, where somebody has called the floor."""
    seated(guest, floor, SQUEEZE)
    for button in ("[data-open=more]", "[data-call]"):
        guest.locator(button).first.click()
    employed(page, floor, "#/pit", "Fay")
    page.locator(".pitcard").first.wait_for()
    page.wait_for_timeout(12_000)
    sizes(page, "pit")


def in_every_size(browser: Browser, *parts: Callable[[Page, str], None]) -> None:
    """Somebody new with a screen, with a tablet and with a phone."""
    for name, (width, height) in SIZES.items():
        page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
        for part in parts:
            part(page, name)
        page.close()


def drawn(browser: Browser) -> None:
    """Draw all of them."""
    for floor in opened("ma-midi-squeeze", "md-mini-payout"):
        in_every_size(browser, partial(rooms, floor))
        played(browser.new_page(), floor)
        in_every_size(browser, partial(table, floor), partial(lobby, floor))
    for floor in opened():
        wide = browser.new_page(viewport={"width": 1440, "height": 900})
        pit(wide, browser.new_page(viewport={"width": 390, "height": 844}), floor)
    for floor in opened("physical", "--desk"):
        desk(browser.new_page(viewport={"width": 1440, "height": 900}), browser.new_page(), floor)


if __name__ == "__main__":
    with sync_playwright() as playwright:
        drawn(playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]))
