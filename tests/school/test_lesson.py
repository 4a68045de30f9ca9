"""Lessons at a desk that is no terminal, by a clock that is no clock."""

import io
import random
from collections.abc import Iterable

import pytest
from rich.console import Console

from punto.school import Question, ask
from punto.school.exam import Answered, Lesson, examine, paper, practise
from punto.school.progress import Progress, marked, name_of
from punto.school.terminal_ui import TerminalDesk

SECOND = 1000


class Notes:
    """A desk that answers by itself, and writes down what it is told; each answer takes so many seconds."""

    def __init__(self, answers: Iterable[str | None] = (), seconds: int = 2) -> None:
        self.answers, self.seconds, self.now = iter(answers), seconds, 0
        self.shown: list[Question] = []
        self.told: list[Answered] = []
        self.left: list[int | None] = []
        self.complaints: list[str] = []

    def clock(self) -> int:
        return self.now

    def show(self, question: Question, number: int, of: int, left: int | None = None) -> None:
        self.shown.append(question)
        self.left.append(left)

    def hear(self) -> str | None:
        self.now += self.seconds * SECOND
        return next(self.answers, self.shown[-1].said)

    def unread(self, why: str) -> None:
        self.complaints.append(why)

    def tell(self, answered: Answered) -> None:
        self.told.append(answered)


def practised(desk: Notes, progress: Progress, number: int, seconds: int | None = None) -> list[Answered]:
    lesson = Lesson("ma-mini", ("count", "cut"), number, seconds)
    return list(practise(desk, progress, lesson, random.Random(1), desk.clock))


def test_what_cannot_be_read_is_asked_again_and_not_counted() -> None:
    desk = Notes(["nonsense", ""])
    answered = practised(desk, Progress(), 3)
    assert [one.right for one in answered] == [True] * 3
    assert len(desk.complaints) == 2
    assert sum(item.asked for item in answered[-1].progress.items.values()) == 3


def test_a_lesson_ends_where_the_answers_do() -> None:
    assert practised(Notes([None]), Progress(), 3) == []


def test_a_missed_question_comes_back_until_it_is_answered() -> None:
    missed = ask("count", "ma-mini", 4)
    desk = Notes()
    progress = marked(Progress(), missed, right=False, now=0)
    answered = practised(desk, progress, 12)
    assert missed in desk.shown
    assert answered[-1].progress.items[name_of(missed)].missed is None


def test_against_time_a_late_answer_is_wrong() -> None:
    assert [one.right for one in practised(Notes(seconds=2), Progress(), 3, seconds=2)] == [True] * 3
    late = practised(Notes(seconds=3), Progress(), 3, seconds=2)
    assert [(one.right, one.late, one.took) for one in late] == [(False, True, 3000)] * 3


def test_an_exam_stops_when_its_time_is_up() -> None:
    desk = Notes(seconds=10)
    questions = paper("ma-mini", ("count",), 6, 1)
    given = examine(desk, questions, 35, desk.clock)
    assert [one.seconds for one in given] == [10, 20, 30, 40]
    assert desk.left == [35, 25, 15, 5]


def terminal(width: int) -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=width, color_system="standard")


def test_a_terminal_shows_frames_suits_and_words() -> None:
    console = terminal(80)
    desk, question = TerminalDesk(console), ask("third-card", "ma-mini", 1)
    with console.capture() as capture:
        desk.show(question, 1, 5, 30)
        for answer in ("draws", "stands"):
            desk.tell(Answered(question, answer, 1500, late=False, progress=Progress()))
    shown = capture.get()
    for words in ("╭────╮", "third-card calls", "1 of 5", "0:30 left", "✓ Right (1.5 s).", "✗ Wrong (1.5 s).", "§ 10"):
        assert words in shown


def test_a_terminal_that_is_too_small_says_how_large_it_must_be() -> None:
    with pytest.raises(ValueError, match="20 columns, and the school needs 40"):
        TerminalDesk(terminal(20))
