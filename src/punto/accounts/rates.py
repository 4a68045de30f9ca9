"""Rate limits: token buckets, and what counts as one origin."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, IPv6Network
from typing import NamedTuple

MILLI = 1000


def origin_of(address: str) -> str:
    """Return the rate-limit key of an address: for IPv6 its /64 network, which one customer holds entirely.

    >>> origin_of("2001:db8:1:2:3::4"), origin_of("::ffff:192.0.2.7"), origin_of("192.0.2.7"), origin_of("")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7', '')
    """
    try:
        found = IPv6Address(address.partition("%")[0]) if ":" in address else None
    except ValueError:
        return address
    return address if found is None else str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


class Rate(NamedTuple):
    """Burst size, and sustained rate per second."""

    burst: int
    per_second: int


class Buckets:
    """Token buckets by key.

    Taking a token allows one request; an empty bucket returns the time to wait. A full bucket equals a missing one and
    is dropped, so memory is bounded by active keys. At the limit ``most`` the least recently used bucket is dropped.
    Tokens are counted in integer thousandths, and the clock is an argument.
    """

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        if rate.burst < 1 or rate.per_second < 1 or most < 1:
            raise ValueError("burst, rate per second and number of buckets must each be at least 1")
        self.rate, self.most = rate, most
        self._buckets: OrderedDict[str, tuple[int, int]] = OrderedDict()  # key -> (thousandths of tokens, milliseconds)

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, at: int, tokens: int = 1) -> int:
        """Take tokens at a time in milliseconds; return 0, or the milliseconds to wait when none were taken."""
        full = self.rate.burst * MILLI
        left, moment = self._buckets.pop(key, (full, at))
        now = max(at, moment)  # a clock set back must not refill the same time twice
        left = min(full, left + (now - moment) * self.rate.per_second)
        needed = tokens * MILLI
        wait = 0 if left >= needed else -((left - needed) // self.rate.per_second)
        self._buckets[key] = (left if wait else left - needed), now
        self._forget(now)
        return wait

    def _forget(self, now: int) -> None:
        """Drop the least recently used bucket if it is full again or there are too many; at most two per call."""
        for _ in range(2):
            key, (left, moment) = next(iter(self._buckets.items()))
            full = left + (now - moment) * self.rate.per_second >= self.rate.burst * MILLI
            if len(self._buckets) > self.most or (full and len(self._buckets) > 1):
                del self._buckets[key]
