"""Money on the move: every cent leaves one account and reaches another.

A posting balances by construction. Accounts are names: ``seat/4`` the chips before a seat, ``felt/4/banker`` a stake
(the stake *is* that account), ``rack`` the table's chips, ``drop`` the cash taken, ``house`` the world outside the
table. No account goes below zero but ``house``, whose other side is not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

HOUSE, RACK, DROP = "house", "rack", "drop"


class Posting(msgspec.Struct, frozen=True, array_like=True):
    """So many cents from one account to another."""

    debit: str  # leaves here
    credit: str  # reaches here
    cents: int
    memo: str = ""


class Overdrawn(ValueError):
    """A posting that would take an account below zero."""

    def __init__(self, account: str, has: int, needs: int) -> None:
        super().__init__(f"{account} holds {has} cents, {needs} are needed")
        self.account, self.has, self.needs = account, has, needs


@lru_cache(maxsize=1024)
def seat_account(seat: int) -> str:
    """Return the account of a seat's chips."""
    return f"seat/{seat}"


@lru_cache(maxsize=1024)
def felt_account(seat: int, wager: str) -> str:
    """Return the account that a stake is."""
    return f"felt/{seat}/{wager}"


@lru_cache(maxsize=4096)
def stake_of(account: str) -> tuple[int, str] | None:
    """Return the seat and the wager whose stake an account is; nothing where it is none."""
    kind, _, rest = account.partition("/")
    seat, _, wager = rest.partition("/")
    return (int(seat), wager) if kind == "felt" else None


def apply(accounts: Mapping[str, int], postings: Iterable[Posting]) -> dict[str, int]:
    """Return the accounts after some postings; one that is empty is not kept."""
    after = dict(accounts)
    move(after, postings)
    return after


def move(after: dict[str, int], postings: Iterable[Posting]) -> None:
    """Carry postings out on accounts that are nobody else's."""
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
