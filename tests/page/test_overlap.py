"""Nothing on the felt lies over anything else: names, limits, chips, seats, meters, drawers, at every screen size."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.test_browser import (
    TABLE,
    Visitor,
    asks,
    bets,
    betting,
    browser,
    lobby_of,
    opened,
    seated,
    tap,
    until,
    visitor,
)
from tests.views.shoes import SUBMISSIONS

__all__ = ["browser", "visitor"]  # fixtures of the other file
SIZES = [(390, 844), (844, 390), (1024, 768), (1440, 900), (1920, 1080)]
DRAWERS = ("history", "odds", "rules", "roads", "fair", "more", "seat", "seats")

# A seat with chips on every area, in the middle of a betting period; then whatever is printed or lies there, by pairs.
OVERLAPS = """async (drawer) => {
  const table = document.querySelector("punto-table"), seat = Math.ceil(table.rules.seats / 2);
  table.live.close();
  table.stage.clear();
  table.you = { who: "ann", role: "player", seat };
  const stakes = Object.fromEntries(table.rules.wagers.map((wager) => [wager.key, wager.most]));
  const seats = table.now.seats.map((one) => (one.seat === seat ? { ...one, taken: true, chips: 100, stakes } : one));
  table.now = { ...table.now, phase: "betting", seats };
  table.expected = table.rules.wagers.map(({ key }) => ({ do: "wager", what: key, seat }));
  table.slip.begin(stakes);
  table.drawer.element.close();
  if (drawer) table.drawer.open(drawer);
  table.render();
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame); // the felt sees its new size
  const all = (names) => [...document.querySelectorAll(names)].filter((one) => box(one).width && box(one).height);
  const box = (one) => one.getBoundingClientRect();
  const parts = all(".spot .nm, .spot .pays, .spot .lim, .spot .lies > *, .call h2, .hand .who, .sidename");
  const blocks = all(".spot, .acts .btn, .clock > *, .others, .tickmeters, .hands, .feltsmall .call");
  const shared = (a, b, from, to) => Math.min(box(a)[to], box(b)[to]) - Math.max(box(a)[from], box(b)[from]) > 3;
  const over = (a, b) => shared(a, b, "left", "right") && shared(a, b, "top", "bottom");
  const name = (one) => `${one.className.baseVal ?? one.className} ${one.closest("[data-wager]")?.dataset.wager ?? ""}`;
  const found = [], felt = box(document.querySelector(".feltbox"));
  for (const list of [parts, blocks]) for (const [i, a] of list.entries()) for (const b of list.slice(i + 1)) {
    const lines = a.tagName === "text" && a.parentNode === b.parentNode; // of one name
    if (over(a, b) && !lines && !a.contains(b) && !b.contains(a)) found.push(`${name(a)} over ${name(b)}`);
  }
  const within = (one) => box(one).bottom <= felt.bottom + 1.5 && box(one).top >= felt.top - 1.5;
  const outside = (one) => one.closest(".feltbox") && !within(one);
  found.push(...blocks.filter(outside).map((one) => `${name(one)} outside`));
  return found;
}"""


@pytest.fixture(scope="module")
def tables() -> Iterator[str]:
    """A table of every submission that ships, at which nobody plays."""
    yield from opened(*SUBMISSIONS, "--alone")


@pytest.mark.parametrize("width, height", SIZES)
def test_nothing_lies_over_anything_on_the_felt(tables: str, visitor: Visitor, width: int, height: int) -> None:
    page, found = visitor(width, height), dict[str, Any]()
    for table in lobby_of(tables):
        page.goto(f"{tables}#/table/{table}")
        until(
            page,
            f"table.name === '{table}' && table.now.seats.length && document.querySelector('.spot, .cell.mine, .cell')",
        )
        for drawer in ("", "rules"):
            overlaps = page.evaluate(OVERLAPS, drawer)
            if overlaps:
                found[f"{table} {drawer}"] = overlaps
    assert found == {}


# The timer, the player's own areas, the chips and the buttons: each must be in the window and beside the drawer.
COVERED = """() => {
  const box = (one) => one.getBoundingClientRect(), drawer = box(document.querySelector(".drawer[open]"));
  const shown = (names) => [...document.querySelectorAll(names)].filter((one) => box(one).width && box(one).height);
  const apart = (a, b) => a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom;
  const inside = (one) => one.left >= 0 && one.top >= 0 && one.right <= innerWidth && one.bottom <= innerHeight;
  const timers = shown(".clockface .ring, .call .time .ring"), areas = shown(".cell.mine, .spot");
  const parts = [...timers, ...areas, ...shown(".dock [data-chip], .dock [data-act]")];
  const bad = parts.filter((one) => !inside(box(one)) || !apart(box(one), drawer)).map((one) => one.outerHTML);
  const { betting, timer } = document.querySelector("punto-table"), open = betting && timer.closes !== null;
  return { open, timers: timers.length, areas: areas.length, bad, width: drawer.width, height: drawer.height };
}"""


def wagers_beside(page: Page, room: str) -> None:
    """Open a drawer while bets are open, make a wager next to it, and take it back."""

    def lay() -> None:
        asks(page, f"table.drawer.open('{room}')")
        tap(page, ".cell.mine[data-wager=player], button.spot[data-wager=player]")

    bets(page, lay, "table.own.stakes.player > 0")
    tap(page, "[data-act=clear]")
    until(page, "!table.own.stakes.player")


@pytest.mark.parametrize("width, height", SIZES[:4])
def test_an_open_drawer_covers_neither_timer_nor_areas_while_bets_are_open(
    tables: str, visitor: Visitor, width: int, height: int
) -> None:
    page = visitor(width, height)
    seated(page, tables, TABLE)
    for room in DRAWERS:
        wagers_beside(page, room)
        found = page.evaluate(COVERED)
        while not found["open"]:  # closed in the meantime
            betting(page)
            found = page.evaluate(COVERED)
        assert found["timers"], room
        assert found["areas"] == asks(page, "table.rules.wagers.length"), room
        assert found["bad"] == [], room
        assert min(found["width"], found["height"]) >= 280, "there is room to read"
    page.locator(".drawer [data-close]").focus()
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_be_hidden()
