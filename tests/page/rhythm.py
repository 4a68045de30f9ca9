"""Coups as they are shown: recorded from a real table in virtual time, played in a browser whose clock is held."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Page, Route

from punto.core.roles import Duty
from punto.floor import Clock, Floor, Pace, Setup
from punto.floor.rhythm import RHYTHMS
from punto.record.memory import MemoryDurable
from punto.server.channels import TableChannel
from punto.server.outbox import Direct, Outbox
from punto.server.participants import Participant
from punto.server.rules import rules_answer
from punto.table.phases import Phase
from tests.floor.floors import coups, must, submission
from tests.floor.virtual import evening

BEGAN = 1_800_000_000_000
BETS, STEP = 4_000, 50  # milliseconds: the betting period, and the time between two looks at the screen
ANN = "ann"
BEFORE, WELCOMED = 2_000, 3_000  # what is sent comes later here by the first; at the second the page has been welcomed


class Recorded(NamedTuple):
    """The messages that one connection was sent, with their times; the events before it; the table's description."""

    messages: list[tuple[int, str]]
    past: list[dict[str, Any]]
    described: dict[str, Any]

    @property
    def times(self) -> dict[str, int]:
        found: dict[str, int] = self.described["times"]
        return found

    def dealt(self, *places: str) -> bool:
        """Whether cards lay at these places."""
        return all(
            any('"card-dealt/1"' in data and f'"place":"{place}"' in data for _, data in self.messages)
            for place in places
        )


def recorded(number: int, rhythm: str = "classic", name: str = "md-mini-payout") -> tuple[Recorded, Recorded]:
    """Play some coups with third cards at a real table, where a player sits and wagers.

    Return the messages to a player, and to a visitor who comes while the first result stands.
    """
    with ThreadPoolExecutor(1) as thread:  # the browser's loop runs in this one
        while True:
            player, visitor = thread.submit(lambda: evening(_played(number, rhythm, name))).result()
            if player.dealt("P3", "B3"):
                return player, visitor


async def _played(number: int, rhythm: str, name: str) -> tuple[Recorded, Recorded]:
    house = await Floor.open(MemoryDurable(), Clock(BEGAN))
    pace = Pace(bets=BETS, rhythm=RHYTHMS[rhythm], prepare=20, round=0)
    desk = await house.open_table(submission(name, "T"), Setup(players=2, pace=pace))
    await asyncio.sleep(0)
    channel, messages, late = TableChannel(desk), list[tuple[int, str]](), list[tuple[int, str]]()
    past = list[dict[str, Any]]()
    await must(desk, "sit", ANN, "sit", seat=5, buy_in=5_000_00)
    while not desk.closes:
        await house.clock.sleep_until(house.clock.now() + STEP)
    line = Outbox(_into(messages, house))
    await channel.join(Participant(who=ANN, name="Ann", duties=frozenset({Duty.PLAYER})), line, None)
    for coup in range(number):
        while desk.state.phase is not Phase.BETTING or desk.state.coup <= coup:
            await house.clock.sleep_until(house.clock.now() + STEP)
        for wager, cents in {"player": 25_00, "banker": 50_00, "tie": 5_00}.items():
            await must(desk, "wager", ANN, f"{coup}-{wager}", seat=5, wager=wager, cents=cents)
        if not coup:
            while "announce-result" not in desk.state.done:
                await house.clock.sleep_until(house.clock.now() + STEP)
            past = _events(messages)
            await house.clock.sleep_until(house.clock.now() + 1_000)
            line = Outbox(_into(late, house))
            await channel.join(Participant(), line, None)
        await coups(house, "T", desk.state.coup)
    described = {
        "now": BEGAN,
        "table": {"table": "T"},
        "rules": rules_answer(desk.rules, desk.limits, virtual=True),
        "times": dict(desk.driver.times),
    }
    await house.stop()
    told = json.loads(msgspec.json.encode(described))
    return Recorded(messages, [], told), Recorded(late, past, told)


def _into(messages: list[tuple[int, str]], house: Floor) -> Direct:
    """Return a connection that notes what it is sent."""

    def direct(data: bytes) -> bool:
        messages.append((house.clock.now(), data.decode()))
        return True

    return direct


def _events(messages: list[tuple[int, str]]) -> list[dict[str, Any]]:
    """Return events as the server lists them."""
    told = [json.loads(data)["events"] for _, data in messages if data.startswith('{"events"')]
    return [{"n": one["n"] + i, "event": event} for one in told for i, event in enumerate(one["events"])]


# ---------------------------------------------------------------- the page, its line and its clock

LINE = """([began, messages]) => {
  window.looks = [];
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      super();
      for (const [at, data] of messages) setTimeout(() => this.onmessage({ data }), Math.max(0, at - Date.now()));
    }
    send() {}
    close() {}
  };
}"""
LOOK = """() => {
  const all = (what) => [...document.querySelectorAll(what)], table = document.querySelector('punto-table');
  const words = (what) => document.querySelector(what)?.textContent ?? '';
  const face = (one) => one.querySelector('use').getAttribute('href');
  return table?.felt?.view && {
    at: table.live.now(), call: document.querySelector('.l-call .call')?.firstChild.data.trim()
      ?? words(document.querySelector('.call h2.own') ? '.call .sec' : '.call h2').trim(),
    cards: Object.fromEntries(all('.l-hands [data-place], .hands [data-place]').filter((one) => one.dataset.place)
      .map((one) => [one.dataset.place, face(one).includes('back') ? '' : face(one)])),
    chips: all('.l-chips .lies:not([data-seat]) .stack, .spot .lies .stack').length, last: all('.last').length,
    own: words('.own').trim(), timer: all('.clock .ring').length, result: all('.resultline').length,
  };
}"""
SAMPLE = f"() => setInterval(() => {{ const look = ({LOOK})(); if (look) window.looks.push(look); }}, {STEP})"


def looked(page: Page, address: str, told: Recorded) -> list[dict[str, Any]]:
    """Show what was recorded to a page whose clock stands still in between, and look every 50 ms."""

    def answer(route: Route) -> None:
        described = route.request.url.endswith("/api/tables/T")
        route.fulfill(json=told.described if described else {"version": 0, "events": told.past})

    page.route("**/api/**", answer)
    began, ends = told.messages[0][0], told.messages[-1][0]
    page.clock.install(time=began / 1000 - 600)
    page.goto(address)
    page.clock.pause_at(began / 1000)
    messages = [(at + BEFORE, data) for at, data in told.messages]
    page.evaluate(LINE, [began, messages])
    page.evaluate("location.hash = '#/table/T'")
    page.locator("punto-table .dock").wait_for(state="attached")
    page.wait_for_function("() => document.querySelector('punto-table')?.live")
    page.evaluate(SAMPLE)
    for second in range(0, ends - began + 4_000, 1_000):
        page.clock.run_for(1_000)
        if second == WELCOMED and told.past:  # no clock holds what is fetched
            page.wait_for_function("() => document.querySelector('punto-table').now.settled")
    looks: list[dict[str, Any]] = page.evaluate("window.looks")
    return looks


# ---------------------------------------------------------------- what must hold

PLACE = re.compile("Place your wagers")
CALLS = {  # an announcement, and the event whose time is its least
    r"^No more bets$": "no-more-bets",
    r"^(Player|Banker) draws$": "third-card-dealt",
    r"^(Player|Banker) \d$": "third-card-turned",
    r" wins, \d over \d$|^Tie hand": "coup-settled",
}


def spans(looks: list[dict[str, Any]], what: str) -> list[tuple[Any, int]]:
    """Return each value that was seen without a break, and for how long it could be seen."""
    changes = [looks[0]] + [after for before, after in pairwise(looks) if before[what] != after[what]]
    return [(one[what], after["at"] - one["at"]) for one, after in pairwise(changes)]


def check(looks: list[dict[str, Any]], times: dict[str, int], slack: int = STEP) -> dict[str, int]:
    """Hold every call, card and result to its least time. Return how many of each were seen."""
    seen = dict.fromkeys([*CALLS, "cards", "thirds", "results", "own"], 0)
    for own, lasted in spans(looks, "own"):
        if own:
            assert lasted >= times["coup-settled"] - slack, f"{own}: {lasted} ms"
            seen["own"] += 1
    for look in looks:
        if PLACE.search(look["call"]):
            assert not look["cards"], f"wagers are asked for over a coup: {look}"
        over = look["cards"] or look["result"]
        assert not (look["timer"] and over), f"the time runs over a coup: {look}"
    for call, lasted in spans(looks, "call")[1:]:
        for pattern, key in CALLS.items():
            if re.search(pattern, call):
                assert lasted >= times[key] - slack, f"{call}: {lasted} ms of {times[key]}"
                seen[pattern] += 1
    _cards(looks, times, slack, seen)
    chips = [(look["call"], look["chips"], look["at"]) for look in looks if re.search("wins,|Tie hand", look["call"])]
    for (before, lay, _), (call, left, at) in pairwise(chips):
        if before == call and left < lay:
            began = min(when for said, _, when in chips if said == call and at - when < 20_000)
            assert at - began >= times["coup-settled"] - slack, f"chips moved {at - began} ms after {call}"
            seen["results"] += 1
    return seen


def _cards(looks: list[dict[str, Any]], times: dict[str, int], slack: int, seen: dict[str, int]) -> None:
    """Each card has its time on the way and while it is turned; a third one lies face down for longer."""
    came: dict[str, int] = {}
    last, holds = 0, 0  # when a card came or was turned, and how long nothing else may happen then
    for before, after in pairwise(looks):
        new = [place for place in after["cards"] if place not in before["cards"]]
        turned = [place for place, face in after["cards"].items() if face and not before["cards"].get(place)]
        assert max(len(new), len(turned)) <= 1, f"two cards at once: {before} {after}"
        for place in (*new, *turned):
            assert after["at"] - last >= holds - slack, (place, after)
        for place in new:
            came[place], last, holds = after["at"], after["at"], times["card-dealt"]
        for place in turned:
            last, holds = after["at"], times["card-turned"]
            if place.endswith("3"):
                assert last - came[place] >= times["third-card-dealt"] - slack, (place, after)
                seen["thirds"] += 1
        seen["cards"] += len(new) + len(turned)
