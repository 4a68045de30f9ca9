"""Money: whole cents, and every rounding by name.

No amount in Punto is a float. Where a document lets a fraction of a cent arise, one of the functions here says
what becomes of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Cents = int


def down_to_the_cent(amount: Fraction) -> Cents:
    """Drop the fraction of a cent (reading 1: where no rounding is chosen)."""
    return amount.numerator // amount.denominator


def part_of(amount: Cents, part: Fraction) -> Cents:
    """Take a part of an amount, or a multiple of it, and drop the fraction of a cent.

    >>> part_of(2_501, Fraction(1, 2))
    1250
    """
    return amount * part.numerator // part.denominator


def up_to_the_multiple(amount: Fraction, unit: Cents) -> Cents:
    """Round to a unit or its next higher multiple: 25 cents in ma-mini 12(c), md-mini .12D(1).

    >>> [up_to_the_multiple(Fraction(cents), 25) for cents in (0, 1, 25, 26)]
    [0, 25, 25, 50]
    """
    return -(-amount.numerator // (amount.denominator * unit)) * unit


@dataclass(frozen=True, slots=True)
class Vigorish:
    """What the house takes of a winning wager on the Banker's Hand, and how."""

    rate: Fraction
    rounding: Literal["exact", "quarter"]
    when: Literal["with-payout", "deferred"]
    unit: Cents = 25

    def collect(self, owed: Fraction) -> Cents:
        """Return the cents to collect for an exact amount owed (reading 1: rounding happens once, here)."""
        return up_to_the_multiple(owed, self.unit) if self.rounding == "quarter" else down_to_the_cent(owed)


def down_to_the_chip(amount: Fraction, chip: Cents) -> Cents:
    """Drop what the smallest chip cannot pay (reading 3: a portion of House Money that rides)."""
    return amount // chip * chip


def dollars(amount: Cents) -> str:
    """Write an amount for people: ``$1,250``, ``$3.75``, ``−$10``.

    >>> dollars(125_000), dollars(375), dollars(-1000)
    ('$1,250', '$3.75', '−$10')
    """
    whole, cents = divmod(abs(amount), 100)
    return f"{'−' if amount < 0 else ''}${whole:,}{f'.{cents:02}' if cents else ''}"
