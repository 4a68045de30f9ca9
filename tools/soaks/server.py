"""A floor on the network under strain: spectators by the thousand, silent sockets, and strange questions."""

import asyncio
from contextlib import AsyncExitStack, suppress

from punto.accounts.rates import Rate
from punto.apps.cli.bench.spectators import measure
from punto.floor import Setup
from punto.server.limits import ServerLimits
from punto.server.live_floor import ServerOptions
from punto.server.serving import QUESTION_SECONDS
from tests.server.floors import QUICK, busy, floor, on_line, until
from tests.server.queries import questions, served
from tools.soaks import Figures, soak

SPECTATORS, SECONDS = 1_000, 60
SILENT, COUPS = 5_000, 50
MUTE = 3_000
MOST_MS = 100
QUESTIONS = 300  # of each operation


@soak("server: a thousand spectators of one table at ten messages a second, 99 of 100 within 100 ms")
def spectators() -> Figures:
    found = asyncio.run(measure(SPECTATORS, 10, SECONDS, "memory:"))
    assert found["p99-ms"] < MOST_MS, found
    return {name: round(value, 2) if isinstance(value, float) else value for name, value in found.items()}


@soak("server: five thousand sockets that say nothing, while a table plays on")
def silence() -> Figures:
    return asyncio.run(_silence())


async def _silence() -> Figures:
    limits = ServerLimits(lines=2 * SILENT, address_lines=2 * SILENT, questions=Rate(10**6, 10**6))
    async with floor("md-mini-payout", setup=Setup(pace=QUICK), terms=ServerOptions(demo=True, limits=limits)) as house:
        async with AsyncExitStack() as stack:
            for number in range(1, SILENT + 1):
                if number % 1_000 == 0:
                    print(f"  {number:,} sockets", flush=True)
                await stack.enter_async_context(on_line(house, max_size=None))
            assert house.live.limits.open_lines == SILENT
            async with busy(house):
                desk = next(iter(house.live.house.desks.values()))
                await until(lambda: desk.state.coup > COUPS, 3_600)
            told = house.live.rooms[desk.table].messages
        await until(lambda: house.live.limits.open_lines == 0, 60)
    return {"sockets": SILENT, "coups": COUPS, "messages told": told, "lines left open": 0}


@soak("server: three thousand connections that ask nothing, or half a question, are let go, while a table plays on")
def mutes() -> Figures:
    return asyncio.run(_mutes())


async def _mutes() -> Figures:
    said = (b"", b"GET /api/tab", b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
    async with floor("md-mini-payout", setup=Setup(pace=QUICK)) as house, busy(house):
        desk = next(iter(house.live.house.desks.values()))
        held = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(MUTE)]
        for number, (_, writer) in enumerate(held):
            writer.write(said[number % len(said)])
        print(f"  {MUTE:,} connections", flush=True)
        coup = desk.state.coup
        await asyncio.gather(*(_let_go(reader) for reader, _ in held))
        for _, writer in held:
            writer.close()
        played = desk.state.coup - coup
    assert played > 0
    return {"connections": MUTE, "let go": MUTE, "coups meanwhile": played}


async def _let_go(reader: asyncio.StreamReader) -> None:
    with suppress(ConnectionResetError):
        async with asyncio.timeout(10 * QUESTION_SECONDS):
            await reader.read()


@soak("server: 300 strange questions of every operation, each answered as it is described")
def strange_questions() -> Figures:
    with served() as house:
        asked = questions(house, QUESTIONS, tell=True)
    assert asked.total() > 15 * QUESTIONS
    return {"operations": len(asked), "questions": f"{asked.total():,}", "answers that are not described": 0}
