"""Nothing on the felt lies over anything else: names, limits, chips, seats and meters, at every size of screen."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.folds.shoes import SUBMISSIONS
from tests.page.test_browser import Visitor, browser, lobby_of, opened, until, visitor

__all__ = ["browser", "visitor"]  # fixtures of the other file
SIZES = [(390, 844), (844, 390), (1024, 768), (1440, 900), (1920, 1080)]

# A seat with chips on every area, in the middle of a betting period; then whatever is printed or lies there, by pairs.
OVERLAPS = """() => {
  const table = document.querySelector("punto-table"), seat = Math.ceil(table.rules.seats / 2);
  table.live.close();
  table.stage.clear();
  table.you = { who: "ann", role: "player", seat };
  const stakes = Object.fromEntries(table.rules.wagers.map((wager) => [wager.key, wager.most]));
  const seats = table.now.seats.map((one) => (one.seat === seat ? { ...one, taken: true, chips: 100, stakes } : one));
  table.now = { ...table.now, phase: "betting", seats };
  table.render();
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
        overlaps = page.evaluate(OVERLAPS)
        if overlaps:
            found[table] = overlaps
    assert found == {}
