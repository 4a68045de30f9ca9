"""Whole shoes under any submission that ships: three players wager on all that is open and answer what is asked."""

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from punto.apps.cli.run import opened_table
from punto.core.roles import Role
from punto.game.headless import Headless
from punto.rules.house_rules import HouseRules
from punto.table.due import due_now
from punto.table.events import AnyEvent
from punto.table.phases import Phase
from punto.table.transcript import read
from tests import filed
from tests.game.sessions import AUTO

SUBMISSIONS = filed.NAMES
QUICK = {"ma-mini-ez-royal"}  # with House Money and Royal 9
EACH = [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in SUBMISSIONS]
SEATS = {1: "ann", 3: "ben", 5: "cal"}
CONTINUOUS = 40  # coups of a shoe that does not end
CHIPS = 1_000_000_00


@cache
def dealt(submission: str, seed: str = "whole shoes") -> tuple[HouseRules, tuple[AnyEvent, ...]]:
    """Play a shoe; return the rules and every event from the table's opening on."""
    opening = {
        "open": {"submission": filed.path(submission), "seed": seed, "at": 1_800_000_000_000, "rack": 10_000_000_00}
    }
    table, _ = opened_table(read(json.dumps(opening)).opening.table, Path())
    for number, line in enumerate(_lines(table, random.Random(seed)), 2):
        (one,) = read(json.dumps(opening) + "\n" + json.dumps(line)).lines
        list(table.play(one._replace(number=number)))
    records = [record for record in table.session.store.records() if record.stream.startswith("table/")]
    return table.session.rules, tuple(event for record in records for event in record.batch.events)


def _lines(table: Headless, chance: random.Random) -> Iterator[dict[str, Any]]:
    for seat, who in SEATS.items():
        yield {"do": "sit", "by": "player", "who": who, "seat": seat, "buy-in": CHIPS}
    yield AUTO
    while (state := table.session.state).shoe == 1 and not (state.continuous and state.coup > CONTINUOUS):
        asked = next((line for line in _answers(table, chance)), None)
        if asked is not None:
            yield asked
        elif state.phase is Phase.BETTING:
            yield from _wagers(table, chance)
        yield AUTO


def _answers(table: Headless, chance: random.Random) -> Iterator[dict[str, Any]]:
    state = table.session.state
    for act in sorted(due_now(table.session.rules, state), key=lambda act: not act.must):
        seat = state.curator if act.by is Role.CURATOR else act.seat
        if act.by not in (Role.PLAYER, Role.CURATOR) or seat not in state.seated:
            continue
        by = {"do": act.do, "by": str(act.by), "who": state.seated[seat]}
        match act.do:
            case "turn":
                yield {**by, "faces": list(act.places)}
            case "deal":
                yield {**by, "place": act.place}
            case "house-money":
                hands = [key for key in ("player", "banker") if state.accounts.get(f"felt/{seat}/{key}")]
                yield {**by, "seat": seat, "choice": chance.choice(["take", *hands])}
            case "perform":
                yield {**by, "step": act.step, "seat": act.seat, **({"cards": 100} if act.step == "place-cut" else {})}
            case _:
                yield {**by, "seat": seat}


def _wagers(table: Headless, chance: random.Random) -> Iterator[dict[str, Any]]:
    rules = table.session.rules
    for seat, who in SEATS.items():
        hand = chance.choice([wager.key for wager in rules.wagers if wager.hand])
        for key in (hand, *(wager.key for wager in rules.wagers if not wager.hand)):
            if key == hand or chance.random() < 0.6:
                cents = min(rules.limits[key].most, rules.limits[key].least * chance.randint(1, 3))
                yield {"do": "wager", "by": "player", "who": who, "seat": seat, "wager": key, "cents": cents}
