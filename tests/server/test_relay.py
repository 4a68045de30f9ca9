"""A relay shows what a passer-by sees, in the same protocol, and nothing else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

import punto
from punto.core.roles import Duty
from punto.floor import Setup
from punto.server.messages import SHUT
from punto.server.relay import relay_application, relayed
from punto.server.serving import Server, address_of, bound, configured
from tests.server.floors import QUICK, TABLE, Heard, Open, busy, deaf, floor, on_line, run, staff, until
from tests.server.test_client import dead
from tests.server.test_play import STILL


@asynccontextmanager
async def relay_of(house: Open) -> AsyncIterator[Open]:
    listening = bound("127.0.0.1", 0)
    async with relayed(house.url) as relay:
        server = deaf(Server(configured(relay_application(relay), frame=16_384), relay.say_goodbye, lambda: None))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        await until(lambda: server.started)
        url = address_of(listening)
        try:
            yield Open(house.live, url, int(url.rstrip("/").rpartition(":")[2]))
        finally:
            server.should_exit = True
            await serving


async def events(line: Heard, number: int) -> list[str]:
    found: list[str] = []
    while len(found) < number:
        message = await line.next()
        if "events" in message:
            found.append(line.bytes[-1])
    return found


def test_a_relay_passes_on_what_a_passer_by_hears() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=Setup(pace=QUICK)) as house, relay_of(house) as relay:
            async with on_line(house) as first, on_line(relay) as second, on_line(relay) as third, busy(house):
                assert (await first.next())["welcome"]["you"] == (await second.next())["welcome"]["you"]
                told = await events(second, 12)
                direct = await events(first, 20)
                heard = [text.replace(" ", "") for text in direct]
                common = [text for text in told if text in heard]
                assert len(common) >= 8
                await third.until("events")
                last = third.said[-1]["events"]["n"]
            async with on_line(relay, since=last) as again:
                welcome = (await again.next())["welcome"]
                if "picture" not in welcome:
                    assert (await again.until("events"))["events"]["n"] > last
            async with relay.http() as client:
                lobby = (await client.get("/api/tables")).json()
                assert lobby["tables"][0]["table"] == TABLE
                assert (await client.get(f"/api/tables/{TABLE}/roads.svg")).headers["content-type"] == "image/svg+xml"
                assert (await client.post("/api/guest")).status_code == 403
                assert (await client.get(f"/api/tables/{TABLE}/log")).status_code == 401

    run(play)


def test_a_relay_sent_to_a_dead_address_comes_back_to_the_first() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, relayed(house.url) as relay, asyncio.timeout(30):
            channel = await relay.channel(TABLE)
            house.live.rooms[TABLE].move(dead())
            await until(lambda: channel.table.welcomes == 2)
            assert relay.channels[TABLE] is channel  # its spectators were not sent away
            assert (await relay.passed_on("/api/tables")).status_code == 200

    run(play)


def test_nobody_does_anything_at_a_relay() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, relay_of(house) as relay:
            async with on_line(relay, token="whatever") as line:
                await line.next()
                await line.say(do={"do": "sit", "id": "1", "seat": 3, "buy-in": 50000})
                assert (await line.until("refused"))["refused"]["reason"] == "spectator"
                await line.say(ping=3)
                assert (await line.until("pong"))["pong"]["ping"] == 3

    run(play)


def test_a_table_that_closes_says_so_through_relays_and_to_programs() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, relay_of(house) as near, relay_of(near) as far:
            flo = await house.live.caller(await staff(house, "Flo", Duty.FLOOR))
            async with on_line(far) as line, punto.connect(house.url) as client, client.table(TABLE) as table:
                await line.next()
                await house.live.orders.close(flo, TABLE, "late")
                await until(lambda: TABLE not in house.live.house.desks)
                await house.live.look_round()
                assert (await line.until("bye"))["bye"]["why"] == SHUT
                await until(lambda: table.why == SHUT)
                with pytest.raises(ConnectionError, match=SHUT):
                    await table.do("sit", seat=3)

    run(play)


def test_relays_behind_relays_share_one_line_to_the_floor() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, relay_of(house) as near, relay_of(near) as far:
            async with on_line(far) as one, on_line(far) as two, on_line(near) as three:
                for line in (one, two, three):
                    assert (await line.next())["welcome"]["table"] == TABLE
                assert len(house.live.rooms[TABLE]) == 1

    run(play)
