"""``punto bench floor``: command latency at many automatic tables in one process, all durable."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import click

from punto.apps.cli.output import json_option, print_json, print_table
from punto.apps.cli.waiting import waiting

if TYPE_CHECKING:
    from punto.floor import Floor
    from punto.floor.table_actor import Published

SUBMISSION = "md-mini-classic"
ROUND = 5_000  # milliseconds


@click.command
@click.option("--tables", type=click.IntRange(1, 10_000), default=200, show_default=True)
@click.option("--players", type=click.IntRange(1, 7), default=7, show_default=True, help="demo players at each table")
@click.option(
    "--seconds", type=click.IntRange(1, 86_400), default=60, show_default=True, help="duration, after a warm-up"
)
@click.option("--database", metavar="URL", help="database to use instead of a temporary SQLite file")
@click.option(
    "--round",
    "pace",
    type=click.IntRange(20, 3_600_000),
    default=ROUND,
    show_default=True,
    metavar="MS",
    help="milliseconds from round to round",
)
@click.option("--connected", is_flag=True, help="send each player what a socket would send")
@json_option
def command(
    tables: int, players: int, seconds: int, database: str | None, pace: int, connected: bool, as_json: bool
) -> None:
    """Measure automatic tables with demo players in one process, each dealing a round every five seconds."""
    with TemporaryDirectory() as folder:
        url = database or f"sqlite:///{Path(folder) / 'floor.db'}"
        with waiting("measuring"):
            figures = asyncio.run(_measured(url, tables, players, seconds, pace, connected))
    if as_json:
        setting = {"tables": tables, "players": players, "round": pace, "connected": connected}
        print_json({"benchmark": "floor", **setting, **figures})
        return
    rows = [(name.replace("-", " "), f"{value:,.1f}") for name, value in figures.items()]
    print_table((f"{tables} tables, {players} house players each", ""), rows, numbers=1)


async def _measured(url: str, tables: int, players: int, seconds: int, pace: int, connected: bool) -> dict[str, float]:
    from punto.apps.cli.bench.table import hands_per_second
    from punto.floor import Floor
    from punto.record.durable import open_store

    store = await open_store(url)
    empty = _memory()
    house = await Floor.open(store)
    await _opened(house, tables, players, pace)
    waits, rounds = _waits(house)
    outboxes = Outboxes()
    await asyncio.sleep(2 * pace / 1000)
    if connected:
        await outboxes.connect(house, players)
    grown = (_memory() - empty) / tables
    before = hands_per_second()
    await asyncio.sleep(1)
    waits.clear()
    rounds.clear()
    outboxes.messages = 0
    commits, began, busy = store.commits, perf_counter(), process_time()
    await asyncio.sleep(seconds)
    took, busy, commits = perf_counter() - began, process_time() - busy, store.commits - commits
    failed = sum(not desk.open for desk in house.desks.values())
    found = sorted(waits)
    await house.stop()
    await store.close()
    hands = (before + hands_per_second()) / 2
    return {
        "seconds": took,
        "commands-per-second": len(found) / took,
        "rounds-per-second": len(rounds) / took,
        "commits-per-second": commits / took,
        "p50-ms": _percentile(found, 50),
        "p99-ms": _percentile(found, 99),
        "worst-ms": found[-1],
        "processor": busy / took,
        "rounds-per-processor-second": len(rounds) / busy,
        "times-the-hands-of-pokerkit": len(rounds) / busy / hands,
        "messages-per-second": outboxes.messages / took,
        "kilobytes-a-table": grown,
        "tables-that-stopped": failed,
    }


class Outboxes:
    """A connection for each player, whose network takes every message immediately."""

    def __init__(self) -> None:
        self.messages = self.connections = 0

    async def connect(self, house: Floor, players: int) -> None:
        """Connect every player of every table, once all of them are seated."""
        from punto.core.roles import Duty
        from punto.server.channels import TableChannel
        from punto.server.outbox import Outbox
        from punto.server.participants import Participant

        for desk in house.desks.values():
            while len(desk.state.seated) < players:
                await asyncio.sleep(0.01)
            channel = TableChannel(desk)
            for who in desk.state.seated.values():
                await channel.join(Participant(who=who, duties=frozenset({Duty.PLAYER})), Outbox(self._take), None)
                self.connections += 1

    def _take(self, data: bytes) -> bool:
        self.messages += 1
        return True


async def _opened(house: Floor, tables: int, players: int, pace: int) -> None:
    """Open the tables staggered over the length of a round, so that they do not all deal simultaneously."""
    from punto.floor import Pace, Setup

    text = files("punto").joinpath("submissions", f"{SUBMISSION}.toml").read_text(encoding="utf-8")
    named = next(line for line in text.splitlines() if line.startswith("table ="))
    beat = pace // 20
    setup = Setup(players=players, pace=Pace(bets=pace - 4 * beat, beat=beat, prepare=beat, round=pace))
    for number in range(tables):
        await house.open_table(text.replace(named, f'table = "T{number}"'), setup, rack=10**12)
        await asyncio.sleep(pace / 1000 / tables)


def _waits(house: Floor) -> tuple[list[int], list[int]]:
    """Record how long each command takes from its arrival until its events are stored and published."""
    from punto.table.events import CoupEnded

    waits: list[int] = []
    rounds: list[int] = []

    def note(published: Published) -> None:
        waits.append(house.clock.now() - published.batch.command.at)
        rounds.extend(event.coup for event in published.batch.events if type(event) is CoupEnded)

    for desk in house.desks.values():
        desk.watch(note)
    return waits, rounds


def _percentile(found: Sequence[int], percent: int) -> float:
    return found[min(len(found) - 1, len(found) * percent // 100)] if found else 0.0


def _memory() -> float:
    """Return the memory in use by this process, in kilobytes."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return float(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))
