"""A seed that was swapped in the vault: the floor says that it was tampered with, and deals nothing from it."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from punto.floor import Floor, Pace, Setup
from punto.record.durable import open_store
from tests.floor.floors import submission

QUICK = Setup(pace=Pace(bets=20, beat=1, prepare=1, choice=20, round=0), players=1)
ROYAL = "MD-11"


async def played(url: str, name: str, table: str, progressive: str = "") -> None:
    """Open a table on a store, play some coups, and stop in the middle of a shoe."""
    store = await open_store(url)
    house = await Floor.open(store)
    desk = await house.open_table(submission(name), QUICK, virtual=True, progressive=progressive)
    assert desk.table == table
    async with asyncio.timeout(20):
        while not (desk.state.fair and desk.state.fair.stack and desk.state.fair.stack.hashes):
            await asyncio.sleep(0.01)
    await house.stop()
    await store.close()


async def taken_up(url: str) -> dict[str, str]:
    """Open a floor again; return the tables that could not be taken up, and why."""
    store = await open_store(url)
    house = await Floor.open(store)
    found = dict(house.unopened)
    await house.stop()
    await store.close()
    return found


def swap(path: Path, kind: str) -> int:
    """Change secrets of a kind behind the floor's back."""
    with closing(sqlite3.connect(path)) as file, file:
        swapped = file.execute("UPDATE vault SET secret = randomblob(32) WHERE name LIKE ? || '/%'", (kind,)).rowcount
        return int(swapped)


def erase(path: Path, kind: str) -> int:
    with closing(sqlite3.connect(path)) as file, file:
        return int(file.execute("DELETE FROM vault WHERE name LIKE ? || '/%'", (kind,)).rowcount)


@pytest.mark.parametrize("change", [swap, erase])
@pytest.mark.parametrize(
    "name, table, kind, told",
    [
        ("md-mini-payout", "MB-7", "shoe", "table MB-7, shoe 1"),
        ("ma-mini-continuous", "MB-03", "shoe", "table MB-03, shoe 1"),
        ("ma-midi-squeeze", ROYAL, "must-hit", "progressive/royal, "),
    ],
)
def test_a_swapped_secret_is_reported_when_a_table_is_resumed(
    change: Callable[[Path, str], int], name: str, table: str, kind: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "floor.sqlite"
    url = f"sqlite:///{path}"
    asyncio.run(played(url, name, table, "royal" if kind == "must-hit" else ""))
    assert asyncio.run(taken_up(url)) == {}
    assert change(path, kind) > 0
    (why,) = asyncio.run(taken_up(url)).values()
    assert why.startswith(f"tampering: the secret in the vault for {told}")
    assert "does not match its published commitment" in why


def test_the_server_says_so_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    url = f"sqlite:///{path}"
    asyncio.run(played(url, "md-mini-payout", "MB-7"))
    assert swap(path, "shoe") > 0
    words = [
        sys.executable,
        "-m",
        "punto",
        "serve",
        "--demo",
        "md-mini-classic",
        "--database",
        url,
        "--port",
        "0",
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        running.stdout.readline()
        running.send_signal(signal.SIGTERM)
        _, said = running.communicate(timeout=30)
    assert "punto: table MB-7 is not open: tampering: " in said
