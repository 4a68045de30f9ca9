"""The client for programs: it watches, plays, and comes back when its line is lost."""

import asyncio
import json
import socket
from typing import Any

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve

import punto
from punto.client import Floor, FloorError, Refused
from punto.client.entropy import ENTROPY
from punto.floor import Pace, Setup
from punto.table.holes import UNTOLD
from tests.server.floors import TABLE, floor, run, until
from tests.server.test_play import STILL


def test_a_program_plays() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, punto.connect(house.url, guest=True) as here:
            assert [table["table"] for table in await here.tables()] == [TABLE]
            async with here.table(TABLE) as table:
                assert table.picture["table"] == TABLE
                await table.do("sit", seat=3, buy_in=500_00)
                await until(lambda: house.live.house.desks[TABLE].state.phase == "betting")
                answer = await table.do("wagers", seat=3, stakes={"banker": 100_00})
                assert answer["events"] == 1
                with pytest.raises(Refused) as refused:
                    await table.do("wager", seat=4, wager="banker", cents=100_00)
                assert refused.value.reason == "not-your-seat"
                assert (await table.look())["seats"][2]["stakes"] == {"banker": 100_00}

    run(play)


def test_a_program_fills_the_holes_of_what_is_expected() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, punto.connect(house.url, guest=True) as here:
            async with here.table(TABLE) as table:
                await until(lambda: bool(table.expected))
                sit = next(act for act in table.expected if act["command"] == "sit" and act["given"] == {"seat": 3})
                amount = sit["holes"]["buy-in"]
                assert amount["most"] == UNTOLD  # the rack is not shown to players
                await table.fill(sit, buy_in=500 * amount["unit"])
                await until(lambda: any(act["command"] == "wager" for act in table.expected))
                for act in [act for act in table.expected if act["command"] == "wager"]:
                    await table.fill(act, cents=act["holes"]["cents"]["least"])
                stakes = (await table.look())["seats"][2]["stakes"]
                assert stakes["banker"] == house.live.house.desks[TABLE].rules.limits["banker"].least

    run(play)


def test_a_line_that_is_lost_is_taken_up_and_a_command_is_done_once() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, punto.connect(house.url, guest=True) as here:
            desk = house.live.house.desks[TABLE]
            async with here.table(TABLE) as table:
                heard: list[int] = []

                async def listen() -> None:
                    async for message in table:
                        if message.kind == "events":
                            body = message.body
                            heard.extend(range(body["n"], body["n"] + len(body["events"])))

                listening = asyncio.create_task(listen())
                begin = table.version
                await table.do("sit", seat=3, buy_in=500_00)
                for number in range(3):
                    assert table._socket is not None
                    table._socket.transport.abort()  # the cable is pulled
                    doing = asyncio.create_task(table.do("buy-in", f"buy-{number}", seat=3, cents=100_00))
                    await asyncio.wait_for(doing, 10)
                await until(lambda: bool(heard) and heard[-1] == desk.state.version)
                assert heard == list(range(begin + 1, desk.state.version + 1))  # nothing twice, nothing missed
                assert desk.state.accounts["seat/3"] == 800_00
                assert table.lines == 4
                listening.cancel()

    run(play)


def dead() -> str:
    """An address of this machine at which nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


def test_a_client_sent_to_a_dead_address_comes_back_to_the_first() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, punto.connect(house.url, guest=True) as here:
            async with here.table(TABLE) as table, asyncio.timeout(20):
                house.live.rooms[TABLE].move(dead())
                await until(lambda: table.welcomes == 2)
                assert table.floor.url == here.url
                assert (await table.do("sit", seat=3, buy_in=500_00))["events"] == 1

    run(play)


def test_a_client_sent_to_a_dead_address_before_its_welcome_asks_again_until_the_table_is_taken_up() -> None:
    """The process that is asked first takes the table up itself, after it has named an owner that is gone."""
    welcome = {"welcome": {"protocol": 1, "table": TABLE, "version": 7, "now": 0, "you": {}, "picture": {"seats": []}}}
    answers = [{"moved": {"url": dead()}}, {"moved": {"url": "nowhere"}}, welcome]

    async def answer(line: ServerConnection) -> None:
        said = answers.pop(0)
        await line.send(json.dumps(said))
        if said is welcome:
            await line.wait_closed()

    async def play() -> None:
        async with serve(answer, "127.0.0.1", 0) as listening:
            url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
            async with asyncio.timeout(20), Floor(url).table(TABLE) as table:
                assert (table.version, table.floor.url, table.welcomes) == (7, url, 1)

    run(play)


def test_a_question_is_asked_at_every_address_that_is_known() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            gone = Floor(dead())
            gone.at(house.url)
            assert [table["table"] for table in await gone.tables()] == [TABLE]
            assert (await asyncio.to_thread(gone.fetch, "/healthz"))[0] == 200
            with pytest.raises(ConnectionError, match="does not respond"):
                await gone.ask("POST", "/api/guest", {})  # not twice

    run(play)


def test_what_the_floor_refuses_is_said_in_its_words() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, punto.connect(house.url) as here:
            with pytest.raises(FloorError, match="no such table"):
                async with here.table("no"):
                    pass
            with pytest.raises(FloorError, match="Wrong name or password") as error:
                async with punto.connect(house.url, name="Ann", password="a long password"):
                    pass
            assert error.value.status == 401

    run(play)


def test_nobody_answers() -> None:
    async def play() -> None:
        async with punto.connect("http://127.0.0.1:9") as here:
            with pytest.raises(ConnectionError):
                await here.tables()
            with pytest.raises(ConnectionError):
                async with here.table("x"):
                    pass

    run(play)


def test_what_is_no_address() -> None:
    async def play() -> None:
        with pytest.raises(ValueError, match="invalid floor address"):
            async with punto.connect("ftp://x"):
                pass

    run(play)


@pytest.mark.parametrize("name", ["md-mini-payout", "ma-mini-continuous"])
def test_a_program_adds_entropy_to_every_shuffle_by_itself(name: str) -> None:
    pace = Pace(bets=300, beat=5, prepare=150, choice=3_000, round=0)

    async def play() -> None:
        async with floor(name, setup=Setup(pace=pace)) as house, punto.connect(house.url, guest=True) as here:
            table = next(iter(house.live.house.desks))
            heard: list[dict[str, Any]] = []
            house.live.house.desks[table].watch(
                lambda published: heard.extend(json.loads(msgspec.json.encode(one)) for one in published.batch.events)
            )
            async with here.table(table) as seat, here.table(table, entropy=False) as onlooker:
                await seat.do("sit", seat=3, buy_in=500_00)
                if name == "ma-mini-continuous":  # the first coup was listed before; play it
                    await until(lambda: house.live.house.desks[table].state.phase == "betting")
                    await seat.do("wagers", seat=3, stakes={"banker": 100_00})
                await until(lambda: any(one["event"].startswith("entropy-revealed/") for one in heard))
                await until(lambda: any(one["event"].startswith("cards-listed/") for one in heard))
                assert onlooker.you["seat"] is None
            shown = next(one for one in heard if one["event"].startswith("entropy-revealed/"))
            assert shown["seat"] == 3
            assert len(bytes.fromhex(shown["entropy"])) == ENTROPY
            listed = [one for one in heard if one["event"].startswith("cards-listed/")][-1]
            assert not listed.get("silent")

    run(play)
