"""Postings: every cent that moves leaves one account and reaches another.

A posting balances by construction. Accounts are names: ``seat/4`` the chips of a seat, ``felt/4/banker`` a stake (the
stake *is* that account), ``rack`` the table's chips, ``drop`` the cash taken, ``house`` the world outside the table.
Only ``house`` may be negative, because its other side is not recorded here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

HOUSE, RACK, DROP = "house", "rack", "drop"
FELT = "felt/"


class Posting(msgspec.Struct, frozen=True, array_like=True):
    """A transfer of cents from one account to another."""

    debit: str  # the account that the cents leave
    credit: str  # the account that they reach
    cents: int
    memo: str = ""


class Overdrawn(ValueError):
    """Error for a posting that would make an account negative."""

    def __init__(self, account: str, has: int, needs: int) -> None:
        super().__init__(f"{account} holds {has} cents, {needs} are needed")
        self.account, self.has, self.needs = account, has, needs


def seat_account(seat: int) -> str:
    """Return the account of a seat's chips."""
    return f"seat/{seat}"


def felt_account(seat: int, wager: str) -> str:
    """Return the account of a stake."""
    return f"felt/{seat}/{wager}"


def stake_of(account: str) -> tuple[int, str] | None:
    """Return the seat and the wager of a stake's account; None for any other account."""
    if not account.startswith(FELT):
        return None
    _, seat, wager = account.split("/", 2)
    return int(seat), wager


def apply(accounts: Mapping[str, int], postings: Iterable[Posting]) -> dict[str, int]:
    """Return the accounts after some postings, without those that are zero. Raises ``Overdrawn``."""
    after = dict(accounts)
    move(after, postings)
    return after


def move(after: dict[str, int], postings: Iterable[Posting]) -> None:
    """Apply postings to a dictionary of accounts in place. Raises ``Overdrawn``."""
    for posting in postings:
        debit, credit, cents = posting.debit, posting.credit, posting.cents
        if cents <= 0:
            raise ValueError(f"a posting moves at least one cent, not {cents}")
        left = after.pop(debit, 0) - cents
        if left < 0 and debit != HOUSE:
            raise Overdrawn(debit, left + cents, cents)
        if left:
            after[debit] = left
        reached = after.pop(credit, 0) + cents
        if reached:
            after[credit] = reached
