"""Processes that append until they are killed, on each database; every confirmed append must be in the log."""

import tempfile
from pathlib import Path
from random import Random

from tests.record.killing import kept, killed
from tests.record.postgres_server import Server
from tools.soaks import Figures, soak

KILLS = 250
TABLES = 64


@soak("store: 250 processes killed while they append to each database, nothing lost that was promised")
def kills() -> Figures:
    server = Server()
    try:
        with tempfile.TemporaryDirectory() as folder:
            urls = {"SQLite": f"sqlite:///{Path(folder, 'floor.db')}", "PostgreSQL": server.database()}
            found = {name: f"{_kills(url):,} records" for name, url in urls.items()}
    finally:
        server.end()
    return {"kills of each": KILLS, **found, "lost": 0}


def _kills(url: str) -> int:
    """Kill process after process at random times; check everything at the end."""
    chance = Random(url.partition(":")[0])
    told: list[tuple[str, int, str]] = []
    for number in range(KILLS):
        told += killed(url, f"p{number}-", chance.randrange(1, 3000), TABLES)
        if (number + 1) % 50 == 0:
            print(f"  {number + 1} kills, {len(told):,} records promised", flush=True)
    return kept(url, told)
