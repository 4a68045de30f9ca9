"""The rhythm of the page, over more coups than a test has time for, and by the clock on the wall."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from punto.floor.rhythm import RHYTHMS
from tests.page.rhythm import SAMPLE, check, looked, recorded
from tests.page.test_browser import CHROMIUM, opened
from tools.soaks import Figures, soak

COUPS = 10
REAL = 150  # seconds
LATE = 250  # milliseconds by which a machine under load may look too late
TABLE = "MB-7"
WAGERS = """() => setInterval(() => {
  const table = document.querySelector('punto-table');
  if (table.betting && table.timer.closes && table.left.seconds > 2 && !Object.keys(table.own.stakes).length)
    for (const wager of ['player', 'banker', 'banker', 'tie']) table.lay(wager, 2500);
}, 500)"""


@contextmanager
def visiting(*arguments: str) -> Iterator[tuple[str, Page]]:
    """A floor of the tests, and a page of a browser that moves things."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for address in opened("md-mini-payout", *arguments):
            yield address, browser.new_context(viewport={"width": 1440, "height": 900}, bypass_csp=True).new_page()
        browser.close()


@soak("page: ten coups in each rhythm, looked at every 50 ms by a held clock; every call has its least time")
def held_clock() -> Figures:
    seen = dict[str, int]()
    for rhythm in RHYTHMS:
        told, _ = recorded(COUPS, rhythm)
        with visiting() as (address, page):
            found = check(looked(page, address, told), told.times)
        assert found["results"] >= COUPS // 2, found
        seen |= {f"cards, {rhythm}": found["cards"], f"results, {rhythm}": found["results"]}
    return seen


@soak("page: classic in real time, with wagers; every call has its least time")
def real_time() -> Figures:
    with visiting("--classic") as (address, page):
        page.goto(f"{address}#/table/{TABLE}/sit")
        page.wait_for_function("() => document.querySelector('punto-table')?.own")
        page.evaluate("() => { window.looks = []; }")
        page.evaluate(SAMPLE)
        page.evaluate(WAGERS)
        page.wait_for_timeout(1000 * REAL)
        seen = check(page.evaluate("window.looks"), RHYTHMS["classic"].times(), LATE)
    assert min(seen["cards"], seen["results"]) > 0, seen
    return {"seconds": REAL, "cards": seen["cards"], "third cards": seen["thirds"], "results": seen["results"]}
