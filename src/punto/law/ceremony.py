"""Ceremonies: which step may come next, and when a ceremony is complete.

Opening a table, shuffling, cutting, burning: the documents describe each of these as steps in an order, but seldom as
one fixed list. A strip may not come before two riffles, but three riffles are permitted; the cut is offered to players
until one accepts; burned cards are shown at some tables only. Such a set of permitted sequences is a regular expression
over the names of steps. So a rulebook has

    [ceremony.shuffle]
    order = "turn* riffle turn* riffle (riffle | turn | strip)* cut"
    must = ["turn", "strip"]

A space means "then", ``|`` "or", ``?`` "optionally", ``*`` "any number of times", ``+`` "at least once", and
parentheses group. ``must`` lists steps that have to occur even if the order leaves them open.

The matcher keeps what remains to be done: a tuple of terms. Initially that is the whole order; every step removes one
name from its front, and if the steps can be matched in several ways, all possible remainders are kept (Antimirov's
partial derivatives, of which there are never many). A remainder is *open* if it can be completed with every ``must``
step made. Only open ones count, so ``may`` never returns a step into a dead end: no cut before the strip is made.

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
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from punto.core.citation import Cite

MOST_TOKENS = 120  # steps and signs of an order; the longest one of a document has 34
MOST_STATES = 500  # ways on, of which that one has 20


class CeremonyError(ValueError):
    """Error for an order that is malformed or cannot be completed, or for steps that it does not permit."""


@dataclass(frozen=True, slots=True)
class Step:
    """One act of a ceremony."""

    key: str
    by: str
    cite: Cite
    rank: str = ""  # the least rank of a floorperson who may make it; "" for any
    post: str = ""  # "assigned" for the floorperson assigned to the table


@dataclass(frozen=True, slots=True)
class Ceremony:
    """Steps and their order, a small regular expression over step names."""

    key: str
    order: str
    must: tuple[str, ...]  # steps that occur at least once, even if the order leaves them open
    steps: Mapping[str, Step]


@dataclass(frozen=True, slots=True)
class Choice:
    """An alternative: ``(a | b)``, and ``a?`` as a choice between ``a`` and no step."""

    ways: tuple[Terms, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A repetition: ``a*``."""

    inner: Terms


Term = str | Choice | Repeat
Terms = tuple[Term, ...]  # a sequence


class Remainder(NamedTuple):
    """The rest of the order, and the ``must`` steps that have not occurred yet."""

    terms: Terms
    must: frozenset[str]


Rests = frozenset[Remainder]  # one remainder for every way to match the steps made


def may(ceremony: Ceremony, done: Iterable[str]) -> frozenset[str]:
    """Return the steps that may come next."""
    return _allowed(_after(ceremony, done))


def complete(ceremony: Ceremony, done: Iterable[str]) -> bool:
    """Return whether a ceremony may end here."""
    return any(map(_ended, _after(ceremony, done)))


def _after(ceremony: Ceremony, done: Iterable[str]) -> Rests:
    """Return the possible remainders after these steps. Raises ``CeremonyError`` if there is none."""
    made = tuple(done)
    rests = _reached(ceremony.order, ceremony.must, made)
    if not rests:
        raise CeremonyError(_dead_end(ceremony, made))
    return rests


class Stage:
    """A point of a ceremony: the steps that may come next, in alphabetical order, and whether it may end here."""

    __slots__ = ("complete", "may", "then")

    def __init__(self, rests: Rests) -> None:
        self.may = tuple(sorted(_allowed(rests)))
        self.complete = any(map(_ended, rests))
        self.then: dict[str, Stage] = {}  # by step


def compiled(ceremony: Ceremony) -> Stage:
    """Return the first stage of a ceremony, from which every other follows. Raises ``CeremonyError`` if there is none.

    >>> from types import MappingProxyType
    >>> first = compiled(Ceremony("cut", "offer* cut", (), MappingProxyType({})))
    >>> first.may, first.then["offer"] is first, first.then["cut"].complete
    (('cut', 'offer'), True, True)
    """
    rests = _after(ceremony, ())
    stages, look = {rests: Stage(rests)}, [rests]
    while look:
        here = look.pop()
        for step in stages[here].may:
            then = _follow(here, step)
            if then not in stages:
                stages[then] = Stage(then)
                look.append(then)
                _bounded(len(stages))
            stages[here].then[step] = stages[then]
    return stages[rests]


def first_steps(order: str, must: tuple[str, ...] = (), *done: str) -> frozenset[str]:
    """Return the steps that an order may begin with, or go on with."""
    return _allowed(_reached(order, must, done))


def followed(order: str, must: tuple[str, ...] = ()) -> Iterator[tuple[str, frozenset[str], bool]]:
    """Yield every step wherever it may come, with the steps that may follow it there, and whether all may end there.

    Raises ``CeremonyError`` where there is no way through.
    """
    start = _start(order, must)
    if not start:
        raise CeremonyError("there is no way through this order" + f" that makes {', '.join(must)}" * bool(must))
    seen, look = {start}, [start]
    while look:
        here = look.pop()
        for step in sorted(_allowed(here)):
            then = _follow(here, step)
            yield step, _allowed(then), any(map(_ended, then))
            if then not in seen:
                seen.add(then)
                look.append(then)
        _bounded(len(seen))


def same(order: str, other: str, steps: Container[str]) -> bool:
    """Say whether two orders allow the same sequences of some steps, whatever comes between them."""
    pairs = [tuple(frozenset({Remainder(_only(parse(one), steps), frozenset())}) for one in (order, other))]
    seen = set(pairs)
    while pairs:
        one, two = pairs.pop()
        if _allowed(one) != _allowed(two) or any(map(_ended, one)) != any(map(_ended, two)):
            return False
        new = {(_follow(one, step), _follow(two, step)) for step in _allowed(one)} - seen
        seen |= new
        pairs.extend(new)
        _bounded(len(seen))
    return True


def _bounded(states: int) -> None:
    if states > MOST_STATES:
        raise CeremonyError(f"the order has more than {MOST_STATES} different ways on: write it more simply")


def _only(terms: Terms, steps: Container[str]) -> Terms:
    """Return terms without all steps but some."""
    return tuple(left for term in terms for left in _kept(term, steps))


def _kept(term: Term, steps: Container[str]) -> Terms:
    if isinstance(term, str):
        return (term,) if term in steps else ()
    if isinstance(term, Choice):
        return (Choice(tuple(dict.fromkeys(_only(way, steps) for way in term.ways))),)
    inner = _only(term.inner, steps)
    return (Repeat(inner),) if inner else ()


def _dead_end(ceremony: Ceremony, done: tuple[str, ...]) -> str:
    """Return where the steps left the order, or that the order cannot be completed at all."""
    rests = _start(ceremony.order, ceremony.must)
    if not rests:
        return f"ceremony {ceremony.key!r} has no way through that makes {', '.join(ceremony.must)}"
    number = next(n for n in range(len(done)) if not _reached(ceremony.order, ceremony.must, done[: n + 1]))
    return _out_of_order(ceremony, done[number], _allowed(_reached(ceremony.order, ceremony.must, done[:number])))


# A table asks after every command, and there are few remainders, so that transitions are cached.


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
    """Yield every step that a remainder can begin with, and the remainder after it."""
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
    """Return whether the terms can be skipped."""
    return all(map(_skippable, terms))


def _skippable(term: Term) -> bool:
    return isinstance(term, Repeat) or (isinstance(term, Choice) and any(map(_optional, term.ways)))


@cache
def _open(rest: Remainder) -> bool:
    """Return whether a remainder can be completed."""
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
    """Parse an order. Raises ``CeremonyError``.

    >>> parse("plug? (riffle | turn)* cut")
    (Choice(ways=(('plug',), ())), Repeat(inner=(Choice(ways=(('riffle',), ('turn',))),)), 'cut')
    """
    reader = _Reader(order)
    terms = reader.choice()
    if reader.ahead:
        raise reader.error(f"{reader.ahead!r} stands alone")
    return terms


class _Reader:
    """A parser of orders: a choice of sequences of repeated atoms, from left to right."""

    def __init__(self, order: str) -> None:
        self.order = order
        self.tokens = re.findall(r"[a-z0-9-]+|\S", order)[::-1]  # reversed: the next one is the last
        if len(self.tokens) > MOST_TOKENS:
            raise CeremonyError(f"an order has at most {MOST_TOKENS} steps and signs, not {len(self.tokens)}")

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
