"""What the server notes of a floor, and holds people to: starts, outages, large wins, dealing where one plays."""

import asyncio
from typing import Any

from punto.accounts.staff import set_parameter
from punto.core.roles import Duty
from punto.floor import Floor, Setup
from punto.people.administration.messages import FloorStarted, FloorStopped, LargeWin, OutageEnded
from punto.record.durable import open_store
from punto.server.live_floor import LiveFloor, ServerOptions
from punto.views.views import Viewer
from tests.server.floors import QUICK, TABLE, admitted, busy, floor, on_line, run, staff, until
from tests.server.test_play import DESK


async def noted(store: Any, *kinds: type) -> list[Any]:
    events = [event for record in await store.read("house/floor") for event in record.batch.events]
    return [event for event in events if isinstance(event, kinds)]


def test_starts_stops_and_outages_are_noted() -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor(store=store):
            pass
        house = await Floor.open(store)
        await LiveFloor.open(house, ServerOptions())  # and never closed: it goes out
        await house.stop()
        async with floor(store=store):
            pass
        kinds = [type(event) for event in await noted(store, FloorStarted, FloorStopped, OutageEnded)]
        assert kinds == [FloorStarted, FloorStopped, FloorStarted, OutageEnded, FloorStarted, FloorStopped]
        started = (await noted(store, FloorStarted))[0]
        assert (bool(started.punto), len(started.digest)) == (True, 64)

    run(play)


def test_large_wins_are_noted_with_who_and_how_much() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=Setup(pace=QUICK)) as house:
            store, desk = house.live.house.store, house.live.house.desks[TABLE]
            await set_parameter(house.live.people, "large-win", "1", "everything is large")
            async with busy(house):
                async with asyncio.timeout(20):
                    while not (wins := await noted(store, LargeWin)):
                        await asyncio.sleep(0.02)
            win, least = wins[0], desk.rules.limits["banker"].least
            assert (win.table, win.person, win.cents) == (TABLE, "regular-1", least - least // 20)

    run(play)


def test_nobody_deals_where_they_play_and_plays_where_they_deal() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=True) as house:
            first = await staff(house, "Dee", Duty.DEALER, Duty.PLAYER)
            second = admitted(await house.live.people.login("Dee", "a password of Dee")).token
            async with on_line(house, token=first) as one, on_line(house, token=second) as other:
                assert "accepted" in await one.do("sit", do="sit", by="player", seat=3, buy_in=500_00)
                await until(lambda: not house.live.house.desks[TABLE].keeper.owes(house.live.house.desks[TABLE].state))
                step = next(act for act in house.live.rooms[TABLE].picture((Viewer.DEALER, None)).due)
                act = {"do": "perform", "by": "dealer", "step": step.given["step"]}
                for line in (one, other):
                    refused = (await line.do(f"{id(line)}", **act))["refused"]
                    assert (refused["reason"], refused["detail"]["what"]) == (
                        "duties-clash",
                        "a dealer must not play at the same table",
                    )
                assert "accepted" in await other.do("go", do="leave", by="player", seat=3)
                assert "accepted" in await one.do("deal", **act)
                sits = {"do": "sit", "by": "player", "seat": 4, "buy_in": 500_00}
                assert (await other.do("again", **sits))["refused"]["reason"] == "duties-clash"

    run(play)
