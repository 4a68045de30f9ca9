"""Every amount on the screen is the ledger's: a whole shoe of each submission that ships, shown by a real page."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import takewhile
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from punto.core.money import dollars
from punto.table.events import AnyEvent, CoupEnded, CoupVoided, ShoeEnded, VigorishCollected
from punto.views.results import Results, SeatResult
from punto.views.views import Viewer, view
from tests.page.test_browser import Visitor, browser, opened, until, visitor
from tests.views.shoes import EACH, SUBMISSIONS, dealt
from tests.views.test_results import moved

__all__ = ["browser", "visitor"]  # fixtures of the other file

SEAT = 3
DEFERRED = ("ma-midi-squeeze", "md-mini-classic")  # vigorish is marked, and collected later

# The page is given a shoe's events, as its line would bring them, and says after each coup what stands on the screen.
SHOWN = """(events) => {
  const table = document.querySelector("punto-table"), render = table.render.bind(table), told = [];
  const all = (name) => [...document.querySelectorAll(name)], text = (name) => all(name)[0]?.innerText ?? "";
  const seats = table.now.seats.map(({ seat }) => ({ seat, stakes: {} }));
  const first = { version: 0, shoe: 1, coup: 1, number: 1, phase: "closed", outcomes: [], places: {}, settled: null };
  table.live.close();
  table.stage.clear();
  table.now = { ...table.now, ...first, seats };
  table.you = { who: "ben", role: "player", seat: 3 };
  table.account = { standing: { "net-since": 0 } };
  table.moved = 0;
  table.refresh = table.render = table.side.update = () => {};
  for (const [i, event] of events.entries()) {
    const ends = /^coup-(ended|voided)/.test(event.event);
    if (ends) {
      render();
      const lies = all(".lies[data-wager]:not([data-seat])").map((one) => [one.dataset.wager, one.textContent.trim()]);
      told.push({ result: text(".resultline"), paid: Object.fromEntries(lies) });
    }
    table.show(event, i + 1);
    if (ends) {
      render();
      const net = all(".purse dd").at(-2).innerText, chips = all(".balance")[0].firstChild.data.trim();
      Object.assign(told.at(-1), { last: text(".clock .staked"), net, chips, back: all(".n-returned").length });
    }
  }
  table.drawer.open("history");
  return { told, history: all(".pastcoups li b").map((one) => one.textContent.trim()).reverse() };
}"""


def signed(cents: int) -> str:
    """A gain or a loss, as the page writes it."""
    exact = f"${abs(cents) // 100:,}.{abs(cents) % 100:02}"
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}{exact}"


@pytest.fixture(scope="module")
def tables() -> Iterator[str]:
    """A table of every submission that ships, at which nobody plays."""
    yield from opened(*SUBMISSIONS, "--alone")


class Coup(msgspec.Struct):
    """What the ledger says of a coup at the seat."""

    result: SeatResult | None
    net: int  # of the coup, from its postings, without vigorish of earlier ones
    since: int  # of all postings since sitting down
    chips: int


def ledger(events: tuple[AnyEvent, ...]) -> Iterator[Coup]:
    """Follow the postings of a seat from coup to coup."""
    fold, net, since, chips = Results(), 0, 0, 0
    for event in events:
        since += moved(event, SEAT)
        net += 0 if isinstance(event, VigorishCollected) else moved(event, SEAT)
        chips += sum(
            one.cents * ((one.credit == f"seat/{SEAT}") - (one.debit == f"seat/{SEAT}")) for one in event.postings
        )
        found = fold.add(event)
        if isinstance(event, CoupEnded | CoupVoided):
            yield Coup(found.get(SEAT), net, since, chips)
            net = 0


def shown(page: Any, tables: str, submission: str) -> tuple[list[Coup], dict[str, Any]]:
    """Show a shoe; return what the ledger says, and the screen."""
    rules, whole = dealt(submission)
    events = tuple(takewhile(lambda event: not isinstance(event, ShoeEnded), whole))
    page.goto(f"{tables}#/table/{rules.table}")
    until(page, "table.now.seats.length")
    views = [json.loads(view(msgspec.json.encode(event), Viewer.PLAYER, SEAT) or b"{}") for event in events]
    return list(ledger(events)), page.evaluate(SHOWN, views)


def check(coup: Coup, screen: dict[str, Any]) -> None:
    """Compare one coup with the screen."""
    assert screen["net"] == signed(coup.since)
    assert screen["chips"] == signed(coup.chips).lstrip("+")
    assert not screen["back"], "no chips came back: all of them were wagers"
    if coup.result is None or not coup.result.wagers:
        return
    assert coup.result.net == coup.net
    assert signed(coup.net) in screen["result"], screen
    assert screen["last"].endswith(signed(coup.net))
    for one in coup.result.wagers:
        gain = "push" if one.returned and not one.paid else signed(one.gain).removesuffix(".00")
        assert gain in screen["result"], (one, screen)
        if one.paid > one.vigorish and one.wager in screen["paid"]:
            assert f"+{dollars(one.paid - one.vigorish)}" in screen["paid"][one.wager], (one, screen)


@pytest.mark.parametrize("submission", EACH)
def test_every_amount_on_the_screen_is_the_ledgers(tables: str, visitor: Visitor, submission: str) -> None:
    coups, found = shown(visitor(), tables, submission)
    assert len(found["told"]) == len(coups) >= 30
    for coup, screen in zip(coups, found["told"], strict=True):
        check(coup, screen)
    nets = [signed(coup.net) for coup in coups if coup.result and coup.result.wagers]
    assert found["history"] == nets


# The shoe up to the first coup after which the seat owes vigorish; then what the bar says of it.
OWED = """(events) => {
  const table = document.querySelector("punto-table"), render = table.render.bind(table);
  const seats = table.now.seats.map(({ seat }) => ({ seat, stakes: {} }));
  const first = { version: 0, shoe: 1, coup: 1, number: 1, phase: "closed", outcomes: [], places: {}, settled: null };
  table.live.close();
  table.stage.clear();
  table.now = { ...table.now, ...first, seats };
  table.you = { who: "ben", role: "player", seat: 3 };
  table.refresh = table.render = () => {};
  for (const [i, event] of events.entries()) table.show(event, i + 1);
  render();
}"""


def owing(events: tuple[AnyEvent, ...]) -> tuple[tuple[AnyEvent, ...], int]:
    """Return the events up to the end of the first coup after which the seat owes vigorish, and how much in cents."""
    fold = Results()
    for i, event in enumerate(events):
        found = fold.add(event)
        if isinstance(event, CoupEnded) and (result := found.get(SEAT)) and result.marked:
            return events[: i + 1], round(Fraction(result.marked, 1000))
    raise AssertionError("no vigorish was deferred")


@pytest.mark.parametrize("submission", DEFERRED)
def test_vigorish_owed_is_shown_on_a_phone(tables: str, visitor: Visitor, submission: str) -> None:
    page, (rules, whole) = visitor(390, 844), dealt(submission)
    events, owed = owing(whole)
    page.goto(f"{tables}#/table/{rules.table}")
    until(page, "table.now.seats.length")
    views = [json.loads(view(msgspec.json.encode(event), Viewer.PLAYER, SEAT) or b"{}") for event in events]
    page.evaluate(OWED, views)
    shown = page.locator(".purse .owing")
    expect(shown).to_be_visible()
    expect(shown.locator("dd")).to_have_text(signed(owed).lstrip("+"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out at the side"
