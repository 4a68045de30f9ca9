"""A question: what is asked, what lies before the student, the right answer, and the sections it rests on.

A question is plain data and a function of its kind, its rulebook and its seed: whoever has these three has the
question. No answer is typed in anywhere. Each kind asks the engine, and the engine's answer is the one that counts.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from punto.cards import Card
from punto.money import dollars

Answer = int | str | tuple[str, ...]


class Form(StrEnum):
    """What an answer looks like."""

    CHOICE = "choice"  # one of the choices
    NUMBER = "number"  # a whole number: a count, a seat, how many cards
    MONEY = "money"  # cents
    ORDER = "order"  # all of the choices, in their order
    CALL = "call"  # draws or stands


DRAWS, STANDS = "draws", "stands"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
DOWN, BACK = "?", "▒▒"  # a card that lies face down, and how it looks


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that lies before the student: a hand, a stake, what was done so far."""

    label: str
    cards: tuple[str, ...] = ()  # ``?`` lies face down
    text: str = ""

    def __str__(self) -> str:
        return " ".join((*map(face, self.cards), *((self.text,) if self.text else ())))


def face(card: str) -> str:
    """Write a card for people, or its back."""
    return BACK if card == DOWN else Card.of(card).symbol


class Question(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question with its answer."""

    kind: str = ""
    rulebook: str = ""
    seed: int = 0
    prompt: str
    shown: tuple[Shown, ...] = ()
    form: Form
    choices: tuple[str, ...] = ()
    answer: Answer
    also: tuple[Answer, ...] = ()  # other answers that are right as well
    why: str  # said after the answer
    provisions: tuple[str, ...]  # the places of the document that it turns on, the chief one first
    sections: tuple[str, ...] = ()  # and their sections

    @property
    def id(self) -> str:
        """The name by which it can be asked again: ``payout/ma-mini/17``."""
        return f"{self.kind}/{self.rulebook}/{self.seed}"

    def __str__(self) -> str:
        width = max((len(one.label) for one in self.shown), default=0)
        return "\n".join((*(f"{one.label:<{width}}  {one}" for one in self.shown), self.prompt, *self.lettered))

    @property
    def lettered(self) -> tuple[str, ...]:
        """The choices, each with its letter."""
        return tuple(f"  {letter}  {choice}" for letter, choice in zip(LETTERS, self.choices, strict=False))

    def right(self, answer: Answer) -> bool:
        """Say whether an answer is right."""
        return answer in (self.answer, *self.also)

    @property
    def said(self) -> str:
        """The right answer as a student would write it."""
        return written(self, self.answer)


def written(question: Question, answer: Answer) -> str:
    """Write an answer for people."""
    if question.form is Form.MONEY and isinstance(answer, int):
        return dollars(answer)
    return ", ".join(answer) if isinstance(answer, tuple) else str(answer)
