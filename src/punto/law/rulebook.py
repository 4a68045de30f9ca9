"""Rulebooks: the requirements of each document, as data.

A rulebook is a TOML file with one table per provision: its section, and its terms. The provision keys are the same
in all files, so that two rulebooks can be laid side by side, every refusal can cite, and every test can say
which place of which document it proves. ``provisions.toml`` beside them says in our own words what each key is about.

    ["pay.dragon-7"]
    section = "12(f)"
    pays = "40 to 1"

Ceremonies (opening, shuffling, cutting …) are regular expressions over the names of the steps that provisions have.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from punto.core.bounded import toml
from punto.core.cards import wrong_type
from punto.core.citation import Cite
from punto.core.money import dollars
from punto.law.ceremony import Ceremony, Step
from punto.law.check import Checked, check
from punto.law.schema import Law
from punto.law.v2 import wagers_of
from punto.wagers.language import WagerLaw

T = TypeVar("T")
FIGURES, TERM = re.compile(r" \([^()]*\{[^()]*\)"), re.compile(r"\{([\w-]+)\}")
KINDS = ("definition", "submission", "layout", "procedure", "settlement")
FOLDER = Path(__file__).with_name("books")  # of the built-in rulebooks
TOPICS = "provisions.toml"  # in the same folder: the subject of each provision key


class RulebookError(ValueError):
    """Error for a rulebook that does not exist or has findings, or for malformed data."""


@dataclass(frozen=True, slots=True)
class Provision:
    """One requirement of one document: its section and its terms."""

    key: str
    section: str
    terms: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Topic:
    """The subject of a provision key, in our words; values of a document are names of terms in parentheses."""

    key: str
    kind: str
    template: str

    @property
    def demand(self) -> str:
        """The sentence without values."""
        return self.said()

    def said(self, *places: Provision) -> str:
        """Return the sentence with the values of this provision that all given rulebooks have."""

        def filled(parentheses: re.Match[str]) -> str:
            known = all(name in one.terms for name in TERM.findall(parentheses[0]) for one in places)
            return TERM.sub(figures, parentheses[0]) if places and known else ""

        def figures(name: re.Match[str]) -> str:
            return " / ".join(dict.fromkeys(_figure(name[1], one.terms[name[1]]) for one in places))

        return FIGURES.sub(filled, self.template)


def _figure(name: str, value: Any) -> str:
    """Format a value: an amount, a choice of several, or the document's own value."""
    if name.endswith("-cents"):
        return dollars(value)
    if not isinstance(value, list | dict):
        return str(value)
    *others, last = map(str, value)
    return f"{', '.join(others)} or {last}" if others else last


@dataclass(frozen=True)
class Rulebook:
    """A parsed document: every value with its section."""

    id: str
    title: str
    document: str  # edition and source
    in_force: str
    digest: str
    provisions: Mapping[str, Provision]
    ceremonies: Mapping[str, Ceremony]
    edition: str = ""  # its date, if the head has one
    source: str = "document"  # or "excerpts", "own"
    data: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)  # as decoded from TOML

    def __repr__(self) -> str:
        return f"<Rulebook {self.id}: {self.title}, {len(self.provisions)} provisions>"

    @cached_property
    def checked(self) -> Checked:
        """The typed law, or the findings."""
        return check(self.data)

    @cached_property
    def law(self) -> Law:
        """The typed law. Raises ``RulebookError`` for a rulebook with findings."""
        law, findings = self.checked
        if law is None:
            raise RulebookError(f"{self.id}: {'; '.join(map(str, findings))}")
        return law

    def __hash__(self) -> int:
        return hash(self.digest)

    @property  # as pyright wants it of a ``Book``
    def wagers(self) -> tuple[WagerLaw, ...]:
        """The wagers of the document. Raises ``RulebookError`` like ``law``."""
        return self._wagers

    @cached_property
    def _wagers(self) -> tuple[WagerLaw, ...]:
        return wagers_of(self.law)

    def __contains__(self, key: str) -> bool:
        return key in self.provisions

    def section(self, key: str) -> str:
        """Return the section of a provision, or ""."""
        return self.provisions[key].section if key in self.provisions else ""

    def cite(self, key: str) -> Cite:
        """Return the citation of a provision."""
        return Cite(self.id, self.section(key))


def odds_of(text: str) -> Fraction:
    """Parse odds such as ``40 to 1``.

    >>> odds_of("40 to 1"), odds_of("1 to 2")
    (Fraction(40, 1), Fraction(1, 2))
    """
    left, right = text.split(" to ")
    return Fraction(int(left), int(right))


@cache
def built_in() -> tuple[str, ...]:
    """Return the ids of the built-in rulebooks; ``punto.library`` also has those from outside."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml") if file.name != TOPICS))


@cache
def documents() -> tuple[str, ...]:
    """Return the ids of the built-in rulebooks that state a document of an authority; others are rules of our own."""
    return tuple(name for name in built_in() if load(name).source == "document")


def text_of(rulebook_id: str) -> str:
    """Return the TOML of a built-in rulebook. Raises ``RulebookError``."""
    if rulebook_id not in built_in():
        raise RulebookError(f"no rulebook {rulebook_id!r}: there are {', '.join(built_in())}")
    return (FOLDER / f"{rulebook_id}.toml").read_text(encoding="utf-8")


def parse(text: str) -> Rulebook:
    """Build a rulebook from its TOML."""
    return _parsed(text)


@lru_cache(maxsize=16)  # a log contains its rulebook, and every check of it asks again
def _parsed(text: str) -> Rulebook:
    return build(data_of(text), hashlib.sha256(text.encode()).hexdigest())


@lru_cache(maxsize=16)  # the library reads the head first, and then the rulebook
def data_of(text: str) -> Mapping[str, Any]:
    """Return the data of a rulebook's TOML. Raises ``ValueError``."""
    return toml(text)


def build(data: Mapping[str, Any], digest: str) -> Rulebook:
    """Build a rulebook from its data: a head, ceremonies, and one table per provision."""
    head, ceremonies = data["rulebook"], data.get("ceremony", {})
    provisions = {
        key: Provision(key, table["section"], MappingProxyType({k: v for k, v in table.items() if k != "section"}))
        for key, table in data.items()
        if key not in ("rulebook", "ceremony")
    }
    steps = {
        step["do"]: Step(
            step["do"],
            step["by"],
            Cite(head["id"], provision.section),
            step.get("rank", ""),
            step.get("post", ""),
        )
        for provision in provisions.values()
        for step in provision.terms.get("steps", ())
    }
    return Rulebook(
        id=head["id"],
        title=head["title"],
        document=head["document"],
        in_force=_in_force(head["in-force"]),
        edition=str(head.get("edition", "")),
        source=head.get("source", "document"),
        digest=digest,
        provisions=MappingProxyType(provisions),
        ceremonies=MappingProxyType({key: _ceremony(key, table, steps) for key, table in ceremonies.items()}),
        data=data,
    )


def _in_force(said: Any) -> str:
    """Return since when a rulebook is in force: as its text says, or from its date."""
    return f"in force from {said['from']}" if isinstance(said, Mapping) else str(said)


def _ceremony(key: str, table: Mapping[str, Any], steps: Mapping[str, Step]) -> Ceremony:
    order = table["order"]
    names = order.translate(str.maketrans("()|*+?", "      ")).split()
    missing = [name for name in names if name not in steps]
    if missing:
        raise RulebookError(f"ceremony {key!r} names steps that no provision has: {', '.join(missing)}")
    return Ceremony(key, order, tuple(table.get("must", ())), MappingProxyType({name: steps[name] for name in names}))


@cache
def load(rulebook_id: str) -> Rulebook:
    """Return a built-in rulebook by its id, such as ``ma-mini``. Raises ``RulebookError``."""
    if not isinstance(rulebook_id, str):
        raise wrong_type(rulebook_id, "the id of a rulebook as text")
    return parse(text_of(rulebook_id))


@cache
def topics() -> Mapping[str, Topic]:
    """Return the subject of every provision key, in the order of the documents."""
    data = toml((FOLDER / TOPICS).read_text(encoding="utf-8"))
    return MappingProxyType({key: Topic(key, table["kind"], table["demand"]) for key, table in data.items()})


# Families that are open in schema 2: a rulebook chooses the keys of their provisions.
FAMILIES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "def": ("definition", "A word that the document defines."),
        "layout": ("layout", "Areas of the layout."),
        "irregular": ("procedure", "An irregularity, and its remedies."),
        "wager": ("settlement", "A wager: when it wins, loses or is returned."),
        "pay": ("settlement", "The payout of a wager."),
    }
)


def topic_of(key: str) -> Topic:
    """Return the subject of a provision key; for a key that a rulebook has chosen, that of its family."""
    return topics().get(key) or Topic(key, *FAMILIES[key.partition(".")[0]])


def topics_of(*books: Rulebook) -> tuple[Topic, ...]:
    """Return the subjects of all provisions of some rulebooks: in the order of the documents, their own keys last."""
    keys = dict.fromkeys(key for book in books for key in book.provisions)
    known = [topic for key, topic in topics().items() if key in keys]
    return (*known, *(topic_of(key) for key in keys if key not in topics()))
