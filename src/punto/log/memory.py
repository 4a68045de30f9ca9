"""A log in memory, with the promise every store keeps: at the version expected, all or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from punto.log.record import GENESIS, Record, chain
from punto.table.events import AnyEvent


class Conflict(ValueError):
    """Somebody else appended first."""


class MemoryLog:
    """Streams of records, kept as long as the process."""

    def __init__(self) -> None:
        self._streams: dict[str, list[Record]] = {}

    def append(self, stream: str, expected: int, events: Sequence[AnyEvent]) -> list[Record]:
        """Append events after version ``expected``, or refuse them all."""
        records = self._streams.get(stream, [])
        if len(records) != expected:
            raise Conflict(f"{stream} is at version {len(records)}, not {expected}")
        last = records[-1].hash if records else GENESIS
        added: list[Record] = []
        for version, event in enumerate(events, expected + 1):
            added.append(chain(stream, version, last, event))
            last = added[-1].hash
        self._streams[stream] = records + added
        return added

    def read(self, stream: str) -> tuple[Record, ...]:
        """Return a stream from its start."""
        return tuple(self._streams.get(stream, ()))
