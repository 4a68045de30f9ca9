"""Records encoded once per role, and the bounded outbox of each connection."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator

import msgspec

from punto.record.chain import Record
from punto.server.messages import Bye, message
from punto.views.views import MaskedEvent, Viewer

# ---------------------------------------------------------------- line

# A line: one listener's bounded queue.
#
# Whoever publishes puts messages in and never waits. As long as the network takes them at once, they go out at once;
# what it does not take waits in the queue, and one task per line sends it when it can. A queue that is full means that
# its listener reads too slowly: the line is dropped, what waited is thrown away, and a last message says why. The
# listener comes back with what it has seen.

MOST_MESSAGES = 512
MOST_BYTES = 1 << 20
FAREWELL_SECONDS = 5.0  # to get the last message out

Send = Callable[[bytes], Awaitable[None]]
Direct = Callable[[bytes], bool]  # sends at once, or says that the network does not take it now

TOO_SLOW = "too slow"
DIRECT = "punto.direct"  # the extension by which a server offers it


class Outbox:
    """The messages that wait for one listener."""

    __slots__ = ("_busy", "_bytes", "_direct", "_pouring", "_ready", "_waiting", "most_bytes", "most_messages", "why")

    def __init__(
        self, direct: Direct | None = None, *, most_messages: int = MOST_MESSAGES, most_bytes: int = MOST_BYTES
    ) -> None:
        self.most_messages, self.most_bytes = most_messages, most_bytes
        self._direct = direct
        self._busy = False  # a message is on its way out of the queue, and none may overtake it
        self.why = ""  # the line was dropped, and why
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._ready = asyncio.Event()
        self._pouring: asyncio.Task[None] | None = None

    def push(self, data: bytes) -> None:
        """Put a message into the queue; drop the line where it is full."""
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
        """End the line: nothing that waits is sent any more, only a last message that says why."""
        if not self.why:
            self._waiting.clear()
            self._end(why, last)

    def finish(self, why: str) -> None:
        """End the line after what waits has been sent."""
        if not self.why:
            self._end(why)

    def _end(self, why: str, last: bytes = b"") -> None:
        self.why = why
        self._waiting.extend((last,) if last else ())
        self._waiting.append(message("bye", Bye(why=why)))
        self._ready.set()
        if self._pouring is not None:  # a listener who does not read at all is not waited for
            self._pouring.get_loop().call_later(FAREWELL_SECONDS, self._pouring.cancel)

    async def pour(self, send: Send) -> None:
        """Send what is put in, until the line has ended and its last message is out."""
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


# ---------------------------------------------------------------- told

# A record as it is told: one message, encoded once for each role, and again only for a seat that has its own in it.

Key = tuple[Viewer, int | None]  # who looks: the role, and for players the seat
PASSER_BY: Key = (Viewer.SPECTATOR, None)


class _Command(msgspec.Struct, frozen=True):
    """What is told of a command: when it came."""

    at: int


class _Body(msgspec.Struct, frozen=True):
    n: int
    command: _Command
    events: tuple[msgspec.Raw, ...]


class _Moved(msgspec.Struct, frozen=True):
    """Whether an event seats somebody, or takes them away."""

    event: str
    seat: int | None = None
    who: str = ""


_BODY = msgspec.json.Decoder(_Body)
_MOVED = msgspec.json.Decoder(_Moved)
_SEATING = ("player-seated/1", "player-left/1")


class BroadcastRecord:
    """A record of a table, and the messages that are made of it."""

    __slots__ = ("_made", "_seen", "at", "last", "n")

    def __init__(self, record: Record) -> None:
        body = _BODY.decode(record.body)
        self.n, self.last, self.at = body.n, record.last, body.command.at
        self._seen = [MaskedEvent(bytes(event)) for event in body.events]
        self._made: dict[Key, bytes] = {}

    def to(self, key: Key) -> bytes:
        """Return the message for a viewer; all who share it share its bytes."""
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
        """Return each event with its number, as a viewer sees it."""
        return ((n, seen.to(*key) or b"{}") for n, seen in enumerate(self._seen, self.n))

    def seating(self) -> Iterator[tuple[str, int, str]]:
        """Return who sat down or left with it: the event, the seat, and the pseudonym."""
        for seen in self._seen:
            if seen.tag in _SEATING:
                moved = _MOVED.decode(seen.stored)
                yield moved.event, moved.seat or 0, moved.who


def as_seen_by(told: Iterable[BroadcastRecord], who: str, now: Key) -> list[tuple[BroadcastRecord, Key]]:
    """Return records that were told before, each with how somebody sees it who looks ``now`` as they do.

    A seat is somebody's only while they sat there: what happened at it before, or at another one, was another's. So
    this goes back from the present, and from sitting down on it is a passer-by's view.
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
