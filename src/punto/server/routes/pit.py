"""Endpoints of the pit: open and close tables, post limits, suspend, adjust meters, and calls to the floor."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec

from punto.accounts import tokens
from punto.core.roles import Duty, Role
from punto.floor import Pace, Setup
from punto.floor.floor import meters_of
from punto.floor.rhythm import RHYTHMS
from punto.floor.setup import unfit
from punto.people.administration.decide import alone
from punto.progressive.messages import Approve, Decline, Propose, Refusal
from punto.progressive.state import MICRO
from punto.record.opening import Unlawful
from punto.rules.house_rules import Limit
from punto.rules.review import Review, review
from punto.server.answers import ReviewAnswer, finding_answers, review_answer
from punto.server.channels import TableChannel
from punto.server.endpoints import ApiRequest, Empty, Endpoint, HTTPError
from punto.server.journals import FloorCall
from punto.server.limits import unseen
from punto.server.live_floor import LiveFloor
from punto.server.messages import Part, Range
from punto.server.pit import Pit, shipped, the_pit
from punto.views.picture import seat_of

MOST_CENTS, MOST_SEATS = 10**11, 14
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]


class NewTable(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened: its submission, as text or as the name of a built-in one, and its setup."""

    submission: Annotated[str, msgspec.Meta(min_length=1, max_length=200_000)]
    driver: Literal["automatic", "desk"] = "automatic"
    virtual: bool = True
    players: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)] = 0  # demo players
    bet_seconds: Annotated[int, msgspec.Meta(ge=1, le=3600)] = 15
    rhythm: Literal["classic", "speed", "squeeze"] = "classic"  # the times of a coup
    progressive: Annotated[str, msgspec.Meta(max_length=80)] = ""
    rack: Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)] = 1_000_000_00


class TableName(Part, frozen=True, kw_only=True):
    """A table."""

    table: str


class Why(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reason of an order."""

    why: Words


class Posted(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits to be posted; other wagers keep theirs."""

    limits: dict[str, Range]
    why: Words


class Switched(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A suspension, or its end: ``floor``, ``table/NAME`` or ``player/WHO``."""

    what: Annotated[str, msgspec.Meta(max_length=120, pattern="^(floor|table/.+|player/.+)$")]
    off: bool
    why: Words


class Called(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reason of a call to the floor."""

    words: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


class Answered(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answered call, by its time."""

    at: int


class Change(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change of a meter by hand: from one pot to another."""

    debit: Name  # meter/KEY, reserve/KEY, overflow/KEY or house
    credit: Name
    cents: Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
    why: Words


class Proposed(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A proposal, by its name."""

    proposal: Name


# ---------------------------------------------------------------- tables


async def pit(live: LiveFloor, call: ApiRequest) -> Pit:
    """Return the pit."""
    return await the_pit(live)


async def open_table(live: LiveFloor, call: ApiRequest) -> TableName:
    """Open a table under a submission; an unlawful one is refused with every finding."""
    body: NewTable = call.body
    text = shipped().get(body.submission, body.submission)
    found = await asyncio.to_thread(review, text, live.rulebooks())
    if not found.lawful:
        raise _unlawful(review_answer(found, text))
    linked = body.progressive or meters_of(text, live.rulebooks())
    pace = Pace(bets=1000 * body.bet_seconds, rhythm=RHYTHMS[body.rhythm])
    setup = Setup(driver=body.driver, pace=pace, players=body.players)
    try:
        desk = await live.house.open_table(
            text,
            setup,
            rack=body.rack,
            progressive=linked,
            virtual=body.virtual,
            who=call.caller.who,
            alone=alone(live.people.journal.state),
            filings=live.terms.filings,
        )
    except Unlawful as error:  # it differs from the tables of its pit
        raise _unlawful(_differs(found, error, text)) from None
    except ValueError as error:
        raise HTTPError(409, "not-opened", f"{error}.") from None
    await live.keep(desk)
    return TableName(table=desk.table)


def _unlawful(found: ReviewAnswer) -> HTTPError:
    count = len(found.findings)
    words = f"The submission is not lawful: {count} finding{'s' if count > 1 else ''}."
    return HTTPError(422, "unlawful", words, review=found)


def _differs(found: Review, error: Unlawful, text: str) -> ReviewAnswer:
    findings = finding_answers(error.findings, text)
    return msgspec.structs.replace(review_answer(found, text), lawful=False, findings=findings)


def _room(live: LiveFloor, call: ApiRequest) -> TableChannel:
    return live.room(call.path["table"])


async def close_table(live: LiveFloor, call: ApiRequest) -> TableName:
    """Start closing a table: no new round begins, and it closes when it is at rest."""
    name = _room(live, call).desk.table
    await live.orders.close(call.caller, name, call.body.why)
    return TableName(table=name)


async def reopen_table(live: LiveFloor, call: ApiRequest) -> TableName:
    """Reopen a closed table."""
    desk = await live.orders.reopen(call.caller, call.path["table"], "reopened")
    await live.keep(desk)
    return TableName(table=desk.table)


async def post_limits(live: LiveFloor, call: ApiRequest) -> TableName:
    """Post limits at a table, within those filed."""
    room, body = _room(live, call), call.body
    limits = {key: Limit(one.least, one.most) for key, one in body.limits.items()}
    wrong = unfit(room.desk.rules, limits)
    if wrong:
        raise HTTPError(409, "beyond-filed", f"{wrong[0].upper()}{wrong[1:]}.")
    await live.orders.post(call.caller, room.desk.table, limits, body.why)
    return TableName(table=room.desk.table)


async def switch(live: LiveFloor, call: ApiRequest) -> Empty:
    """Suspend the floor, a table or a player, or resume it."""
    kind, _, name = what = call.body.what.partition("/")
    if kind == "table":
        live.room(name)
    if kind == "player":
        what = kind, "/", await player_called(live, name)
    await live.orders.switch(call.caller, "".join(what), call.body.off, call.body.why)
    return Empty()


async def player_called(live: LiveFloor, called: str) -> str:
    """Return the pseudonym of a user, by name or pseudonym, or of a seated player. Raises ``HTTPError``."""
    kept = await live.people.roll.by_name(called) or await live.people.roll.by_who(called)
    if kept is None and not live.seats(called):
        raise HTTPError(404, "no-such-person", "No user has this name or pseudonym.")
    return kept.account.who if kept else called


# ---------------------------------------------------------------- calls


async def call_floor(live: LiveFloor, call: ApiRequest) -> FloorCall:
    """Call the floor to a table; permitted to its dealer and to seated players."""
    room, caller = _room(live, call), call.caller
    if Duty.DEALER not in caller.duties and seat_of(room.desk.state, caller.who) is None:
        raise HTTPError(403, "wrong-role", "The floor is called by who deals, and by who sits at the table.")
    if unseen(call.body.words):
        raise HTTPError(400, "bad-body", "The words hold signs that cannot be seen.")
    if wait := live.limits.wait("calls", caller.who):
        raise HTTPError(429, "too-many", "The floor was called already; wait a moment.", {"wait": wait})
    return await live.calls.add(room.desk.table, caller.who, call.body.words, live.clock())


async def answer_call(live: LiveFloor, call: ApiRequest) -> Empty:
    """Mark a call as answered."""
    await live.calls.answer(_room(live, call).desk.table, call.body.at)
    return Empty()


# ---------------------------------------------------------------- meters


async def _adjust(live: LiveFloor, call: ApiRequest, kind: Any, **fields: Any) -> Proposed:
    name, ident = call.path["progressive"], tokens.command()
    if name not in live.house.machines.meters:
        raise HTTPError(404, "no-such-meters", "No table here feeds meters of that name.")
    command = kind(id=ident, by=Role.FLOOR, who=call.caller.who, at=live.clock(), **fields)
    answer = await live.house.machines.adjust(name, command)
    if isinstance(answer, Refusal):
        raise HTTPError(409, str(answer.reason), "The meters do not take it.", dict(answer.detail))
    return Proposed(proposal=fields.get("proposal", ident))


async def propose(live: LiveFloor, call: ApiRequest) -> Proposed:
    """Propose a change of a meter; another person must approve it."""
    body = call.body
    return await _adjust(
        live, call, Propose, debit=body.debit, credit=body.credit, micro=body.cents * MICRO, why=body.why
    )


async def approve(live: LiveFloor, call: ApiRequest) -> Proposed:
    """Approve another person's change."""
    return await _adjust(live, call, Approve, proposal=call.body.proposal)


async def decline(live: LiveFloor, call: ApiRequest) -> Proposed:
    """Decline a proposal."""
    return await _adjust(live, call, Decline, proposal=call.body.proposal)


TABLE, METERS = "/api/pit/tables/{table}", "/api/pit/meters/{progressive}"
ENDPOINTS = (
    Endpoint("GET", "/api/pit", "the pit", pit, Pit, needs="pit"),
    Endpoint(
        "POST", "/api/pit/tables", "open a table", open_table, TableName, body=NewTable, needs="floor",
        refuses=(409, 422),
    ),
    Endpoint(
        "POST", f"{TABLE}/close", "close a table", close_table, TableName, body=Why, needs="floor", refuses=(404, 409)
    ),
    Endpoint(
        "POST", f"{TABLE}/reopen", "reopen a table", reopen_table, TableName, body=Empty, needs="floor",
        refuses=(409,),
    ),
    Endpoint(
        "POST", f"{TABLE}/limits", "post limits", post_limits, TableName, body=Posted, needs="floor", refuses=(404, 409)
    ),
    Endpoint(
        "POST", f"{TABLE}/answer", "answer a call for a floorperson", answer_call, Empty, body=Answered, needs="floor",
        refuses=(404,),
    ),
    Endpoint(
        "POST", "/api/pit/switch", "suspend or resume play", switch, Empty, body=Switched, needs="floor",
        refuses=(404, 409),
    ),
    Endpoint(
        "POST", "/api/tables/{table}/call", "call a floorperson", call_floor, FloorCall, body=Called, needs="somebody",
        refuses=(403, 404, 409),
    ),
    *(
        Endpoint("POST", f"{METERS}/{name}", says, handle, Proposed, body=body, needs="floor", refuses=(404, 409))
        for name, says, handle, body in (
            ("propose", "propose a change of a meter", propose, Change),
            ("approve", "approve a change of a meter", approve, Proposed),
            ("decline", "put a proposal aside", decline, Proposed),
        )
    ),
)  # fmt: skip
