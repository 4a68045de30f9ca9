"""Rate limits: a bucket of tokens for each connection or address, filled by the clock that is handed in.

Whoever takes a token may go on; an empty bucket says how long to wait. A bucket that is full again is as good as one
that was never there, and is forgotten; so memory is bounded by those who are busy, and by a limit: at the limit the one
that was used longest ago gives way. Tokens are counted in thousandths, in whole numbers.
"""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, IPv6Network
from typing import NamedTuple

MILLI = 1000


def origin_of(address: str) -> str:
    """Return what an address is counted as: for IPv6 its network of 64 bits, which one customer has whole.

    >>> origin_of("2001:db8:1:2:3::4"), origin_of("::ffff:192.0.2.7"), origin_of("192.0.2.7"), origin_of("")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7', '')
    """
    try:
        found = IPv6Address(address.partition("%")[0]) if ":" in address else None
    except ValueError:
        return address
    return address if found is None else str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


class Rate(NamedTuple):
    """How many at once, and how many a second in the long run."""

    burst: int
    per_second: int


class Buckets:
    """A bucket for each key."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        if rate.burst < 1 or rate.per_second < 1 or most < 1:
            raise ValueError("a bucket holds at least one token, gets at least one a second, and there is one")
        self.rate, self.most = rate, most
        self._buckets: OrderedDict[str, tuple[int, int]] = OrderedDict()  # key -> thousandths, as of a moment

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, at: int, tokens: int = 1) -> int:
        """Take tokens at a moment; return 0, or in how many milliseconds to come again, where none are taken."""
        full = self.rate.burst * MILLI
        left, moment = self._buckets.pop(key, (full, at))
        now = max(at, moment)  # a clock that was set back fills nothing twice
        left = min(full, left + (now - moment) * self.rate.per_second)
        needed = tokens * MILLI
        wait = 0 if left >= needed else -((left - needed) // self.rate.per_second)
        self._buckets[key] = (left if wait else left - needed), now
        self._forget(now)
        return wait

    def _forget(self, now: int) -> None:
        """Drop the longest unused, one or two at a time, where it is full again or there are too many."""
        for _ in range(2):
            key, (left, moment) = next(iter(self._buckets.items()))
            full = left + (now - moment) * self.rate.per_second >= self.rate.burst * MILLI
            if len(self._buckets) > self.most or (full and len(self._buckets) > 1):
                del self._buckets[key]
