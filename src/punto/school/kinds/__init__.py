"""The kinds of questions, one module each, and the question bank: every question, by kind, rulebook and seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType

from msgspec.structs import replace

from punto.library import BUILT_IN, Rulebooks
from punto.school.kinds import cards, irregularities, payouts, procedure, side_wagers
from punto.school.practice import houses
from punto.school.question import Asking, Kind, Question
from punto.wagers.book import known

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "third-card": Kind("third-card calls, for both hands", cards.make_third_card),
        "count": Kind("counts, and what is announced", cards.make_count),
        "payout": Kind("payouts of every wager and paytable, and their chips", payouts.make_payout),
        "vigorish": Kind("vigorish, rounded or exact, at once or by marker", payouts.make_vigorish),
        "line": Kind("reading a paytable", side_wagers.make_line, lambda book: bool(side_wagers.tabled(book))),
        "ride": Kind(
            "payouts before the third card, and rides",
            side_wagers.make_ride,
            lambda book: any(wager.rides for wager in known(book)),
        ),
        "combinations": Kind(
            "combinations by seat: lines, awards, seats",
            side_wagers.make_combinations,
            lambda book: any(wager.posted for wager in known(book)),
        ),
        "payment": Kind("the order of collecting and paying", payouts.make_payment),
        "cut": Kind("the cut: who is offered it, how deep", cards.make_cut),
        "burn": Kind("the burn, the cover card, the last hand", cards.make_burn),
        "squeeze": Kind(
            "the squeeze: whose hand it is to turn", cards.make_squeeze, lambda book: book.law.deal.squeeze is not None
        ),
        "curator": Kind(
            "the curator: who is offered the shoe, and when it passes",
            cards.make_curator,
            lambda book: book.law.curator is not None,
        ),
        "trouble": Kind("irregularities: what happens next", irregularities.make_irregularity),
        "ruling": Kind("rulings: is that allowed now?", irregularities.make_ruling),
        "procedure": Kind("procedure: what comes next, and who does it", procedure.make_procedure),
        "section": Kind("which section rules it", procedure.make_section),
    }
)


# ---------------------------------------------------------------- the question bank


SEEDS = 1_000_000  # the number of questions of each kind
LOOKS = 400


class NoSuchKind(ValueError):
    """Error for an unknown kind of question, or for one that a rulebook does not have."""


def kinds_of(rulebook: str, books: Rulebooks = BUILT_IN) -> tuple[str, ...]:
    """Return the kinds of questions that apply to a rulebook's document."""
    book = books.load(rulebook)
    if not houses(book):
        return ()
    return tuple(key for key, kind in KINDS.items() if kind.applies(book))


def ask(kind: str, rulebook: str, seed: int, books: Rulebooks = BUILT_IN) -> Question:
    """Return the question of a kind, rulebook and seed; always the same. Raises ``NoSuchKind``."""
    if kind not in KINDS:
        raise NoSuchKind(f"no kind of question is called {kind!r}: there are {', '.join(KINDS)}")
    there = kinds_of(rulebook, books)
    if kind not in there:
        words = f"there are {', '.join(there)}" if there else "no built-in table is lawful under it, to practise at"
        raise NoSuchKind(f"{rulebook} has no questions of kind {kind!r}: {words}")
    book = books.load(rulebook)
    try:
        made = KINDS[kind].make(Asking(book, seed, Random(f"{kind}/{rulebook}/{seed}")))
    except (LookupError, StopIteration, ValueError):  # a practice table from outside may never reach such a moment
        raise NoSuchKind(f"no practice table under {rulebook} comes to a question of kind {kind!r}") from None
    sections = tuple(dict.fromkeys(book.section(key) for key in made.provisions))
    return replace(made, kind=kind, rulebook=rulebook, seed=seed, sections=sections)


def of_id(name: str, books: Rulebooks = BUILT_IN) -> Question:
    """Return the question of an id, such as ``payout/ma-mini/17``. Raises ``NoSuchKind``."""
    kind, _, rest = name.partition("/")
    rulebook, _, seed = rest.partition("/")
    if not seed.isdecimal():
        raise NoSuchKind(
            f"no question is called {name!r}: an id is a kind, a rulebook and a seed, like count/xx-mini/7"
        )
    return ask(kind, rulebook, int(seed), books)


def about(kind: str, rulebook: str, provision: str, seed: int, books: Rulebooks = BUILT_IN) -> Question:
    """Return the first question from a seed on about a provision; any of its kind if none is near."""
    for number in range(seed, seed + LOOKS):
        question = ask(kind, rulebook, number, books)
        if provision in question.provisions:
            return question
    return ask(kind, rulebook, seed, books)


def bank(
    rulebook: str, kinds: tuple[str, ...], number: int, seed: int, books: Rulebooks = BUILT_IN
) -> Iterator[Question]:
    """Yield questions of some kinds in turn, from a seed."""
    chance = Random(f"bank/{rulebook}/{seed}")
    for turn in range(number):
        yield ask(kinds[turn % len(kinds)], rulebook, chance.randrange(SEEDS), books)
