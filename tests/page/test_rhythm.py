"""The rhythm of the page: its clock is held, the screen is looked at every 50 ms, and everything has its least time."""

import re
from collections.abc import Iterator

import pytest

from tests.page.rhythm import check, looked, recorded
from tests.page.test_browser import TABLE, Visitor, browser, opened, visitor

__all__ = ["browser", "visitor"]  # what pytest looks for here


@pytest.fixture(scope="module")
def floor() -> Iterator[str]:
    yield from opened("md-mini-payout")


def test_every_call_card_and_result_has_its_time(floor: str, visitor: Visitor) -> None:
    player, late = recorded(2)
    seen = check(looked(visitor(), floor, player), player.times)
    assert all(seen.values()), seen
    looks = looked(visitor(390, 844), floor, late)
    first = [look for look in looks if 1_100 < look["at"] - late.messages[0][0] < 2_900]
    assert {len(look["cards"]) for look in first} == {len(looks[0]["cards"])}, "the cards lie, and none is dealt again"
    assert all(re.search(" wins,|Tie hand", look["call"]) for look in first), first[0]
    assert looks[-1]["last"] == 2, "the last round stays, for both hands"


BOARD = """() => [...document.querySelectorAll('punto-board *')]
  .filter((one) => one.checkVisibility() && !one.closest('.vh, svg svg, use'))
  .map((one) => one.getBoundingClientRect())
  .filter((at) => at.width && (at.right > innerWidth + 1 || at.bottom > innerHeight + 1)).length"""
LEAST = """() => Math.min(...[...document.querySelectorAll('punto-board :not(svg, svg *)')]
  .filter((one) => one.textContent.trim() && !one.firstElementChild && !one.closest('.vh') && one.checkVisibility())
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


def test_the_scoreboard_fills_a_large_screen_and_can_be_read_from_afar(floor: str, visitor: Visitor) -> None:
    for width, height in ((1920, 1080), (1280, 720), (3840, 2160)):
        page = visitor(width, height)
        page.goto(f"{floor}#/board/{TABLE}")
        page.locator(".bigroad svg").wait_for()
        assert page.evaluate(BOARD) == 0, f"something lies outside of {width} x {height}"
        assert page.evaluate(LEAST) >= 19 * height / 1080
        page.close()
