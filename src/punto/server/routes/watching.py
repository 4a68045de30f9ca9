"""For whoever runs the floor: is it alive, and what does it count."""

from __future__ import annotations

from punto.server.answers import Health
from punto.server.endpoints import TEXT, Call, Endpoint, Problem, Reply
from punto.server.live import Live


async def health(live: Live, call: Call) -> Health:
    """Say whether every table answers; where the database has gone back in time, say that."""
    if halted := live.house.store.halted:
        raise Problem(503, "not-alive", f"This floor has stopped: {halted}.")
    alive = not live.closing and all(desk.open for desk in live.house.desks.values())
    if not alive:
        raise Problem(503, "not-alive", "A table of this floor does not answer.")
    return Health(alive=alive, tables=len(live.house.desks))


async def metrics(live: Live, call: Call) -> Reply:
    """Return the metrics, for staff and for the token for metrics."""
    return Reply(live.figures.text(), TEXT)


ENDPOINTS = (
    Endpoint("GET", "/healthz", "whether the floor is alive", health, Health, refuses=(503,)),
    Endpoint("GET", "/metrics", "figures for Prometheus", metrics, bytes, TEXT, needs="metrics"),
)
