"""Structure of a report before typesetting: sections of text, facts, tables and figures.

HTML and PDF are set from the same blocks, so that they cannot differ in content.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from punto.law.rulebook import topic_of
from punto.law.schema.wagers import Wagers1
from punto.rules.house_rules import HouseRules
from punto.wagers.book import law_of
from punto.wagers.wager import Wager


def prose(words: str) -> str:
    """Join the lines of a paragraph."""
    return " ".join(words.split())


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    kind: ClassVar[str] = "text"
    words: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and values, in ``columns`` side by side; digests are set in a fixed-width font."""

    kind: ClassVar[str] = "facts"
    rows: tuple[tuple[str, str], ...]
    columns: int = 1
    codes: frozenset[str] = frozenset()  # names whose values are digests


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; the last ``numbers`` columns are right-aligned."""

    kind: ClassVar[str] = "grid"
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: int = 0
    caption: str = ""
    total: bool = False  # the last row is one
    dense: bool = False  # many columns: smaller letters


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing, as SVG, and its caption."""

    kind: ClassVar[str] = "figure"
    svg: str
    caption: str


@dataclass(frozen=True, slots=True)
class Signatures:
    """Signature lines, each with a signer."""

    kind: ClassVar[str] = "signatures"
    names: tuple[str, ...]


Block = Text | Facts | Grid | Figure | Signatures


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered section; ``fresh`` starts a new page in paged output."""

    number: str  # "3.2"
    title: str
    blocks: tuple[Block, ...]
    fresh: bool = False
    inner: tuple[Section, ...] = field(default=())

    @property
    def anchor(self) -> str:
        """Target of links to the section."""
        return f"s{self.number.replace('.', '-')}"


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report."""

    title: str
    subtitle: str
    running: str  # at the head of every page
    head: tuple[Block, ...]
    sections: tuple[Section, ...]


# ---------------------------------------------------------------- sections

# Sections of a document behind a wager, with our summary of each.

_VIGORISH = ("vigorish.rounding", "vigorish.when", "vigorish.deferred")
_RIDE = ("settle-early", "parlay", "portion")
_METERED = (
    "royal9.progressive.terms",
    "royal9.progressive.underlying",
    "royal9.progressive.hands",
    "royal9.progressive.paytable",
    "royal9.multilevel.terms",
    "royal9.multilevel.chairs",
    "royal9.multilevel.exact-match",
    "royal9.multilevel.paytables",
    "royal9.must-hit",
)
_DRAWING = (
    "points.values",
    "points.count",
    "third.natural",
    "third.player",
    "third.banker-alone",
    "third.banker-table",
)
_SHOE = ("burn", "cut.cover-card-14", "cover-card", *_DRAWING)


class Cited(NamedTuple):
    """A provision of this table's document."""

    key: str
    section: str
    demand: str


def sections_of(rules: HouseRules, wager: Wager) -> tuple[Cited, ...]:
    """Return the sections that stand behind a wager, in the order of the document's subjects."""
    offers_must_hit = rules.royal9 is not None and rules.royal9.must_hit is not None
    return _cited(rules, tuple(key for key in _provisions(rules, wager) if key != "royal9.must-hit" or offers_must_hit))


def _provisions(rules: HouseRules, wager: Wager) -> Iterator[str]:
    """Yield the keys of provisions that may concern a wager; the document may lack some of them."""
    law = law_of(rules.rulebook, wager.key)
    if wager.hand and wager.key != wager.hand:  # the Banker of an EZ table
        wagers = rules.rulebook.law.wager
        yield from (
            "def.ez",
            *(f"def.{fact}" for fact in (wagers.banker.ez_push if isinstance(wagers, Wagers1) else ())),
        )
    if any(result.category.startswith("natural") for result in wager.results):
        yield "def.natural"
    yield from dict.fromkeys((f"def.{law.key}", law.ruled_by, law.paid_by))
    if wager.vigorish:
        yield from _VIGORISH
    if wager.rides:
        yield from (f"{law.key}.{part}" for part in _RIDE)
    if wager.posted:
        yield from _METERED


def sections_of_shoe(rules: HouseRules) -> tuple[Cited, ...]:
    """Return the sections on dealing cards from the shoe."""
    return _cited(rules, _SHOE)


def _cited(rules: HouseRules, keys: tuple[str, ...]) -> tuple[Cited, ...]:
    held = {key: rules.rulebook.provisions[key] for key in keys if rules.applies(key)}
    return tuple(Cited(key, one.section, topic_of(key).said(one)) for key, one in held.items())
