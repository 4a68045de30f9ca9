"""Carrying: begun and posted in one step, where the table's part is in the same append."""

import pytest

from punto.core.posting import HOUSE, Posting
from punto.core.roles import Role
from punto.wallet import Kind, Reason, Terms
from punto.wallet.messages import Carry, TransferBegun, TransferPosted
from tests.wallet.wallet import MB_02, OWNER, Purse


def carry(purse: Purse, transfer: str, kind: Kind, cents: int, by: Role = Role.SYSTEM, who: str = OWNER) -> Carry:
    return Carry(**purse.by(by, who), transfer=transfer, kind=kind, cents=cents, place=MB_02)


def test_a_buy_in_leaves_at_once() -> None:
    purse = Purse(deposit=100_00)
    begun, posted = purse.does(carry(purse, "t1", Kind.BUY_IN, 30_00))
    assert (type(begun), type(posted)) == (TransferBegun, TransferPosted)
    assert posted.postings == (Posting("held/t1", HOUSE, 30_00, "buy-in"),)
    assert (purse.money, purse.state.status("t1"), purse.state.pending) == ((70_00, 0), "posted", {})


def test_a_cash_out_is_there_at_once() -> None:
    purse = Purse()
    purse.does(carry(purse, "t1", Kind.CASH_OUT, 30_00))
    assert purse.money == (30_00, 0)


@pytest.mark.parametrize("kind", [Kind.DEPOSIT, Kind.WITHDRAWAL])
def test_a_bank_is_never_in_the_same_append(kind: Kind) -> None:
    purse = Purse(deposit=100_00)
    assert purse.refused(carry(purse, "t1", kind, 30_00)) is Reason.WRONG_ROLE


def test_nobody_carries_money_to_himself() -> None:
    purse = Purse()
    assert purse.refused(carry(purse, "t1", Kind.CASH_OUT, 30_00, by=Role.PLAYER)) is Reason.WRONG_ROLE
    assert purse.refused(carry(purse, "t1", Kind.CASH_OUT, 30_00, who="p-2")) is Reason.NOT_YOURS


def test_limits_hold_here_too() -> None:
    purse = Purse(Terms(most={Kind.BUY_IN: 20_00}), deposit=100_00)
    assert purse.refused(carry(purse, "t1", Kind.BUY_IN, 30_00)) is Reason.ABOVE_MAXIMUM
    purse.does(purse.limit("loss", 15_00))
    assert purse.refused(carry(purse, "t1", Kind.BUY_IN, 20_00)) is Reason.ABOVE_OWN_LIMIT
    assert purse.refused(carry(Purse(), "t1", Kind.BUY_IN, 0)) is Reason.BAD_AMOUNT


def test_what_was_begun_before_is_only_finished() -> None:
    purse = Purse(deposit=100_00)
    purse.does(purse.begin("t1", Kind.BUY_IN, 30_00))
    (posted,) = purse.does(carry(purse, "t1", Kind.BUY_IN, 30_00))
    assert (type(posted), purse.money) == (TransferPosted, (70_00, 0))
    assert purse.does(carry(purse, "t1", Kind.BUY_IN, 30_00)) == ()
    assert purse.refused(carry(purse, "t1", Kind.BUY_IN, 40_00)) is Reason.ID_TAKEN


def test_what_was_undone_stays_undone() -> None:
    purse = Purse(deposit=100_00)
    purse.does(purse.begin("t1", Kind.BUY_IN, 30_00))
    purse.does(purse.void("t1"))
    assert purse.refused(carry(purse, "t1", Kind.BUY_IN, 30_00)) is Reason.VOIDED
