"""Going round the table.

Seat numbers rise counterclockwise seen from above; seat 1 is at the dealer's right, and the dealer stands between the
highest seat and seat 1. So "to the right" is the next higher number and wraps past the dealer, and "nearest the dealer,
counterclockwise" is the lowest. Empty seats are passed over by whoever goes round.
"""

from __future__ import annotations

from collections.abc import Iterable

from punto.law.words import Direction


def tour(seats: int, start: int, direction: Direction) -> tuple[int, ...]:
    """Return all seats in the order they are come to, from ``start`` on.

    >>> tour(7, 7, "clockwise"), tour(7, 7, "counterclockwise")
    ((7, 6, 5, 4, 3, 2, 1), (7, 1, 2, 3, 4, 5, 6))
    """
    step = 1 if direction == "counterclockwise" else -1
    return tuple((start - 1 + step * number) % seats + 1 for number in range(seats))


def first_of(order: Iterable[int], seated: Iterable[int], passed_over: Iterable[int] = ()) -> int | None:
    """Return the first seat of an order where somebody sits who was not passed over."""
    here, gone = set(seated), set(passed_over)
    return next((seat for seat in order if seat in here and seat not in gone), None)
