"""The floor at full size: a real process really killed on each database, and whole floors from seeds."""

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.floor.killing import Killer
from tests.floor.simulation import simulate
from tests.store.server import Server
from tools.chunks import in_chunks
from tools.soaks import Figures, soak

KILLS, ROUNDS = 500, 10_000
EVENINGS = 400


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
