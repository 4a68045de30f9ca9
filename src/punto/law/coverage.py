"""Trace of requirements: which test proves which provision of which document.

A *place* is one provision in one rulebook. Tests carry marks that name the places they prove; ``make test`` records
which of them passed in ``coverage.json`` next to this module, which is part of the package.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from punto.core.bounded import json_value
from punto.law.rulebook import documents, load, topics


class Place(NamedTuple):
    """One provision in one rulebook."""

    rulebook: str
    section: str
    key: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """The places proved by recorded tests."""

    commit: str
    places: tuple[Place, ...]
    proofs: Mapping[Place, tuple[str, ...]]  # the tests that prove it, all of which passed

    @property
    def open(self) -> tuple[Place, ...]:
        """The places without a recorded test."""
        return tuple(place for place in self.places if place not in self.proofs)


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
    proofs = {
        place: tuple(data["proofs"][f"{place.rulebook} {place.key}"])
        for place in found
        if f"{place.rulebook} {place.key}" in data["proofs"]
    }
    return Coverage(data["commit"], found, proofs)
