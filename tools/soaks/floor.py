"""The floor at full size: a real process really killed on each database, and whole floors from seeds."""

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.floor.killing import Killer
from tests.floor.outages import Sufferer, Trouble, disowned, full, paused, restarted, small_disk, small_server
from tests.floor.simulation import simulate
from tests.record.postgres_server import Server
from tools.chunks import in_chunks
from tools.soaks import Figures, soak

KILLS, ROUNDS = 500, 10_000
EVENINGS = 400
OUTAGES = 20  # of each kind


@soak("floor: 500 kills over 10,000 rounds on SQLite, nothing lost or doubled")
def kills_on_sqlite() -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        return _killed(f"sqlite:///{Path(folder, 'floor.db')}")


@soak("floor: 500 kills over 10,000 rounds on PostgreSQL, nothing lost or doubled")
def kills_on_postgresql() -> Figures:
    server = Server()
    try:
        return _killed(server.database())
    finally:
        server.end()


def _killed(url: str) -> Figures:
    found = asyncio.run(Killer(url, seed=1, longest=0.8).run(KILLS, ROUNDS))
    assert found["kills"] >= KILLS
    assert found["rounds"] >= ROUNDS
    return {**{name: f"{number:,}" for name, number in found.items()}, "lost": 0, "doubled": 0}


def _evening(number: int) -> Mapping[str, int]:
    found = simulate(number, tables=6, people=8, lives=8, commits=2_000)
    return {name: value for name, value in found.items() if name != "digest"}


@soak("floor: 400 whole floors from seeds, with deaths, duplicates and clock jumps")
def evenings() -> Figures:
    found = in_chunks("floor evenings", range(EVENINGS), _evening)
    return {**{name: f"{number:,}" for name, number in found.items()}, "broken promises": 0}


@soak("floor: PostgreSQL restarted, crashed, paused and too long away, 20 times each under one floor")
def outages() -> Figures:
    server = Server()
    try:
        floor = Sufferer(server.database(), seed=1, patience=3)
        kinds = (restarted(server, "fast"), restarted(server, "immediate"))
        pauses = (paused(server, floor, given_up=False), paused(server, floor, given_up=True))
        return _suffered(floor, kinds + pauses)
    finally:
        server.end()


@soak("floor: the session that owns the tables is lost 20 times, with three processes")
def sessions() -> Figures:
    server = Server()
    try:
        return _suffered(Sufferer(server.database(), seed=2, processes=3), (disowned(server),))
    finally:
        server.end()


@soak("floor: the disk of PostgreSQL full 20 times")
def disks_of_postgresql() -> Figures:
    with small_server() as (disk, server):
        floor = Sufferer(server.database(), seed=3, patience=2)
        return _suffered(floor, (full(disk, floor, server),))


@soak("floor: the disk of SQLite full 20 times")
def disks_of_sqlite() -> Figures:
    with small_disk() as disk:
        floor = Sufferer(f"sqlite:///{disk / 'floor.db'}", seed=4, patience=2)
        return _suffered(floor, (full(disk, floor),))


def _suffered(floor: Sufferer, kinds: tuple[Trouble, ...]) -> Figures:
    found = asyncio.run(floor.suffer(*(kinds * OUTAGES)))
    assert found["troubles"] == OUTAGES * len(kinds)
    return {**{name: f"{number:,}" for name, number in found.items()}, "lost": 0, "doubled": 0}
