"""Surveillance queries: a search of a table's log for known cheating patterns."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Annotated, Literal

import msgspec

from punto.people.administration.state import large_win
from punto.record.chain import Record
from punto.rules.house_rules import HouseRules
from punto.server.archive import CoupBookmark, happened
from punto.server.endpoints import ApiRequest, Endpoint
from punto.server.live_floor import LiveFloor
from punto.server.messages import Part
from punto.table.events import ShoeEnded
from punto.views.history import LoggedEvent
from punto.views.surveillance_queries import QUERIES, Hit, Query, QueryTerms, suspicions

MOST_HITS = 500


class QueriesQuery(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pattern to search for, and where."""

    query: Literal["all", "late", "vigorish", "capped", "payment", "large"] = "all"
    shoe: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0  # default: the whole log
    within: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 500  # milliseconds before bets closed
    large: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0  # cents; default: the operator's parameter


class QueriesAnswer(Part, frozen=True, kw_only=True):
    """The latest hits; a hit proves nothing."""

    version: int
    more: bool  # there were earlier ones
    hits: tuple[Hit, ...]


async def queries(live: LiveFloor, call: ApiRequest) -> QueriesAnswer:
    """Search the log of a table for known cheating patterns."""
    room, query = live.room(call.path["table"]), call.query
    desk, table, version = room.desk, room.desk.table, room.version
    terms = QueryTerms(query.within, query.large or large_win(live.people.journal.state.parameters))
    archive = live.archives[table]
    mark = await archive.before(query.shoe) if query.shoe else CoupBookmark.beginning()
    records = takewhile(lambda one: one.last <= version, archive.records(mark.n))
    wanted = QUERIES if query.query == "all" else (query.query,)
    hits = await asyncio.to_thread(_hits, desk.rules, mark, records, terms, query.shoe, wanted)
    tried = [one for one in live.attempts.of(table) if query.shoe in (0, one.shoe) and "late" in wanted]
    found = sorted([*hits, *suspicions(desk.rules, (), terms, tried=tried)], key=lambda hit: (hit.at, hit.n))
    return QueriesAnswer(version=version, more=len(found) > MOST_HITS, hits=tuple(found[-MOST_HITS:]))


def _hits(
    rules: HouseRules,
    mark: CoupBookmark,
    records: Iterable[Record],
    terms: QueryTerms,
    shoe: int,
    wanted: tuple[Query, ...],
) -> list[Hit]:
    events = _until(happened(records, mark.n), shoe)
    found = suspicions(rules, events, terms, mark.state if mark.n else None)
    return [hit for hit in found if hit.query in wanted and shoe in (0, hit.shoe)]


def _until(events: Iterable[LoggedEvent], shoe: int) -> Iterator[LoggedEvent]:
    """Return the events up to the end of a shoe."""
    for one in events:
        yield one
        if shoe and isinstance(one.event, ShoeEnded) and one.event.shoe >= shoe:
            return


ENDPOINTS = (
    Endpoint(
        "GET", "/api/tables/{table}/queries", "surveillance queries", queries, QueriesAnswer,
        query=QueriesQuery, needs="books", refuses=(404,),
    ),
)  # fmt: skip
