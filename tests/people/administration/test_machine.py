"""The house's stream: what happened to the floor is in it, in its chain, and is decided again by a verification."""

from typing import Any

import pytest

from punto.core.roles import Duty
from punto.core.self_limits import DAY
from punto.people.administration import messages as c
from punto.people.administration import messages as e
from punto.people.administration.decide import decide
from punto.people.administration.messages import Reason, Refusal
from punto.people.administration.state import (
    LONGEST_LOCKOUT,
    MOST_KEPT,
    PARAMETERS,
    Failures,
    State,
    evolve,
    failed,
    kept,
    value,
)
from punto.record.export import export
from punto.record.memory import MemoryStore
from punto.record.store import Write
from punto.verification.verify import verify

SYSTEM: dict[str, Any] = {"by": Duty.SYSTEM, "who": "system"}


class House:
    """A house with its log."""

    def __init__(self) -> None:
        self.state, self.store, self.at = State(), MemoryStore(), 0

    def does(self, kind: type, **fields: Any) -> tuple[Any, ...]:
        self.at += 1
        command = kind(id=f"c{self.at}", at=self.at, **(SYSTEM | fields))
        events = decide(self.state, command)
        assert not isinstance(events, Refusal), events
        if events:
            self.store.append([Write("house/floor", self.state.version, command, events)])
        for event in events:
            self.state = evolve(self.state, event)
        return events


def busy() -> House:
    house = House()
    house.does(c.Start, punto="0.1.0", digest="ab")
    house.does(c.Grant, person="p-1", duty=Duty.ADMINISTRATOR)
    house.does(c.SetParameter, by=Duty.ADMINISTRATOR, who="p-1", name="large-win", value="500", why="a small floor")
    house.does(c.NoteWin, table="MB-7", coup=3, person="p-2", cents=500)
    house.does(c.Override, by=Duty.ADMINISTRATOR, who="p-1", what="paid by hand", why="the line was down")
    for _ in range(6):
        house.does(c.NoteFailure, person="p-2", origin="o-1")
    house.does(c.Start, punto="0.1.1")
    house.does(c.Stop)
    return house


def test_what_is_done_to_a_floor_is_an_event_and_the_whole_of_it_verifies() -> None:
    house = busy()
    log = export(house.store, "0.1.0").encode()
    report = verify(log)
    assert report.whole, report.faults
    for kind in (e.FloorStarted, e.ParameterChanged, e.LargeWin, e.OverrideMade, e.LoginFailed, e.LockedOut):
        assert str(kind.__struct_config__.tag).encode() in log
    again = State()
    for record in house.store.records():
        for event in record.batch.events:
            again = evolve(again, event)
    assert again == house.state


@pytest.mark.parametrize(
    "was, then", [(b'"failures":3', b'"failures":2'), (b'"after":"500"', b'"after":"501"'), (b"paid by", b"sold by")]
)
def test_a_changed_event_is_found(was: bytes, then: bytes) -> None:
    log = export(busy().store, "0.1.0").encode()
    assert was in log
    assert not verify(log.replace(was, then, 1)).whole


def test_an_outage_is_noted_when_the_floor_starts_again() -> None:
    house = House()
    assert [type(event) for event in house.does(c.Start, punto="1")] == [e.FloorStarted]
    first = house.at
    outage, started = house.does(c.Start, punto="2")
    assert (type(outage), type(started), outage.last) == (e.OutageEnded, e.FloorStarted, first)
    house.does(c.Stop)
    assert [type(event) for event in house.does(c.Start, punto="2")] == [e.FloorStarted]


def test_a_win_is_noted_from_the_parameter_on() -> None:
    house = House()
    large = PARAMETERS["large-win"].default
    assert house.does(c.NoteWin, table="T", coup=1, person="p", cents=large - 1) == ()
    assert len(house.does(c.NoteWin, table="T", coup=1, person="p", cents=large)) == 1


@pytest.mark.parametrize("text", ["", "0", "-1", "1.5", "1e3", " 5", "05", "٥", "9" * 30, "x"])
def test_a_parameter_is_a_whole_number_within_its_bounds(text: str) -> None:
    command = c.SetParameter(id="x", at=0, **SYSTEM, name="idle-minutes", value=text, why="tried")
    answer = decide(State(), command)
    assert isinstance(answer, Refusal)
    assert answer.reason is Reason.BAD_AMOUNT


def test_a_parameter_says_what_it_was() -> None:
    house = House()
    (first,) = house.does(c.SetParameter, name="idle-minutes", value="10", why="a busy floor")
    (second,) = house.does(c.SetParameter, name="idle-minutes", value="20", why="complaints")
    assert (first.before, first.after, second.before, second.after) == ("30", "10", "10", "20")
    assert value(house.state.parameters, "idle-minutes") == 20
    assert refused(house, c.SetParameter, name="idle-minutes", value="20", why="again") is Reason.NO_CHANGE
    assert refused(house, c.SetParameter, name="odds", value="20", why="again") is Reason.NO_SUCH_PARAMETER


def refused(house: House, kind: type, **fields: Any) -> Reason:
    answer = decide(house.state, kind(id="x", at=house.at, **SYSTEM, **fields))
    assert isinstance(answer, Refusal)
    return answer.reason


# ---------------------------------------------------------------- lock-out


def test_the_time_doubles_and_has_an_end() -> None:
    book: dict[str, Failures] = {}
    waits = []
    for number in range(100):
        book["person/p"] = failed(book, "person/p", number)
        waits.append(max(book["person/p"].until - number, 0))
    assert waits[:4] == [0] * 4
    assert [wait // 60_000 for wait in waits[4:10]] == [1, 2, 4, 8, 16, 32]
    assert set(waits[10:]) == {LONGEST_LOCKOUT}


def test_failures_are_forgotten_after_a_day() -> None:
    book = {"person/p": Failures(4, 0)}
    assert failed(book, "person/p", DAY - 1).until
    assert failed(book, "person/p", DAY) == Failures(1, DAY)


def test_the_book_has_a_limit_and_keeps_who_is_locked_out() -> None:
    book = {f"origin/{n}": Failures(1, n) for n in range(MOST_KEPT)}
    book["person/locked"] = Failures(9, 0, DAY)
    after = kept(book, MOST_KEPT)
    assert len(after) <= MOST_KEPT
    assert "person/locked" in after
    assert "origin/0" not in after


def test_the_floor_throws_switches_closes_tables_and_posts_limits_with_before_after_and_why() -> None:
    house = House()
    house.does(c.Grant, person="p-1", duty=Duty.FLOOR)
    flo: dict[str, Any] = {"by": Duty.FLOOR, "who": "p-1", "why": "a quiet evening"}
    (posted,) = house.does(c.SetParameter, **flo, name="limits/MB 7/banker", value="5000-100000")
    assert (posted.before, posted.after, posted.why) == ("filed", "5000-100000", "a quiet evening")
    house.does(c.SetParameter, **flo, name="switch/table/MB 7", value="off")
    house.does(c.SetParameter, **flo, name="table/MB 7", value="closed")
    assert set(house.state.parameters) == {"limits/MB 7/banker", "switch/table/MB 7", "table/MB 7"}
    house.does(c.SetParameter, **flo, name="switch/table/MB 7", value="on")
    (filed,) = house.does(c.SetParameter, **flo, name="limits/MB 7/banker", value="filed")
    assert (filed.before, filed.after) == ("5000-100000", "filed")
    assert house.state.parameters == {"table/MB 7": "closed"}  # what is as it was is not kept
    assert verify(export(house.store, "0.1.0").encode()).whole


@pytest.mark.parametrize(
    "name, value, reason",
    [
        ("limits/MB-7/banker", "much", "bad-amount"),
        ("limits/MB-7/banker", "0-100", "bad-amount"),
        ("switch/floor", "perhaps", "bad-amount"),
        ("switch/floor", "on", "no-change"),
        ("limits/", "filed", "wrong-duty"),  # no such kind: then it would be the administrator's
        ("switch/\u202efloor", "off", "wrong-duty"),
        ("large-win", "5", "wrong-duty"),
    ],
)
def test_what_is_no_parameter_of_the_floor_is_refused(name: str, value: str, reason: str) -> None:
    house = House()
    house.does(c.Grant, person="p-1", duty=Duty.FLOOR)
    command = c.SetParameter(id="x", at=1, by=Duty.FLOOR, who="p-1", name=name, value=value, why="so")
    assert decide(house.state, command).reason == reason  # type: ignore[union-attr]
