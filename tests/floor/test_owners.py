"""Two processes on one PostgreSQL: each table has one keeper, and another takes it over when that one is killed."""

import asyncio
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
import pytest

from punto.record.durable import open_store
from tests.floor.floor_process import TABLES
from tests.floor.floors import leased, proved
from tests.floor.killing import ROOT
from tests.record.postgres_server import Server


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
        first, second = await open_store(url), await open_store(url)
        one, other = leased(first, url, "one"), leased(second, url, "other")
        assert await one.own("A")
        assert not await other.own("A")
        assert await other.own("B")
        await one.disown("A")
        assert await other.own("A")
        await other.close()
        assert await one.own("A")
        await one.close()
        await first.close()
        await second.close()

    asyncio.run(run())


# ---------------------------------------------------------------- a process that hangs


async def _stopped(url: str) -> tuple[float, dict[str, int], dict[str, int]]:
    """Stop the process that owns the tables, and let it wake when another has gone on with all of them.

    Return how long that took, with which event of each table the other went on, and the last that the first published
    after it woke: the reply to an append may have reached it before it was stopped, and is read then.
    """
    one, first = await _process(url, "one")
    other, second = await _process(url, "other")
    os.kill(first["pid"], signal.SIGSTOP)
    stopped, adopted = time.monotonic(), dict[str, int]()
    async with asyncio.timeout(60):
        while len(adopted) < len(TABLES):
            said = await _heard(other)
            if said.get("first") == "TableAdopted":
                adopted[said["told"][0]] = said["told"][1]
    took = time.monotonic() - stopped
    assert one.stdout is not None
    while True:  # what it said before it was stopped
        try:
            await asyncio.wait_for(one.stdout.readline(), 0.2)
        except TimeoutError:
            break
    os.kill(first["pid"], signal.SIGCONT)
    awake, woken = dict[str, int](), time.monotonic()
    while time.monotonic() - woken < 3:
        with suppress(TimeoutError):
            said = msgspec.json.decode(await asyncio.wait_for(one.stdout.readline(), 0.5))
            awake[said["told"][0]] = said["told"][1]
    for process, pid in ((one, first["pid"]), (other, second["pid"])):
        os.kill(pid, signal.SIGKILL)
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()
    return took, adopted, awake


def test_a_process_that_is_stopped_loses_its_tables_and_appends_nothing_when_it_wakes(server: Server) -> None:
    url = server.database()
    took, adopted, awake = asyncio.run(_stopped(url))
    assert took < 10
    assert all(n < adopted[table] for table, n in awake.items())

    async def proof() -> None:
        store = await open_store(url)
        assert (await proved(store)).whole
        await store.close()

    asyncio.run(proof())


# ---------------------------------------------------------------- a host that is lost

WITHIN = 15  # seconds; TCP gives up after 5, tables without an owner are looked for every second
NET = 0x40000000  # CLONE_NEWNET


@contextmanager
def network() -> Iterator[str]:
    """A network of its own, with nothing but a loopback; only root can make one."""
    name = f"punto-{os.getpid()}"
    subprocess.run(["ip", "netns", "add", name], check=True)
    try:
        subprocess.run(["ip", "-n", name, "link", "set", "lo", "up"], check=True)
        yield name
    finally:
        subprocess.run(["ip", "netns", "delete", name], check=True)


@contextmanager
def inside(name: str) -> Iterator[None]:
    """Start processes in another network: they inherit that of the thread that starts them."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/thread-self/ns/net") as own, open(f"/run/netns/{name}") as other:
        assert libc.setns(other.fileno(), NET) == 0, os.strerror(ctypes.get_errno())
        try:
            yield
        finally:
            assert libc.setns(own.fileno(), NET) == 0


async def _replaced(url: str, name: str) -> float:
    """Cut the network of the process that owns the tables; return how long another took to go on with all of them."""
    with inside(name):
        one, first = await _process(
            url.replace(f"host={url.partition('host=')[2].partition('&')[0]}", "host=127.0.0.1"), "one"
        )
    other, second = await _process(url, "other")  # it reaches the server by its socket
    assert (set(first["open"]), second["open"]) == (set(TABLES), {})
    subprocess.run(["ip", "-n", name, "link", "set", "lo", "down"], check=True)
    cut = time.monotonic()
    going: set[str] = set()
    async with asyncio.timeout(4 * WITHIN):
        while len(going) < len(TABLES):
            said = await _heard(other)
            if said.get("first") == "TableAdopted":
                going.add(said["told"][0])
    took = time.monotonic() - cut
    for process, pid in ((one, first["pid"]), (other, second["pid"])):
        os.kill(pid, signal.SIGKILL)
        assert process.stdin is not None
        process.stdin.close()
        while "died" not in await _heard(process):
            pass
        await process.wait()
    return took


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a network")
def test_a_lost_host_is_replaced_within_seconds() -> None:
    """Nothing says goodbye: neither the process nor its kernel can send anything any more."""
    server = Server()
    try:
        with network() as name:
            server.stop()
            with inside(name):
                server.start(listen="127.0.0.1")
            took = asyncio.run(_replaced(server.database(), name))
    finally:
        server.end()
    assert 2 < took < WITHIN
