"""Trace of requirements: which test proves which provision and which clause of which document.

A *place* is one provision in one rulebook. Tests carry marks that name the places and clauses they prove; ``make test``
records which of them passed in ``coverage.json`` next to this module, which is part of the package.

A clause counts with its status if a test that passed names it. Where the data alone decides, the tests of its provision
do too: provision mutation (``tools/mutation.py``) changes every term that the clause rests on, and one of them fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from punto.core.bounded import json_value
from punto.law.clauses import ESTABLISHED, Clause, Status, clauses
from punto.law.rulebook import documents, load, topics

OPEN = "open"  # the standing of a clause whose status no test establishes


class Place(NamedTuple):
    """One provision in one rulebook."""

    rulebook: str
    section: str
    key: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """The places and clauses proved by recorded tests."""

    commit: str
    places: tuple[Place, ...]
    proofs: Mapping[Place, tuple[str, ...]]  # the tests that prove it, all of which passed
    named: Mapping[str, tuple[str, ...]]  # by rulebook and key, of provisions and clauses
    clauses: Mapping[str, tuple[Clause, ...]] = field(default_factory=dict)  # by rulebook

    @property
    def open(self) -> tuple[Place, ...]:
        """The places without a recorded test."""
        return tuple(place for place in self.places if place not in self.proofs)

    def tests(self, clause: Clause) -> tuple[str, ...]:
        """Return the recorded tests that establish the status of a clause."""
        if clause.status not in ESTABLISHED:
            return ()
        named = self.named.get(f"{clause.rulebook} {clause.key}", ())
        shared = self.named.get(f"{clause.rulebook} {clause.provision}", ()) if clause.by_terms else ()
        return tuple(dict.fromkeys((*named, *shared)))

    def standing(self, clause: Clause) -> str:
        """Return the status of a clause, or ``open`` if no recorded test establishes it."""
        return OPEN if clause.status in ESTABLISHED and not self.tests(clause) else clause.status


def places(kinds: Iterable[str] = ()) -> tuple[Place, ...]:
    """Return every place of every document, or those of some kinds."""
    wanted = set(kinds)
    return tuple(
        Place(book, load(book).section(key), key)
        for key, topic in topics().items()
        for book in documents()
        if key in load(book) and (not wanted or topic.kind in wanted)
    )


@cache
def coverage() -> Coverage:
    """Return the coverage of the last full test run, from the record in the package."""
    recorded = files("punto.law").joinpath("coverage.json")
    data: dict[str, Any] = {"commit": "", "proofs": {}}
    if recorded.is_file():
        data = json_value(recorded.read_text(encoding="utf-8"))
    found = places()
    named = {name: tuple(tests) for name, tests in data["proofs"].items()}
    proofs = {place: named[name] for place in found if (name := f"{place.rulebook} {place.key}") in named}
    return Coverage(data["commit"], found, proofs, named, {name: clauses(name) for name in documents()})


STANDINGS = (*map(str, Status), OPEN)


def standings(record: Coverage, rulebook_id: str) -> dict[str, int]:
    """Count the clauses of a document by standing."""
    counts = dict.fromkeys(STANDINGS, 0)
    for clause in record.clauses.get(rulebook_id, ()):
        counts[record.standing(clause)] += 1
    return counts
