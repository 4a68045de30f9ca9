"""Endpoints of the floor and its tables: lobby, rules, picture, events, past coups, drawings, log."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from importlib.metadata import version
from typing import Annotated

import msgspec

from punto.anchor.receipts import Exported
from punto.draw.felt import felt_svg
from punto.draw.roads import paper_svg
from punto.floor.rhythm import name_of
from punto.record.archive import family
from punto.record.export import exported
from punto.server.answers import (
    CoupAnswer,
    CoupsAnswer,
    EventAnswer,
    EventsAnswer,
    FloorAnswer,
    Lobby,
    LobbyTable,
    PictureAnswer,
    RhythmAnswer,
    TableAnswer,
    past_coup,
)
from punto.server.channels import TableChannel
from punto.server.endpoints import LINES, NOTE, SVG, ApiRequest, Endpoint, HTTPError, Reply
from punto.server.live_floor import LiveFloor
from punto.server.messages import PROTOCOL, Part
from punto.server.outbox import PASSER_BY, BroadcastRecord, as_seen_by
from punto.server.rules import ranges_of, rules_answer
from punto.table.events import CoupSettled
from punto.views.history import recalled
from punto.views.results import letters
from punto.views.roads import Roads
from punto.views.views import Viewer

SETTLED = CoupSettled.__struct_config__.tag
MOST_EVENTS, OWN_EVENTS = 1_000, 20_000


class EventsQuery(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The range of events."""

    after: Annotated[int, msgspec.Meta(ge=0)] = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST_EVENTS)] = 200


async def floor(live: LiveFloor, call: ApiRequest) -> FloorAnswer:
    """Return the floor."""
    return FloorAnswer(
        version=version("punto"),
        protocol=PROTOCOL,
        demo=live.terms.demo,
        now=live.clock(),
        tables=tuple(map(_lobby, live.rooms.values())),
        anchored=live.anchor.last is not None,
    )


async def lobby(live: LiveFloor, call: ApiRequest) -> Lobby:
    """List all tables."""
    tables = tuple(map(_lobby, live.rooms.values()))
    return Lobby(now=live.clock(), drop_again=live.terms.drop_again, tables=tables)


def _lobby(room: TableChannel) -> LobbyTable:
    rules, state = room.desk.rules, room.desk.state
    return LobbyTable(
        table=rules.table,
        title=rules.rulebook.title,
        pit=rules.pit,
        rulebook=rules.rulebook.id,
        phase=state.phase,
        shoe=state.shoe,
        coup=state.coup,
        number=state.coup - state.shoe_began + 1,
        seats=rules.seats,
        taken=len(state.seated),
        seated=tuple(sorted(state.seated)),
        limits=ranges_of(room.desk.limits),
        closes=room.desk.closes,
        bet_seconds=rules.bet_seconds,
        rhythm=_rhythm(room),
        outcomes=room.score.outcomes,
        meters=room.meters(),
        watching=len(room),
        disabled=room.desk.disabled,
        awaits_dealer=room.awaited,
    )


def _rhythm(room: TableChannel) -> RhythmAnswer:
    pace = room.desk.driver.pace
    return RhythmAnswer(name=name_of(pace.rhythm) if room.desk.driver.times else "", bets=pace.bets)


async def table(live: LiveFloor, call: ApiRequest) -> TableAnswer:
    """Return one table with its rules."""
    room = live.room(call.path["table"])
    rules = rules_answer(room.desk.rules, room.desk.limits, virtual=room.desk.state.fair is not None)
    return TableAnswer(
        now=live.clock(),
        table=_lobby(room),
        rules=rules,
        drop_again=live.terms.drop_again,
        times=dict(room.desk.driver.times),
    )


async def seen(live: LiveFloor, call: ApiRequest) -> PictureAnswer:
    """Return the current view of a table."""
    room = live.room(call.path["table"])
    return PictureAnswer(now=live.clock(), picture=room.picture(call.caller.sees(room.desk.state)))


async def events(live: LiveFloor, call: ApiRequest) -> EventsAnswer:
    """Return stored events; players see old ones as a spectator does."""
    room, query = live.room(call.path["table"]), call.query
    desk, now = room.desk, call.caller.sees(room.desk.state)
    near = call.caller.is_house or room.version - query.after <= OWN_EVENTS
    most = query.limit if call.caller.is_house or not near else OWN_EVENTS
    records = await desk.room.store.read(desk.game.stream, query.after, most)
    told = [BroadcastRecord(one) for one in records if one.last <= room.version]
    shown = as_seen_by(told, call.caller.who, now if near else PASSER_BY)
    found = [
        EventAnswer(n=n, at=one.at, event=msgspec.json.decode(event))
        for one, key in shown[: query.limit]
        for n, event in one.views(key)
        if n > query.after
    ]
    return EventsAnswer(version=room.version, events=tuple(found[: query.limit]))


async def coup(live: LiveFloor, call: ApiRequest) -> CoupAnswer:
    """Return one past coup, by its number within its shoe."""
    room = live.room(call.path["table"])
    found = await live.archives[room.desk.table].find(int(call.path["shoe"]), int(call.path["coup"]))
    if found is None:
        raise HTTPError(404, "no-such-coup", "The log of this table has no such coup.")
    history, before = found
    sat = next((one.seat for one in history.balances if call.caller.who and one.who == call.caller.who), None)
    viewer, seat = call.caller.sees(before) if call.caller.is_house else PASSER_BY
    if sat is not None and not call.caller.is_house:
        viewer, seat = Viewer.PLAYER, sat
    return CoupAnswer(live=False, coup=recalled(history, viewer, seat))


async def proof(live: LiveFloor, call: ApiRequest) -> Reply:
    """Return the proof that a checkpoint covers the record that settled a coup, or that ended it unsettled."""
    room = live.room(call.path["table"])
    shoe, coup = int(call.path["shoe"]), int(call.path["coup"])
    found = await live.archives[room.desk.table].find(shoe, coup)
    if found is None or not found[0].finished:
        raise HTTPError(404, "no-such-coup", "The log of this table has no such finished coup.")
    steps = found[0].steps
    n = next((step.n for step in reversed(steps) if step.event == SETTLED), steps[-1].n)
    store, stream = live.house.store, room.desk.game.stream
    (record,) = await store.read(stream, n - 1, 1)
    place = await store.place(stream, record.n)
    made = await live.anchor.receipt(place) if place else None
    if made is None:
        raise HTTPError(404, "not-anchored", "No checkpoint covers this coup yet.")
    return Reply(made.text.encode(), NOTE, name=f"{room.desk.table}-{shoe}-{coup}.tlog-proof")


class CoupsQuery(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shoe; default: the current one."""

    shoe: Annotated[int, msgspec.Meta(ge=0)] = 0
    upto: Annotated[int, msgspec.Meta(ge=0)] = 0  # the last coup; earlier pages are requested by this


async def coups(live: LiveFloor, call: ApiRequest) -> CoupsAnswer:
    """List the last coups of a shoe, up to one of them."""
    room = live.room(call.path["table"])
    shoes = room.desk.state.shoe
    shoe = call.query.shoe or shoes
    if shoe > shoes:
        raise HTTPError(404, "no-such-shoe", f"No such shoe: this table has played {shoes}.")
    found = await live.archives[room.desk.table].coups(shoe, call.query.upto)
    return CoupsAnswer(shoe=shoe, shoes=shoes, coups=tuple(map(past_coup, found)))


async def roads(live: LiveFloor, call: ApiRequest) -> Reply:
    """Draw the five roads of the current shoe."""
    past = live.room(call.path["table"]).score.outcomes
    drawn = paper_svg(Roads.of(letters(past)), past, drop_again=live.terms.drop_again).encode()
    return Reply(drawn, SVG, tag=sha256(drawn).hexdigest()[:16])


async def felt(live: LiveFloor, call: ApiRequest) -> Reply:
    """Draw the felt."""
    rules = live.room(call.path["table"]).desk.rules
    return Reply(felt_svg(rules).encode(), SVG, tag=rules.digest)


async def log(live: LiveFloor, call: ApiRequest) -> Reply:
    """Export the log of a table, with its linked meters and wallets, for punto verify."""
    desk, store = live.room(call.path["table"]).desk, live.house.store
    of = await Exported.of(store)
    streams = family(desk.game.stream, await store.pairs())
    records = [record async for record in store.records() if record.stream in streams]
    leaves = await of.leaves(records)
    text = await asyncio.to_thread(lambda: exported(records, version("punto"), leaves))
    return Reply(text.encode(), LINES, name=f"{desk.table}.log.jsonl")


TABLE = "/api/tables/{table}"
ENDPOINTS = (
    Endpoint("GET", "/api/floor", "the floor, and its tables", floor, FloorAnswer),
    Endpoint("GET", "/api/tables", "the lobby", lobby, Lobby),
    Endpoint("GET", TABLE, "one table, with its rules", table, TableAnswer, refuses=(404,)),
    Endpoint("GET", f"{TABLE}/picture", "a table as the caller sees it", seen, PictureAnswer, refuses=(404,)),
    Endpoint(
        "GET", f"{TABLE}/events", "stored events, in the caller's view", events, EventsAnswer,
        query=EventsQuery, refuses=(404,),
    ),
    Endpoint("GET", f"{TABLE}/coups", "the coups of a shoe", coups, CoupsAnswer, query=CoupsQuery, refuses=(404,)),
    Endpoint(
        "GET", f"{TABLE}/coups/{{shoe:int}}/{{coup:int}}", "a coup, reconstructed", coup, CoupAnswer, refuses=(404,)
    ),
    Endpoint(
        "GET", f"{TABLE}/coups/{{shoe:int}}/{{coup:int}}/proof", "the proof that a checkpoint covers a coup", proof,
        bytes, NOTE, refuses=(404,),
    ),
    Endpoint("GET", f"{TABLE}/roads.svg", "the roads, drawn", roads, bytes, SVG, refuses=(404,)),
    Endpoint("GET", f"{TABLE}/felt.svg", "the felt, drawn", felt, bytes, SVG, refuses=(404,)),
    Endpoint("GET", f"{TABLE}/log", "the log, as JSON lines", log, bytes, LINES, needs="books", refuses=(404,)),
)  # fmt: skip
