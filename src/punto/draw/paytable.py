"""Printed odds of a wager, from its own results.

A wager with one winning line has its odds in its area. One with more has a paytable, printed once; wagers that share
theirs, as the Dragon Bonus on either hand does, share the panel.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from punto.houserules import HouseRules
from punto.money import dollars, down_to_the_cent
from punto.wagers.wager import Result, Verdict, Wager

_WORDS = {
    "natural": "Natural win",
    "natural-tie": "Natural tie",
    "both-pairs": "Player and Banker pair",
    "one-pair": "Player or Banker pair",
    "star": "Own King-9 in both hands",
    "spade": "Own King-9, Banker’s Hand",
    "heart": "Own King-9, Player’s Hand",
    "other-identical": "Other seat’s King-9, both hands",
    "exact-match": "Own pair, the same in both hands",
    "any-two": "Two different own pairs",
    "banker-k9": "Own King-9, Banker’s Hand",
    "player-k9": "Own King-9, Player’s Hand",
    "suited-royal-9-both": "Suited Royal 9 in both hands",
    "royal-9-both": "Royal 9 in both hands",
    "suited-royal-9": "Any suited Royal 9",
    "royal-9": "Any Royal 9",
}
_METERS = {"k9-banker": "K9 Banker", "k9-player": "K9 Player"}


@dataclass(frozen=True, slots=True)
class Paytable:
    """A printed table: heading, subheading, and lines of words and odds."""

    title: str
    note: str
    lines: tuple[tuple[str, str], ...]


def single_odds(rules: HouseRules, wager: Wager) -> str | None:
    """Return the odds of a wager with one winning line; None for one with a paytable.

    Banker reads ``1 to 1 less 5%``, Royal 9 nothing.
    """
    wins = [result for result in wager.results if result.verdict is Verdict.WIN]
    return odds_words(rules, wager, wins[0]) if len(wins) == 1 else None


def odds_words(rules: HouseRules, wager: Wager, result: Result) -> str:
    """Format the payout of a result: ``8 to 1``, ``$1,500``, ``Star meter``, ``push``."""
    if result.verdict is not Verdict.WIN:
        return result.verdict.value
    if isinstance(result.pays, str):
        return _meter_words(result.pays, result.share)
    if wager.for_one and rules.royal9 and wager.metered:
        return dollars(down_to_the_cent(result.pays * rules.royal9.stake))
    pays = f"{result.pays.numerator} {'for' if wager.for_one else 'to'} {result.pays.denominator}"
    if wager.vigorish and rules.vigorish:
        return f"{pays} less {percent(rules.vigorish.rate)}"
    return pays


def _meter_words(meter: str, share: Fraction) -> str:
    name = f"{_METERS.get(meter, meter.replace('-', ' ').capitalize())} meter"
    return name if share == 1 else f"{percent(share)} of {name}"


def percent(share: Fraction) -> str:
    """Format a fraction as a percentage, with decimals only if needed.

    >>> percent(Fraction(1, 20)), percent(Fraction(45, 1000))
    ('5%', '4.5%')
    """
    return f"{float(share * 100):.2f}".rstrip("0").rstrip(".") + "%"


def paytables(rules: HouseRules) -> list[Paytable]:
    """Return the panels that the felt needs, in the order of its wagers."""
    shared: dict[tuple[tuple[str, str], ...], list[Wager]] = {}
    for wager in rules.wagers:
        if single_odds(rules, wager) is None:
            shared.setdefault(_lines(rules, wager), []).append(wager)
    return [Paytable(_common_title(wagers), _note(rules, wagers), lines) for lines, wagers in shared.items()]


def everything(rules: HouseRules) -> list[Paytable]:
    """Return all odds as tables for a sign, single lines combined in one."""
    plain = tuple((wager.title, odds) for wager in rules.wagers if (odds := single_odds(rules, wager)) is not None)
    return [Paytable("Payout odds", "", plain), *paytables(rules)]


def _lines(rules: HouseRules, wager: Wager) -> tuple[tuple[str, str], ...]:
    """Return the lines of wins, and of pushes that have a name of their own."""
    return tuple(
        (category_words(result.category), odds_words(rules, wager, result))
        for result in wager.results
        if result.verdict is Verdict.WIN or (result.verdict is Verdict.PUSH and result.category != "push")
    )


def category_words(category: str) -> str:
    """Return a result's name in words: ``by-9`` is ``Win by 9``."""
    if category in _WORDS:
        return _WORDS[category]
    words = category.replace("-", " ")
    return f"Win {words}" if words.startswith("by ") else words.capitalize()


def _common_title(wagers: Iterable[Wager]) -> str:
    """Return the common beginning of titles: ``Dragon Bonus`` of the two."""
    titles = [wager.title.split() for wager in wagers]
    common = []
    for words in zip(*titles, strict=False):
        if len(set(words)) > 1:
            break
        common.append(words[0])
    return " ".join(common) or " · ".join(" ".join(title) for title in titles)


def _note(rules: HouseRules, wagers: Iterable[Wager]) -> str:
    royal = rules.royal9 if any(wager.metered for wager in wagers) else None
    return f"{dollars(royal.stake)} wager" if royal else ""
