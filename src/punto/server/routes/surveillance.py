"""The surveillance room: questions to a table's log about the classic cheats."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Annotated, Literal

import msgspec

from punto.folds.history import Happened
from punto.folds.suspicion import QUERIES, Hit, Query, Terms, suspicions
from punto.house.parameters import large_win
from punto.houserules import HouseRules
from punto.log.record import Record
from punto.server.archive import Mark, happened
from punto.server.endpoints import Call, Endpoint
from punto.server.live import Live
from punto.server.messages import Part
from punto.table.events import ShoeEnded

MOST_HITS = 500


class QueriesQuery(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is looked for, and where."""

    query: Literal["all", "late", "vigorish", "capped", "payment", "large"] = "all"
    shoe: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0  # the whole log
    within: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 500  # milliseconds before bets closed
    large: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0  # cents; the house's own parameter


class QueriesAnswer(Part, frozen=True, kw_only=True):
    """What there is to look at, the latest of it; a hit proves nothing."""

    version: int
    more: bool  # there were earlier ones
    hits: tuple[Hit, ...]


async def queries(live: Live, call: Call) -> QueriesAnswer:
    """Look for the classic cheats in the log of a table."""
    room, query = live.room(call.path["table"]), call.query
    desk, table, version = room.desk, room.desk.table, room.version
    terms = Terms(query.within, query.large or large_win(live.people.journal.state.parameters))
    archive = live.archives[table]
    mark = await archive.before(query.shoe) if query.shoe else Mark.beginning()
    records = takewhile(lambda one: one.last <= version, archive.records(mark.n))
    wanted = QUERIES if query.query == "all" else (query.query,)
    hits = await asyncio.to_thread(_hits, desk.rules, mark, records, terms, query.shoe, wanted)
    tried = [one for one in live.attempts.of(table) if query.shoe in (0, one.shoe) and "late" in wanted]
    found = sorted([*hits, *suspicions(desk.rules, (), terms, tried=tried)], key=lambda hit: (hit.at, hit.n))
    return QueriesAnswer(version=version, more=len(found) > MOST_HITS, hits=tuple(found[-MOST_HITS:]))


def _hits(
    rules: HouseRules, mark: Mark, records: Iterable[Record], terms: Terms, shoe: int, wanted: tuple[Query, ...]
) -> list[Hit]:
    events = _until(happened(records, mark.n), shoe)
    found = suspicions(rules, events, terms, mark.state if mark.n else None)
    return [hit for hit in found if hit.query in wanted and shoe in (0, hit.shoe)]


def _until(events: Iterable[Happened], shoe: int) -> Iterator[Happened]:
    """Return what happened up to the end of a shoe."""
    for one in events:
        yield one
        if shoe and isinstance(one.event, ShoeEnded) and one.event.shoe >= shoe:
            return


ENDPOINTS = (
    Endpoint(
        "GET", "/api/tables/{table}/queries", "where to look for cheats", queries, QueriesAnswer,
        query=QueriesQuery, needs="books", refuses=(404,),
    ),
)  # fmt: skip
