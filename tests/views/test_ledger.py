"""The ledger: statements that lead from one balance to the next, and a trial balance that comes to nothing."""

from itertools import pairwise

import pytest

from punto.table import TableState, evolve
from punto.views.history import LoggedEvent
from punto.views.ledger import Ledger, ledger
from tests.game.test_random_sessions import SUBMISSIONS
from tests.table.harness import BANKER_STOOD, coups, ready
from tests.views.test_statistics import session, told


@pytest.fixture(scope="module")
def two_coups() -> Ledger:
    """Seat 1 wins $100 on Banker, less $5, then loses $50 on Banker."""
    return ledger(told(ready("md-mini", coups(2, BANKER_STOOD)).coup((1, "banker", 100)).coup((1, "banker", 50))))


def test_a_statement_by_hand(two_coups: Ledger) -> None:
    statement = two_coups.statement("seat/1")
    assert (statement.opening, statement.closing) == (0, 100_045_00)
    assert [(each.coup, each.other, each.cents, each.balance, each.memo) for each in statement.movements] == [
        (1, "rack", 100_000_00, 100_000_00, "chips"),
        (1, "felt/1/banker", -100_00, 99_900_00, "wager"),
        (1, "felt/1/banker", 100_00, 100_000_00, "returned"),
        (1, "rack", -5_00, 99_995_00, "vigorish"),  # collected before the payment, in Maryland
        (1, "rack", 100_00, 100_095_00, "paid"),
        (2, "felt/1/banker", -50_00, 100_045_00, "wager"),
    ]


def test_a_statement_of_one_coup_opens_with_what_the_one_before_left(two_coups: Ledger) -> None:
    second = two_coups.statement("seat/1", coup=2)
    assert (second.opening, second.closing) == (100_095_00, 100_045_00)
    assert [each.cents for each in second.movements] == [-50_00]
    untouched = two_coups.statement("drop", coup=2)
    assert (untouched.opening, untouched.movements, untouched.closing) == (300_000_00, (), 300_000_00)


def test_a_trial_balance_by_hand(two_coups: Ledger) -> None:
    balance = two_coups.trial_balance(coup=2)
    rows = {row.account: (row.opening, row.came, row.went, row.closing) for row in balance.rows}
    assert rows["felt/1/banker"] == (0, 50_00, 50_00, 0)
    assert rows["seat/1"] == (100_095_00, 0, 50_00, 100_045_00)
    assert rows["rack"][3] - rows["rack"][0] == 50_00
    assert (balance.total.opening, balance.total.came, balance.total.went, balance.total.closing) == (
        0,
        10000,
        10000,
        0,
    )
    assert balance.balanced


def test_nothing_is_balanced_that_does_not_come_to_nothing(two_coups: Ledger) -> None:
    lame = Ledger()
    lame.accounts = {name: moves for name, moves in two_coups.accounts.items() if name != "drop"}
    assert not lame.trial_balance().balanced


def test_documents_are_plain_and_in_kebab_case(two_coups: Ledger) -> None:
    plain = two_coups.statement("seat/1", coup=2).document
    assert plain["account"] == "seat/1"
    assert plain["movements"][0]["other"] == "felt/1/banker"
    assert two_coups.trial_balance().document["total"]["closing"] == 0


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_in_whole_sessions_it_is_the_tables_accounts_and_comes_to_nothing(name: str) -> None:
    _, all_of_it = session(name)
    found, state = Ledger(), TableState()
    for one in all_of_it:
        found.add(one)
        state = evolve(state, one.event)
    closings = {row.account: row.closing for row in found.trial_balance().rows if row.closing}
    assert closings == state.accounts
    assert found.trial_balance().balanced
    for movements in found.accounts.values():
        assert all(later.balance == earlier.balance + later.cents for earlier, later in pairwise(movements))


@pytest.mark.parametrize("name", ["ma-midi-squeeze", "md-mini-classic"])
def test_shoes_and_coups_follow_each_other_without_a_gap(name: str) -> None:
    _, all_of_it = session(name)
    found = ledger(all_of_it)
    coups_played = sorted({each.coup for moves in found.accounts.values() for each in moves})
    for account in found.accounts:
        statements = [found.statement(account, coup=coup) for coup in coups_played]
        assert all(later.opening == earlier.closing for earlier, later in pairwise(statements))
        assert sum(len(each.movements) for each in statements) == len(found.accounts[account])


def test_the_table_and_the_ledger_count_shoes_and_coups_alike() -> None:
    table = ready("md-mini", coups(8)).coup().last_hand()
    state, found, seen = TableState(), Ledger(), 0
    for one in told(table):
        before, state = state, evolve(state, one.event)
        found.add(LoggedEvent(*one))
        for moves in found.accounts.values():
            if moves[-1].n == one.n and before.table:
                assert (moves[-1].shoe, moves[-1].coup) == (before.shoe, before.coup)
                seen += 1
    assert seen > 10
    assert state.shoe == 2
