"""A real floor on a real database, really killed: nothing that a client was told is lost or doubled."""

import asyncio
from pathlib import Path

from tests.floor.killing import Killer
from tests.record.postgres_server import Server


def test_twenty_kills_on_sqlite(tmp_path: Path) -> None:
    found = asyncio.run(Killer(f"sqlite:///{tmp_path / 'floor.db'}", seed=1, longest=0.4).run(20, rounds=30))
    assert found["kills"] >= 20  # more, where a machine is slow and its floors live shorter lives
    assert found["answers"] > 20


def test_kills_on_postgresql(server: Server) -> None:
    found = asyncio.run(Killer(server.database(), seed=2, longest=0.4).run(6, rounds=6))
    assert found["kills"] >= 6
    assert found["answers"] > 0
