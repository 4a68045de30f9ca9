"""The pit over HTTP: what it shows, what it orders, and what it refuses; every order is in the house's journal."""

import asyncio
from typing import Any

import pytest

from punto.accounts import Accounts
from punto.core.roles import Duty
from punto.floor import Floor, Setup
from punto.floor.floor import at_rest
from punto.floor.storage import Switches
from punto.people.administration.messages import ParameterChanged
from punto.record.durable import open_store
from punto.server.endpoints import HTTPError
from punto.server.journals import MOST_CALLS, Calls
from punto.server.live_floor import ServerOptions
from punto.server.pit_actions import Orders
from tests.server.floors import QUICK, TABLE, Open, busy, floor, on_line, run, staff, submission, until
from tests.server.test_play import DESK, STILL, seated

FLOOR = f"/api/pit/tables/{TABLE}"


async def journal(house: Open) -> list[ParameterChanged]:
    records = await house.live.house.store.read("house/floor")
    return [event for one in records for event in one.batch.events if isinstance(event, ParameterChanged)]


def test_the_pit_shows_every_table_with_what_it_should_have_won() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=Setup(pace=QUICK)) as house, busy(house):
            desk = house.live.house.desks[TABLE]
            await until(lambda: desk.state.coup > 3)
            await house.live.orders.switch(
                (await house.live.caller(await staff(house, "Flo", Duty.FLOOR))), f"table/{TABLE}", True, "counting"
            )
            await until(lambda: at_rest(desk.state))
            async with house.http(await staff(house, "Sue", Duty.SURVEILLANCE)) as client:
                assert (await client.get("/api/pit")).status_code == 200
            async with house.http(await staff(house, "Ada", Duty.AUDITOR)) as client:
                seen = (await client.get("/api/pit")).json()
            assert seen["floor"] == {"disabled": False}
            assert {one["name"] for one in seen["submissions"]} >= {"md-mini-payout", "ma-midi-squeeze"}
            (table,) = seen["tables"]
            assert [table[key] for key in ("table", "driver", "virtual", "disabled")] == [
                TABLE,
                "automatic",
                True,
                True,
            ]
            assert table["limits"] == table["filed"]
            assert table["rack"] == desk.state.accounts["rack"]
            assert table["decks"]["opened"] is not None
            figures = table["figures"]
            coups = desk.state.coup - 1
            least = desk.rules.limits["banker"].least
            assert (figures["rounds"], figures["handle"], figures["drop"]) == (coups, coups * least, 100_000_00)
            assert figures["theoretical"] == pytest.approx(coups * least * 0.0106, rel=0.01)
            assert figures["hold"] == figures["win"] / figures["drop"]
            assert [one["handle"] for one in figures["wagers"] if one["wager"] == "banker"] == [coups * least]

    run(play)


def test_meters_are_reconciled_with_their_log_and_changed_by_two_people() -> None:
    async def play() -> None:
        async with floor(setup=DESK) as house:
            flo, fay = await staff(house, "Flo", Duty.FLOOR), await staff(house, "Fay", Duty.FLOOR)
            async with house.http(flo) as one, house.http(fay) as other:
                opened = await one.post("/api/pit/tables", json={"submission": "ma-midi-squeeze"})
                assert opened.json() == {"table": "MD-11"}, opened.text
                (table,) = (await one.get("/api/pit")).json()["tables"]
                meters = {meter["meter"]: meter for meter in table["meters"]}
                assert meters
                assert all(meter["agrees"] for meter in meters.values())
                key, meter = next(iter(meters.items()))
                where = f"/api/pit/meters/{table['progressive']}"
                change = {"debit": "house", "credit": f"meter/{key}", "cents": 500, "why": "a promotion"}
                proposed = (await one.post(f"{where}/propose", json=change)).json()
                (waiting,) = (await one.get("/api/pit")).json()["proposals"]
                assert (waiting["proposal"], waiting["cents"]) == (proposed["proposal"], 500)
                same = await one.post(f"{where}/approve", json=proposed)
                assert (same.status_code, same.json()["error"]["code"]) == (409, "same-person")
                assert (await other.post(f"{where}/approve", json=proposed)).status_code == 200
                (table,) = (await one.get("/api/pit")).json()["tables"]
                after = {one["meter"]: one for one in table["meters"]}[key]
                assert (after["amount"], after["agrees"]) == (meter["amount"] + 500, True)
                nowhere = await one.post("/api/pit/meters/none/propose", json=change)
                assert nowhere.json()["error"]["code"] == "no-such-meters"

    run(play)


def test_an_unlawful_submission_is_refused_with_every_finding() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            async with house.http(await staff(house, "Flo", Duty.FLOOR)) as client:
                text = submission("md-mini-classic").replace("decks = 12", "decks = 3")
                answer = await client.post("/api/pit/tables", json={"submission": text})
                assert answer.status_code == 422
                body = answer.json()
                assert body["error"]["code"] == "unlawful"
                assert body["review"]["lawful"] is False
                assert any(one["path"] == "$.decks" and one["section"] for one in body["review"]["findings"])
                again = await client.post("/api/pit/tables", json={"submission": "md-mini-payout"})
                assert [one["code"] for one in again.json()["review"]["findings"]] == ["table-repeated"]
                wood = {"submission": "md-mini-classic", "virtual": False}
                assert (await client.post("/api/pit/tables", json=wood)).status_code == 409  # nobody deals it
                wood |= {"driver": "desk"}
                assert (await client.post("/api/pit/tables", json=wood)).json() == {"table": "MB-5"}
                assert "MB-5" in [one["table"] for one in (await client.get("/api/tables")).json()["tables"]]

    run(play)


def on_banker(message: dict[str, Any]) -> bool:
    """Return whether a message lists a wager on Banker among the due acts."""
    return any(map(is_on_banker, message.get("expected", ())))


def is_on_banker(act: dict[str, Any]) -> bool:
    return bool(act["command"] == "wager" and act["given"]["wager"] == "banker")


def test_limits_are_posted_within_those_filed_and_hold_after_a_restart() -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor("md-mini-payout", setup=STILL, store=store) as house:
            filed = house.live.house.desks[TABLE].rules.limits["banker"]
            async with house.http(await staff(house, "Flo", Duty.FLOOR)) as client:
                for least, most in ((filed.least - 100, filed.most), (filed.least, filed.most + 100), (5_000, 4_000)):
                    wrong = {"limits": {"banker": {"least": least, "most": most}}, "why": "so"}
                    answer = await client.post(f"{FLOOR}/limits", json=wrong)
                    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "beyond-filed")
                wrong = {"limits": {"panda-8": {"least": 500, "most": 600}}, "why": "so"}
                assert "not offered" in (await client.post(f"{FLOOR}/limits", json=wrong)).json()["error"]["words"]
                posted = {"limits": {"banker": {"least": 200_00, "most": 400_00}}, "why": "a full house"}
                assert (await client.post(f"{FLOOR}/limits", json=posted)).status_code == 200
                (table,) = (await client.get("/api/pit")).json()["tables"]
                assert table["limits"]["banker"] == {"least": 200_00, "most": 400_00}
                assert table["filed"]["banker"] == {"least": filed.least, "most": filed.most}
            (changed,) = await journal(house)
            assert (changed.name, changed.before, changed.after) == (f"limits/{TABLE}/banker", "filed", "20000-40000")
            assert changed.why == "a full house"
        async with floor(store=store) as house, on_line(house, token=await house.guest()) as line:
            await seated(house, line)
            told = next((one for one in reversed(line.said) if on_banker(one)), None) or await line.until(on_banker)
            (act,) = filter(is_on_banker, told["expected"])
            assert (act["holes"]["cents"]["least"], act["holes"]["cents"]["most"]) == (200_00, 400_00)
            low = (await line.do("low", do="wagers", seat=3, stakes={"banker": 100_00}))["refused"]
            assert (low["reason"], low["detail"]["minimum"]) == ("below-minimum", 200_00)
            assert "Minimum: $200" in low["words"]
            high = (await line.do("high", do="wager", seat=3, wager="banker", cents=500_00))["refused"]
            assert (high["reason"], high["detail"]["maximum"]) == ("above-maximum", 400_00)
            assert "accepted" in await line.do("fits", do="wager", seat=3, wager="banker", cents=300_00)
            more = (await line.do("more", do="wager", seat=3, wager="banker", cents=200_00))["refused"]
            assert more["reason"] == "above-maximum"
            async with house.http(await staff(house, "Fay", Duty.FLOOR)) as client, on_line(house) as passer_by:
                await passer_by.until("timer")
                back = {"limits": {"banker": {"least": filed.least, "most": filed.most}}, "why": "quiet again"}
                assert (await client.post(f"{FLOOR}/limits", json=back)).status_code == 200
                told = (await passer_by.until("posted"))["posted"]
                assert told["limits"]["banker"] == {"least": filed.least, "most": filed.most}
                assert told["disabled"] is False
            assert house.live.house.desks[TABLE].posted == {}

    run(play)


def test_a_table_closes_when_nothing_lies_on_it_and_is_taken_up_as_it_was_driven() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, on_line(house, token=await house.guest()) as line:
            await seated(house, line)
            assert "accepted" in await line.do("bet", do="wagers", seat=3, stakes={"banker": 100_00})
            async with house.http(await staff(house, "Flo", Duty.FLOOR)) as client:
                assert (await client.post(f"{FLOOR}/reopen", json={})).status_code == 409
                assert (await client.post(f"{FLOOR}/close", json={"why": "late"})).json() == {"table": TABLE}
                twice = await client.post(f"{FLOOR}/close", json={"why": "late"})
                assert twice.json()["error"]["code"] == "no-change"
                (table,) = (await client.get("/api/pit")).json()["tables"]
                assert (table["closing"], table["disabled"]) == (True, True)
                shut = (await line.do("more", do="wagers", seat=3, stakes={"player": 100_00}))["refused"]
                assert shut["detail"]["disabled"] == "table"
                assert "accepted" in await line.do("back", do="withdraw", seat=3, wager="banker")
                await until(lambda: TABLE not in house.live.house.desks)
                await house.live.look_round()
                seen = (await client.get("/api/pit")).json()
                assert (seen["tables"], seen["closed"]) == ([], [{"table": TABLE}])
                assert (await client.post(f"{FLOOR}/reopen", json={})).status_code == 200
                seen = (await client.get("/api/pit")).json()
                assert [seen["tables"][0][key] for key in ("closing", "disabled")] == [False, False]
                assert seen["closed"] == []
            assert house.live.house.desks[TABLE].driver.pace == STILL.pace
            assert [(one.name, one.after) for one in await journal(house)] == [
                (f"table/{TABLE}", "closed"),
                (f"table/{TABLE}", "open"),
            ]

    run(play)


def test_switches_are_thrown_with_a_reason() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, on_line(house, token=await house.guest()) as line:
            await seated(house, line)
            who = house.live.house.desks[TABLE].state.seated[3]
            async with house.http(await staff(house, "Flo", Duty.FLOOR)) as client:
                for what, why in (("floor", "floor"), (f"table/{TABLE}", "table"), (f"player/{who}", "player")):
                    body: dict[str, Any] = {"what": what, "off": True, "why": "an incident"}
                    assert (await client.post("/api/pit/switch", json=body)).status_code == 200
                    refused = (await line.do(f"{what} off", do="buy-in", seat=3, cents=100_00))["refused"]
                    assert refused["detail"]["disabled"] in (why, "table")
                    assert (await client.post("/api/pit/switch", json=body)).status_code == 409
                    assert (await client.post("/api/pit/switch", json=body | {"off": False})).status_code == 200
                    assert "accepted" in await line.do(f"{what} on", do="buy-in", seat=3, cents=100_00)
                unsaid = {"what": "floor", "off": True, "why": " "}
                assert (await client.post("/api/pit/switch", json=unsaid)).json()["error"]["code"] == "reason-needed"
                nowhere = {"what": "table/none", "off": True, "why": "so"}
                assert (await client.post("/api/pit/switch", json=nowhere)).status_code == 404
                assert (await client.post("/api/pit/switch", json=nowhere | {"what": "player/Nemo"})).status_code == 404
                assert (await client.post("/api/pit/switch", json=nowhere | {"what": "all"})).status_code == 400
            assert len(await journal(house)) == 6

    run(play)


def test_somebody_is_kept_from_playing_by_the_name_they_go_by() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, house.http() as client:
            zoe = (await client.post("/api/register", json={"name": "Zoë Lee", "password": "correct horse"})).json()
            async with house.http(await staff(house, "Flo", Duty.FLOOR)) as pit:
                body = {"what": "player/Zoë Lee", "off": True, "why": "an incident"}
                assert (await pit.post("/api/pit/switch", json=body)).status_code == 200
            async with on_line(house, token=zoe["token"]) as line:
                refused = (await line.do("sit", do="sit", seat=3, buy_in=500_00))["refused"]
                assert refused["detail"]["disabled"] == "player"

    run(play)


def test_what_another_process_has_ordered_is_carried_out_here_too() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            desk = house.live.house.desks[TABLE]
            flo = await house.live.caller(await staff(house, "Flo", Duty.FLOOR))
            store, clock = house.live.house.store, house.live.house.clock
            elsewhere = Orders(Floor(store, clock, Switches(store)), await Accounts.open(store, clock.now))
            await elsewhere.give(flo, f"switch/table/{TABLE}", "off", "an incident there")
            await elsewhere.give(flo, f"limits/{TABLE}/banker", "20000-40000", "a full house")
            await until(lambda: desk.disabled and desk.limits["banker"].least == 200_00)
            await elsewhere.give(flo, f"table/{TABLE}", "closed", "late")
            await until(lambda: TABLE not in house.live.house.desks)

    run(play)


def test_the_floor_is_called_and_comes() -> None:
    async def play() -> None:
        store = await open_store("memory:")
        async with floor("md-mini-payout", setup=STILL, store=store) as house:
            token = await house.guest()
            async with house.http(token) as guest, house.http(await staff(house, "Flo", Duty.FLOOR)) as client:
                words = {"words": "a dispute about the last coup"}
                assert (await guest.post(f"/api/tables/{TABLE}/call", json=words)).status_code == 403
                async with on_line(house, token=token) as line:
                    await seated(house, line)
                called = await guest.post(f"/api/tables/{TABLE}/call", json=words)
                assert called.status_code == 200, called.text
                hidden = await guest.post(f"/api/tables/{TABLE}/call", json={"words": "\u202e"})
                assert hidden.status_code == 400
                for _ in range(2):
                    await guest.post(f"/api/tables/{TABLE}/call", json=words)
                assert (await guest.post(f"/api/tables/{TABLE}/call", json=words)).status_code == 429
                calls = (await client.get("/api/pit")).json()["tables"][0]["calls"]
                assert calls[0] == called.json()
        async with floor(store=store) as house:
            async with house.http(await staff(house, "Fay", Duty.FLOOR)) as client:
                (table,) = (await client.get("/api/pit")).json()["tables"]
                assert table["calls"] == calls, "a restart forgets nobody who waits"
                for call in calls:
                    assert (await client.post(f"{FLOOR}/answer", json={"at": call["at"]})).status_code == 200
                assert (await client.post(f"{FLOOR}/answer", json={"at": 1})).status_code == 404
                (table,) = (await client.get("/api/pit")).json()["tables"]
                assert table["calls"] == []

    run(play)


def test_calls_made_at_once_are_all_heard_up_to_a_number() -> None:
    async def play() -> None:
        calls = Calls(await open_store("memory:"))
        made = await asyncio.gather(*(calls.add(TABLE, f"p{n}", "please", 5) for n in range(MOST_CALLS)))
        assert sorted(call.at for call in made) == list(range(5, 5 + MOST_CALLS))
        assert {call.who for call in (await calls.all())[TABLE]} == {f"p{n}" for n in range(MOST_CALLS)}
        with pytest.raises(HTTPError, match="on its way"):
            await calls.add(TABLE, "p9", "please", 5)

    run(play)


ORDERS = {
    "/api/pit/tables": {"submission": "md-mini-classic"},
    f"{FLOOR}/close": {"why": "so"},
    f"{FLOOR}/reopen": {},
    f"{FLOOR}/limits": {"limits": {}, "why": "so"},
    f"{FLOOR}/answer": {"at": 1},
    "/api/pit/switch": {"what": "floor", "off": True, "why": "so"},
    "/api/pit/meters/x/propose": {"debit": "house", "credit": "meter/star", "cents": 1, "why": "so"},
    "/api/pit/meters/x/approve": {"proposal": "x"},
    "/api/pit/meters/x/decline": {"proposal": "x"},
}


def test_nobody_but_the_floor_gives_orders() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL, terms=ServerOptions(demo=True)) as house:
            duties = (Duty.DEALER, Duty.SURVEILLANCE, Duty.AUDITOR)
            tokens = ["", await house.guest(), *[await staff(house, f"x {duty[:3]}", duty) for duty in duties]]
            for token in tokens:
                async with house.http(token) as client:
                    for path, body in ORDERS.items():
                        answer = await client.post(path, json=body)
                        assert answer.status_code == (403 if token else 401), (path, answer.text)
            for token in tokens[:3]:
                async with house.http(token) as client:
                    assert (await client.get("/api/pit")).status_code == (403 if token else 401)
            assert await journal(house) == []

    run(play)
