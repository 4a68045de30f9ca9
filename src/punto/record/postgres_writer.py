"""The task that appends to PostgreSQL: pending requests form one statement, repeated until its outcome is known."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

import asyncpg
from sqlalchemy import ARRAY, Dialect, Text, bindparam, select, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg

from punto.record.chain import Record
from punto.record.durable import TAKEN_OVER, StoreError, TakenOver, WentBack, WritingDisabled
from punto.record.pg_connection import PgConnection, shown
from punto.record.store import (
    MOST_ROWS,
    PRUNED,
    AppendGroup,
    AppendRequest,
    Conflict,
    Move,
    StreamHeads,
    Tip,
    Write,
    ahead,
    behind,
    conflicting,
    is_pruned,
    lay,
    streams_of,
    taken,
    went_back,
)
from punto.record.tables import HEADS, RECORDS, Statement, dialect_statements

NOTHING = "INSERT 0 0"  # the server's status when no row was inserted
COLUMNS = tuple(column.name for column in RECORDS.c)
# A whole group in one statement. Every head must be where the writer expects it, and is locked in name order; then
# heads move, new ones are created, and the records take one number of the sequence together. If one head differs, or
# the lease of this process is gone, nothing is written, and the statement reports that it inserted no row.
GROUP = """
WITH line AS (
    SELECT * FROM unnest(
        CAST(:position AS bigint[]), CAST(:append AS bigint[]), CAST(:stream AS text[]), CAST(:n AS bigint[]),
        CAST(:last AS bigint[]), CAST(:who AS text[]), CAST(:command AS text[]), CAST(:body AS bytea[]),
        CAST(:hash AS text[])
    ) AS line (position, append, stream, n, last, who, command, body, hash)
), move AS (
    SELECT * FROM unnest(
        CAST(:of AS text[]), CAST(:from_version AS bigint[]), CAST(:from_hash AS text[]),
        CAST(:from_epoch AS bigint[]), CAST(:to_version AS bigint[]), CAST(:to_hash AS text[])
    ) AS move (stream, from_version, from_hash, from_epoch, to_version, to_hash)
), held AS MATERIALIZED (
    SELECT heads.stream FROM heads JOIN move ON heads.stream = move.stream
    WHERE heads.version = from_version AND heads.hash = from_hash AND heads.epoch = from_epoch
    ORDER BY heads.stream FOR UPDATE OF heads
), fit AS MATERIALIZED (
    SELECT (SELECT count(*) FROM held) = (SELECT count(*) FROM move WHERE from_version > 0)
        AND (CAST(:lease AS bigint) = 0 OR EXISTS (SELECT FROM leases WHERE process = :lease)) AS fits
), moved AS (
    UPDATE heads SET version = to_version, hash = to_hash FROM move, fit WHERE fits AND heads.stream = move.stream
), born AS (
    INSERT INTO heads (stream, version, hash, epoch)
    SELECT stream, to_version, to_hash, from_epoch FROM move, fit WHERE fits AND from_version = 0 ORDER BY stream
)
INSERT INTO records (position, append, stream, n, last, who, command, body, hash)
SELECT base + position, base + append, stream, n, last, who, command, body, hash
FROM line, (SELECT nextval('records_position') AS base) AS taken, fit WHERE fits
"""


def _statements() -> dict[str, Statement]:
    tongue: Dialect = PGDialect_asyncpg()  # type: ignore[no-untyped-call]
    named = HEADS.c.stream == bindparam("streams", type_=ARRAY(Text)).any_()
    heads = select(HEADS.c.stream, HEADS.c.version, HEADS.c.hash, HEADS.c.epoch).where(named)
    more = {"group": Statement(text(GROUP), tongue), "heads": Statement(heads, tongue)}
    return {**dialect_statements(tongue, postgresql.insert), **more}


SQL = _statements()


class Writer:
    """Task that drains its queue, commits, and only then notifies the callers."""

    def __init__(self, line: PgConnection) -> None:
        self.line, self.commits = line, 0
        self.broken: WritingDisabled | None = None  # why writing is disabled
        self.lease, self.alone = 0, False  # without which nothing may be appended; 0: none is needed
        self._heads, self._compared = StreamHeads(), 0  # number of the connection on which all heads were compared
        self._queue: asyncio.Queue[AppendRequest | None] = asyncio.Queue()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="punto-store-writer")

    async def append(self, writes: tuple[Write, ...]) -> tuple[Record, ...]:
        """Append the writes; return the records."""
        self.check()
        if self._closed:
            raise StoreError("the store is closed")
        ask = AppendRequest(writes, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(ask)
        return await ask.answer

    def check(self) -> None:
        """Raise if writing is disabled."""
        if self.broken is not None:
            raise type(self.broken)(str(self.broken))

    def drop(self, streams: Iterable[str]) -> None:
        """Drop the heads of streams that were pruned."""
        self._heads.drop(streams)

    async def close(self) -> None:
        """Write pending requests and close the connection."""
        if not self._closed:
            self._closed = True
            self._queue.put_nowait(None)
        await self._task
        await self.line.close()

    async def _run(self) -> None:
        going = True
        while going:
            asks, going = await self._drain()
            if asks:
                await self._settled(asks)

    async def _drain(self) -> tuple[list[AppendRequest], bool]:
        """Wait for a request; take it and as many queued ones as one transaction holds."""
        asks: list[AppendRequest] = []
        rows = 0
        ask = await self._queue.get()
        while ask is not None:
            asks.append(ask)
            rows += len(ask.writes)
            if rows > MOST_ROWS * 3 // 4 or self._queue.empty():  # leaves room for one more append
                return asks, True
            ask = self._queue.get_nowait()
        return asks, False

    # ------------------------------------------------------------ a group

    async def _settled(self, asks: Sequence[AppendRequest]) -> None:
        """Append a group and deliver every result."""
        try:
            self.check()
            await self.line.do(lambda connection: self._appended(connection, self._waiting(asks)))
        except Exception as error:  # every caller must get a result, and the next group must run
            for ask in self._waiting(asks):
                ask.failed(error)

    @staticmethod
    def _waiting(asks: Sequence[AppendRequest]) -> list[AppendRequest]:
        """Return the requests without a result yet. Cancelled ones stay, because they may already have been sent."""
        return [ask for ask in asks if ask.tried or not ask.answer.done()]

    async def _appended(self, connection: asyncpg.Connection, asks: Sequence[AppendRequest]) -> None:
        """Append a group by one statement; if the database rejects it, append each request alone."""
        again = any(ask.tried for ask in asks)  # an earlier attempt got no reply
        await self._compare(connection)
        streams = streams_of(asks)
        new = streams if again else streams - self._heads.keys()
        await self._look_up(connection, new)
        group = lay(asks, self._heads)
        if stale := conflicting(group) - new:  # another process may have written there
            await self._look_up(connection, stale)
            group = lay(asks, self._heads)
        for write in ahead(group, self._heads):
            await self._check_head(connection, write)
        for ask, error in group.refused:
            await self._refused(connection, ask, error)
        if group.made and not await self._sent(connection, group):
            await self._look_up(connection, set(group.ends))
            await self._singly(connection, group)

    # ------------------------------------------------------------ heads

    async def _compare(self, connection: asyncpg.Connection) -> None:
        """Compare all known heads with a newly connected database: it may be a different server."""
        if self._compared == self.line.connections:
            return
        if self._heads and await connection.fetchval("SELECT pg_is_in_recovery()"):
            raise StoreError(f"{shown(self.line.url)}: the server is a standby; nothing was written")
        await self._look_up(connection, set(self._heads))
        self._compared = self.line.connections

    async def _look_up(self, connection: asyncpg.Connection, streams: set[str]) -> None:
        """Look up heads; raise ``WentBack``, and disable writing, if the database lacks confirmed records."""
        if not streams:
            return
        rows = await connection.fetch(SQL["heads"].text, *SQL["heads"].arguments(streams=list(streams)))
        found = dict.fromkeys(streams, Tip()) | {stream: Tip(*tip) for stream, *tip in rows}
        for stream, tip in found.items():
            known = self._heads.get(stream, Tip())
            if known.head != tip.head and not await self._follows(connection, stream, known, tip):
                self.broken = WentBack(went_back(stream, known, tip))
                raise self.broken
        self._heads.note(found)

    async def _check_head(self, connection: asyncpg.Connection, write: Write) -> None:
        """Raise ``WentBack``, and disable writing, if the stream has records that its head does not include."""
        row = await connection.fetchrow(
            SQL["before"].text, *SQL["before"].arguments(stream=write.stream, version=write.expected)
        )
        if row is None or row["last"] < write.expected:
            return
        await self._look_up(connection, {write.stream})  # a record and its head are one transaction
        if (tip := self._heads[write.stream]).version < write.expected:
            self.broken = WentBack(behind(write.stream, write.expected, tip))
            raise self.broken

    async def _check_lease(self, connection: asyncpg.Connection) -> None:
        """Raise ``TakenOver`` if another process has taken the lease away; one that was alone never writes again."""
        if (
            not self.lease
            or await connection.fetchval(SQL["leased"].text, *SQL["leased"].arguments(process=self.lease)) is not None
        ):
            return
        error = TakenOver(f"{shown(self.line.url)}: {TAKEN_OVER}")
        if self.alone:
            self.broken = error
        raise error

    async def _follows(self, connection: asyncpg.Connection, stream: str, known: Tip, found: Tip) -> bool:
        """Return whether a stream was extended by other processes, or pruned."""
        if known.version == 0:
            return True
        if found.version > known.version:
            sql = SQL["before"]
            row = await connection.fetchrow(sql.text, *sql.arguments(stream=stream, version=known.version))
            if row is not None and tuple(row) == known.head:
                return True
        sql = SQL["shelf"]
        note = await connection.fetchrow(sql.text, *sql.arguments(kind=PRUNED, key=stream))
        return is_pruned(note and note["body"], known)

    # ------------------------------------------------------------ sending

    async def _sent(self, connection: asyncpg.Connection, group: AppendGroup) -> bool:
        """Send a group; return whether the database accepted it."""
        for ask, records in group.made:
            ask.tried = records
        columns = dict(zip(COLUMNS, map(list, zip(*group.rows(), strict=True)), strict=True))
        heads = dict(zip(Move._fields, map(list, zip(*group.moves, strict=True)), strict=True))
        try:
            given = SQL["group"].arguments(**columns, **heads, lease=self.lease)
            said = await connection.execute(SQL["group"].text, *given)
        except asyncpg.UniqueViolationError:
            return False
        if said == NOTHING:
            await self._check_lease(connection)
            return False
        self.commits += 1
        self._heads.note(group.ends)
        for ask, records in group.made:
            ask.tried = ()
            ask.done(records)
        return True

    async def _singly(self, connection: asyncpg.Connection, group: AppendGroup) -> None:
        if len(group.made) > 1:
            for ask, _ in group.made:
                await self._appended(connection, [ask])
            return
        ((ask, _),) = group.made
        anew = lay([ask], self._heads)
        error = anew.refused[0][1] if anew.refused else await self._why(connection, ask)
        await self._refused(connection, ask, error)

    async def _refused(self, connection: asyncpg.Connection, ask: AppendRequest, error: Exception) -> None:
        """Reject a request, unless the conflict is with its own earlier attempt."""
        if ask.tried:
            first = ask.tried[0]
            given = SQL["hash"].arguments(stream=first.stream, n=first.n)
            if await connection.fetchval(SQL["hash"].text, *given) == first.hash:
                records, ask.tried = ask.tried, ()
                ask.done(records)
                return
        ask.tried = ()
        ask.failed(error)

    async def _why(self, connection: asyncpg.Connection, ask: AppendRequest) -> Exception:
        """Return why the database rejected an append whose versions had matched before."""
        for write in ask.writes:
            sql = SQL["find"]
            given = sql.arguments(stream=write.stream, who=write.command.who, command=write.command.id)
            if await connection.fetch(sql.text, *given):
                return taken(write)
        return Conflict(f"another process wrote first to {ask.writes[0].stream} or a stream written with it")
