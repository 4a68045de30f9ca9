"""A player's own limits, and how events change them."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from punto.care.events import AnyEvent, PlayPaused
from punto.restraint import OwnLimit


class State(msgspec.Struct, frozen=True):
    """Limits and pause of one player."""

    owner: str = ""
    version: int = 0
    at: int = 0  # milliseconds, the latest time recorded
    limits: dict[str, OwnLimit] = {}
    until: int = 0  # end of the pause

    def holding(self, limit: str, at: int) -> int | None:
        """Return the limit in effect at a time; setting the clock back loosens none."""
        return self.limits.get(limit, OwnLimit()).holding(at)


def evolve(state: State, event: AnyEvent) -> State:
    """Return the state after an event."""
    state = replace(state, owner=event.who, version=state.version + 1, at=max(state.at, event.at))
    if isinstance(event, PlayPaused):
        return replace(state, until=event.until)
    limit = state.limits.get(event.limit, OwnLimit()).set(event.amount, event.begins, event.at)
    return replace(state, limits={**state.limits, event.limit: limit})
