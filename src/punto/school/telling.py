"""What is told after an answer: the right one, why, and where the document says so."""

from __future__ import annotations

from typing import NamedTuple

from punto.library import BUILT_IN, Rulebooks
from punto.rulebook import topic_of
from punto.school.question import Question


class Told(NamedTuple):
    """A place that a question turns on: its section, and what it demands in our words."""

    section: str
    demand: str


def places(question: Question, books: Rulebooks = BUILT_IN) -> tuple[Told, ...]:
    """Return the places that a question turns on, the chief one first."""
    book = books.load(question.rulebook)
    return tuple(Told(book.section(key), topic_of(key).said(book.provisions[key])) for key in question.provisions)


def cited(question: Question, books: Rulebooks = BUILT_IN) -> list[str]:
    """Return a line for each place that a question turns on."""
    return [f"{question.rulebook} § {one.section}: {one.demand}" for one in places(question, books)]


def explained(question: Question) -> str:
    """Return the right answer and why, and say it once where the reason begins with it."""
    named = question.why.lower().startswith(question.said.lower())
    return question.why if named else f"{question.said}. {question.why}"
