"""The commands that a log has accepted so far, in constant memory.

A casino-year has some 300 million of them. The recent ones are in a set, the others in a temporary database that is
deleted with it.
"""

from __future__ import annotations

import sqlite3

RECENT = 50_000


class Seen:
    """The ids of accepted commands, by stream and sender."""

    def __init__(self) -> None:
        self._recent: set[str] = set()
        self._older: sqlite3.Connection | None = None

    def again(self, stream: str, who: str, ident: str) -> bool:
        """Note a command; return whether it was accepted before."""
        key = f"{stream}\0{who}\0{ident}"
        if key in self._recent or (self._older is not None and self._kept(self._older, key)):
            return True
        self._recent.add(key)
        if len(self._recent) > RECENT:
            self._spill()
        return False

    def _kept(self, older: sqlite3.Connection, key: str) -> bool:
        return older.execute("SELECT 1 FROM seen WHERE key = ?", (key,)).fetchone() is not None

    def _spill(self) -> None:
        if self._older is None:
            self._older = sqlite3.connect("", isolation_level=None)  # a temporary file
            self._older.execute("PRAGMA journal_mode = OFF")
            self._older.execute("CREATE TABLE seen (key TEXT PRIMARY KEY) WITHOUT ROWID")
        self._older.execute("BEGIN")
        self._older.executemany("INSERT INTO seen VALUES (?)", ((key,) for key in sorted(self._recent)))
        self._older.execute("COMMIT")
        self._recent.clear()
