"""Which places of a document an act is about."""

from __future__ import annotations

from functools import cache

from punto.law.rulebook import Rulebook, topics
from punto.law.schema import provision_of
from punto.law.words import Procedure
from punto.rules.house_rules import HouseRules
from punto.school.practice import Moment, moments
from punto.table import Due

KINDS = ("procedure", "settlement")


def taught(book: Rulebook) -> tuple[str, ...]:
    """Return the provisions that a rulebook's students must know: every procedure and every settlement."""
    return tuple(key for key, topic in topics().items() if topic.kind in KINDS and key in book)


@cache
def _steps(book: Rulebook) -> dict[str, str]:
    """Return the provision that brings each step."""
    provisions = {key: provision_of(book.law, key) for key in book.provisions}
    return {step.do: key for key, one in provisions.items() if isinstance(one, Procedure) for step in one.steps}


@cache
def _by_section(book: Rulebook) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key in taught(book):
        found[book.section(key)] = (*found.get(book.section(key), ()), key)
    return found


def provisions_of(rules: HouseRules, act: Due) -> tuple[str, ...]:
    """Return the provisions that rule an act: the one that brings its step, and what its section says."""
    book = rules.rulebook
    own = _steps(book).get(act.step)
    cited = _by_section(book).get(act.section, ())
    if own is None:
        return cited
    return (own,) if own in cited or not cited else (own, *cited)


@cache
def by_step(book: Rulebook) -> dict[str, tuple[Moment, ...]]:
    """Return the moments at which each step, or act without a step, must be done."""
    found: dict[str, list[Moment]] = {}
    for moment in moments(book):
        for name in {name_of(act) for act in moment.musts}:
            found.setdefault(name, []).append(moment)
    return {name: tuple(those) for name, those in found.items()}


def name_of(act: Due) -> str:
    """Name an act by its step, or by what is done."""
    return act.step or str(act)


@cache
def by_provision(book: Rulebook) -> dict[str, tuple[Moment, ...]]:
    """Return the moments at which each provision rules what must be done."""
    found: dict[str, list[Moment]] = {}
    for moment in moments(book):
        for key in {key for act in moment.musts for key in provisions_of(moment.rules, act)}:
            found.setdefault(key, []).append(moment)
    return {key: tuple(those) for key, those in found.items()}
