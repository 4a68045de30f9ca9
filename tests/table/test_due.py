"""What is expected and marked as due is accepted, at every moment of a whole shoe of each submission that ships."""

from typing import Any

import pytest

from punto.roles import Role
from punto.table import Expected, Refusal, TableState, decide, evolve, expected
from punto.table.commands import AnyCommand, CollectVigorish, Deal, HouseMoney, Perform
from punto.table.events import StepPerformed
from tests.folds.shoes import EACH, dealt

CUTS = {"place-cut": 100, "dealer-cut": 100, "place-cover": 14}


def command(state: TableState, act: Expected, at: int) -> AnyCommand | None:
    """Return the command that an act asks for; none where it needs a face, which the table does not know."""
    who = state.seated.get((state.curator if act.by is Role.CURATOR else act.seat) or 0, "dana")
    given: dict[str, Any] = {"id": "x", "by": act.by, "who": who, "at": at, "coup": state.coup}
    match act.do:
        case "perform":
            return Perform(**given, step=act.what, seat=act.seat, cards=CUTS.get(act.what))
        case "deal":
            return Deal(**given, place=act.what)
        case "collect-vigorish":
            return CollectVigorish(**given, seat=act.seat or 0)
        case "house-money":
            return HouseMoney(**given, seat=act.seat or 0)
    return None


@pytest.mark.parametrize("submission", EACH)
def test_what_is_due_is_accepted(submission: str) -> None:
    rules, events = dealt(submission)
    state, tried, at = TableState(), set[str](), 1_800_000_000_000
    for event in events:
        state = evolve(state, event)
        at = event.at or at if isinstance(event, StepPerformed) else at
        for act in expected(rules, state):
            asked = command(state, act, at) if act.must else None
            if asked is not None:
                refused = decide(rules, state, asked)
                assert not isinstance(refused, Refusal), (act, refused)
                tried.add(act.what)
    assert {"no-more-bets", "announce-result", "clear-cards", "P1"} <= tried
