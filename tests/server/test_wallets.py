"""Money on a floor that is no demo: chips come from wallets and go back; own limits hold at two tables at once."""

import asyncio

from punto.core.roles import Duty
from punto.floor import Setup
from punto.server.live_floor import ServerOptions
from tests.server.floors import TABLE, Open, floor, on_line, run, staff, until
from tests.server.test_play import DESK, STILL

DEPOSITS = "/api/pit/deposits"


async def registered(house: Open, name: str = "Zoe Lee") -> str:
    async with house.http() as client:
        answer = await client.post("/api/register", json={"name": name, "password": "three old cards"})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["token"])


def test_chips_are_paid_from_the_wallet_and_go_back_to_it() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL, terms=ServerOptions(demo=False)) as house:
            token, flo = await registered(house), await staff(house, "Flo", Duty.FLOOR)
            async with on_line(house, token=token) as line, house.http(flo) as pit, house.http(token) as own:
                poor = (await line.do("poor", do="sit", seat=3, buy_in=500_00))["refused"]
                assert poor["reason"] == "wallet-refuses"
                paid = await pit.post(
                    DEPOSITS, json={"player": "zoe lee", "cents": 800_00, "why": "cash", "key": "key-0000A"}
                )
                assert paid.json()["cents"] == 800_00, paid.text
                first = (await line.do("sit", do="sit", seat=3, buy_in=500_00))["accepted"]
                assert (await line.do("sit", do="sit", seat=3, buy_in=500_00))["accepted"] == first | {"again": True}
                assert (await own.get("/api/account")).json()["cents"] == 300_00
                too_much = (await line.do("more", do="buy-in", seat=3, cents=400_00))["refused"]
                assert too_much["detail"]["available"] == 300_00
                assert "accepted" in await line.do("go", do="leave", seat=3)
                assert (await own.get("/api/account")).json()["cents"] == 800_00
                unsaid = await pit.post(
                    DEPOSITS, json={"player": "zoe lee", "cents": 100, "why": " ", "key": "key-0000B"}
                )
                assert unsaid.json()["error"]["code"] == "reason-needed"
                assert (
                    await pit.post(DEPOSITS, json={"player": "nobody", "cents": 1, "why": "x", "key": "key-0000C"})
                ).status_code == 404
                await own.post("/api/limits", json={"limit": "deposit", "amount": 900_00})
                over = await pit.post(
                    DEPOSITS, json={"player": "zoe lee", "cents": 200_00, "why": "cash", "key": "key-0000D"}
                )
                assert (over.status_code, over.json()["error"]["code"]) == (409, "deposit-limit")
            records = await house.live.house.store.read("house/floor")
            assert "cash-moved/1" in str([record.body for record in records])

    run(play)


def test_who_still_sits_at_a_table_that_closes_is_let_go_with_all_chips() -> None:
    async def play() -> None:
        terms = ServerOptions(demo=False)
        async with floor("md-mini-payout", setup=Setup(pace=STILL.pace, players=1), terms=terms) as house:
            token, flo = await registered(house), await staff(house, "Flo", Duty.FLOOR)
            async with on_line(house, token=token) as line, house.http(flo) as pit, house.http(token) as own:
                await pit.post(DEPOSITS, json={"player": "zoe lee", "cents": 800_00, "why": "cash", "key": "key-0000A"})
                assert "accepted" in await line.do("sit", do="sit", seat=3, buy_in=500_00)
                stolen = await line.do("closing-1", do="leave", seat=3)
                assert stolen["refused"]["reason"] == "malformed", "such an id is the house's"
                desk = house.live.house.desks[TABLE]
                await pit.post(f"/api/pit/tables/{TABLE}/close", json={"why": "late"})
                await until(lambda: TABLE not in house.live.house.desks)
                assert (await own.get("/api/account")).json()["cents"] == 800_00
                assert [who for who in desk.state.seated.values() if not who.startswith("bot-")] == []
                assert desk.state.seated, "house players belong to the table"
            left = [record.batch for record in await house.live.house.store.read(f"table/{TABLE}")][-1]
            assert left.command.id.startswith("closing-")

    run(play)


def test_at_a_table_of_wood_the_dealer_takes_cash_and_nobody_else() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=DESK, virtual=False, terms=ServerOptions(demo=False)) as house:
            dee, token = await staff(house, "Dee", Duty.DEALER), await registered(house)
            async with on_line(house, token=dee) as desk, on_line(house, token=token) as line:
                assert "accepted" in await desk.do("sit", do="sit", by="player", seat=3, buy_in=500_00)
                refused = (await line.do("sit", do="sit", seat=4, buy_in=500_00))["refused"]
                assert refused["reason"] == "wallet-refuses"
                verbal = (await line.do("call", do="verbal", seat=4, wager="banker", cents=100_00))["refused"]
                assert verbal["reason"] == "no-cash"
                assert "accepted" in await desk.do("go", do="leave", by="player", seat=3)

    run(play)


def test_two_tables_at_once_do_not_pass_a_limit_together() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", "md-mini-classic", setup=STILL) as house:
            token = await house.guest()
            async with on_line(house, token=token) as one, on_line(house, "MB-5", token) as other:
                for line in (one, other):
                    assert "accepted" in await line.do("sit", do="sit", seat=3, buy_in=2_000_00)
                await one.phase(house.live, TABLE, "betting")
                await one.phase(house.live, "MB-5", "betting")
                async with house.http(token) as client:
                    await client.post("/api/limits", json={"limit": "loss", "amount": 150_00})
                bets = (line.do("bet", do="wagers", seat=3, stakes={"banker": 100_00}) for line in (one, other))
                answers = await asyncio.gather(*bets)
                refused = [answer["refused"]["reason"] for answer in answers if "refused" in answer]
                assert refused == ["responsible-play"]

    run(play)
