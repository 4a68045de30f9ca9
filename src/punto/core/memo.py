"""Asking the same thing twice in a row.

A state never changes; the next one is another object. What is due at it is asked by whoever looks, by whoever then
acts, and by the table that decides on the act: so the last answer is kept, with what it was asked about. The pair is
one object and is read once, so that threads with tables of their own do not get each other's answers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

MOST_KEPT = 64  # as many tables, and more, as one process deals at
MOST_KNOWN = 4096  # and as much as is kept of what happens at one of them

A = TypeVar("A")
B = TypeVar("B")
Answer = TypeVar("Answer")


class BoundedCache(dict[A, Answer]):
    """What was thought through and is met again and again. When it is too much all of it is forgotten."""

    def keep(self, about: A, answer: Answer) -> Answer:
        """Keep an answer a while."""
        if len(self) >= MOST_KNOWN:
            self.clear()
        self[about] = answer
        return answer


def memoize_last(question: Callable[[A], Answer]) -> Callable[[A], Answer]:
    """Keep the last answer of a question about one thing that does not change."""
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
    """Keep the last answer of a question about two things that do not change."""
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
    """Keep the answers of a question about the few things that a process works with, such as the rules of its tables.

    They are told apart by identity, which is certain for as long as they are kept here.
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
