"""Limits that players set for themselves: decreases apply immediately, increases after 24 hours.

The same rule limits money in a wallet, losses, and time at the tables. A decrease cancels a pending increase; of
several increases the last one counts, 24 hours after it was requested.
"""

from __future__ import annotations

import msgspec

DAY = 86_400_000  # milliseconds


class SelfLimit(msgspec.Struct, frozen=True):
    """A present limit and a pending one; None means no limit."""

    present: int | None = None
    then: int | None = None
    begins: int | None = None  # when ``then`` replaces ``present``; None if no change is pending

    def holding(self, at: int) -> int | None:
        """Return the limit in force at a time in milliseconds, or None."""
        return self.then if self.begins is not None and at >= self.begins else self.present

    def beginning(self, amount: int | None, at: int) -> int:
        """Return when a limit requested at a time would apply, in milliseconds."""
        now = self.holding(at)
        stricter = amount is not None and (now is None or amount <= now)
        return at if stricter else at + DAY

    def set(self, amount: int | None, begins: int, at: int) -> SelfLimit:
        """Return the limits after a request at a time for another limit that applies from ``begins``."""
        return SelfLimit(amount) if begins <= at else SelfLimit(self.holding(at), amount, begins)
