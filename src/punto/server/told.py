"""A record as it is told: one message, encoded once for each role, and again only for a seat that has its own in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from punto.folds.views import Seen, Viewer
from punto.log.record import Record

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


class Told:
    """A record of a table, and the messages that are made of it."""

    __slots__ = ("_made", "_seen", "at", "last", "n")

    def __init__(self, record: Record) -> None:
        body = _BODY.decode(record.body)
        self.n, self.last, self.at = body.n, record.last, body.command.at
        self._seen = [Seen(bytes(event)) for event in body.events]
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


def as_seen_by(told: Iterable[Told], who: str, now: Key) -> list[tuple[Told, Key]]:
    """Return records that were told before, each with how somebody sees it who looks ``now`` as they do.

    A seat is somebody's only while they sat there: what happened at it before, or at another one, was another's. So
    this goes back from the present, and from sitting down on it is a passer-by's view.
    """
    seen: list[tuple[Told, Key]] = []
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
