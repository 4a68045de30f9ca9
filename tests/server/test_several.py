"""Several processes on one PostgreSQL: who asks the wrong one is told where to go, and the next one takes over."""

import asyncio
from contextlib import AsyncExitStack
from socket import socket

import pytest
from websockets.exceptions import InvalidStatus

import punto
from punto.core.roles import Duty
from punto.people.administration.messages import FloorStarted, FloorStopped, OutageEnded
from punto.record.durable import open_store
from tests.floor.floors import leased
from tests.record.postgres_server import Server
from tests.server.floors import TABLE, Open, floor, on_line, run, staff, until
from tests.server.test_journal import noted
from tests.server.test_play import STILL


async def process(stack: AsyncExitStack, url: str, *names: str) -> Open:
    """One of several keepers of a floor."""
    store = await open_store(url)
    stack.push_async_callback(store.close)
    owners = leased(store, url, "one")
    return await stack.enter_async_context(floor(*names, setup=STILL, store=store, owners=owners))


def test_a_client_of_the_wrong_process_is_sent_on_and_a_table_changes_hands(server: Server) -> None:
    async def play() -> None:
        url = server.schema()
        async with AsyncExitStack() as first:
            await process(first, url, "md-mini-payout")
        async with AsyncExitStack() as keepers, AsyncExitStack() as others:
            keeper, other = await process(keepers, url), await process(others, url)
            there = keeper.url.rstrip("/")
            async with other.http() as client:
                answer = await client.get(f"/api/tables/{TABLE}")
                assert (answer.status_code, answer.json()["error"]["detail"]) == (421, {"url": there})
            async with on_line(other) as line:
                assert (await line.next())["moved"] == {"url": there}
                assert (await line.next())["bye"] == {"why": "moved"}
            async with punto.connect(other.url) as here, here.table(TABLE) as table:
                assert table.picture["table"] == TABLE  # from the right one
                assert table.floor.url == there
            await keepers.aclose()
            await until(lambda: TABLE in other.live.rooms)
            async with on_line(other) as line:
                assert (await line.next())["welcome"]["table"] == TABLE

    run(play)


def test_one_process_speaks_for_the_floor_and_orders_reach_all_of_them(server: Server) -> None:
    async def play() -> None:
        url = server.schema()
        async with AsyncExitStack() as first, AsyncExitStack() as second:
            one, other = await process(first, url, "md-mini-payout"), await process(second, url)
            store = other.live.house.store
            assert [type(event) for event in await noted(store, FloorStarted, OutageEnded)] == [FloorStarted]
            flo = await staff(other, "Flo", Duty.FLOOR)
            async with other.http(flo) as client:  # the table is kept by the one
                order = {"what": "floor", "off": True, "why": "an incident"}
                assert (await client.post("/api/pit/switch", json=order)).status_code == 200
            await until(lambda: one.live.house.desks[TABLE].disabled)
            await first.aclose()
            await until(lambda: TABLE in other.live.rooms and other.live.house.desks[TABLE].disabled)
            async with asyncio.timeout(20):
                while len(await noted(store, FloorStarted)) < 2:
                    await asyncio.sleep(0.05)
            kinds = [type(event) for event in await noted(store, FloorStarted, FloorStopped, OutageEnded)]
            assert kinds == [FloorStarted, FloorStopped, FloorStarted]  # in good order: nothing went out

    run(play)


@pytest.mark.parametrize("silent", [False, True], ids=["dead", "stopped"])
def test_nobody_is_sent_to_a_process_that_does_not_respond(server: Server, silent: bool) -> None:
    """A host that was cut off, or a process that was stopped, is named as the owner until another takes over."""

    async def play() -> None:
        url = server.schema()
        async with AsyncExitStack() as first:
            await process(first, url, "md-mini-payout")
        async with AsyncExitStack() as keepers, AsyncExitStack() as others:
            keeper, other = await process(keepers, url), await process(others, url)
            with socket() as listening:  # connections are accepted by the system, and nothing answers
                listening.bind(("127.0.0.1", 0))
                if silent:
                    listening.listen()
                address = f"http://127.0.0.1:{listening.getsockname()[1]}"
                await keeper.live.house.shelves.owned(TABLE, address)
                async with other.http() as client:
                    answer = await client.get(f"/api/tables/{TABLE}")
                    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not-kept-here")
                with pytest.raises(InvalidStatus, match="503"):
                    async with on_line(other):
                        pass
            await keeper.live.house.shelves.owned(TABLE, keeper.url.rstrip("/"))
            async with on_line(other) as line:
                assert (await line.next())["moved"] == {"url": keeper.url.rstrip("/")}

    run(play)
