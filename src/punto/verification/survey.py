"""The first look at a log: the facts that its replay needs in advance, and the streams that can be replayed apart.

The journal is read for duties and proposals, meters for the seeds that they reveal later. All other records are only
counted. Streams whose records follow from each other belong together: tables with their meters and coupon books, and
with the wallets if players pay from them. Everything else can be replayed in another process.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from punto.game.filings_link import FILED
from punto.game.filings_link import STREAM as REGISTER
from punto.people.administration.state import default_of
from punto.record.chain import LogError, Record, decode
from punto.record.duties import JOURNAL, Duties
from punto.record.export import Hashed, LogEntry, read_line
from punto.record.log_reader import LogSource, stream_at
from punto.record.opening import Open
from punto.verification.approvals import Approvals
from punto.verification.linked_streams import ALONE, Remembered, threshold
from punto.verification.posts import MARKS, Posts

FIRST = b'"n":1,'  # in the record that opens a table
# In records by which a table moves money to or from a wallet, or turns to the register of filings.
LINKS = (b'"transfer":"', b'"do":"amend"', b'"do":"take-option"')
MUST_HIT = b'"must-hit-'  # in a record that commits to a run of Must Hit, or reveals its seed
WALLETS = "wallet/"


class Survey:
    """Streams with their numbers of records, posts, duties, proposals, seeds, and links between streams."""

    def __init__(self) -> None:
        self.streams: Counter[str] = Counter()
        self.duties, self.approvals, self.posts = Duties(), Approvals(), Posts()
        self.lots: dict[str, Remembered] = {}
        self.thresholds: frozenset[int] = frozenset()  # every value of the countersignature threshold
        self._joined: dict[str, str] = {}  # a stream of the same group, nearer to the one that names it

    @classmethod
    def of(cls, source: LogSource) -> Survey:
        """Return the survey of a log."""
        found = cls()
        for number, line in enumerate(source.lines(), 1):
            stream = stream_at(line)
            if stream.startswith("table/"):
                found.streams[stream] += 1
                if FIRST not in line[:400] and not any(link in line for link in (*LINKS, *MARKS)):
                    continue
            elif stream.startswith("progressive/") and MUST_HIT not in line:
                found.streams[stream] += 1
                continue
            elif stream:
                found.streams[stream] += 1
            found._look(number, line, stream)
        return found

    def _look(self, number: int, line: bytes, stream: str) -> None:
        """Look into a record that others may depend on; the scan reports what is wrong with it."""
        try:
            read = read_line(line.removesuffix(b"\n"))
            if not isinstance(read, Hashed):
                return
            batch = decode(read.body)
        except LogError:
            return
        self.streams[batch.stream] += not stream
        kind = batch.stream.partition("/")[0]
        if kind == "table" and isinstance(batch.command, Open):
            self._link(batch.stream, "progressive", batch.command.progressive)
            self._link(batch.stream, "coupon", batch.command.coupon_book)
        if kind == "table":
            self.posts.note(number, batch)
        if isinstance(batch.command, FILED) and getattr(batch.command, "filing", True):
            self._link(batch.stream, *REGISTER.split("/"))
        if getattr(batch.command, "transfer", "") or kind == "wallet" or batch.stream == JOURNAL:
            self._link(batch.stream, "wallet", "any")
        if kind == "progressive":
            lots = self.lots.setdefault(batch.stream, Remembered())
            for event in batch.events:
                lots.note(event)
        if batch.stream == JOURNAL:
            self.duties.note(batch)
            self.approvals.note(LogEntry(number, Record(batch.stream, batch.n, batch.last, b"", ""), batch))
            changed = {value for event in batch.events if (value := threshold(event)) is not None}
            self.thresholds |= {int(default_of(ALONE))} | changed

    # ------------------------------------------------------------ groups

    def _link(self, stream: str, kind: str, name: str) -> None:
        """Join a stream with one that it names, if it names one."""
        if name:
            one, other = self._head(stream), self._head(f"{kind}/{name}")
            if one != other:
                self._joined[one] = other

    def _head(self, stream: str) -> str:
        while stream in self._joined:
            stream = self._joined[stream]
        return stream

    def groups(self) -> list[frozenset[str]]:
        """Return the streams that belong together, the groups with the most records first."""
        found: dict[str, set[str]] = {}
        for stream in self.streams:
            found.setdefault(self._head(stream), set()).add(stream)
        return sorted(map(frozenset, found.values()), key=self._size, reverse=True)

    def parts(self, most: int) -> list[frozenset[str]]:
        """Return the groups in at most so many parts of similar size."""
        parts: list[set[str]] = [set() for _ in range(most)]
        for group in self.groups():
            min(parts, key=self._size).update(group)
        return [frozenset(part) for part in parts if part]

    def _size(self, streams: frozenset[str] | set[str]) -> int:
        return sum(self.streams[stream] for stream in streams)

    def linked(self) -> Iterator[str]:
        """Yield the streams of linked machines."""
        return (stream for stream in self.streams if not stream.startswith("table/"))
