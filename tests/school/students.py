"""Two students: one who knows what the engine knows, and one who guesses."""

import random
from collections.abc import Iterator

from punto.core.money import dollars
from punto.school import Form, Question, ask, kinds_of, read
from punto.school.question import written

FORMS = ("{}", " {} ", "{}.")


def questions(rulebook: str, number: int, first: int = 0) -> Iterator[Question]:
    """Questions of every kind by turns."""
    kinds = kinds_of(rulebook)
    for turn in range(first, first + number):
        yield ask(kinds[turn % len(kinds)], rulebook, turn // len(kinds))


def by_the_engine(question: Question) -> str:
    """The engine's answer, written as people write."""
    return written(question, question.answer)


def at_random(question: Question, chance: random.Random) -> str:
    """Any answer of the right form."""
    match question.form:
        case Form.CHOICE:
            return chance.choice(question.choices)
        case Form.ORDER:
            return ", ".join(chance.sample(question.choices, len(question.choices)))
        case Form.CALL:
            return chance.choice(("draws", "stands"))
        case Form.NUMBER:
            return str(chance.randint(0, 9))
        case Form.MONEY:
            return dollars(chance.choice((0, 5_00, 25_00, 100_00, 1_000_00)))


def score(rulebook: str, number: int, first: int = 0) -> tuple[int, int]:
    """How many questions each of the two answers rightly; every question is sound besides."""
    engine = guess = 0
    for question in questions(rulebook, number, first):
        sound(question)
        engine += question.right(read(question, by_the_engine(question)))
        guess += question.right(read(question, at_random(question, random.Random(question.id))))
    return engine, guess


def sound(question: Question) -> None:
    """A question has one answer among its choices, cites places, and says why."""
    assert question.prompt
    assert question.why
    assert question.provisions
    assert all(question.sections)
    if question.form is Form.CHOICE:
        assert len(set(question.choices)) == len(question.choices) > 1
        assert sum(map(question.right, question.choices)) == 1, question
    if question.form is Form.ORDER:
        assert isinstance(question.answer, tuple)
        assert sorted(question.choices) == sorted(question.answer)
