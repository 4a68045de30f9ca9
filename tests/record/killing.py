"""Killing a process that appends, and holding what it was promised against what the database has."""

import asyncio
import subprocess
import sys
from collections import Counter
from pathlib import Path

from punto.record.durable import open_store
from punto.record.memory import MemoryStore

ROOT = Path(__file__).parents[2]


def killed(url: str, name: str, lines: int, tables: int = 8) -> list[tuple[str, int, str]]:
    """Let a process append until it has told so many lines, kill it, and return everything that it told."""
    command = [sys.executable, "-m", "tests.record.appender", url, name, str(tables)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        told += process.stdout.readlines()
    assert process.returncode == -9
    return [
        (stream, int(last), hashed) for stream, last, hashed in (line.split() for line in told if line.endswith("\n"))
    ]


def kept(url: str, told: list[tuple[str, int, str]]) -> int:
    """See that all that was told is there, that every append is whole, and the chain holds; count the records."""
    return asyncio.run(_kept(url, told))


async def _kept(url: str, told: list[tuple[str, int, str]]) -> int:
    store = await open_store(url, patience=9)
    try:
        records = [record async for record in store.records()]
    finally:
        await store.close()
    MemoryStore(records)  # raises where one does not follow from the last
    there = {(record.stream, record.last, record.hash) for record in records}
    lost = set(told) - there
    assert not lost, f"{len(lost)} records were promised and are gone: {sorted(lost)[0]}"
    ends = Counter(record.stream.removesuffix("-beside") for record in records)
    assert all(count % 2 == 0 for count in ends.values()), "half an append"
    return len(records)
