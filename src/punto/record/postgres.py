"""The log in PostgreSQL: one task that writes, with one transaction per statement, and one connection for reading.

Durability settings are checked and the database is migrated when it is opened. All pending appends become one
``INSERT`` (a group commit), which moves the heads of its streams from where the writer expects them. Several processes
may append: the database rejects the second to move a head. If the connection is lost during a group, the task
reconnects and repeats it. If the first attempt was applied after all, the repetition finds its own record by stream,
event number and hash, and nothing is written twice.

After a reconnect the server may be a different one, promoted from a standby. All known heads are therefore compared
first, and if records are missing nothing is written any more: no record, no document, no secret.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from punto.record import migrations
from punto.record.chain import Record
from punto.record.durable import ALL, SECRET, StoreError, TakenOver
from punto.record.pg_connection import LOCK as FLOOR_LOCK
from punto.record.pg_connection import LOST, PgConnection, shown, translated
from punto.record.postgres_writer import SQL, Writer
from punto.record.store import Conflict, Head, Place, Write, adopted, limited, moved, row_of, tips_of
from punto.record.tables import Questions

LOCK = 0x50554E544F  # "PUNTO"; held during a migration


async def migrated(url: str, patience: float) -> None:
    """Check that commits are durable, and migrate the database to this version."""
    try:
        async with asyncio.timeout(patience):
            connection = await asyncpg.connect(url)
    except (*LOST, asyncpg.PostgresError, ValueError) as error:
        raise translated(error, url) from None
    try:
        await _durable(connection, url)
        current = await _is_current(connection)
    finally:
        await connection.close()
    if not current:
        await _upgrade(url)


async def _durable(connection: asyncpg.Connection, url: str) -> None:
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        if await connection.fetchval(f"SHOW {setting}") == "off":
            raise StoreError(f"{shown(url)}: a commit would not be durable: {setting} is off")


async def _is_current(connection: asyncpg.Connection) -> bool:
    if await connection.fetchval("SELECT to_regclass($1)", migrations.VERSION_TABLE) is None:
        return False
    return migrations.is_current(await connection.fetchval(f"SELECT version_num FROM {migrations.VERSION_TABLE}"))


def _version(connection: Connection) -> str | None:
    """Return the version of a database that is not current; None for one without tables, or migrated meanwhile."""
    if connection.execute(text("SELECT to_regclass(:name)"), {"name": migrations.VERSION_TABLE}).scalar() is None:
        return None
    version: str = connection.execute(text(f"SELECT version_num FROM {migrations.VERSION_TABLE}")).scalar_one()
    return None if migrations.is_current(version) else version


FREE = "SELECT pg_try_advisory_xact_lock(CAST(:lock AS int), hashtext(current_schema()))"


async def _upgrade(url: str) -> None:
    """Run the migrations in one transaction; of several starting processes, one migrates while the others wait.

    An existing database is migrated only while no process holds the lock of its floor.
    """

    def upgrade(connection: Connection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        if _version(connection) is not None and not connection.execute(text(FREE), {"lock": FLOOR_LOCK}).scalar():
            raise StoreError(f"{shown(url)}: {migrations.SERVED}")
        migrations.upgrade(connection)

    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url))
    try:
        async with engine.begin() as connection:
            await connection.run_sync(upgrade)
    except SQLAlchemyError as error:
        raise StoreError(
            f"{shown(url)}: cannot create its tables: {str(error.__cause__ or error).splitlines()[0]}"
        ) from None
    finally:
        await engine.dispose()


# ---------------------------------------------------------------- the store

T = TypeVar("T")
PAGE = 500  # records per read
SPAN = 1024  # positions that a transaction reserves
OVERTAKEN, LOOK = 50, 0.01  # looks, and seconds between two, for transactions that may still get lower positions
WRITING = """
SELECT virtualtransaction FROM pg_locks
WHERE relation = to_regclass('records') AND mode = 'RowExclusiveLock' AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class PostgresStore(Questions):
    """Log, secrets and documents in one database."""

    def __init__(self, url: str, patience: float) -> None:
        self.url, self.patience = url, patience
        self._line = PgConnection(url, patience)
        self._writer = Writer(PgConnection(url, patience))

    @classmethod
    async def open(cls, url: str, patience: float) -> PostgresStore:
        """Open a database; create its tables if needed."""
        await migrated(url, patience)
        return cls(url, patience)

    @property
    def commits(self) -> int:
        """Number of transactions used by appends."""
        return self._writer.commits

    @property
    def halted(self) -> str:
        """Why writing is disabled: the database has gone back in time. Empty if it is not."""
        return str(self._writer.broken or "")

    def halt(self, why: str) -> None:
        """Disable writing until the process restarts."""
        self._writer.broken = self._writer.broken or TakenOver(f"{shown(self.url)}: {why}")

    @property
    def lost(self) -> int:
        """Number of lost connections."""
        return self._line.lost + self._writer.line.lost

    # ------------------------------------------------------------ the log

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        """Append to several streams atomically; durable when it returns."""
        return await self._writer.append(limited(writes))

    async def records(self) -> AsyncIterator[Record]:
        """Yield the records as of one point in time; here positions are not committed in order."""
        try:
            connection = await asyncpg.connect(self.url, timeout=self.patience)
            try:
                async with connection.transaction(isolation="repeatable_read", readonly=True):
                    sql = SQL["records"]
                    async for row in connection.cursor(sql.text, *sql.arguments(position=-1), prefetch=PAGE):
                        yield Record(*row[1:])
            finally:
                await connection.close(timeout=self.patience)
        except (*LOST, asyncpg.PostgresError) as error:
            raise translated(error, self.url) from None

    async def sequence(self, after: int, most: int) -> list[Place]:
        """Return up to ``most`` records after a position, in order, up to a position that no transaction is below.

        A statement holds a lock of the table before it takes its position, and until its records are visible. So once
        those that held one after the last position was read are gone, nothing will appear below it. No lock is taken.
        """

        async def work(connection: asyncpg.Connection) -> list[Place]:
            last = await connection.fetchval("SELECT last_value FROM records_position")
            writing = await self._writing(connection)
            for _ in range(OVERTAKEN):
                if not writing:
                    rows = await self._fetch(
                        connection, "sequence", position=after, upto=last + SPAN - 1, number=min(most, ALL)
                    )
                    return [Place(*row) for row in rows]
                await asyncio.sleep(LOOK)
                writing &= await self._writing(connection)
            return []

        return await self._line.do(work)

    @staticmethod
    async def _writing(connection: asyncpg.Connection) -> set[str]:
        return {row[0] for row in await connection.fetch(WRITING)}

    async def adopt(self, records: Iterable[Record]) -> None:
        """Import records into streams that do not exist yet."""
        parts = list(adopted(records))
        tips = [(stream, *tip) for stream, tip in tips_of(parts).items()]

        async def work(connection: asyncpg.Connection) -> None:
            first = 0
            async with connection.transaction():
                for part in parts:
                    base = await connection.fetchval("SELECT nextval('records_position')")
                    first = first or base
                    lines = [row_of(record, command, base + n, first) for n, (record, command) in enumerate(part)]
                    await connection.executemany(SQL["append"].text, lines)
                await connection.executemany(SQL["new head"].text, tips)

        try:
            await self._change(work)
        except StoreError as error:
            if "records_version" in str(error) or "heads_pkey" in str(error):
                raise Conflict("a stream of this export already exists") from None
            raise

    async def prune(self, ends: Mapping[str, Head]) -> None:
        """Remove whole streams that still end at the given position."""

        async def work(connection: asyncpg.Connection) -> None:
            async with connection.transaction():
                for stream, end in sorted(ends.items()):
                    if not await self._fetch(connection, "prune head", stream=stream, **end._asdict()):
                        raise moved(stream, end)
                    await connection.execute(SQL["prune"].text, stream)

        await self._change(work)
        self._writer.drop(ends)

    # ------------------------------------------------------------ secrets and documents

    async def seal(self, name: str) -> bytes:
        """Return the secret of a name, created on first use."""
        stored = self.vault_key.close(name, secrets.token_bytes(SECRET))
        new = {"name": name, "secret": stored, "created": time.time_ns() // 10**6}

        async def work(connection: asyncpg.Connection) -> bytes:
            await self._fetch(connection, "seal", **new)
            return self.vault_key.open(name, bytes((await self._fetch(connection, "secret", name=name))[0][0]))

        return await self._change(work)

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        """Store a document if it was at version ``before``."""
        statement = "reshelve" if before else "shelve"
        given = {"kind": kind, "key": key, "body": body} | ({"before": before} if before else {})
        attempts = 0

        async def work(connection: asyncpg.Connection) -> int:
            nonlocal attempts
            attempts += 1
            rows = await self._fetch(connection, statement, **given)
            if rows:
                return int(rows[0][0])
            there = await self._fetch(connection, "shelf", kind=kind, key=key)
            if attempts > 1 and there == [(before + 1, body)]:  # an attempt without a reply had been applied
                return before + 1
            raise Conflict(f"{kind} {key} is not at version {before}")

        return await self._change(work)

    async def erase(self, kind: str, key: str) -> None:
        """Erase a document."""
        await self._change(lambda connection: self._fetch(connection, "erase", kind=kind, key=key))

    async def enter(self, process: int, address: str, *, alone: bool) -> None:
        """Begin the lease of this process."""
        await self._changed("enter", process=process, address=address)
        self._writer.lease, self._writer.alone = process, alone

    async def leave(self, process: int) -> None:
        """End the lease of this process."""
        await self._changed("leave", process=process)

    async def close(self) -> None:
        """Complete pending requests and close the connections."""
        await self._writer.close()
        await self._line.close()

    async def _change(self, work: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        """Write something other than an append, unless writing is disabled."""
        self._writer.check()
        return await self._line.do(work)

    async def _changed(self, statement: str, **given: object) -> list[Any]:
        return await self._change(lambda connection: self._fetch(connection, statement, **given))

    async def _rows(self, statement: str, **given: object) -> list[Any]:
        return await self._line.do(lambda connection: self._fetch(connection, statement, **given))

    @staticmethod
    async def _fetch(connection: asyncpg.Connection, statement: str, **given: object) -> list[tuple[Any, ...]]:
        sql = SQL[statement]
        return [tuple(row) for row in await connection.fetch(sql.text, *sql.arguments(**given))]
