"""A limit that people set themselves: what is stricter holds at once, what is looser a day later.

One rule, for whatever is limited: money in a wallet, losses and time at the tables. A stricter wish takes back a looser
one that was to come; of several looser ones the last counts, from a day after it was made.
"""

from __future__ import annotations

import msgspec

DAY = 86_400_000  # milliseconds


class SelfLimit(msgspec.Struct, frozen=True):
    """A limit now, and the one that takes its place at a moment; none is no limit at all."""

    present: int | None = None
    then: int | None = None
    begins: int | None = None  # nothing is to change where it is none

    def holding(self, at: int) -> int | None:
        """Return the limit that holds at a moment."""
        return self.then if self.begins is not None and at >= self.begins else self.present

    def beginning(self, amount: int | None, at: int) -> int:
        """Return from when on another limit would hold that is asked for at a moment."""
        now = self.holding(at)
        stricter = amount is not None and (now is None or amount <= now)
        return at if stricter else at + DAY

    def set(self, amount: int | None, begins: int, at: int) -> SelfLimit:
        """Return the limit after another was asked for at a moment, to hold from a moment on."""
        return SelfLimit(amount) if begins <= at else SelfLimit(self.holding(at), amount, begins)
