"""Endpoints that teach: explanations of a table, how the game is played there, and three questions about a coup."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec

from punto.server.endpoints import ApiRequest, Endpoint, HTTPError, Reply
from punto.server.live_floor import LiveFloor
from punto.server.messages import Part
from punto.server.teaching import (
    Asked,
    CoupQuestion,
    ExplanationsAnswer,
    HowtoAnswer,
    Mark,
    explanations,
    howto,
    questions,
)


class HowtoQuery(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The seed of the examples."""

    seed: Annotated[int, msgspec.Meta(ge=0, lt=1_000_000)] = 0


class QuestionsAnswer(Part, frozen=True, kw_only=True):
    """Three questions about a coup."""

    questions: tuple[CoupQuestion, ...]


class Chosen(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answers: the number of the chosen statement, for each question."""

    chosen: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=9)], ...], msgspec.Meta(max_length=3)]


class MarksAnswer(Part, frozen=True, kw_only=True):
    """The marks of the answers."""

    marks: tuple[Mark, ...]


async def explained(live: LiveFloor, call: ApiRequest) -> Reply:
    """Return the provisions that explain each thing on a table."""
    rules = live.room(call.path["table"]).desk.rules
    return Reply(explanations(rules), tag=f"explained-{rules.digest}")


async def how(live: LiveFloor, call: ApiRequest) -> HowtoAnswer:
    """Return how the game is played at a table."""
    room = live.room(call.path["table"])
    return await asyncio.to_thread(howto, room.desk.rules, room.meters(), call.query.seed)


async def _questions(live: LiveFloor, call: ApiRequest) -> tuple[Asked, ...]:
    room = live.room(call.path["table"])
    found = await live.archives[room.desk.table].find(int(call.path["shoe"]), int(call.path["coup"]))
    if found is None or found[0].result is None:
        raise HTTPError(404, "no-such-coup", "The log of this table has no such settled coup.")
    history, _ = found
    who = call.caller.who
    seat = next((one.seat for one in history.balances if who and one.who == who), None)
    return questions(room.desk.rules, history, seat)


async def ask(live: LiveFloor, call: ApiRequest) -> QuestionsAnswer:
    """Return three questions about a coup."""
    return QuestionsAnswer(questions=tuple(one.question for one in await _questions(live, call)))


async def mark(live: LiveFloor, call: ApiRequest) -> MarksAnswer:
    """Mark the answers to the questions about a coup."""
    rules, asked = live.room(call.path["table"]).desk.rules, await _questions(live, call)
    marks = tuple(one.mark(rules, chosen) for one, chosen in zip(asked, call.body.chosen, strict=False))
    return MarksAnswer(marks=marks)


TABLE = "/api/tables/{table}"
COUP = f"{TABLE}/coups/{{shoe:int}}/{{coup:int}}/questions"
ENDPOINTS = (
    Endpoint("GET", f"{TABLE}/explained", "what explains a table", explained, ExplanationsAnswer, refuses=(404,)),
    Endpoint("GET", f"{TABLE}/howto", "the game by example", how, HowtoAnswer, query=HowtoQuery, refuses=(404,)),
    Endpoint("GET", COUP, "three questions about a coup", ask, QuestionsAnswer, refuses=(404,)),
    Endpoint("POST", COUP, "the answers, marked", mark, MarksAnswer, body=Chosen, refuses=(404,)),
)
