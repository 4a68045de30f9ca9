"""Ledger: every posting of a table under both of its accounts.

An account's statement opens with its balance, lists each movement with the account on the other side, and closes with
the balance. All accounts always sum to zero: ``house``, the world outside, has given whatever the others hold. Shoes
and coups have the table's numbers, so that a statement can cover one of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from punto.table.events import AnyEvent, CoupEnded, CoupVoided, ShoeEnded, TableOpened
from punto.views.history import LoggedEvent


class _Part(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """Part of a ledger; its keys are kebab-case."""

    @property
    def document(self) -> dict[str, Any]:
        """Part as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


class Movement(_Part, frozen=True, kw_only=True):
    """One posting, from the view of one of its accounts."""

    n: int  # event number
    at: int
    shoe: int
    coup: int
    event: str
    other: str  # the account on the other side
    cents: int  # positive if received
    balance: int  # afterwards
    memo: str


class Statement(_Part, frozen=True, kw_only=True):
    """An account over a period."""

    account: str
    opening: int
    movements: tuple[Movement, ...]
    closing: int


class Row(_Part, frozen=True, kw_only=True):
    """An account in the trial balance."""

    account: str
    opening: int
    came: int
    went: int
    closing: int


class TrialBalance(_Part, frozen=True, kw_only=True):
    """All accounts with their totals: zero before and after, and as much received as paid."""

    rows: tuple[Row, ...]
    total: Row

    @property
    def balanced(self) -> bool:
        """Whether it sums to zero."""
        return self.total.opening == self.total.closing == 0 and self.total.came == self.total.went


class Ledger:
    """Accounts of one table, updated event by event."""

    def __init__(self) -> None:
        self.accounts: dict[str, list[Movement]] = {}
        self._shoe, self._coup = 1, 1

    def add(self, one: LoggedEvent) -> None:
        """Add an event: its postings, and its changes of shoe and coup."""
        for posting in one.event.postings:
            self._enter(one, posting.debit, posting.credit, -posting.cents, posting.memo)
            self._enter(one, posting.credit, posting.debit, posting.cents, posting.memo)
        self._turn(one.event)

    def _enter(self, one: LoggedEvent, account: str, other: str, cents: int, memo: str) -> None:
        movements = self.accounts.setdefault(account, [])
        movements.append(
            Movement(
                n=one.n,
                at=one.at,
                shoe=self._shoe,
                coup=self._coup,
                event=str(one.event.__struct_config__.tag),
                other=other,
                cents=cents,
                balance=(movements[-1].balance if movements else 0) + cents,
                memo=memo,
            )
        )

    def _turn(self, event: AnyEvent) -> None:
        match event:
            case TableOpened():
                self._shoe, self._coup = 1, 1
            case CoupEnded(coup=coup) | CoupVoided(coup=coup):
                self._coup = coup + 1
            case ShoeEnded(shoe=shoe):
                self._shoe = shoe + 1

    # ------------------------------------------------------------ queries

    def statement(self, account: str, shoe: int | None = None, coup: int | None = None) -> Statement:
        """Return an account's statement: in full, of a shoe, or of a coup by the table's number."""
        opening, inside = 0, []
        for each in self.accounts[account]:
            if (shoe is not None and each.shoe < shoe) or (coup is not None and each.coup < coup):
                opening = each.balance
            elif shoe in (None, each.shoe) and coup in (None, each.coup):
                inside.append(each)
        closing = inside[-1].balance if inside else opening
        return Statement(account=account, opening=opening, movements=tuple(inside), closing=closing)

    def trial_balance(self, shoe: int | None = None, coup: int | None = None) -> TrialBalance:
        """Return all accounts' opening balances, movements and closing balances."""
        rows = tuple(_row(self.statement(account, shoe, coup)) for account in sorted(self.accounts))
        total = Row(
            account="total",
            opening=sum(row.opening for row in rows),
            came=sum(row.came for row in rows),
            went=sum(row.went for row in rows),
            closing=sum(row.closing for row in rows),
        )
        return TrialBalance(rows=rows, total=total)


def _row(of: Statement) -> Row:
    came = sum(each.cents for each in of.movements if each.cents > 0)
    went = -sum(each.cents for each in of.movements if each.cents < 0)
    return Row(account=of.account, opening=of.opening, came=came, went=went, closing=of.closing)


def ledger(happened: Iterable[LoggedEvent]) -> Ledger:
    """Return the ledger of a table after some events."""
    found = Ledger()
    for one in happened:
        found.add(one)
    return found
