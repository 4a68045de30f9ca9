"""Chips: how an amount is cut from the rack, with the fewest chips."""

from __future__ import annotations

from collections.abc import Iterator

from punto.core.money import Cents, dollars

# What American racks hold; the colours are usual, and no document of ours prescribes them.
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
    """Cut an amount with the fewest chips, the largest first.

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
    """Return how many chips an amount takes at least."""
    return sum(number for _, number in cut(amount))


def stacks(amount: Cents) -> str:
    """Write the chips of an amount: ``1 black $100, 3 green $25``."""
    return ", ".join(f"{number} {CHIPS[chip]} {dollars(chip)}" for chip, number in cut(amount)) or "no chips"
