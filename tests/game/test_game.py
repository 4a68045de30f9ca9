"""A session: decided, stored, answered; accepted once, refused as often as it is asked."""

import sys
from collections.abc import Iterable

import msgspec
import pytest
from msgspec.structs import replace

from punto.core.posting import Overdrawn
from punto.core.roles import Role
from punto.game.game import Accepted, Session
from punto.law.rulebook import text_of
from punto.record.chain import LogError, Record
from punto.record.memory import MemoryStore
from punto.record.opening import Unlawful, rules_of
from punto.record.store import Conflict, Write
from punto.table import Reason, Refusal
from punto.table.commands import Leave, Sit
from tests import filed
from tests.game.sessions import ONE_COUP, played

SUBMISSION = filed.text("md-mini-payout")
OPEN = filed.opening(SUBMISSION, at=1000, rack=100_000_00)
SIT = Sit(id="1", by=Role.PLAYER, who="ann", at=2000, seat=3, buy_in=50_000)


def opened() -> Session:
    return Session.open(MemoryStore(), OPEN)[0]


def accepted(answer: Accepted | Refusal) -> Accepted:
    assert isinstance(answer, Accepted), answer
    return answer


def test_a_table_is_opened_by_a_command_that_is_kept_whole() -> None:
    session, answer = Session.open(MemoryStore(), OPEN)
    (record,) = session.store.records()
    assert (answer.n, len(answer.events), session.stream, record.stream) == (1, 1, "table/MB-7", "table/MB-7")
    assert record.batch.command == OPEN


def test_a_table_is_opened_once() -> None:
    session = opened()
    with pytest.raises(Conflict, match="at version 1, not 0"):
        Session.open(session.store, replace(OPEN, id="again"))


def test_an_unlawful_submission_opens_nothing_and_says_everything() -> None:
    store = MemoryStore()
    text = SUBMISSION.replace("seats = 7", "seats = 12").replace("minimum = 15_00", "minimum = 0")
    with pytest.raises(Unlawful) as error:
        Session.open(store, replace(OPEN, submission=text))
    assert len(error.value.findings) > 1
    assert list(store.records()) == []


@pytest.mark.parametrize(
    "change, words",
    [
        ({"submission": "seats ="}, "TOML"),
        ({"rulebook": "= ="}, "the rulebook cannot be read"),
        ({"rulebook": "[rulebook]\n"}, "the rulebook cannot be read"),
        ({"rulebook": text_of("ma-mini")}, "filed under md-mini, the rulebook beside it is ma-mini"),
    ],
)
def test_what_cannot_be_read_opens_nothing(change: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rules_of(replace(OPEN, **change))


# ---------------------------------------------------------------- commands


def test_an_accepted_command_answers_again_as_it_did_and_does_nothing() -> None:
    session = opened()
    first = accepted(session.do(SIT))
    before = session.state
    again = accepted(session.do(replace(SIT, at=9000)))
    assert (again.n, again.events, again.again, first.again) == (first.n, first.events, True, False)
    assert session.state is before
    assert len(list(session.store.records())) == 2


def test_it_answers_as_it_did_though_it_would_be_refused_now() -> None:
    session = opened()
    first = accepted(session.do(SIT))
    accepted(session.do(Leave(id="2", by=Role.PLAYER, who="ann", at=3000, seat=3)))
    accepted(session.do(replace(SIT, id="3", who="ben")))
    assert accepted(session.do(SIT)).events == first.events
    assert session.state.seated == {3: "ben"}


def test_a_refused_command_is_decided_anew() -> None:
    session = opened()
    accepted(session.do(SIT))
    ben = replace(SIT, id="b", who="ben")
    refusal = session.do(ben)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.SEAT_TAKEN
    accepted(session.do(Leave(id="2", by=Role.PLAYER, who="ann", at=3000, seat=3)))
    assert not accepted(session.do(ben)).again


def test_a_refusal_leaves_no_trace() -> None:
    session = opened()
    before, records = session.state, list(session.store.records())
    assert isinstance(session.do(replace(SIT, seat=99)), Refusal)
    assert session.state is before
    assert list(session.store.records()) == records


def test_nobody_can_use_up_somebody_elses_id() -> None:
    session = opened()
    accepted(session.do(SIT))
    assert not accepted(session.do(replace(SIT, who="ben", seat=4))).again


def test_time_does_not_run_backwards_in_a_log() -> None:
    session = opened()
    accepted(session.do(replace(SIT, at=5)))
    assert [record.batch.command.at for record in session.store.records()] == [1000, 1000]


# ---------------------------------------------------------------- storing


class Failing(MemoryStore):
    """A store that is there until a second thing is written."""

    def append(self, writes: Iterable[Write]) -> tuple[Record, ...]:
        if list(self.records()):
            raise OSError("the disk is full")
        return super().append(writes)


def test_what_is_not_stored_has_not_happened() -> None:
    session, _ = Session.open(Failing(), OPEN)
    before = session.state
    with pytest.raises(OSError, match="the disk is full"):
        session.do(SIT)
    assert session.state is before


def test_a_writer_that_somebody_overtook_is_told() -> None:
    session = opened()
    other = Session.resume(session.store, session.stream)
    accepted(other.do(SIT))
    with pytest.raises(Conflict, match="at version 2, not 1"):
        session.do(replace(SIT, id="x", who="ben", seat=5))


def test_events_that_the_state_cannot_follow_are_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    session = opened()
    overdraw = accepted(opened().do(SIT)).events

    def too_much(*_: object) -> object:
        return overdraw * 200_000

    monkeypatch.setattr(sys.modules["punto.table.decide"], "_decided", too_much)
    with pytest.raises(Overdrawn):
        session.do(SIT)
    assert len(list(session.store.records())) == 1


def test_a_command_that_brings_nothing_is_accepted_and_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    session = opened()
    monkeypatch.setattr(sys.modules["punto.table.decide"], "_decided", lambda *_: ())
    assert accepted(session.do(SIT)) == Accepted(2, ())
    assert len(list(session.store.records())) == 1


# ---------------------------------------------------------------- taking up again


def test_a_session_is_taken_up_in_the_same_state_to_the_byte() -> None:
    table, _ = played(*ONE_COUP)
    again = Session.resume(table.session.store, table.session.stream)
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.session.state)
    assert (again.at, again.rules.digest) == (table.session.at, table.session.rules.digest)


def test_a_session_that_never_was_cannot_be_taken_up() -> None:
    with pytest.raises(LogError, match="table/MB-7 was never opened"):
        Session.resume(MemoryStore(), "table/MB-7")
