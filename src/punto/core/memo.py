"""Memoization keyed by identity.

States and rules are immutable, so that a result for the same object stays valid. Callers ask several times about one
state: a view, the driver that acts, and the table that decides. The key and its result are one tuple that is read once,
so that threads with tables of their own never get each other's results.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

MOST_KEPT = 64  # above the number of tables that one process deals
MOST_KNOWN = 4096  # results in a ``BoundedCache``

A = TypeVar("A")
B = TypeVar("B")
Answer = TypeVar("Answer")


class BoundedCache(dict[A, Answer]):
    """A bounded cache that is cleared when it is full."""

    def keep(self, about: A, answer: Answer) -> Answer:
        """Store a result and return it."""
        if len(self) >= MOST_KNOWN:
            self.clear()
        self[about] = answer
        return answer


def memoize_last(question: Callable[[A], Answer]) -> Callable[[A], Answer]:
    """Memoize the last result of a function of one immutable argument."""
    kept: tuple[object, Answer] | None = None

    @wraps(question)
    def ask(about: A) -> Answer:
        nonlocal kept
        known = kept
        if known is None or known[0] is not about:
            known = kept = (about, question(about))
        return known[1]

    return ask


def memoize_last_of_two(question: Callable[[A, B], Answer]) -> Callable[[A, B], Answer]:
    """Memoize the last result of a function of two immutable arguments."""
    kept: tuple[object, object, Answer] | None = None

    @wraps(question)
    def ask(first: A, second: B) -> Answer:
        nonlocal kept
        known = kept
        if known is None or known[1] is not second or known[0] is not first:
            known = kept = (first, second, question(first, second))
        return known[2]

    return ask


def memoize_per_rules(question: Callable[[A], Answer]) -> Callable[[A], Answer]:
    """Memoize a function of an object that a process has few of, such as the rules of its tables.

    The key is the object's identity; the cache holds the object, so that its id is not reused. The oldest entry is
    dropped when the cache is full.
    """
    kept: dict[int, tuple[A, Answer]] = {}

    @wraps(question)
    def ask(about: A) -> Answer:
        known = kept.get(id(about))
        if known is None:
            while len(kept) >= MOST_KEPT:
                del kept[next(iter(kept))]
            known = kept[id(about)] = (about, question(about))
        return known[1]

    return ask
