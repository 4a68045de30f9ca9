"""``punto bench store``: durable appends beside a raw loop on the same database, by turns.

The raw loop does what nobody can do without: it writes the same rows, into a table with the same columns and keys, and
commits, with the same number of records to a commit. It decides nothing, chains nothing and answers nobody.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from punto.cli.output import json_option, print_json, print_table

if TYPE_CHECKING:
    from punto.log.store import Write
    from punto.store import Durable

WRITERS, EVENTS = 64, 4
Rows = list[tuple[Any, ...]]


@click.command
@click.option("--database", metavar="URL", help="where to write; a new SQLite file beside this one where left out")
@click.option("--turns", type=click.IntRange(1, 1000), default=9, show_default=True, help="how often each is timed")
@click.option("--records", type=click.IntRange(1, 100_000), default=512, show_default=True, help="of one turn")
@json_option
def command(database: str | None, turns: int, records: int, as_json: bool) -> None:
    """Appends that are on the disk when they return: one at a time, and 64 writers at once."""
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as folder:
        url = database or f"sqlite:///{Path(folder, 'bench.db')}"
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
    from punto.store import open_store

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
    """Tables that append as fast as they are answered."""

    def __init__(self, store: Durable) -> None:
        self.store, self.tables = store, 0

    async def compared(self, raw: _Raw, writers: int, turns: int, records: int) -> dict[str, float]:
        """Time our appends and the raw loop by turns, and by the same number of records to a commit."""
        each = max(1, records // writers)
        await self._appended(writers, each)
        times: dict[str, list[float]] = {"store": [], "raw": []}
        per_commit = 1.0
        for _ in range(turns):
            before, begun = self.store.commits, perf_counter()
            await self._appended(writers, each)
            times["store"].append((perf_counter() - begun) / (writers * each))
            per_commit = writers * each / max(1, self.store.commits - before)
            begun = perf_counter()
            done = await raw.written(writers * each, max(1, round(per_commit)))
            times["raw"].append((perf_counter() - begun) / done)
        speeds = {name: 1 / median(found) for name, found in times.items()}
        return {**speeds, "a-commit": per_commit, "ratio": speeds["store"] / speeds["raw"]}

    async def _appended(self, writers: int, each: int) -> None:
        self.tables += writers
        names = [f"table/bench-{id(self)}-{self.tables + number}" for number in range(writers)]
        await asyncio.gather(*(self._table(name, each) for name in names))

    async def _table(self, name: str, each: int) -> None:
        for number in range(each):
            await self.store.append([_write(name, number)])


def _write(name: str, number: int) -> Write:
    """Return what a command at a table brings, about as long as most are."""
    from punto.log.store import Write
    from punto.roles import Role
    from punto.table.commands import Deal
    from punto.table.events import CardDealt

    command = Deal(id=f"command-{number}", by=Role.DEALER, who="dealer-1", at=1_700_000_000_000 + number, place="P1")
    return Write(name, number * EVENTS, command, tuple(CardDealt(place="P1", section=".10A(1)") for _ in range(EVENTS)))


class _Raw:
    """A bare connection, and rows that were made before."""

    def __init__(self, commit: Callable[[Rows], Awaitable[None]], close: Callable[[], Awaitable[None]]) -> None:
        self._commit, self.close, self._position = commit, close, 0

    async def written(self, records: int, together: int) -> int:
        """Write so many records, so many to a commit."""
        from punto.log.store import Head, follow

        record = follow(_write("table/raw", 0), Head())
        done = 0
        while done < records:
            places = range(self._position, self._position + together)
            rest = (record.body, record.hash)
            await self._commit([(at, at, record.stream, at, at, "dealer-1", f"{at}", *rest) for at in places])
            self._position, done = self._position + together, done + together
        return done


def _raw_sqlite(url: str) -> _Raw:
    from punto.store.sqlite_file import connected, migrated

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
