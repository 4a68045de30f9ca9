"""Spectators for ``punto bench spectators``, in a process of their own: many sockets, with receipt times.

``python -m punto.apps.cli.bench.watchers PORT TABLE NUMBER`` opens the sockets, and listens until its standard input is
closed. It then writes pairs of 64-bit numbers: an event number, and when a socket received it, in nanoseconds of the
clock that all processes of a machine share. Frames are parsed by hand, so that the measurement is of the server.
"""

from __future__ import annotations

import asyncio
import sys
from array import array
from time import monotonic_ns

MARK = b'{"events":{"n":'
END = b"\r\n\r\n"  # of the response that opens the connection
PING, PONG, LONG = 0x89, 0x8A, 126  # first byte of a frame; size from which it has bytes of its own
HELLO = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
AT_ONCE = 50  # sockets opened concurrently


class Watcher(asyncio.Protocol):
    """One socket."""

    def __init__(self, hello: bytes, heard: array[int]) -> None:
        self.hello, self.heard = hello, heard
        self.rest, self.begun = b"", False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the WebSocket upgrade."""
        if isinstance(transport, asyncio.Transport):
            self.transport = transport
            transport.write(self.hello)

    def data_received(self, data: bytes) -> None:
        """Record when an event was received, and reply to pings."""
        now, data = monotonic_ns(), self.rest + data
        place = 0 if self.begun else data.find(END) + len(END)
        self.begun = self.begun or place >= len(END)
        while self.begun and (frame := frame_at(data, place)):
            first, (begin, place) = data[place], frame
            if data[begin : begin + len(MARK)] == MARK:
                number = data[begin + len(MARK) : data.index(b",", begin)]
                self.heard.extend((int(number), now))
            elif first == PING:
                self.transport.write(bytes((PONG, 0x80 | place - begin, 0, 0, 0, 0)) + data[begin:place])
        self.rest = data[place:] if self.begun else data


def frame_at(data: bytes, place: int) -> tuple[int, int] | None:
    """Return start and end of a frame's payload; None if it is incomplete (RFC 6455, 5.2)."""
    if len(data) < place + 2:
        return None
    size, begin = data[place + 1], place + 2
    if size >= LONG:
        begin += 2 if size == LONG else 8
        size = int.from_bytes(data[place + 2 : begin])
    return (begin, begin + size) if len(data) >= begin + size else None


async def watch(port: int, table: str, number: int) -> array[int]:
    """Open sockets, listen, and return the receipts."""
    loop, heard = asyncio.get_running_loop(), array("q")
    hello = HELLO.format(table=table, port=port).encode()
    for begin in range(0, number, AT_ONCE):
        opened = min(AT_ONCE, number - begin)
        await asyncio.gather(
            *(loop.create_connection(lambda: Watcher(hello, heard), "127.0.0.1", port) for _ in range(opened))
        )
    await asyncio.to_thread(sys.stdin.buffer.read)
    return heard


if __name__ == "__main__":
    found = asyncio.run(watch(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
    sys.stdout.buffer.write(found.tobytes())
