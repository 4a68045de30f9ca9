"""Money: whole cents, and one named function for each rounding.

Amounts are never floats. Where a document lets a fraction of a cent arise, a function of this module rounds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Cents = int


def down_to_the_cent(amount: Fraction) -> Cents:
    """Drop the fraction of a cent (reading 1: where no rounding is chosen)."""
    return amount.numerator // amount.denominator


def part_of(amount: Cents, part: Fraction) -> Cents:
    """Return a fraction or multiple of an amount, rounded down to the cent.

    >>> part_of(2_501, Fraction(1, 2))
    1250
    """
    return amount * part.numerator // part.denominator


def up_to_the_multiple(amount: Fraction, unit: Cents) -> Cents:
    """Round up to a multiple of a unit: 25 cents in ma-mini 12(c), md-mini .12D(1).

    >>> [up_to_the_multiple(Fraction(cents), 25) for cents in (0, 1, 25, 26)]
    [0, 25, 25, 50]
    """
    return -(-amount.numerator // (amount.denominator * unit)) * unit


@dataclass(frozen=True, slots=True)
class Vigorish:
    """The vigorish on a winning wager on the Banker's Hand: its rate, and how it is collected."""

    rate: Fraction
    rounding: Literal["exact", "quarter"]
    when: Literal["with-payout", "deferred"]
    unit: Cents = 25
    marked: Literal["exact", "rounded"] = "exact"

    def mark(self, owed: Fraction, stake: Cents) -> Fraction:
        """Return the cents that a marker button stands for after one win (reading 35); never more than the stake."""
        return Fraction(min(stake, self.collect(owed))) if self.marked == "rounded" else owed

    def collect(self, owed: Fraction) -> Cents:
        """Return the cents to collect for an amount owed (reading 1: exact amounts are rounded once, here)."""
        return up_to_the_multiple(owed, self.unit) if self.rounding == "quarter" else down_to_the_cent(owed)


def down_to_the_chip(amount: Fraction, chip: Cents) -> Cents:
    """Round down to the smallest chip (reading 3: a portion of House Money that rides)."""
    return amount // chip * chip


def dollars(amount: Cents) -> str:
    """Format an amount: ``$1,250``, ``$3.75``, ``−$10``.

    >>> dollars(125_000), dollars(375), dollars(-1000)
    ('$1,250', '$3.75', '−$10')
    """
    whole, cents = divmod(abs(amount), 100)
    return f"{'−' if amount < 0 else ''}${whole:,}{f'.{cents:02}' if cents else ''}"


# ---------------------------------------------------------------- wagers with chips


# Usual denominations and colors of American racks; the documents do not prescribe them.
CHIPS: dict[Cents, str] = {
    5_000_00: "brown",
    1_000_00: "orange",
    500_00: "purple",
    100_00: "black",
    25_00: "green",
    5_00: "red",
    1_00: "white",
    25: "quarter",
    5: "nickel",
    1: "cent",
}


def cut(amount: Cents) -> tuple[tuple[Cents, int], ...]:
    """Return the fewest chips for an amount as (denomination in cents, number), the largest first.

    >>> cut(190_00)
    ((10000, 1), (2500, 3), (500, 3))
    """
    return tuple(_cut(amount))


def _cut(amount: Cents) -> Iterator[tuple[Cents, int]]:
    for chip in CHIPS:
        number, amount = divmod(amount, chip)
        if number:
            yield chip, number


def pieces(amount: Cents) -> int:
    """Return the smallest number of chips for an amount."""
    return sum(number for _, number in cut(amount))


def stacks(amount: Cents) -> str:
    """Format the chips of an amount: ``1 black $100, 3 green $25``."""
    return ", ".join(f"{number} {CHIPS[chip]} {dollars(chip)}" for chip, number in cut(amount)) or "no chips"
