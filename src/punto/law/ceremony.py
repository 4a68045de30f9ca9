"""Ceremonies: which step may come next, and when all is done.

Opening a table, shuffling, cutting, burning: the documents give each of these acts as steps in an order,
but seldom as one fixed list. A strip may not come before two riffles, yet who riffles three times does
nothing wrong; the cut is offered to players until one accepts; burned cards are shown at one table and not
at the other. What they mean is a set of allowed sequences, and the shortest exact way to write such a set
down is a regular expression over the names of steps. So a rulebook has

    [ceremony.shuffle]
    order = "turn* riffle turn* riffle (riffle | turn | strip)* cut"
    must = ["turn", "strip"]

A space means "then", ``|`` "or", ``?`` "perhaps", ``*`` "as often as you like", ``+`` "at least once", and
parentheses group. ``must`` lists steps that have to occur where the order alone would leave them open.

The matcher never looks back. What remains to be done is itself an expression: a tuple of terms, each still
to be gone through. Before anything is done that is the whole order; every step takes one name off its
front, and where what was done can be read in several ways, all that may remain are kept side by side
(Antimirov's partial derivatives, of which there are never many). A remainder is *open* when it can be gone
through to the end with every ``must`` step made. Only open ones count, so ``may`` never answers with a step
into a dead end: no cut before the strip is made.

>>> from types import MappingProxyType
>>> shuffle = Ceremony("shuffle", "riffle riffle (riffle | strip)* cut", ("strip",), MappingProxyType({}))
>>> sorted(may(shuffle, ["riffle", "riffle"]))
['riffle', 'strip']
>>> sorted(may(shuffle, ["riffle", "riffle", "strip"]))
['cut', 'riffle', 'strip']
>>> complete(shuffle, ["riffle", "riffle", "strip", "cut"])
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from punto.core.citation import Cite


class CeremonyError(ValueError):
    """An order that cannot be read or gone through, or steps that it does not allow."""


@dataclass(frozen=True, slots=True)
class Step:
    """One act of a ceremony."""

    key: str
    by: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class Ceremony:
    """Steps and their order, a small regular expression over step names."""

    key: str
    order: str
    must: tuple[str, ...]  # steps that occur at least once, whatever the order leaves open
    steps: Mapping[str, Step]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several: ``(a | b)``, and ``a?`` as a choice between ``a`` and nothing."""

    ways: tuple[Terms, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """As often as you like: ``a*``."""

    inner: Terms


Term = str | Choice | Repeat
Terms = tuple[Term, ...]  # one after the other


class Remainder(NamedTuple):
    """What is still to be done: the rest of the order, and the steps that must yet occur."""

    terms: Terms
    must: frozenset[str]


Rests = frozenset[Remainder]  # one remainder for every way to read what was done


def may(ceremony: Ceremony, done: Iterable[str]) -> frozenset[str]:
    """Return the steps that may come next."""
    return _allowed(_after(ceremony, done))


def complete(ceremony: Ceremony, done: Iterable[str]) -> bool:
    """Say whether a ceremony may end here."""
    return any(map(_ended, _after(ceremony, done)))


def _after(ceremony: Ceremony, done: Iterable[str]) -> Rests:
    """Return what may remain after these steps."""
    made = tuple(done)
    rests = _reached(ceremony.order, ceremony.must, made)
    if not rests:
        raise CeremonyError(_dead_end(ceremony, made))
    return rests


def _dead_end(ceremony: Ceremony, done: tuple[str, ...]) -> str:
    """Say where the steps made left the order, or that there is no way through it at all."""
    rests = _start(ceremony.order, ceremony.must)
    if not rests:
        return f"ceremony {ceremony.key!r} has no way through that makes {', '.join(ceremony.must)}"
    number = next(n for n in range(len(done)) if not _reached(ceremony.order, ceremony.must, done[: n + 1]))
    return _out_of_order(ceremony, done[number], _allowed(_reached(ceremony.order, ceremony.must, done[:number])))


# A table asks after every command, and there are few remainders: each way on is worked out once.


@lru_cache(maxsize=4096)
def _reached(order: str, must: tuple[str, ...], done: tuple[str, ...]) -> Rests:
    rests = _start(order, must)
    for made in done:
        rests = _follow(rests, made)
    return rests


@cache
def _start(order: str, must: tuple[str, ...]) -> Rests:
    start = Remainder(parse(order), frozenset(must))
    return frozenset({start} if _open(start) else ())


@cache
def _follow(rests: Rests, made: str) -> Rests:
    return frozenset(then for rest in rests for step, then in _steps(rest) if step == made and _open(then))


@cache
def _allowed(rests: Rests) -> frozenset[str]:
    return frozenset(step for rest in rests for step, then in _steps(rest) if _open(then))


def _out_of_order(ceremony: Ceremony, made: str, allowed: frozenset[str]) -> str:
    due = f"{' or '.join(sorted(allowed))} may come" if allowed else "nothing more may come"
    return f"ceremony {ceremony.key!r}: no {made!r} here, {due}"


def _steps(rest: Remainder) -> Iterator[tuple[str, Remainder]]:
    """Give every step that a remainder can begin with, and what remains after it."""
    for step, terms in _heads(rest.terms):
        yield step, Remainder(terms, rest.must - {step})


def _heads(terms: Terms) -> Iterator[tuple[str, Terms]]:
    if not terms:
        return
    first, then = terms[0], terms[1:]
    if isinstance(first, str):
        yield first, then
    elif isinstance(first, Choice):
        for way in first.ways:
            yield from _heads(way + then)
    else:
        yield from ((step, (*left, first, *then)) for step, left in _heads(first.inner))
        yield from _heads(then)


def _ended(rest: Remainder) -> bool:
    return not rest.must and _optional(rest.terms)


def _optional(terms: Terms) -> bool:
    """Say whether nothing at all would do."""
    return all(map(_skippable, terms))


def _skippable(term: Term) -> bool:
    return isinstance(term, Repeat) or (isinstance(term, Choice) and any(map(_optional, term.ways)))


@cache
def _open(rest: Remainder) -> bool:
    """Say whether a remainder can be gone through to the end."""
    seen, look = {rest}, [rest]
    while look:
        here = look.pop()
        if _ended(here):
            return True
        new = {then for _, then in _steps(here)} - seen
        seen |= new
        look.extend(new)
    return False


@cache
def parse(order: str) -> Terms:
    """Read an order.

    >>> parse("plug? (riffle | turn)* cut")
    (Choice(ways=(('plug',), ())), Repeat(inner=(Choice(ways=(('riffle',), ('turn',))),)), 'cut')
    """
    reader = _Reader(order)
    terms = reader.choice()
    if reader.ahead:
        raise reader.error(f"{reader.ahead!r} stands alone")
    return terms


class _Reader:
    """Reads an order from left to right: a choice of sequences of repeated atoms."""

    def __init__(self, order: str) -> None:
        self.order = order
        self.tokens = re.findall(r"[a-z0-9-]+|\S", order)[::-1]  # the next one is the last

    @property
    def ahead(self) -> str:
        return self.tokens[-1] if self.tokens else ""

    def take(self, token: str) -> bool:
        return self.ahead == token and bool(self.tokens.pop())

    def choice(self) -> Terms:
        ways = [self.sequence()]
        while self.take("|"):
            ways.append(self.sequence())
        return ways[0] if len(ways) == 1 else (Choice(tuple(ways)),)

    def sequence(self) -> Terms:
        terms = self.repeated()
        while self.ahead not in ("", "|", ")"):
            terms += self.repeated()
        return terms

    def repeated(self) -> Terms:
        terms = self.atom()
        while self.ahead in SIGNS:
            terms = SIGNS[self.tokens.pop()](terms)
        return terms

    def atom(self) -> Terms:
        if self.take("("):
            terms = self.choice()
            if not self.take(")"):
                raise self.error("a parenthesis is not closed")
            return terms
        if not re.match("[a-z0-9]", self.ahead):
            raise self.error(
                f"a step is missing before {self.ahead!r}" if self.ahead else "a step is missing at the end"
            )
        return (self.tokens.pop(),)

    def error(self, what: str) -> CeremonyError:
        return CeremonyError(f"the order {self.order!r} cannot be read: {what}")


SIGNS: dict[str, Callable[[Terms], Terms]] = {
    "?": lambda terms: (Choice((terms, ())),),
    "*": lambda terms: (Repeat(terms),),
    "+": lambda terms: (*terms, Repeat(terms)),
}
