"""Exams: a paper of every kind of question, a time for all of it, and a mark.

A paper is a function of its rulebook, its kinds, its length and its seed: everybody who sits it gets the same.
"""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from typing import NamedTuple

from punto.library import BUILT_IN, Rulebooks
from punto.report.blocks import Facts, Grid, Report, Signatures, Text
from punto.school.bank import bank
from punto.school.kinds import KINDS
from punto.school.progress import Mark, Sitting
from punto.school.question import Answer, Question

SECONDS = 30  # for each question, together
PASS = Fraction(4, 5)


class GivenAnswer(NamedTuple):
    """An answer as it came, and when: seconds since the exam began."""

    answer: Answer | None
    seconds: int


def paper(
    rulebook: str, kinds: tuple[str, ...], number: int, seed: int, books: Rulebooks = BUILT_IN
) -> tuple[Question, ...]:
    """Return the questions of an exam."""
    return tuple(bank(rulebook, kinds, number, seed, books))


def sat(
    rulebook: str, seed: int, questions: tuple[Question, ...], given: tuple[GivenAnswer, ...], seconds: int, at: int
) -> Sitting:
    """Mark an exam: what came after its time, or never, is wrong."""
    none = GivenAnswer(None, 0)
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


# ---------------------------------------------------------------- certificate

# The certificate of an exam that was passed: one page, set like every report, as HTML or PDF.


def certificate(sitting: Sitting, name: str, books: Rulebooks = BUILT_IN) -> Report:
    """Return the certificate; whoever wants to check it sits the same paper again, by its seed."""
    book, asked = books.load(sitting.rulebook), len(sitting.marks)
    day = datetime.fromtimestamp(sitting.at / 1000, tz=UTC).strftime("%-d %B %Y")
    rows = tuple((KINDS[kind].title, str(of), str(right)) for kind, (right, of) in by_kind(sitting).items())
    facts = (
        ("Name", name),
        ("Score", f"{sitting.right} of {asked}, {100 * sitting.right // asked} percent"),
        ("Date", day),
        ("Time taken", f"{sitting.seconds // 60} min {sitting.seconds % 60} s"),
        ("Document", f"{book.document}, {book.in_force}"),
        ("Paper", f"{asked} questions, seed {sitting.seed}"),
        ("Rulebook", book.digest),
    )
    return Report(
        title="Certificate",
        subtitle=f"Dealer school: {book.title}",
        running=f"Punto dealer school, {book.title}",
        head=(
            Text(f"{name} has passed an examination of the dealer school in the subjects below, under {book.title}."),
            Facts(facts, codes=frozenset({"Rulebook"})),
            Grid(("subject", "questions", "right"), rows, numbers=2),
            Signatures(("Examiner", "Student")),
        ),
        sections=(),
    )
