"""How quick the page is, in a real browser at a real floor: ``python -m bench.page``.

First paint and the largest contentful one of every room, from an empty cache, with the processor as it is and slowed
four times, as a phone's; and tasks that keep the page from answering for more than 50 ms while whole coups are dealt.
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.page.test_browser import CHROMIUM, SQUEEZE, TABLE, opened, seated

ROOMS = ("", f"#/table/{TABLE}", "#/odds", "#/rules", "#/editor", "#/school", "#/watch", f"#/watch/{TABLE}")
SLOWER = (1, 4)
SECONDS = 20
WATCH = """
window.seen = {paints: {}, tasks: []};
new PerformanceObserver(list => list.getEntries().forEach(e => seen.paints[e.name] = e.startTime)).observe({type: 'paint', buffered: true});
new PerformanceObserver(list => list.getEntries().forEach(e => seen.paints.largest = e.startTime)).observe({type: 'largest-contentful-paint', buffered: true});
new PerformanceObserver(list => list.getEntries().forEach(e => seen.tasks.push(Math.round(e.duration)))).observe({type: 'longtask', buffered: true});
"""  # noqa: E501


def visited(browser: Browser, slower: int) -> Page:
    """Come with an empty cache."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.add_init_script(WATCH)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return page


def paint(browser: Browser, floor: str, room: str, slower: int) -> dict[str, Any]:
    """Open a room, and say when something was to be seen."""
    page = visited(browser, slower)
    page.goto(floor + room)
    page.wait_for_timeout(2_500)
    seen = page.evaluate("seen")
    page.context.close()
    paints = seen["paints"]
    return {
        "room": room or "#/",
        "slower": slower,
        "first-paint-ms": round(paints.get("first-contentful-paint", 0)),
        "largest-paint-ms": round(paints.get("largest", 0)),
        "long-tasks-ms": seen["tasks"],
    }


def deal(browser: Browser, floor: str, slower: int) -> dict[str, Any]:
    """Sit at a table while coups are dealt, with all that moves."""
    page = visited(browser, slower)
    seated(page, floor, SQUEEZE)
    page.wait_for_timeout(1_000)
    page.evaluate("seen.tasks = []")
    page.wait_for_timeout(SECONDS * 1_000)
    tasks = page.evaluate("seen.tasks")
    coups = page.evaluate("document.querySelector('punto-table').now.outcomes.length")
    page.context.close()
    return {"deal": SQUEEZE, "slower": slower, "seconds": SECONDS, "coups": coups, "long-tasks-ms": tasks}


def main() -> None:
    """Measure, and print a line for each."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for floor in opened("md-mini-payout", "ma-midi-squeeze"):
            for slower in SLOWER:
                for room in ROOMS:
                    print(json.dumps(paint(browser, floor, room, slower)), flush=True)
                print(json.dumps(deal(browser, floor, slower)), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
