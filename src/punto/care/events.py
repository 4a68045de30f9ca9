"""Events of responsible play. Their tags are stable and versioned."""

from __future__ import annotations

import msgspec

from punto.care.commands import Own


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, rename="kebab", omit_defaults=True):
    """Fields of every event: time and player."""

    at: int
    who: str


class PlayLimited(Event, tag="play-limited/1", frozen=True, kw_only=True):
    """A player's own limit takes effect at ``begins``."""

    limit: Own
    amount: int | None
    begins: int


class PlayPaused(Event, tag="play-paused/1", frozen=True, kw_only=True):
    """A player is barred from playing until a time."""

    until: int


AnyEvent = PlayLimited | PlayPaused
