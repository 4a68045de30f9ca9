"""The log in an SQLite file, with one writer thread and one reader thread.

The writer combines all pending requests into one transaction (a group commit); the next group gathers while the disk
syncs. WAL lets the reader continue meanwhile, and ``synchronous=FULL`` makes a commit wait for the disk; both settings
are read back after they are set. Another process may write to the same file: the write lock is taken before stream
heads are trusted, and SQLite reports whether another process has written since.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Integer, StaticPool, bindparam, cast, create_engine, event, func, select
from sqlalchemy.dialects import sqlite as dialect

from punto.record import migrations
from punto.record.chain import Record
from punto.record.durable import SECRET, StoreError, TakenOver
from punto.record.sqlite_writer import Task, Writer, translated
from punto.record.store import AppendRequest, Conflict, Head, Place, Write, adopted, limited, moved, row_of, tips_of
from punto.record.tables import RECORDS, SHELF, Questions, Statement, dialect_statements

T = TypeVar("T")
SQL = dialect_statements(dialect.dialect(), dialect.insert)
# Positions are not used again after the last records were pruned: the shelf then has the highest one ever used.
POSITION, LAST = "position", "last"
_used = select(cast(SHELF.c.body, Integer)).where(SHELF.c.kind == POSITION, SHELF.c.key == LAST).scalar_subquery()
_top = select(func.max(RECORDS.c.position)).scalar_subquery()
_newest = select(func.max(func.coalesce(_top, 0), func.coalesce(_used, 0)))
_use = dialect.insert(SHELF).values(kind=POSITION, key=LAST, version=1, body=bindparam("body"))
_use = _use.on_conflict_do_update(index_elements=("kind", "key"), set_={"body": bindparam("body")})
SQL |= {"newest": Statement(_newest, dialect.dialect()), "use position": Statement(_use, dialect.dialect())}
PAGE = 500  # records per read
MAXIMUM = 2**63 - 1
FULL = 2  # SQLite's number for ``synchronous=FULL``


class SqliteStore(Questions):
    """Log, secrets and documents in one file."""

    def __init__(self, path: str, patience: float) -> None:
        self.path = path
        self._reading = connected(path, patience)
        self._reading.execute("PRAGMA query_only = 1")
        self._reader = ThreadPoolExecutor(1, "punto-store-reader")
        self._writer = Writer(path, connected(path, patience), asyncio.get_running_loop(), SQL)
        self._writer.start()

    @classmethod
    async def open(cls, path: str, patience: float) -> SqliteStore:
        """Open a file; create it if needed."""
        await asyncio.to_thread(migrated, path, patience)
        return cls(path, patience)

    @property
    def commits(self) -> int:
        """Number of transactions used by appends."""
        return self._writer.commits

    @property
    def halted(self) -> str:
        """Why writing is disabled: the file has gone back in time or a write was not confirmed. Empty if it is not."""
        return str(self._writer.broken or "")

    def halt(self, why: str) -> None:
        """Disable writing until the process restarts."""
        self._writer.broken = self._writer.broken or TakenOver(f"{self.path}: {why}")

    # ------------------------------------------------------------ the log

    async def append(self, writes: Sequence[Write]) -> tuple[Record, ...]:
        """Append to several streams atomically; durable when it returns."""
        ask = AppendRequest(limited(writes), asyncio.get_running_loop().create_future())
        self._writer.ask(ask)
        return await ask.answer

    async def records(self) -> AsyncIterator[Record]:
        """Yield the records as of now, page by page; in this file positions follow the order of commits."""
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

    async def sequence(self, after: int, most: int) -> list[Place]:
        """Return up to ``most`` records after a position, in order; here positions follow the order of commits."""
        return [Place(*row) for row in await self._rows("sequence", position=after, upto=MAXIMUM, number=most)]

    async def adopt(self, records: Iterable[Record]) -> None:
        """Import records into streams that do not exist yet."""
        parts = list(adopted(records))
        tips = [(stream, *tip) for stream, tip in tips_of(parts).items()]

        def work(file: sqlite3.Connection) -> None:
            first = base = self._one(file, "newest")[0] + 1
            for part in parts:
                lines = [row_of(record, command, base + n, first) for n, (record, command) in enumerate(part)]
                try:
                    file.executemany(SQL["append"].text, lines)
                except sqlite3.IntegrityError:
                    raise Conflict("a stream of this export already exists") from None
                base += len(part)
            file.executemany(SQL["new head"].text, tips)

        await self._write(work)

    async def prune(self, ends: Mapping[str, Head]) -> None:
        """Remove whole streams that still end at the given position."""

        def work(file: sqlite3.Connection) -> None:
            newest = str(self._one(file, "newest")[0]).encode()
            file.execute(SQL["use position"].text, SQL["use position"].arguments(body=newest))
            for stream, end in ends.items():
                if not self._one(file, "prune head", stream=stream, **end._asdict()):
                    raise moved(stream, end)
                file.execute(SQL["prune"].text, SQL["prune"].arguments(stream=stream))

        await self._write(work)
        self._writer.drop(ends)

    # ------------------------------------------------------------ secrets and documents

    async def seal(self, name: str) -> bytes:
        """Return the secret of a name, created on first use."""

        def work(file: sqlite3.Connection) -> bytes:
            stored = self.vault_key.close(name, secrets.token_bytes(SECRET))
            new = {"name": name, "secret": stored, "created": time.time_ns() // 10**6}
            file.execute(SQL["seal"].text, SQL["seal"].arguments(**new))
            return self.vault_key.open(name, bytes(self._one(file, "secret", name=name)[0]))

        return await self._write(work)

    async def shelve(self, kind: str, key: str, body: bytes, before: int) -> int:
        """Store a document if it was at version ``before``."""
        statement = "reshelve" if before else "shelve"
        given = {"kind": kind, "key": key, "body": body} | ({"before": before} if before else {})

        def work(file: sqlite3.Connection) -> int:
            row = self._one(file, statement, **given)
            if not row:
                raise Conflict(f"{kind} {key} is not at version {before}")
            return int(row[0])

        return await self._write(work)

    async def erase(self, kind: str, key: str) -> None:
        """Erase a document and overwrite its bytes."""
        await self._write(lambda file: self._one(file, "erase", kind=kind, key=key))

    async def enter(self, process: int, address: str, *, alone: bool) -> None:
        """Begin the lease of this process."""
        await self._changed("enter", process=process, address=address)
        self._writer.lease = process

    async def leave(self, process: int) -> None:
        """End the lease of this process."""
        await self._changed("leave", process=process)

    async def close(self) -> None:
        """Complete pending requests and close the file."""
        await asyncio.to_thread(self._writer.finish)
        self._reader.shutdown()
        self._reading.close()

    # ------------------------------------------------------------ threads

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        task = Task(work, asyncio.get_running_loop().create_future())
        self._writer.ask(task)
        answer: T = await task.answer
        return answer

    async def _changed(self, statement: str, **given: object) -> list[Any]:
        def work(file: sqlite3.Connection) -> list[Any]:
            return file.execute(SQL[statement].text, SQL[statement].arguments(**given)).fetchall()

        return await self._write(work)

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
        cursor.close()  # an open read would prevent checkpointing the WAL
        return found

    @staticmethod
    def _one(file: sqlite3.Connection, statement: str, **given: object) -> tuple[Any, ...]:
        rows = file.execute(SQL[statement].text, SQL[statement].arguments(**given)).fetchall()
        return tuple(rows[0]) if rows else ()


# ---------------------------------------------------------------- the file


def connected(path: str, patience: float) -> sqlite3.Connection:
    """Open a file with durable commits; raise ``StoreError`` if the settings do not take effect."""
    _private(path)
    try:
        file = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
        try:
            mode = _write_ahead(file, patience)
            file.execute("PRAGMA synchronous = FULL")
            file.execute("PRAGMA secure_delete = ON")  # erased data is overwritten
            (synchronous,) = file.execute("PRAGMA synchronous").fetchone()
        except sqlite3.Error:
            file.close()
            raise
    except sqlite3.Error as error:
        raise translated(error, path) from None
    if (mode, synchronous) != ("wal", FULL):
        file.close()
        raise StoreError(f"{path}: a commit would not be durable: journal_mode {mode}, synchronous {synchronous}")
    return file


def _write_ahead(file: sqlite3.Connection, patience: float) -> str:
    """Switch to a write-ahead log, and return the mode; SQLite itself waits for no other that does so in a new file."""
    end = time.monotonic() + patience
    while True:
        try:
            return str(file.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)


def _private(path: str) -> None:
    """Create a missing file, readable by its owner alone: it holds seeds of open shoes and password hashes.

    SQLite gives the files next to it (``-wal``, ``-shm``) the same mode. If creation fails, SQLite reports the error.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def migrated(path: str, patience: float) -> None:
    """Create a missing file, and migrate it to this version."""
    if Path(path).is_dir():
        raise StoreError(f"{path}: this is a folder, not a file")
    with closing(connected(path, patience)) as file:
        try:
            version = _version(file, path)
            if not migrations.is_current(version):
                with _unserved(path) if version else nullcontext():
                    _upgrade(file)
        except sqlite3.Error as error:
            raise translated(error, path) from None


class FileLock:
    """The lock of a floor, in a file next to its database. It ends with its process."""

    def __init__(self, path: str) -> None:
        self._path, self._file = path, -1

    @property
    def held(self) -> bool:
        """Whether this process has the lock."""
        return self._file >= 0

    async def take(self, process: int) -> bool:
        """Take the lock; return False if another process has it."""
        return self.acquired()

    async def dead(self, processes: Iterable[int]) -> list[int]:
        """Return no process: this lock is not shared."""
        return []

    def when_lost(self, tell: Callable[[], None]) -> None:
        """Do nothing: only the end of the process releases the lock."""

    def acquired(self) -> bool:
        """Take the lock; return whether it was free."""
        self._file = self._opened(f"{self._path}-floor")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            return False
        return True

    async def expel(self) -> None:
        """Put a new file in the place of the locked one, which its holder keeps without effect."""
        with suppress(FileNotFoundError):
            os.unlink(f"{self._path}-floor")

    def release(self) -> None:
        """Release the lock, if it is held."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def _opened(self, path: str) -> int:
        try:
            return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{self._path}: cannot open it: {error.strerror}") from None


@contextmanager
def _unserved(path: str) -> Iterator[None]:
    """Hold the lock of a floor in a file during its migration; raise ``StoreError`` if the floor is being served."""
    lock = FileLock(path)
    if not lock.acquired():
        raise StoreError(f"{path}: {migrations.SERVED}")
    try:
        yield
    finally:
        lock.release()


def _version(file: sqlite3.Connection, path: str) -> str | None:
    tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and migrations.VERSION_TABLE not in tables:
        raise StoreError(f"{path}: this database does not belong to Punto")
    rows = file.execute(f"SELECT version_num FROM {migrations.VERSION_TABLE}").fetchall() if tables else []
    return rows[0][0] if rows else None


def _upgrade(file: sqlite3.Connection) -> None:
    """Run the migrations in one transaction that locks the file first, because two processes may be starting."""
    engine = create_engine("sqlite://", creator=lambda: file, poolclass=StaticPool)

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.begin() as connection:
        migrations.upgrade(connection)
