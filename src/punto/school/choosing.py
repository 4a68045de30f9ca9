"""What kinds of questions share: an asking of the engine, and wrong answers to choose among."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import NamedTuple

from punto.law.rulebook import Rulebook
from punto.school.question import Question


class Asking(NamedTuple):
    """What a question is made from."""

    book: Rulebook
    seed: int
    chance: Random


class Kind(NamedTuple):
    """A kind of question: its name for people, how one is made, and whether a document has it."""

    title: str
    make: Callable[[Asking], Question]
    applies: Callable[[Rulebook], bool] = lambda book: True


def among(chance: Random, right: str, wrong: Iterable[str], number: int = 4) -> tuple[str, ...]:
    """Mix a right answer with wrong ones, as many as there are."""
    others = sorted(set(wrong) - {right})
    chosen = [right, *chance.sample(others, min(number - 1, len(others)))]
    chance.shuffle(chosen)
    return tuple(chosen)


def mixed(chance: Random, items: Sequence[str]) -> tuple[str, ...]:
    """Mix some items."""
    return tuple(chance.sample(items, len(items)))


def held(book: Rulebook, *keys: str) -> tuple[str, ...]:
    """Return those of some provisions that a document has."""
    return tuple(key for key in keys if key in book)
