"""Questions: their text, exhibits, right answer and sections; parsing of answers; feedback.

A question is plain data and a function of its kind, its rulebook and its seed: these three determine it. No answer is
typed in anywhere. Each kind asks the engine, and the engine's answer is the one that counts; wrong answers to choose
among come from the same asking.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from random import Random
from typing import NamedTuple

import msgspec

from punto.core.cards import Card
from punto.core.money import dollars
from punto.law.rulebook import Rulebook, topic_of
from punto.library import BUILT_IN, Rulebooks

Answer = int | str | tuple[str, ...]


class Form(StrEnum):
    """The form of an answer."""

    CHOICE = "choice"  # one of the choices
    NUMBER = "number"  # an integer: a count, a seat, a number of cards
    MONEY = "money"  # cents
    ORDER = "order"  # all of the choices, in order
    CALL = "call"  # "draws" or "stands"


DRAWS, STANDS = "draws", "stands"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
DOWN, BACK = "?", "▒▒"  # a card that is face down, and its symbol


class Exhibit(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something shown with a question: a hand, a stake, the acts so far."""

    label: str
    cards: tuple[str, ...] = ()  # ``?`` is face down
    text: str = ""

    def __str__(self) -> str:
        return " ".join((*map(face, self.cards), *((self.text,) if self.text else ())))


def face(card: str) -> str:
    """Format a card with its suit symbol, or its back."""
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
    also: tuple[Answer, ...] = ()  # other right answers
    why: str  # shown after the answer
    provisions: tuple[str, ...]  # of the document, the main one first
    sections: tuple[str, ...] = ()  # of these provisions

    @property
    def id(self) -> str:
        """The id of the question: ``payout/ma-mini/17``."""
        return f"{self.kind}/{self.rulebook}/{self.seed}"

    def __str__(self) -> str:
        width = max((len(one.label) for one in self.shown), default=0)
        return "\n".join((*(f"{one.label:<{width}}  {one}" for one in self.shown), self.prompt, *self.lettered))

    @property
    def lettered(self) -> tuple[str, ...]:
        """The choices, each with its letter."""
        return tuple(f"  {letter}  {choice}" for letter, choice in zip(LETTERS, self.choices, strict=False))

    def right(self, answer: Answer) -> bool:
        """Return whether an answer is right."""
        return answer in (self.answer, *self.also)

    @property
    def said(self) -> str:
        """The right answer as a student would write it."""
        return written(self, self.answer)


def written(question: Question, answer: Answer) -> str:
    """Format an answer."""
    if question.form is Form.MONEY and isinstance(answer, int):
        return dollars(answer)
    return ", ".join(answer) if isinstance(answer, tuple) else str(answer)


# ---------------------------------------------------------------- parsing

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
    """Error for an invalid answer; the message says what is valid."""


def read(question: Question, text: str) -> Answer:
    """Parse an answer. Raises ``Unread``."""
    plain = " ".join(text.replace("’", "'").split())
    if not plain:
        raise Unread(f"the answer is empty: {HOW[question.form]}")
    return READERS[question.form](question, plain)


def money(text: str) -> int:
    """Parse an amount into cents. Raises ``Unread``.

    >>> money("$1,250"), money("1250"), money("12.50"), money(".5"), money("75 cents")
    (125000, 125000, 1250, 50, 75)
    """
    said = text.lower().strip()
    if NUMERALS.get(said) == 0:
        return 0
    found = MONEY.fullmatch(said)
    if not found or (found[1] is None and found[2] is None):
        raise Unread(f"invalid amount {text!r}: {HOW[Form.MONEY]}")
    whole, part = int((found[1] or "0").replace(",", "")), found[2] or ""
    if (found[3] or "")[:1] in ("c", "¢") and found[3]:
        if part:
            raise Unread(f"invalid amount {text!r}: fractions of a cent do not exist")
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
        raise Unread(f"invalid number {text!r}: {HOW[Form.NUMBER]}")
    return int(found[1].replace(",", ""))


def _call(question: Question, text: str) -> Answer:
    said = text.lower().strip(" .!")
    bare = " ".join(ARTICLES.sub("", said).split())
    for call, words in CALLS.items():
        if said in words or bare in words:
            return call
    raise Unread(f"invalid call {text!r}: {HOW[Form.CALL]}")


def _choice(question: Question, text: str) -> Answer:
    found = _one_of(question.choices, text)
    if found is None:
        last = LETTERS[len(question.choices) - 1]
        raise Unread(f"invalid choice {text!r}: answer with a letter from a to {last}, or in words")
    return found


def _one_of(choices: tuple[str, ...], text: str) -> str | None:
    """Return the choice with this letter or text, or with a unique beginning of it; or None."""
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
    """Return one of several choices; a bare number is the seat of that number."""
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


# ---------------------------------------------------------------- feedback


class Feedback(NamedTuple):
    """A provision of a question: its section, and its requirement in our words."""

    section: str
    demand: str


def places(question: Question, books: Rulebooks = BUILT_IN) -> tuple[Feedback, ...]:
    """Return the provisions of a question, the main one first."""
    book = books.load(question.rulebook)
    return tuple(Feedback(book.section(key), topic_of(key).said(book.provisions[key])) for key in question.provisions)


def cited(question: Question, books: Rulebooks = BUILT_IN) -> list[str]:
    """Return a line for each provision of a question."""
    return [f"{question.rulebook} § {one.section}: {one.demand}" for one in places(question, books)]


def explained(question: Question) -> str:
    """Return the right answer and the reason, without repeating an answer that begins the reason."""
    named = question.why.lower().startswith(question.said.lower())
    return question.why if named else f"{question.said}. {question.why}"


# ---------------------------------------------------------------- kinds of questions


class Asking(NamedTuple):
    """The input from which a question is made."""

    book: Rulebook
    seed: int
    chance: Random


class Kind(NamedTuple):
    """A kind of question: its name, its function, and whether a document has it."""

    title: str
    make: Callable[[Asking], Question]
    applies: Callable[[Rulebook], bool] = lambda book: True


def among(chance: Random, right: str, wrong: Iterable[str], number: int = 4) -> tuple[str, ...]:
    """Return the right answer mixed with wrong ones, at most ``number``."""
    others = sorted(set(wrong) - {right})
    chosen = [right, *chance.sample(others, min(number - 1, len(others)))]
    chance.shuffle(chosen)
    return tuple(chosen)


def mixed(chance: Random, items: Sequence[str]) -> tuple[str, ...]:
    """Mix some items."""
    return tuple(chance.sample(items, len(items)))


def held(book: Rulebook, *keys: str) -> tuple[str, ...]:
    """Return the provisions among ``keys`` that a document has."""
    return tuple(key for key in keys if key in book)
