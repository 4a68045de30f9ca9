"""Queries for the classic cheats: each is committed at a table and is found; honest play is not."""

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from punto.core.posting import Posting
from punto.game.game import Session
from punto.rules.house_rules import HouseRules
from punto.table import TableState
from punto.table.events import CoupSettled, PlayerLeft, WagerMade
from punto.views.history import LoggedEvent
from punto.views.surveillance_queries import Hit, QueryTerms, RefusedWager, suspicions
from tests.game.physical import MISTAKES
from tests.game.physical_shoe import opened, seated, whole_shoe
from tests.game.sessions import ANN, AUTO, CUT, OPEN, SIT, Fields, played
from tests.table.harness import PLAYER_STOOD, at

BEN: Fields = {"by": "player", "who": "ben"}
FLO: Fields = {"by": "floor", "who": "flo"}


def happened(session: Session) -> list[LoggedEvent]:
    batches = [record.batch for record in session.store.records()]
    return [
        LoggedEvent(n, batch.command.at, str(batch.command.by), batch.command.who, event)
        for batch in batches
        for n, event in batch.numbered
    ]


def looked_at(*lines: dict[str, Any], terms: QueryTerms = QueryTerms()) -> list[Hit]:  # noqa: B008
    table, answers = played({"open": OPEN}, SIT, AUTO, CUT, AUTO, *lines)
    refused = [answer for answer in answers if not hasattr(answer.came, "events")]
    assert not refused, refused
    return list(suspicions(table.session.rules, happened(table.session), terms))


def bet(wager: str, cents: int, **more: Any) -> Fields:
    return {"do": "wager", **ANN, "seat": 3, "wager": wager, "cents": cents, **more}


def found(hits: Iterable[Hit], query: str) -> list[Hit]:
    return [hit for hit in hits if hit.query == query]


def test_an_honest_shoe_of_wood_has_nothing_to_look_at() -> None:
    for rulebook in ("ma-midi", "md-mini"):
        session = opened(rulebook)
        client = seated(session, seed=3)
        client.owned.update(dict.fromkeys(MISTAKES, 1))  # it makes none
        while session.state.shoe == 1:
            client.act()
        assert session.state.coup > 40
        assert list(suspicions(session.rules, happened(session))) == []


def test_a_shoe_with_every_mistake_is_told_mistake_by_mistake() -> None:
    session, client = whole_shoe("ma-mini", seed=3)
    hits = list(suspicions(session.rules, happened(session)))
    paid = [hit for hit in found(hits, "payment") if hit.seat]
    assert [hit.words.partition(" ")[0] for hit in paid] == ["$25", "$25"]
    assert "one chip too many" in paid[0].words
    assert len(found(hits, "payment")) - 2 >= 1  # a settlement was taken back
    assert found(hits, "capped") == found(hits, "vigorish") == found(hits, "late") == []
    assert client.owned["paid wrongly"] == 1


def test_a_late_wager_is_found_by_how_late_it_was() -> None:
    start = played({"open": OPEN}, SIT, AUTO, CUT, AUTO)[0].session.at
    early, late = bet("banker", 10000, at=start + 5_000), bet("player", 10000, at=start + 9_700)
    close = {"do": "perform", "by": "dealer", "who": "dee", "step": "no-more-bets", "at": start + 10_000}
    (hit,) = looked_at(early, late, close)
    assert (hit.query, hit.seat, hit.number) == ("late", 3, 1)
    assert hit.words == "$100 on player by seat 3, 300 ms before bets closed"
    assert looked_at(early, late, close, terms=QueryTerms(within=299)) == []
    raised = bet("banker", 5000, at=start + 9_900)
    assert [hit.words for hit in looked_at(early, raised, close)] == [
        "$50 on banker by seat 3, 100 ms before bets closed"
    ]


def test_vigorish_that_is_given_back_is_found() -> None:
    back = {"do": "adjust", **FLO, "seat": 3, "cents": 500, "why": "a courtesy"}
    hits = looked_at(bet("banker", 10000), AUTO, back)
    (hit,) = found(hits, "vigorish")
    assert hit.words == "$5 of vigorish was refunded to seat 3: a courtesy"
    assert len(found(hits, "payment")) == 1
    other = {**back, "cents": 300}
    assert found(looked_at(bet("banker", 10000), AUTO, other), "vigorish") == []


def table_of(*lines: dict[str, Any]) -> tuple[HouseRules, list[LoggedEvent]]:
    table, _ = played({"open": OPEN}, SIT, AUTO, CUT, AUTO, *lines)
    return table.session.rules, happened(table.session)


def forged(events: list[LoggedEvent], kind: type, **changes: Any) -> list[LoggedEvent]:
    """What a log would say in which an event was otherwise."""
    return [one._replace(event=replace(one.event, **changes)) if isinstance(one.event, kind) else one for one in events]


def test_a_marker_that_leaves_with_its_player_is_found() -> None:
    rules, _ = table_of()
    state = TableState(seated={3: "ann"}, owed={3: 5_000})
    (hit,) = suspicions(rules, [LoggedEvent(9, 0, "player", "ann", PlayerLeft(seat=3, who="ann"))], state=state)
    assert (hit.query, hit.words) == ("vigorish", "seat 3 left with its vigorish uncollected")


def test_a_settlement_without_vigorish_is_found() -> None:
    rules, events = table_of(bet("banker", 10000), AUTO)
    (settled,) = (one.event for one in events if isinstance(one.event, CoupSettled))
    lines = tuple(replace(line, vigorish=0) for line in settled.lines)
    (hit,) = suspicions(rules, forged(events, CoupSettled, lines=lines))
    assert (hit.query, hit.words) == ("vigorish", "banker of seat 3 was paid $100 without vigorish")
    assert hit.section == lines[0].section


def test_a_wager_that_grew_after_the_cards_is_found() -> None:
    rules, events = table_of(bet("banker", 10000), AUTO)
    assert list(suspicions(rules, events)) == []
    more = WagerMade(seat=3, wager="banker", cents=5000, postings=(Posting("seat/3", "felt/3/banker", 5000, "wager"),))
    place = next(number for number, one in enumerate(events) if isinstance(one.event, CoupSettled))
    added = [*events[:place], events[place]._replace(event=more), *events[place:]]
    (hit, *_) = suspicions(rules, added)
    assert (hit.query, "face up" in hit.words) == ("capped", True)
    (settled,) = (one.event for one in events if isinstance(one.event, CoupSettled))
    capped = tuple(replace(line, stake=line.stake + 5000) for line in settled.lines)
    (hit,) = suspicions(rules, forged(events, CoupSettled, lines=capped))
    assert hit.words == "banker of seat 3 closed at $100 and was settled at $150"


@pytest.mark.parametrize("closed", [False, True])
def test_a_wager_outside_the_limits_that_the_floor_let_stand_is_found_once(closed: bool) -> None:
    table = at("md-mini", PLAYER_STOOD).bet((1, "player", 100))
    state, first = table.state, len(table.events)
    if closed:
        table.must(do="perform", step="no-more-bets")
    table.must(do="let-stand", by="floor", seat=2, wager="player", cents=2_00, why="seen too late")
    table.play()
    events = [LoggedEvent(n, n, "dealer", "dealer", event) for n, event in enumerate(table.events[first:])]
    (hit,) = found(suspicions(table.rules, events, state=state), "capped")
    assert (hit.seat, hit.words) == (2, "player of seat 2 was allowed at $2, outside the limits: seen too late")


def test_large_wins_are_found_from_an_amount_on() -> None:
    assert found(looked_at(bet("banker", 10000), AUTO, terms=QueryTerms(large=9501)), "large") == []
    (hit,) = looked_at(bet("banker", 10000), AUTO, terms=QueryTerms(large=9500))
    assert (hit.query, hit.seat, hit.words) == ("large", 3, "seat 3 won $95 in this coup")


def test_what_was_refused_is_told_where_somebody_kept_it() -> None:
    rules, events = table_of()
    tried = RefusedWager(
        at=5, who="ann", seat=3, shoe=1, coup=2, number=2, version=77, do="wagers", reason="wrong-phase", section="7(d)"
    )
    (hit,) = suspicions(rules, events, tried=[tried])
    assert (hit.query, hit.n, hit.words, hit.section) == (
        "late",
        77,
        "wagers was refused: wrong-phase",
        "7(d)",
    )
