"""Duties: who may do what to a floor, and what must not meet in one person."""

from itertools import combinations
from typing import Any

import pytest

from punto.core.roles import Duty, Rank, Role
from punto.people.administration import messages as c
from punto.people.administration.decide import MAY, decide
from punto.people.administration.messages import Reason, Refusal
from punto.people.administration.state import APART, ROLES, SAME_MATTER, State, evolve, role_conflict, role_conflict_at

PEOPLE = [duty for duty in Duty if duty is not Duty.SYSTEM]
SYSTEM: dict[str, Any] = {"id": "x", "by": Duty.SYSTEM, "who": "system", "at": 0}


def told(state: State, *commands: c.AnyCommand) -> State:
    for command in commands:
        events = decide(state, command)
        assert not isinstance(events, Refusal), events
        for event in events:
            state = evolve(state, event)
    return state


def refused(state: State, command: c.AnyCommand) -> Reason:
    answer = decide(state, command)
    assert isinstance(answer, Refusal), answer
    return answer.reason


STAFF = told(State(), *(c.Grant(**SYSTEM, person=f"p-{duty}", duty=duty) for duty in PEOPLE if duty is not Duty.PLAYER))
EXAMPLES: dict[type, dict[str, Any]] = {
    c.NoteFailure: {"person": "p-1", "origin": "o"},
    c.NoteLogin: {"person": "p-1", "origin": "o"},
    c.NoteAccount: {"person": "p-1", "what": "opened"},
    c.NoteWin: {"table": "MB-7", "coup": 1, "person": "p-1", "cents": 10**7},
    c.Start: {"punto": "1.0"},
    c.Stop: {},
    c.Grant: {"person": "p-1", "duty": Duty.DEALER},
    c.Revoke: {"person": "p-dealer", "duty": Duty.DEALER},
    c.Disable: {"person": "p-1", "why": "asked"},
    c.Enable: {"person": "p-2", "why": "asked"},
    c.Override: {"what": "opened table MB-7 by hand", "why": "the timer stood"},
    c.MoveCash: {"person": "p-1", "kind": "deposit", "cents": 100, "transfer": "t-1", "why": "cash"},
    c.ProposeMoney: {"proposal": "cash-2", "kind": "deposit", "cents": 100, "why": "cash", "person": "p-1"},
    c.ApproveMoney: {"proposal": "cash-1"},
    c.DeclineMoney: {"proposal": "cash-1"},
    c.SetParameter: {"name": "large-win", "value": "5", "why": "a small floor"},
}
PROPOSED = c.ProposeMoney(
    id="y", by=Duty.FLOOR, who="p-fay", at=0, proposal="cash-1", kind="deposit", cents=1, why="cash", person="p-1"
)
BEFORE = told(
    STAFF,
    c.Grant(**SYSTEM, person="p-fay", duty=Duty.FLOOR),
    PROPOSED,
    c.Disable(**SYSTEM, person="p-2", why="asked"),
    c.Start(**SYSTEM, punto="1.0"),
)


@pytest.mark.parametrize("by", Duty)
@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.__name__)
def test_each_command_is_given_by_those_who_may_and_by_nobody_else(kind: type, by: Duty) -> None:
    command = kind(id="x", by=by, who="system" if by is Duty.SYSTEM else f"p-{by}", at=0, **EXAMPLES[kind])
    answer = decide(BEFORE, command)
    if by in MAY[kind]:
        assert isinstance(answer, tuple)
        assert answer
    else:
        assert answer.reason is Reason.WRONG_DUTY  # type: ignore[union-attr]


def test_every_command_has_its_line() -> None:
    assert set(EXAMPLES) == set(MAY) == set(c.AnyCommand.__args__)


def test_a_duty_is_claimed_by_nobody_who_does_not_have_it() -> None:
    """A dealer who says that an administrator speaks is refused: the log knows better."""
    command = c.Grant(id="x", by=Duty.ADMINISTRATOR, who="p-dealer", at=0, person="p-1", duty=Duty.FLOOR)
    assert refused(STAFF, command) is Reason.WRONG_DUTY


def test_nobody_grants_or_disables_themselves() -> None:
    by: dict[str, Any] = {"id": "x", "by": Duty.ADMINISTRATOR, "who": "p-administrator", "at": 0}
    assert refused(STAFF, c.Grant(**by, person="p-administrator", duty=Duty.DEALER)) is Reason.SAME_PERSON
    assert refused(STAFF, c.Disable(**by, person="p-administrator", why="tired")) is Reason.SAME_PERSON


@pytest.mark.parametrize("one, other", list(combinations(PEOPLE, 2)))
def test_what_must_not_meet_is_refused_in_either_order_and_all_else_is_granted(one: Duty, other: Duty) -> None:
    apart = frozenset((one, other)) in APART
    for first, second in ((one, other), (other, one)):
        state = State(duties={"p-1": frozenset({first})})
        command = c.Grant(**SYSTEM, person="p-1", duty=second)
        if apart:
            assert refused(state, command) is Reason.DUTIES_CLASH
        else:
            assert told(state, command).duties_of("p-1") == {one, other}


@pytest.mark.parametrize(
    "one, other", [(Duty.DEALER, Duty.SURVEILLANCE), (Duty.FLOOR, Duty.SURVEILLANCE), (Duty.AUDITOR, Duty.DEALER)]
)
def test_the_table_holds_what_every_floor_splits(one: Duty, other: Duty) -> None:
    found = role_conflict({one, other})
    assert found
    assert found.why


def test_dealers_play_elsewhere_if_that_is_granted_too() -> None:
    state = told(State(), c.Grant(**SYSTEM, person="p-1", duty=Duty.DEALER))
    assert state.duties_of("p-1") == {Duty.DEALER}
    state = told(state, c.Grant(**SYSTEM, person="p-1", duty=Duty.PLAYER))
    assert state.duties_of("p-1") == {Duty.DEALER, Duty.PLAYER}


def test_nobody_deals_where_they_play_or_approves_what_they_proposed() -> None:
    assert {(pair.one, pair.other) for pair in SAME_MATTER} == {("deal", "play"), ("propose", "approve")}
    for pair in SAME_MATTER:
        assert role_conflict_at(pair.one, [pair.other]) == role_conflict_at(pair.other, ["look", pair.one]) == pair
        assert role_conflict_at(pair.one, [pair.one]) is None
    assert role_conflict_at("deal", []) is None


def test_what_is_no_role_at_a_table_has_none() -> None:
    assert set(PEOPLE) - set(ROLES) == {Duty.CAGE, Duty.SECURITY, Duty.AUDITOR, Duty.ADMINISTRATOR, Duty.REGULATOR}
    assert Role.SYSTEM not in ROLES.values()


def test_a_floor_keeps_its_last_administrator() -> None:
    for command in (
        c.Revoke(**SYSTEM, person="p-administrator", duty=Duty.ADMINISTRATOR),
        c.Disable(**SYSTEM, person="p-administrator", why="asked"),
    ):
        assert refused(STAFF, command) is Reason.LAST_ADMINISTRATOR
        two = told(STAFF, c.Grant(**SYSTEM, person="p-9", duty=Duty.ADMINISTRATOR))
        assert told(two, command).version == two.version + 1


def test_a_floorperson_disables_players_and_not_those_who_watch() -> None:
    by: dict[str, Any] = {"id": "x", "by": Duty.FLOOR, "who": "p-floor", "at": 0}
    assert told(STAFF, c.Disable(**by, person="p-1", why="asked")).disabled == {"p-1": "asked"}
    assert refused(STAFF, c.Disable(**by, person="p-surveillance", why="asked")) is Reason.WRONG_DUTY


@pytest.mark.parametrize("why", ["", " ", "x" * 501])
def test_who_changes_something_says_why(why: str) -> None:
    assert refused(STAFF, c.Disable(**SYSTEM, person="p-1", why=why)) is Reason.REASON_NEEDED


@pytest.mark.parametrize("person", ["", "Ann Lee", "p-1\u202e", "<b>", "x" * 81])
def test_people_are_known_by_pseudonyms(person: str) -> None:
    assert refused(STAFF, c.Grant(**SYSTEM, person=person, duty=Duty.DEALER)) is Reason.BAD_NAME


def test_nobody_is_punto_itself() -> None:
    assert refused(STAFF, c.Grant(**SYSTEM, person="p-1", duty=Duty.SYSTEM)) is Reason.WRONG_DUTY


def test_a_floorperson_has_a_rank_and_no_other_duty_does() -> None:
    def rank(state: State) -> Rank | None:
        return state.rank_of("p-1")

    assert rank(STAFF) is None
    state = told(STAFF, c.Grant(**SYSTEM, person="p-1", duty=Duty.FLOOR))
    assert rank(state) is Rank.FLOORPERSON
    assert refused(state, c.Grant(**SYSTEM, person="p-1", duty=Duty.FLOOR, rank=Rank.FLOORPERSON)) is Reason.NO_CHANGE
    state = told(state, c.Grant(**SYSTEM, person="p-1", duty=Duty.FLOOR, rank=Rank.PIT_MANAGER))
    assert rank(state) is Rank.PIT_MANAGER
    assert refused(state, c.Grant(**SYSTEM, person="p-1", duty=Duty.FLOOR)) is Reason.NO_CHANGE  # the rank stays
    assert refused(state, c.Grant(**SYSTEM, person="p-2", duty=Duty.DEALER, rank=Rank.PIT_MANAGER)) is Reason.WRONG_DUTY
    state = told(state, c.Grant(**SYSTEM, person="p-1", duty=Duty.DEALER))  # another duty changes no rank
    assert rank(state) is Rank.PIT_MANAGER
    assert (
        rank(told(state, c.Grant(**SYSTEM, person="p-1", duty=Duty.FLOOR, rank=Rank.FLOORPERSON))) is Rank.FLOORPERSON
    )
    state = told(state, c.Revoke(**SYSTEM, person="p-1", duty=Duty.FLOOR))
    assert rank(state) is None
    assert rank(told(state, c.Grant(**SYSTEM, person="p-1", duty=Duty.FLOOR))) is Rank.FLOORPERSON
