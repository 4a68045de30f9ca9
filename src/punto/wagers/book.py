"""The wagers of a rulebook, under the licensee's terms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from punto.core.cards import wrong_type
from punto.wagers.language import Choice, WagerLaw, build
from punto.wagers.openings import Combinations
from punto.wagers.wager import Wager, WagerError

TIE = "tie"


class Book(Protocol):
    """The part of a rulebook that concerns wagers."""

    @property
    def id(self) -> str:
        """The id of the rulebook."""

    @property
    def wagers(self) -> tuple[WagerLaw, ...]:
        """Its wagers."""


@dataclass(frozen=True, slots=True)
class Terms:
    """A licensee's terms of its wagers; the default is the document's own or first choice."""

    tie: Fraction | None = None  # odds, if the document states only a minimum
    dragon_bonus: str = ""  # the paytable, if the document has several
    combinations: Combinations | None = None


def known(book: Book, terms: Terms = Terms()) -> tuple[Wager, ...]:  # noqa: B008 - an immutable default
    """Return every wager that the document permits, of each variant of vigorish.

    Raises WagerError for a paytable that no wager of it has.
    """
    if isinstance(book, str):
        raise wrong_type(book, "a rulebook, from punto.load(id)")
    tables = paytables(book)
    if terms.dragon_bonus and tables and terms.dragon_bonus not in tables:
        raise WagerError(f"{book.id} has no paytable {terms.dragon_bonus!r}: there are {', '.join(tables)}")
    return tuple(_at_rate(wager, law, book) for law in book.wagers for wager in build(law, _choice(law, terms)))


def _at_rate(wager: Wager, law: WagerLaw, book: Book) -> Wager:
    """Return a wager with its own rate of vigorish, where another variant of the document has a higher one."""
    rate = Fraction(law.vigorish, 100)
    return replace(wager, rate=rate) if rate and rate != vigorish_rate(book) else wager


def _choice(law: WagerLaw, terms: Terms) -> Choice:
    paytable = terms.dragon_bonus if terms.dragon_bonus in law.paytables else ""
    combinations = terms.combinations if law.posted is not None else None
    return Choice(terms.tie if law.key == TIE else None, paytable, combinations)


def law_of(book: Book, key: str) -> WagerLaw:
    """Return the law of a wager by its key. Raises WagerError if the document has none."""
    found = next((law for law in book.wagers if key in law.keys), None)
    if found is None:
        keys = ", ".join(key for law in book.wagers for key in law.keys)
        raise WagerError(f"{book.id} has no wager {key!r}: there are {keys}")
    return found


def wager_of(book: Book, key: str, terms: Terms = Terms()) -> Wager:  # noqa: B008 - an immutable default
    """Return one wager by its key. Raises WagerError if the document does not have it."""
    law = law_of(book, key)
    if terms.dragon_bonus and law.paytables and terms.dragon_bonus not in law.paytables:
        raise WagerError(f"{book.id} has no paytable {terms.dragon_bonus!r}: there are {', '.join(law.paytables)}")
    return next(wager for wager in build(law, _choice(law, terms)) if wager.key == key)


def least_tie(book: Book) -> Fraction | None:
    """Return the minimum odds that a licensee may pay on a tie; None if the document leaves no choice."""
    return next((law.least for law in book.wagers if law.key == TIE), None)


def vigorish_rate(book: Book, variant: str = "") -> Fraction:
    """Return the rate of vigorish of a variant, or the highest of the document; 0 if there is none."""
    main = [law.vigorish for law in book.wagers if law.hand and (not variant or law.variant in ("", variant))]
    return Fraction(max(main, default=0), 100)


def paytables(book: Book) -> tuple[str, ...]:
    """Return the names of the paytables that a licensee chooses from."""
    return tuple(dict.fromkeys(name for law in book.wagers for name in law.paytables))
