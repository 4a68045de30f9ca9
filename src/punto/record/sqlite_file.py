"""SQLite files: opened with the settings that a log needs, migrated, and with readable errors."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, StaticPool, create_engine, event

from punto.record import migrations
from punto.record.durable import OutcomeUnknown, StoreError

FULL = 2  # SQLite's number for ``synchronous=FULL``
# Keyed by prefixes of SQLite's error names; the first match wins.
WORDS = {
    "SQLITE_FULL": "the disk is full; nothing was written",
    "SQLITE_BUSY": "it is locked by another process; nothing was written",
    "SQLITE_LOCKED": "it is locked; nothing was written",
    "SQLITE_NOTADB": "not a database",
    "SQLITE_CANTOPEN": "cannot open it",
    "SQLITE_READONLY": "it is read-only",
    "SQLITE_CORRUPT": "it is corrupt; restore a backup",
    "SQLITE_IOERR": "disk error; nothing was written",
}
IN_DOUBT = ("SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC")


def translated(error: sqlite3.Error, path: str) -> StoreError:
    """Translate an SQLite error into one line."""
    name: str = getattr(error, "sqlite_errorname", "")
    if name in IN_DOUBT:
        return OutcomeUnknown(f"{path}: the disk did not confirm a write ({name}); reopen the log")
    words = next((words for prefix, words in WORDS.items() if name.startswith(prefix)), str(error))
    return StoreError(f"{path}: {words}")


def connected(path: str, patience: float) -> sqlite3.Connection:
    """Open a file with durable commits; raise ``StoreError`` if the settings do not take effect."""
    _private(path)
    try:
        file = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
        try:
            (mode,) = file.execute("PRAGMA journal_mode = WAL").fetchone()
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


def _private(path: str) -> None:
    """Create a missing file, readable by its owner alone: it holds seeds of open shoes and password hashes.

    SQLite gives the files next to it (``-wal``, ``-shm``) the same mode. If creation fails, SQLite reports the error.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def inode(path: str) -> tuple[int, int]:
    """Return device and inode of the file at a path; zeros if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def migrated(path: str, patience: float) -> None:
    """Create a missing file, and migrate it to this version."""
    if Path(path).is_dir():
        raise StoreError(f"{path}: this is a folder, not a file")
    with closing(connected(path, patience)) as file:
        try:
            if not _is_current(file, path):
                _upgrade(file)
        except sqlite3.Error as error:
            raise translated(error, path) from None


def _is_current(file: sqlite3.Connection, path: str) -> bool:
    tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and migrations.VERSION_TABLE not in tables:
        raise StoreError(f"{path}: this database does not belong to Punto")
    rows = file.execute(f"SELECT version_num FROM {migrations.VERSION_TABLE}").fetchall() if tables else []
    return migrations.is_current(rows[0][0] if rows else None)


def _upgrade(file: sqlite3.Connection) -> None:
    """Run the migrations in one transaction that locks the file first, because two processes may be starting."""
    engine = create_engine("sqlite://", creator=lambda: file, poolclass=StaticPool)

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.begin() as connection:
        migrations.upgrade(connection)
