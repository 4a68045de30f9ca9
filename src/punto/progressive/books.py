"""Reconciliation: start + contributions − awards + resets = now, for every pot, to the micro-cent.

Pots and running totals are two separate accounts of the money and must agree. All pots sum to zero: stakes are in a
meter, a reserve, an overflow, with the house, or were awarded.
"""

from __future__ import annotations

from typing import NamedTuple

from punto.progressive.state import OUTSIDE, State, meter_pot
from punto.progressive.terms import MICRO, Terms


class Row(NamedTuple):
    """Movements of one pot over a period, in micro-cents."""

    pot: str
    start: int
    contributed: int
    awarded: int  # negative if money left
    reset: int
    adjusted: int
    holds: int  # current balance

    @property
    def whole(self) -> bool:
        """Whether the row adds up."""
        return self.start + self.contributed + self.awarded + self.reset + self.adjusted == self.holds


def reconcile(state: State, since: State | None = None) -> tuple[Row, ...]:
    """Return a row per pot, from the opening or since an earlier state."""
    earlier = since or State()
    return tuple(_row(state, earlier, pot) for pot in sorted(state.pots))


def _row(state: State, earlier: State, pot: str) -> Row:
    def sum_of(why: str) -> int:
        return state.totals.get(pot, {}).get(why, 0) - earlier.totals.get(pot, {}).get(why, 0)

    return Row(
        pot,
        earlier.pots.get(pot, 0) + sum_of("start"),
        sum_of("contribution"),
        sum_of("award"),
        sum_of("reset"),
        sum_of("adjustment"),
        state.pots[pot],
    )


def faults(terms: Terms, state: State) -> tuple[str, ...]:
    """Return every discrepancy; empty for a sound state."""
    rows = reconcile(state)
    words = [f"{row.pot} holds {row.holds} micro-cents, but its movements differ" for row in rows if not row.whole]
    words += [f"{row.pot} is negative" for row in rows if row.holds < 0 and not row.pot.startswith(OUTSIDE)]
    if sum(row.holds for row in rows):
        words.append(f"the pots sum to {sum(row.holds for row in rows)} micro-cents, not to zero")
    given = -sum(row.contributed for row in rows if row.pot.startswith("table/"))
    if given != state.stakes * terms.stake * MICRO:
        words.append(f"{state.stakes} stakes of {terms.stake} cents were taken, but they moved {given} micro-cents")
    for key, meter in terms.meters.items():
        if meter.ceiling is not None and state.pots.get(meter_pot(key), 0) > meter.ceiling * MICRO:
            words.append(f"{meter_pot(key)} is above its ceiling of {meter.ceiling} cents")
    return tuple(words)
