"""Two processes on one PostgreSQL: each table has one keeper, and another takes it over when that one is killed."""

import asyncio
import os
import signal
import sys
from typing import Any

import msgspec

from punto.floor.owners import Session
from punto.store import open_store
from tests.floor.floor_process import TABLES
from tests.floor.floors import proved
from tests.floor.killing import ROOT
from tests.store.server import Server


async def _process(url: str, owner: str) -> tuple[asyncio.subprocess.Process, dict[str, Any]]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.floor.floor_process"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
    )
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode({"life": [url, "", 0, owner]}) + b"\n")
    while "open" not in (said := await _heard(process)):
        pass
    return process, said


async def _heard(process: asyncio.subprocess.Process) -> dict[str, Any]:
    assert process.stdout is not None
    found: dict[str, Any] = msgspec.json.decode(await process.stdout.readline())
    return found


async def _taken_over(url: str) -> dict[str, str]:
    one, first = await _process(url, "one")
    other, second = await _process(url, "other")
    assert set(first["open"]) == set(TABLES)
    assert second["open"] == {}
    os.kill(first["pid"], signal.SIGKILL)
    begun: dict[str, str] = {}  # with which event each table went on, and there is no other way to go on
    rounds: dict[str, int] = {}
    while len(rounds) < len(TABLES):
        said = await _heard(other)
        if "told" in said:
            begun.setdefault(said["told"][0], said["first"])
        if said.get("first") == "CoupEnded" or said.get("coup", 0) > first["open"].get(said["told"][0][6:], 0) + 1:
            rounds[said["told"][0]] = said["coup"]
    os.kill(second["pid"], signal.SIGKILL)
    for process in (one, other):
        assert process.stdin is not None
        process.stdin.close()
        while "died" not in await _heard(process):
            pass
        await process.wait()
    return begun


def test_a_killed_keeper_is_followed_by_another(server: Server) -> None:
    url = server.database()
    begun = asyncio.run(_taken_over(url))
    assert begun == {f"table/{name}": "TableAdopted" for name in TABLES}

    async def proof() -> None:
        store = await open_store(url)
        assert (await proved(store)).whole
        await store.close()

    asyncio.run(proof())


def test_a_table_has_one_owner(server: Server) -> None:
    async def run() -> None:
        url = server.database()
        one, other = Session(url), Session(url)
        assert await one.own("A")
        assert not await other.own("A")
        assert await other.own("B")
        await one.disown("A")
        assert await other.own("A")
        await other.close()
        assert await one.own("A")
        await one.close()

    asyncio.run(run())
