"""A question: what is asked, what lies before the student, the right answer, and the sections it rests on.

A question is plain data and a function of its kind, its rulebook and its seed: whoever has these three has the
question. No answer is typed in anywhere. Each kind asks the engine, and the engine's answer is the one that counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

import msgspec

from punto.core.cards import Card
from punto.core.money import dollars
from punto.law.rulebook import topic_of
from punto.library import BUILT_IN, Rulebooks

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


class Exhibit(msgspec.Struct, frozen=True, omit_defaults=True):
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
    shown: tuple[Exhibit, ...] = ()
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


# ---------------------------------------------------------------- reading

# Reading what a student writes: any sensible form of an answer is read, and nonsense is asked again.

MONEY = re.compile(r"(?:\$|usd)? ?(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{1,2}))? ?(\$|usd|dollars?|cents?|c|¢)?")
NUMBER = re.compile(
    r"(?:seat |number |no\. ?|#)?(\d{1,3}(?:,\d{3})+|\d+)(?: ?(?:cards?|chips?|coups?|points?|hands?))?"
)
_WORDS = ("nil", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMERALS = {"zero": 0, "none": 0, "nothing": 0, "baccarat": 0} | {word: number for number, word in enumerate(_WORDS)}
CALLS = {
    DRAWS: ("d", "draw", "draws", "hit", "hits", "card", "a card", "take", "takes", "yes", "y"),
    STANDS: ("s", "stand", "stands", "stay", "stays", "no card", "none", "no draw", "no", "n"),
}
ARTICLES = re.compile(r"\b(?:the|(?:player|banker)(?:'s)?|hand|it)\b")


class Unread(ValueError):
    """An answer that cannot be read; its one line says what would be."""


def read(question: Question, text: str) -> Answer:
    """Read an answer, or raise ``Unread``."""
    plain = " ".join(text.replace("’", "'").split())
    if not plain:
        raise Unread(f"nothing was said: {HOW[question.form]}")
    return READERS[question.form](question, plain)


def money(text: str) -> int:
    """Read an amount in cents.

    >>> money("$1,250"), money("1250"), money("12.50"), money(".5"), money("75 cents")
    (125000, 125000, 1250, 50, 75)
    """
    said = text.lower().strip()
    if NUMERALS.get(said) == 0:
        return 0
    found = MONEY.fullmatch(said)
    if not found or (found[1] is None and found[2] is None):
        raise Unread(f"{text!r} is no amount: {HOW[Form.MONEY]}")
    whole, part = int((found[1] or "0").replace(",", "")), found[2] or ""
    if (found[3] or "")[:1] in ("c", "¢") and found[3]:
        if part:
            raise Unread(f"{text!r} is no amount: there is no part of a cent")
        return whole
    return whole * 100 + int(part.ljust(2, "0"))


def _money(question: Question, text: str) -> Answer:
    return money(text)


def _number(question: Question, text: str) -> Answer:
    said = text.lower()
    if said in NUMERALS:
        return NUMERALS[said]
    found = NUMBER.fullmatch(said)
    if not found:
        raise Unread(f"{text!r} is no number: {HOW[Form.NUMBER]}")
    return int(found[1].replace(",", ""))


def _call(question: Question, text: str) -> Answer:
    said = text.lower().strip(" .!")
    bare = " ".join(ARTICLES.sub("", said).split())
    for call, words in CALLS.items():
        if said in words or bare in words:
            return call
    raise Unread(f"{text!r} is no call: {HOW[Form.CALL]}")


def _choice(question: Question, text: str) -> Answer:
    found = _one_of(question.choices, text)
    if found is None:
        last = LETTERS[len(question.choices) - 1]
        raise Unread(f"{text!r} is none of the choices: answer with a letter from a to {last}, or in words")
    return found


def _one_of(choices: tuple[str, ...], text: str) -> str | None:
    """Find a choice by its letter, by its words, or by a beginning of them that fits no other."""
    said = text.lower().strip()
    bare = said.strip(" .()")  # b) or (b)
    letter = LETTERS.find(bare) if len(bare) == 1 else -1
    if 0 <= letter < len(choices):
        return choices[letter]
    for fits in (str.__eq__, str.startswith):
        found = [choice for choice in choices if fits(choice.lower(), said)]
        if len(found) == 1:
            return found[0]
    return None


def _order(question: Question, text: str) -> Answer:
    parts = [part for part in re.split(r"[,;>→]+|\bthen\b", text) if part.strip()]
    if len(parts) == 1:
        parts = text.split()
    if len(parts) == 1:
        parts = list(text)  # dacb
    found = [_item(question.choices, part.strip()) for part in parts]
    if None in found or len(found) != len(question.choices) or len(set(found)) != len(found):
        raise Unread(f"{text!r} does not name all of them once: {HOW[Form.ORDER]}")
    return tuple(choice for choice in found if choice is not None)


def _item(choices: tuple[str, ...], text: str) -> str | None:
    """Find one of several; a bare number is the seat of that number."""
    seat = f"seat {text}" if text.isdecimal() else text
    return _one_of(choices, seat)


READERS: dict[Form, Callable[[Question, str], Answer]] = {
    Form.CHOICE: _choice,
    Form.NUMBER: _number,
    Form.MONEY: _money,
    Form.ORDER: _order,
    Form.CALL: _call,
}
HOW = {
    Form.CHOICE: "answer with a letter, or in words",
    Form.NUMBER: "write a whole number, like 6",
    Form.MONEY: "write dollars, like $1,250 or 12.50",
    Form.ORDER: "write letters in their order, like b, a, c",
    Form.CALL: "write draws (d) or stands (s)",
}


# ---------------------------------------------------------------- telling

# What is told after an answer: the right one, why, and where the document says so.


class Feedback(NamedTuple):
    """A place that a question turns on: its section, and what it demands in our words."""

    section: str
    demand: str


def places(question: Question, books: Rulebooks = BUILT_IN) -> tuple[Feedback, ...]:
    """Return the places that a question turns on, the chief one first."""
    book = books.load(question.rulebook)
    return tuple(Feedback(book.section(key), topic_of(key).said(book.provisions[key])) for key in question.provisions)


def cited(question: Question, books: Rulebooks = BUILT_IN) -> list[str]:
    """Return a line for each place that a question turns on."""
    return [f"{question.rulebook} § {one.section}: {one.demand}" for one in places(question, books)]


def explained(question: Question) -> str:
    """Return the right answer and why, and say it once where the reason begins with it."""
    named = question.why.lower().startswith(question.said.lower())
    return question.why if named else f"{question.said}. {question.why}"
