"""Queries of the surveillance room over HTTP: wagers that were tried too late, payments by hand; and who may ask."""

from typing import Any

from punto.core.roles import Duty
from punto.floor import Pace, Setup
from punto.record.durable import open_store
from tests.server.floors import TABLE, floor, on_line, run, staff, until
from tests.server.test_play import DESK, seated

CLOSED = Pace(bets=500, beat=600_000, prepare=1, choice=100, round=0)  # once bets are closed they stay so
QUERIES = f"/api/tables/{TABLE}/queries"


def test_what_was_tried_after_the_close_is_kept_and_found_after_a_restart() -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor("md-mini-payout", setup=Setup(pace=CLOSED), store=store) as house:
            async with on_line(house, token=await house.guest()) as line:
                await seated(house, line)
                await line.do("bet", do="wagers", seat=3, stakes={"banker": 100_00})
                desk = house.live.house.desks[TABLE]
                await until(lambda: desk.state.phase != "betting")
                late = await line.do("late", do="wagers", seat=3, stakes={"banker": 100_00})
                assert late["refused"]["reason"] == "wrong-phase"
        async with floor(store=store) as house:
            sue = await staff(house, "Sue", Duty.SURVEILLANCE)
            async with house.http(sue) as client:
                hits = (await client.get(QUERIES, params={"query": "late", "within": 0})).json()["hits"]
                (hit,) = (hit for hit in hits if "was refused" in hit["words"])
                assert (hit["query"], hit["seat"], hit["shoe"], hit["number"]) == ("late", 3, 1, 1)
                assert hit["section"]
                assert (await client.get(QUERIES, params={"query": "late", "shoe": 9})).json()["hits"] == []
                assert (await client.get(QUERIES, params={"query": "murder"})).status_code == 400

    run(play)


def test_a_payment_by_hand_is_found_and_nobody_but_who_watches_may_ask() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=False) as house:
            flo, dee = await staff(house, "Flo", Duty.FLOOR), await staff(house, "Dee", Duty.DEALER)
            async with on_line(house, token=dee) as desk, on_line(house, token=flo) as line:
                await desk.do("sit", do="sit", by="player", seat=3, buy_in=500_00)
                adjust: dict[str, Any] = {
                    "do": "adjust",
                    "seat": 3,
                    "cents": 25_00,
                    "why": "a friend",
                    "cause": "dispute",
                }
                assert "accepted" in await line.do("adjust", **adjust)
            async with house.http(await staff(house, "Sue", Duty.SURVEILLANCE)) as client:
                (hit,) = (await client.get(QUERIES)).json()["hits"]
                assert (hit["query"], hit["words"]) == ("payment", "$25 to seat 3 by hand: a friend")
            for token, status in ((flo, 403), (dee, 403), (await house.guest(), 403), ("", 401)):
                async with house.http(token) as client:
                    assert (await client.get(QUERIES)).status_code == status

    run(play)
