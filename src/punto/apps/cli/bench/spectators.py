"""``punto bench spectators``: latency from the append of a record to its receipt by every spectator of a table."""

from __future__ import annotations

import asyncio
import sys
from array import array
from importlib.resources import files
from time import monotonic_ns, process_time
from typing import TYPE_CHECKING, Any

import click

from punto.apps.cli.output import json_option, print_json, print_table
from punto.apps.cli.waiting import waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from punto.floor import TableActor
    from punto.record.chain import Record
    from punto.record.store import Write
    from punto.server.live_floor import LiveFloor

SUBMISSION = "md-mini-payout"
SEAT, BUY_IN = 1, 10_000_00
WARM_SECONDS = 1.0


@click.command
@click.option("--spectators", type=click.IntRange(1, 50_000), default=1_000, show_default=True, help="sockets")
@click.option("--rate", type=click.IntRange(1, 1_000), default=10, show_default=True, help="commands per second")
@click.option("--seconds", type=click.IntRange(1, 3_600), default=10, show_default=True, help="how long")
@click.option("--database", default="memory:", show_default=True, help="database of the table")
@json_option
def command(spectators: int, rate: int, seconds: int, database: str, as_json: bool) -> None:
    """Measure one table with many spectators on real sockets in another process: from the append to receipt."""
    with waiting("measuring"):
        figures = asyncio.run(measure(spectators, rate, seconds, database))
    if as_json:
        print_json({"benchmark": "spectators", **figures})
        return
    rows = [(name.replace("-", " "), f"{value:,.2f}" if isinstance(value, float) else f"{value:,}")
            for name, value in figures.items()]  # fmt: skip
    print_table(("measured", "figure"), rows, numbers=1)


async def measure(spectators: int, rate: int, seconds: int, database: str) -> dict[str, Any]:
    """Open a floor, connect the spectators, and return the measurements."""
    from punto.accounts.rates import Rate
    from punto.record.durable import open_store
    from punto.server.limits import ServerLimits
    from punto.server.live_floor import ServerOptions
    from punto.server.serving import bound, live_floor, server_of

    store, listening = await open_store(database), bound("127.0.0.1", 0)
    limits = ServerLimits(lines=2 * spectators, address_lines=2 * spectators, questions=Rate(10**6, 10**6))
    async with live_floor(store, ServerOptions(demo=True, limits=limits)) as live:
        published: dict[int, int] = {}
        desk = await _table(live, published)
        server = server_of(live)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            return await _run(live, desk, listening.getsockname()[1], spectators, rate, seconds, published)
        finally:
            server.should_exit = True
            await serving
            await store.close()


async def _table(live: LiveFloor, published: dict[int, int]) -> TableActor:
    """Open a table, and record when the append of each record begins."""
    from punto.core.roles import Role
    from punto.floor import Pace, Setup
    from punto.table.commands import Sit

    text = files("punto").joinpath("submissions", f"{SUBMISSION}.toml").read_text(encoding="utf-8")
    pace = Pace(bets=3_600_000, beat=0, prepare=0, choice=0)
    desk = await live.house.open_table(text, Setup(pace=pace))

    append = live.house.store.append

    async def timed(writes: Sequence[Write]) -> tuple[Record, ...]:
        begun = monotonic_ns()
        records = await append(writes)
        published.update((record.n, begun) for record in records if record.stream == desk.game.stream)
        return records

    live.house.store.append = timed  # type: ignore[method-assign]
    await live.keep(desk)
    while not desk.open:
        await asyncio.sleep(0.01)
    await desk.do(Sit(id="sit", by=Role.PLAYER, who="p", at=0, seat=SEAT, buy_in=BUY_IN))
    while desk.state.phase != "betting":
        await asyncio.sleep(0.01)
    return desk


async def _run(
    live: LiveFloor, desk: TableActor, port: int, spectators: int, rate: int, seconds: int, published: dict[int, int]
) -> dict[str, Any]:
    room, before = live.rooms[desk.table], _resident()
    watchers = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "punto.apps.cli.bench.watchers", str(port), desk.table, str(spectators),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    while len(room) < spectators:
        if watchers.returncode is not None:
            raise click.ClickException(f"the spectators did not come: {len(room)} of {spectators}")
        await asyncio.sleep(0.05)
    await asyncio.sleep(WARM_SECONDS)
    memory = _resident() - before
    published.clear()
    begun, worked = monotonic_ns(), process_time()
    await _bet(desk, rate, rate * seconds)
    elapsed, worked = (monotonic_ns() - begun) / 1e9, process_time() - worked
    await asyncio.sleep(WARM_SECONDS)
    out, _ = await watchers.communicate(b"")
    return _figures(out, published, spectators, elapsed, worked, memory)


async def _bet(desk: TableActor, rate: int, number: int) -> None:
    """Make a wager and withdraw it, alternately and by the clock."""
    from punto.core.roles import Role
    from punto.table.commands import Wager, Withdraw

    loop, who = asyncio.get_running_loop(), {"by": Role.PLAYER, "who": "p", "at": 0, "seat": SEAT, "wager": "banker"}
    begin, cents = loop.time(), desk.rules.limits["banker"].least
    for turn in range(number):
        await asyncio.sleep(max(0.0, begin + turn / rate - loop.time()))
        given: Any = Withdraw(id=f"{turn}", **who) if turn % 2 else Wager(id=f"{turn}", cents=cents, **who)  # type: ignore[arg-type]
        await desk.do(given)


def _figures(
    out: bytes, published: dict[int, int], spectators: int, elapsed: float, worked: float, memory: int
) -> dict[str, Any]:
    heard = array("q")
    heard.frombytes(out)
    late = sorted(at - published[n] for n, at in zip(heard[::2], heard[1::2], strict=True) if n in published)
    if len(late) != spectators * len(published):
        raise click.ClickException(f"{len(late)} messages were received, {spectators * len(published)} were sent")
    return {
        "spectators": spectators,
        "messages": len(late),
        "messages-per-second": len(late) / elapsed,
        "p50-ms": late[len(late) // 2] / 1e6,
        "p99-ms": late[len(late) * 99 // 100] / 1e6,
        "worst-ms": late[-1] / 1e6,
        "server-cores": worked / elapsed,
        "kB-per-socket": memory / 1024 / spectators,
    }


def _resident() -> int:
    """Return this process's resident memory in bytes; 0 if the system does not report it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096
    except OSError:
        return 0
