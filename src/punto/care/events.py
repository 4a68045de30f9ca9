"""Events of care. Their tags are stable names with a version."""

from __future__ import annotations

import msgspec

from punto.care.commands import Own


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, rename="kebab", omit_defaults=True):
    """What all events carry: when, and whose."""

    at: int
    who: str


class PlayLimited(Event, tag="play-limited/1", frozen=True, kw_only=True):
    """A player's own limit holds from a moment on."""

    limit: Own
    amount: int | None
    begins: int


class PlayPaused(Event, tag="play-paused/1", frozen=True, kw_only=True):
    """A player is kept from playing until a moment."""

    until: int


AnyEvent = PlayLimited | PlayPaused
