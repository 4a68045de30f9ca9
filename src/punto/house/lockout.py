"""Lock-out: after some failures running, nobody comes in for a time that doubles with each more.

It is counted for a person and for an origin, apart: guessing at one name from everywhere is stopped, and guessing at
all names from one place. An origin is shared by many people, so it is given more. A device on which a person has
logged in before is counted alone, so that the guesses of a stranger never lock its owner out. What failed is forgotten
after a day, and the book of failures has a limit: the oldest that lock nobody go first.
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
    """How many failures are free."""

    free: int
    first: int  # how long the first lock-out lasts, in milliseconds


PATIENCE: Mapping[str, Patience] = MappingProxyType(
    {"person": Patience(5, MINUTE), "origin": Patience(20, MINUTE), "device": Patience(5, MINUTE)}
)


class Failures(msgspec.Struct, frozen=True):
    """How often running somebody failed, when last, and until when they are locked out."""

    count: int = 0
    at: int = 0
    until: int = 0


Book = dict[str, Failures]


def key(kind: str, of: str) -> str:
    """Return the name under which failures are counted."""
    return f"{kind}/{of}"


def counted(person: str, origin: str, device: str = "") -> tuple[str, ...]:
    """Return what a failure counts against: a known device and its origin, or else the person and the origin."""
    return key("device", device) if device else key("person", person), key("origin", origin)


def holding(person: str, origin: str, device: str = "") -> tuple[str, ...]:
    """Return what may keep a login out: of a known device nothing but the device."""
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
    """Return a book without what is forgotten, or does not fit."""
    if len(book) <= MOST_KEPT:
        return book
    lately = {what: one for what, one in book.items() if one.at + DAY > at}
    order = sorted(lately, key=lambda what: (lately[what].until > at, lately[what].at))
    return {what: lately[what] for what in order[-MOST_KEPT * 9 // 10 :]}
