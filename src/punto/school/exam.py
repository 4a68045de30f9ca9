"""Exams: a paper of every kind of question, a time for all of it, and a mark.

A paper is a function of its rulebook, its kinds, its length and its seed: everybody who sits it gets the same.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from punto.library import BUILT_IN, Rulebooks
from punto.school.bank import bank
from punto.school.progress import Mark, Sitting
from punto.school.question import Answer, Question

SECONDS = 30  # for each question, together
PASS = Fraction(4, 5)


class Given(NamedTuple):
    """An answer as it came, and when: seconds since the exam began."""

    answer: Answer | None
    seconds: int


def paper(
    rulebook: str, kinds: tuple[str, ...], number: int, seed: int, books: Rulebooks = BUILT_IN
) -> tuple[Question, ...]:
    """Return the questions of an exam."""
    return tuple(bank(rulebook, kinds, number, seed, books))


def sat(
    rulebook: str, seed: int, questions: tuple[Question, ...], given: tuple[Given, ...], seconds: int, at: int
) -> Sitting:
    """Mark an exam: what came after its time, or never, is wrong."""
    none = Given(None, 0)
    answers = (*given, *(none for _ in range(len(questions) - len(given))))
    marks = tuple(
        Mark(question.id, one.answer is not None and one.seconds <= seconds and question.right(one.answer))
        for question, one in zip(questions, answers, strict=True)
    )
    return Sitting(rulebook, seed, at, max((one.seconds for one in given), default=0), marks)


def score(sitting: Sitting) -> Fraction:
    """Return the share of right answers."""
    return Fraction(sitting.right, len(sitting.marks)) if sitting.marks else Fraction(0)


def passed(sitting: Sitting, least: Fraction = PASS) -> bool:
    """Say whether an exam is passed."""
    return bool(sitting.marks) and score(sitting) >= least


def by_kind(sitting: Sitting) -> dict[str, tuple[int, int]]:
    """Return right answers and questions, kind by kind."""
    found: dict[str, tuple[int, int]] = {}
    for mark in sitting.marks:
        kind = mark.question.partition("/")[0]
        right, asked = found.get(kind, (0, 0))
        found[kind] = right + mark.right, asked + 1
    return found
