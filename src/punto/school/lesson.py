"""A lesson: question, answer, and what the document says; and an exam, where that comes at the end.

Whoever teaches is a ``Desk``: it shows, hears and tells. The clock is handed in, in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, Protocol

from punto.library import BUILT_IN, Rulebooks
from punto.school.exam import GivenAnswer
from punto.school.progress import Progress, choose, marked, name_of
from punto.school.question import Answer, Question, Unread, read

Clock = Callable[[], int]


class StudentIO(Protocol):
    """Where a student sits."""

    def show(self, question: Question, number: int, of: int, left: int | None = None) -> None:
        """Show a question, the number of it, and how many seconds are left for it or for all."""

    def hear(self) -> str | None:
        """Return what the student says; nothing where no more will come."""

    def unread(self, why: str) -> None:
        """Say that an answer could not be read."""

    def tell(self, answered: Answered) -> None:
        """Say whether an answer was right, why, and under which section."""


class Answered(NamedTuple):
    """A question, the answer that was given, how long it took, and the progress after it."""

    question: Question
    answer: Answer
    took: int  # milliseconds
    late: bool
    progress: Progress

    @property
    def right(self) -> bool:
        """Whether the answer was right, and in time."""
        return self.question.right(self.answer) and not self.late


def answer_to(desk: StudentIO, question: Question) -> Answer | None:
    """Hear an answer; what cannot be read is asked again, and counts for nothing."""
    while (text := desk.hear()) is not None:
        try:
            return read(question, text)
        except Unread as error:
            desk.unread(str(error))
    return None


class Lesson(NamedTuple):
    """What is practised: a rulebook, kinds of questions, how many, and in how many seconds each."""

    rulebook: str
    kinds: tuple[str, ...]
    questions: int
    seconds: int | None = None
    books: Rulebooks = BUILT_IN


def practise(desk: StudentIO, progress: Progress, lesson: Lesson, chance: Random, clock: Clock) -> Iterator[Answered]:
    """Ask some questions, what was missed before among them, and tell the section after each."""
    last = ""
    for turn in range(1, lesson.questions + 1):
        question = choose(progress, lesson.rulebook, lesson.kinds, chance, clock(), last, lesson.books)
        desk.show(question, turn, lesson.questions, lesson.seconds)
        begun = clock()
        answer = answer_to(desk, question)
        if answer is None:
            return
        took = clock() - begun
        late = lesson.seconds is not None and took > lesson.seconds * 1000
        progress = marked(progress, question, question.right(answer) and not late, clock())
        answered = Answered(question, answer, took, late, progress)
        desk.tell(answered)
        yield answered
        last = name_of(question)


def examine(desk: StudentIO, questions: tuple[Question, ...], seconds: int, clock: Clock) -> tuple[GivenAnswer, ...]:
    """Ask all questions of a paper, as long as there is time, and say nothing to the answers."""
    given: list[GivenAnswer] = []
    begun = clock()
    for number, question in enumerate(questions, 1):
        left = seconds - (clock() - begun) // 1000
        if left <= 0:
            break
        desk.show(question, number, len(questions), left)
        answer = answer_to(desk, question)
        if answer is None:
            break
        given.append(GivenAnswer(answer, (clock() - begun + 999) // 1000))
    return tuple(given)
