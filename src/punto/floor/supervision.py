"""Supervision: a desk that fails is taken up again from its log, and left alone where that does not help."""

from __future__ import annotations

import logging
from collections.abc import Callable

from punto.floor.desk import Desk

MOST_FAILURES = 8  # of a desk, one after the other, before it is left alone
PATIENCE = 1_000  # milliseconds before a desk is taken up again; twice as long every time
MOST_DOUBLED = 5  # for a desk whose database is away: it waits, however long that takes
log = logging.getLogger(__name__)


async def supervise(
    desk: Desk, over: Callable[[], bool], leave: Callable[[], None] | None, halt: Callable[[], None]
) -> None:
    """Run a desk; take it up again where it failed, unless that does not help.

    Where other processes keep tables too, ``leave`` leaves it to whoever takes it up next: perhaps another process
    writes it, and whoever owns it goes on from the log. Where the store writes nothing more, ``halt`` stops all tables
    of this process, and none is taken up again.
    """
    store, clock = desk.room.store, desk.room.clock
    failures = 0
    while failures < MOST_FAILURES:
        version = desk.state.version
        await desk.run()
        if desk.stopped or over() or not desk.failed:
            return
        if store.halted:
            halt()
            return
        if leave is not None:
            leave()
            return
        failures = 1 if desk.state.version > version else failures + 1
        failures = min(failures, MOST_DOUBLED) if desk.starved else failures
        await clock.sleep_until(clock.now() + (PATIENCE << failures))
        try:
            desk.catch_up(await store.read(desk.game.stream, desk.state.version))
        except Exception:
            log.exception("table %s cannot be taken up again yet", desk.table)
    log.error("%s; it was taken up again %d times, and is left alone now", desk.failed, failures)
