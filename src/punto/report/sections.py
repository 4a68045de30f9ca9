"""Sections of a document behind a wager, with our summary of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from punto.houserules import HouseRules
from punto.law.schema.wagers import Wagers1
from punto.rulebook import topic_of
from punto.wagers.book import law_of
from punto.wagers.wager import Wager

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
    if wager.metered:
        yield from _METERED


def sections_of_shoe(rules: HouseRules) -> tuple[Cited, ...]:
    """Return the sections on dealing cards from the shoe."""
    return _cited(rules, _SHOE)


def _cited(rules: HouseRules, keys: tuple[str, ...]) -> tuple[Cited, ...]:
    held = {key: rules.rulebook.provisions[key] for key in keys if rules.applies(key)}
    return tuple(Cited(key, one.section, topic_of(key).said(one)) for key, one in held.items())
