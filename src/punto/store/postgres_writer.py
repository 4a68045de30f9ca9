"""The one task that appends to PostgreSQL: what waits is one statement, repeated until its fate is known."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import asyncpg
from sqlalchemy import ARRAY, Dialect, Text, bindparam, cast, func, insert, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg

from punto.log.record import Record
from punto.log.store import Conflict, Head, Write, taken
from punto.store.appends import MOST_ROWS, Ask, Group, Heads, conflicting, lay
from punto.store.durable import StoreError
from punto.store.line import Line
from punto.store.tables import RECORDS, Statement, dialect_statements

COLUMNS = {column.name: column.type for column in RECORDS.c}


def _group(tongue: Dialect) -> Statement:
    """Return the insert of a whole group: the arrays of its columns, and one number of the sequence for all of it."""
    arrays: list[Any] = [cast(bindparam(name), ARRAY(kind)) for name, kind in COLUMNS.items()]
    rows = func.unnest(*arrays).table_valued(*COLUMNS).render_derived(name="row")
    base = select(func.nextval("records_position").label("base")).subquery("taken")
    numbered = [base.c.base + rows.c[name] for name in ("position", "append")]
    others = [rows.c[name] for name in list(COLUMNS)[2:]]
    chosen: Any = select(*numbered, *others).select_from(base, rows)
    return Statement(insert(RECORDS).from_select(list(COLUMNS), chosen), tongue)


def _ends(tongue: Dialect) -> Statement:
    """Return what asks for the ends of several streams at once; of each only the last record is looked at."""
    names = func.unnest(cast(bindparam("streams"), ARRAY(Text))).table_valued("stream").render_derived(name="asked")
    of_one = select(RECORDS.c.last, RECORDS.c.hash).where(RECORDS.c.stream == names.c.stream)
    end = of_one.order_by(RECORDS.c.n.desc()).limit(1).lateral("ending")
    return Statement(select(names.c.stream, end.c.last, end.c.hash).select_from(names, end), tongue)


def _statements() -> dict[str, Statement]:
    tongue: Dialect = PGDialect_asyncpg()  # type: ignore[no-untyped-call]
    return {**dialect_statements(tongue, postgresql.insert), "group": _group(tongue), "ends": _ends(tongue)}


SQL = _statements()


class Writer:
    """It drains its queue, commits, and only then tells those who wait."""

    def __init__(self, line: Line) -> None:
        self.line, self.commits = line, 0
        self._heads = Heads()
        self._queue: asyncio.Queue[Ask | None] = asyncio.Queue()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="punto-store-writer")

    async def append(self, writes: tuple[Write, ...]) -> tuple[Record, ...]:
        """Let something be appended."""
        if self._closed:
            raise StoreError("the store is closed")
        ask = Ask(writes, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(ask)
        return await ask.answer

    def forget(self) -> None:
        """Look the ends of all streams up anew."""
        self._heads.clear()

    async def close(self) -> None:
        """Write what waits, and let go of the connection."""
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

    async def _drain(self) -> tuple[list[Ask], bool]:
        """Wait for an append; take it and those behind it, as many as one transaction holds."""
        asks: list[Ask] = []
        rows = 0
        ask = await self._queue.get()
        while ask is not None:
            asks.append(ask)
            rows += len(ask.writes)
            if rows > MOST_ROWS * 3 // 4 or self._queue.empty():  # one append more may still fit
                return asks, True
            ask = self._queue.get_nowait()
        return asks, False

    # ------------------------------------------------------------ a group

    async def _settled(self, asks: Sequence[Ask]) -> None:
        """Append a group, and tell everybody in it what came of it."""
        try:
            await self.line.do(lambda connection: self._appended(connection, self._waiting(asks)))
        except Exception as error:  # whatever it is, whoever waits must hear of it, and the next group must come
            self._heads.clear()
            for ask in self._waiting(asks):
                ask.failed(error)

    @staticmethod
    def _waiting(asks: Sequence[Ask]) -> list[Ask]:
        """Those of a group that have no answer yet. Whoever went away while it was under way is kept in it."""
        return [ask for ask in asks if ask.tried or not ask.answer.done()]

    async def _appended(self, connection: asyncpg.Connection, asks: Sequence[Ask]) -> None:
        """Append a group by one statement; where the database refuses it, each alone."""
        if any(ask.tried for ask in asks):  # the answer to an earlier attempt never came
            self._heads.clear()
        known = set(self._heads)
        await self._look_up(connection, asks)
        group = lay(asks, self._heads)
        if behind := known & conflicting(group):  # another process may have written there
            for stream in behind:
                del self._heads[stream]
            await self._look_up(connection, asks)
            group = lay(asks, self._heads)
        for ask, error in group.refused:
            await self._refused(connection, ask, error)
        if group.made and not await self._sent(connection, group):
            self._heads.clear()
            await self._singly(connection, group)

    async def _look_up(self, connection: asyncpg.Connection, asks: Sequence[Ask]) -> None:
        """Look up where streams end that are not remembered."""
        if streams := self._heads.unknown(asks):
            rows = await connection.fetch(SQL["ends"].text, *SQL["ends"].arguments(streams=list(streams)))
            self._heads.update(dict.fromkeys(streams, Head()) | {stream: Head(*end) for stream, *end in rows})

    async def _sent(self, connection: asyncpg.Connection, group: Group) -> bool:
        """Send a group; say whether the database took it."""
        for ask, records in group.made:
            ask.tried = records
        columns = dict(zip(COLUMNS, map(list, zip(*group.rows(), strict=True)), strict=True))
        try:
            await connection.execute(SQL["group"].text, *SQL["group"].arguments(**columns))
        except asyncpg.UniqueViolationError:
            return False
        self.commits += 1
        self._heads.update(group.ends)
        for ask, records in group.made:
            ask.tried = ()
            ask.done(records)
        return True

    async def _singly(self, connection: asyncpg.Connection, group: Group) -> None:
        if len(group.made) > 1:
            for ask, _ in group.made:
                await self._appended(connection, [ask])
            return
        ((ask, _),) = group.made
        await self._refused(connection, ask, await self._why(connection, ask))

    async def _refused(self, connection: asyncpg.Connection, ask: Ask, error: Exception) -> None:
        """Refuse an append, unless what stands in its way is its own earlier attempt."""
        if ask.tried:
            first = ask.tried[0]
            given = SQL["hash"].arguments(stream=first.stream, n=first.n)
            if await connection.fetchval(SQL["hash"].text, *given) == first.hash:
                records, ask.tried = ask.tried, ()
                ask.done(records)
                return
        ask.tried = ()
        ask.failed(error)

    async def _why(self, connection: asyncpg.Connection, ask: Ask) -> Exception:
        """Say why the database refused an append whose versions had fitted a moment before."""
        for write in ask.writes:
            sql = SQL["find"]
            given = sql.arguments(stream=write.stream, who=write.command.who, command=write.command.id)
            if await connection.fetch(sql.text, *given):
                return taken(write)
        return Conflict(f"somebody else appended to {ask.writes[0].stream} first")
