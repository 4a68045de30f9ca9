"""What lies on the felt: a stake is an account, and nothing else says that it is there."""

from __future__ import annotations

from punto.money import Cents
from punto.posting import felt_account, stake_of
from punto.table.latest import latest
from punto.table.state import TableState

Stakes = dict[tuple[int, str], Cents]
Accounts = dict[str, Cents]


def stakes(state: TableState) -> Stakes:
    """Return what lies on the felt, by seat and wager."""
    return on_felt(state.accounts)


@latest
def on_felt(accounts: Accounts) -> Stakes:
    """Return what lies on the felt, of all accounts."""
    return {stake: cents for account, cents in accounts.items() if (stake := stake_of(account))}


def stakes_of(state: TableState, seat: int) -> dict[str, Cents]:
    """Return a seat's wagers."""
    felt = felt_account(seat, "")
    return {account.removeprefix(felt): cents for account, cents in state.accounts.items() if account.startswith(felt)}
