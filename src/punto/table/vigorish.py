"""Vigorish that is marked and collected later (ma-mini 12(d)(2)).

Markers hold exact amounts, in thousandths of a cent; rounding happens once, on the sum collected (reading 1).
"""

from __future__ import annotations

from fractions import Fraction

from punto.houserules import HouseRules
from punto.money import Cents
from punto.table.state import TableState

UNIT = 1000  # thousandths of a cent


def marked(owed: Fraction) -> int:
    """Write an exact amount as a marker holds it."""
    return int(owed * UNIT)


def due(rules: HouseRules, state: TableState, seat: int) -> Cents:
    """Return what is collected for a seat's marker."""
    if rules.vigorish is None:
        return 0
    return rules.vigorish.collect(Fraction(state.owed.get(seat, 0), UNIT))
