"""A visitor through a plain proxy on this machine, which adds no headers: they look local, and get no more for it."""

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2

from punto.core.roles import Duty
from punto.server.live_floor import ServerOptions
from tests.attacks.test_host import asked
from tests.server.floors import floor, run, staff
from tests.server.test_play import STILL

TOKEN = "a-token-that-is-long-enough"
DUTIES = ("dealer", "floor", "surveillance", "auditor")


@asynccontextmanager
async def tunnel(port: int) -> AsyncIterator[int]:
    """Pass bytes on to a port of this machine, as ``ssh -R`` or a tunnelling service does; yield the port to use."""

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        onwards, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pump(reader, back), pump(onwards, writer))

    server = await asyncio.start_server(visited, "127.0.0.1", 0)
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        server.close()


def visitor(port: int, **headers: str) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, trust_env=False)


def test_a_visitor_through_a_tunnel_has_no_duty_and_no_metrics() -> None:
    async def play() -> None:
        terms = ServerOptions(demo=True, staff=TOKEN, metrics=TOKEN)
        async with floor("md-mini-payout", setup=STILL, terms=terms) as house, tunnel(house.port) as port:
            for place in (port, house.port):  # an address proves nothing, the server's own machine included
                async with visitor(place) as client:
                    assert (await client.get("/")).status_code == 200
                    assert (await client.get("/metrics")).status_code == 401
                    codes = [(await client.post("/api/guest", json={"duty": duty})).status_code for duty in DUTIES]
                    assert codes == [403] * 4
                    assert (await client.post("/api/guest")).json()["person"]["duties"] == ["player"]
                    assert (await client.get("/metrics")).status_code == 403, "a player has none either"

    run(play)


def test_a_tunnel_with_a_name_of_its_own_is_misdirected() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, tunnel(house.port) as port:
            status, _ = await asyncio.to_thread(asked, port, "loud-fox.tunnel.example", "/")
            assert status == 421

    run(play)


def test_metrics_are_for_their_token_and_for_staff() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL, terms=ServerOptions(metrics=TOKEN)) as house:
            flo = await staff(house, "Flo", Duty.FLOOR)
            for token, status in ((TOKEN, 200), (flo, 200), (TOKEN + "x", 401), ("", 401)):
                bearer = {"authorization": f"Bearer {token}"} if token else {}
                async with visitor(house.port, **bearer) as client:
                    answer = await client.get("/metrics")
                    assert answer.status_code == status, token
                    assert (b"punto_records_total" in answer.content) == (status == 200)
                    assert (await client.get("/api/pit")).status_code == (200 if token == flo else 401)
        async with floor("md-mini-payout", setup=STILL, terms=ServerOptions()) as house, visitor(house.port) as client:
            assert (await client.get("/metrics", headers={"authorization": "Bearer"})).status_code == 401

    run(play)


def test_a_demo_prints_the_page_first_and_then_the_staff_link(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "punto", "serve", "--demo", "--port", "0", "--database", "memory:"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        try:
            assert process.stdout is not None
            first, second = process.stdout.readline(), process.stdout.readline()
        finally:
            process.terminate()
    page = re.search(r"http://127\.0\.0\.1:\d+/\S*", first)
    assert page is not None
    link = re.fullmatch(rf"staff: {re.escape(page[0])}\?staff=([\w-]{{22,}})\n", second)
    assert link is not None, second
