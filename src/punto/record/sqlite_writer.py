"""The thread that writes to an SQLite file: all pending requests form one transaction. Errors become one line."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

from punto.record.durable import TAKEN_OVER, OutcomeUnknown, StoreError, TakenOver, WentBack, WritingDisabled
from punto.record.store import (
    MOST_ROWS,
    PRUNED,
    AppendGroup,
    AppendRequest,
    StreamHeads,
    Tip,
    ahead,
    behind,
    conflicting,
    is_pruned,
    lay,
    streams_of,
    taken,
    went_back,
)
from punto.record.tables import Statement

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


@dataclass(eq=False)
class Task:
    """Another kind of write: a function of the connection, run in its own transaction."""

    work: Callable[[sqlite3.Connection], Any]
    answer: asyncio.Future[Any]

    def done(self, answer: Any) -> None:
        """Deliver the result."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def failed(self, error: Exception) -> None:
        """Deliver the error."""
        if not self.answer.done():
            self.answer.set_exception(error)


Answer = tuple[Callable[[Any], None], Any]  # callback and its argument, called in the event loop's thread


class Writer(Thread):
    """Thread that drains its queue, commits, and then notifies all callers in one call."""

    def __init__(
        self, path: str, file: sqlite3.Connection, loop: asyncio.AbstractEventLoop, sql: Mapping[str, Statement]
    ) -> None:
        super().__init__(name="punto-store-writer", daemon=True)
        self.commits = 0
        self.lease = 0  # without which nothing may be appended; 0: none is needed
        self._path, self._file, self._loop, self._sql = path, file, loop, sql
        self._queue: SimpleQueue[AppendRequest | Task | None] = SimpleQueue()
        self._gate, self._closed = Lock(), False
        self._heads = StreamHeads()
        self._newest, self._seen = (
            -1,
            -1,
        )  # last position, and SQLite's count of other processes' writes; -1 if unknown
        self._inode = inode(path)
        self.broken: StoreError | None = None  # why writing is disabled

    def ask(self, job: AppendRequest | Task) -> None:
        """Queue a request."""
        with self._gate:
            if self._closed:
                raise StoreError(f"{self._path} is closed")
            self._queue.put(job)

    def drop(self, streams: Iterable[str]) -> None:
        """Drop the heads of streams that were pruned."""
        self._heads.drop(streams)

    def finish(self) -> None:
        """Write pending requests and close the file."""
        with self._gate:
            first, self._closed = not self._closed, True
        if first:
            self._queue.put(None)
        self.join()

    def run(self) -> None:
        """Write until asked to finish."""
        going = True
        while going:
            jobs, going = self._drain()
            asks = [job for job in jobs if isinstance(job, AppendRequest)]
            answers = self._appended(asks) if asks else []
            for job in jobs:
                if isinstance(job, Task):
                    answers += self._worked(job)
            self._tell(answers)
        self._file.close()

    def _drain(self) -> tuple[list[AppendRequest | Task], bool]:
        """Wait for a request; take it and as many queued ones as one transaction holds."""
        jobs: list[AppendRequest | Task] = []
        rows = 0
        job = self._queue.get()
        while job is not None:
            jobs.append(job)
            rows += len(job.writes) if isinstance(job, AppendRequest) else 1
            if rows > MOST_ROWS * 3 // 4:  # leaves room for one more append
                return jobs, True
            try:
                job = self._queue.get_nowait()
            except Empty:
                return jobs, True
        return jobs, False

    def _tell(self, answers: Sequence[Answer]) -> None:
        def tell() -> None:
            for told, what in answers:
                told(what)

        try:
            self._loop.call_soon_threadsafe(tell)
        except RuntimeError:  # the loop has closed, so no caller is waiting
            return

    # ------------------------------------------------------------ transactions

    def _appended(self, asks: Sequence[AppendRequest]) -> list[Answer]:
        """Append a group in one transaction; if the database rejects it, append each request alone."""
        try:
            group = self._transaction(lambda: self._written(asks))
        except sqlite3.IntegrityError:
            if len(asks) == 1:
                return [(asks[0].failed, self._repeated(asks[0]))]
            return [answer for ask in asks for answer in self._appended([ask])]
        except StoreError as error:
            return [(ask.failed, error) for ask in asks]
        self.commits += bool(group.made)
        self._heads.note(group.ends)
        self._newest += sum(len(records) for _, records in group.made)
        return [(ask.done, records) for ask, records in group.made] + [
            (ask.failed, error) for ask, error in group.refused
        ]

    def _written(self, asks: Sequence[AppendRequest]) -> AppendGroup:
        if self.lease and not self._rows("leased", process=self.lease):
            raise TakenOver(f"{self._path}: {TAKEN_OVER}")
        self._look()
        new = streams_of(asks) - self._heads.keys()
        self._look_up(new)
        group = lay(asks, self._heads)
        if stale := conflicting(group) - new:  # this process may have imported or pruned it
            self._look_up(stale)
            group = lay(asks, self._heads)
        for write in ahead(group, self._heads):
            rows = self._rows("before", stream=write.stream, version=write.expected)
            if rows and rows[0][0] >= write.expected:
                raise WentBack(behind(write.stream, write.expected, self._heads[write.stream]))
        self._file.executemany(self._sql["append"].text, group.rows(self._newest + 1))
        moves = group.moves
        born = [(move.of, move.to_version, move.to_hash, move.from_epoch) for move in moves if not move.from_version]
        self._file.executemany(self._sql["new head"].text, born)
        older = [move for move in moves if move.from_version]
        if older and self._file.executemany(self._sql["move head"].text, older).rowcount != len(older):
            self._look_up({move.of for move in moves})
            raise StoreError(f"{self._path}: a head of this append has moved; nothing was written")
        return group

    # ------------------------------------------------------------ heads

    def _look(self) -> None:
        """Compare known heads with the file after writes of another process; the write lock is held."""
        (seen,) = self._file.execute("PRAGMA data_version").fetchone()
        if seen != self._seen:
            self._look_up(set(self._heads))
            self._seen, self._newest = seen, -1
        if self._newest < 0:
            (self._newest,) = self._rows("newest")[0]

    def _look_up(self, streams: set[str]) -> None:
        """Look up heads; raise ``WentBack``, and disable writing, if the file lacks confirmed records."""
        found: dict[str, Tip] = {}
        for stream in streams:
            rows = self._rows("head", stream=stream)
            found[stream] = Tip(*rows[0]) if rows else Tip()
            known = self._heads.get(stream, Tip())
            if known.head != found[stream].head and not self._follows(stream, known, found[stream]):
                raise WentBack(went_back(stream, known, found[stream]))
        self._heads.note(found)

    def _follows(self, stream: str, known: Tip, found: Tip) -> bool:
        """Return whether a stream was extended by other processes, or pruned."""
        if known.version == 0:
            return True
        if found.version > known.version and self._rows("before", stream=stream, version=known.version) == [known.head]:
            return True
        notes = self._rows("shelf", kind=PRUNED, key=stream)
        return is_pruned(notes[0][1] if notes else None, known)

    def _rows(self, statement: str, **given: object) -> list[Any]:
        return self._file.execute(self._sql[statement].text, self._sql[statement].arguments(**given)).fetchall()

    def _same_file(self) -> None:
        """Raise ``WentBack`` if the file was replaced: further writes would be lost."""
        if inode(self._path) != self._inode:
            raise WentBack(
                f"{self._path}: the file was replaced while it was open; writing is disabled: "
                "restore the right database and restart the floor"
            )

    def _repeated(self, ask: AppendRequest) -> Exception:
        """Return the error for a repeated command: its versions matched, so only the command key can conflict."""
        for write in ask.writes:
            if self._rows("find", stream=write.stream, who=write.command.who, command=write.command.id):
                return taken(write)
        return StoreError(f"{self._path}: the database rejected this append")

    def _worked(self, task: Task) -> list[Answer]:
        self._newest = -1  # the task may write records
        try:
            return [(task.done, self._transaction(lambda: task.work(self._file)))]
        except Exception as error:  # a conflict or a database error; passed on to the caller
            return [(task.failed, error)]

    def _transaction(self, work: Callable[[], Any]) -> Any:
        """Run work between BEGIN and COMMIT; roll back if either fails."""
        if self.broken is not None:
            raise type(self.broken)(str(self.broken))
        try:
            self._same_file()
            self._file.execute("BEGIN IMMEDIATE")
            answer = work()
            self._file.execute("COMMIT")
            self._same_file()  # confirm only if the file at the path is still this one
        except sqlite3.IntegrityError:
            self._back()
            raise
        except sqlite3.Error as error:
            self._back()
            words = translated(error, self._path)
            if isinstance(words, OutcomeUnknown):  # the state of the disk is unknown, so nothing more is written
                self.broken = words
            raise words from None
        except WritingDisabled as error:
            self._back()
            self.broken = error
            raise
        except BaseException:
            self._back()
            raise
        return answer

    def _back(self) -> None:
        if self._file.in_transaction:
            self._file.execute("ROLLBACK")


def translated(error: sqlite3.Error, path: str) -> StoreError:
    """Translate an SQLite error into one line."""
    name: str = getattr(error, "sqlite_errorname", "")
    if name in IN_DOUBT:
        return OutcomeUnknown(f"{path}: the disk did not confirm a write ({name}); reopen the log")
    words = next((words for prefix, words in WORDS.items() if name.startswith(prefix)), str(error))
    return StoreError(f"{path}: {words}")


def inode(path: str) -> tuple[int, int]:
    """Return device and inode of the file at a path; zeros if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino
