"""What keeps a log: a promise that the store in memory keeps, and every database after it.

``append`` takes what one command brought to each of the streams it touched, and commits all of it or nothing. A writer
says at which version it saw each stream; where somebody else was first, nothing is written. Nothing is ever changed or
taken away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

import msgspec

from punto.record.chain import GENESIS, Batch, LoggedCommand, LoggedEvent, Record, chain, digest


class Conflict(ValueError):
    """Somebody else appended first, or this command was taken already; nothing was written."""


class Write(msgspec.Struct, frozen=True):
    """What a command brings to one stream, after the version that the writer saw."""

    stream: str
    expected: int  # 0 for a stream that is not there yet
    command: LoggedCommand
    events: tuple[LoggedEvent, ...]


class Head(NamedTuple):
    """Where a stream ends: its version and its last hash; as it is here, where one that is not there yet begins."""

    version: int = 0
    hash: str = GENESIS


def head(record: Record | None) -> Head:
    """Return where a stream ends whose last record this is."""
    return Head() if record is None else Head(record.last, record.hash)


def follow(write: Write, end: Head) -> Record:
    """Make the record of a write; raise ``Conflict`` where its stream does not end where the writer saw it."""
    if end.version != write.expected:
        raise Conflict(f"{write.stream} is at version {end.version}, not {write.expected}")
    return chain(Batch(write.stream, end.version + 1, write.command, write.events), end.hash)


LOST = "; records were lost, as when a database goes back in time and is written on"


def broken(record: Record, end: Head) -> str:
    """Say how a record does not follow from the one before it in its stream; nothing where it does."""
    due = end.version + 1
    if record.n < due:
        return f"event {due} is due here: this record is a repetition, or stands in the wrong place"
    if record.n > due:
        missing = f"event {due} is" if record.n == due + 1 else f"events {due} to {record.n - 1} are"
        return f"{missing} missing before it"
    if record.hash != digest(end.hash, record.body):
        return "its hash does not follow from its bytes and the record before it: one of them was changed"
    return ""


def taken(write: Write) -> Conflict:
    """Say that a stream has this command already."""
    return Conflict(f"{write.stream} has taken command {write.command.id!r} of {write.command.who!r} already")


def one_each(writes: Iterable[Write]) -> tuple[Write, ...]:
    """Return the writes of one append, which names each stream once."""
    asked = tuple(writes)
    if len(asked) > 1 and len({write.stream for write in asked}) < len(asked):
        raise Conflict("one append names a stream twice")
    return asked


class Reader(Protocol):
    """A reader of the records of a stream."""

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Return the records of a stream that hold events after a version, in order."""


class Store(Reader, Protocol):
    """Streams of records."""

    def append(self, writes: Iterable[Write]) -> tuple[Record, ...]:
        """Append to several streams, all or nothing; raise ``Conflict`` where a stream is at another version."""

    def last(self, stream: str) -> Record | None:
        """Return the last record of a stream."""

    def find(self, stream: str, who: str, ident: str) -> Record | None:
        """Return what somebody's command brought to a stream, by the id they gave it."""

    def records(self) -> Iterator[Record]:
        """Return the records of all streams, in the order in which they were appended.

        Those of one append stand one behind the other, as they were given: a verification looks for them there.
        """
