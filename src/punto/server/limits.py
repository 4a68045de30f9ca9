"""Limits: how often somebody may speak, from which address, and how many lines there may be."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable

import msgspec

MOST_REMEMBERED = 10_000  # addresses; the one that has been quiet longest is forgotten


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a floor puts up with."""

    frame: int = 16 * 1024  # bytes of one message of a client
    messages: float = 20.0  # a second, of one line
    hasty: int = 60  # messages at once, after a quiet time
    address_messages: float = 400.0  # a second, of all lines of an address
    lines: int = 20_000
    address_lines: int = 200
    questions: float = 50.0  # a second, by HTTP, of an address
    hasty_questions: int = 200
    guests: float = 0.5  # a second, of an address
    hasty_guests: int = 20
    odds: float = 5.0  # a second, of an address: each is a quarter of a second's work
    malformed: int = 20  # messages that make no sense, before a line is dropped


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, rate: float, most: float, at: float) -> None:
        self.rate, self.most = rate, most
        self._left, self._at = most, at

    def take(self, at: float) -> bool:
        """Take one; nothing is left where that fails."""
        self._left = min(self.most, self._left + (at - self._at) * self.rate)
        self._at = at
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float]) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one from an address's bucket."""
        bucket = self._of.get(address)
        if bucket is None:
            bucket = self._of[address] = Bucket(self._rate, self._most, self._clock())
            if len(self._of) > MOST_REMEMBERED:
                self._of.popitem(last=False)
        self._of.move_to_end(address)
        return bucket.take(self._clock())


class Limits:
    """The limits of a floor, as they stand."""

    def __init__(self, settings: Settings, clock: Callable[[], float]) -> None:
        self.settings, self.clock = settings, clock
        self.questions = Buckets(settings.questions, settings.hasty_questions, clock)
        self.guests = Buckets(settings.guests, settings.hasty_guests, clock)
        self.odds = Buckets(settings.odds, settings.odds * 4, clock)
        self.messages = Buckets(settings.address_messages, settings.address_messages * 2, clock)
        self.lines: Counter[str] = Counter()  # by address
        self.open_lines = 0

    def line(self) -> Bucket:
        """Return the bucket of one line."""
        return Bucket(self.settings.messages, self.settings.hasty, self.clock())

    def full(self, address: str) -> bool:
        """Whether there may be no more lines, in all or from an address."""
        return self.open_lines >= self.settings.lines or self.lines[address] >= self.settings.address_lines

    def open(self, address: str) -> None:
        """Count a line."""
        self.lines[address] += 1
        self.open_lines += 1

    def close(self, address: str) -> None:
        """Count it no more."""
        self.lines[address] -= 1
        self.open_lines -= 1
        if self.lines[address] <= 0:
            del self.lines[address]
