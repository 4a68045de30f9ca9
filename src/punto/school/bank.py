"""The question bank: every question there is, by kind, rulebook and seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from punto.library import BUILT_IN, Rulebooks
from punto.school.choosing import Asking
from punto.school.houses import houses
from punto.school.kinds import KINDS
from punto.school.question import Question

SEEDS = 1_000_000  # as many questions of a kind as there are
LOOKS = 400


class NoSuchKind(ValueError):
    """A kind of question that there is not, or not under a rulebook."""


def kinds_of(rulebook: str, books: Rulebooks = BUILT_IN) -> tuple[str, ...]:
    """Return the kinds of questions that a rulebook's document has something to say about."""
    book = books.load(rulebook)
    if not houses(book):
        return ()
    return tuple(key for key, kind in KINDS.items() if kind.applies(book))


def ask(kind: str, rulebook: str, seed: int, books: Rulebooks = BUILT_IN) -> Question:
    """Return a question: always the same for the same kind, rulebook and seed."""
    if kind not in KINDS:
        raise NoSuchKind(f"no kind of question is called {kind!r}: there are {', '.join(KINDS)}")
    there = kinds_of(rulebook, books)
    if kind not in there:
        words = f"there are {', '.join(there)}" if there else "no built-in table is lawful under it, to practise at"
        raise NoSuchKind(f"{rulebook} has no questions of kind {kind!r}: {words}")
    book = books.load(rulebook)
    try:
        made = KINDS[kind].make(Asking(book, seed, Random(f"{kind}/{rulebook}/{seed}")))
    except (LookupError, StopIteration, ValueError):  # a practice table from outside may never come to the moment
        raise NoSuchKind(f"no practice table under {rulebook} comes to a question of kind {kind!r}") from None
    sections = tuple(dict.fromkeys(book.section(key) for key in made.provisions))
    return replace(made, kind=kind, rulebook=rulebook, seed=seed, sections=sections)


def of_id(name: str, books: Rulebooks = BUILT_IN) -> Question:
    """Return the question that an id names: ``payout/ma-mini/17``."""
    kind, _, rest = name.partition("/")
    rulebook, _, seed = rest.partition("/")
    if not seed.isdecimal():
        raise NoSuchKind(
            f"no question is called {name!r}: an id is a kind, a rulebook and a seed, like count/xx-mini/7"
        )
    return ask(kind, rulebook, int(seed), books)


def about(kind: str, rulebook: str, provision: str, seed: int, books: Rulebooks = BUILT_IN) -> Question:
    """Return a question that turns on a provision, the first one from a seed on; any of its kind where none is near."""
    for number in range(seed, seed + LOOKS):
        question = ask(kind, rulebook, number, books)
        if provision in question.provisions:
            return question
    return ask(kind, rulebook, seed, books)


def bank(
    rulebook: str, kinds: tuple[str, ...], number: int, seed: int, books: Rulebooks = BUILT_IN
) -> Iterator[Question]:
    """Give questions of some kinds by turns, from a seed."""
    chance = Random(f"bank/{rulebook}/{seed}")
    for turn in range(number):
        yield ask(kinds[turn % len(kinds)], rulebook, chance.randrange(SEEDS), books)
