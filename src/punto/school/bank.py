"""The question bank: every question there is, by kind, rulebook and seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from punto.rulebook import load
from punto.school.choosing import Asking
from punto.school.kinds import KINDS
from punto.school.question import Question

SEEDS = 1_000_000  # as many questions of a kind as there are
LOOKS = 400


class NoSuchKind(ValueError):
    """A kind of question that there is not, or not under a rulebook."""


def kinds_of(rulebook: str) -> tuple[str, ...]:
    """Return the kinds of questions that a rulebook's document has something to say about."""
    book = load(rulebook)
    return tuple(key for key, kind in KINDS.items() if not kind.needs or any(need in book for need in kind.needs))


def ask(kind: str, rulebook: str, seed: int) -> Question:
    """Return a question: always the same for the same kind, rulebook and seed."""
    if kind not in KINDS:
        raise NoSuchKind(f"no kind of question is called {kind!r}: there are {', '.join(KINDS)}")
    if kind not in kinds_of(rulebook):
        raise NoSuchKind(f"{rulebook} has no questions of kind {kind!r}: there are {', '.join(kinds_of(rulebook))}")
    book = load(rulebook)
    made = KINDS[kind].make(Asking(book, seed, Random(f"{kind}/{rulebook}/{seed}")))
    sections = tuple(dict.fromkeys(book.section(key) for key in made.provisions))
    return replace(made, kind=kind, rulebook=rulebook, seed=seed, sections=sections)


def of_id(name: str) -> Question:
    """Return the question that an id names: ``payout/ma-mini/17``."""
    kind, _, rest = name.partition("/")
    rulebook, _, seed = rest.partition("/")
    if not seed.isdecimal():
        raise NoSuchKind(
            f"no question is called {name!r}: an id is a kind, a rulebook and a seed, like count/ma-mini/7"
        )
    return ask(kind, rulebook, int(seed))


def about(kind: str, rulebook: str, provision: str, seed: int) -> Question:
    """Return a question that turns on a provision, the first one from a seed on; any of its kind where none is near."""
    for number in range(seed, seed + LOOKS):
        question = ask(kind, rulebook, number)
        if provision in question.provisions:
            return question
    return ask(kind, rulebook, seed)


def bank(rulebook: str, kinds: tuple[str, ...], number: int, seed: int) -> Iterator[Question]:
    """Give questions of some kinds by turns, from a seed."""
    chance = Random(f"bank/{rulebook}/{seed}")
    for turn in range(number):
        yield ask(kinds[turn % len(kinds)], rulebook, chance.randrange(SEEDS))
