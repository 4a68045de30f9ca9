"""Posts over all tables of a floor: no one has a dealer's post at two tables at the same time.

A table knows its own posts, and replaying it decides them again. Only the log of a whole floor shows the other tables.
A person who signs off is counted as free from then on, although the coup is still to be completed.
"""

from __future__ import annotations

from punto.record.chain import Batch
from punto.record.export import LogFault
from punto.table.staff_events import ASSIGNED, Relieved, SignedOff, SignedOn

MARKS = (b'"do":"sign-on"', b'"do":"sign-off"', b'"do":"relieve"')  # in records that change a dealer's post


class Posts:
    """The posts of dealers, and what was wrong with them."""

    def __init__(self) -> None:
        self.faults: list[LogFault] = []
        self._held: dict[str, str] = {}  # by person: the stream of the table

    def note(self, line: int, batch: Batch) -> None:
        """Note a record of a table."""
        for n, event in batch.numbered:
            if isinstance(event, SignedOff) and self._held.get(event.who) == batch.stream:
                del self._held[event.who]
            elif isinstance(event, SignedOn | Relieved) and event.post != ASSIGNED:
                held = self._held.get(event.who, batch.stream)
                if held != batch.stream:
                    where = held.removeprefix("table/")
                    words = f"{event.who} had a dealer's post at {where} when this one was taken"
                    self.faults.append(LogFault("duties", line, words, n, batch.stream))
                self._held[event.who] = batch.stream
                if isinstance(event, Relieved):
                    self._held.pop(event.whom, None)
