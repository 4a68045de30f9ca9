"""Transfers: pending, then posted or voided; never twice, never below zero."""

import msgspec
import pytest

from punto.core.posting import HOUSE, Posting
from punto.core.roles import Role
from punto.core.self_limits import DAY
from punto.wallet import Kind, Reason, State, evolve, recovery
from punto.wallet.messages import MOST_CENTS, REMEMBERED, AnyEvent, Begin, Open, Post, SetLimit, Void
from tests.wallet.wallet import MB_02, OWNER, Purse

OUT = [Kind.BUY_IN, Kind.WITHDRAWAL]
IN = [Kind.DEPOSIT, Kind.CASH_OUT]


def test_a_wallet_is_opened_empty_for_a_pseudonym() -> None:
    purse = Purse()
    assert (purse.state.owner, purse.money) == (OWNER, (0, 0))
    assert purse.refused(Open(**purse.by(Role.SYSTEM), owner="p-2")) is Reason.ALREADY_OPEN


@pytest.mark.parametrize("kind", OUT)
def test_money_that_leaves_is_held_until_the_other_side_is_done(kind: Kind) -> None:
    purse = Purse(deposit=100_00)
    (event,) = purse.does(purse.begin("t1", kind, 30_00))
    assert event.postings == (Posting("available", "held/t1", 30_00, kind),)
    assert (purse.money, purse.state.status("t1")) == ((70_00, 30_00), "pending")
    (event,) = purse.does(purse.post("t1"))
    assert event.postings == (Posting("held/t1", HOUSE, 30_00, kind),)
    assert (purse.money, purse.state.status("t1")) == ((70_00, 0), "posted")


@pytest.mark.parametrize("kind", OUT)
def test_money_that_did_not_leave_comes_back(kind: Kind) -> None:
    purse = Purse(deposit=100_00)
    purse.does(purse.begin("t1", kind, 30_00))
    purse.does(purse.void("t1"))
    assert (purse.money, purse.state.status("t1")) == ((100_00, 0), "voided")


@pytest.mark.parametrize("kind", IN)
def test_money_that_comes_is_announced_and_then_there(kind: Kind) -> None:
    purse = Purse()
    (event,) = purse.does(purse.begin("t1", kind, 30_00))
    assert (event.postings, purse.money) == ((), (0, 0))
    purse.does(purse.post("t1"))
    assert purse.money == (30_00, 0)


@pytest.mark.parametrize("kind", IN)
def test_money_that_does_not_come_is_forgotten(kind: Kind) -> None:
    purse = Purse()
    purse.does(purse.begin("t1", kind, 30_00))
    purse.does(purse.void("t1"))
    assert purse.money == (0, 0)


def test_what_is_held_cannot_be_spent() -> None:
    purse = Purse(deposit=100_00)
    purse.does(purse.begin("t1", Kind.BUY_IN, 100_00))
    assert purse.refused(purse.begin("t2", Kind.WITHDRAWAL, 1)) is Reason.NOT_ENOUGH
    purse.does(purse.void("t1"))
    assert purse.refused(purse.begin("t2", Kind.WITHDRAWAL, 100_01)) is Reason.NOT_ENOUGH
    purse.does(purse.begin("t2", Kind.WITHDRAWAL, 100_00))
    assert purse.money == (0, 100_00)


# ---------------------------------------------------------------- told again


def test_every_step_is_made_once() -> None:
    purse = Purse(deposit=100_00)
    begin, post = purse.begin("t1", Kind.BUY_IN, 30_00), purse.post("t1")
    purse.does(begin)
    assert purse.does(begin) == ()
    purse.does(post)
    assert purse.does(begin) == purse.does(post) == ()
    assert purse.money == (70_00, 0)
    assert purse.refused(purse.void("t1")) is Reason.POSTED


def test_what_was_undone_is_not_begun_again_under_the_same_name() -> None:
    purse = Purse(deposit=100_00)
    begin = purse.begin("t1", Kind.BUY_IN, 30_00)
    purse.does(begin)
    purse.does(purse.void("t1"))
    assert purse.does(purse.void("t1")) == ()
    assert purse.refused(begin) is Reason.VOIDED
    assert purse.refused(purse.post("t1")) is Reason.VOIDED


@pytest.mark.parametrize(
    "kind, cents, place",
    [(Kind.WITHDRAWAL, 30_00, MB_02), (Kind.BUY_IN, 30_01, MB_02), (Kind.BUY_IN, 30_00, "table/MB-03/seat/3")],
)
def test_an_id_means_one_transfer(kind: Kind, cents: int, place: str) -> None:
    purse = Purse(deposit=100_00)
    purse.moves("t1", Kind.BUY_IN, 30_00)
    assert purse.refused(purse.begin("t1", kind, cents, place)) is Reason.ID_TAKEN
    purse.does(purse.begin("t2", Kind.BUY_IN, 30_00))
    assert purse.refused(purse.begin("t2", kind, cents, place)) is Reason.ID_TAKEN


def test_what_nobody_began_is_not_finished() -> None:
    purse = Purse()
    assert purse.refused(purse.post("t1")) is Reason.NO_SUCH_TRANSFER
    assert purse.refused(purse.void("t1")) is Reason.NO_SUCH_TRANSFER


def test_ids_are_remembered_and_what_is_older_is_too_late() -> None:
    purse = Purse(deposit=100_00)
    begin = purse.begin("t1", Kind.BUY_IN, 30_00)
    purse.does(begin)
    purse.does(purse.post("t1"))
    purse.at = REMEMBERED
    purse.moves("t2", Kind.DEPOSIT, 1, "bank")
    assert purse.does(begin) == ()
    purse.at = REMEMBERED + DAY
    purse.moves("t3", Kind.DEPOSIT, 1, "bank")
    purse.at = REMEMBERED + 2 * DAY
    purse.moves("t4", Kind.DEPOSIT, 1, "bank")
    assert purse.state.status("t1") is None
    assert purse.refused(begin) is Reason.TOO_LATE
    assert list(purse.state.finished) == ["t2", "t3", "t4"]


def test_what_is_pending_is_never_forgotten() -> None:
    purse = Purse(deposit=100_00)
    purse.does(purse.begin("t1", Kind.BUY_IN, 30_00))
    purse.at = 100 * REMEMBERED
    purse.moves("t2", Kind.DEPOSIT, 1, "bank")
    purse.does(purse.void("t1"))
    assert purse.money == (100_01, 0)


# ---------------------------------------------------------------- who, and what


@pytest.mark.parametrize("cents", [0, -1, MOST_CENTS + 1])
@pytest.mark.parametrize("kind", list(Kind))
def test_an_amount_is_of_some_cents(kind: Kind, cents: int) -> None:
    purse = Purse(deposit=100_00)
    assert purse.refused(purse.begin("t1", kind, cents)) is Reason.BAD_AMOUNT


@pytest.mark.parametrize("name", ["", " ", "a b", "p\u200b7", "../x", "é", "x" * 81, "a\n"])
def test_names_show_all_that_is_in_them(name: str) -> None:
    purse = Purse(deposit=100_00)
    assert purse.refused(purse.begin(name, Kind.BUY_IN, 1)) is Reason.BAD_NAME
    assert purse.refused(purse.begin("t1", Kind.BUY_IN, 1, place=name)) is Reason.BAD_NAME
    purse.state = State()
    assert purse.refused(Open(**purse.by(Role.SYSTEM), owner=name)) is Reason.BAD_NAME


def test_a_wallet_is_its_owners() -> None:
    purse = Purse(deposit=100_00)
    other = purse.by(Role.PLAYER, "p-2")
    assert purse.refused(Begin(**other, transfer="t", kind=Kind.BUY_IN, cents=1, place="x")) is Reason.NOT_YOURS
    assert purse.refused(SetLimit(**other, limit="loss", cents=1)) is Reason.NOT_YOURS
    house = purse.by(Role.DEALER, OWNER)
    assert purse.refused(Begin(**house, transfer="t", kind=Kind.BUY_IN, cents=1, place="x")) is Reason.WRONG_ROLE


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.SYSTEM])
def test_only_the_system_says_what_the_other_side_did(role: Role) -> None:
    purse = Purse(deposit=100_00)
    purse.does(purse.begin("t1", Kind.BUY_IN, 1))
    assert purse.refused(Post(**purse.by(role), transfer="t1")) is Reason.WRONG_ROLE
    assert purse.refused(Void(**purse.by(role), transfer="t1")) is Reason.WRONG_ROLE


def test_nothing_happens_in_a_wallet_that_is_not_open() -> None:
    purse = Purse()
    purse.state = State()
    for command in (purse.begin("t", Kind.DEPOSIT, 1), purse.post("t"), purse.void("t"), purse.limit("loss", 1)):
        assert purse.refused(command) is Reason.NOT_OPEN


def test_the_least_and_the_most() -> None:
    purse = Purse()
    purse.moves("least", Kind.CASH_OUT, 1)
    purse.moves("most", Kind.CASH_OUT, MOST_CENTS)
    assert purse.money == (MOST_CENTS + 1, 0)
    assert purse.state.version == len(purse.events) == 5


def test_what_is_just_not_too_late() -> None:
    purse = Purse(deposit=100_00)
    late = purse.begin("t1", Kind.BUY_IN, 1)
    purse.at = REMEMBERED
    purse.moves("t2", Kind.DEPOSIT, 1, "bank")
    purse.does(late)


# ---------------------------------------------------------------- after a crash


def test_recovery_asks_of_each_whether_the_other_side_did_it() -> None:
    purse = Purse(deposit=100_00)
    purse.does(purse.begin("in-done", Kind.BUY_IN, 10_00))
    purse.does(purse.begin("in-not", Kind.BUY_IN, 20_00))
    purse.does(purse.begin("out-done", Kind.CASH_OUT, 5_00))
    purse.does(purse.begin("out-not", Kind.CASH_OUT, 7_00))
    for command in recovery(purse.state, {"in-done", "out-done", "another"}, at=9):
        purse.does(command)
    assert purse.money == (95_00, 0)  # 100 - 10 + 5
    assert purse.state.pending == {}
    assert recovery(purse.state, (), at=9) == ()


def test_a_wallet_is_read_back_from_its_bytes() -> None:
    purse = Purse(deposit=100_00)
    purse.does(purse.begin("t1", Kind.BUY_IN, 10_00))
    purse.does(purse.limit("loss", 50_00))
    replayed = State()
    for event in purse.events:
        replayed = evolve(replayed, msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent))
    assert replayed == purse.state
