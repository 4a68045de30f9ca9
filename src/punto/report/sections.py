"""Which sections of a document stand behind a wager, and what they ask, in our words."""

from __future__ import annotations

from typing import NamedTuple

from punto.houserules import HouseRules
from punto.rulebook import topics
from punto.wagers.wager import Wager

_VIGORISH = ("vigorish.rounding", "vigorish.when", "vigorish.deferred")
_RIDE = ("house-money.settle-early", "house-money.parlay", "house-money.portion")
_ROYAL_9 = (
    "def.royal-9",
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
# Where the provisions of a wager are not simply wager.KEY and pay.KEY.
_PROVISIONS = {
    "banker": ("wager.banker", "pay.banker", *_VIGORISH),
    "ez-banker": ("def.ez", "def.dragon-7", "wager.banker", "pay.banker"),
    "dragon-7": ("def.dragon-7", "wager.dragon-7", "pay.dragon-7"),
    "panda-8": ("def.panda-8", "wager.panda-8", "pay.panda-8"),
    "dragon-bonus-player": ("def.natural", "wager.dragon-bonus", "pay.dragon-bonus"),
    "dragon-bonus-banker": ("def.natural", "wager.dragon-bonus", "pay.dragon-bonus"),
    "house-money": ("wager.house-money", "pay.house-money", *_RIDE),
    "royal-9": _ROYAL_9,
}
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
    """A provision as it stands in the document of this table."""

    key: str
    section: str
    demand: str


def sections_of(rules: HouseRules, wager: Wager) -> tuple[Cited, ...]:
    """Return the sections that stand behind a wager, in the order of the document's subjects."""
    keys = _PROVISIONS.get(wager.key, (f"wager.{wager.key}", f"pay.{wager.key}"))
    offers_must_hit = rules.royal9 is not None and rules.royal9.must_hit is not None
    return _cited(rules, tuple(key for key in keys if key != "royal9.must-hit" or offers_must_hit))


def sections_of_shoe(rules: HouseRules) -> tuple[Cited, ...]:
    """Return the sections by which cards come from the shoe."""
    return _cited(rules, _SHOE)


def _cited(rules: HouseRules, keys: tuple[str, ...]) -> tuple[Cited, ...]:
    held = {key: rules.rulebook.provisions[key] for key in keys if rules.applies(key)}
    return tuple(Cited(key, one.section, topics()[key].said(one)) for key, one in held.items())
