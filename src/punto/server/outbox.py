"""Records encoded once per role, and the bounded outbox of each connection.

A publisher adds messages and never waits. As long as the network takes them immediately, they are sent immediately; the
rest waits in the queue, and one task per connection sends it. A full queue means that its client reads too slowly: the
connection is dropped, what waited is discarded, and a last message says why. The client reconnects with the number of
the last event that it has.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator

import msgspec

from punto.record.chain import Record
from punto.server.messages import Bye, message
from punto.views.views import MaskedEvent, Viewer

MOST_MESSAGES = 512
MOST_BYTES = 1 << 20
FAREWELL_SECONDS = 5.0  # to send the last message

Send = Callable[[bytes], Awaitable[None]]
Direct = Callable[[bytes], bool]  # sends immediately, or returns False if the network does not accept it now

TOO_SLOW = "too slow"
DIRECT = "punto.direct"  # the ASGI extension that offers it


class Outbox:
    """The queued messages of one connection."""

    __slots__ = ("_busy", "_bytes", "_direct", "_pouring", "_ready", "_waiting", "most_bytes", "most_messages", "why")

    def __init__(
        self, direct: Direct | None = None, *, most_messages: int = MOST_MESSAGES, most_bytes: int = MOST_BYTES
    ) -> None:
        self.most_messages, self.most_bytes = most_messages, most_bytes
        self._direct = direct
        self._busy = False  # a queued message is being sent, and no other may overtake it
        self.why = ""  # why the connection was closed, or ""
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._ready = asyncio.Event()
        self._pouring: asyncio.Task[None] | None = None

    def push(self, data: bytes) -> None:
        """Send or queue a message; close the connection if the queue is full."""
        if self.why:
            return
        if not self._waiting and not self._busy and self._direct is not None and self._direct(data):
            return
        if len(self._waiting) >= self.most_messages or self._bytes + len(data) > self.most_bytes:
            self.drop(TOO_SLOW)
            return
        self._waiting.append(data)
        self._bytes += len(data)
        self._ready.set()

    def drop(self, why: str, last: bytes = b"") -> None:
        """Close the connection: discard queued messages, send only a last one with the reason."""
        if not self.why:
            self._waiting.clear()
            self._end(why, last)

    def finish(self, why: str) -> None:
        """Close the connection after sending queued messages."""
        if not self.why:
            self._end(why)

    def _end(self, why: str, last: bytes = b"") -> None:
        self.why = why
        self._waiting.extend((last,) if last else ())
        self._waiting.append(message("bye", Bye(why=why)))
        self._ready.set()
        if self._pouring is not None:  # do not wait for a client that reads nothing
            self._pouring.get_loop().call_later(FAREWELL_SECONDS, self._pouring.cancel)

    async def pour(self, send: Send) -> None:
        """Send queued messages until the connection is closed and its last message is sent."""
        self._pouring = asyncio.current_task()
        while True:
            await self._ready.wait()
            self._busy = True
            while self._waiting:
                data = self._waiting.popleft()
                self._bytes -= len(data)
                await send(data)
            self._busy = False
            if self.why:
                return
            self._ready.clear()


# ---------------------------------------------------------------- messages of a record

Key = tuple[Viewer, int | None]  # who looks: the role, and for players the seat
PASSER_BY: Key = (Viewer.SPECTATOR, None)


class _Command(msgspec.Struct, frozen=True):
    """The public part of a command: its time."""

    at: int


class _Body(msgspec.Struct, frozen=True):
    n: int
    command: _Command
    events: tuple[msgspec.Raw, ...]


class _Moved(msgspec.Struct, frozen=True):
    """An event by which a player sits down or leaves."""

    event: str
    seat: int | None = None
    who: str = ""


_BODY = msgspec.json.Decoder(_Body)
_MOVED = msgspec.json.Decoder(_Moved)
_SEATING = ("player-seated/1", "player-left/1")


class BroadcastRecord:
    """A record of a table, and its encoded messages."""

    __slots__ = ("_made", "_seen", "at", "last", "n")

    def __init__(self, record: Record) -> None:
        body = _BODY.decode(record.body)
        self.n, self.last, self.at = body.n, record.last, body.command.at
        self._seen = [MaskedEvent(bytes(event)) for event in body.events]
        self._made: dict[Key, bytes] = {}

    def to(self, key: Key) -> bytes:
        """Return the message for a view; connections with the same view share its bytes."""
        viewer, seat = key
        shared = viewer, seat if viewer is Viewer.PLAYER and any(seat in seen.seats for seen in self._seen) else None
        if shared not in self._made:
            self._made[shared] = b'{"events":{"n":%d,"at":%d,"events":[%b]}}' % (
                self.n,
                self.at,
                b",".join(seen.to(*shared) or b"{}" for seen in self._seen),
            )
        return self._made[shared]

    def views(self, key: Key) -> Iterator[tuple[int, bytes]]:
        """Return each event with its number, in a view."""
        return ((n, seen.to(*key) or b"{}") for n, seen in enumerate(self._seen, self.n))

    def seating(self) -> Iterator[tuple[str, int, str]]:
        """Return who sat down or left: event, seat and pseudonym."""
        for seen in self._seen:
            if seen.tag in _SEATING:
                moved = _MOVED.decode(seen.stored)
                yield moved.event, moved.seat or 0, moved.who


def as_seen_by(told: Iterable[BroadcastRecord], who: str, now: Key) -> list[tuple[BroadcastRecord, Key]]:
    """Return past records, each with the view of a user whose current view is ``now``.

    A user has a seat's view only while seated there. So this goes back from the present; before the user sat down, the
    view is a spectator's.
    """
    seen: list[tuple[BroadcastRecord, Key]] = []
    key = now
    for one in reversed(list(told)):
        moves = [(event, seat) for event, seat, name in one.seating() if name == who] if who else []
        left = next((seat for event, seat in moves if event == "player-left/1"), None)
        if left is not None and now[0] in (Viewer.PLAYER, Viewer.SPECTATOR):
            key = Viewer.PLAYER, left
        seen.append((one, key))
        if any(event == "player-seated/1" for event, _ in moves) and key[0] is Viewer.PLAYER:
            key = PASSER_BY
    return seen[::-1]
