"""The log in a file: SQLite, with one thread that writes and one that reads.

The writer takes all that waits into one transaction (a group commit): while the disk is being waited for, the next
group gathers. WAL lets the reader go on meanwhile; ``synchronous=FULL`` makes a commit wait for the disk. Both are
asked for and then read back. Another process may write to the same file: the write lock is taken before the ends of the
streams are trusted, and SQLite says whether somebody else has written since.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from sqlalchemy.dialects import sqlite as dialect

from punto.log.record import Record
from punto.log.store import Conflict, Head, Write
from punto.store.appends import Ask, adopted, limited, moved, row_of, tips_of
from punto.store.durable import SECRET, StoreError
from punto.store.questions import Questions
from punto.store.sqlite_file import connected, migrated, translated
from punto.store.sqlite_writer import Task, Writer
from punto.store.tables import dialect_statements

T = TypeVar("T")
SQL = dialect_statements(dialect.dialect(), dialect.insert)
PAGE = 500  # records that are read at once


class SqliteStore(Questions):
    """A log, a vault and a shelf in one file."""

    def __init__(self, path: str, patience: float) -> None:
        self.path = path
        self._reading = connected(path, patience)
        self._reading.execute("PRAGMA query_only = 1")
        self._reader = ThreadPoolExecutor(1, "punto-store-reader")
        self._writer = Writer(path, connected(path, patience), asyncio.get_running_loop(), SQL)
        self._writer.start()

    @classmethod
    async def open(cls, path: str, patience: float) -> SqliteStore:
        """Open a file, which is made where there is none."""
        await asyncio.to_thread(migrated, path, patience)
        return cls(path, patience)

    @property
    def commits(self) -> int:
        """Transactions that appends took."""
        return self._writer.commits

    @property
    def halted(self) -> str:
        """Why nothing is written any more: the file went back in time, or its disk did not confirm a write."""
        return str(self._writer.broken or "")

    # ------------------------------------------------------------ the log

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        """Append to several streams, all or nothing; on the disk when it returns."""
        ask = Ask(limited(writes), asyncio.get_running_loop().create_future())
        self._writer.ask(ask)
        return await ask.answer

    async def records(self) -> AsyncIterator[Record]:
        """Return the records as they stand now, a page at a time: in this file order is the order of commits."""
        newest, position = (await self._rows("newest"))[0][0], -1
        while position < newest:
            page = await self._do_read(partial(self._fetch, "records", PAGE, position=position))
            for number, *record in page:
                if number > newest:
                    return
                yield Record(*record)
                position = number
            if not page:
                return

    async def adopt(self, records: Iterable[Record]) -> None:
        """Take records over into streams that are not here yet."""
        parts = list(adopted(records))
        tips = [(stream, *tip) for stream, tip in tips_of(parts).items()]

        def work(file: sqlite3.Connection) -> None:
            first = base = self._one(file, "newest")[0] + 1
            for part in parts:
                lines = [row_of(record, command, base + n, first) for n, (record, command) in enumerate(part)]
                try:
                    file.executemany(SQL["append"].text, lines)
                except sqlite3.IntegrityError:
                    raise Conflict("a stream of this export is here already") from None
                base += len(part)
            file.executemany(SQL["new head"].text, tips)

        await self._write(work)

    async def prune(self, ends: Mapping[str, Head]) -> None:
        """Take away whole streams that still end where they are said to."""

        def work(file: sqlite3.Connection) -> None:
            for stream, end in ends.items():
                if not self._one(file, "prune head", stream=stream, **end._asdict()):
                    raise moved(stream, end)
                file.execute(SQL["prune"].text, SQL["prune"].arguments(stream=stream))

        await self._write(work)
        self._writer.drop(ends)

    # ------------------------------------------------------------ vault and shelf

    async def seal(self, name: str) -> bytes:
        """Return the secret of this name, made when first asked for."""

        def work(file: sqlite3.Connection) -> bytes:
            new = {"name": name, "secret": secrets.token_bytes(SECRET), "created": time.time_ns() // 10**6}
            file.execute(SQL["seal"].text, SQL["seal"].arguments(**new))
            return bytes(self._one(file, "secret", name=name)[0])

        return await self._write(work)

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        """Put a document in its place, if it was at this version."""
        statement = "reshelve" if before else "shelve"
        given = {"kind": kind, "key": key, "body": body} | ({"before": before} if before else {})

        def work(file: sqlite3.Connection) -> int:
            row = self._one(file, statement, **given)
            if not row:
                raise Conflict(f"{kind} {key} is not at version {before}")
            return int(row[0])

        return await self._write(work)

    async def erase(self, kind: str, key: str) -> None:
        """Take a document away; what lay there is overwritten."""
        await self._write(lambda file: self._one(file, "erase", kind=kind, key=key))

    async def close(self) -> None:
        """Finish what was asked, and close the file."""
        await asyncio.to_thread(self._writer.finish)
        self._reader.shutdown()
        self._reading.close()

    # ------------------------------------------------------------ the two threads

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        task = Task(work, asyncio.get_running_loop().create_future())
        self._writer.ask(task)
        answer: T = await task.answer
        return answer

    async def _rows(self, statement: str, **given: object) -> list[Any]:
        return await self._do_read(lambda: self._fetch(statement, -1, **given))

    async def _do_read(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, work)
        except sqlite3.Error as error:
            raise translated(error, self.path) from None
        except RuntimeError:
            raise StoreError(f"{self.path} is closed") from None

    def _fetch(self, statement: str, most: int, **given: object) -> list[Any]:
        cursor = self._reading.execute(SQL[statement].text, SQL[statement].arguments(**given))
        found = cursor.fetchall() if most < 0 else cursor.fetchmany(most)
        cursor.close()  # so that no read stays open, which would keep the WAL from being taken in
        return found

    @staticmethod
    def _one(file: sqlite3.Connection, statement: str, **given: object) -> tuple[Any, ...]:
        rows = file.execute(SQL[statement].text, SQL[statement].arguments(**given)).fetchall()
        return tuple(rows[0]) if rows else ()
