"""Lessons and exams: question, answer, and what the document says, one by one or at the end of a paper with its mark.

A paper is a function of its rulebook, its kinds, its length and its seed: all who take it get the same. A teacher is a
``StudentIO``, which shows questions and takes answers. The clock is an argument, in milliseconds.

Item analysis shows how hard a question is, and whether it separates those who know from those who do not. *Difficulty*
is the share of right answers. *Discrimination* is that share among the best sittings less that among the last, by
score, 27 in a hundred of each (Kelley, 1939): near one, a question separates; near zero, it does not; below, it
misleads. Exact fractions throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from fractions import Fraction
from random import Random
from typing import NamedTuple, Protocol

from punto.library import BUILT_IN, Rulebooks
from punto.report.blocks import Facts, Grid, Report, Signatures, Text
from punto.school.kinds import KINDS, bank
from punto.school.progress import Mark, Progress, Sitting, choose, marked, name_of
from punto.school.question import Answer, Question, Unread, read

SECONDS = 30  # for each question, on average
PASS = Fraction(4, 5)


class GivenAnswer(NamedTuple):
    """An answer and its time in seconds since the exam began."""

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
    """Mark an exam; late or missing answers are wrong."""
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
    """Return whether an exam is passed."""
    return bool(sitting.marks) and score(sitting) >= least


def by_kind(sitting: Sitting) -> dict[str, tuple[int, int]]:
    """Return right answers and number of questions by kind."""
    found: dict[str, tuple[int, int]] = {}
    for mark in sitting.marks:
        kind = mark.question.partition("/")[0]
        right, asked = found.get(kind, (0, 0))
        found[kind] = right + mark.right, asked + 1
    return found


# ---------------------------------------------------------------- certificate


def certificate(sitting: Sitting, name: str, books: Rulebooks = BUILT_IN) -> Report:
    """Return the certificate as a one-page report; its seed allows anyone to take the same paper again."""
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


# ---------------------------------------------------------------- item analysis


PART = Fraction(27, 100)


class Analysis(NamedTuple):
    """The analysis of one item."""

    item: str
    asked: int
    right: int
    discrimination: Fraction | None  # None if it was asked in one group only

    @property
    def difficulty(self) -> Fraction:
        """The share of right answers."""
        return Fraction(self.right, self.asked)


def by_question(name: str) -> str:
    """Return the item of a question: the question itself."""
    return name


def kind_of_item(name: str) -> str:
    """Return the item of a question: its kind and rulebook."""
    return name.rpartition("/")[0]


def analyse(sittings: Iterable[Sitting], item: Callable[[str], str] = by_question) -> tuple[Analysis, ...]:
    """Analyze the items of some sittings, the most difficult first."""
    found = sorted((one for one in sittings if one.marks), key=score)
    size = max(1, round(len(found) * PART)) if len(found) > 1 else 0
    all_of, low, high = _counted(found, item), _counted(found[:size], item), _counted(found[len(found) - size :], item)
    rows = (
        Analysis(name, asked, right, _difference(low.get(name), high.get(name)))
        for name, (right, asked) in all_of.items()
    )
    return tuple(sorted(rows, key=lambda row: (row.difficulty, row.item)))


def _counted(sittings: list[Sitting], item: Callable[[str], str]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for name, right in _marks(sittings):
        hits, asked = found.get(item(name), (0, 0))
        found[item(name)] = hits + right, asked + 1
    return found


def _marks(sittings: list[Sitting]) -> Iterator[tuple[str, bool]]:
    for sitting in sittings:
        for mark in sitting.marks:
            yield mark.question, mark.right


def _difference(low: tuple[int, int] | None, high: tuple[int, int] | None) -> Fraction | None:
    return Fraction(*high) - Fraction(*low) if low and high else None


# ---------------------------------------------------------------- lessons


Clock = Callable[[], int]


class StudentIO(Protocol):
    """The interface to a student."""

    def show(self, question: Question, number: int, of: int, left: int | None = None) -> None:
        """Show a question, its number, and the seconds left for it or for all."""

    def hear(self) -> str | None:
        """Return the student's input; None at its end."""

    def unread(self, why: str) -> None:
        """Report that an answer is invalid."""

    def tell(self, answered: Answered) -> None:
        """Show whether an answer was right, why, and under which section."""


class Answered(NamedTuple):
    """A question, its answer, the time that it took, and the progress after it."""

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
    """Return an answer, or None at the end of input; invalid input is asked again and does not count."""
    while (text := desk.hear()) is not None:
        try:
            return read(question, text)
        except Unread as error:
            desk.unread(str(error))
    return None


class Lesson(NamedTuple):
    """The plan of a lesson: rulebook, kinds of questions, their number, and seconds for each."""

    rulebook: str
    kinds: tuple[str, ...]
    questions: int
    seconds: int | None = None
    books: Rulebooks = BUILT_IN


def practise(desk: StudentIO, progress: Progress, lesson: Lesson, chance: Random, clock: Clock) -> Iterator[Answered]:
    """Ask questions, missed ones among them, and explain each answer."""
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
    """Ask all questions of a paper within its time, without comment."""
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
