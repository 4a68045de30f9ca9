"""The one thread that writes to a file of SQLite: everything that waits goes into one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

from punto.log.store import taken
from punto.store.appends import (
    MOST_ROWS,
    PRUNED,
    Ask,
    Group,
    Heads,
    Tip,
    conflicting,
    is_pruned,
    lay,
    streams_of,
    went_back,
)
from punto.store.durable import StoreError, Unknown, WentBack
from punto.store.sqlite_file import inode, translated
from punto.store.tables import Statement


@dataclass(eq=False)
class Task:
    """Something else that is to be written: a function of the connection, which has a transaction of its own."""

    work: Callable[[sqlite3.Connection], Any]
    answer: asyncio.Future[Any]

    def done(self, answer: Any) -> None:
        """Tell what came of it."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def failed(self, error: Exception) -> None:
        """Tell that nothing came of it."""
        if not self.answer.done():
            self.answer.set_exception(error)


Answer = tuple[Callable[[Any], None], Any]  # what is to be told, and how; told in the thread of the event loop


class Writer(Thread):
    """It drains its queue, commits, and only then tells those who wait, all of them by one call."""

    def __init__(
        self, path: str, file: sqlite3.Connection, loop: asyncio.AbstractEventLoop, sql: Mapping[str, Statement]
    ) -> None:
        super().__init__(name="punto-store-writer", daemon=True)
        self.commits = 0
        self._path, self._file, self._loop, self._sql = path, file, loop, sql
        self._queue: SimpleQueue[Ask | Task | None] = SimpleQueue()
        self._gate, self._closed = Lock(), False
        self._heads = Heads()
        self._newest, self._seen = (
            -1,
            -1,
        )  # the last position, and SQLite's count of what others have written; not known
        self._inode = inode(path)
        self.broken: StoreError | None = None  # why nothing is written any more

    def ask(self, job: Ask | Task) -> None:
        """Let something be written."""
        with self._gate:
            if self._closed:
                raise StoreError(f"{self._path} is closed")
            self._queue.put(job)

    def drop(self, streams: Iterable[str]) -> None:
        """Forget streams that were taken away in order."""
        self._heads.drop(streams)

    def finish(self) -> None:
        """Write what waits, and close the file."""
        with self._gate:
            first, self._closed = not self._closed, True
        if first:
            self._queue.put(None)
        self.join()

    def run(self) -> None:
        """Write until told to finish."""
        going = True
        while going:
            jobs, going = self._drain()
            asks = [job for job in jobs if isinstance(job, Ask)]
            answers = self._appended(asks) if asks else []
            for job in jobs:
                if isinstance(job, Task):
                    answers += self._worked(job)
            self._tell(answers)
        self._file.close()

    def _drain(self) -> tuple[list[Ask | Task], bool]:
        """Wait for a job; take it and those behind it, as many as one transaction holds."""
        jobs: list[Ask | Task] = []
        rows = 0
        job = self._queue.get()
        while job is not None:
            jobs.append(job)
            rows += len(job.writes) if isinstance(job, Ask) else 1
            if rows > MOST_ROWS * 3 // 4:  # one append more may still fit
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
        except RuntimeError:  # the loop was closed, and with it whoever waited
            return

    # ------------------------------------------------------------ transactions

    def _appended(self, asks: Sequence[Ask]) -> list[Answer]:
        """Append a group in one transaction; where the database refuses it, each alone."""
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

    def _written(self, asks: Sequence[Ask]) -> Group:
        self._look()
        new = streams_of(asks) - self._heads.keys()
        self._look_up(new)
        group = lay(asks, self._heads)
        if behind := conflicting(group) - new:  # this process may have imported or taken away what is there
            self._look_up(behind)
            group = lay(asks, self._heads)
        self._file.executemany(self._sql["append"].text, group.rows(self._newest + 1))
        moves = group.moves
        born = [(move.of, move.to_version, move.to_hash, move.from_epoch) for move in moves if not move.from_version]
        self._file.executemany(self._sql["new head"].text, born)
        older = [move for move in moves if move.from_version]
        if older and self._file.executemany(self._sql["move head"].text, older).rowcount != len(older):
            self._look_up({move.of for move in moves})
            raise StoreError(f"{self._path}: a head of this append is not where it was; nothing was written")
        return group

    # ------------------------------------------------------------ heads

    def _look(self) -> None:
        """Compare what is known with the file where another process has written to it; its write lock is held."""
        (seen,) = self._file.execute("PRAGMA data_version").fetchone()
        if seen != self._seen:
            self._look_up(set(self._heads))
            self._seen, self._newest = seen, -1
        if self._newest < 0:
            (self._newest,) = self._rows("newest")[0]

    def _look_up(self, streams: set[str]) -> None:
        """Look up heads; raise ``WentBack``, now and from now on, where the file lacks what was written to it."""
        found: dict[str, Tip] = {}
        for stream in streams:
            rows = self._rows("head", stream=stream)
            found[stream] = Tip(*rows[0]) if rows else Tip()
            known = self._heads.get(stream, Tip())
            if known.head != found[stream].head and not self._follows(stream, known, found[stream]):
                raise WentBack(went_back(stream, known, found[stream]))
        self._heads.note(found)

    def _follows(self, stream: str, known: Tip, found: Tip) -> bool:
        """Say whether a stream was extended by others since it was known, or taken away in order."""
        if known.version == 0:
            return True
        if found.version > known.version and self._rows("before", stream=stream, version=known.version) == [known.head]:
            return True
        notes = self._rows("shelf", kind=PRUNED, key=stream)
        return is_pruned(notes[0][1] if notes else None, known)

    def _rows(self, statement: str, **given: object) -> list[Any]:
        return self._file.execute(self._sql[statement].text, self._sql[statement].arguments(**given)).fetchall()

    def _same_file(self) -> None:
        """Raise ``WentBack`` where another file lies in this one's place: what is written here would be lost."""
        if inode(self._path) != self._inode:
            raise WentBack(
                f"{self._path}: the file was replaced while it was open; nothing more is written: "
                "bring the right database back and start the floor again"
            )

    def _repeated(self, ask: Ask) -> Exception:
        """Say which command of an append is there already: its versions fitted, so nothing else can be."""
        for write in ask.writes:
            if self._rows("find", stream=write.stream, who=write.command.who, command=write.command.id):
                return taken(write)
        return StoreError(f"{self._path}: the database refuses this append")

    def _worked(self, task: Task) -> list[Answer]:
        self._newest = -1  # it may write records
        try:
            return [(task.done, self._transaction(lambda: task.work(self._file)))]
        except Exception as error:  # a conflict, or the database's own; its asker is told
            return [(task.failed, error)]

    def _transaction(self, work: Callable[[], Any]) -> Any:
        """Do something between BEGIN and COMMIT; nothing of it stays where either fails."""
        if self.broken is not None:
            raise type(self.broken)(str(self.broken))
        try:
            self._same_file()
            self._file.execute("BEGIN IMMEDIATE")
            answer = work()
            self._file.execute("COMMIT")
            self._same_file()  # a promise is kept in the file that is found there
        except sqlite3.IntegrityError:
            self._back()
            raise
        except sqlite3.Error as error:
            self._back()
            words = translated(error, self._path)
            if isinstance(words, Unknown):  # what the disk holds is not known any more: nothing is put on top of it
                self.broken = words
            raise words from None
        except WentBack as error:
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
