"""Limits: the house's, and a player's own, which are stricter at once and looser a day later."""

import pytest

from punto.core.self_limits import DAY
from punto.wallet import Kind, Reason, Terms
from punto.wallet.messages import MOST_CENTS
from tests.wallet.wallet import Purse

HOUSE = Terms(
    most={Kind.DEPOSIT: 500_00, Kind.BUY_IN: 300_00},
    most_a_day={Kind.DEPOSIT: 800_00, Kind.WITHDRAWAL: 400_00},
    most_balance=1_000_00,
    most_pending=3,
)


def test_the_most_of_one_transfer() -> None:
    purse = Purse(HOUSE, deposit=500_00)
    assert purse.refused(purse.begin("t", Kind.DEPOSIT, 500_01)) is Reason.ABOVE_MAXIMUM
    assert purse.refused(purse.begin("t", Kind.BUY_IN, 300_01)) is Reason.ABOVE_MAXIMUM
    purse.does(purse.begin("t", Kind.BUY_IN, 300_00))


def test_the_most_of_a_day_counts_what_was_begun_and_not_undone() -> None:
    purse = Purse(HOUSE, deposit=500_00)
    purse.does(purse.begin("t1", Kind.DEPOSIT, 300_00))
    assert purse.refused(purse.begin("t2", Kind.DEPOSIT, 1)) is Reason.ABOVE_DAY
    purse.does(purse.void("t1"))
    purse.moves("t3", Kind.DEPOSIT, 300_00)
    assert purse.refused(purse.begin("t4", Kind.DEPOSIT, 1)) is Reason.ABOVE_DAY
    purse.moves("out", Kind.WITHDRAWAL, 400_00)
    purse.at = DAY
    purse.moves("t4", Kind.DEPOSIT, 500_00)
    assert purse.state.available == 900_00


def test_yesterdays_transfer_undone_today_gives_no_room_today() -> None:
    purse = Purse(HOUSE)
    purse.does(purse.begin("t1", Kind.DEPOSIT, 500_00))
    purse.at = DAY
    purse.moves("t2", Kind.DEPOSIT, 400_00)
    purse.does(purse.void("t1"))
    assert purse.state.begun_today == {Kind.DEPOSIT: 400_00}


def test_no_deposit_goes_beyond_the_most_balance() -> None:
    purse = Purse(HOUSE, deposit=500_00)
    purse.does(purse.begin("held", Kind.BUY_IN, 100_00))
    purse.does(purse.begin("coming", Kind.DEPOSIT, 200_00))
    purse.at = DAY
    assert purse.refused(purse.begin("t", Kind.DEPOSIT, 300_01)) is Reason.ABOVE_BALANCE
    purse.does(purse.begin("t", Kind.DEPOSIT, 300_00))


def test_transfers_do_not_pile_up() -> None:
    purse = Purse(HOUSE)
    for number in range(3):
        purse.does(purse.begin(f"t{number}", Kind.DEPOSIT, 1))
    assert purse.refused(purse.begin("t3", Kind.DEPOSIT, 1)) is Reason.TOO_MANY_PENDING


def test_what_a_player_won_is_always_paid_out() -> None:
    """An award of $50,000 leaves the table whatever the wallet's limits are."""
    purse = Purse(HOUSE)
    for number in range(3):
        purse.does(purse.begin(f"t{number}", Kind.DEPOSIT, 1))
    purse.moves("award", Kind.CASH_OUT, 50_000_00)
    assert purse.state.available == 50_000_00


def test_the_first_of_a_day_may_be_all_of_it() -> None:
    purse = Purse(Terms(most_a_day={Kind.DEPOSIT: 100_00}))
    purse.does(purse.limit("deposit", 100_00))
    purse.does(purse.limit("loss", 100_00))
    purse.moves("d", Kind.DEPOSIT, 100_00)
    purse.does(purse.begin("b", Kind.BUY_IN, 100_00))
    assert purse.refused(purse.begin("d2", Kind.DEPOSIT, 1)) is Reason.ABOVE_DAY


# ---------------------------------------------------------------- one's own


def test_ones_own_limit_of_deposits() -> None:
    purse = Purse(deposit=50_00)
    purse.does(purse.limit("deposit", 80_00))
    assert purse.refused(purse.begin("t", Kind.DEPOSIT, 30_01)) is Reason.ABOVE_OWN_LIMIT
    purse.does(purse.begin("t", Kind.DEPOSIT, 30_00))


def test_ones_own_limit_of_losses_counts_what_came_back() -> None:
    purse = Purse(deposit=500_00)
    purse.does(purse.limit("loss", 100_00))
    purse.moves("b1", Kind.BUY_IN, 100_00)
    assert purse.refused(purse.begin("b2", Kind.BUY_IN, 1)) is Reason.ABOVE_OWN_LIMIT
    purse.moves("c1", Kind.CASH_OUT, 60_00)
    assert purse.refused(purse.begin("b2", Kind.BUY_IN, 60_01)) is Reason.ABOVE_OWN_LIMIT
    purse.does(purse.begin("b2", Kind.BUY_IN, 60_00))


def test_what_is_taken_out_is_no_loss() -> None:
    purse = Purse(deposit=500_00)
    purse.does(purse.limit("loss", 0))
    purse.does(purse.limit("deposit", 0))
    assert purse.refused(purse.begin("b", Kind.BUY_IN, 1)) is Reason.ABOVE_OWN_LIMIT
    purse.moves("w", Kind.WITHDRAWAL, 500_00)


def test_stricter_at_once_looser_a_day_later() -> None:
    purse = Purse(deposit=1_000_00)
    purse.does(purse.limit("loss", 100_00))
    purse.does(purse.limit("loss", 50_00))
    assert purse.refused(purse.begin("b", Kind.BUY_IN, 50_01)) is Reason.ABOVE_OWN_LIMIT
    purse.at = DAY
    purse.does(purse.limit("loss", 200_00))
    assert purse.refused(purse.begin("b", Kind.BUY_IN, 50_01)) is Reason.ABOVE_OWN_LIMIT
    purse.at = 2 * DAY - 1
    assert purse.refused(purse.begin("b", Kind.BUY_IN, 50_01)) is Reason.ABOVE_OWN_LIMIT
    purse.at = 2 * DAY
    purse.does(purse.begin("b", Kind.BUY_IN, 200_00))
    assert purse.refused(purse.begin("b2", Kind.BUY_IN, 1)) is Reason.ABOVE_OWN_LIMIT


def test_no_limit_at_all_is_looser_than_any() -> None:
    purse = Purse(deposit=1_000_00)
    purse.does(purse.limit("loss", 1))
    purse.does(purse.limit("loss", None))
    assert purse.refused(purse.begin("b", Kind.BUY_IN, 2)) is Reason.ABOVE_OWN_LIMIT
    purse.at = DAY
    purse.does(purse.begin("b", Kind.BUY_IN, 1_000_00))


def test_a_stricter_limit_takes_back_a_looser_one_that_was_to_come() -> None:
    purse = Purse(deposit=1_000_00)
    purse.does(purse.limit("loss", 10))
    purse.does(purse.limit("loss", None))
    purse.does(purse.limit("loss", 10))
    purse.at = 10 * DAY
    assert purse.refused(purse.begin("b", Kind.BUY_IN, 11)) is Reason.ABOVE_OWN_LIMIT


@pytest.mark.parametrize("cents", [-1, MOST_CENTS + 1])
def test_a_limit_is_an_amount(cents: int) -> None:
    purse = Purse()
    assert purse.refused(purse.limit("loss", cents)) is Reason.BAD_AMOUNT
