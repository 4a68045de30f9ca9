"""Lockout: after several consecutive failures, logins are refused for a time that doubles with each further failure.

Failures count separately per person and per origin, which stops both guessing at one account from many addresses and
guessing at many accounts from one address. An origin is shared by many users, so it gets more attempts. A known device
counts on its own, so that a stranger's guesses never lock out the owner. Failures expire after a day, and their number
is bounded: the oldest that lock nothing are dropped first.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from punto.restraint import DAY

MINUTE = 60_000
LONGEST = 60 * MINUTE
MOST_KEPT = 10_000


class Patience(NamedTuple):
    """Lockout policy: the failures allowed before the first lockout."""

    free: int
    first: int  # length of the first lockout in milliseconds


PATIENCE: Mapping[str, Patience] = MappingProxyType(
    {"person": Patience(5, MINUTE), "origin": Patience(20, MINUTE), "device": Patience(5, MINUTE)}
)


class Failures(msgspec.Struct, frozen=True):
    """Consecutive failures, the time of the last, and the end of the lockout (0 if none), in milliseconds."""

    count: int = 0
    at: int = 0
    until: int = 0


Book = dict[str, Failures]


def key(kind: str, of: str) -> str:
    """Return the key under which failures are counted."""
    return f"{kind}/{of}"


def counted(person: str, origin: str, device: str = "") -> tuple[str, ...]:
    """Return the keys a failure counts against: known device and origin, or else person and origin."""
    return key("device", device) if device else key("person", person), key("origin", origin)


def holding(person: str, origin: str, device: str = "") -> tuple[str, ...]:
    """Return the keys that can lock out a login: for a known device, only the device."""
    return (key("device", device),) if device else counted(person, origin)


def failed(book: Mapping[str, Failures], what: str, at: int) -> Failures:
    """Return the failures after one more."""
    known = book.get(what, Failures())
    count = 1 if known.at + DAY <= at else known.count + 1
    patience = PATIENCE[what.partition("/")[0]]
    beyond = count - patience.free
    if beyond < 0:
        return Failures(count, at)
    return Failures(count, at, at + min(patience.first << min(beyond, 32), LONGEST))


def kept(book: Book, at: int) -> Book:
    """Return the failures without those that have expired or exceed the limit."""
    if len(book) <= MOST_KEPT:
        return book
    lately = {what: one for what, one in book.items() if one.at + DAY > at}
    order = sorted(lately, key=lambda what: (lately[what].until > at, lately[what].at))
    return {what: lately[what] for what in order[-MOST_KEPT * 9 // 10 :]}
