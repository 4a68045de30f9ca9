"""A line: one listener's bounded queue.

Whoever publishes puts messages in and never waits. As long as the network takes them at once, they go out at once; what
it does not take waits in the queue, and one task per line sends it when it can. A queue that is full means that its
listener reads too slowly: the line is dropped, what waited is thrown away, and a last message says why. The listener
comes back with what it has seen.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from punto.server.messages import Bye, message

MOST_MESSAGES = 512
MOST_BYTES = 1 << 20
FAREWELL_SECONDS = 5.0  # to get the last message out

Send = Callable[[bytes], Awaitable[None]]
Direct = Callable[[bytes], bool]  # sends at once, or says that the network does not take it now

TOO_SLOW = "too slow"
DIRECT = "punto.direct"  # the extension by which a server offers it


class Line:
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
