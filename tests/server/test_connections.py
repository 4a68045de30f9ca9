"""Lines under strain: slow readers, long frames, nonsense, floods, silence, and a floor that closes."""

import asyncio
import json
from contextlib import suppress

import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from punto.accounts.rates import Rate
from punto.apps.cli.bench.watchers import HELLO
from punto.server import serving
from punto.server.limits import ServerLimits
from punto.server.live_floor import CLOSING, ServerOptions
from punto.server.outbox import TOO_SLOW, Outbox
from tests.server.floors import TABLE, floor, on_line, run, until
from tests.server.test_play import STILL


def bounded(**limits: object) -> ServerOptions:
    return ServerOptions(demo=True, limits=ServerLimits(**limits))  # type: ignore[arg-type]


async def poured(line: Outbox) -> list[bytes]:
    sent: list[bytes] = []

    async def send(data: bytes) -> None:
        sent.append(data)

    await line.pour(send)
    return sent


def test_a_full_queue_drops_its_line_and_says_why() -> None:
    async def play() -> None:
        line = Outbox(most_messages=3)
        for number in range(5):
            line.push(b"%d" % number)
        assert line.why == TOO_SLOW
        assert await poured(line) == [b'{"bye":{"why":"too slow"}}']

    run(play)


def test_a_queue_is_bounded_by_bytes_too() -> None:
    async def play() -> None:
        line = Outbox(most_bytes=10)
        line.push(b"12345")
        line.push(b"123456")
        assert line.why == TOO_SLOW

    run(play)


def test_a_line_that_ends_in_order_sends_what_waits_first() -> None:
    async def play() -> None:
        line = Outbox()
        line.push(b"1")
        line.finish("done")
        line.push(b"2")
        assert await poured(line) == [b"1", b'{"bye":{"why":"done"}}']

    run(play)


def test_a_slow_reader_is_dropped_and_nobody_waits_for_it() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, on_line(house) as quick:
            await quick.next()
            room = house.live.rooms[TABLE]
            reader, writer = await asyncio.open_connection("127.0.0.1", house.port, limit=1)
            writer.write(HELLO.format(table=TABLE, port=house.port).encode())
            await until(lambda: len(room) == 2)
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            message = json.dumps({"meters": {"x" * 8_000: 1}}).encode()
            told = 0
            while not any(listener.line.why for listener in room.listeners()):
                room._tell_all(message)
                told += 1
                await quick.until("meters")
            assert told < 1_500  # its queue and the network's buffers, and no more
            dropped = [listener.line.why for listener in room.listeners() if listener.line.why]
            assert dropped == [TOO_SLOW]
            writer.transport.abort()
            await until(lambda: len(room) == 1)
            room._tell_all(message)
            await quick.until("meters")

    run(play)


async def closed(socket: ClientConnection) -> int:
    """Read to the end of a line; how it was closed."""
    try:
        while True:
            async with asyncio.timeout(10):
                await socket.recv()
    except websockets.ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else 0


def test_an_oversize_frame_ends_its_line() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, on_line(house) as line:
            await line.socket.send("x" * 17_000)
            assert await closed(line.socket) == 1009

    run(play)


NONSENSE = [
    "", "x", "[]", "{}", "null", "17", '{"do":1}', '{"do":{}}', '{"do":{"id":""}}', '{"ping":"a"}', '{"ping":1.5}',
    '{"ping":1,"do":{}}', '{"peek":[1]}', '{"hack":1}', '{"do":{"id":"a","do":"sit","seat":{"a":[]},"buy-in":1}}',
    "[" * 5_000,
    '{"do":{"id":"\\u202e","do":"sit"}}', '{"do":{"id":"' + "a" * 65 + '","do":"sit"}}', '{"ping":NaN}',
]  # fmt: skip


def test_nonsense_is_answered_and_at_last_not_any_more() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            async with on_line(house, token=await house.guest()) as line:
                await line.next()
                for text in NONSENSE:
                    await line.socket.send(text)
                    assert (await line.until("refused"))["refused"]["reason"] == "malformed", text
                await line.socket.send(b"\xff\xfe")
                assert (await line.until("refused"))["refused"]["reason"] == "malformed"
                await line.say(ping=1)
                await line.until("pong")
                await line.socket.send("x")
                await line.socket.send("x")
                assert (await line.until("bye"))["bye"]["why"] == "malformed messages"
                assert await closed(line.socket) == 1001

    run(play)


def test_who_speaks_too_fast_is_told_so_and_then_dropped() -> None:
    async def play() -> None:
        terms = bounded(messages=Rate(5, 1), refused=10)
        async with floor("md-mini-payout", setup=STILL, terms=terms) as house, on_line(house) as line:
            await line.next()
            for number in range(30):
                await line.say(ping=number)
            assert (await line.until("refused"))["refused"]["reason"] == "too-many"
            assert (await line.until("bye"))["bye"]["why"] == "too many messages"

    run(play)


def test_silent_lines_are_bounded_by_address_and_in_all() -> None:
    async def play() -> None:
        terms = bounded(address_lines=30)
        async with floor("md-mini-payout", setup=STILL, terms=terms) as house:
            lines = [on_line(house) for _ in range(30)]
            held = [await line.__aenter__() for line in lines]
            assert house.live.limits.open_lines == 30
            with pytest.raises(websockets.InvalidStatus) as error:
                async with on_line(house):
                    pass
            assert error.value.response.status_code == 429
            for line in held[:10]:
                await line.next()
            await asyncio.gather(*(line.__aexit__(None, None, None) for line in lines))
            await until(lambda: house.live.limits.open_lines == 0)
            async with on_line(house) as line:
                await line.next()

    run(play)


SLOW = (b"", b"GET /api/fl", b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")


@pytest.mark.parametrize("said", SLOW, ids=("nothing", "half a question", "half a body"))
def test_who_does_not_say_what_they_want_is_let_go(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "QUESTION_SECONDS", 0.2)

    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house, on_line(house) as line:
            held = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(50)]
            for _, writer in held:
                writer.write(said)
            async with house.http() as client:
                assert (await client.get("/healthz")).status_code == 200
            for reader, writer in held:
                with suppress(ConnectionResetError):
                    async with asyncio.timeout(20):
                        assert await reader.read() == b""
                writer.close()
            await line.say(ping=1)  # a line is held for as long as somebody is on it
            await line.until("pong")

    run(play)


def test_a_floor_that_closes_says_goodbye() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            line = on_line(house)
            held = await line.__aenter__()
            await held.next()
        assert (await held.until("bye"))["bye"]["why"] == CLOSING
        await line.__aexit__(None, None, None)

    run(play)


def test_there_is_no_such_table() -> None:
    async def play() -> None:
        async with floor("md-mini-payout", setup=STILL) as house:
            for path, status in (("no", 404), ("..%2f", 404), (f"{TABLE}/live?since=-1", 400)):
                with pytest.raises(websockets.InvalidStatus) as error:
                    await websockets.connect(f"{house.ws}/api/tables/{path}" + ("" if "live" in path else "/live"))
                assert error.value.response.status_code == status

    run(play)
