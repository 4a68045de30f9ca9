"""``punto bench store``: durable appends compared with a raw loop on the same database, alternately.

The raw loop does the indispensable minimum: it writes such rows to as many streams, into a table with the same columns
and keys, and commits, with the same number of records per commit. It computes no hashes and delivers no results.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from secrets import token_hex
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from punto.apps.cli.output import json_option, print_json, print_table
from punto.apps.cli.waiting import waiting

if TYPE_CHECKING:
    from punto.record.durable import Durable
    from punto.record.store import Write

WRITERS, EVENTS = 64, 4
Rows = list[tuple[Any, ...]]


@click.command
@click.option("--database", metavar="URL", help="database to write to  [default: a new SQLite file in this folder]")
@click.option("--turns", type=click.IntRange(1, 1000), default=9, show_default=True, help="number of timings of each")
@click.option("--records", type=click.IntRange(1, 100_000), default=512, show_default=True, help="records per timing")
@json_option
def command(database: str | None, turns: int, records: int, as_json: bool) -> None:
    """Measure durable appends: one at a time, and by 64 concurrent writers."""
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as folder:
        url = database or f"sqlite:///{Path(folder, 'bench.db')}"
        with waiting("measuring"):
            figures = asyncio.run(_measured(url, turns, records))
    if as_json:
        print_json({"benchmark": "store", "turns": turns, "events-per-record": EVENTS, "runs": figures})
        return
    click.echo(f"Records of {EVENTS} events, durable; the median of turns by turns\n")
    rows = [
        (name, f"{found['raw']:,.0f}", f"{found['store']:,.0f}", f"{found['a-commit']:.1f}", f"{found['ratio']:.2f}")
        for name, found in figures.items()
    ]
    print_table(("written", "raw, a second", "store, a second", "records a commit", "ratio"), rows, numbers=4)


async def _measured(url: str, turns: int, records: int) -> dict[str, dict[str, float]]:
    from punto.record.durable import open_store

    store = await open_store(url)
    raw = _raw_sqlite(url) if url.startswith("sqlite") else await _raw_postgres(url)
    bench = _Bench(store)
    try:
        return {
            "one at a time": await bench.compared(raw, 1, turns, records),
            f"{WRITERS} writers at once": await bench.compared(raw, WRITERS, turns, records),
        }
    finally:
        await raw.close()
        await store.close()


class _Bench:
    """Tables that append as fast as they get results."""

    def __init__(self, store: Durable) -> None:
        self.store, self.name = store, token_hex(8)
        self.versions: dict[int, int] = {}

    async def compared(self, raw: _Raw, writers: int, turns: int, records: int) -> dict[str, float]:
        """Time our appends and the raw loop alternately, with the same number of records per commit."""
        each = max(1, records // writers)
        await self._appended(self._asked(writers, each))
        times: dict[str, list[float]] = {"store": [], "raw": []}
        per_commit = 1.0
        for _ in range(turns):
            asked = self._asked(writers, each)
            before, begun = self.store.commits, perf_counter()
            await self._appended(asked)
            times["store"].append((perf_counter() - begun) / (writers * each))
            per_commit = writers * each / max(1, self.store.commits - before)
            begun = perf_counter()
            done = await raw.written(writers, writers * each, max(1, round(per_commit)))
            times["raw"].append((perf_counter() - begun) / done)
        speeds = {name: 1 / median(found) for name, found in times.items()}
        return {**speeds, "a-commit": per_commit, "ratio": speeds["store"] / speeds["raw"]}

    def _asked(self, writers: int, each: int) -> list[list[Write]]:
        """Prepare the next appends of the tables; deciding them is not part of the measurement."""
        asked = []
        for table in range(writers):
            version = self.versions.get(table, 0)
            self.versions[table] = version + each
            asked.append([_write(f"table/{self.name}-{table}", number) for number in range(version, version + each)])
        return asked

    async def _appended(self, asked: list[list[Write]]) -> None:
        await asyncio.gather(*map(self._table, asked))

    async def _table(self, writes: list[Write]) -> None:
        for write in writes:
            await self.store.append([write])


def _write(name: str, number: int) -> Write:
    """Return the write of a command at a table, of typical size."""
    from punto.core.roles import Role
    from punto.record.store import Write
    from punto.table.commands import Deal
    from punto.table.events import CardDealt

    command = Deal(id=f"command-{number}", by=Role.DEALER, who="dealer-1", at=1_700_000_000_000 + number, place="P1")
    return Write(name, number * EVENTS, command, tuple(CardDealt(place="P1", section=".10A(1)") for _ in range(EVENTS)))


class _Raw:
    """A bare connection, with rows prepared in advance."""

    def __init__(self, commit: Callable[[Rows], Awaitable[None]], close: Callable[[], Awaitable[None]]) -> None:
        self._commit, self.close, self._position = commit, close, 0

    async def written(self, streams: int, records: int, together: int) -> int:
        """Write ``records`` records to ``streams`` streams, ``together`` per commit."""
        from punto.record.store import Head, follow

        record = follow(_write("table/raw", 0), Head())
        done = 0
        while done < records:
            rows = [
                (at, at, f"table/raw-{at % streams}", at, at, "dealer-1", f"command-{at}", record.body, record.hash)
                for at in range(self._position, self._position + together)
            ]
            await self._commit(rows)
            self._position, done = self._position + together, done + together
        return done


def _raw_sqlite(url: str) -> _Raw:
    from punto.record.sqlite import connected, migrated

    path = url.removeprefix("sqlite:///") + ".raw"
    migrated(path, 1)
    file = connected(path, 1)

    async def commit(rows: Rows) -> None:
        file.execute("BEGIN IMMEDIATE")
        file.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        file.execute("COMMIT")

    async def close() -> None:
        file.close()

    return _Raw(commit, close)


async def _raw_postgres(url: str) -> _Raw:
    import asyncpg

    connection = await asyncpg.connect(url)
    await connection.execute("DROP TABLE IF EXISTS records_raw")
    await connection.execute("CREATE TABLE records_raw (LIKE records INCLUDING ALL)")
    insert = await connection.prepare("INSERT INTO records_raw VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")

    async def commit(rows: Rows) -> None:
        if len(rows) == 1:
            await insert.fetch(*rows[0])
        else:
            await insert.executemany(rows)

    async def close() -> None:
        await connection.execute("DROP TABLE records_raw")
        await connection.close()

    return _Raw(commit, close)
