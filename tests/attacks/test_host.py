"""A server answers to its own names only: a site elsewhere may have its name resolve to this machine."""

import asyncio
import http.client
import json
import socket

import pytest
import websockets

from punto.server.live_floor import ServerOptions
from punto.server.relay import relay_application, relayed
from punto.server.security import LOOPBACK, host_names
from punto.server.serving import Server, address_of, bound, configured
from tests.apps.cli.test_serve import process
from tests.server.floors import TABLE, Open, deaf, floor, run, until
from tests.server.test_play import STILL

FOREIGN = ("evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "[::2]", "", "a b")
PATHS = ("/", "/views/app.js", "/api/floor", "/api/me", "/healthz", "/metrics", "/openapi.json", "/nothing")


def asked(port: int, host: str, path: str = "/api/floor", method: str = "GET") -> tuple[int, bytes]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        line.putrequest(method, path, skip_host=True)
        line.putheader("Host", host)
        line.putheader("Content-Length", "0")
        line.endheaders()
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


async def upgraded(port: int, host: str) -> int:
    """Try to open a line under a host name; return the status that it is refused with, or 101."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        line.sendall(
            f"GET /api/tables/{TABLE}/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        line.setblocking(False)
        said = await asyncio.get_running_loop().sock_recv(line, 4096)
        return int(said.split()[1])


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_host_name_is_misdirected(host: str) -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            for path in PATHS:
                status, body = await asyncio.to_thread(asked, house.port, host, path)
                assert status == 421, path
                assert json.loads(body)["error"]["code"] == "wrong-host"
            assert (await asyncio.to_thread(asked, house.port, host, "/api/guest", "POST"))[0] == 421
            assert await upgraded(house.port, host) == 421

    run(play)


@pytest.mark.parametrize("host", [*LOOPBACK[:2], "LOCALHOST:99", "localhost.", "[::1]:8080", "127.0.0.1:1"])
def test_loopback_names_are_answered_with_any_port(host: str) -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            assert (await asyncio.to_thread(asked, house.port, host))[0] == 200
            assert await upgraded(house.port, host) == 101

    run(play)


def test_a_name_that_is_given_is_answered() -> None:
    async def play() -> None:
        terms = ServerOptions(demo=True, hosts=host_names("127.0.0.1", ("Floor.example",)))
        async with floor("md-mini-payout", setup=STILL, terms=terms) as house:
            for host, status in (("floor.example", 200), ("floor.example:443", 200), ("other.example", 421)):
                assert (await asyncio.to_thread(asked, house.port, host))[0] == status

    run(play)


def test_the_address_that_a_request_was_sent_to_is_a_name() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL, terms=ServerOptions(demo=True, hosts=())) as house:
            assert (await asyncio.to_thread(asked, house.port, f"127.0.0.1:{house.port}"))[0] == 200
            assert (await asyncio.to_thread(asked, house.port, "127.0.0.2"))[0] == 421

    run(play)


def test_who_listens_everywhere_has_the_names_of_the_machine() -> None:
    own = socket.gethostname().lower()
    assert {*LOOPBACK, own, f"{own}.local"} <= set(host_names("0.0.0.0"))
    assert host_names("192.0.2.7") == (*LOOPBACK, "192.0.2.7")


def test_the_command_line_takes_names() -> None:
    arguments = ("serve", "md-mini-payout", "--demo", "--database", "memory:", "--port", "0")
    with process(*arguments, "--host-name", "a.example", "--host-name", "b.example") as url:
        port = int(url.rstrip("/").rpartition(":")[2])
        found = {host: asked(port, host)[0] for host in ("a.example", "b.example", "c.example")}
        assert found == {"a.example": 200, "b.example": 200, "c.example": 421}


def test_a_relay_answers_to_its_own_names_too() -> None:
    async def play(house: Open) -> None:
        async with relayed(house.url) as relay:
            listening = bound("127.0.0.1", 0)
            app = relay_application(relay, host_names("127.0.0.1", ("relay.example",)))
            server = deaf(Server(configured(app, frame=16_384), relay.say_goodbye, lambda: None))
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            port = int(address_of(listening).rstrip("/").rpartition(":")[2])
            try:
                await until(lambda: server.started)
                for host, status in (("relay.example", 200), ("localhost", 200), ("evil.example", 421)):
                    assert (await asyncio.to_thread(asked, port, host))[0] == status
                    assert await upgraded(port, host) == (101 if status == 200 else 421)
            finally:
                server.should_exit = True
                await serving

    async def whole() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            await play(house)

    run(whole)


def test_a_client_hears_why() -> None:
    async def play() -> None:
        terms = ServerOptions(demo=True, hosts=())
        async with floor("md-mini-payout", setup=STILL, terms=terms) as house:
            with pytest.raises(websockets.InvalidStatus) as error:
                async with websockets.connect(f"ws://localhost:{house.port}/api/tables/{TABLE}/live"):
                    pass
            assert error.value.response.status_code == 421
            assert b"--host-name" in (error.value.response.body or b"")

    run(play)
